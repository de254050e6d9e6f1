//! The lobby as it is pushed to sockets: gathered for a moment, made into bytes once, shared.

use std::time::Duration;

use actix_web::web;
use protocol::{ServerMessage, encode};
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use crate::app::App;
use crate::room::Frame;

/// Changes are gathered for this long, in milliseconds.
const GATHER_MS: u64 = 300;
/// How long to wait after the store failed.
const AGAIN: Duration = Duration::from_secs(1);

/// The newest frame of the lobby and the version that it shows.
#[derive(Debug, Default)]
pub struct LobbyFrames {
    newest: Mutex<Option<(u64, Frame)>>,
}

impl LobbyFrames {
    /// The frame of a version of the lobby or a later one, read from the store once for all.
    async fn get(&self, app: &App, version: u64) -> Option<Frame> {
        let mut newest = self.newest.lock().await;
        if let Some((known, frame)) = newest.as_ref()
            && *known >= version
        {
            return Some(frame.clone());
        }
        match crate::http::lobby_lists(app).await {
            Ok((challenges, games)) => {
                let frame = Frame::from(encode(&ServerMessage::Lobby { challenges, games }));
                *newest = Some((version, frame.clone()));
                Some(frame)
            }
            Err(error) => {
                tracing::warn!(%error, "the lobby could not be read");
                None
            }
        }
    }
}

/// One socket's wish to see the lobby.
pub(super) struct LobbyWatch {
    app: web::Data<App>,
    version: watch::Receiver<u64>,
    due: Option<Instant>,
    /// What was sent last: the same is not sent again, since it would tell that something private has happened.
    last: Option<Frame>,
}

impl LobbyWatch {
    /// A wish whose first frame is due at once.
    pub(super) fn new(app: &web::Data<App>) -> Self {
        let due = Some(app.time.instant(app.time.served_ms()));
        Self { app: app.clone(), version: app.lobby.subscribe(), due, last: None }
    }

    /// The next frame; never when there is no wish. May be dropped and called again.
    pub(super) async fn next(wish: &mut Option<Self>) -> Frame {
        let Some(wish) = wish else { return std::future::pending().await };
        loop {
            if let Some(due) = wish.due {
                tokio::time::sleep_until(due).await;
                let version = *wish.version.borrow_and_update();
                // In a box, because few sockets ever wait for this, and every socket would have room for it.
                match Box::pin(wish.app.lobby_frames.get(&wish.app, version)).await {
                    None => tokio::time::sleep(AGAIN).await,
                    Some(frame) => {
                        wish.due = None;
                        if wish.last.as_ref() != Some(&frame) {
                            wish.last = Some(frame.clone());
                            return frame;
                        }
                    }
                }
            } else if wish.version.changed().await.is_ok() {
                wish.due = Some(wish.app.time.instant(wish.app.time.served_ms() + GATHER_MS));
            } else {
                return std::future::pending().await;
            }
        }
    }
}
