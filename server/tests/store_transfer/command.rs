//! `tianyuan migrate --from … --to …`: what it says, and what is left when it is killed.

use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tianyuan::planted::{ABORT_AT, COMMIT, COMMITTED};

use crate::installation::fill;
use crate::support::postgres::Postgres;
use crate::{dump, execute, file, number};

const SIGKILL: i32 = 9;
const SIGABRT: i32 = 6;

/// The real program.
fn migrate(folder: &Path, from: &str, to: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.current_dir(folder).env_clear().stdin(Stdio::null());
    command.args(["migrate", "--from", from, "--to", to]);
    command
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[tokio::test(flavor = "multi_thread")]
async fn tells_how_far_it_is_what_was_carried_and_what_else_is_to_be_done() {
    let folder = tempfile::tempdir().unwrap();
    fill(&file(&folder.path().join("old/tianyuan.sqlite"))).await;
    std::fs::write(folder.path().join("old/keys.json"), "").unwrap();
    let output = migrate(folder.path(), "old/tianyuan.sqlite", "new/tianyuan.sqlite").output().unwrap();
    let (code, out, err) = said(&output);
    assert_eq!(code, Some(0), "{err}");
    for line in
        ["copied accounts: ", "copied journal: 1303 of 1303 rows", "compared journal: 1303 of 1303 rows"]
    {
        assert_eq!(err.matches(line).count(), 1, "{line}: {err}");
    }
    for text in [
        "sqlite:old/tianyuan.sqlite was carried over to sqlite:new/tianyuan.sqlite",
        "  journal    1303\n",
        "  old/keys.json is to be copied to new/keys.json: without it everybody has to log in again",
        "  old/seals.json, not found on this machine, is to be copied to new/seals.json: without it sealed moves",
    ] {
        assert!(out.contains(text), "{text}: {out}");
    }
    let again = migrate(folder.path(), "old/tianyuan.sqlite", "new/tianyuan.sqlite").output().unwrap();
    let (code, out, err) = said(&again);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.starts_with("tianyuan: sqlite:new/tianyuan.sqlite is not empty"), "{err}");
}

#[test]
fn refuses_what_it_does_not_understand() {
    let folder = tempfile::tempdir().unwrap();
    let url = |from, to| said(&migrate(folder.path(), from, to).output().unwrap());
    for (from, to, name) in [("mysql://h/d", "a.db", "--from"), ("a.db", "mysql://me:secret@h/d", "--to")] {
        let (code, out, err) = url(from, to);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
        assert!(err.contains(name) && err.contains("must be sqlite:PATH or postgres://"), "{err}");
        assert!(!err.contains("secret"), "{err}");
    }
    let mut half = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    half.current_dir(folder.path()).env_clear().args(["migrate", "--from", "a.db"]);
    assert_eq!(half.output().unwrap().status.code(), Some(2), "one alone is no command");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Before the commit there is nothing, after it everything, whatever was told of it.
#[tokio::test(flavor = "multi_thread")]
async fn an_end_around_the_commit_leaves_nothing_or_everything() {
    let name = "an_end_around_the_commit_leaves_nothing_or_everything";
    let Some(postgres) = Postgres::shared(name) else { return };
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.db");
    fill(&file(&old)).await;
    let everything = number(old.to_str().unwrap(), "SELECT count(*) FROM journal").await;
    for to in [postgres.fresh().await, folder.path().join("new.db").to_str().unwrap().to_owned()] {
        for (point, rows) in [(COMMIT, 0), (COMMITTED, everything)] {
            let mut command = migrate(folder.path(), "old.db", &to);
            let output = command.env(ABORT_AT, format!("{point}:1")).output().unwrap();
            assert_eq!(output.status.signal(), Some(SIGABRT), "{to} {point}: {:?}", said(&output));
            assert_eq!(number(&to, "SELECT count(*) FROM journal").await, rows, "{to} {point}");
            assert_eq!(number(&to, "SELECT count(*) FROM accounts").await > 0, rows > 0, "{to} {point}");
        }
        let (code, _, err) = said(&migrate(folder.path(), "old.db", &to).output().unwrap());
        assert_eq!(code, Some(1));
        assert!(err.contains("is not empty"), "{err}");
    }
    assert_eq!(dump(&folder.path().join("new.db")).await, dump(&old).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_in_the_midst_of_the_rows_leaves_nothing_and_the_next_try_succeeds() {
    let name = "a_kill_in_the_midst_of_the_rows_leaves_nothing_and_the_next_try_succeeds";
    let Some(postgres) = Postgres::shared(name) else { return };
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.db");
    fill(&file(&old)).await;
    let many = "WITH RECURSIVE n(i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) \
                INSERT INTO journal SELECT game, i, format, at_ms, wall_ms, node, served_ms, account, NULL, NULL, event \
                FROM journal, n WHERE seq = 1301";
    execute(old.to_str().unwrap(), many).await;
    let everything = number(old.to_str().unwrap(), "SELECT count(*) FROM journal").await;
    assert!(everything > 50_000, "{everything}");
    for to in [postgres.fresh().await, folder.path().join("new.db").to_str().unwrap().to_owned()] {
        let mut child = migrate(folder.path(), "old.db", &to).stderr(Stdio::piped()).spawn().unwrap();
        // The next that it does are the rows of the journal.
        let lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let rooms = lines.take_while(|line| !line.starts_with("copied rooms: ")).count();
        child.kill().unwrap();
        assert_eq!(
            child.wait().unwrap().signal(),
            Some(SIGKILL),
            "{to}: it was quicker, after {rooms} lines"
        );
        for table in ["accounts", "nodes", "journal"] {
            assert_eq!(number(&to, &format!("SELECT count(*) FROM {table}")).await, 0, "{to}: {table}");
        }
        let output = migrate(folder.path(), "old.db", &to).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{:?}", said(&output));
        assert_eq!(number(&to, "SELECT count(*) FROM journal").await, everything, "{to}");
    }
}
