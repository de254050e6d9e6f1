//! Making administrators.

use std::fs;

use crate::process::{Server, run, run_with, tianyuan};

#[test]
fn makes_one_and_only_one_of_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let create =
        |name: &str, input: &str| run_with(folder.path(), &["admin", "create", name], input.as_bytes());
    let made = create("孔杰", "horse staple battery\nsecond line\n");
    assert_eq!((made.code, made.out.as_str()), (Some(0), "孔杰 is an administrator now\n"), "{}", made.err);
    let again = create("孔杰", "horse staple battery\n");
    assert_eq!((again.code, again.out.as_str()), (Some(1), ""));
    assert!(again.err.contains("taken"), "{}", again.err);
}

#[test]
fn bad_passwords_and_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, input) in [("kong", ""), ("kong", "\n"), ("kong", "short\n"), ("k", "horse staple battery\n")]
    {
        let said = run_with(folder.path(), &["admin", "create", name], input.as_bytes());
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{name} {input:?}");
        assert!(said.err.starts_with("tianyuan: "), "{}", said.err);
    }
}

#[test]
fn a_name_that_strangers_may_not_take() {
    let folder = tempfile::tempdir().unwrap();
    let made = run_with(folder.path(), &["admin", "create", "管理员"], b"horse staple battery\n");
    assert_eq!((made.code, made.out.as_str()), (Some(0), "管理员 is an administrator now\n"), "{}", made.err);
}

#[test]
fn secrets_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let said = run_with(folder.path(), &["admin", "create", "kong"], b"horse staple battery\n");
    assert_eq!(said.code, Some(0), "{}", said.err);
    for name in ["tianyuan.sqlite", "keys.json"] {
        let mode = fs::metadata(folder.path().join("tianyuan-data").join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
}

#[test]
fn gives_and_takes_roles() {
    let folder = tempfile::tempdir().unwrap();
    let made = run_with(folder.path(), &["admin", "create", "Kong"], b"horse staple battery\n");
    assert_eq!(made.code, Some(0), "{}", made.err);
    let cases = [
        ("Kong", &["referee"][..], "referee"),
        ("kong", &["player"], "no office"),
        ("KONG", &["administrator"], "administrator"),
        ("kong", &["moderator", "referee", "moderator"], "referee, moderator"),
    ];
    for (name, offices, has) in cases {
        let said = run(folder.path(), &[&["admin", "grant", name], offices].concat());
        let wanted = format!("Kong has: {has}\n");
        assert_eq!((said.code, said.out.as_str()), (Some(0), &*wanted), "{}", said.err);
    }
}

#[test]
fn roles_are_given_to_accounts_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        (&["admin", "grant", "nobody1", "referee"][..], 1, "there is no account nobody1"),
        (&["admin", "grant", "k", "referee"], 1, "the offices were not given"),
        (&["admin", "grant", "nobody1", "king"], 2, "referee"),
        (&["admin", "grant", "nobody1"], 2, "OFFICES"),
        (&["admin", "grant", "nobody1", "player", "referee"], 1, "player alone"),
        (&["admin", "grant"], 2, "NAME"),
    ];
    for (words, code, says) in cases {
        let said = run(folder.path(), words);
        assert_eq!((said.code, said.out.as_str()), (Some(code), ""), "{words:?}: {}", said.err);
        assert!(said.err.contains(says), "{words:?}: {}", said.err);
    }
}

#[test]
fn a_role_is_not_given_past_a_server_that_has_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let made = run_with(folder.path(), &["admin", "create", "Kong"], b"horse staple battery\n");
    assert_eq!(made.code, Some(0), "{}", made.err);
    let mut command = tianyuan(folder.path());
    command.args(["--listen", "127.0.0.1:0"]);
    let server = Server::start(command);
    let said = run(folder.path(), &["admin", "grant", "Kong", "referee"]);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{}", said.err);
    drop(server);
}

#[test]
fn invites_lists_and_withdraws() {
    let folder = tempfile::tempdir().unwrap();
    let invite = |words: &[&str]| run(folder.path(), &[&["admin", "invite"], words].concat());
    let made =
        invite(&["--uses", "3", "--days", "30", "--note", "棋社", "--public-url", "https://go.example.org"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let secret = made.out.strip_prefix("https://go.example.org/join#").unwrap().trim_end();
    assert!(secret.len() == 64 && secret.chars().all(|c| c.is_ascii_hexdigit()), "{secret}");
    let list = || run(folder.path(), &["admin", "invitations"]).out;
    let listed = list();
    let [id, uses, _, note] = listed.trim_end().split('\t').collect::<Vec<_>>()[..] else {
        panic!("{listed}")
    };
    assert_eq!((uses, note), ("3/3", "棋社"));
    assert!(!listed.contains(secret), "a link is shown once");
    for (expected, says) in [(0, "is withdrawn"), (1, "there is no invitation")] {
        let said = run(folder.path(), &["admin", "uninvite", id]);
        assert_eq!(said.code, Some(expected));
        assert!((said.out + &said.err).contains(says));
    }
    assert_eq!(list(), "");
    for words in [&["--uses", "0"], &["--days", "366"], &["--note", "two\nlines"]] {
        assert_eq!(invite(words).code, Some(2), "{words:?}");
    }
}

#[test]
fn a_link_for_a_forgotten_password_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let made = run_with(folder.path(), &["admin", "create", "Kong"], b"horse staple battery\n");
    assert_eq!(made.code, Some(0), "{}", made.err);
    let said =
        run(folder.path(), &["admin", "reset-link", "KONG", "--public-url", "https://go.example.org/"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let (told, link) = said.out.trim_end().split_once('\n').unwrap();
    assert!(told.starts_with("Kong ") && told.contains("once"), "{told}");
    let token = link.strip_prefix("https://go.example.org/reset#").unwrap();
    assert!(token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{link}");
    for (words, code, says) in [
        (&["admin", "reset-link", "nobody1"][..], 1, "there is no account nobody1"),
        (&["admin", "reset-link", "k"], 1, "the link was not made"),
        (&["admin", "reset-link", "Kong", "--public-url", "go.example.org"], 1, "--public-url"),
        (&["admin", "reset-link"], 2, "NAME"),
    ] {
        let said = run(folder.path(), words);
        assert_eq!((said.code, said.out.as_str()), (Some(code), ""), "{words:?}: {}", said.err);
        assert!(said.err.contains(says), "{words:?}: {}", said.err);
    }
}

#[test]
fn a_second_factor_is_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let made = run_with(folder.path(), &["admin", "create", "Kong"], b"horse staple battery\n");
    assert_eq!(made.code, Some(0), "{}", made.err);
    let said = run(folder.path(), &["admin", "second-factor-off", "KONG"]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), "Kong has no second factor now\n"), "{}", said.err);
    let said = run(folder.path(), &["admin", "second-factor-off", "nobody1"]);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{}", said.err);
    assert!(said.err.contains("there is no account nobody1"), "{}", said.err);
    logged(folder.path(), 2);
}

/// The log has so many entries: what was done is in it, and what was refused is not.
fn logged(folder: &std::path::Path, entries: u32) {
    let said = run(folder, &["audit", "verify"]);
    assert!(said.out.contains(&format!("{entries} entries")), "{}", said.out);
}
