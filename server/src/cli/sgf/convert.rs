//! `tianyuan sgf convert`: any record that can be read becomes clean FF[4] in UTF-8.
//!
//! Games go through one by one. A file that is there already is not touched without being told to; one that
//! is replaced is whole at every moment.
//! Deliberately absent: what cleaning is (`rules::sgf::clean`).

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use rules::sgf;
use serde::Serialize;

use super::check::line;
use super::source::{Source, progress, sources};
use crate::cli::CliError;

/// What became of a file.
#[derive(Debug, Default, Serialize)]
struct Report {
    file: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<PathBuf>,
    games: usize,
    charset: &'static str,
    repairs: BTreeSet<&'static str>,
    changes: Vec<Change>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// A value of a root that was rewritten.
#[derive(Debug, Serialize)]
struct Change {
    game: usize,
    property: &'static str,
    from: String,
    to: String,
}

/// How many changes a report names.
const MOST_CHANGES: usize = 1000;

/// Writes everything to standard output.
pub(super) fn to_output(files: &[PathBuf]) -> Result<(), CliError> {
    let sources = sources(files);
    let mut out = BufWriter::new(io::stdout().lock());
    let mut unread = Vec::new();
    for source in &sources {
        let report = pour(source, &mut out).map_err(CliError::Output)?;
        if let Some(error) = &report.error {
            // With standard error gone there is nobody left to tell.
            let _ = writeln!(io::stderr(), "tianyuan: {}: {error}", source.path.display());
            unread.push(&source.path);
        }
    }
    out.flush().map_err(CliError::Output)?;
    done(&unread, sources.len())
}

/// Writes a file for each file, and a line about it.
pub(super) fn into_folder(files: &[PathBuf], folder: &Path, force: bool) -> Result<(), CliError> {
    let sources = sources(files);
    let mut out = BufWriter::new(io::stdout().lock());
    let bar = progress(sources.len());
    let mut written = HashSet::new();
    let mut unread = Vec::new();
    let mut games = 0;
    for source in &sources {
        let to = folder.join(&source.inside).with_extension("sgf");
        // Two files of one name would otherwise replace each other.
        let force = force && !written.contains(&to);
        let report = if source.error.is_some() { None } else { Some(to.clone()) };
        let report = match report.map(|to| convert(source, &to, force)) {
            None => Report { error: source.error.clone(), ..Report::default() },
            Some(Ok(report)) => {
                written.insert(to);
                report
            }
            Some(Err(error)) => Report { error: Some(error), ..Report::default() },
        };
        let report = Report { file: source.path.clone(), ..report };
        if report.error.is_some() {
            unread.push(&source.path);
        }
        games += report.games;
        line(&mut out, &report).map_err(CliError::Output)?;
        bar.set_message(games.to_string());
        bar.inc(1);
    }
    bar.finish_and_clear();
    out.flush().map_err(CliError::Output)?;
    done(&unread, sources.len())
}

fn done(unread: &[&PathBuf], of: usize) -> Result<(), CliError> {
    match unread.first() {
        None => Ok(()),
        Some(&first) => Err(CliError::Unread { count: unread.len(), of, first: first.clone() }),
    }
}

/// Converts one file. Nothing is left of a file without a game, or that could not be written whole.
fn convert(source: &Source, to: &Path, force: bool) -> Result<Report, String> {
    let say = |what: &str, error: &io::Error| format!("{}: {what}: {error}", to.display());
    if !force && to.exists() {
        return Err(format!("{} is there already and was left alone; --force replaces it", to.display()));
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| say("its folder cannot be made", &error))?;
    }
    let (at, file) = create(to, force).map_err(|error| say("it cannot be written", &error))?;
    let mut file = BufWriter::new(file);
    let poured = pour(source, &mut file).and_then(|report| file.flush().map(|()| report));
    let kept = poured.and_then(|report| {
        if report.games == 0 {
            return Ok(report);
        }
        if at != to {
            fs::rename(&at, to)?;
        }
        Ok(Report { to: Some(to.to_owned()), ..report })
    });
    if !kept.as_ref().is_ok_and(|report| report.to.is_some()) {
        // It is ours and of no use.
        let _ = fs::remove_file(&at);
    }
    kept.map_err(|error| say("it cannot be written", &error))
}

/// A new file: under its own name if that must be free, else beside the one that it will replace.
fn create(to: &Path, force: bool) -> io::Result<(PathBuf, File)> {
    let at = if force { to.with_extension(format!("{}.partial", std::process::id())) } else { to.to_owned() };
    let file = OpenOptions::new().write(true).create_new(true).open(&at)?;
    Ok((at, file))
}

/// Writes every game of a file. An error in the file is in the report, one in writing is not.
fn pour(source: &Source, out: &mut impl Write) -> io::Result<Report> {
    let mut report = Report { charset: "US-ASCII", ..Report::default() };
    let mut games = match source.open() {
        Ok(games) => games,
        Err(error) => return Ok(Report { error: Some(error), ..report }),
    };
    loop {
        match games.next_game() {
            Ok(Some(tree)) => {
                let (cleaned, changes) = sgf::clean(&tree);
                out.write_all(sgf::write(&[cleaned]).as_bytes())?;
                report.games += 1;
                report.repairs.extend(games.repairs(&tree));
                let game = report.games;
                let room = MOST_CHANGES.saturating_sub(report.changes.len());
                let named = changes.into_iter().take(room);
                report.changes.extend(named.map(|change| Change {
                    game,
                    property: change.property,
                    from: change.from,
                    to: change.to,
                }));
            }
            Ok(None) => break,
            Err(error) => {
                report.error = Some(error);
                break;
            }
        }
    }
    report.charset = games.charset();
    Ok(report)
}
