//! The way back from this server's rooms to sockets of others: one note for all that is ready, and in it the same
//! bytes once.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::sleep;
use uuid::Uuid;

use super::note::{Note, Part, What};
use crate::bus::{Bus, Topic};
use crate::ids::{GameId, NodeId};
use crate::room::{ConnId, Frame};

/// What waits to be told; ghosts wait for a place, and their outboxes have their own limits.
const WAITING: usize = 4_096;
/// Told at most in one note.
const TOGETHER: usize = 1_024;

/// So long is waited for what belongs together: a move's answer and its event, to both players.
const GATHER: Duration = Duration::from_millis(1);

/// A socket of another server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Far {
    pub(super) edge: NodeId,
    pub(super) conn: ConnId,
}

/// What a socket is told.
#[derive(Clone, Debug)]
pub(super) enum Word {
    Frame(Frame),
    Lagged(GameId),
}

/// The ghosts' end.
#[derive(Clone)]
pub(super) struct Batches {
    words: mpsc::Sender<(Far, Word)>,
}

impl Batches {
    pub(super) fn start(bus: Arc<dyn Bus>, node: NodeId) -> Self {
        let (words, waiting) = mpsc::channel(WAITING);
        tokio::spawn(tell(bus, node, waiting));
        Self { words }
    }

    /// The same at once, if there is a place.
    pub(super) fn try_tell(&self, far: Far, word: Word) {
        let _ = self.words.try_send((far, word));
    }

    /// Tells one socket something, after what it was told before.
    pub(super) async fn tell(&self, far: Far, word: Word) {
        let _ = self.words.send((far, word)).await;
    }
}

async fn tell(bus: Arc<dyn Bus>, node: NodeId, mut waiting: mpsc::Receiver<(Far, Word)>) {
    let mut some = Vec::with_capacity(TOGETHER);
    let mut number = 0;
    while waiting.recv_many(&mut some, TOGETHER).await > 0 {
        sleep(GATHER).await;
        while some.len() < TOGETHER
            && let Ok(word) = waiting.try_recv()
        {
            some.push(word);
        }
        number += 1;
        let batch = Note::Batch { from: node.0, number, parts: parts(&some) };
        // What does not go out leaves a gap in the numbers, by which the others see it.
        let _ = bus.send(Topic::From(node), batch.bytes());
        some.clear();
    }
}

/// The same frame for many becomes one part, as long as nobody hears it before something that came earlier.
fn parts(words: &[(Far, Word)]) -> Vec<Part> {
    let mut parts: Vec<(HashMap<Uuid, Vec<ConnId>>, What)> = Vec::new();
    let mut shared: HashMap<*const u8, usize> = HashMap::new();
    let mut latest: HashMap<Far, usize> = HashMap::new();
    for (far, word) in words {
        let (bytes, what): (Option<*const u8>, &dyn Fn() -> What) = match word {
            Word::Frame(frame) => (Some(frame.as_ptr()), &|| What::Frame(frame.to_string())),
            Word::Lagged(room) => (None, &|| What::Lagged(room.0)),
        };
        let before = latest.get(far).copied();
        let same = bytes.and_then(|bytes| shared.get(&bytes).copied());
        let place = match same.filter(|same| before.is_none_or(|before| before < *same)) {
            Some(same) => same,
            None => {
                parts.push((HashMap::new(), what()));
                let place = parts.len() - 1;
                if let Some(bytes) = bytes {
                    shared.insert(bytes, place);
                }
                place
            }
        };
        latest.insert(*far, place);
        parts[place].0.entry(far.edge.0).or_default().push(far.conn);
    }
    parts.into_iter().map(|(to, what)| Part { to: to.into_iter().collect(), what }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn far(edge: u128, conn: ConnId) -> Far {
        Far { edge: NodeId(Uuid::from_u128(edge)), conn }
    }

    /// What each socket hears, in its order.
    fn heard(parts: &[Part], of: Far) -> Vec<What> {
        let is_told =
            |part: &&Part| part.to.iter().any(|(edge, conns)| *edge == of.edge.0 && conns.contains(&of.conn));
        parts.iter().filter(is_told).map(|part| part.what.clone()).collect()
    }

    fn frame(text: &str) -> What {
        What::Frame(text.to_owned())
    }

    #[test]
    fn the_same_bytes_stand_once_however_many_hear_them() {
        let event = Frame::from("event".to_owned());
        let words: Vec<_> = (0..100).map(|n| (far(n % 3, n as ConnId), Word::Frame(event.clone()))).collect();
        let parts = parts(&words);
        assert_eq!(parts.len(), 1);
        assert_eq!(parts[0].to.iter().map(|(_, conns)| conns.len()).sum::<usize>(), 100);
    }

    #[test]
    fn everybody_hears_in_order_what_is_theirs() {
        let [a, b] = ["a", "b"].map(|text| Frame::from(text.to_owned()));
        let (one, two) = (far(1, 1), far(2, 1));
        let room = GameId(Uuid::from_u128(7));
        let words = [
            (one, Word::Frame(b.clone())),
            (two, Word::Frame(a.clone())),
            (two, Word::Frame(b.clone())),
            (one, Word::Frame(a.clone())),
            (one, Word::Lagged(room)),
            (two, Word::Frame(b.clone())),
        ];
        let parts = parts(&words);
        assert_eq!(heard(&parts, one), [frame("b"), frame("a"), What::Lagged(room.0)]);
        assert_eq!(heard(&parts, two), [frame("a"), frame("b"), frame("b")]);
    }
}
