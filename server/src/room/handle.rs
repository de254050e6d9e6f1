//! The way into a room: its bounded mailbox.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rules::{Action, Refusal, Ruling, Size};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::audience::Shown;
use super::{ConnId, Floor, MAILBOX, Outbox, Role, Viewer, with_seat};
use crate::ids::{AccountId, GameId};
use crate::store::{Command, Players};

/// A player's command with the moment at which it arrived at this node.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// Whose, and its id and hash.
    pub command: Command,
    /// What is asked.
    pub action: Action,
    /// Served milliseconds.
    pub arrived_ms: u64,
    /// The socket that it came by, which must hold the seat.
    pub conn: ConnId,
    /// The measured round trip of the connection that it came by, in milliseconds.
    pub lag_ms: u64,
}

/// A referee's ruling.
#[derive(Clone, Debug)]
pub struct RulingOrder {
    /// Whose, and its id and hash.
    pub command: Command,
    /// What is ruled.
    pub ruling: Ruling,
    /// Why.
    pub reason: String,
    /// The referee's name.
    pub officer: String,
    /// Served milliseconds.
    pub arrived_ms: u64,
}

/// An officer sits down at a game that is not its own.
#[derive(Clone, Debug)]
pub struct OfficerSeat {
    /// Whose, and its id and hash.
    pub command: Command,
    /// The officer's name.
    pub officer: String,
    /// The socket, which may watch already.
    pub conn: ConnId,
    /// Served milliseconds.
    pub arrived_ms: u64,
}

/// A request to watch.
#[derive(Clone, Debug)]
pub struct WatchRequest {
    /// Names the reply, which goes into the outbox.
    pub request: Uuid,
    /// Who asks; nobody for a guest.
    pub account: Option<AccountId>,
    /// The name of the officer who asks, if it is one who has sat down at the game.
    pub officer: Option<String>,
    /// Whether the account may rule on games, sitting or not.
    pub rules: bool,
    /// The last event that the client has.
    pub after: Option<u64>,
    /// Where frames go.
    pub outbox: Outbox,
}

/// What became of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It took effect and is durable; this was its first event.
    Done(u64),
    /// It changed nothing.
    Refused(Refusal),
    /// Its id was used with other content.
    IdReused,
    /// It is not from a player of this game.
    NotAPlayer,
    /// It is a ruling from a player of this game.
    NotAReferee,
    /// Another socket of the player holds the seat.
    SeatElsewhere,
    /// The socket does not watch the room.
    NotWatching,
    /// It was done, and no event tells of it.
    Heard,
    /// Not now, or the outcome is unknown: the same command may be sent again.
    Busy,
}

impl Answer {
    /// What an operator sees of it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done(_) | Self::Heard => "done",
            Self::Busy => "busy",
            Self::Refused(_)
            | Self::IdReused
            | Self::NotAPlayer
            | Self::NotAReferee
            | Self::SeatElsewhere
            | Self::NotWatching => "refused",
        }
    }
}

/// Everything that can come into a room. Small, because a mailbox has places for many from its beginning.
#[derive(Debug)]
pub(super) enum Input {
    Order(Box<Order>, oneshot::Sender<Answer>),
    Rule(Box<RulingOrder>, oneshot::Sender<Answer>),
    Watch(Box<WatchRequest>),
    Unwatch(ConnId),
    SeatOfficer(Box<OfficerSeat>, oneshot::Sender<Answer>),
    TakeSeat(ConnId, oneshot::Sender<Answer>),
    Stop,
}

/// A room on this node. Cheap to clone.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    pub(super) id: GameId,
    pub(super) size: Size,
    pub(super) players: Arc<Players>,
    pub(super) private: bool,
    /// What the audience has been shown, where it is behind.
    pub(super) shown: Option<Shown>,
    pub(super) floor: Arc<Floor>,
    pub(super) mailbox: mpsc::Sender<Input>,
}

impl RoomHandle {
    /// Which room.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// The board's size, with which points are read.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// What somebody is to the game.
    #[must_use]
    pub fn role(&self, viewer: Option<AccountId>) -> Role {
        super::role(viewer, &self.players, self.private)
    }

    /// The same for somebody who may be an officer, who enters a private game by sitting down at it.
    #[must_use]
    pub fn role_of(&self, viewer: &Viewer) -> Role {
        let Some(office) = &viewer.office else { return self.role(viewer.account) };
        with_seat(self.role(viewer.account), self.floor.has_officer(office))
    }

    /// The number of the last event that the audience has been shown; none where it sees the game as it is played.
    #[must_use]
    pub fn shown(&self) -> Option<u64> {
        self.shown.as_ref().map(|shown| shown.load(Ordering::Acquire))
    }

    /// What conversations about the game have to know of it.
    #[must_use]
    pub const fn floor(&self) -> &Arc<Floor> {
        &self.floor
    }

    /// Whether the room is still here; if not, it is asked for anew.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.mailbox.is_closed()
    }

    /// Hands a command in, at once; its answer comes later. A full mailbox, or a room that ends
    /// meanwhile, is [`Answer::Busy`].
    pub fn order(&self, order: Order) -> impl Future<Output = Answer> + 'static {
        let plays = self.plays(order.command.account);
        self.hand_in(plays.then_some(move |reply| Input::Order(Box::new(order), reply)), Answer::NotAPlayer)
    }

    /// Hands a ruling in, as a command is. A player of the game does not rule on it.
    pub fn rule(&self, order: RulingOrder) -> impl Future<Output = Answer> + 'static {
        let plays = self.plays(order.command.account);
        let input = move |reply| Input::Rule(Box::new(order), reply);
        self.hand_in((!plays).then_some(input), Answer::NotAReferee)
    }

    /// Asks for the seat of the player whose socket this is.
    pub fn take_seat(&self, conn: ConnId) -> impl Future<Output = Answer> + 'static {
        self.hand_in(Some(move |reply| Input::TakeSeat(conn, reply)), Answer::NotWatching)
    }

    /// Has an officer sit down. A player of the game is none in it.
    pub fn seat_officer(&self, seat: OfficerSeat) -> impl Future<Output = Answer> + 'static {
        let plays = self.plays(seat.command.account);
        let input = move |reply| Input::SeatOfficer(Box::new(seat), reply);
        self.hand_in((!plays).then_some(input), Answer::NotAReferee)
    }

    /// Whether somebody plays here.
    #[must_use]
    pub fn plays(&self, account: AccountId) -> bool {
        super::state::seat(&self.players, account).is_some()
    }

    /// Puts an input into the mailbox, if there is one; otherwise it is answered at once.
    fn hand_in(
        &self,
        input: Option<impl FnOnce(oneshot::Sender<Answer>) -> Input>,
        otherwise: Answer,
    ) -> impl Future<Output = Answer> + 'static {
        let (reply, answer) = oneshot::channel();
        let refused = match input {
            Some(input) => self.mailbox.try_send(input(reply)).is_err().then_some(Answer::Busy),
            None => Some(otherwise),
        };
        async move {
            match refused {
                Some(answer) => answer,
                None => answer.await.unwrap_or(Answer::Busy),
            }
        }
    }

    /// Starts watching; `false` when the mailbox is full or closed.
    #[must_use]
    pub fn watch(&self, watch: WatchRequest) -> bool {
        // Some places are kept for the players' commands.
        self.mailbox.capacity() > MAILBOX / 4 && self.mailbox.try_send(Input::Watch(Box::new(watch))).is_ok()
    }

    /// Stops watching. Waits for a place in the mailbox, because a socket that is gone must be let go of.
    pub async fn unwatch(&self, conn: ConnId) {
        let _ = self.mailbox.send(Input::Unwatch(conn)).await;
    }

    /// Ends the actor after what it is doing.
    pub(super) async fn stop(&self) {
        let _ = self.mailbox.send(Input::Stop).await;
        self.mailbox.closed().await;
    }
}
