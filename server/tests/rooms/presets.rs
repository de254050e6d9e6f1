//! Games under other rules than the default, through real sockets: territory, repetition, 座子.

use loadtests::{Api, Reply};
use protocol::http::NewChallenge;
use protocol::{
    Agreement, ClientMessage, Code, Color, Counting, Event, How, KoRule, Pair, Phase, Repeated, Repetition,
    RuleChanges, Winner,
};
use uuid::Uuid;

use super::table::{Server, Table, ended, event, offer, snapshot};

fn under(rules: &str, size: u8) -> NewChallenge {
    NewChallenge { rules: Some(rules.to_owned()), ..offer(size) }
}

async fn opened(table: &mut Table) -> Agreement {
    event(&mut table.black, |event| match event {
        Event::AgreementOpened { agreement, .. } => Some(agreement.clone()),
        _ => None,
    })
    .await
}

async fn done(table: &mut Table, color: Color, message: ClientMessage) {
    let reply = table.socket(color).ask(&message).await.unwrap();
    assert!(matches!(reply, Reply::Ack(Some(_))), "{message:?}: {reply:?}");
}

async fn accept(table: &mut Table, revision: u32) {
    let room = table.room;
    for color in [Color::Black, Color::White] {
        done(table, color, ClientMessage::Accept { id: Uuid::now_v7(), room, revision }).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn territory_is_counted_shown_and_set_aside() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &under("japanese", 5)).await;
    table.play_all(&["ba", "da", "bb", "db", "bc", "dc", "bd", "dd", "be", "de", "pass", "pass"]).await;
    let agreement = opened(&mut table).await;
    let parts = agreement.count.territory.unwrap();
    assert_eq!(parts.territory, Pair { black: 5, white: 5 });
    assert_eq!((agreement.count.board_quarters, agreement.count.margin_quarters), (0, -13));
    assert_eq!(agreement.area, "BB-WW".repeat(5));

    let (room, revision) = (table.room, agreement.revision);
    let aside = |point: &str, revision, neutral| ClientMessage::SetAside {
        id: Uuid::now_v7(),
        room,
        revision,
        point: point.to_owned(),
        neutral,
    };
    for (message, code) in [
        (aside("ca", revision, true), Code::NoTerritory),
        (aside("ba", revision, true), Code::NoTerritory),
        (aside("aa", revision, false), Code::AlreadyMarked),
        (aside("aa", revision + 1, true), Code::StaleRevision),
        (aside("zz", revision, true), Code::BadPoint),
    ] {
        assert_eq!(table.white.ask(&message).await.unwrap(), Reply::Refused(code), "{message:?}");
    }
    done(&mut table, Color::White, aside("ac", revision, true)).await;
    let after = event(&mut table.black, |event| match event {
        Event::SetAside { by, points, neutral, agreement } => {
            assert_eq!((*by, *neutral, points.len()), (Color::White, true, 5));
            Some(agreement.clone())
        }
        _ => None,
    })
    .await;
    assert_eq!(after.neutral, ["aa", "ab", "ac", "ad", "ae"]);
    assert_eq!((after.area.as_str(), after.count.margin_quarters), ("-B-WW".repeat(5).as_str(), -23));
    accept(&mut table, after.revision).await;
    let result = ended(&mut table.white).await;
    assert_eq!((result.sgf.as_str(), result.chinese.as_str()), ("W+11.5", "白胜11目半"));
    let kept = Api::new(&base).game(room).await.unwrap();
    assert_eq!(kept.game.counted.unwrap().neutral, after.neutral);
    assert_eq!((kept.game.settings.rules.as_str(), kept.game.settings.standard), ("japanese", true));
    assert_eq!(kept.game.settings.axes.counting, Counting::Territory);
    assert_eq!(kept.summary.result, Some(result));
    let sgf = Api::new(&base).sgf(room).await.unwrap();
    assert!(sgf.contains("RU[Japanese]") && sgf.contains("TW[ea]") && !sgf.contains("TB["), "{sgf}");
}

/// On four points the game goes round in six plies; komi would be more than the board.
fn tiny(repetition: Option<Repetition>) -> NewChallenge {
    let changes =
        repetition.map(|repetition| RuleChanges { repetition: Some(repetition), ..RuleChanges::default() });
    NewChallenge { komi_quarters: Some(0), private: repetition.is_some(), changes, ..under("korean", 2) }
}

/// The moves up to the one that makes the first position stand for the third time.
const THRICE: [&str; 13] = ["aa", "bb", "ab", "ba", "aa", "ab", "aa", "bb", "ab", "ba", "aa", "ab", "aa"];

#[tokio::test(flavor = "multi_thread")]
async fn a_repetition_is_offered_declined_and_applied() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &tiny(None)).await;
    table.play_all(&THRICE).await;
    let offer = event(&mut table.white, |event| match event {
        Event::RepetitionOffered { offer, clock } => {
            assert_eq!(clock.running, None, "the clocks stand");
            Some(*offer)
        }
        _ => None,
    })
    .await;
    assert_eq!((offer.verdict, offer.first), (Repeated::NoResult, 1));
    assert_eq!(table.play(Color::White, "bb").await, Reply::Refused(Code::WrongPhase));
    let (room, ply) = (table.room, table.ply);
    let answer = |accept| ClientMessage::AnswerRepetition { id: Uuid::now_v7(), room, ply, accept };
    done(&mut table, Color::Black, answer(true)).await;
    // Who comes now sees the offer as it stands.
    let mut late = loadtests::Socket::open(&base, None).await.unwrap();
    let seen = snapshot(late.watch(room, None).await.unwrap());
    let standing = seen.offer.unwrap();
    assert_eq!((seen.phase, seen.to_move), (Phase::Repetition, None));
    assert!(standing.black_accepted && !standing.white_accepted);
    assert_eq!(table.black.ask(&answer(true)).await.unwrap(), Reply::Refused(Code::AlreadyAccepted));
    done(&mut table, Color::White, answer(false)).await;
    event(&mut table.black, |event| match event {
        Event::RepetitionDeclined { by, to_move, clock } => {
            assert_eq!((*by, *to_move), (Some(Color::White), Color::White));
            assert!(clock.running.is_some());
            Some(())
        }
        _ => None,
    })
    .await;
    // Once more round: the fourth time nobody is asked.
    for (i, point) in ["bb", "ab", "ba", "aa", "ab", "aa"].into_iter().enumerate() {
        let color = if i % 2 == 0 { Color::White } else { Color::Black };
        assert!(matches!(table.play(color, point).await, Reply::Ack(_)), "{point}");
    }
    let result = ended(&mut late).await;
    assert_eq!((result.winner, result.how), (Winner::Nobody, How::Repetition));
    assert_eq!((result.repetition, result.chinese.as_str()), (Some(Repeated::NoResult), "无胜负"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_changes_the_rules_and_both_accept_its_draw() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &tiny(Some(Repetition::Draw))).await;
    let settings = table.people[0].api.game(table.room).await.unwrap().game.settings;
    assert!(!settings.standard);
    assert_eq!((settings.axes.ko, settings.axes.repetition), (KoRule::Simple, Repetition::Draw));
    table.play_all(&THRICE).await;
    let (room, ply) = (table.room, table.ply);
    for color in [Color::White, Color::Black] {
        let answer = ClientMessage::AnswerRepetition { id: Uuid::now_v7(), room, ply, accept: true };
        done(&mut table, color, answer).await;
    }
    let result = ended(&mut table.white).await;
    assert_eq!((result.winner, result.sgf.as_str(), result.chinese.as_str()), (Winner::Draw, "0", "和棋"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ancient_game_begins_with_four_stones_and_gives_for_groups() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &under("ancient", 7)).await;
    let game = table.people[0].api.game(table.room).await.unwrap().game;
    let stones = game.settings.start_stones.unwrap();
    assert_eq!(
        (stones.black, stones.white),
        (vec!["cc".to_owned(), "ee".into()], vec!["ec".to_owned(), "ce".into()])
    );
    assert_eq!((game.to_move, game.rows[2].as_str()), (Some(Color::White), "..X.O.."));
    assert_eq!(table.play(Color::Black, "dd").await, Reply::Refused(Code::NotYourTurn));
    for color in [Color::White, Color::Black] {
        assert!(matches!(table.play(color, "pass").await, Reply::Ack(_)));
    }
    let agreement = opened(&mut table).await;
    let (room, mut revision) = (table.room, agreement.revision);
    for point in &agreement.dead {
        let (id, point) = (Uuid::now_v7(), point.clone());
        done(&mut table, Color::Black, ClientMessage::Mark { id, room, revision, point, dead: false }).await;
        revision += 1;
    }
    accept(&mut table, revision).await;
    ended(&mut table.black).await;
    let count = table.people[0].api.game(room).await.unwrap().game.counted.unwrap().count;
    assert_eq!(count.groups, Some(Pair { black: 2, white: 2 }));
    assert_eq!((count.komi_quarters, count.margin_quarters), (0, 0));
}
