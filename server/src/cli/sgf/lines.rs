//! The JSON lines that `tianyuan sgf check` writes: their names are read by people's scripts.
//!
//! Deliberately absent: how what they say is found.

use std::path::Path;

use rules::sgf::{Check, GameTree, How, Overtime, Player, RecordedResult, RecordedWinner};
use rules::{ByColor, Color, Illegal};
use serde::Serialize;

/// One game that was read.
#[derive(Debug, Serialize)]
pub(super) struct Found<'a> {
    file: &'a Path,
    game: usize,
    format: Option<String>,
    pub(super) charset: &'static str,
    pub(super) repairs: Vec<&'static str>,
    size: [u8; 2],
    players: ByColor<Person<'a>>,
    event: Option<&'a str>,
    round: Option<&'a str>,
    date: Option<&'a str>,
    place: Option<&'a str>,
    game_name: Option<&'a str>,
    rules: Option<&'a str>,
    preset: Option<&'static str>,
    komi_quarters: Option<i16>,
    handicap: u8,
    main_ms: Option<u64>,
    overtime: Option<String>,
    overtime_read: Option<Time>,
    result: Option<&'a str>,
    result_read: Option<Outcome>,
    moves: u32,
    passes: u32,
    pub(super) first_illegal: Option<FirstIllegal>,
    illegal: Vec<u32>,
    out_of_turn: &'a [u32],
    captures: ByColor<u32>,
    dead: Vec<String>,
    area: Option<Area>,
    variations: usize,
    cut_off: bool,
}

/// A player as the record names them.
#[derive(Debug, Serialize)]
struct Person<'a> {
    name: Option<&'a str>,
    rank: Option<&'a str>,
    team: Option<&'a str>,
}

/// Overtime that was understood.
#[derive(Debug, Serialize)]
#[serde(tag = "system", rename_all = "snake_case")]
enum Time {
    Byoyomi { periods: u32, period_ms: u64 },
    Canadian { stones: u32, period_ms: u64 },
    Fischer { increment_ms: u64 },
    Simple { move_ms: u64 },
}

/// A result as it was understood.
#[derive(Debug, Serialize)]
struct Outcome {
    winner: Option<&'static str>,
    how: &'static str,
    margin_quarters: Option<i64>,
}

/// A play that the rules forbid.
#[derive(Debug, Serialize)]
pub(super) struct FirstIllegal {
    ply: u32,
    color: &'static str,
    point: String,
    pub(super) why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Area {
    black: u16,
    white: u16,
    shared: u16,
}

/// A file or a game that was not read.
#[derive(Debug, Serialize)]
pub(super) struct Unread<'a> {
    pub(super) file: &'a Path,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<usize>,
    pub(super) error: String,
}

impl<'a> Found<'a> {
    /// The line of a game. `repairs` are those of the file; those of the game's meaning are added.
    pub(super) fn new(
        file: &'a Path,
        game: usize,
        charset: &'static str,
        mut repairs: Vec<&'static str>,
        tree: &GameTree,
        check: &'a Check,
    ) -> Self {
        let record = &check.record;
        if record.handicap_as_moves {
            repairs.push("handicap_as_moves");
        }
        if !check.lifted.is_empty() {
            repairs.push("lifted_stones");
        }
        Self {
            file,
            game,
            format: tree.root().line("FF"),
            charset,
            repairs,
            size: [record.size.cols(), record.size.rows()],
            players: ByColor::from_fn(|color| person(record.players.get(color))),
            event: record.event.as_deref(),
            round: record.round.as_deref(),
            date: record.date.as_deref(),
            place: record.place.as_deref(),
            game_name: record.game_name.as_deref(),
            rules: record.rules.as_deref(),
            preset: record.preset().map(rules::Preset::name),
            komi_quarters: record.komi_quarters,
            handicap: record.handicap,
            main_ms: record.main_ms,
            overtime: tree.root().line("OT"),
            overtime_read: record.overtime.map(time),
            result: record.result.as_ref().map(|result| result.raw.as_str()),
            result_read: record.result.as_ref().map(outcome),
            moves: check.moves,
            passes: check.passes,
            first_illegal: first_illegal(check),
            illegal: check.illegal.iter().map(|illegal| illegal.ply).collect(),
            out_of_turn: &check.out_of_turn,
            captures: check.captures,
            dead: check.dead.iter().map(|point| point.to_sgf(record.size)).collect(),
            area: check.area.map(|area| Area { black: area.black, white: area.white, shared: area.shared }),
            variations: tree.node_count() - tree.main_line().count(),
            cut_off: tree.is_truncated(),
        }
    }
}

fn person(player: &Player) -> Person<'_> {
    Person { name: player.name.as_deref(), rank: player.rank.as_deref(), team: player.team.as_deref() }
}

const fn time(overtime: Overtime) -> Time {
    match overtime {
        Overtime::Byoyomi { periods, period_ms } => Time::Byoyomi { periods, period_ms },
        Overtime::Canadian { stones, period_ms } => Time::Canadian { stones, period_ms },
        Overtime::Fischer { increment_ms } => Time::Fischer { increment_ms },
        Overtime::Simple { move_ms } => Time::Simple { move_ms },
    }
}

fn outcome(result: &RecordedResult) -> Outcome {
    let winner = result.winner.map(|winner| match winner {
        RecordedWinner::Black => "black",
        RecordedWinner::White => "white",
        RecordedWinner::Draw => "draw",
        RecordedWinner::Nobody => "nobody",
    });
    let how = match result.how {
        How::Count => "count",
        How::Resignation => "resignation",
        How::Time => "time",
        How::Forfeit => "forfeit",
        How::Draw => "draw",
        How::Void => "void",
        How::BothLose => "both lose",
        How::Replay => "replay",
        How::Adjudication => "adjudication",
        How::Disconnection => "disconnection",
        How::Other => "other",
    };
    Outcome { winner, how, margin_quarters: result.margin.and_then(rules::sgf::Margin::quarters) }
}

fn first_illegal(check: &Check) -> Option<FirstIllegal> {
    let first = check.first_illegal()?;
    let (why, repeats) = match first.why {
        Illegal::Occupied => ("occupied", None),
        Illegal::Suicide => ("suicide", None),
        Illegal::Ko { repeats } => ("ko", Some(repeats)),
    };
    let color = match first.color {
        Color::Black => "black",
        Color::White => "white",
    };
    Some(FirstIllegal { ply: first.ply, color, point: first.point.to_sgf(check.record.size), why, repeats })
}
