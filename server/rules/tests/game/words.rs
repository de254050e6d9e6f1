//! The words of the tables that stand for one thing each.

use rules::{Color, Request, TimeLeft, Verdict};

pub(crate) fn side(word: &str) -> Color {
    match word {
        "B" => Color::Black,
        "W" => Color::White,
        other => panic!("no side: {other}"),
    }
}

/// The number after a key.
pub(crate) fn number(words: &[&str], key: &str) -> Option<u64> {
    words.iter().find_map(|word| word.strip_prefix(key)).map(|number| number.parse().unwrap())
}

pub(crate) fn request(word: &str) -> Request {
    match word {
        "undo" => Request::Undo,
        "draw" => Request::Draw,
        "pause" => Request::Pause,
        "adjourn" => Request::Adjourn,
        "continue" => Request::Continue,
        "time" => Request::Time,
        other => panic!("no request: {other}"),
    }
}

pub(crate) fn verdict(word: &str) -> Verdict {
    match word {
        "Black" => Verdict::Black,
        "White" => Verdict::White,
        "Draw" => Verdict::Draw,
        "BothLose" => Verdict::BothLose,
        "NoResult" => Verdict::NoResult,
        "Replay" => Verdict::Replay,
        other => panic!("no verdict: {other}"),
    }
}

/// A clock as the tables show it: `main/periods`, or `main/stint:moves`.
pub(crate) fn left(word: &str) -> TimeLeft {
    let (main, rest) = word.split_once('/').unwrap();
    let main_ms = main.parse().unwrap();
    match rest.split_once(':') {
        Some((stint, moves)) => {
            TimeLeft { main_ms, periods: 0, stint_ms: stint.parse().unwrap(), moves: moves.parse().unwrap() }
        }
        None => TimeLeft { main_ms, periods: rest.parse().unwrap(), stint_ms: 0, moves: 0 },
    }
}
