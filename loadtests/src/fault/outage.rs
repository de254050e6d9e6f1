//! What an outage may cost, and how long it was for the games that it took.

use std::time::Duration;

use protocol::http::{TimeEntry, Timed};
use tokio::time::Instant;

use super::Fault;
use super::game::{Entry, Game};

/// A node that holds a lease of three seconds and one more: by then its games have gone on elsewhere.
const GOAL: Duration = Duration::from_secs(4);
/// A node gives a sign of life every second; what lies between the last one and its end may be charged or not.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// Both sides count in whole milliseconds.
const ROUNDING: Duration = Duration::from_millis(5);

/// From a moment on, some games were served by nobody until somebody took them over.
#[derive(Debug)]
pub(crate) struct Outage {
    pub(crate) from: Instant,
    /// The numbers of those games.
    pub(crate) games: Vec<usize>,
    /// Whether it is said how long it took.
    pub(crate) goal: bool,
}

impl Outage {
    /// The first move of a game that was sent, or sent again, after its beginning.
    fn first_after<'a>(&self, game: &'a Game) -> Option<&'a Entry> {
        game.log.iter().find(|entry| entry.point().is_some() && entry.last >= self.from)
    }
}

/// How long each move took from when it was sent first; for the games that an outage took from its beginning to the first
/// move after it.
pub(crate) fn report(games: &[Game], outages: &[Outage]) -> Vec<String> {
    let waits = |near: bool| {
        let games = games.iter().filter(move |game| game.near == near);
        games.flat_map(|game| &game.log).map(|entry| entry.came - entry.first).max().unwrap_or_default()
    };
    let mut lines = vec![format!(
        "longest wait for a move: {} ms with both players at the game's first node, {} ms else",
        waits(true).as_millis(),
        waits(false).as_millis()
    )];
    for outage in outages.iter().filter(|outage| outage.goal) {
        let of = |number: &usize| outage.first_after(&games[*number]).map(|entry| entry.came - outage.from);
        let mut took: Vec<Duration> = outage.games.iter().filter_map(of).collect();
        took.sort();
        let Some(most) = took.last().copied() else { continue };
        let at = |percent: usize| took[(took.len() - 1) * percent / 100].as_millis();
        let held = if most <= GOAL { "held" } else { "missed" };
        lines.push(format!(
            "taken over, {} games: p50 {} ms, p90 {} ms, most {} ms (goal {} ms: {held})",
            took.len(),
            at(50),
            at(90),
            most.as_millis(),
            GOAL.as_millis()
        ));
    }
    lines
}

/// No turn costs more than its player had it, and none that an outage cut short more than was before it, and a heartbeat.
pub(crate) fn check_clocks(
    number: usize,
    game: &Game,
    sheet: &[TimeEntry],
    outages: &[Outage],
) -> Result<(), Fault> {
    let spent = sheet.iter().filter_map(|entry| match entry.entry {
        Timed::Moved { spent_ms, .. } => Some(Duration::from_millis(spent_ms)),
        _ => None,
    });
    let moves: Vec<&Entry> = game.log.iter().filter(|entry| entry.point().is_some()).collect();
    let spent: Vec<Duration> = spent.collect();
    if spent.len() != moves.len() {
        let why = format!("its time sheet has {} moves of {}", spent.len(), moves.len());
        return Err(Fault::Broken(format!("game {}: {why}", game.room)));
    }
    let mut begins = game.began;
    for (at, (entry, spent)) in moves.iter().zip(spent).enumerate() {
        let mut most = entry.came - begins + ROUNDING;
        for outage in outages.iter().filter(|outage| outage.games.contains(&number)) {
            if outage.first_after(game).is_some_and(|first| first.seq == entry.seq) {
                most = most.min(outage.from.saturating_duration_since(begins) + HEARTBEAT + ROUNDING);
            }
        }
        if spent > most {
            let why = format!("move {} was charged {spent:?}, and may cost {most:?}", at + 1);
            return Err(Fault::Broken(format!("game {}: {why}", game.room)));
        }
        // The turn of the other side begins when this command arrives, which may have been when it was sent first.
        begins = entry.first;
    }
    Ok(())
}
