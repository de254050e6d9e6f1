//! What comes over, what is refused, and what is found when it did not come over as it was.

use std::path::Path;

use tianyuan::store::sql::{DatabaseUrl, TransferError};
use tianyuan::store::{Games, Journal, Nodes, Notes, Rematches, Talk};

use crate::installation::{BEAT, Installation, ROWS, fill};
use crate::support::postgres::Postgres;
use crate::world::{append, node, pass};
use crate::{carry, dump, execute, file, number, open};

/// A filled file.
async fn filled(folder: &Path) -> (DatabaseUrl, Installation) {
    let url = file(&folder.join("old.db"));
    let there = fill(&url).await;
    (url, there)
}

/// The text with which it is refused.
async fn refused(from: &DatabaseUrl, to: &DatabaseUrl) -> String {
    carry(from, to).await.unwrap_err().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_goes_to_postgres_and_comes_back_as_it_went() {
    let name = "everything_goes_to_postgres_and_comes_back_as_it_went";
    let Some(postgres) = Postgres::shared(name) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (from, there) = filled(folder.path()).await;
    let before = dump(&folder.path().join("old.db")).await;
    assert_eq!(before.len(), 28);
    assert!(before.iter().all(|(_, rows)| !rows.is_empty()), "each table has something: {before:?}");

    let text = postgres.fresh().await;
    let middle = text.parse().unwrap();
    let counts = carry(&from, &middle).await.unwrap();
    let there_are = |table: &str| before.iter().find(|(name, _)| name == table).unwrap().1.len() as u64;
    assert!(counts.iter().all(|&(table, rows)| rows == there_are(table)), "{counts:?}");
    assert_eq!(dump(&folder.path().join("old.db")).await, before, "the source stays as it is");

    let back = folder.path().join("back.db");
    assert_eq!(carry(&middle, &file(&back)).await.unwrap(), counts);
    assert_eq!(dump(&back).await, before);

    // And the database in the middle is one to work with.
    let (old, new) = (open(&from).await, open(&middle).await);
    let rows = Journal::read(&new, there.running).await.unwrap();
    assert_eq!((rows.len() as u64, &rows), (ROWS, &Journal::read(&old, there.running).await.unwrap()));
    for game in [there.running, there.finished] {
        let kept = Games::get(&new, game).await.unwrap();
        assert_eq!((kept.is_some(), &kept), (true, &Games::get(&old, game).await.unwrap()));
    }
    let of = there.finished;
    assert_eq!(new.mutes(of).await.unwrap(), old.mutes(of).await.unwrap());
    assert_eq!(new.find(of).await.unwrap(), old.find(of).await.unwrap());
    assert_eq!(new.note(of, there.writer).await.unwrap(), old.note(of, there.writer).await.unwrap());
    assert_eq!(new.living(&[there.owner]).await.unwrap(), [], "no lease comes along");
    assert_eq!(new.last_beat(there.owner, 8_000).await.unwrap(), Some(BEAT), "the signs of life do");
    let before = new.last_beat(there.owner, 7_999).await.unwrap().map(|beat| beat.served_ms);
    assert_eq!(before, Some(3_000), "and when its server was away");
    let me = node();
    let claim = new.claim(there.running, me).await.unwrap().unwrap();
    assert_eq!((claim.epoch, claim.next_seq), (2, ROWS + 1));
    Journal::append(&new, append(there.running, 2, vec![pass(ROWS + 1, me)])).await.unwrap();
    let counters = "SELECT count(*) FROM pg_sequences WHERE schemaname = current_schema()";
    assert_eq!(number(&text, counters).await, 0, "no column counts by itself, so none can count wrongly");
    for store in [old, new] {
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_use_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let (from, _) = filled(folder.path()).await;
    let to = file(&folder.path().join("new.db"));
    let server = open(&from).await;
    let told = refused(&from, &to).await;
    assert!(told.contains("in use by another server") && told.contains("--from"), "{told}");
    server.close().await;

    let Some(postgres) = Postgres::shared("what_is_in_use_is_not_read") else { return };
    let text = postgres.fresh().await;
    let from: DatabaseUrl = text.parse().unwrap();
    let there = fill(&from).await;
    let told = refused(&from, &to).await;
    assert!(told.contains("stop all of its servers") && told.contains("three seconds"), "{told}");
    let server = open(&from).await;
    server.release(there.owner).await.unwrap();
    server.close().await;
    carry(&from, &to).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_empty_is_not_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let (from, _) = filled(folder.path()).await;
    let other = folder.path().join("other.db");
    fill(&file(&other)).await;
    let before = dump(&other).await;
    let told = refused(&from, &file(&other)).await;
    assert!(told.contains("is not empty") && told.contains("accounts"), "{told}");
    assert_eq!(dump(&other).await, before);
    for same in ["old.db", "./old.db"] {
        let told = carry(&from, &file(&folder.path().join(same))).await;
        assert!(matches!(told, Err(TransferError::Same)), "{told:?}");
    }

    let Some(postgres) = Postgres::shared("what_is_not_empty_is_not_written_to") else { return };
    let text = postgres.fresh().await;
    let to: DatabaseUrl = text.parse().unwrap();
    let server = open(&to).await;
    server.beat(node(), BEAT, 0).await.unwrap();
    server.close().await;
    let told = refused(&from, &to).await;
    assert!(told.contains("table nodes") && told.contains("createdb"), "{told}");
    assert!(matches!(carry(&to, &to).await, Err(TransferError::Same)));
    let otherwise: DatabaseUrl = format!("{text}?application_name=other").parse().unwrap();
    assert!(matches!(carry(&to, &otherwise).await, Err(TransferError::NotEmpty { table: "nodes", .. })));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let (gone, to) = (folder.path().join("deep/gone.db"), folder.path().join("new.db"));
    let told = refused(&file(&gone), &file(&to)).await;
    assert!(told.contains("--from: there is no database of this server"), "{told}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was made");

    let Some(postgres) = Postgres::shared("what_is_not_there_is_not_made") else { return };
    let text = postgres.fresh().await;
    let told = refused(&text.parse().unwrap(), &file(&to)).await;
    assert!(told.contains("--from: there is no database of this server"), "{told}");
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()";
    assert_eq!(number(&text, tables).await, 0);
    let told = refused(&format!("{text}_gone").parse().unwrap(), &file(&to)).await;
    assert!(told.contains("--from: cannot reach"), "{told}");
    assert!(!to.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_older_is_brought_up_to_date_first() {
    let folder = tempfile::tempdir().unwrap();
    let (from, _) = filled(folder.path()).await;
    let path = folder.path().join("old.db");
    let last = "DELETE FROM tianyuan_migrations WHERE version = 'm0007_rematches'; DROP TABLE rematches";
    execute(path.to_str().unwrap(), last).await;
    let to = folder.path().join("new.db");
    let told = refused(&from, &file(&to)).await;
    assert!(told.contains("m0007_rematches due") && told.contains("tianyuan migrate"), "{told}");
    assert!(!to.exists());
}

/// Triggers of a target, each with what is told of what they do.
const TAMPERED: [(&str, &str, &str, &str); 3] = [
    ("journal", "BEFORE", "NEW.wall_ms := NEW.wall_ms + (NEW.seq = 1100)::int; RETURN NEW", "column wall_ms"),
    ("mutes", "BEFORE", "RETURN NULL", "is not in the target"),
    (
        "notes",
        "AFTER",
        "INSERT INTO nodes SELECT gen_random_uuid(), 1, 2, 3, 4, 5; RETURN NULL",
        "is in the target and not in the source",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_changed_lost_or_added_on_the_way_is_named() {
    let name = "a_row_that_was_changed_lost_or_added_on_the_way_is_named";
    let Some(postgres) = Postgres::shared(name) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (from, there) = filled(folder.path()).await;
    let text = postgres.fresh().await;
    let to: DatabaseUrl = text.parse().unwrap();
    open(&to).await.close().await;
    for (table, when, body, says) in TAMPERED {
        let trigger = format!(
            "CREATE OR REPLACE FUNCTION tamper() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body}; END $$; \
             CREATE TRIGGER tampered {when} INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION tamper()"
        );
        execute(&text, &trigger).await;
        let told = refused(&from, &to).await;
        assert!(told.contains(says), "{told}");
        if table == "journal" {
            let row = format!("game '{}', seq 1100 of table journal", there.running);
            assert!(told.contains(&row), "{told}");
        }
        for table in ["accounts", "nodes", "journal"] {
            assert_eq!(number(&text, &format!("SELECT count(*) FROM {table}")).await, 0, "{table}");
        }
        execute(&text, &format!("DROP TRIGGER tampered ON {table}")).await;
    }
    carry(&from, &to).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_postgres_cannot_keep_is_named() {
    let Some(postgres) = Postgres::shared("a_text_that_postgres_cannot_keep_is_named") else { return };
    let folder = tempfile::tempdir().unwrap();
    let (from, there) = filled(folder.path()).await;
    let path = folder.path().join("old.db");
    execute(path.to_str().unwrap(), "UPDATE lines SET text = 'a' || char(0) WHERE number = 3").await;
    let to = postgres.fresh().await.parse().unwrap();
    let told = refused(&from, &to).await;
    let wanted = format!(
        "the row game '{}', stream 1, number 3 of table lines has a NUL character in its column text",
        there.finished
    );
    assert!(told.starts_with(&wanted), "{told}");
    let copy = folder.path().join("copy.db");
    carry(&from, &file(&copy)).await.unwrap();
    assert_eq!(dump(&copy).await, dump(&path).await, "SQLite can");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_that_cannot_be_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (from, _) = filled(folder.path()).await;
    let path = folder.path().join("old.db");
    execute(path.to_str().unwrap(), "UPDATE lines SET ply = 'seven' WHERE number = 1").await;
    let to = folder.path().join("new.db");
    let told = refused(&from, &file(&to)).await;
    assert!(told.starts_with("reading lines in sqlite:") && told.contains("ply"), "{told}");
    assert_eq!(number(to.to_str().unwrap(), "SELECT count(*) FROM accounts").await, 0);
}
