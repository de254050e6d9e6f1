//! What a server does not start on: each a plain message that says what to do, an exit code that is not 0,
//! and nothing overwritten.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use sea_orm::{ConnectionTrait as _, Database};

use crate::process::{Said, Server, run, tianyuan};

const ANYWHERE: &str = "127.0.0.1:0";

/// The message of a server that must not start.
fn refused(folder: &Path, words: &[&str]) -> String {
    let said = run(folder, words);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let message = said.err.lines().last().unwrap().to_owned();
    assert!(message.starts_with("tianyuan: "), "{}", said.err);
    message
}

fn migrated(folder: &Path) -> std::path::PathBuf {
    let said = run(folder, &["migrate"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out.contains("brought up to date"), "{}", said.out);
    folder.join("tianyuan-data/tianyuan.sqlite")
}

#[test]
fn a_port_in_use_is_named_and_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let other = TcpListener::bind(ANYWHERE).unwrap();
    let address = other.local_addr().unwrap().to_string();
    let message = refused(folder.path(), &["--listen", &address]);
    assert!(message.contains(&address) && message.contains("--listen"), "{message}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn an_address_of_another_machine_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let message = refused(folder.path(), &["--listen", "192.0.2.1:8080"]);
    assert!(message.contains("not an address of this machine"), "{message}");
}

#[test]
fn a_data_folder_that_is_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "mine").unwrap();
    let message = refused(folder.path(), &["--listen", ANYWHERE, "--data", "file"]);
    assert!(message.contains("file"), "{message}");
    assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), "mine");
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [("text", b"my diary, not a database".repeat(100)), ("zeros", vec![0; 8192])] {
        let file = folder.path().join(name);
        fs::write(&file, &content).unwrap();
        let message = refused(folder.path(), &["--listen", ANYWHERE, "--database-url", name]);
        assert!(message.contains(name), "{message}");
        assert_eq!(fs::read(&file).unwrap(), content);
    }
}

#[test]
fn a_half_written_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = migrated(folder.path());
    let whole = fs::read(&file).unwrap();
    for kept in [whole.len() / 2, 100, 5] {
        fs::write(&file, &whole[..kept]).unwrap();
        let message = refused(folder.path(), &["--listen", ANYWHERE]);
        assert!(message.contains("tianyuan.sqlite"), "{message}");
        assert_eq!(fs::read(&file).unwrap(), whole[..kept]);
    }
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = migrated(folder.path());
    let newer = "INSERT INTO tianyuan_migrations (version, applied_at) VALUES ('m9999_future', 0)";
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let db = Database::connect(format!("sqlite:{}?mode=rw", file.display())).await.unwrap();
        db.execute_unprepared(newer).await.unwrap();
        db.close().await.unwrap();
    });
    let before = fs::read(&file).unwrap();
    for words in [&["--listen", ANYWHERE][..], &["migrate"]] {
        let message = refused(folder.path(), words);
        assert!(message.contains("newer") && message.contains("m9999_future"), "{message}");
        assert_eq!(fs::read(&file).unwrap(), before);
    }
}

#[test]
fn a_second_server_on_the_same_data_is_refused_and_the_first_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = tianyuan(folder.path());
    command.args(["--listen", ANYWHERE]);
    let first = Server::start(command);
    for words in [&["--listen", ANYWHERE][..], &["migrate"], &["admin", "create", "kong"]] {
        let mut command = tianyuan(folder.path());
        let password = folder.path().join("password");
        fs::write(&password, "horse staple battery\n").unwrap();
        let said = Said::from(command.args(words).stdin(fs::File::open(password).unwrap()).output().unwrap());
        assert_eq!(said.code, Some(1), "{}", said.err);
        assert!(said.err.contains("in use by another server"), "{}", said.err);
    }
    assert!(first.get("/readyz", "").starts_with("HTTP/1.1 200 "));
}

#[test]
fn a_database_server_that_is_not_there_is_named_without_its_password() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = TcpListener::bind(ANYWHERE).unwrap().local_addr().unwrap();
    let url = format!("postgres://me:hunter2@{nobody}/go");
    let said = run(folder.path(), &["--listen", ANYWHERE, "--database-url", &url]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.contains(&nobody.to_string()) && !said.err.contains("hunter2"), "{}", said.err);
}
