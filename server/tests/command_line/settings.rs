//! Where settings come from, in which order, and that they are shown without secrets.

use std::fs;

use crate::process::{Said, run, tianyuan};

fn setting<'a>(said: &'a Said, name: &str) -> &'a str {
    let line = said.out.lines().find(|line| line.split(" = ").next().unwrap().trim() == name);
    line.unwrap_or_else(|| panic!("{name} in {}{}", said.out, said.err)).split(" = ").nth(1).unwrap()
}

#[test]
fn flag_wins_over_environment_and_environment_over_file() {
    let folder = tempfile::tempdir().unwrap();
    let text = "listen = \"127.0.0.1:1\"\ndata = \"of-file\"\nlog = \"json\"\n";
    fs::write(folder.path().join("t.toml"), text).unwrap();
    let mut command = tianyuan(folder.path());
    command
        .env("TIANYUAN_CONFIG", "t.toml")
        .env("TIANYUAN_LISTEN", "127.0.0.1:2")
        .env("TIANYUAN_DATA", "of-env");
    let said = Said::from(command.args(["settings", "--listen", "127.0.0.1:3"]).output().unwrap());
    assert_eq!(setting(&said, "listen"), "127.0.0.1:3");
    assert_eq!(setting(&said, "data"), "of-env");
    assert_eq!(setting(&said, "log"), "json");
    assert_eq!(said.code, Some(0));
}

#[test]
fn switches_are_read_from_the_environment_too() {
    let folder = tempfile::tempdir().unwrap();
    for (value, lan) in [("1", "true"), ("yes", "true"), ("off", "false")] {
        let said =
            Said::from(tianyuan(folder.path()).arg("settings").env("TIANYUAN_LAN", value).output().unwrap());
        assert_eq!(setting(&said, "lan"), lan);
    }
}

#[test]
fn database_url_is_understood_and_its_password_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = tianyuan(folder.path());
    command.arg("settings").env("DATABASE_URL", "postgres://me:hunter2@db.example/go");
    let said = Said::from(command.output().unwrap());
    assert_eq!(setting(&said, "database-url"), "postgres://me:***@db.example/go");
    let mut help = tianyuan(folder.path());
    help.arg("--help").env("TIANYUAN_DATABASE_URL", "postgres://me:hunter2@db.example/go");
    let help = Said::from(help.output().unwrap());
    assert!(!help.out.contains("hunter2") && help.out.contains("TIANYUAN_DATABASE_URL"));
}

#[test]
fn bad_settings_say_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.toml"), "lan = true\nlisten = 8080\n").unwrap();
    let cases: [(&[&str], i32, &str); 8] = [
        (&["settings", "--listen", "8080"], 2, "--listen"),
        (&["settings", "--origins", "https://a/b"], 1, "not an origin"),
        (&["settings", "--trusted-proxies", "nowhere"], 2, "neither an address nor a network"),
        (&["settings", "--lan", "--tls-in-front"], 1, "choose one"),
        (&["settings", "--database-url", "mysql://a:hunter2@b/c"], 1, "postgres://user:password@host/name"),
        (&["settings", "--database-connections", "3"], 1, "from 4 to 1000"),
        (&["settings", "--config", "none.toml"], 1, "none.toml"),
        (&["settings", "--config", "t.toml"], 1, "line 2"),
    ];
    for (words, code, text) in cases {
        let said = run(folder.path(), words);
        assert_eq!((said.code, said.out.as_str()), (Some(code), ""), "{words:?}: {}", said.err);
        assert!(said.err.contains(text) && !said.err.contains("hunter2"), "{words:?}: {}", said.err);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was made");
}

#[test]
fn help_teaches() {
    let folder = tempfile::tempdir().unwrap();
    for (words, texts) in [
        (&["--help"][..], &["Examples:", "tianyuan --lan", "sgf check", "TIANYUAN_LISTEN"][..]),
        (&["sgf", "check", "--help"], &["first_illegal", "exit code"]),
        (&["admin", "create", "--help"], &["standard input"]),
    ] {
        let said = run(folder.path(), words);
        assert_eq!(said.code, Some(0));
        assert!(texts.iter().all(|text| said.out.contains(text)), "{}", said.out);
    }
}
