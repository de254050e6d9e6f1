//! Journals that are none of a game: an error that says where, never a panic.

use proptest::prelude::*;
use rules::{
    BadJournal, BadSetup, ByColor, Color, Game, GameEvent, Illegal, Misplaced, Outcome, Placement, Point,
    Preset, Repeated, RoomMs, Setup, Size, Ties, TimeLeft,
};
use serde_json::{Value, json};

use crate::table::{even, handicap};

const LEFT: TimeLeft = TimeLeft { main_ms: 1, periods: 0, stint_ms: 0, moves: 0 };

fn at(text: &str) -> Point {
    Point::from_sgf(Size::STANDARD, text).unwrap()
}

/// A point of a 9×9 board.
fn on9(text: &str) -> Point {
    Point::from_sgf(Size::square(9).unwrap(), text).unwrap()
}

fn played(text: &str) -> GameEvent {
    GameEvent::Played { point: on9(text), captures: vec![], left: LEFT, credit_ms: 0 }
}

fn agreement(dead: Vec<Point>, revision: u32) -> GameEvent {
    GameEvent::AgreementOpened { dead, revision, due: RoomMs(9) }
}

fn ended(outcome: Outcome) -> GameEvent {
    GameEvent::Ended { outcome, count: None, left: ByColor::default() }
}

/// Reads an even 9×9 game with these events.
fn replay(events: Vec<GameEvent>) -> Result<Game, BadJournal> {
    let opened = GameEvent::Opened { setup: even(9) };
    Game::replay(std::iter::once(opened).chain(events).map(|event| (RoomMs(0), event)))
}

#[test]
fn a_journal_begins_with_an_opening() {
    assert_eq!(Game::replay([]).err(), Some(BadJournal::Empty));
    assert_eq!(Game::replay([(RoomMs(0), played("ee"))]).err(), Some(BadJournal::NotOpened));
    let setup = handicap(9, 1, Placement::Fixed);
    let bad = Game::replay([(RoomMs(0), GameEvent::Opened { setup })]);
    assert_eq!(bad.err(), Some(BadJournal::Setup(BadSetup::OneStone)));
    assert!(replay(vec![]).is_ok());
}

#[test]
fn time_goes_forward() {
    let opened = GameEvent::Opened { setup: even(9) };
    let journal = [(RoomMs(0), opened), (RoomMs(5), played("ee")), (RoomMs(4), played("gg"))];
    assert_eq!(Game::replay(journal).err(), Some(BadJournal::BackInTime { index: 2 }));
}

#[test]
fn what_cannot_follow_is_named() {
    let pass = || GameEvent::Passed { left: LEFT, credit_ms: 0 };
    let mark =
        |stones: Vec<Point>, revision| GameEvent::Marked { by: Color::Black, stones, dead: true, revision };
    let accept = |revision| GameEvent::Accepted { by: Color::Black, revision };
    let two = || vec![played("ee"), pass(), pass()];
    let with = |events: Vec<GameEvent>| [two(), events].concat();
    let verdict = Repeated::Draw;
    let aside =
        |points: Vec<Point>| GameEvent::SetAside { by: Color::Black, points, neutral: true, revision: 2 };
    let counting = Outcome::Counting { margin_quarters: 1, ties: Ties::Draw };
    let cases = [
        (vec![GameEvent::Opened { setup: even(9) }], Misplaced::Opened),
        (vec![GameEvent::HandicapPlaced { point: on9("ee") }], Misplaced::Phase),
        (vec![played("ee"), played("ee")], Misplaced::Illegal(Illegal::Occupied)),
        (
            vec![GameEvent::Played { point: at("ss"), captures: vec![], left: LEFT, credit_ms: 0 }],
            Misplaced::Point,
        ),
        (
            vec![GameEvent::Played { point: on9("ee"), captures: vec![on9("ef")], left: LEFT, credit_ms: 0 }],
            Misplaced::Captures,
        ),
        (vec![pass(), agreement(vec![], 1)], Misplaced::Phase),
        (vec![mark(vec![], 1)], Misplaced::Phase),
        (vec![accept(0)], Misplaced::Phase),
        (vec![GameEvent::AskedAgain { due: RoomMs(1) }], Misplaced::Phase),
        (vec![GameEvent::PlayResumed { by: None, to_move: Color::Black }], Misplaced::Phase),
        (with(vec![agreement(vec![on9("aa")], 1)]), Misplaced::Stones),
        (with(vec![agreement(vec![at("ss")], 1)]), Misplaced::Stones),
        (with(vec![agreement(vec![on9("ee"), on9("ee")], 1)]), Misplaced::Stones),
        (with(vec![agreement(vec![], 0)]), Misplaced::Revision),
        (with(vec![agreement(vec![], 1), agreement(vec![], 2)]), Misplaced::Phase),
        (with(vec![agreement(vec![], 1), played("gg")]), Misplaced::Phase),
        (with(vec![agreement(vec![], 1), pass()]), Misplaced::Phase),
        (with(vec![agreement(vec![], 1), mark(vec![on9("gg")], 2)]), Misplaced::Stones),
        (with(vec![agreement(vec![], 1), mark(vec![on9("ee")], 1)]), Misplaced::Revision),
        (with(vec![agreement(vec![], 1), accept(2)]), Misplaced::Revision),
        (vec![ended(counting)], Misplaced::Count),
        (with(vec![agreement(vec![], 1), aside(vec![on9("aa")])]), Misplaced::Territory),
        (vec![GameEvent::RepetitionOffered { verdict, first: 0, due: RoomMs(1) }], Misplaced::Repetition),
        (
            vec![played("ee"), GameEvent::RepetitionOffered { verdict, first: 0, due: RoomMs(1) }],
            Misplaced::Repetition,
        ),
        (vec![GameEvent::RepetitionAccepted { by: Color::Black }], Misplaced::Phase),
        (vec![GameEvent::RepetitionDeclined { by: None }], Misplaced::Phase),
        (vec![ended(Outcome::Repetition { verdict })], Misplaced::Repetition),
        (vec![ended(Outcome::Aborted), ended(Outcome::Aborted)], Misplaced::Phase),
        (vec![ended(Outcome::Aborted), played("ee")], Misplaced::Phase),
    ];
    for (events, why) in cases {
        let index = events.len();
        let told = format!("{events:?}");
        assert_eq!(replay(events).err(), Some(BadJournal::Misplaced { index, why }), "{told}");
    }
}

/// The same under Japanese rules, where territory is counted and a repetition is no result.
#[test]
fn what_cannot_follow_under_japanese_rules() {
    let opened = || {
        let setup = Setup { preset: Preset::Japanese, rules: Preset::Japanese.rules(0), ..even(9) };
        GameEvent::Opened { setup }
    };
    let pass = || GameEvent::Passed { left: LEFT, credit_ms: 0 };
    let aside = |points: Vec<Point>, revision| GameEvent::SetAside {
        by: Color::White,
        points,
        neutral: true,
        revision,
    };
    let offer = |verdict| GameEvent::RepetitionOffered { verdict, first: 0, due: RoomMs(1) };
    let no_result = Repeated::NoResult;
    let agreed =
        |events: Vec<GameEvent>| [vec![played("ee"), pass(), pass(), agreement(vec![], 1)], events].concat();
    let tie = Outcome::Counting { margin_quarters: 0, ties: Ties::Black };
    let cases = [
        (agreed(vec![aside(vec![on9("aa"), on9("ba")], 2)]), None),
        (agreed(vec![aside(vec![on9("ba"), on9("aa")], 2)]), Some(Misplaced::Territory)),
        (agreed(vec![aside(vec![on9("ee")], 2)]), Some(Misplaced::Territory)),
        (agreed(vec![aside(vec![at("ss")], 2)]), Some(Misplaced::Territory)),
        (agreed(vec![aside(vec![on9("aa")], 1)]), Some(Misplaced::Revision)),
        (vec![aside(vec![on9("aa")], 1)], Some(Misplaced::Phase)),
        (vec![played("ee"), offer(no_result)], None),
        (vec![offer(no_result)], Some(Misplaced::Repetition)),
        (vec![played("ee"), pass(), offer(no_result)], Some(Misplaced::Repetition)),
        (vec![played("ee"), offer(Repeated::Draw)], Some(Misplaced::Repetition)),
        (vec![played("ee"), offer(no_result), played("ff")], Some(Misplaced::Phase)),
        (vec![played("ee"), offer(no_result), GameEvent::RepetitionAccepted { by: Color::White }], None),
        (
            vec![played("ee"), offer(no_result), GameEvent::RepetitionDeclined { by: None }, played("ff")],
            None,
        ),
        (vec![ended(Outcome::Repetition { verdict: no_result })], None),
        (vec![ended(Outcome::Repetition { verdict: Repeated::Replay })], Some(Misplaced::Repetition)),
        (vec![ended(tie)], Some(Misplaced::Count)),
    ];
    for (events, why) in cases {
        let index = events.len();
        let told = format!("{events:?}");
        let journal = std::iter::once(opened()).chain(events).map(|event| (RoomMs(0), event));
        let found = Game::replay(journal).err();
        assert_eq!(found, why.map(|why| BadJournal::Misplaced { index, why }), "{told}");
    }
}

#[test]
fn readings_beyond_reason_do_not_overflow() {
    let wild = TimeLeft { main_ms: u64::MAX, periods: u16::MAX, stint_ms: u64::MAX, moves: u16::MAX };
    let mut setup = even(9);
    setup.clock = crate::table::byoyomi(1000, 3, 3_600_000);
    let game = Game::replay([
        (RoomMs(u64::MAX - 1), GameEvent::Opened { setup }),
        (
            RoomMs(u64::MAX - 1),
            GameEvent::Played { point: on9("ee"), captures: vec![], left: wild, credit_ms: 0 },
        ),
        (
            RoomMs(u64::MAX),
            GameEvent::Restored {
                charged_ms: u64::MAX,
                uncharged_ms: u64::MAX,
                hold: RoomMs(0),
                wall_ms: None,
            },
        ),
        (RoomMs(u64::MAX), GameEvent::Passed { left: wild, credit_ms: 0 }),
    ])
    .unwrap();
    assert_eq!(game.deadline(), Some(RoomMs(u64::MAX)));
    assert_eq!(game.expire(RoomMs(u64::MAX)).len(), 1);
}

#[test]
#[should_panic(expected = "an event that cannot follow")]
fn a_live_game_does_not_go_on_from_an_event_that_cannot_be() {
    let (mut game, _) = Game::open(even(9)).unwrap();
    game.evolve(RoomMs(0), &GameEvent::Accepted { by: Color::Black, revision: 1 });
}

/// Any event, mostly of a 3×3 game.
fn event() -> impl Strategy<Value = Value> {
    let point = 0_u16..11;
    let points = prop::collection::vec(0_u16..11, 0..4);
    let side = prop_oneof![Just("black"), Just("white")];
    let left = json!({"main_ms": 5, "periods": 1});
    let both = json!({"black": left, "white": left});
    (0..10_u8, point, points, side, 0_u32..4, any::<bool>()).prop_map(
        move |(kind, point, points, side, revision, dead)| match kind {
            0..=3 => json!({"kind": "played", "point": point, "captures": [], "left": left}),
            4 | 5 => json!({"kind": "passed", "left": left}),
            6 => json!({"kind": "agreement_opened", "dead": points, "revision": revision, "due": 7}),
            7 => json!({"kind": "marked", "by": side, "stones": points, "dead": dead, "revision": revision}),
            8 if dead => json!({"kind": "accepted", "by": side, "revision": revision}),
            8 => json!({"kind": "play_resumed", "by": null, "to_move": side}),
            _ if dead => json!({"kind": "restored", "charged_ms": 1, "uncharged_ms": 1, "hold": 3}),
            _ => json!({"kind": "ended", "outcome": {"how": "aborted"}, "count": null, "left": both}),
        },
    )
}

proptest! {
    /// Whatever a journal says, it is read or refused.
    #[test]
    fn no_journal_panics(events in prop::collection::vec(event(), 0..30)) {
        let mut setup = even(3);
        setup.rules.komi_quarters = 1;
        let mut journal = vec![(RoomMs(0), GameEvent::Opened { setup })];
        for event in events {
            journal.push((RoomMs(1), serde_json::from_value(event).unwrap()));
            if Game::replay(journal.clone()).is_err() {
                journal.pop();
            }
        }
        let game = Game::replay(journal).unwrap();
        prop_assert!(game.expire(RoomMs(u64::MAX)).len() <= 1);
    }
}
