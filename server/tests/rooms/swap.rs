//! Wrong colours: a referee swaps them, and from then on everything knows it (第17条.1).

use loadtests::Reply;
use protocol::http::NewChallenge;
use protocol::{ClientMessage, Code, Color, Event, RequestKind, Ruling, ServerMessage};
use uuid::Uuid;

use super::procedure::{Hall, Referee, kinds};
use super::seats::take;
use super::table::{Server, event, offer};

use Color::{Black, White};

/// The players' sockets and names follow what was ruled.
fn follow(hall: &mut Hall) {
    std::mem::swap(&mut hall.table.black, &mut hall.table.white);
    hall.table.people.swap(0, 1);
}

async fn seat(socket: &mut loadtests::Socket, room: Uuid) -> (Option<Color>, bool) {
    match socket.watch(room, None).await.unwrap() {
        ServerMessage::Snapshot { seat, held, .. } => (seat, held),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_knows_who_plays_which_colour() {
    let mut server = Server::start().await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    let mut referee = Referee::new(&server).await;
    hall.table.play_all(&["ee", "cc"]).await;
    let room = hall.table.room;
    let [first, second] = hall.table.people.each_ref().map(|person| person.name.clone());
    hall.told().await;
    let before = hall.game().await;
    referee.done(&hall.table.rule(Ruling::SwapColors)).await;
    let told = hall.told().await;
    assert_eq!(kinds(&told), ["ruled", "colors_swapped"]);
    let Event::ColorsSwapped { black, white, .. } = &told[1] else { panic!("{told:?}") };
    assert_eq!((&black.name, &white.name), (&second, &first));
    let after = hall.game().await;
    assert_eq!((after.black.name, after.white.name), (second.clone(), first.clone()));
    assert_eq!((&after.rows, after.to_move, after.ply), (&before.rows, Some(Black), 2));

    // The seats have gone with their players: the second socket of the first player still only watches.
    let elsewhere = Reply::Refused(Code::SeatElsewhere);
    assert_eq!(hall.second.ask(&hall.table.command("gg")).await.unwrap(), elsewhere);
    hall.refused(Black, &hall.table.command("gg"), Code::NotYourTurn).await;
    follow(&mut hall);
    assert_eq!(seat(&mut hall.table.black, room).await, (Some(Black), true));
    assert_eq!(seat(&mut hall.second, room).await, (Some(White), false));
    assert!(matches!(hall.table.play(Black, "gg").await, Reply::Ack(_)));
    let live = hall.table.people[0].api.games("live", None).await.unwrap().items;
    let listed = live.iter().find(|game| game.id == room).unwrap();
    assert_eq!((&listed.black.name, &listed.white.name), (&second, &first));

    // A new server reads the same from the journal.
    let (_, people) = hall.leave();
    server = server.restart().await;
    let mut black = people[0].socket(&server.base()).await;
    let mut white = people[1].socket(&server.base()).await;
    assert_eq!(seat(&mut black, room).await, (Some(Black), true));
    assert_eq!(seat(&mut white, room).await, (Some(White), true));
    let play = ClientMessage::Play { id: Uuid::now_v7(), room, ply: 3, point: "cg".to_owned() };
    assert_eq!(black.ask(&play).await.unwrap(), Reply::Refused(Code::NotYourTurn));
    assert!(matches!(white.ask(&play).await.unwrap(), Reply::Ack(_)));
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(white.ask(&resign).await.unwrap(), Reply::Ack(_)));
    let api = loadtests::Api::new(server.base());
    let sgf = api.sgf(room).await.unwrap();
    assert!(sgf.contains(&format!("PB[{second}]")) && sgf.contains(&format!("PW[{first}]")), "{sgf}");
    let done = api.games("finished", None).await.unwrap().items;
    let listed = done.iter().find(|game| game.id == room).unwrap();
    assert_eq!((&listed.black.name, &listed.white.name), (&second, &first));
    assert_eq!(api.game(room).await.unwrap().game.black.name, second);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_too_late_after_the_tenth_move_and_never_with_handicap() {
    let server = Server::start().await;
    let base = server.base();
    let mut referee = Referee::new(&server).await;
    let mut hall = Hall::new(&base, &offer(9)).await;
    hall.table.play_all(&["aa", "ca", "ea", "ga", "ac", "cc", "ec", "gc", "ae", "ce"]).await;
    referee.done(&hall.table.rule(Ruling::SwapColors)).await;
    referee.done(&hall.table.rule(Ruling::SwapColors)).await;
    assert!(matches!(hall.table.play(Black, "ee").await, Reply::Ack(_)));
    let before = hall.game().await;
    let late = hall.table.rule(Ruling::SwapColors);
    assert_eq!(referee.say(&late).await, Reply::Refused(Code::TooLate));
    assert_eq!(hall.game().await, before);
    let hall = Hall::new(&base, &NewChallenge { handicap: 2, ..offer(9) }).await;
    let given = hall.table.rule(Ruling::SwapColors);
    assert_eq!(referee.say(&given).await, Reply::Refused(Code::NotInThisGame));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_move_stays_with_its_colour_and_a_warning_with_its_player() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    hall.table.play_all(&["ee", "cc"]).await;
    referee.done(&hall.table.rule(Ruling::Warn { color: White })).await;
    hall.agree(White, RequestKind::Adjourn).await;
    hall.done(Black, &hall.table.seal("gg")).await;
    referee.done(&hall.table.rule(Ruling::SwapColors)).await;
    follow(&mut hall);
    assert_eq!(hall.game().await.standing.warnings, protocol::Pair { black: 1, white: 0 });
    hall.agree(Black, RequestKind::Continue).await;
    let made = event(&mut hall.guest, |event| match event {
        Event::Played { color, point, ply: 3, .. } => Some((*color, point.clone())),
        _ => None,
    });
    assert_eq!(made.await, (Black, "gg".to_owned()));
    // Who sealed it plays White now.
    hall.table.ply = 3;
    assert!(matches!(hall.table.play(White, "cg").await, Reply::Ack(_)));
    // And whoever comes from elsewhere comes to the right side.
    assert_eq!(hall.second.ask(&take(hall.table.room)).await.unwrap(), Reply::Ack(None));
    assert_eq!(seat(&mut hall.second, hall.table.room).await, (Some(White), true));
}
