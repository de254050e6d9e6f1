//! Many games at once, in an open loop.

use std::time::Duration;

use futures_util::future::try_join_all;
use hdrhistogram::Histogram;
use protocol::http::NewChallenge;
use protocol::{ClientMessage, ClockSettings, ColorChoice, Event, Placement, ServerMessage};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use uuid::Uuid;

use crate::{Api, ApiError, Reply, Socket, SocketError};

/// What to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server, `http://host:port`.
    pub base: String,
    /// Games at once.
    pub rooms: u32,
    /// Spectators of each.
    pub watchers: u32,
    /// The time between two moves of one game.
    pub every: Duration,
    /// Moves of each game.
    pub moves: u32,
}

/// What came of it; times in microseconds.
#[derive(Debug)]
pub struct Figures {
    /// Moves that the server took.
    pub acknowledged: u64,
    /// Moves that it refused.
    pub refused: u64,
    /// From the intended moment of a move to its acknowledgement.
    pub latency: Histogram<u64>,
    /// From the intended moment of a move to each spectator's receipt.
    pub delivery: Histogram<u64>,
    /// From the intended moment of a move to its being sent.
    pub lateness: Histogram<u64>,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// An HTTP call failed.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// A socket failed.
    #[error(transparent)]
    Socket(#[from] SocketError),
}

/// What takes longer than ten minutes is counted as ten minutes.
const LONGEST_MICROS: u64 = 600_000_000;

enum Sample {
    Sent { late: Duration },
    Answered { took: Duration, reply: Reply },
    Delivered { took: Duration },
}

struct Room {
    id: Uuid,
    players: [Socket; 2],
    watchers: Vec<Socket>,
}

/// Plays the plan.
///
/// # Errors
/// [`LoadError`] when the server cannot be used; refused moves are figures, not errors.
pub async fn play(plan: &Plan) -> Result<Figures, LoadError> {
    let mut rooms = Vec::new();
    for n in 0..plan.rooms {
        rooms.push(open(plan).await?);
        eprint!("\r{} of {} games open", n + 1, plan.rooms);
    }
    eprintln!();
    let (samples, mut results) = mpsc::unbounded_channel();
    let start = Instant::now() + Duration::from_millis(200);
    let games: Vec<_> = (0..plan.rooms)
        .zip(rooms)
        .map(|(n, room)| {
            // Spread over one interval, so that the rooms do not move all at once.
            let first = start + plan.every * n / plan.rooms;
            tokio::spawn(game(plan.clone(), room, first, samples.clone()))
        })
        .collect();
    drop(samples);
    let mut figures = Figures::none();
    while let Some(sample) = results.recv().await {
        figures.take(sample);
    }
    for game in games {
        game.await.expect("a game does not panic")?;
    }
    Ok(figures)
}

fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST_MICROS, 3).expect("sound bounds")
}

impl Figures {
    fn none() -> Self {
        let [latency, delivery, lateness] = [(); 3].map(|()| histogram());
        Self { acknowledged: 0, refused: 0, latency, delivery, lateness }
    }

    fn take(&mut self, sample: Sample) {
        match sample {
            Sample::Sent { late } => self.lateness.saturating_record(micros(late)),
            Sample::Delivered { took } => self.delivery.saturating_record(micros(took)),
            Sample::Answered { took, reply } => {
                self.latency.saturating_record(micros(took));
                match reply {
                    Reply::Ack(_) => self.acknowledged += 1,
                    Reply::Refused(_) => self.refused += 1,
                }
            }
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

async fn open(plan: &Plan) -> Result<Room, LoadError> {
    let api = Api::new(plan.base.as_str());
    let mut people = Vec::new();
    for _ in 0..2 {
        // Sixteen hexadecimal digits of a fresh UUID: a name that nobody has.
        let name = format!("load{}", &Uuid::new_v4().simple().to_string()[..16]);
        let session = api.register(&name, "a long enough password").await?;
        people.push(api.with_token(&session.access_token));
    }
    let offer = NewChallenge {
        id: Uuid::now_v7(),
        size: 19,
        rules: None,
        changes: None,
        komi_quarters: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSettings::Absolute { main_ms: 3_600_000 },
        white_clock: None,
        color: ColorChoice::Black,
        pauses: None,
        appointment: None,
        delay: None,
        private: false,
    };
    people[0].challenge(&offer).await?;
    let id = people[1].accept(offer.id, None).await?.game;
    let mut players = [
        Socket::open(&plan.base, people[0].token()).await?,
        Socket::open(&plan.base, people[1].token()).await?,
    ];
    for player in &mut players {
        player.watch(id, None).await?;
    }
    let mut watchers = Vec::new();
    for _ in 0..plan.watchers {
        let mut watcher = Socket::open(&plan.base, None).await?;
        watcher.watch(id, None).await?;
        watchers.push(watcher);
    }
    Ok(Room { id, players, watchers })
}

async fn game(
    plan: Plan,
    room: Room,
    first: Instant,
    samples: mpsc::UnboundedSender<Sample>,
) -> Result<(), LoadError> {
    let Room { id, mut players, watchers } = room;
    let watching: Vec<_> = watchers
        .into_iter()
        .map(|watcher| tokio::spawn(watch(plan.clone(), watcher, first, samples.clone())))
        .collect();
    for ply in 0..plan.moves {
        let intended = first + plan.every * ply;
        sleep_until(intended).await;
        let late = intended.elapsed();
        samples.send(Sample::Sent { late }).ok();
        let command = ClientMessage::Play { id: Uuid::now_v7(), room: id, ply, point: point(ply) };
        let mover = &mut players[usize::from(ply % 2 == 1)];
        let reply = mover.ask(&command).await?;
        samples.send(Sample::Answered { took: intended.elapsed(), reply }).ok();
    }
    for seen in try_join_all(watching).await.expect("a watcher does not panic") {
        seen?;
    }
    Ok(())
}

/// Receives every move of the plan.
async fn watch(
    plan: Plan,
    mut watcher: Socket,
    first: Instant,
    samples: mpsc::UnboundedSender<Sample>,
) -> Result<(), SocketError> {
    for ply in 0..plan.moves {
        let intended = first + plan.every * ply;
        loop {
            if let ServerMessage::Event { event, .. } = watcher.next().await?
                && matches!(event.event, Event::Played { .. })
            {
                break;
            }
        }
        samples.send(Sample::Delivered { took: intended.elapsed() }).ok();
    }
    Ok(())
}

/// Points on every other line, of which there are 190: no line touches another, and nothing is ever captured.
pub(crate) fn point(ply: u32) -> String {
    let letter = |n: u32| char::from(b'a' + u8::try_from(n).expect("less than a board's side"));
    format!("{}{}", letter(ply % 19), letter(ply / 19 * 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_all_different() {
        let mut points: Vec<String> = (0..190).map(point).collect();
        assert!(points.iter().all(|point| point.bytes().all(|letter| (b'a'..=b's').contains(&letter))));
        points.sort();
        points.dedup();
        assert_eq!(points.len(), 190);
    }

    #[test]
    fn a_late_answer_counts_from_the_intended_moment() {
        let mut figures = Figures::none();
        for took in [1, 1000] {
            figures.take(Sample::Answered { took: Duration::from_millis(took), reply: Reply::Ack(None) });
        }
        assert_eq!(figures.acknowledged, 2);
        assert!(figures.latency.max() >= 999_000);
    }
}
