//! The final record of a game as SGF.

use rules::sgf::{GameInfo, from_game};
use rules::{ByColor, Game};
use time::OffsetDateTime;

use crate::store::Players;

/// SGF of the whole game, dated by Universal Time.
pub(super) fn sgf(game: &Game, players: &Players, ended_ms: i64) -> String {
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
