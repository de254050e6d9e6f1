//! A client: what it has seen of each room, from nothing but frames.

use std::collections::{BTreeMap, HashMap};

use futures_util::FutureExt;
use protocol::{Color, Event, RoomEvent, ServerMessage, Snapshot, Standing};
use rand::RngExt;
use rand::rngs::StdRng;
use rules::{Action, Point, Ruling, Size};
use tianyuan::ids::{AccountId, GameId, NodeId};
use tianyuan::room::{Frame, Outbox, OutboxReader, Outgoing};
use tianyuan::store::Command;

use crate::coverage::Coverage;
use crate::hearing::Hearing;
use crate::presence::Presence;

/// A room as a client shows it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) seq: u64,
    pub(crate) size: Size,
    pub(crate) rows: Vec<Vec<u8>>,
    pub(crate) ply: u32,
    pub(crate) to_move: Option<Color>,
    pub(crate) revision: Option<u32>,
    pub(crate) over: bool,
    /// Where the last stone took a single one: perhaps a ko.
    pub(crate) ko: Option<Point>,
    /// The second that was just read, if nothing has happened since.
    pub(crate) read: Option<u16>,
    /// What was last told of everything else.
    pub(crate) standing: Standing,
}

/// What a command asks for.
#[derive(Clone, Debug)]
pub(crate) enum What {
    Act(Action),
    Rule(Ruling),
}

/// A command that was sent, and what came back.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) room: GameId,
    pub(crate) command: Command,
    pub(crate) what: What,
    /// The node and its running time when it was first sent.
    pub(crate) first: Option<(NodeId, u64)>,
    pub(crate) done: Option<u64>,
    /// How many sendings of it wait for their answer, and whether there was ever more than one at a time: their
    /// answers are read together, and the first may be a refusal and the second not.
    pub(crate) waits: u32,
    pub(crate) overlaps: bool,
}

impl Sent {
    pub(crate) const fn new(room: GameId, command: Command, what: What) -> Self {
        Self { room, command, what, first: None, done: None, waits: 0, overlaps: false }
    }
}

/// Somebody, on one socket at a time.
pub(crate) struct Client {
    pub(crate) account: AccountId,
    pub(crate) frames: Option<OutboxReader>,
    /// The other end of their socket.
    pub(crate) outbox: Option<Outbox>,
    pub(crate) rooms: HashMap<GameId, Seen>,
    pub(crate) sent: Vec<Sent>,
    pub(crate) presence: Presence,
    pub(crate) hearing: Hearing,
    /// Up to which event it has been shown a room, as often as it was and has not been looked at.
    pub(crate) shown: Vec<(GameId, u64)>,
}

/// Every event that anybody has got: all must have got the same.
#[derive(Debug, Default)]
pub(crate) struct Told {
    events: BTreeMap<(GameId, u64), RoomEvent>,
    /// What its bytes say, read once: they are shared by all who watch.
    frames: HashMap<Frame, ServerMessage>,
}

impl Told {
    fn read(&mut self, frame: &Frame) -> ServerMessage {
        if let Some(known) = self.frames.get(frame) {
            return known.clone();
        }
        let message: ServerMessage = serde_json::from_str(frame).unwrap();
        if matches!(message, ServerMessage::Event { .. } | ServerMessage::Said { .. }) {
            self.frames.insert(frame.clone(), message.clone());
        }
        message
    }
}

impl Client {
    pub(crate) fn new(account: AccountId) -> Self {
        let (rooms, presence, hearing) = (HashMap::new(), Presence::new(), Hearing::default());
        let (sent, shown) = (Vec::new(), Vec::new());
        Self { account, frames: None, outbox: None, rooms, sent, presence, hearing, shown }
    }

    /// Reads what has come; whether rooms must be asked for again.
    pub(crate) fn read(&mut self, told: &mut Told, coverage: &mut Coverage) -> bool {
        let mut lagged = false;
        while let Some(Some(out)) = self.frames.as_mut().and_then(|frames| frames.next().now_or_never()) {
            match out {
                Outgoing::Lagged(room) => {
                    self.presence.lost(room);
                    self.hearing.end(room);
                    coverage.count("watch lagged");
                    lagged = true;
                }
                Outgoing::Frame(frame) => match told.read(&frame) {
                    ServerMessage::Snapshot { room, game, .. } => {
                        coverage.count("watch snapshot");
                        self.shown.push((GameId(room), game.seq));
                        self.rooms.insert(GameId(room), Seen::of(&game));
                        self.presence.came(GameId(room));
                    }
                    ServerMessage::Resumed { room, events, .. } => {
                        coverage.count("watch resumed");
                        events.into_iter().for_each(|event| self.take(GameId(room), event, told));
                        self.presence.came(GameId(room));
                    }
                    ServerMessage::Event { room, event } => self.take(GameId(room), event, told),
                    ServerMessage::Said { room, stream, line } => {
                        self.hearing.said(GameId(room), stream, line);
                    }
                    ServerMessage::Talk { room, stream, lines } => {
                        self.hearing.page(GameId(room), stream, lines);
                    }
                    ServerMessage::Presence { .. } | ServerMessage::Seat { .. } => {}
                    other => panic!("a room sends {other:?}"),
                },
            }
        }
        self.presence.has_read();
        lagged
    }

    fn take(&mut self, room: GameId, event: RoomEvent, told: &mut Told) {
        let seen = self.rooms.get_mut(&room).expect("events come after the answer to watch");
        assert_eq!(event.seq, seen.seq + 1, "no gap and no repetition in {room}");
        let known = told.events.entry((room, event.seq)).or_insert_with(|| event.clone());
        assert_eq!(*known, event, "everybody is told the same");
        seen.apply(&event);
        self.shown.push((room, event.seq));
    }
}

impl Seen {
    fn of(game: &Snapshot) -> Self {
        Self {
            seq: game.seq,
            size: Size::square(game.settings.size).unwrap(),
            rows: game.rows.iter().map(|row| row.clone().into_bytes()).collect(),
            ply: game.ply,
            to_move: game.to_move,
            revision: game.agreement.as_ref().map(|agreement| agreement.revision),
            over: game.result.is_some(),
            ko: None,
            read: None,
            standing: game.standing.clone(),
        }
    }

    fn set(&mut self, point: &str, stone: u8) {
        let [x, y] = point.as_bytes() else { panic!("{point}") };
        self.rows[usize::from(y - b'a')][usize::from(x - b'a')] = stone;
    }

    fn apply(&mut self, event: &RoomEvent) {
        (self.seq, self.read) = (event.seq, None);
        if let Some(standing) = standing(&event.event) {
            (self.ply, self.to_move, self.standing) = (standing.ply, standing.to_move, standing.clone());
        }
        match &event.event {
            Event::Undone { rows, .. } => {
                self.rows = rows.iter().map(|row| row.clone().into_bytes()).collect();
                self.revision = None;
            }
            Event::Played { color, point, captures, ply, .. } => {
                self.set(point, if *color == Color::Black { b'X' } else { b'O' });
                captures.iter().for_each(|point| self.set(point, b'.'));
                let single = captures.first().filter(|_| captures.len() == 1);
                self.ko = single.and_then(|point| Point::from_sgf(self.size, point).ok());
                self.ply = *ply;
                self.to_move = Some(other(*color));
            }
            Event::Passed { color, ply, .. } => {
                self.ply = *ply;
                self.to_move = Some(other(*color));
            }
            Event::Read { second, .. } => self.read = Some(*second),
            Event::Lapsed { .. } => self.to_move = None,
            Event::AgreementOpened { agreement, .. } => {
                self.revision = Some(agreement.revision);
                self.to_move = None;
            }
            Event::Marked { agreement, .. } => self.revision = Some(agreement.revision),
            Event::PlayResumed { to_move, .. } => {
                self.revision = None;
                self.to_move = Some(*to_move);
            }
            Event::Ended { .. } => {
                (self.over, self.to_move, self.revision) = (true, None, None);
            }
            _ => {}
        }
    }

    /// Something that a player might ask for here: sensible mostly, nonsense often enough.
    pub(crate) fn idea(&self, random: &mut StdRng) -> Action {
        let points = usize::from(self.size.points());
        let point = Point::from_index(self.size, random.random_range(0..points)).unwrap();
        let (x, y) = self.size.xy(point);
        let empty = self.rows[usize::from(y)][usize::from(x)] == b'.';
        let revision = self.revision.unwrap_or(random.random_range(0..3));
        let stale = self.ply.wrapping_sub(1);
        match (self.revision, random.random_range(0..100)) {
            (_, 0) => Action::Resign,
            (None, 30..60) if self.ko.is_some() => {
                Action::Play { ply: self.ply, point: self.ko.unwrap_or(point) }
            }
            (Some(_), 1..40) => Action::Accept { revision },
            (Some(_), 40..80) => Action::Mark { revision, point, dead: random.random() },
            (Some(_), 80..88) => Action::Resume { revision },
            (Some(_), 88..94) => Action::Accept { revision: revision.wrapping_sub(1) },
            // Nobody is to move, and nothing is to be agreed: a last period may count as a pass.
            (None, 1..60) if self.to_move.is_none() && !self.over => Action::ClaimPass { ply: self.ply },
            (None, 1..12) => Action::Pass { ply: self.ply },
            (None, 12..16) => Action::Play { ply: stale, point },
            (None, 16..18) => Action::Accept { revision },
            (None, 18..30) => Action::Play { ply: self.ply, point },
            (None, _) if !empty => Action::Pass { ply: self.ply },
            _ => Action::Play { ply: self.ply, point },
        }
    }
}

/// What an event tells of where the game stands.
const fn standing(event: &Event) -> Option<&Standing> {
    match event {
        Event::Started { standing, .. }
        | Event::Arrived { standing, .. }
        | Event::Missed { standing, .. }
        | Event::Requested { standing, .. }
        | Event::RequestClosed { standing, .. }
        | Event::RefereeCalled { standing }
        | Event::CallClosed { standing, .. }
        | Event::Paused { standing, .. }
        | Event::Continued { standing, .. }
        | Event::Adjourning { standing }
        | Event::Sealed { standing, .. }
        | Event::SealLost { standing, .. }
        | Event::TurnLost { standing, .. }
        | Event::Undone { standing, .. }
        | Event::Warned { standing, .. }
        | Event::WarningWithdrawn { standing, .. } => Some(standing),
        _ => None,
    }
}

const fn other(color: Color) -> Color {
    match color {
        Color::Black => Color::White,
        Color::White => Color::Black,
    }
}
