//! `tianyuan sgf`: game records.
//!
//! Deliberately absent: judging records; a play that the rules forbid is a finding, not a failure.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Read as _, Write};
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use rules::sgf::{self, Check, GameTree};
use rules::{Illegal, KoRule};
use serde::Serialize;

use super::CliError;

/// From this many files on, a terminal is told how far we are.
const MANY: usize = 20;

/// What can be done with records.
#[derive(Debug, Subcommand)]
pub(super) enum Sgf {
    /// Replay records under the rules and say what is found, one JSON line per game
    ///
    /// Each line has: file; game (its number in the file); size [columns, rows]; komi_quarters (of a
    /// 子: 15 is 3¾ 子); handicap; moves (passes included); passes; first_illegal (ply, color, point;
    /// why: occupied, suicide or ko, and for ko the move whose position it repeats); illegal (all
    /// such plies; they are played on); out_of_turn (plies); captures (stones that each side took);
    /// dead (stones in territory that the record marks as the other side's); area (points, if
    /// territory is marked); result (as recorded); cut_off. What cannot be read has file, game and
    /// error instead.
    ///
    ///     tianyuan sgf check games/*.sgf | jq -c 'select(.first_illegal)'
    ///
    /// The exit code is 1 when a file or a game in it could not be read, else 0.
    #[command(verbatim_doc_comment)]
    Check {
        /// Files to read; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Which repetitions are forbidden
        #[arg(long, value_enum, default_value_t = Ko::Positional)]
        ko: Ko,
    },
}

/// The ko rules by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Ko {
    /// Any earlier position (全局同形), as in the Chinese rules
    Positional,
    /// Any earlier position with the same side to move
    Situational,
    /// Any earlier position that the same side created
    NaturalSituational,
    /// The immediate retake only
    Simple,
}

impl From<Ko> for KoRule {
    fn from(ko: Ko) -> Self {
        match ko {
            Ko::Positional => Self::Positional,
            Ko::Situational => Self::Situational,
            Ko::NaturalSituational => Self::NaturalSituational,
            Ko::Simple => Self::Simple,
        }
    }
}

/// One game that was read.
#[derive(Debug, Serialize)]
struct Found<'a> {
    file: &'a Path,
    game: usize,
    size: [u8; 2],
    komi_quarters: Option<i16>,
    handicap: u8,
    moves: u32,
    passes: u32,
    first_illegal: Option<FirstIllegal>,
    illegal: Vec<u32>,
    out_of_turn: &'a [u32],
    captures: Sides<u32>,
    dead: Vec<String>,
    area: Option<Area>,
    result: Option<&'a str>,
    cut_off: bool,
}

/// A play that the rules forbid.
#[derive(Debug, Serialize)]
struct FirstIllegal {
    ply: u32,
    color: &'static str,
    point: String,
    why: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<u32>,
}

#[derive(Debug, Serialize)]
struct Sides<T> {
    black: T,
    white: T,
}

#[derive(Debug, Serialize)]
struct Area {
    black: u16,
    white: u16,
    shared: u16,
}

/// A file or a game that was not read.
#[derive(Debug, Serialize)]
struct Unread<'a> {
    file: &'a Path,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    error: String,
}

/// Does it.
pub(super) fn run(sgf: &Sgf) -> Result<(), CliError> {
    match sgf {
        Sgf::Check { files, ko } => check(files, (*ko).into()),
    }
}

fn check(files: &[PathBuf], ko: KoRule) -> Result<(), CliError> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut progress = Progress::new(files.len());
    let mut unread = Vec::new();
    for file in files {
        if !check_file(file, ko, &mut out).map_err(CliError::Output)? {
            unread.push(file);
        }
        progress.step();
    }
    progress.end();
    out.flush().map_err(CliError::Output)?;
    match unread.first() {
        None => Ok(()),
        Some(&first) => Err(CliError::Unread { count: unread.len(), of: files.len(), first: first.clone() }),
    }
}

/// Checks every game of a file. Whether all of it could be read.
fn check_file(file: &Path, ko: KoRule, out: &mut impl Write) -> io::Result<bool> {
    let trees = match read(file) {
        Ok(trees) => trees,
        Err(error) => {
            line(out, &Unread { file, game: None, error })?;
            return Ok(false);
        }
    };
    let mut all = true;
    for (tree, game) in trees.iter().zip(1..) {
        match sgf::check(tree, ko) {
            Ok(check) => line(out, &found(file, game, tree, &check))?,
            Err(error) => {
                line(out, &Unread { file, game: Some(game), error: error.to_string() })?;
                all = false;
            }
        }
    }
    Ok(all)
}

/// Reads no more of a file than a record may have, so that a wrong name cannot fill the memory.
fn read(file: &Path) -> Result<Vec<GameTree>, String> {
    let most = u64::try_from(sgf::Limits::default().bytes).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    let got = if file == Path::new("-") {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    got.map_err(|error| error.to_string())?;
    sgf::read(&bytes).map_err(|error| error.to_string())
}

fn line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

fn found<'a>(file: &'a Path, game: usize, tree: &GameTree, check: &'a Check) -> Found<'a> {
    let record = &check.record;
    let size = record.size;
    let first_illegal = check.first_illegal().map(|first| {
        let (why, repeats) = match first.why {
            Illegal::Occupied => ("occupied", None),
            Illegal::Suicide => ("suicide", None),
            Illegal::Ko { repeats } => ("ko", Some(repeats)),
        };
        let color = match first.color {
            rules::Color::Black => "black",
            rules::Color::White => "white",
        };
        FirstIllegal { ply: first.ply, color, point: first.point.to_sgf(size), why, repeats }
    });
    Found {
        file,
        game,
        size: [size.cols(), size.rows()],
        komi_quarters: record.komi_quarters,
        handicap: record.handicap,
        moves: check.moves,
        passes: check.passes,
        first_illegal,
        illegal: check.illegal.iter().map(|illegal| illegal.ply).collect(),
        out_of_turn: &check.out_of_turn,
        captures: Sides { black: check.captures.black, white: check.captures.white },
        dead: check.dead.iter().map(|point| point.to_sgf(size)).collect(),
        area: check.area.map(|area| Area { black: area.black, white: area.white, shared: area.shared }),
        result: record.result.as_ref().map(|result| result.raw.as_str()),
        cut_off: tree.is_truncated(),
    }
}

/// Tells a terminal how far we are, where it does not get between the results.
struct Progress {
    shown: bool,
    done: usize,
    of: usize,
}

impl Progress {
    fn new(of: usize) -> Self {
        let shown = of >= MANY && io::stderr().is_terminal() && !io::stdout().is_terminal();
        Self { shown, done: 0, of }
    }

    fn step(&mut self) {
        self.done += 1;
        if self.shown {
            // Whether a terminal shows it is no reason to stop.
            let _ = write!(io::stderr(), "\r{}/{} files", self.done, self.of);
        }
    }

    fn end(&self) {
        if self.shown {
            let _ = writeln!(io::stderr());
        }
    }
}
