//! `tianyuan sgf check`: one JSON line per game, and what they come to.
//!
//! Deliberately absent: what the lines look like (`lines`).

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use rules::KoRule;
use rules::sgf;
use serde::Serialize;

use super::lines::{Found, Unread};
use super::source::{Source, progress, sources};
use crate::cli::CliError;

/// What all lines come to.
#[derive(Default)]
struct Summary {
    files: usize,
    games: usize,
    moves: u64,
    unread: usize,
    /// Games by the reason of their first illegal play.
    illegal: BTreeMap<&'static str, usize>,
    /// Games by what was repaired in them.
    repaired: BTreeMap<&'static str, usize>,
    /// Games by character set.
    charsets: BTreeMap<&'static str, usize>,
}

/// Does it.
pub(super) fn run(files: &[PathBuf], ko: KoRule, told: bool) -> Result<(), CliError> {
    let sources = sources(files);
    let mut out = BufWriter::new(io::stdout().lock());
    let bar = progress(sources.len());
    let mut summary = Summary::default();
    let mut unread = Vec::new();
    for source in &sources {
        if !check_file(source, ko, &mut summary, &mut out).map_err(CliError::Output)? {
            unread.push(&source.path);
        }
        summary.files += 1;
        bar.set_message(summary.games.to_string());
        bar.inc(1);
    }
    bar.finish_and_clear();
    out.flush().map_err(CliError::Output)?;
    if told {
        // With standard error gone there is nobody left to tell.
        let _ = summary.write(&mut io::stderr().lock());
    }
    match unread.first() {
        None => Ok(()),
        Some(&first) => {
            Err(CliError::Unread { count: unread.len(), of: sources.len(), first: first.clone() })
        }
    }
}

/// Checks every game of a file. Whether all of it could be read.
fn check_file(source: &Source, ko: KoRule, summary: &mut Summary, out: &mut impl Write) -> io::Result<bool> {
    let file = source.path.as_path();
    let mut games = match source.open() {
        Ok(games) => games,
        Err(error) => {
            line(out, &Unread { file, game: None, error })?;
            return Ok(false);
        }
    };
    let mut all = true;
    for game in 1.. {
        let tree = match games.next_game() {
            Ok(Some(tree)) => tree,
            Ok(None) => break,
            Err(error) => {
                line(out, &Unread { file, game: (game > 1).then_some(game), error })?;
                return Ok(false);
            }
        };
        match sgf::check(&tree, ko) {
            Ok(check) => {
                let found = Found::new(file, game, games.charset(), games.repairs(&tree), &tree, &check);
                summary.add(&found, &check);
                line(out, &found)?;
            }
            Err(error) => {
                line(out, &Unread { file, game: Some(game), error: error.to_string() })?;
                summary.unread += 1;
                all = false;
            }
        }
    }
    Ok(all)
}

/// Writes one line.
pub(super) fn line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

impl Summary {
    fn add(&mut self, found: &Found<'_>, check: &sgf::Check) {
        self.games += 1;
        self.moves += u64::from(check.moves);
        *self.charsets.entry(found.charset).or_default() += 1;
        if let Some(first) = &found.first_illegal {
            *self.illegal.entry(first.why).or_default() += 1;
        }
        for repair in &found.repairs {
            *self.repaired.entry(repair).or_default() += 1;
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let counts = |counts: &BTreeMap<&str, usize>| {
            let counts: Vec<_> = counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
            if counts.is_empty() { "none".to_owned() } else { counts.join(", ") }
        };
        writeln!(out, "files           {}", self.files)?;
        writeln!(out, "games           {} (and {} that cannot be played)", self.games, self.unread)?;
        writeln!(out, "moves           {}", self.moves)?;
        writeln!(out, "illegal plays   {}", counts(&self.illegal))?;
        writeln!(out, "repaired        {}", counts(&self.repaired))?;
        writeln!(out, "character sets  {}", counts(&self.charsets))
    }
}
