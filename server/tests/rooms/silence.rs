//! Who is kept out of a conversation, and what is kept from it: private games, mute, hidden lines, slow sockets.

use std::sync::Arc;

use loadtests::{Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{AudienceDelay, ClientMessage, Code, Event, Ruling, ServerMessage, TalkStream};
use tianyuan::ids::GameId;
use tianyuan::room::{ConnId, OUTBOX, Outgoing, Role, outbox};
use uuid::Uuid;

use super::procedure::Referee;
use super::slumber::until;
use super::table::{Person, Server, Table, event, offer, snapshot};
use super::talk::{Hall, STREAMS, WHO, heard, id_of, listen, page, say, texts};

use TalkStream::{Players, Spectators};

fn hiding_line(room: Uuid, stream: TalkStream, number: u64, reason: &str) -> ClientMessage {
    ClientMessage::HideLine { id: Uuid::now_v7(), room, stream, number, reason: reason.to_owned() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_is_talked_about_by_its_players_alone() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &NewChallenge { private: true, ..offer(9) }).await;
    let room = table.room;
    let mut referee = Referee::new(&server).await;
    let stranger = Person::new(&base).await;
    let mut socket = stranger.socket(&base).await;
    for is_over in [false, true] {
        assert_eq!(table.black.ask(&say(room, Players, "between us")).await.unwrap(), Reply::Ack(None));
        for stream in STREAMS {
            for socket in [&mut socket, &mut referee.socket] {
                let reply = socket.ask(&say(room, stream, "me too")).await.unwrap();
                assert_eq!(reply, Reply::Refused(Code::NotFound));
            }
        }
        let hide = hiding_line(room, Players, 1, "a reason");
        assert_eq!(referee.say(&hide).await, Reply::Refused(Code::NotFound));
        for person in [None, Some(&stranger)] {
            assert_eq!(page(person, &base, room, "stream=players").await, Err(Code::NotFound));
        }
        assert!(page(Some(&table.people[1]), &base, room, "stream=players").await.is_ok());
        if !is_over {
            let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
            assert!(matches!(table.white.ask(&resign).await.unwrap(), Reply::Ack(_)));
        }
    }
    let all = heard(&mut table.white, "between us").await;
    assert_eq!(texts(&all, Players), [(1, "between us")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_a_referee_mutes_says_nothing_in_that_game() {
    let server = Server::start().await;
    let base = server.base();
    let mut hall = Hall::new(&server).await;
    let room = hall.table.room;
    let (white, viewer) = (id_of(&hall.table.people[1]).await, id_of(&hall.viewer).await);
    let before = say(room, Players, "before");
    assert_eq!(hall.table.white.ask(&before).await.unwrap(), Reply::Ack(None));
    let mute = |account, on| Ruling::Mute { account, on };
    for account in [white, viewer] {
        let ruling = hall.table.rule(mute(account, true));
        hall.referee.done(&ruling).await;
        let again = hall.table.rule(mute(account, true));
        assert_eq!(hall.referee.say(&again).await, Reply::Refused(Code::AlreadyMarked));
    }
    let nobody = hall.table.rule(mute(Uuid::now_v7(), true));
    assert_eq!(hall.referee.say(&nobody).await, Reply::Refused(Code::NotFound));
    let own = hall.table.rule(mute(viewer, false));
    assert_eq!(hall.table.black.ask(&own).await.unwrap(), Reply::Refused(Code::NotAReferee));
    // Everybody is told, with the reason; and whoever comes later sees it.
    for who in 0..WHO.len() {
        let reason = event(hall.socket(who), |event| match event {
            Event::Ruled { reason, .. } => Some(reason.clone()),
            _ => None,
        });
        assert_eq!(reason.await, "as the rules have it");
        let muted = event(hall.socket(who), |event| match event {
            Event::Muted { account } => Some(account.clone()),
            _ => None,
        });
        assert_eq!(muted.await, protocol::PlayerRef { id: white, name: hall.table.people[1].name.clone() });
    }
    let mut guest = Socket::open(&base, None).await.unwrap();
    let seen = snapshot(guest.watch(room, None).await.unwrap());
    assert_eq!(seen.muted.iter().map(|who| who.id).collect::<Vec<_>>(), [white, viewer]);

    let muted = Reply::Refused(Code::Muted);
    assert_eq!(hall.table.white.ask(&say(room, Players, "but")).await.unwrap(), muted);
    assert_eq!(hall.watching[0].ask(&say(room, Spectators, "but")).await.unwrap(), muted);
    assert_eq!(hall.table.white.ask(&before).await.unwrap(), Reply::Ack(None), "answered as it was");
    assert_eq!(hall.table.black.ask(&say(room, Players, "peace")).await.unwrap(), Reply::Ack(None));
    // Another game is another game.
    let other = Table::new(&base, &offer(9)).await;
    assert_eq!(hall.watching[0].ask(&say(other.room, Spectators, "hello")).await.unwrap(), Reply::Ack(None));

    let ruling = hall.table.rule(mute(viewer, false));
    hall.referee.done(&ruling).await;
    assert_eq!(hall.watching[0].ask(&say(room, Spectators, "thanks")).await.unwrap(), Reply::Ack(None));
    // It stays so after the end, in whatever way the game is found.
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(hall.table.black.ask(&resign).await.unwrap(), Reply::Ack(_)));
    assert_eq!(hall.table.white.ask(&say(room, Players, "but")).await.unwrap(), muted);
    let Hall { table, .. } = hall;
    let Table { people, .. } = table;
    until("everybody gone", async || server.halls() <= 1).await;
    let server = server.restart().await;
    let mut white = people[1].socket(&server.base()).await;
    assert_eq!(white.ask(&say(room, Players, "but")).await.unwrap(), muted);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_a_referee_hides_is_shown_to_nobody_any_more() {
    let server = Server::start().await;
    let base = server.base();
    let mut hall = Hall::new(&server).await;
    let room = hall.table.room;
    for text in ["play at E5", "hush"] {
        assert_eq!(hall.watching[0].ask(&say(room, Spectators, text)).await.unwrap(), Reply::Ack(None));
    }
    let why = "help from outside";
    let hide = |number| hiding_line(room, Spectators, number, why);
    for who in [0, 3] {
        assert_eq!(hall.socket(who).ask(&hide(1)).await.unwrap(), Reply::Refused(Code::NotAReferee));
    }
    for number in [0, 3, u64::MAX] {
        assert!(matches!(hall.referee.say(&hide(number)).await, Reply::Refused(_)), "{number}");
    }
    for reason in ["", " ", "\u{200d}", "a\u{202e}b", &"理".repeat(201)] {
        let refused = hall.referee.say(&hiding_line(room, Spectators, 1, reason)).await;
        assert_eq!(refused, Reply::Refused(Code::BadText), "{reason:?}");
    }
    assert_eq!(hall.referee.say(&hide(1)).await, Reply::Ack(None));
    // Another referee hides it, too: who was first stays.
    let mut second = Referee::new(&server).await;
    let again = hiding_line(room, Spectators, 1, "and again");
    assert_eq!(second.say(&again).await, Reply::Ack(None));
    let hidden = |message: &ServerMessage| match message {
        ServerMessage::LineHidden { stream, number, hiding, .. } => Some((*stream, *number, hiding.clone())),
        _ => None,
    };
    let by = protocol::PlayerRef { id: id_of(&hall.referee.person).await, name: hall.referee.name.clone() };
    let hiding = Some(protocol::Hiding { by, reason: why.to_owned() });
    assert_eq!(hall.socket(2).find(hidden).await.unwrap(), (Spectators, 1, hiding.clone()));
    assert_eq!(hall.socket(3).find(hidden).await.unwrap(), (Spectators, 1, None));

    // Whoever comes later, when the lines are kept ready and when they are read anew; and by HTTP.
    let onlooker = Person::new(&base).await;
    for (person, told) in [(&onlooker, None), (&second.person, hiding)] {
        let mut late = person.socket(&base).await;
        late.record();
        listen(&mut late, room).await;
        let all = heard(&mut late, "hush").await;
        assert_eq!(texts(&all, Spectators), [(1, ""), (2, "hush")]);
        assert!(all[0].1.hidden && !all[1].1.hidden);
        assert_eq!((&all[0].1.hiding, &all[1].1.hiding), (&told, &None));
        let page = page(Some(person), &base, room, "stream=spectators").await.unwrap();
        assert_eq!(page.lines, all.into_iter().map(|(_, line)| line).collect::<Vec<_>>());
        assert!(!late.heard().iter().any(|frame| frame.contains("E5")));
        assert_eq!(late.heard().iter().any(|frame| frame.contains(why)), told.is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referee_mutes_whom_it_must_after_the_end_too() {
    let server = Server::start().await;
    let mut hall = Hall::new(&server).await;
    let room = hall.table.room;
    let (white, viewer) = (id_of(&hall.table.people[1]).await, id_of(&hall.viewer).await);
    let mute = |account, on| muting(room, account, on);
    hall.referee.done(&mute(viewer, true)).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(hall.table.white.ask(&resign).await.unwrap(), Reply::Ack(_)));

    assert_eq!(hall.table.white.ask(&say(room, Players, "a bad word")).await.unwrap(), Reply::Ack(None));
    let first = mute(white, true);
    assert_eq!(hall.referee.say(&first).await, Reply::Ack(None));
    assert_eq!(hall.referee.say(&first).await, Reply::Ack(None), "the same answer");
    let ClientMessage::Rule { id, .. } = first else { panic!("{first:?}") };
    let ruling = Ruling::Mute { account: viewer, on: false };
    let other = ClientMessage::Rule { id, room, ruling, reason: "insults".to_owned() };
    assert_eq!(hall.referee.say(&other).await, Reply::Refused(Code::IdReused));
    let muted = Reply::Refused(Code::Muted);
    assert_eq!(hall.table.white.ask(&say(room, Players, "another")).await.unwrap(), muted, "from then on");
    assert_eq!(hall.table.white.ask(&say(room, Spectators, "another")).await.unwrap(), muted);
    assert_eq!(
        hall.watching[0].ask(&say(room, Spectators, "but")).await.unwrap(),
        muted,
        "from before the end"
    );
    // Everybody is told who may not speak, by whom and why.
    for (who, name) in WHO.iter().enumerate() {
        let told = hall.socket(who).find(list).await.unwrap();
        assert_eq!(told, (vec![viewer, white], Some("insults".to_owned())), "{name}");
    }
    // What is no such ruling, or of nobody who may, changes nothing.
    let own = mute(id_of(&hall.referee.person).await, true);
    for (who, command, code) in [
        (0, mute(viewer, false), Code::NotAReferee),
        (4, mute(viewer, false), Code::NotLoggedIn),
        (2, own, Code::NotAReferee),
        (2, mute(white, true), Code::AlreadyMarked),
        (2, mute(Uuid::now_v7(), true), Code::NotFound),
    ] {
        assert_eq!(hall.socket(who).ask(&command).await.unwrap(), Reply::Refused(code), "{command:?}");
    }
    for ruling in [Ruling::Remove { account: viewer, on: true }, Ruling::Continue] {
        let late = hall.table.rule(ruling);
        assert_eq!(hall.referee.say(&late).await, Reply::Refused(Code::GameOver));
    }
    assert_eq!(hall.referee.say(&mute(viewer, false)).await, Reply::Ack(None), "what the game ruled, too");
    assert_eq!(hall.watching[0].ask(&say(room, Spectators, "thanks")).await.unwrap(), Reply::Ack(None));

    // When the room is gone, and after a restart, as whoever comes is told.
    let Hall { table, referee, .. } = hall;
    let Table { people, .. } = table;
    let person = referee.person.clone();
    drop(referee);
    until("everybody gone", async || server.halls() == 0).await;
    let server = server.restart().await;
    let base = server.base();
    let mut socket = people[1].socket(&base).await;
    assert_eq!(socket.ask(&say(room, Players, "but")).await.unwrap(), muted);
    socket.watch(room, None).await.unwrap();
    assert_eq!(socket.find(list).await.unwrap(), (vec![white], None));
    let mut referee = person.socket(&base).await;
    assert_eq!(referee.ask(&first).await.unwrap(), Reply::Ack(None), "the same answer still");
    assert_eq!(referee.ask(&mute(white, false)).await.unwrap(), Reply::Ack(None));
    assert_eq!(socket.ask(&say(room, Players, "sorry")).await.unwrap(), Reply::Ack(None));
}

fn muting(room: Uuid, account: Uuid, on: bool) -> ClientMessage {
    let (id, ruling) = (Uuid::now_v7(), Ruling::Mute { account, on });
    ClientMessage::Rule { id, room, ruling, reason: "insults".to_owned() }
}

/// Who may not speak about a game that is over, and why that was ruled just now.
fn list(message: &ServerMessage) -> Option<(Vec<Uuid>, Option<String>)> {
    match message {
        ServerMessage::Muted { muted, reason, .. } => {
            Some((muted.iter().map(|who| who.id).collect(), reason.clone()))
        }
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_does_not_read_is_let_go_of_and_costs_nobody_else_a_line() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    let room = table.room;
    let app = server.owner(room).await;
    let floor = Arc::clone(app.rooms.wake(GameId(room)).await.unwrap().floor());
    let (outbox, mut reader) = outbox(ConnId::MAX);
    let ear = app.talk.listen(GameId(room), outbox, (None, Role::Spectator), floor);
    for n in 0..OUTBOX + 2 {
        let line = say(room, Players, &format!("line {n}"));
        assert_eq!(table.black.ask(&line).await.unwrap(), Reply::Ack(None));
    }
    let last = format!("line {}", OUTBOX + 1);
    let all = heard(&mut table.white, &last).await;
    let numbers: Vec<u64> = all.iter().map(|(_, line)| line.number).collect();
    assert_eq!(numbers, (1..=OUTBOX as u64 + 2).collect::<Vec<_>>(), "who reads hears everything");
    for n in 0..OUTBOX {
        let Some(Outgoing::Frame(frame)) = reader.next().await else { panic!("no frame {n}") };
        assert!(frame.contains(&format!(r#""number":{},"#, n + 1)), "{frame}");
    }
    assert_eq!(
        reader.next().await,
        Some(Outgoing::Lagged(GameId(room))),
        "who does not is told to ask again"
    );
    drop(ear);
    assert_eq!(reader.next().await, None, "and nobody holds its outbox any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audience_that_is_behind_reads_what_the_players_said_when_the_result_is_final() {
    let server = Server::start().await;
    let base = server.base();
    let behind = NewChallenge { delay: Some(AudienceDelay::Moves(2)), ..offer(9) };
    let mut table = Table::new(&base, &behind).await;
    let room = table.room;
    let viewer = Person::new(&base).await;
    let mut sockets = [viewer.socket(&base).await, Socket::open(&base, None).await.unwrap()];
    for socket in &mut sockets {
        listen(socket, room).await;
    }
    table.play_all(&["ee", "cc", "gg"]).await;
    assert_eq!(table.black.ask(&say(room, Players, "that at G7")).await.unwrap(), Reply::Ack(None));
    let all = heard(&mut table.white, "that at G7").await;
    assert_eq!(all[0].1.ply, 3);
    assert_eq!(sockets[0].ask(&say(room, Spectators, "slow")).await.unwrap(), Reply::Ack(None));
    let all = heard(&mut sockets[0], "slow").await;
    assert_eq!((texts(&all, Players), texts(&all, Spectators)), (vec![], vec![(1, "slow")]));
    assert_eq!(all[0].1.ply, 1, "it tells no more moves than the board shows");
    for person in [None, Some(&viewer)] {
        assert_eq!(page(person, &base, room, "stream=players").await, Err(Code::NotFound));
    }
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(table.white.ask(&resign).await.unwrap(), Reply::Ack(_)));
    for socket in &mut sockets {
        let all = heard(socket, "that at G7").await;
        assert_eq!(texts(&all, Players), [(1, "that at G7")]);
    }
    assert_eq!(page(None, &base, room, "stream=players").await.unwrap().lines.len(), 1);
}
