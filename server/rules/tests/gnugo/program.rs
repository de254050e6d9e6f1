//! GNU Go as a child process that is asked many things at once.
//!
//! Deliberately absent: any knowledge of the game; questions and answers are lines.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running GNU Go.
pub(crate) struct Program {
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// Where GNU Go is, or nothing when the test is to be skipped.
pub(crate) fn find(test: &str) -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("TIANYUAN_GNUGO") {
        let named = PathBuf::from(named);
        assert!(named.is_file(), "{} is no program", named.display());
        return Some(named);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join("gnugo")).find(|program| program.is_file());
    if found.is_none() {
        let strict = std::env::var("TIANYUAN_NO_SKIP").as_deref() == Ok("1");
        assert!(!strict, "{test}: there is no gnugo, and nothing may be skipped");
        // Straight to the stream: the test harness would swallow eprintln.
        let line = format!("SKIPPED {test}: there is no gnugo on the path\n");
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    }
    found
}

impl Program {
    /// Starts it with these options of its command line.
    pub(crate) fn start(program: &PathBuf, options: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(["--mode", "gtp", "--quiet"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let questions = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Self { child, questions, answers }
    }

    /// The answers to questions, one each, without the mark of success or failure: `Err` is the
    /// text of a refusal. Questions are written while answers are read, or both sides would wait.
    pub(crate) fn ask(&mut self, questions: &[String]) -> Vec<Result<String, String>> {
        let mut pipe = self.questions.take().unwrap();
        let answers = &mut self.answers;
        let (pipe, answers) = std::thread::scope(|scope| {
            let text = questions.join("\n") + "\n";
            let writer = scope.spawn(move || {
                pipe.write_all(text.as_bytes()).unwrap();
                pipe.flush().unwrap();
                pipe
            });
            let answers = questions.iter().map(|question| answer(answers, question)).collect();
            (writer.join().unwrap(), answers)
        });
        self.questions = Some(pipe);
        answers
    }
}

/// One answer: lines up to an empty one, the first marked `=` or `?`.
fn answer(answers: &mut BufReader<ChildStdout>, question: &str) -> Result<String, String> {
    let mut text = String::new();
    loop {
        let before = text.len();
        assert!(answers.read_line(&mut text).unwrap() > 0, "GNU Go has gone at {question:?}");
        if text[before..].trim().is_empty() && before > 0 {
            break;
        }
    }
    let (mark, rest) = text.split_at(1);
    let rest = rest.trim().to_owned();
    if mark == "=" { Ok(rest) } else { Err(rest) }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Without questions it ends by itself.
        self.questions = None;
        let _ = self.child.wait();
    }
}
