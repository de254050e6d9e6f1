//! `tianyuan score`: counts the position of a record under any of the rule sets.
//!
//! The dead stones are those that the command line names, else those that the record marks, else those that
//! the server would propose. It counts with the very function that counts live games.
//! Deliberately absent: deciding who is right when a record says something else; both are shown.

mod map;
mod text;

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, builder::PossibleValuesParser, builder::TypedValueParser as _};
use rules::sgf::{self, Check, Record, Step};
use rules::{Color, Count, MarginUnit, Marking, Outcome, Owner, Point, Preset, Tally, proposal};
use serde::Serialize;

use super::CliError;
use super::sgf::source::Source;
use map::Style;

/// What to count, and how to show it.
#[derive(Debug, Args)]
pub(super) struct Score {
    /// The record; `-` is standard input
    file: PathBuf,
    /// Which game of a collection
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// The position after this many moves, passes included, instead of the last
    #[arg(long = "move", value_name = "N")]
    at: Option<u32>,
    /// The rules to count by; without this those that the record names, else chinese
    #[arg(long, value_name = "PRESET", value_parser = presets())]
    rules: Option<Preset>,
    /// Stones that are dead, each with its group: D4, 4之十六 or SGF's dp; several with commas
    #[arg(long, value_name = "POINT", value_delimiter = ',', num_args = 1.., conflicts_with = "propose")]
    dead: Vec<String>,
    /// Propose the dead stones, whatever the record marks
    #[arg(long)]
    propose: bool,
    /// How to draw the board
    #[arg(long, value_enum, default_value_t = Style::Auto)]
    style: Style,
    /// One JSON object instead of a drawing
    #[arg(long, conflicts_with = "style")]
    json: bool,
}

/// Why nothing was counted.
#[derive(Debug, thiserror::Error)]
pub(super) enum ScoreError {
    #[error("{0}: {1}")]
    Unread(String, String),
    #[error("{file} has {games} games: --game {asked} is not one of them")]
    NoSuchGame { file: String, games: u32, asked: u32 },
    #[error("the game has {moves} moves: --move {asked} is not one of them")]
    NoSuchMove { moves: u32, asked: u32 },
    #[error("{0:?} is no point of this board: write D4, 4之十六 or SGF's dp")]
    Point(String),
    #[error("there is no stone on {0}")]
    NoStone(String),
}

/// The names of the rule sets, as the rules have them.
fn presets() -> impl clap::builder::TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name))
        .try_map(|name| Preset::named(&name).ok_or("no preset"))
}

/// Who says which stones are dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum DeadBy {
    /// The command line.
    Named,
    /// The record's marks of territory.
    Record,
    /// Nobody: the server proposes.
    Proposal,
}

/// A position that was counted.
struct Counted {
    preset: Preset,
    check: Check,
    /// How many moves the whole game has.
    moves_in_all: u32,
    marking: Marking,
    dead_by: DeadBy,
    owners: Vec<Owner>,
    count: Count,
    outcome: Outcome,
}

/// Does it.
pub(super) fn run(score: &Score) -> Result<(), CliError> {
    let counted = count(score)?;
    let mut out = io::stdout().lock();
    let said = if score.json {
        serde_json::to_writer(&mut out, &text::json(score, &counted))
            .map_err(io::Error::from)
            .and_then(|()| writeln!(out))
    } else {
        map::draw(&mut out, &counted, score.style).and_then(|()| text::write(&mut out, &counted))
    };
    said.map_err(CliError::Output)
}

fn count(score: &Score) -> Result<Counted, ScoreError> {
    let mut record = record(score)?;
    let moves_in_all = u32::try_from(record.moves().count()).unwrap_or(u32::MAX);
    if let Some(asked) = score.at {
        if asked > moves_in_all {
            return Err(ScoreError::NoSuchMove { moves: moves_in_all, asked });
        }
        cut(&mut record, asked);
    }
    let is_whole = score.at.is_none_or(|at| at == moves_in_all);
    let preset = score.rules.or_else(|| record.preset()).unwrap_or_default();
    let mut rules = preset.rules(record.handicap);
    rules.komi_quarters = record.komi_quarters.unwrap_or(rules.komi_quarters);
    let tally = tally(&record);
    let check = sgf::replay(record, rules.ko, rules.suicide);
    let tally = Tally { prisoners: check.captures, ..tally };
    let (dead, dead_by) = dead(score, &check, is_whole)?;
    // What was set aside belongs to the position that was agreed on.
    let neutral = if is_whole { check.record.neutral.clone() } else { Vec::new() };
    let marking = Marking { neutral, ..Marking::of_dead(dead) };
    let count = Count::of(&check.board, &marking, &rules, &tally);
    Ok(Counted {
        preset,
        moves_in_all,
        dead_by,
        owners: rules::owners(&check.board, &marking, rules.counting),
        outcome: Outcome::Counting { margin_quarters: count.margin_quarters, ties: rules.ties },
        count,
        marking,
        check,
    })
}

/// The main line of the game that is asked for.
fn record(score: &Score) -> Result<Record, ScoreError> {
    let file = score.file.display().to_string();
    let unread = |error| ScoreError::Unread(file.clone(), error);
    let mut games = Source::file(&score.file).open().map_err(unread)?;
    for game in 1..=score.game {
        let Some(tree) = games.next_game().map_err(unread)? else {
            return Err(ScoreError::NoSuchGame { games: game - 1, asked: score.game, file });
        };
        if game == score.game {
            return Record::of(&tree).map_err(|error| unread(error.to_string()));
        }
    }
    Err(ScoreError::NoSuchGame { games: 0, asked: score.game, file })
}

/// Leaves so many moves of a record, with the set-up before the next one.
fn cut(record: &mut Record, moves: u32) {
    let mut left = moves;
    let end = record.steps.iter().position(|step| match step {
        Step::Play { .. } if left == 0 => true,
        Step::Play { .. } => {
            left -= 1;
            false
        }
        Step::Set { .. } | Step::Turn { .. } => false,
    });
    record.steps.truncate(end.unwrap_or(record.steps.len()));
}

/// What the moves leave to count, but for the prisoners.
fn tally(record: &Record) -> Tally {
    let mut tally = Tally { handicap: record.handicap, ..Tally::default() };
    for (color, _) in record.moves().filter(|(_, point)| point.is_none()) {
        *tally.passes.get_mut(color) += 1;
        tally.first_pass.get_or_insert(color);
        tally.last_pass = Some(color);
    }
    tally
}

fn dead(score: &Score, check: &Check, is_whole: bool) -> Result<(Vec<Point>, DeadBy), ScoreError> {
    if !score.dead.is_empty() {
        return named(&score.dead, check).map(|dead| (dead, DeadBy::Named));
    }
    if !score.propose && is_whole && check.area.is_some() {
        return Ok((check.dead.clone(), DeadBy::Record));
    }
    let last = check.record.moves().last().map(|(color, _)| color);
    let to_move = last.map_or(Color::Black, Color::opponent);
    Ok((proposal::dead(&check.board, to_move), DeadBy::Proposal))
}

/// The groups of the points that were named. Nothing goes along with them as it does in a live game, where it
/// can be taken back.
fn named(names: &[String], check: &Check) -> Result<Vec<Point>, ScoreError> {
    let size = check.board.size();
    let mut dead = Vec::new();
    for name in names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
        let point = Point::from_label(size, name)
            .or_else(|_| Point::from_sgf(size, name))
            .or_else(|_| Point::from_chinese(size, name))
            .map_err(|_| ScoreError::Point(name.to_owned()))?;
        if check.board.get(point).is_none() {
            return Err(ScoreError::NoStone(name.to_owned()));
        }
        dead.extend(check.board.group(point));
    }
    Ok(dead)
}

impl Counted {
    /// The unit in which the rules tell their results.
    const fn unit(&self) -> MarginUnit {
        self.preset.unit()
    }
}
