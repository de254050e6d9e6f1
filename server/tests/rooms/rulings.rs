//! Rulings through sockets: by referees who are referees now, in games of others, each on record.

use loadtests::Reply;
use protocol::http::NewChallenge;
use protocol::{
    ClientMessage, ClockSettings, Code, Color, Event, How, PauseReason, Phase, RequestKind, Ruling, TimeLeft,
    Verdict, Winner,
};
use tianyuan::offices::{Offices, Role};
use uuid::Uuid;

use super::procedure::{Hall, Referee, kinds};
use super::table::{Server, offer};

use Color::{Black, White};

fn rule(room: Uuid, ruling: Ruling, reason: &str) -> ClientMessage {
    ClientMessage::Rule { id: Uuid::now_v7(), room, ruling, reason: reason.to_owned() }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_referee_rules_never_in_its_own_game_and_only_while_it_is_one() {
    let server = Server::start().await;
    let base = server.base();
    let mut referee = Referee::new(&server).await;
    let mut hall = Hall::new(&base, &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    let room = hall.table.room;
    let pause = || rule(room, Ruling::Pause { until_ms: None }, "an alarm");
    let refused = Reply::Refused(Code::NotAReferee);
    hall.refused(Black, &pause(), Code::NotAReferee).await;
    assert_eq!(hall.guest.ask(&pause()).await.unwrap(), Reply::Refused(Code::NotLoggedIn));
    // A referee who does not play does not play here either.
    let moves = [hall.table.command("gg"), hall.table.ask(RequestKind::Pause), hall.table.seal("gg")];
    for command in &moves {
        assert_eq!(referee.say(command).await, Reply::Refused(Code::NotAPlayer), "{command:?}");
    }
    let first = pause();
    let seq = referee.done(&first).await;
    assert_eq!(hall.game().await.standing.pause.unwrap().reason, PauseReason::Referee);
    assert_eq!(referee.say(&first).await, Reply::Ack(Some(seq)), "its first answer");
    let ClientMessage::Rule { id, .. } = first else { unreachable!() };
    for (ruling, reason) in
        [(Ruling::Pause { until_ms: None }, "another alarm"), (Ruling::Continue, "an alarm")]
    {
        let other = ClientMessage::Rule { id, room, ruling, reason: reason.to_owned() };
        assert_eq!(referee.say(&other).await, Reply::Refused(Code::IdReused));
    }
    // After the role is gone.
    referee.appoint(&server, Offices::NONE).await;
    let go_on = rule(room, Ruling::Continue, "it is over");
    assert_eq!(referee.say(&go_on).await, refused);
    assert!(hall.game().await.standing.pause.is_some());
    referee.appoint(&server, Role::Administrator).await;
    referee.done(&go_on).await;
    assert_eq!(kinds(&hall.told().await)[2..], ["ruled", "paused", "ruled", "continued"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_is_given_and_plain() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    referee.appoint(&server, Role::ChiefReferee).await;
    let hall = Hall::new(&server.base(), &offer(9)).await;
    let room = hall.table.room;
    for reason in ["", "  ", "two\nlines", "a \u{7} bell", &"x".repeat(201)] {
        let command = rule(room, Ruling::Pause { until_ms: None }, reason);
        assert_eq!(referee.say(&command).await, Reply::Refused(Code::BadCommand), "{reason:?}");
    }
    referee.done(&rule(room, Ruling::Pause { until_ms: None }, &"停".repeat(200))).await;
    let cases = [
        (Ruling::Pause { until_ms: None }, Code::Paused),
        (Ruling::StepBack { moves: 0 }, Code::WrongPhase),
        (Ruling::Stones { dead: vec!["ee".into()] }, Code::WrongPhase),
        (Ruling::Stones { dead: vec!["zz".into()] }, Code::BadPoint),
        (Ruling::Stones { dead: vec!["ee".into(); 82] }, Code::BadPoint),
        (Ruling::AddTime { color: Black, ms: 0 }, Code::BadClock),
        (Ruling::AddTime { color: Black, ms: u64::MAX }, Code::BadClock),
        (Ruling::RestartReading { second: 30 }, Code::BadClock),
        (Ruling::WithdrawWarning { color: White }, Code::WrongPhase),
    ];
    let before = hall.game().await;
    for (ruling, code) in cases {
        let command = rule(room, ruling, "a reason");
        assert_eq!(referee.say(&command).await, Reply::Refused(code), "{command:?}");
    }
    assert_eq!(
        referee.say(&rule(Uuid::now_v7(), Ruling::Pause { until_ms: None }, "why")).await,
        Reply::Refused(Code::NotFound)
    );
    assert_eq!(hall.game().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_are_corrected_on_record() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    referee.appoint(&server, Role::ChiefReferee).await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    let room = hall.table.room;
    hall.told().await;
    let left = TimeLeft { main_ms: 123_000, periods: 2, stint_ms: 0, moves: 0 };
    referee.done(&rule(room, Ruling::SetClock { color: White, left }, "the clock was wrong")).await;
    assert_eq!(hall.game().await.clock.white, left);
    referee.done(&rule(room, Ruling::SetClock { color: Black, left }, "and this one")).await;
    let turn = hall.game().await.clock.running.unwrap();
    assert_eq!((turn.color, turn.elapsed_ms), (Black, 0), "a turn under way begins anew");
    referee.done(&rule(room, Ruling::AddTime { color: White, ms: 7_000 }, "for the noise")).await;
    assert_eq!(hall.game().await.clock.white.main_ms, 130_000);
    let bad = TimeLeft { moves: 3, ..left };
    let command = rule(room, Ruling::SetClock { color: White, left: bad }, "no such clock");
    assert_eq!(referee.say(&command).await, Reply::Refused(Code::BadClock));
    let events = hall.told().await;
    assert_eq!(kinds(&events), ["ruled", "clock_set", "ruled", "clock_set", "ruled", "time_added"]);
    let Event::Ruled { officer, reason } = &events[0] else { panic!("{events:?}") };
    assert_eq!((officer, reason.as_str()), (&referee.name, "the clock was wrong"));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_chief_referee_changes_one_clock_alone_or_rules_what_nobody_has_won() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    let hall = Hall::new(&server.base(), &offer(9)).await;
    let room = hall.table.room;
    let left = TimeLeft { main_ms: 1_000, periods: 1, stint_ms: 0, moves: 0 };
    let of_the_chief = [
        Ruling::SetClock { color: Black, left },
        Ruling::AddTime { color: White, ms: 1_000 },
        Ruling::Result { verdict: Verdict::Draw },
        Ruling::Result { verdict: Verdict::BothLose },
        Ruling::Result { verdict: Verdict::Replay },
    ];
    let before = hall.game().await;
    for ruling in &of_the_chief {
        let command = rule(room, ruling.clone(), "a reason");
        assert_eq!(referee.say(&command).await, Reply::Refused(Code::ChiefRefereeNeeded), "{command:?}");
    }
    assert_eq!(hall.game().await, before);
    referee.done(&rule(room, Ruling::AddTimeToBoth { ms: 5_000 }, "for the noise")).await;
    let clock = hall.game().await.clock;
    assert_eq!((clock.black.main_ms, clock.white.main_ms), (605_000, 605_000));
    let too_long = rule(room, Ruling::AddTimeToBoth { ms: u64::MAX }, "a reason");
    assert_eq!(referee.say(&too_long).await, Reply::Refused(Code::BadClock));
    for role in [Role::ChiefReferee, Role::Administrator] {
        referee.appoint(&server, role).await;
        referee.done(&rule(room, Ruling::AddTime { color: White, ms: 1_000 }, "a reason")).await;
    }
    referee.done(&rule(room, Ruling::Result { verdict: Verdict::Draw }, "as it is")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reading_is_taken_up_again_from_where_it_went_wrong() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    let clock = ClockSettings::Byoyomi { main_ms: 0, periods: 1, period_ms: 10_000, last_passes: false };
    let mut hall = Hall::new(&server.base(), &NewChallenge { clock, ..offer(9) }).await;
    hall.table.play_all(&["ee", "cc"]).await;
    let heard = |wanted: u16| {
        move |event: &Event| match event {
            Event::Read { second, count, .. } if *second == wanted => Some(*count),
            _ => None,
        }
    };
    let room = hall.table.room;
    super::table::event(&mut hall.guest, heard(2)).await;
    referee.done(&rule(room, Ruling::RestartReading { second: 1 }, "it was read too early")).await;
    for second in [1, 2, 3] {
        let count = super::table::event(&mut hall.guest, heard(second)).await;
        assert_eq!(count, Some(u8::try_from(second).unwrap()), "it is read again");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_warnings_stones_and_results_are_ruled() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ee", "cc", "gg"]).await;
    let room = hall.table.room;
    hall.told().await;
    referee.done(&rule(room, Ruling::StepBack { moves: 1 }, "the stone slipped")).await;
    let game = hall.game().await;
    assert_eq!((game.moves.len(), game.to_move), (1, Some(White)));
    hall.table.ply = game.ply;
    referee.done(&rule(room, Ruling::Warn { color: White }, "talking")).await;
    referee.done(&rule(room, Ruling::WithdrawWarning { color: White }, "it was somebody else")).await;
    referee.done(&rule(room, Ruling::Warn { color: Black }, "talking")).await;
    assert_eq!(hall.game().await.standing.warnings, protocol::Pair { black: 1, white: 0 });
    for color in [White, Black] {
        assert!(matches!(hall.table.play(color, "pass").await, Reply::Ack(_)));
    }
    assert_eq!(hall.game().await.phase, Phase::Agreement);
    let empty = rule(room, Ruling::Stones { dead: vec!["aa".into()] }, "no stone there");
    assert_eq!(referee.say(&empty).await, Reply::Refused(Code::NoStone));
    let stones = rule(room, Ruling::Stones { dead: Vec::new() }, "both live");
    let seq = referee.done(&stones).await;
    let counted = hall.game().await;
    assert_eq!(counted.result.unwrap().how, How::Counting);
    assert_eq!(counted.counted.unwrap().count.warning_quarters_black, 4, "a warning is one 子");
    assert_eq!(
        kinds(&hall.told().await),
        [
            "ruled",
            "undone",
            "ruled",
            "warned",
            "ruled",
            "warning_withdrawn",
            "ruled",
            "warned",
            "passed",
            "passed",
            "agreement_opened",
            "ruled",
            "stones_ruled",
            "ended"
        ]
    );
    // The ruling that ended the game, sent again when its room is gone.
    server.stop_rooms().await;
    assert_eq!(referee.say(&stones).await, Reply::Ack(Some(seq)));
    let late = rule(room, Ruling::Pause { until_ms: None }, "too late");
    assert_eq!(referee.say(&late).await, Reply::Refused(Code::GameOver));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_warning_and_every_verdict_end_a_game() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    referee.appoint(&server, Role::ChiefReferee).await;
    let base = server.base();
    let hall = Hall::new(&base, &offer(9)).await;
    for reason in ["once", "twice"] {
        referee.done(&rule(hall.table.room, Ruling::Warn { color: White }, reason)).await;
    }
    let result = hall.game().await.result.unwrap();
    assert_eq!((result.winner, result.how), (Winner::Black, How::Forfeit));
    let cases = [
        (Verdict::Black, Winner::Black),
        (Verdict::White, Winner::White),
        (Verdict::Draw, Winner::Draw),
        (Verdict::BothLose, Winner::BothLose),
        (Verdict::NoResult, Winner::Nobody),
        (Verdict::Replay, Winner::Nobody),
    ];
    for (verdict, winner) in cases {
        let mut hall = Hall::new(&base, &offer(9)).await;
        hall.table.play_all(&["ee"]).await;
        referee.done(&rule(hall.table.room, Ruling::Result { verdict }, "as it is")).await;
        let result = hall.game().await.result.unwrap();
        assert_eq!((result.winner, result.how), (winner, How::Ruling), "{verdict:?}");
        assert!(hall.table.people[0].api.sgf(hall.table.room).await.unwrap().contains("RE["));
        assert_eq!(kinds(&hall.told().await), ["played", "ruled", "ended"]);
    }
}
