//! What comes to a socket seldom and from outside: the server closes, the session ends, the role changes, the lobby has a
//! notice for the client.
//!
//! A task that waits for these beside its frames would queue with each of them, and leave the queue again, for
//! every frame that it is handed. Here they are looked at only when one of them has something to say.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{broadcast, watch};

use crate::account::RoleWatch;
use crate::ids::AccountId;
use crate::lobby::Notice;
use crate::moderation::Maintenance;

/// What has happened.
pub(super) enum News {
    /// The server is closing.
    Closing,
    /// The session in whose name the socket speaks has ended.
    SessionEnded,
    /// The account was banned.
    Banned,
    /// The maintenance has begun, ended or is told of otherwise.
    Maintenance(Option<Maintenance>),
    /// The account may rule on games now, or may not any more, or otherwise than it was told.
    RoleChanged,
    /// Something concerns the client.
    Notice(Arc<Notice>),
}

/// What is told to all sockets alike.
pub(super) struct Channels {
    pub(super) closing: watch::Receiver<bool>,
    pub(super) notices: broadcast::Receiver<Arc<Notice>>,
    pub(super) roles: RoleWatch,
    pub(super) maintenance: watch::Receiver<Option<Maintenance>>,
}

/// Where one socket hears of it.
pub(super) struct Ears {
    pub(super) channels: Channels,
    /// Returns when the session has ended; for a guest never.
    pub(super) session_ended: Pin<Box<dyn Future<Output = ()>>>,
    /// Returns when the account is banned; for a guest never.
    pub(super) banned: Pin<Box<dyn Future<Output = ()>>>,
    /// Whose notices; nobody's for a guest.
    pub(super) account: Option<AccountId>,
    /// What it was told of its role: whether it is a chief referee, if it is a referee.
    pub(super) told: Option<bool>,
}

/// The wait for the next news, which gives the ears back.
type Listening = Pin<Box<dyn Future<Output = (News, Ears)>>>;

/// News one after another.
pub(super) struct Outside {
    /// The one who listens; a set, because that polls nobody who was not woken.
    listening: FuturesUnordered<Listening>,
}

impl Outside {
    pub(super) fn new(ears: Ears) -> Self {
        let listening = FuturesUnordered::new();
        listening.push(listen(ears));
        Self { listening }
    }

    /// The next. May be dropped and called again without losing anything.
    pub(super) async fn next(&mut self) -> News {
        let Some((news, ears)) = self.listening.next().await else { return std::future::pending().await };
        self.listening.push(listen(ears));
        news
    }
}

fn listen(mut ears: Ears) -> Listening {
    Box::pin(async move {
        let news = hear(&mut ears).await;
        (news, ears)
    })
}

/// Never for a guest.
async fn role_differs(roles: &mut RoleWatch, account: Option<AccountId>, told: Option<bool>) {
    match account {
        Some(account) => roles.differs(account, told).await,
        None => std::future::pending().await,
    }
}

async fn hear(ears: &mut Ears) -> News {
    let Ears { channels, session_ended, banned, account, told } = ears;
    let Channels { closing, notices, roles, maintenance } = channels;
    loop {
        tokio::select! {
            _ = closing.wait_for(|closing| *closing) => return News::Closing,
            () = &mut *session_ended => return News::SessionEnded,
            () = &mut *banned => return News::Banned,
            Ok(()) = maintenance.changed() => return News::Maintenance(maintenance.borrow_and_update().clone()),
            () = role_differs(roles, *account, *told) => return News::RoleChanged,
            notice = notices.recv(), if account.is_some() => {
                // Who missed some sees the game in the lobby, and a rematch at the game before it.
                if let Ok(notice) = notice && Some(notice.account()) == *account {
                    return News::Notice(notice);
                }
            }
        }
    }
}
