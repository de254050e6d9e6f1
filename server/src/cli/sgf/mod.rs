//! `tianyuan sgf`: game records.
//!
//! Deliberately absent: judging records; a play that the rules forbid is a finding, not a failure.

mod check;
mod convert;
mod lines;
pub(super) mod source;

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use rules::KoRule;

use super::CliError;

/// What can be done with records.
#[derive(Debug, Subcommand)]
pub(super) enum Sgf {
    /// Replay records under the rules and say what is found, one JSON line per game
    ///
    /// Each line has: file; game (its number in the file);
    /// format (FF), charset, repairs (what was wrong with the file: cut_off, stray_text,
    /// missing_node, bracket, second_root, long_name, bad_bytes, handicap_as_moves, lifted_stones);
    /// size [columns, rows]; players (name, rank, team of black and white); event, round, date,
    /// place, game_name; rules as written and the preset that they name; komi_quarters (of a 子: 15
    /// is 3¾ 子); handicap; main_ms; overtime as written and overtime_read; result as written and
    /// result_read (winner, how, margin_quarters); moves (passes included); passes; first_illegal
    /// (ply, color, point; why: occupied, suicide or ko, and for ko the move whose position it
    /// repeats); illegal (all such plies; they are played on); out_of_turn (plies); captures
    /// (stones that each side took); dead (stones in territory that the record marks as the other
    /// side's); area (points, if territory is marked); variations (nodes off the main line);
    /// cut_off. What cannot be read has file, game and error instead.
    ///
    ///     tianyuan sgf check games/*.sgf | jq -c 'select(.first_illegal)'
    ///     tianyuan sgf check --summary archive/ > found.jsonl
    ///     unzip -p games.zip | tianyuan sgf check - | jq -r '.players.black.name' | sort | uniq -c
    ///
    /// A collection may have any size; one game in it may have 32 MiB. The exit code is 1 when a file
    /// or a game in it could not be read, else 0.
    #[command(verbatim_doc_comment)]
    Check {
        /// Files to read, or folders, of which every *.sgf is read; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Which repetitions are forbidden
        #[arg(long, value_enum, default_value_t = Ko::Positional)]
        ko: Ko,
        /// Say at the end how many games there were and what was found, on standard error
        #[arg(long)]
        summary: bool,
    },
    /// Write records of any form and character set as clean FF[4] in UTF-8
    ///
    /// Every variation and every property is kept, known or not; only the form changes, and those
    /// values of the root that FF[4] writes in one way (komi in 目, the result) where they are
    /// understood without doubt. Without --out the records go to standard output. With it each
    /// file gets one of the same name there, folders keep their shape, and standard output has one
    /// JSON line per file: file, to, games, charset (of what was read), repairs (as in `sgf
    /// check`), changes (game, property, from, to), error if not all of it could be read.
    ///
    ///     tianyuan sgf convert old.sgf > new.sgf
    ///     tianyuan sgf convert --out clean archive/ | jq -c 'select(.error)'
    ///
    /// The exit code is 1 when something could not be read or written, else 0.
    #[command(verbatim_doc_comment)]
    Convert {
        /// Files to read, or folders, of which every *.sgf is read; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// What to write
        #[arg(long, value_enum, default_value_t = Format::Sgf)]
        to: Format,
        /// In which character set
        #[arg(long, value_enum, default_value_t = Charset::Utf8)]
        charset: Charset,
        /// The folder to write to; it is made if it is not there
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        /// Replace files that are there already
        #[arg(long, requires = "out")]
        force: bool,
    },
}

/// What records are written as.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Format {
    /// SGF, FF[4]
    Sgf,
}

/// What records are written in.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Charset {
    /// UTF-8
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
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

/// Does it.
pub(super) fn run(sgf: &Sgf) -> Result<(), CliError> {
    match sgf {
        Sgf::Check { files, ko, summary } => check::run(files, (*ko).into(), *summary),
        Sgf::Convert { files, to: Format::Sgf, charset: Charset::Utf8, out, force } => match out {
            Some(folder) => convert::into_folder(files, folder, *force),
            None => convert::to_output(files),
        },
    }
}
