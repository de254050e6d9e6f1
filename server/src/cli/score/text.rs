//! The count in words and in JSON: its parts in 子 and in 目, which add up to the margin.
//!
//! Deliberately absent: arithmetic; every figure is the count's own.

use std::io::{self, Write};
use std::path::Path;

use rules::{ByColor, Color, Count, Owner, TerritoryParts, mu_text, zi_text};
use serde::Serialize;

use super::{Counted, DeadBy, Score};

/// The object of `--json`.
#[derive(Debug, Serialize)]
pub(super) struct Scored<'a> {
    file: &'a Path,
    game: u32,
    rules: &'static str,
    #[serde(rename = "move")]
    at: u32,
    moves: u32,
    size: [u8; 2],
    handicap: u8,
    /// Rows from the top: `X`, `O`, `.`.
    board: Vec<String>,
    /// Rows from the top: `B`, `W`, `.`.
    owners: Vec<String>,
    dead: Vec<String>,
    dead_by: DeadBy,
    captures: ByColor<u32>,
    illegal: Vec<u32>,
    count: Count,
    margin_zi: String,
    margin_mu: String,
    result: String,
    result_chinese: String,
    recorded: Option<&'a str>,
}

/// What was counted, for programs.
pub(super) fn json<'a>(score: &'a Score, counted: &'a Counted) -> Scored<'a> {
    let Counted { check, .. } = counted;
    let size = check.board.size();
    let owners: Vec<_> = counted
        .owners
        .iter()
        .map(|owner| match owner {
            Owner::Black => 'B',
            Owner::White => 'W',
            Owner::Shared => '.',
        })
        .collect();
    Scored {
        file: &score.file,
        game: score.game,
        rules: counted.preset.name(),
        at: check.moves,
        moves: counted.moves_in_all,
        size: [size.cols(), size.rows()],
        handicap: check.record.handicap,
        board: check.board.to_string().lines().map(str::to_owned).collect(),
        owners: owners.chunks(usize::from(size.cols())).map(|row| row.iter().collect()).collect(),
        dead: counted.marking.dead.iter().map(|point| point.to_sgf(size)).collect(),
        dead_by: counted.dead_by,
        captures: check.captures,
        illegal: check.illegal.iter().map(|illegal| illegal.ply).collect(),
        count: counted.count,
        margin_zi: zi_text(counted.count.margin_quarters),
        margin_mu: mu_text(counted.count.margin_quarters),
        result: counted.outcome.to_sgf(),
        result_chinese: counted.outcome.to_chinese(counted.unit()),
        recorded: check.record.result.as_ref().map(|result| result.raw.as_str()),
    }
}

/// What was counted, for people.
pub(super) fn write(out: &mut impl Write, counted: &Counted) -> io::Result<()> {
    let Counted { check, count, .. } = counted;
    let mut line = |name: &str, what: &str| writeln!(out, "{}", format!("{name:<10}{what}").trim_end());
    let captures = check.captures;
    line("rules", counted.preset.name())?;
    line(
        "moves",
        &format!(
            "{} of {}; Black took {}, White {}",
            check.moves, counted.moves_in_all, captures.black, captures.white
        ),
    )?;
    if let Some(first) = check.first_illegal() {
        let point = first.point.to_label(check.board.size());
        let all = check.illegal.len();
        line(
            "illegal",
            &format!("{all} under these rules, the first is move {} at {point}; played on", first.ply),
        )?;
    }
    line("dead", &dead(counted))?;
    line("", "")?;
    for (name, quarters, note) in parts(counted) {
        line(name, &amounts(quarters, &note))?;
    }
    line("margin", &amounts(count.margin_quarters, ""))?;
    line("", "")?;
    let chinese = counted.outcome.to_chinese(counted.unit());
    line("result", &format!("{}  {chinese}", counted.outcome.to_sgf()))?;
    match &check.record.result {
        Some(recorded) => line("recorded", &printable(&recorded.raw)),
        None => Ok(()),
    }
}

/// A text of a record without characters that would command the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

fn dead(counted: &Counted) -> String {
    let stones = &counted.marking.dead;
    let who = match counted.dead_by {
        DeadBy::Named => "as named",
        DeadBy::Record => "as the record marks them",
        DeadBy::Proposal => "proposed",
    };
    match stones.len() {
        0 => format!("none, {who}"),
        1 => format!("1 stone, {who}"),
        n => format!("{n} stones, {who}"),
    }
}

/// The parts of the margin in Black's favour, in quarter-子, with what they come from.
fn parts(counted: &Counted) -> Vec<(&'static str, i32, String)> {
    let count = &counted.count;
    let board = match &count.territory {
        Some(parts) => {
            format!("Black {}; White {}", side(parts, Color::Black), side(parts, Color::White))
        }
        None => format!(
            "Black {} 子, White {} 子; points {} : {}, {} shared",
            zi_text(count.black_quarters()),
            zi_text(count.white_quarters()),
            count.black_points,
            count.white_points,
            count.shared_points
        ),
    };
    let mut parts = vec![("board", count.board_quarters(), board)];
    let mut less = |name, quarters: i32, note: &str| {
        if quarters != 0 {
            parts.push((name, -quarters, note.to_owned()));
        }
    };
    less("komi", count.komi_quarters.into(), "");
    less("handicap", count.back_quarters.into(), "given back for the stones");
    less("passes", count.first_pass_quarters.into(), "White passed first");
    if let Some(groups) = count.groups {
        less("groups", count.tax_quarters(), &format!("living groups {} : {}", groups.black, groups.white));
    }
    let warnings = count.warning_quarters;
    less("warnings", i32::from(warnings.black) - i32::from(warnings.white), "");
    parts
}

/// One side's territory, prisoners and dead.
fn side(parts: &TerritoryParts, color: Color) -> String {
    let (territory, prisoners, dead) =
        (parts.territory.get(color), parts.prisoners.get(color), parts.dead.get(color));
    format!("{territory} + {prisoners} prisoners + {dead} dead = {}", parts.total(color))
}

/// A figure in both units, with its sign.
fn amounts(quarters: i32, note: &str) -> String {
    let sign = if quarters > 0 { "+" } else { "" };
    let signed = |text: String| format!("{sign}{text}");
    let text = format!("{:>7} 子  {:>7} 目   {note}", signed(zi_text(quarters)), signed(mu_text(quarters)));
    text.trim_end().to_owned()
}
