//! Where settings come from, which of them are refused, and that no password is printed.
#![allow(clippy::unwrap_used)] // a test that cannot unwrap has failed

use super::*;

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    settings: Settings,
}

fn flags(line: &[&str]) -> Settings {
    let words = std::iter::once("tianyuan").chain(line.iter().copied());
    <Line as clap::Parser>::try_parse_from(words).unwrap().settings
}

fn with_file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tianyuan-config-{}-{name}.toml", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn nothing_said_listens_to_this_machine_only() {
    let config = Config::new(Settings::default()).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.database().to_string(), "sqlite:tianyuan-data/tianyuan.sqlite");
    assert!(config.limits && !config.lan && !config.tls_in_front);
    assert!(config.staff_second_factor && config.mail.is_none());
    let shown_to =
        |address: &str| config.metrics_from.iter().any(|net| net.contains(address.parse().unwrap()));
    assert!(shown_to("127.0.0.1") && shown_to("::1") && shown_to("::ffff:127.0.0.1"));
    assert!(!shown_to("192.168.1.2") && !shown_to("::2"));
}

#[test]
fn lan_listens_to_the_network_unless_told_where() {
    assert_eq!(Config::new(flags(&["--lan"])).unwrap().listen.to_string(), "0.0.0.0:8080");
    let told = Config::new(flags(&["--lan", "--listen", "10.0.0.7:99"])).unwrap();
    assert_eq!(told.listen.to_string(), "10.0.0.7:99");
    assert!(!Config::new(flags(&["--lan=off"])).unwrap().lan);
}

#[test]
fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
    let path = with_file(
        "order",
        "listen = \"127.0.0.1:1\"\nlan = true\nlog = \"json\"\norigins = [\"https://a.example\"]\n",
    );
    let file = path.display().to_string();
    let settings = flags(&["--config", &file, "--listen", "127.0.0.1:2"]).complete(None).unwrap();
    std::fs::remove_file(path).unwrap();
    let config = Config::new(settings).unwrap();
    assert_eq!(config.listen.port(), 2);
    assert!(config.lan);
    assert_eq!(config.log, LogFormat::Json);
    assert_eq!(config.origins, ["https://a.example"]);
}

#[test]
fn the_plain_database_url_stands_between_flag_and_file() {
    let path = with_file("database", "database-url = \"file.sqlite\"\n");
    let file = path.display().to_string();
    let url = |line: &[&str], plain: Option<&str>| {
        flags(line).complete(plain.map(str::to_owned)).unwrap().database_url.unwrap()
    };
    assert_eq!(url(&["--config", &file], None), "file.sqlite");
    assert_eq!(url(&["--config", &file], Some("")), "file.sqlite");
    assert_eq!(url(&["--config", &file], Some("postgres://h/d")), "postgres://h/d");
    assert_eq!(url(&["--database-url", "flag.sqlite"], Some("postgres://h/d")), "flag.sqlite");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_file_with_an_unknown_setting_is_refused_with_its_line() {
    let path = with_file("unknown", "lan = true\nlisen = \"127.0.0.1:1\"\n");
    let error = flags(&["--config", &path.display().to_string()]).complete(None).unwrap_err().to_string();
    std::fs::remove_file(path).unwrap();
    assert!(error.contains("line 2") && error.contains("lisen"), "{error}");
}

#[test]
fn a_broken_file_does_not_show_the_password_in_it() {
    let path = with_file("secret", "database-url = \"postgres://u:hunter2@h/d\" x\n");
    let error = flags(&["--config", &path.display().to_string()]).complete(None).unwrap_err().to_string();
    std::fs::remove_file(path).unwrap();
    assert!(!error.contains("hunter2"), "{error}");
}

#[test]
fn a_missing_file_is_refused() {
    let error = flags(&["--config", "/nonexistent/tianyuan.toml"]).complete(None).unwrap_err();
    assert!(matches!(error, BadConfig::Unreadable { .. }), "{error}");
}

#[test]
fn origins_are_written_as_browsers_write_them() {
    let good = [
        ("https://Go.Example.org", "https://go.example.org"),
        ("http://a:80/", "http://a"),
        ("http://a:81", "http://a:81"),
    ];
    for (said, kept) in good {
        assert_eq!(origin(said).unwrap(), kept);
    }
    for bad in ["go.example.org", "ftp://a", "https://a/path", "https://u@a", "https://a/?q", "*", ""] {
        assert_eq!(origin(bad), Err(BadConfig::Origin(bad.to_owned())));
    }
}

#[test]
fn databases_of_other_kinds_are_refused() {
    for good in ["postgres://h/d", "postgresql://u:p@h:1/d?sslmode=require", "sqlite:a.db", "a/b.db"] {
        assert!(database(Some(good.to_owned())).unwrap().is_some());
    }
    for bad in ["mysql://u:hunter2@h/d", ""] {
        assert_eq!(database(Some(bad.to_owned())), Err(BadConfig::Database));
    }
}

#[test]
fn no_password_is_printed() {
    let secrets = [
        "postgres://user:hunter2@host/name",
        "postgres://host/name?user=a&password=hunter2",
        "postgres://host/name?sslpassword=hunter2&sslmode=require",
        "postgres://user:hunter2@[broken/name",
        "postgres://user:hunter2%40@host:5432/name?password=hunter2",
    ];
    for secret in secrets {
        let mut config = Config::for_tests(Path::new("x"));
        config.database_url = database(Some(secret.to_owned())).unwrap();
        for printed in [config.to_string(), format!("{config:?}")] {
            assert!(!printed.contains("hunter2") && printed.contains("postgres://"), "{printed}");
        }
    }
}

#[test]
fn keys_lie_beside_the_database_file() {
    let keys = |line: &[&str]| Config::new(flags(line)).unwrap().keys_file().display().to_string();
    assert_eq!(keys(&[]), "tianyuan-data/keys.json");
    assert_eq!(keys(&["--data", "d", "--database-url", "e/f.sqlite"]), "e/keys.json");
    assert_eq!(keys(&["--data", "d", "--database-url", "postgres://h/d"]), "d/keys.json");
}

#[test]
fn contradictions_and_bad_networks_are_refused() {
    assert_eq!(Config::new(flags(&["--lan", "--tls-in-front"])).unwrap_err(), BadConfig::LanAndTls);
    assert!("10.0.0.0/8".parse::<Net>().unwrap().contains("10.9.9.9".parse().unwrap()));
    assert!("fe80::1".parse::<Net>().is_ok());
    assert!("10.0.0.0/33".parse::<Net>().is_err());
    assert!("localhost".parse::<Net>().is_err());
}

#[test]
fn letters_need_all_three_settings() {
    let settings = |smtp: Option<&str>, from: Option<&str>, public: Option<&str>| {
        let [smtp_url, mail_from, public_url] = [smtp, from, public].map(|text| text.map(str::to_owned));
        Config::new(Settings { smtp_url, mail_from, public_url, ..Settings::default() })
    };
    let (smtp, from, public) =
        ("smtps://u:secret@mail.example.org", "Go <go@example.org>", "https://go.example.org/");
    let config = settings(Some(smtp), Some(from), Some(public)).expect("good");
    assert_eq!(config.mail.as_ref().map(|mail| mail.public_url.as_str()), Some("https://go.example.org"));
    assert!(!config.to_string().contains("secret") && !format!("{config:?}").contains("secret"));
    assert!(settings(None, None, Some(public)).expect("good").mail.is_none());
    for (smtp, from, public) in [
        (Some(smtp), None, Some(public)),
        (None, Some(from), Some(public)),
        (Some(smtp), Some(from), None),
        (Some(smtp), Some("no address"), Some(public)),
    ] {
        assert_eq!(settings(smtp, from, public).expect_err("refused"), BadConfig::Mail);
    }
    assert!(matches!(settings(Some("mail.example.org"), Some(from), Some(public)), Err(BadConfig::Smtp(_))));
    assert!(matches!(settings(None, None, Some("go.example.org")), Err(BadConfig::PublicUrl(_))));
}
