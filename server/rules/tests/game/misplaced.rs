//! Journals with what interrupts a game in a place where it cannot be: refused, never a panic.

use rules::{
    Appointment, BadJournal, ByColor, Closed, Color, ENVELOPE_BYTES, Envelope, Game, GameEvent, Misplaced,
    Outcome, PauseReason, Point, Request, RoomMs, Setup, TimeLeft, Venue,
};

use crate::table::even;

const LEFT: TimeLeft = TimeLeft { main_ms: 1, periods: 0, stint_ms: 0, moves: 0 };

fn played(text: &str) -> GameEvent {
    let point = Point::from_sgf(even(9).size, text).unwrap();
    GameEvent::Played { point, captures: vec![], left: LEFT, credit_ms: 0 }
}

fn ended() -> GameEvent {
    GameEvent::Ended { outcome: Outcome::Agreed, count: None, left: ByColor::default() }
}

fn requested(number: u32) -> GameEvent {
    GameEvent::Requested { by: Color::Black, number, request: Request::Draw, due: RoomMs(9), until: None }
}

const PASSED: GameEvent = GameEvent::Passed { left: LEFT, credit_ms: 0 };
const PAUSED: GameEvent = GameEvent::Paused { reason: PauseReason::Referee, until: None };
const CONTINUED: GameEvent = GameEvent::Continued { hold: RoomMs(5) };
const SEALED: GameEvent =
    GameEvent::Sealed { envelope: Envelope([1; ENVELOPE_BYTES]), left: LEFT, credit_ms: 0 };
const LOST: GameEvent = GameEvent::TurnLost { left: LEFT };
const READ: GameEvent = GameEvent::Read { color: Color::Black, second: 30, count: None, periods: 2 };

/// Reads a game with these events; only the last may be refused.
fn check(setup: &Setup, cases: Vec<(Vec<GameEvent>, Option<Misplaced>)>) {
    for (events, why) in cases {
        let (index, told) = (events.len(), format!("{events:?}"));
        let opened = GameEvent::Opened { setup: setup.clone() };
        let journal = std::iter::once(opened).chain(events).map(|event| (RoomMs(0), event));
        let found = Game::replay(journal).err();
        assert_eq!(found, why.map(|why| BadJournal::Misplaced { index, why }), "{told}");
    }
}

#[test]
fn nothing_is_played_while_the_clocks_stand() {
    let phase = Some(Misplaced::Phase);
    let adjourning = GameEvent::Adjourning { until: None };
    let sealed = |more: Vec<GameEvent>| [vec![adjourning.clone(), SEALED], more].concat();
    let resumed = |more: Vec<GameEvent>| sealed([vec![CONTINUED], more].concat());
    let agreement = GameEvent::AgreementOpened { dead: vec![], revision: 1, due: RoomMs(9) };
    let agreed = |more: Vec<GameEvent>| [vec![PASSED, PASSED, agreement.clone(), PAUSED], more].concat();
    let resumption = GameEvent::PlayResumed { by: None, to_move: Color::Black };
    check(
        &even(9),
        vec![
            (vec![PAUSED, played("ee")], phase),
            (vec![PAUSED, PASSED], phase),
            (vec![PAUSED, PAUSED], phase),
            (vec![PAUSED, GameEvent::Adjourning { until: None }], phase),
            (vec![PAUSED, CONTINUED, CONTINUED], phase),
            (vec![PAUSED, CONTINUED, played("ee")], None),
            (vec![PAUSED, READ], phase),
            (vec![PAUSED, GameEvent::Lapsed { due: RoomMs(1) }], phase),
            (vec![CONTINUED], phase),
            (vec![SEALED], phase),
            (vec![LOST], phase),
            (vec![GameEvent::SealLost], phase),
            (vec![adjourning.clone(), adjourning.clone()], phase),
            (vec![adjourning.clone(), played("ee")], phase),
            (vec![adjourning.clone(), PASSED], phase),
            (vec![adjourning.clone(), PAUSED, SEALED], phase),
            (vec![adjourning.clone(), PAUSED, CONTINUED, SEALED], None),
            (vec![adjourning.clone(), CONTINUED, SEALED], phase),
            (sealed(vec![played("ee")]), phase),
            (sealed(vec![LOST]), phase),
            (sealed(vec![GameEvent::SealLost]), phase),
            (sealed(vec![GameEvent::Undone { moves: 0 }]), Some(Misplaced::Undo)),
            (resumed(vec![played("ee")]), None),
            (resumed(vec![LOST]), None),
            (resumed(vec![LOST, LOST]), phase),
            (resumed(vec![GameEvent::SealLost, played("ee")]), None),
            (resumed(vec![adjourning.clone()]), phase),
            (resumed(vec![agreement.clone()]), phase),
            (resumed(vec![PAUSED, played("ee")]), phase),
            (resumed(vec![PAUSED, CONTINUED, played("ee")]), None),
            (agreed(vec![resumption.clone()]), phase),
            (agreed(vec![GameEvent::Accepted { by: Color::Black, revision: 1 }]), phase),
            (agreed(vec![GameEvent::AskedAgain { due: RoomMs(9) }]), phase),
            (agreed(vec![CONTINUED, resumption]), None),
        ],
    );
}

#[test]
fn requests_warnings_and_steps_back_belong_together() {
    let closed = |number| GameEvent::RequestClosed { number, how: Closed::Declined };
    let warned = GameEvent::Warned { color: Color::White };
    let withdrawn = |color| GameEvent::WarningWithdrawn { color };
    let muted = |account: &str| GameEvent::Muted { account: account.to_owned(), name: "N".to_owned() };
    let unmuted = |account: &str| GameEvent::Unmuted { account: account.to_owned(), name: "N".to_owned() };
    let undone = |moves| GameEvent::Undone { moves };
    let stones = GameEvent::StonesRuled { dead: vec![], revision: 1 };
    let (request, undo, phase) = (Some(Misplaced::Request), Some(Misplaced::Undo), Some(Misplaced::Phase));
    check(
        &even(9),
        vec![
            (vec![closed(1)], request),
            (vec![requested(0)], request),
            (vec![requested(1), requested(2)], request),
            (vec![requested(2), closed(1)], request),
            (vec![requested(2), closed(2), closed(2)], request),
            (vec![requested(2), closed(2), requested(2)], request),
            (vec![requested(2), played("ee"), closed(2)], request),
            (vec![requested(u32::MAX), closed(u32::MAX), requested(u32::MAX)], request),
            (vec![warned, withdrawn(Color::White), withdrawn(Color::White)], Some(Misplaced::Warning)),
            (vec![withdrawn(Color::Black)], Some(Misplaced::Warning)),
            (vec![muted("a"), muted("b"), unmuted("a"), muted("a")], None),
            (vec![muted("a"), muted("a")], Some(Misplaced::Mute)),
            (vec![unmuted("a")], Some(Misplaced::Mute)),
            (vec![muted("a"), unmuted("a"), unmuted("a")], Some(Misplaced::Mute)),
            (vec![muted(&"a".repeat(257))], Some(Misplaced::Mute)),
            (vec![undone(0)], undo),
            (vec![played("ee"), undone(1)], undo),
            (vec![played("ee"), undone(u32::MAX)], undo),
            (vec![played("ee"), undone(0), undone(0)], undo),
            (vec![GameEvent::ReadingRestarted { second: 0 }], Some(Misplaced::Reading)),
            (vec![stones], phase),
        ],
    );
}

#[test]
fn nothing_but_a_new_server_follows_the_end() {
    let late = [
        PAUSED,
        CONTINUED,
        GameEvent::Adjourning { until: None },
        SEALED,
        requested(1),
        GameEvent::Undone { moves: 0 },
        GameEvent::TimeAdded { color: Color::Black, ms: 1 },
        GameEvent::ClockSet { color: Color::Black, left: LEFT },
        GameEvent::Ruled { officer: "裁判".into(), reason: String::new() },
        GameEvent::Warned { color: Color::Black },
        GameEvent::Started { here: ByColor::default() },
    ];
    check(&even(9), late.map(|event| (vec![played("ee"), ended(), event], Some(Misplaced::Phase))).to_vec());
    let restored = GameEvent::Restored { charged_ms: 0, uncharged_ms: 0, hold: RoomMs(9), wall_ms: None };
    check(&even(9), vec![(vec![ended(), restored], None)]);
}

#[test]
fn who_has_come_or_lost_does_not_come_again() {
    let venue = Venue::Remote;
    let setup = Setup { appointment: Some(Appointment { start: RoomMs(5), venue }), ..even(9) };
    let started = |black, white| GameEvent::Started { here: ByColor { black, white } };
    let arrived = |color| GameEvent::Arrived { color, late_ms: 1, left: LEFT };
    let missed = |color| GameEvent::Missed { color };
    let (black, white, phase) = (Color::Black, Color::White, Some(Misplaced::Phase));
    check(
        &setup,
        vec![
            (vec![played("ee")], phase),
            (vec![PAUSED], phase),
            (vec![arrived(black)], phase),
            (vec![missed(black)], phase),
            (vec![started(true, false), started(true, true)], phase),
            (vec![started(true, false), arrived(black)], phase),
            (vec![started(true, false), missed(black)], phase),
            (vec![started(false, false), missed(black), arrived(black)], phase),
            (vec![started(false, false), arrived(white), played("ee")], phase),
            (vec![started(true, false), arrived(white), played("ee")], None),
            (vec![started(true, true), played("ee")], None),
        ],
    );
    check(&even(9), vec![(vec![started(true, true)], phase), (vec![arrived(black)], phase)]);
}

#[test]
fn an_envelope_is_text_of_its_length_and_shows_nothing() {
    let text = "\"".to_owned() + &"0f".repeat(ENVELOPE_BYTES) + "\"";
    let envelope: Envelope = serde_json::from_str(&text).unwrap();
    assert_eq!((envelope.0, serde_json::to_string(&envelope).unwrap()), ([15; ENVELOPE_BYTES], text.clone()));
    assert_eq!(format!("{envelope:?}"), "Envelope");
    let long = text.replace("0f0f", "0f0f0f");
    for bad in
        [text.replace("0f", "0g"), text.replace("0f0f", "0f"), long, text.replace("0f", "é"), "7".into()]
    {
        assert!(serde_json::from_str::<Envelope>(&bad).is_err(), "{bad}");
    }
    assert!(serde_json::from_str::<Envelope>(&text.replacen("0f", "+f", 1)).is_err(), "a sign is no digit");
}
