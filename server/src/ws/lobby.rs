//! The lobby as it is pushed to sockets: gathered for a moment, made into bytes once, shared.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web;
use protocol::{ServerMessage, encode};
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use crate::app::App;
use crate::ids::AccountId;
use crate::lobby::View;
use crate::room::Frame;

/// Changes are gathered for this long, in milliseconds.
const GATHER_MS: u64 = 300;
/// How long to wait after the store failed.
const AGAIN: Duration = Duration::from_secs(1);

/// The newest frame of the lobby and the version that it shows.
#[derive(Debug, Default)]
pub struct LobbyFrames {
    newest: Mutex<Option<(u64, Frame, Arc<View>)>>,
}

impl LobbyFrames {
    /// The frame of a version of the lobby or a later one, read from the store once for all. It is the same bytes for all but
    /// those few who do not see every challenge.
    async fn get(&self, app: &App, version: u64, viewer: Option<AccountId>) -> Option<Frame> {
        let mut newest = self.newest.lock().await;
        if let Some((known, frame, view)) = newest.as_ref()
            && *known >= version
        {
            return Some(seen(frame, view, viewer));
        }
        match app.lobby.view().await {
            Ok(view) => {
                let frame = frame(&view, None);
                let shown = seen(&frame, &view, viewer);
                *newest = Some((version, frame, view));
                Some(shown)
            }
            Err(error) => {
                tracing::warn!(%error, "the lobby could not be read");
                None
            }
        }
    }
}

/// The lobby as somebody sees it, made for them alone.
fn frame(view: &View, viewer: Option<AccountId>) -> Frame {
    let (challenges, games) = crate::http::lobby_lists(view, viewer);
    Frame::from(encode(&ServerMessage::Lobby { challenges, games }))
}

/// The shared frame, or another where somebody does not see all of it.
fn seen(shared: &Frame, view: &View, viewer: Option<AccountId>) -> Frame {
    if viewer.is_some_and(|viewer| view.apart.contains_key(&viewer)) {
        frame(view, viewer)
    } else {
        shared.clone()
    }
}

/// One socket's wish to see the lobby.
pub(super) struct LobbyWatch {
    app: web::Data<App>,
    viewer: Option<AccountId>,
    version: watch::Receiver<u64>,
    due: Option<Instant>,
    /// What was sent last: the same is not sent again, since it would tell that something private has happened.
    last: Option<Frame>,
}

impl LobbyWatch {
    /// A wish whose first frame is due at once.
    pub(super) fn new(app: &web::Data<App>, viewer: Option<AccountId>) -> Self {
        let due = Some(app.time.instant(app.time.served_ms()));
        Self { app: app.clone(), viewer, version: app.lobby.subscribe(), due, last: None }
    }

    /// The next frame; never when there is no wish. May be dropped and called again.
    pub(super) async fn next(wish: &mut Option<Self>) -> Frame {
        let Some(wish) = wish else { return std::future::pending().await };
        loop {
            if let Some(due) = wish.due {
                tokio::time::sleep_until(due).await;
                let version = *wish.version.borrow_and_update();
                // In a box, because few sockets ever wait for this, and every socket would have room for it.
                match Box::pin(wish.app.lobby_frames.get(&wish.app, version, wish.viewer)).await {
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
