//! One event of each kind that a journal can hold.

use rules::{
    ByColor, CallEnd, Closed, Color, Count, ENVELOPE_BYTES, Envelope, GameEvent, Outcome, PauseReason,
    Repeated, Request, RoomMs, Size, TerritoryParts, Ties, TimeLeft,
};

use crate::world::setup;

/// One event of each kind, the optional parts once there and once not. The match makes a new kind be thought of here.
pub(crate) fn every_kind() -> Vec<GameEvent> {
    let point = |x, y| Size::STANDARD.at(x, y).unwrap();
    let left = TimeLeft { main_ms: 59_999, periods: 3, ..TimeLeft::default() };
    let both =
        ByColor { black: left, white: TimeLeft { main_ms: 0, periods: 1, stint_ms: 60_000, moves: 15 } };
    let count = Count {
        black_points: 185,
        white_points: 175,
        shared_points: 1,
        komi_quarters: 15,
        back_quarters: 0,
        margin_quarters: -3,
        ..Count::default()
    };
    let parts = TerritoryParts {
        territory: ByColor { black: 60, white: 55 },
        prisoners: ByColor { black: 7, white: 11 },
        dead: ByColor { black: 1, white: 0 },
    };
    let full = Count {
        territory: Some(parts),
        groups: Some(ByColor { black: 3, white: 4 }),
        first_pass_quarters: 2,
        warning_quarters: ByColor { black: 4, white: 0 },
        pass_stones: Some(ByColor { black: 1, white: 2 }),
        ..count
    };
    let (verdict, tie) = (Repeated::NoResult, Outcome::Counting { margin_quarters: 0, ties: Ties::Black });
    let mut all = vec![
        GameEvent::Opened { setup: setup() },
        GameEvent::HandicapPlaced { point: point(3, 3) },
        GameEvent::Played {
            point: point(18, 18),
            captures: vec![point(0, 0), point(1, 0)],
            left,
            credit_ms: 0,
        },
        GameEvent::Passed { left, credit_ms: 321 },
        GameEvent::AgreementOpened { dead: vec![point(2, 2)], revision: 1, due: RoomMs(9_000_000_000) },
        GameEvent::Marked { by: Color::White, stones: vec![point(5, 5)], dead: true, revision: 2 },
        GameEvent::Accepted { by: Color::Black, revision: 2 },
        GameEvent::AskedAgain { due: RoomMs(5) },
        GameEvent::PlayResumed { by: Some(Color::White), to_move: Color::Black },
        GameEvent::PlayResumed { by: None, to_move: Color::White },
        GameEvent::Restored { charged_ms: 1, uncharged_ms: 2, hold: RoomMs(3), wall_ms: Some(-4) },
        GameEvent::SetAside {
            by: Color::Black,
            points: vec![point(0, 0), point(1, 0)],
            neutral: true,
            revision: 3,
        },
        GameEvent::Read { color: Color::Black, second: 30, count: None, periods: 3 },
        GameEvent::Read { color: Color::White, second: 59, count: Some(9), periods: 1 },
        GameEvent::Lapsed { due: RoomMs(7) },
    ];
    all.extend(around(left, verdict));
    all.extend([
        GameEvent::Ended { outcome: Outcome::Repetition { verdict }, count: None, left: both },
        GameEvent::Ended { outcome: tie, count: Some(full), left: both },
        GameEvent::Ended { outcome: Outcome::Aborted, count: None, left: both },
        GameEvent::Ended { outcome: Outcome::Time { winner: Color::Black }, count: Some(count), left: both },
        GameEvent::VacationBegan { by: Color::Black, until: RoomMs(9_000_000_001) },
        GameEvent::VacationEnded { by: Color::White, left_ms: 9_000_000_002 },
    ]);
    all.extend(mute("一个账号", "张三"));
    let kinds: std::collections::BTreeSet<u8> = all.iter().map(kind).collect();
    assert!(kinds.iter().copied().eq(0..46), "each kind has an example: {kinds:?}");
    all
}

/// Somebody is muted and then may speak again.
fn mute(account: &str, name: &str) -> [GameEvent; 2] {
    let (account, name) = (account.to_owned(), name.to_owned());
    [GameEvent::Muted { account: account.clone(), name: name.clone() }, GameEvent::Unmuted { account, name }]
}

/// A repetition, and what happens around the moves.
fn around(left: TimeLeft, verdict: Repeated) -> Vec<GameEvent> {
    vec![
        GameEvent::RepetitionOffered { verdict, first: 60, due: RoomMs(9) },
        GameEvent::RepetitionAccepted { by: Color::Black },
        GameEvent::RepetitionDeclined { by: Some(Color::White) },
        GameEvent::RepetitionDeclined { by: None },
        GameEvent::Started { here: ByColor { black: true, white: false } },
        GameEvent::Arrived { color: Color::White, late_ms: 5, left },
        GameEvent::Missed { color: Color::White },
        GameEvent::Requested {
            by: Color::Black,
            number: 1,
            request: Request::Pause,
            due: RoomMs(9),
            until: Some(RoomMs(10)),
        },
        GameEvent::RequestClosed { number: 1, how: Closed::Accepted },
        GameEvent::RefereeCalled { by: Some(Color::Black), due: RoomMs(9) },
        GameEvent::RefereeCalled { by: None, due: RoomMs(9) },
        GameEvent::CallClosed { how: CallEnd::Expired },
        GameEvent::Paused { reason: PauseReason::Agreed, until: Some(RoomMs(9)) },
        GameEvent::Continued { hold: RoomMs(9) },
        GameEvent::Adjourning { until: Some(RoomMs(10)) },
        GameEvent::Adjourning { until: None },
        GameEvent::Sealed { envelope: Envelope([7; ENVELOPE_BYTES]), left, credit_ms: 3 },
        GameEvent::SealLost,
        GameEvent::TurnLost { left },
        GameEvent::Undone { moves: 4 },
        GameEvent::TimeAdded { color: Color::Black, ms: 60_000 },
        GameEvent::Ruled { officer: "裁判".to_owned(), reason: "计时钟有误。".to_owned() },
        GameEvent::ClockSet { color: Color::Black, left },
        GameEvent::ReadingRestarted { second: 30 },
        GameEvent::StonesRuled { dead: vec![Size::STANDARD.at(0, 0).unwrap()], revision: 4 },
        GameEvent::Warned { color: Color::Black },
        GameEvent::WarningWithdrawn { color: Color::Black },
        GameEvent::OfficerSeated { officer: "裁判".to_owned() },
        GameEvent::Removed { account: "7f".to_owned(), name: "张三".to_owned() },
        GameEvent::Readmitted { account: "7f".to_owned(), name: "张三".to_owned() },
        GameEvent::ColorsSwapped,
    ]
}

pub(crate) fn kind(event: &GameEvent) -> u8 {
    match event {
        GameEvent::Opened { .. } => 0,
        GameEvent::HandicapPlaced { .. } => 1,
        GameEvent::Played { .. } => 2,
        GameEvent::Passed { .. } => 3,
        GameEvent::AgreementOpened { .. } => 4,
        GameEvent::Marked { .. } => 5,
        GameEvent::Accepted { .. } => 6,
        GameEvent::AskedAgain { .. } => 7,
        GameEvent::PlayResumed { .. } => 8,
        GameEvent::Restored { .. } => 9,
        GameEvent::SetAside { .. } => 10,
        GameEvent::Read { .. } => 11,
        GameEvent::Lapsed { .. } => 12,
        GameEvent::RepetitionOffered { .. } => 13,
        GameEvent::RepetitionAccepted { .. } => 14,
        GameEvent::RepetitionDeclined { .. } => 15,
        GameEvent::Started { .. } => 16,
        GameEvent::Arrived { .. } => 17,
        GameEvent::Missed { .. } => 18,
        GameEvent::Requested { .. } => 19,
        GameEvent::RequestClosed { .. } => 20,
        GameEvent::Paused { .. } => 21,
        GameEvent::Continued { .. } => 22,
        GameEvent::Adjourning { .. } => 23,
        GameEvent::Sealed { .. } => 24,
        GameEvent::SealLost => 25,
        GameEvent::TurnLost { .. } => 26,
        GameEvent::Undone { .. } => 27,
        GameEvent::TimeAdded { .. } => 28,
        GameEvent::Ruled { .. } => 29,
        GameEvent::ClockSet { .. } => 30,
        GameEvent::ReadingRestarted { .. } => 31,
        GameEvent::StonesRuled { .. } => 32,
        GameEvent::Warned { .. } => 33,
        GameEvent::WarningWithdrawn { .. } => 34,
        GameEvent::Ended { .. } => 35,
        GameEvent::VacationBegan { .. } => 36,
        GameEvent::VacationEnded { .. } => 37,
        GameEvent::Muted { .. } => 38,
        GameEvent::Unmuted { .. } => 39,
        GameEvent::OfficerSeated { .. } => 40,
        GameEvent::Removed { .. } => 41,
        GameEvent::Readmitted { .. } => 42,
        GameEvent::ColorsSwapped => 43,
        GameEvent::RefereeCalled { .. } => 44,
        GameEvent::CallClosed { .. } => 45,
    }
}
