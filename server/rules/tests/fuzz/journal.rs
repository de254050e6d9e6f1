//! Journals: any events are a game or refused, at the event that cannot be, and a game that is read
//! can be asked anything at any time.

use std::path::Path;

use rules::{Action, Color, Game, GameEvent, Point, RoomMs, sgf};

use crate::{Target, cost, fuzz};

const WORDS: &[&str] = &[
    "null",
    "true",
    "false",
    "[]",
    "{}",
    "\"black\"",
    "\"white\"",
    "\"by\":",
    "\"point\":",
    "\"captures\":[0]",
    "\"simple\"",
    "\"positional\"",
    "\"situational\"",
    "\"suicide\":true",
    "\"size\":[2,2]",
    "\"size\":[25,25]",
    "\"fixed\"",
    "\"free\"",
    "\"dead\":[0,1]",
    "{\"how\":\"aborted\"}",
    "{\"how\":\"time\",\"winner\":\"black\"}",
    "\n[5000,{\"kind\":\"passed\",\"left\":{\"main_ms\":1,\"periods\":0}}]",
    "\n[5000,{\"kind\":\"played\",\"point\":0,\"captures\":[],\"left\":{\"main_ms\":1,\"periods\":0}}]",
    "\n[5000,{\"kind\":\"restored\",\"charged_ms\":18446744073709551615,\"uncharged_ms\":0,\"hold\":18446744073709551615}]",
    "\n[5000,{\"kind\":\"accepted\",\"by\":\"white\",\"revision\":1}]",
];

type Journal = Vec<(RoomMs, GameEvent)>;

/// The lines that are events at all.
fn events(bytes: &[u8]) -> Journal {
    bytes.split(|&b| b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

/// The journals of earlier releases.
fn golden() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|end| end == "jsonl"));
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// Asks a game everything that depends on the time.
fn ask(game: &Game) {
    let times = [RoomMs(0), RoomMs(100_000), RoomMs(u64::MAX)];
    for now in times.into_iter().chain(game.deadline()) {
        let _ = (game.times_at(now), game.restore(now, u64::MAX, 0));
        for event in game.expire(now) {
            let mut next = game.clone();
            next.apply(now, &event).unwrap_or_else(|e| panic!("{e}: {event:?} at {now:?}"));
        }
        for seat in Color::BOTH {
            let point = Point::from_index(game.setup().size, 0).unwrap();
            let ply = game.ply();
            // A pass can mean a whole proposal of dead stones, so it is asked for once.
            let pass = (now == RoomMs(100_000)).then_some(Action::Pass { ply });
            for action in [Action::Play { ply, point }, Action::Resign].into_iter().chain(pass) {
                let Ok(events) = game.decide(seat, &action, now) else { continue };
                let mut next = game.clone();
                for event in &events {
                    next.apply(now, event).unwrap_or_else(|e| panic!("{e}: {event:?} at {now:?}"));
                }
            }
        }
    }
    let _ = game.marking_count();
    let text = sgf::from_game(game, &sgf::GameInfo::default());
    sgf::Record::of(&sgf::read(text.as_bytes()).unwrap()[0]).unwrap();
}

#[test]
fn any_journal_is_a_game_or_refused() {
    let target = Target { name: "journal", more: golden(), words: WORDS, longest: 30_000, runs: 5_000 };
    fuzz(target, |bytes| {
        let mut journal = events(bytes);
        let (used, mut read) = cost(|| Game::replay(journal.iter().cloned()));
        assert!(used <= 32 * bytes.len() + (256 << 10), "{used} bytes of memory for {}", bytes.len());
        let is_whole = read.is_ok();
        if let Err(error) = &read {
            let (rules::BadJournal::Misplaced { index, .. } | rules::BadJournal::BackInTime { index }) =
                *error
            else {
                return false;
            };
            // Everything before the event that is refused was a game.
            journal.truncate(index);
            read = Game::replay(journal.iter().cloned());
        }
        let game = read.unwrap();
        ask(&game);
        let written = journal.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect::<Vec<_>>();
        let twin = events(written.join("\n").as_bytes());
        assert_eq!(twin, journal, "what is written is read as it was");
        assert_eq!(Game::replay(twin).unwrap().board(), game.board());
        is_whole
    });
}
