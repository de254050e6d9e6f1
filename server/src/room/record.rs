//! The final record of a game: its result, its SGF, and how somebody left it.

use rules::sgf::{GameInfo, from_game};
use rules::{ByColor, Color, Game, GameEvent, Outcome, RoomMs};
use time::OffsetDateTime;

use super::actor::Actor;
use crate::store::{Finish, Noted, Players};

impl Actor {
    /// The record of a game that these events end.
    pub(super) fn finish(&self, at: RoomMs, events: &[GameEvent]) -> Option<Finish> {
        let Some(GameEvent::Ended { outcome, .. }) = events.last() else { return None };
        let game = self.state.after(at, events);
        let ended_ms = self.parts.time.wall_ms();
        let sgf = sgf(&game, &self.state.players, ended_ms);
        Some(Finish { outcome: *outcome, sgf, ended_ms, noted: self.noted(at, outcome) })
    }

    /// How somebody left the game that ends now. Nobody has to sit through one that rests between moves.
    fn noted(&self, at: RoomMs, outcome: &Outcome) -> Option<Noted> {
        let game = &self.state.game;
        if game.rests(at) {
            return None;
        }
        let noted = rules::noted(outcome, game.running(), &self.subscribers.away_since(), at)?;
        let (account, _) = match noted.color {
            Color::Black => &self.state.players.black,
            Color::White => &self.state.players.white,
        };
        Some(Noted { account: *account, conduct: noted.conduct, ply: game.ply(), lasted_ms: noted.lasted_ms })
    }
}

/// SGF of the whole game, dated by Universal Time.
fn sgf(game: &Game, players: &Players, ended_ms: i64) -> String {
    let names = ByColor { black: players.black.1.clone(), white: players.white.1.clone() };
    let date = OffsetDateTime::from_unix_timestamp(ended_ms / 1000).map(day).unwrap_or_default();
    from_game(game, &GameInfo { names, date, place: "Tianyuan".to_owned(), ..GameInfo::default() })
}

/// The day as SGF writes it, `2026-05-01`.
fn day(moment: OffsetDateTime) -> String {
    format!("{:04}-{:02}-{:02}", moment.year(), u8::from(moment.month()), moment.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_sgf_writes_it() {
        assert_eq!(day(OffsetDateTime::UNIX_EPOCH), "1970-01-01");
    }
}
