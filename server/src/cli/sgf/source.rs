//! Where records come from: files, folders, standard input; read piece by piece.
//!
//! Deliberately absent: holding a file whole, so that a collection of any size can be read.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Read};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rules::sgf::{GameTree, Limits, Next, Stream};

/// From this many files on, a terminal is told how far we are.
const MANY: usize = 20;
/// How much is read at once.
const PIECE: usize = 64 << 10;

/// A file to read, or why there is none.
#[derive(Debug)]
pub(in crate::cli) struct Source {
    /// As it is named to people.
    pub(in crate::cli) path: PathBuf,
    /// Where it lies in the folder that was named, or its own name.
    pub(in crate::cli) inside: PathBuf,
    /// Why it cannot be read, if that is known already.
    pub(in crate::cli) error: Option<String>,
}

/// The files that the words of a command line mean, in their order, folders by name.
pub(super) fn sources(named: &[PathBuf]) -> Vec<Source> {
    named
        .iter()
        .flat_map(|path| if path.is_dir() { folder(path) } else { vec![Source::file(path)] })
        .collect()
}

impl Source {
    /// One file, or `-`.
    pub(in crate::cli) fn file(path: &Path) -> Self {
        let stdin = Path::new("-");
        let inside = if path == stdin { "stdin.sgf".as_ref() } else { path.file_name().unwrap_or_default() };
        Self { path: path.to_owned(), inside: inside.into(), error: None }
    }

    /// Opens it.
    pub(in crate::cli) fn open(&self) -> Result<Games, String> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let from: Box<dyn Read> = if self.path == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            Box::new(File::open(&self.path).map_err(|error| error.to_string())?)
        };
        Ok(Games { from, stream: Stream::new(Limits::default()), piece: vec![0; PIECE] })
    }
}

/// Every record in a folder and the folders in it. Links to folders are not followed, since they may
/// lead in circles.
fn folder(root: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = VecDeque::from([root.to_owned()]);
    while let Some(folder) = folders.pop_front() {
        let entries = match fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(entries) => entries,
            Err(error) => {
                found.push(Source { inside: PathBuf::new(), path: folder, error: Some(error.to_string()) });
                continue;
            }
        };
        for entry in entries {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push_back(path);
            } else if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf")) {
                let inside = path.strip_prefix(root).unwrap_or(&path).to_owned();
                found.push(Source { path, inside, error: None });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    if found.is_empty() {
        let error = Some("no file in this folder is named *.sgf".to_owned());
        found.push(Source { path: root.to_owned(), inside: PathBuf::new(), error });
    }
    found
}

/// The games of a file, read as they are asked for.
pub(in crate::cli) struct Games {
    from: Box<dyn Read>,
    stream: Stream,
    piece: Vec<u8>,
}

impl Games {
    /// The next game, or nothing at the end; after an error there is nothing more.
    pub(in crate::cli) fn next_game(&mut self) -> Result<Option<GameTree>, String> {
        loop {
            match self.stream.next_game().map_err(|error| error.to_string())? {
                Next::Game(tree) => return Ok(Some(tree)),
                Next::End => return Ok(None),
                Next::Hungry => {}
            }
            match self.from.read(&mut self.piece) {
                Ok(0) => self.stream.end(),
                Ok(n) => self.stream.feed(self.piece.get(..n).unwrap_or_default()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// The character set so far.
    pub(in crate::cli) fn charset(&self) -> &'static str {
        self.stream.charset()
    }

    /// What was wrong with a game that was handed out, by name.
    pub(in crate::cli) fn repairs(&self, tree: &GameTree) -> Vec<&'static str> {
        let mut repairs: Vec<_> = tree.repairs().map(rules::sgf::Repair::name).collect();
        if self.stream.has_bad_bytes() && tree.text().contains(char::REPLACEMENT_CHARACTER) {
            repairs.push("bad_bytes");
        }
        repairs
    }
}

/// Tells a terminal how far we are, where it does not get between the results.
pub(super) fn progress(files: usize) -> ProgressBar {
    if files < MANY || !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {msg} games, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
