//! What a client hears of the conversations: each line once and in the order of its number, from where it began to listen.

use std::collections::HashMap;

use protocol::{Line, TalkStream};
use tianyuan::ids::GameId;
use tianyuan::talk::Ear;

/// A line as it was told.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) room: GameId,
    pub(crate) stream: TalkStream,
    pub(crate) line: Line,
}

/// One client's ears, and what came to them.
#[derive(Default)]
pub(crate) struct Hearing {
    ears: HashMap<GameId, Ear>,
    /// The last number of each conversation since this socket began to listen.
    last: HashMap<(GameId, TalkStream), u64>,
    /// What has not been looked at.
    pub(crate) new: Vec<Heard>,
}

impl Hearing {
    /// It begins to listen to a game, as a socket does that watches it again.
    pub(crate) fn begin(&mut self, room: GameId, listen: impl FnOnce() -> Ear) {
        self.end(room);
        self.ears.insert(room, listen());
    }

    /// A game is let go of.
    pub(crate) fn end(&mut self, room: GameId) {
        self.ears.remove(&room);
        self.last.retain(|(known, _), _| *known != room);
    }

    /// The socket has ended.
    pub(crate) fn end_all(&mut self) {
        self.ears.clear();
        self.last.clear();
    }

    pub(crate) fn ear(&self, room: GameId) -> Option<&Ear> {
        self.ears.get(&room)
    }

    /// The last number that it knows of a conversation.
    pub(crate) fn last(&self, room: GameId, stream: TalkStream) -> u64 {
        self.last.get(&(room, stream)).copied().unwrap_or(0)
    }

    /// One line is told.
    pub(crate) fn said(&mut self, room: GameId, stream: TalkStream, line: Line) {
        let last = self.last.insert((room, stream), line.number);
        assert!(
            last.is_none_or(|last| line.number == last + 1),
            "no gap and no repetition: {line:?} after {last:?} in {room}"
        );
        self.new.push(Heard { room, stream, line });
    }

    /// The last lines are told, to one that has begun to listen or may hear them only now.
    pub(crate) fn page(&mut self, room: GameId, stream: TalkStream, lines: Vec<Line>) {
        let known = self.last(room, stream);
        for pair in lines.windows(2) {
            assert_eq!(pair[1].number, pair[0].number + 1, "a page has no gap: {room}");
        }
        let last = lines.last().expect("a page has lines").number;
        assert!(last >= known, "a page goes back from {known} to {last} in {room}");
        self.last.insert((room, stream), last);
        self.new.extend(lines.into_iter().map(|line| Heard { room, stream, line }));
    }
}
