//! Opening a store: what is made, what is refused, and that what is refused stays as it was.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod support;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sea_orm::{ConnectionTrait, Database};
use support::postgres::{Postgres, free_port};
use tianyuan::ids::NodeId;
use tianyuan::store::sql::{DatabaseUrl, OpenError, SqlStore, StoreOptions};
use tianyuan::store::{Beat, Nodes};
use uuid::Uuid;

/// Every migration.
const STEPS: [&str; 13] = [
    "m0001_first",
    "m0002_sleeping_rooms",
    "m0003_talk",
    "m0004_swapped_colors",
    "m0005_called_referees",
    "m0006_staff",
    "m0007_rematches",
    "m0008_credentials",
    "m0009_people",
    "m0010_order",
    "m0013_departures",
    "m0014_gaps",
    "m0015_conduct",
];
const NEWER: &str = "INSERT INTO tianyuan_migrations (version, applied_at) VALUES ('m9999_future', 0)";

async fn open(url: &DatabaseUrl) -> Result<SqlStore, OpenError> {
    SqlStore::open(url, &StoreOptions::default()).await
}

async fn open_file(path: &Path) -> Result<SqlStore, OpenError> {
    open(&DatabaseUrl::Sqlite(path.to_owned())).await
}

async fn execute(url: &str, sql: &str) {
    let db = Database::connect(url).await.unwrap();
    db.execute_unprepared(sql).await.unwrap();
    db.close().await.unwrap();
}

async fn execute_on_file(path: &Path, sql: &str) {
    execute(&format!("sqlite:{}?mode=rwc", path.display()), sql).await;
}

/// A closed database with something in it.
async fn filled(folder: &Path) -> PathBuf {
    let path = folder.join("test.db");
    let store = open_file(&path).await.unwrap();
    for served_ms in 0..50 {
        store
            .beat(NodeId(Uuid::new_v4()), Beat { served_ms, wall_ms: 0, up_ms: 0, grace_ms: 0 }, 0)
            .await
            .unwrap();
    }
    store.close().await;
    path
}

/// Opens a file that must be refused and stay as it is; the text that is shown.
async fn refused(path: &Path) -> String {
    let before = std::fs::read(path).unwrap();
    let error = open_file(path).await.unwrap_err();
    assert_eq!(std::fs::read(path).unwrap(), before, "the file was changed");
    let folder = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let mut names: Vec<_> = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names.retain(|name| !name.ends_with("-wal") && !name.ends_with("-shm"));
    assert_eq!(names, ["test.db", "test.db.lock"]);
    error.to_string()
}

#[tokio::test]
async fn makes_folder_and_file_and_finds_them_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/data/test.db");
    let store = open_file(&path).await.unwrap();
    assert_eq!(store.migrated(), STEPS);
    let (node, beat) = (NodeId(Uuid::new_v4()), Beat { served_ms: 1, wall_ms: 2, up_ms: 3, grace_ms: 4 });
    store.beat(node, beat, 0).await.unwrap();
    store.ping().await.unwrap();
    store.close().await;
    assert!(store.beat(node, beat, 0).await.is_err(), "closed");
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    let store = open_file(&path).await.unwrap();
    assert_eq!(store.migrated(), [""; 0]);
    assert_eq!(store.last_beat(node, 0).await.unwrap(), Some(beat));
}

#[tokio::test]
async fn takes_an_empty_file_for_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    std::fs::write(&path, "").unwrap();
    assert_eq!(open_file(&path).await.unwrap().migrated(), STEPS);
}

#[tokio::test]
async fn refuses_what_is_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let valid = std::fs::read(filled(&tempfile::tempdir().unwrap().keep()).await).unwrap();
    let texts: [&[u8]; 4] = [b"x", b"my diary\n", &[0; 8192], &valid[..60]];
    for bytes in texts {
        std::fs::write(&path, bytes).unwrap();
        assert!(refused(&path).await.contains("is not a database of this server"));
    }
}

#[tokio::test]
async fn refuses_a_half_written_or_damaged_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = filled(folder.path()).await;
    let valid = std::fs::read(&path).unwrap();
    std::fs::write(&path, &valid[..valid.len() / 2]).unwrap();
    let told = refused(&path).await;
    assert!(told.contains("is damaged") && told.contains("Restore it from a backup"), "{told}");
    let mut holed = valid.clone();
    holed[4096..valid.len() - 4096].fill(0);
    std::fs::write(&path, &holed).unwrap();
    assert!(refused(&path).await.contains("is damaged"));
    std::fs::write(&path, &valid).unwrap();
    open_file(&path).await.unwrap();
}

#[tokio::test]
async fn refuses_a_log_whose_file_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let log = folder.path().join("test.db-wal");
    std::fs::write(&log, "committed").unwrap();
    assert!(matches!(open_file(&path).await, Err(OpenError::Damaged { .. })));
    std::fs::write(&path, "").unwrap();
    assert!(matches!(open_file(&path).await, Err(OpenError::Damaged { .. })));
    assert_eq!(std::fs::read(&log).unwrap(), b"committed");
}

#[tokio::test]
async fn refuses_the_database_of_another_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    execute_on_file(&path, "CREATE TABLE bookmarks (url TEXT)").await;
    assert!(refused(&path).await.contains("another program"));
}

#[tokio::test]
async fn refuses_a_database_of_a_newer_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = filled(folder.path()).await;
    execute_on_file(&path, NEWER).await;
    let told = refused(&path).await;
    assert!(told.contains("newer version") && told.contains("m9999_future"), "{told}");
}

#[tokio::test]
async fn refuses_a_second_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = filled(folder.path()).await;
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let first = open_file(&path).await.unwrap();
    for second in [&path, &link, &folder.path().join("./test.db")] {
        let told = open_file(second).await.unwrap_err().to_string();
        assert!(told.contains("in use by another server"), "{told}");
    }
    // With another name it would have another log: neither is opened while there are two.
    let hard = folder.path().join("hard.db");
    std::fs::hard_link(&path, &hard).unwrap();
    let told = open_file(&hard).await.unwrap_err().to_string();
    assert!(told.contains("a second name"), "{told}");
    first.ping().await.unwrap();
    first.close().await;
    assert!(open_file(&path).await.is_err());
    std::fs::remove_file(hard).unwrap();
    open_file(&link).await.unwrap();
}

#[tokio::test]
async fn refuses_a_folder_that_it_cannot_use() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    for path in [file.join("test.db"), file.join("deeper/test.db")] {
        let told = open_file(&path).await.unwrap_err().to_string();
        assert!(told.contains("name another data folder"), "{told}");
    }
    assert!(matches!(open_file(folder.path()).await, Err(OpenError::NotOurs { .. })));
}

#[tokio::test]
async fn several_servers_migrate_one_postgres_once() {
    let Some(postgres) = Postgres::shared("several_servers_migrate_one_postgres_once") else { return };
    let url: DatabaseUrl = postgres.fresh().await.parse().unwrap();
    let opening: Vec<_> = (0..5)
        .map(|_| {
            let url = url.clone();
            tokio::spawn(async move { open(&url).await })
        })
        .collect();
    let mut migrated = 0;
    for store in opening {
        migrated += store.await.unwrap().unwrap().migrated().len();
    }
    assert_eq!(migrated, STEPS.len());
}

#[tokio::test]
async fn refuses_a_newer_postgres() {
    let Some(postgres) = Postgres::shared("refuses_a_newer_postgres") else { return };
    let text = postgres.fresh().await;
    let url = text.parse().unwrap();
    open(&url).await.unwrap().close().await;
    execute(&text, NEWER).await;
    assert!(matches!(open(&url).await, Err(OpenError::Newer { steps }) if steps == "m9999_future"));
}

#[tokio::test]
async fn tells_that_a_postgres_is_away_without_its_password() {
    let url = format!("postgres://me:secret@127.0.0.1:{}/go", free_port()).parse().unwrap();
    let told = open(&url).await.unwrap_err().to_string();
    assert!(told.contains("cannot reach") && told.contains("me:***@") && !told.contains("secret"), "{told}");
}
