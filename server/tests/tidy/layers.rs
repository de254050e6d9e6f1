//! Who may use whom, and what only one place may do.

use crate::none;
use crate::source::{Source, sources};

/// A thing that only some may use.
struct Rule {
    /// Paths to which it applies, by their beginning.
    within: &'static [&'static str],
    /// Paths among those that may, by their beginning.
    except: &'static [&'static str],
    /// What the others may not write. A word is found only as a whole word.
    words: &'static [&'static str],
    /// Why.
    why: &'static str,
}

/// All code that runs in service; tests, benches and tools may do more.
const CODE: &[&str] = &["server/src/", "server/rules/src/", "protocol/src/", "migrations/src/"];

const RULES: &[Rule] = &[
    Rule {
        within: CODE,
        except: &["server/src/time.rs"],
        words: &["SystemTime", "Instant::now", "OffsetDateTime::now", "chrono", ".elapsed()"],
        why: "only `time` asks the operating system for the time",
    },
    Rule {
        within: &["server/rules/src/"],
        except: &[],
        words: &[
            "async",
            "tokio",
            "std::fs",
            "std::net",
            "std::thread",
            "std::env",
            "std::time",
            "std::io",
            "rand",
            "tracing",
        ],
        why: "the rules are pure: no I/O, no clock, no chance, no log",
    },
    Rule {
        within: &["server/src/"],
        except: &["server/src/store/sql/"],
        words: &["sea_orm", "sea_query", "sqlx", "migrations"],
        why: "only store/sql knows which database there is",
    },
    Rule {
        within: &["server/src/"],
        except: &["server/src/bus/", "server/src/config/", "server/src/cli/", "server/src/app.rs"],
        words: &["redis"],
        why: "only bus/redis speaks to Redis, and only settings name it",
    },
    Rule {
        within: &["server/src/"],
        except: &["server/src/ws/", "server/src/http/"],
        words: &["protocol::"],
        why: "wire types end at the edge: sockets and HTTP",
    },
    Rule {
        within: &["server/src/"],
        except: &[
            "server/src/ws/",
            "server/src/http/",
            "server/src/serve.rs",
            "server/src/app.rs",
            "server/src/cli/",
            "server/src/observe.rs",
            "server/src/web.rs",
        ],
        words: &["actix_web", "actix_ws"],
        why: "the domain does not know how people reach it",
    },
    Rule {
        within: &[
            "server/src/room/",
            "server/src/lobby/",
            "server/src/tournament/",
            "server/src/account/",
            "server/src/moderation/",
            "server/src/people/",
        ],
        except: &[],
        words: &[
            "crate::ws",
            "crate::http",
            "crate::app",
            "crate::serve",
            "crate::cli",
            "crate::web",
            "crate::store::sql",
        ],
        why: "the domain stands below sockets and HTTP, and sees the store through its traits",
    },
    Rule {
        within: &["server/src/room/"],
        except: &[],
        words: &["crate::lobby", "crate::account", "crate::people", "crate::tournament"],
        why: "a room knows its game and its seats; others know rooms",
    },
    Rule {
        within: &["server/src/store/"],
        except: &[],
        words: &[
            "crate::room",
            "crate::lobby",
            "crate::account",
            "crate::people",
            "crate::ws",
            "crate::http",
            "crate::app",
            "crate::config",
        ],
        why: "the store is the lowest layer of the server",
    },
    Rule {
        within: &["protocol/src/"],
        except: &[],
        words: &["rules::", "tianyuan::", "tokio", "actix_web"],
        why: "the wire is shapes only",
    },
    Rule {
        within: CODE,
        except: &[],
        words: &["println!", "eprintln!", "print!", "eprint!"],
        why: "what the server says goes through `tracing`, what a command says through a handle that can fail",
    },
    Rule {
        within: &["server/", "protocol/", "migrations/", "loadtests/"],
        except: &[],
        words: &["#[ignore"],
        why: "a test that does not run is no test",
    },
];

/// The lines of a source on which a word is written as a whole word.
fn lines_with<'a>(source: &'a Source, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    source.code.lines().zip(1..).filter(move |(line, _)| is_in(line, word)).map(|(_, number)| number)
}

fn is_in(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        // A method or a field of that name is something else, and so is `self::name`.
        let joined = before.is_some_and(|c| part(c) || c == '.');
        let longer = word.ends_with(part) && after.is_some_and(part);
        !(longer || joined && word.starts_with(part))
    })
}

fn findings(sources: &[Source], rule: &Rule) -> Vec<String> {
    let mut found = Vec::new();
    let starts = |path: &str, list: &[&str]| list.iter().any(|start| path.starts_with(start));
    for source in sources.iter().filter(|s| starts(&s.path, rule.within) && !starts(&s.path, rule.except)) {
        for word in rule.words {
            found.extend(
                lines_with(source, word).map(|line| format!("{}:{line}: {word} ({})", source.path, rule.why)),
            );
        }
    }
    found
}

#[test]
fn layers_hold() {
    let sources = sources();
    let found: Vec<_> = RULES.iter().flat_map(|rule| findings(&sources, rule)).collect();
    none(&found, "these places use what is not theirs; see ARCHITECTURE.md");
}

/// A rule for paths that do not exist holds nothing; those of parts that are still to come are named.
#[test]
fn rules_speak_of_places_that_exist() {
    const TO_COME: [&str; 1] = ["server/src/tournament/"];
    let sources = sources();
    let places = RULES.iter().flat_map(|rule| rule.within.iter().chain(rule.except));
    let gone: Vec<_> = places
        .filter(|place| {
            !TO_COME.contains(place) && !sources.iter().any(|source| source.path.starts_with(*place))
        })
        .map(|place| (*place).to_owned())
        .collect();
    none(&gone, "the layer rules name places that do not exist");
}

#[test]
fn words_are_found_as_whole_words_in_code_only() {
    let found = |text: &str, word: &str| is_in(&crate::source::blank(text), word);
    assert!(found("use protocol::Code;", "protocol::"));
    assert!(found("let now = Instant::now();", "Instant::now"));
    assert!(found("use crate::ws::wire;", "crate::ws"));
    assert!(found("start.elapsed()", ".elapsed()"));
    assert!(!found("// use protocol::Code;", "protocol::"));
    assert!(!found("let my_protocol::x; self.protocol::y", "protocol::"));
    assert!(!found("eprintln!()", "println!"));
    assert!(!found("use crate::wsx;", "crate::ws"));
}
