//! Journals: any events are a game or refused, at the event that cannot be, and a game that is read
//! can be asked anything at any time.

use std::path::Path;

use rules::{
    Action, ByColor, Claim, Color, ENVELOPE_BYTES, Envelope, Game, GameEvent, Opened, Point, Request, RoomMs,
    Ruling, TimeLeft, Verdict, sgf,
};

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
    "\n[9000,{\"kind\":\"paused\",\"reason\":\"referee\",\"until\":null}]",
    "\n[9000,{\"kind\":\"paused\",\"reason\":\"agreed\",\"until\":9001}]",
    "\n[9000,{\"kind\":\"continued\",\"hold\":18446744073709551615}]",
    "\n[9000,{\"kind\":\"continued\",\"hold\":0}]",
    "\n[9000,{\"kind\":\"adjourning\"}]",
    "\n[9000,{\"kind\":\"seal_lost\"}]",
    "\n[9000,{\"kind\":\"turn_lost\",\"left\":{\"main_ms\":1,\"periods\":0}}]",
    "\n[9000,{\"kind\":\"undone\",\"moves\":0}]",
    "\n[9000,{\"kind\":\"undone\",\"moves\":2}]",
    "\n[9000,{\"kind\":\"requested\",\"by\":\"black\",\"number\":4294967295,\"request\":\"undo\",\"due\":18446744073709551615}]",
    "\n[9000,{\"kind\":\"request_closed\",\"number\":1,\"how\":\"expired\"}]",
    "\n[9000,{\"kind\":\"time_added\",\"color\":\"white\",\"ms\":18446744073709551615}]",
    "\n[9000,{\"kind\":\"clock_set\",\"color\":\"black\",\"left\":{\"main_ms\":0,\"periods\":0}}]",
    "\n[9000,{\"kind\":\"reading_restarted\",\"second\":0}]",
    "\n[9000,{\"kind\":\"stones_ruled\",\"dead\":[],\"revision\":9}]",
    "\n[9000,{\"kind\":\"warned\",\"color\":\"black\"}]",
    "\n[9000,{\"kind\":\"warning_withdrawn\",\"color\":\"black\"}]",
    "\n[9000,{\"kind\":\"muted\",\"account\":\"somebody\",\"name\":\"Somebody\"}]",
    "\n[9000,{\"kind\":\"unmuted\",\"account\":\"somebody\",\"name\":\"Somebody\"}]",
    "\n[9000,{\"kind\":\"officer_seated\",\"officer\":\"Somebody\"}]",
    "\n[9000,{\"kind\":\"removed\",\"account\":\"somebody\",\"name\":\"\"}]",
    "\n[9000,{\"kind\":\"readmitted\",\"account\":\"somebody\",\"name\":\"\"}]",
    "\n[9000,{\"kind\":\"colors_swapped\"}]",
    "\n[9000,{\"kind\":\"started\",\"here\":{\"black\":true,\"white\":false}}]",
    "\n[9000,{\"kind\":\"arrived\",\"color\":\"white\",\"late_ms\":1,\"left\":{\"main_ms\":1,\"periods\":0}}]",
    "\n[9000,{\"kind\":\"missed\",\"color\":\"white\"}]",
    "\n[9000,{\"kind\":\"ruled\",\"officer\":\"\",\"reason\":\"\"}]",
    "\"appointment\":{\"start\":18446744073709551615,\"venue\":\"reading\"}",
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

fn first(game: &Game) -> Point {
    Point::from_index(game.setup().size, 0).unwrap()
}

/// What a game says that happens can happen.
fn followed(game: &Game, now: RoomMs, events: Vec<GameEvent>) {
    let mut next = game.clone();
    for event in events {
        next.apply(now, &event).unwrap_or_else(|e| panic!("{e}: {event:?} at {now:?}"));
    }
}

fn actions(game: &Game, seat: Color) -> Vec<Action> {
    let ply = game.ply();
    let number = |color| game.requests().get(color).map_or(0, |asked| asked.number);
    let requests =
        [Request::Undo, Request::Draw, Request::Pause, Request::Adjourn, Request::Continue, Request::Time];
    let mut actions = requests.map(|request| Action::Ask { ply, request, until: None }).to_vec();
    actions.extend([true, false].map(|accept| Action::Reply { number: number(seat.opponent()), accept }));
    actions.extend([Claim::Win, Claim::Pause].map(|claim| Action::Claim {
        ply,
        claim,
        absent_ms: Some(u64::MAX),
    }));
    actions.extend([
        Action::Play { ply, point: first(game) },
        Action::Resign,
        Action::ClaimPass { ply },
        Action::Withdraw { number: number(seat) },
        Action::Seal { ply, envelope: Envelope([0; ENVELOPE_BYTES]) },
        Action::Answer { ply, accept: true },
    ]);
    actions
}

fn rulings(game: &Game) -> Vec<Ruling> {
    let color = Color::White;
    vec![
        Ruling::Pause { until: None },
        Ruling::Continue,
        Ruling::Adjourn { until: None },
        Ruling::SetClock { color, left: TimeLeft { periods: 1, ..TimeLeft::default() } },
        Ruling::AddTime { color, ms: 1 },
        Ruling::RestartReading { second: 0 },
        Ruling::StepBack { moves: u32::try_from(game.moves().len()).unwrap().saturating_sub(1) },
        Ruling::Stones { dead: vec![] },
        Ruling::Result(Verdict::Replay),
        Ruling::Warn { color },
        Ruling::WithdrawWarning { color },
        Ruling::Mute { account: "somebody".to_owned(), name: "Somebody".to_owned(), on: true },
        Ruling::Mute { account: "somebody".to_owned(), name: "Somebody".to_owned(), on: false },
        Ruling::SwapColors,
        Ruling::AddTimeToBoth { ms: 1 },
        Ruling::Remove { account: "somebody".to_owned(), name: String::new(), on: true },
    ]
}

/// Asks a game everything that depends on the time.
fn ask(game: &Game) {
    let times = [RoomMs(0), RoomMs(100_000), RoomMs(u64::MAX)];
    for now in times.into_iter().chain(game.deadline()) {
        let _ = (game.times_at(now), game.restore(now, u64::MAX, 0));
        followed(game, now, game.expire(now));
        followed(game, now, game.expire_over(now, ByColor::default(), ByColor { black: true, white: true }));
        for seat in Color::BOTH {
            let ply = game.ply();
            // A pass can mean a whole proposal of dead stones, so it is asked for once.
            let pass = (now == RoomMs(100_000)).then_some(Action::Pass { ply });
            for action in actions(game, seat).into_iter().chain(pass) {
                followed(game, now, game.decide(seat, &action, now).unwrap_or_default());
            }
            followed(game, now, game.arrive(seat, now));
        }
        for ruling in rulings(game) {
            followed(game, now, game.decide_ruling(&ruling, now).unwrap_or_default());
        }
        for opened in [Opened::Lost, Opened::Stone(first(game))] {
            followed(game, now, game.reveal(opened, now));
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
