//! An audience that is behind: on no path does it see more than its delayed game, and in the end it sees everything.

use loadtests::{Api, Reply, Socket};
use protocol::http::{GameRecord, NewChallenge, TimeSheet, Timed};
use protocol::{AudienceDelay, ClientMessage, Event, RoomEvent, Ruling, ServerMessage, Snapshot};
use reqwest::Method;
use uuid::Uuid;

use super::kills::{Program, free_port};
use super::procedure::Referee;
use super::table::{Person, Server, Table, offer, served_now, snapshot};

const MOVES: [&str; 6] = ["ee", "cc", "gg", "cg", "gc", "ce"];

fn behind(delay: AudienceDelay) -> NewChallenge {
    NewChallenge { delay: Some(delay), ..offer(9) }
}

/// Everybody who only looks on: a guest and somebody with an account.
struct Audience {
    sockets: [Socket; 2],
    apis: [Api; 2],
    room: Uuid,
}

/// A game as one path shows it: how many moves, and whether it is over.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    path: &'static str,
    ply: u32,
    over: bool,
}

impl Audience {
    async fn new(base: &str, room: Uuid) -> Self {
        let person = Person::new(base).await;
        let sockets = [Socket::open(base, None).await.unwrap(), person.socket(base).await];
        Self { sockets, apis: [Api::new(base), person.api], room }
    }

    /// What every path shows now.
    async fn sees(&mut self) -> Vec<Seen> {
        let mut seen = Vec::new();
        for (socket, api) in self.sockets.iter_mut().zip(&self.apis) {
            let message = socket.watch(self.room, None).await.unwrap();
            let is_late = matches!(message, ServerMessage::Snapshot { late: true, .. });
            let game = snapshot(message);
            assert_eq!(is_late, game.result.is_none(), "a running game is late");
            seen.push(of("snapshot", &game));
            let record: GameRecord = api.game(self.room).await.unwrap();
            assert_eq!(record.summary.result, record.game.result);
            seen.push(of("record", &record.game));
            let path = format!("/games/{}/clock", self.room);
            let sheet: TimeSheet = api.call(Method::GET, &path, None::<&()>).await.unwrap();
            let moves =
                sheet.entries.iter().filter(|entry| matches!(entry.entry, Timed::Moved { .. })).count();
            let over = sheet.entries.iter().any(|entry| matches!(entry.entry, Timed::Ended { .. }));
            seen.push(Seen { path: "sheet", ply: u32::try_from(moves).unwrap(), over });
            let live = api.games("live", None).await.unwrap().items.iter().any(|game| game.id == self.room);
            assert_eq!(live, game.result.is_none(), "the list");
            assert_eq!(api.sgf(self.room).await.is_ok(), game.result.is_some(), "the record");
        }
        seen
    }

    async fn sees_only(&mut self, ply: u32, over: bool) {
        for seen in self.sees().await {
            assert_eq!((seen.ply, seen.over), (ply, over), "{seen:?}");
        }
    }

    /// The next event that each of them is told.
    async fn told(&mut self) -> [RoomEvent; 2] {
        let [guest, other] = &mut self.sockets;
        [next_event(guest).await, next_event(other).await]
    }
}

fn of(path: &'static str, game: &Snapshot) -> Seen {
    let moves = u32::try_from(game.moves.len()).unwrap();
    assert_eq!(moves, game.ply);
    Seen { path, ply: moves, over: game.result.is_some() }
}

async fn next_event(socket: &mut Socket) -> RoomEvent {
    let wanted = |message: &ServerMessage| match message {
        ServerMessage::Event { event, .. } => Some(event.clone()),
        _ => None,
    };
    socket.find(wanted).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audience_some_moves_behind_sees_them_on_no_path() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &behind(AudienceDelay::Moves(2))).await;
    let mut audience = Audience::new(&server.base(), table.room).await;
    audience.sees_only(0, false).await;
    for (at, point) in MOVES.into_iter().enumerate() {
        let color = if at % 2 == 0 { protocol::Color::Black } else { protocol::Color::White };
        assert!(matches!(table.play(color, point).await, Reply::Ack(Some(_))));
        let made = u32::try_from(at).unwrap() + 1;
        audience.sees_only(made.saturating_sub(2), false).await;
    }
    // The players and whoever speaks for them see everything, on every path.
    assert_eq!(table.people[0].api.game(table.room).await.unwrap().game.ply, 6);
    let mut second = table.people[1].socket(&server.base()).await;
    assert_eq!(snapshot(second.watch(table.room, None).await.unwrap()).ply, 6);

    // Both pass, and the stones are to be agreed: the audience hears nothing of it before the result is final.
    table.play(protocol::Color::Black, "pass").await;
    table.play(protocol::Color::White, "pass").await;
    audience.sees_only(6, false).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    assert!(matches!(table.black.ask(&resign).await.unwrap(), Reply::Ack(_)));
    audience.sees_only(8, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn late_events_are_the_very_same_in_the_same_order() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &behind(AudienceDelay::Moves(1))).await;
    let mut audience = Audience::new(&server.base(), table.room).await;
    for socket in &mut audience.sockets {
        socket.watch(table.room, None).await.unwrap();
    }
    table.play_all(&MOVES).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    table.white.ask(&resign).await.unwrap();
    loop {
        let real = next_event(&mut table.black).await;
        assert_eq!(audience.told().await, [real.clone(), real.clone()]);
        if matches!(real.event, Event::Ended { .. }) {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audience_some_time_behind_is_never_told_too_early_and_catches_up_where_it_was() {
    const BEHIND_MS: u64 = 3_000;
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &behind(AudienceDelay::Ms(BEHIND_MS))).await;
    let mut audience = Audience::new(&server.base(), table.room).await;
    let [guest, _] = &mut audience.sockets;
    let ServerMessage::Snapshot { room_ms, served_ms, .. } =
        table.black.watch(table.room, None).await.unwrap()
    else {
        panic!("a snapshot")
    };
    guest.watch(table.room, None).await.unwrap();
    table.play_all(&MOVES[..2]).await;
    for ply in 1..=2 {
        let told = next_event(guest).await;
        assert!(matches!(told.event, Event::Played { ply: told, .. } if told == ply), "{told:?}");
        let now = served_now(&mut table.black).await - served_ms + room_ms;
        assert!(now >= told.at_ms + BEHIND_MS, "{now} is too early for {}", told.at_ms);
    }
    // Who was there before comes back to the audience's own place, not to the players'.
    table.play_all(&MOVES[2..3]).await;
    let again = guest.watch(table.room, Some(1)).await.unwrap();
    let ServerMessage::Resumed { late: true, events, .. } = again else { panic!("{again:?}") };
    assert!(events.iter().all(|event| !matches!(event.event, Event::Played { ply: 3, .. })), "{events:?}");
    let ahead = guest.watch(table.room, Some(4)).await.unwrap();
    let game = snapshot(ahead);
    assert_eq!(game.ply, 2, "whoever claims to have seen more gets the audience's game");
    assert!(matches!(next_event(guest).await.event, Event::Played { ply: 3, .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audience_is_as_far_behind_after_the_server_was_killed() {
    let data = tempfile::TempDir::new().unwrap();
    let program = Program::start(data.path(), free_port()).await;
    let mut table = Table::new(&program.base, &behind(AudienceDelay::Moves(3))).await;
    table.play_all(&MOVES[..5]).await;
    let program = program.kill_and_restart_after(data.path(), async || {}).await;
    Audience::new(&program.base, table.room).await.sees_only(2, false).await;
    let mut white = table.people[1].socket(&program.base).await;
    assert_eq!(snapshot(white.watch(table.room, None).await.unwrap()).ply, 5);
    assert!(matches!(white.ask(&table.command(MOVES[5])).await.unwrap(), Reply::Ack(Some(_))));
    Audience::new(&program.base, table.room).await.sees_only(3, false).await;
}

/// When a move was made, as soon as a socket is told of it.
async fn made_at(socket: &mut Socket, ply: u32) -> u64 {
    loop {
        let event = next_event(socket).await;
        if matches!(event.event, Event::Played { ply: told, .. } if told == ply) {
            return event.at_ms;
        }
    }
}

/// How many moves somebody who looks on is shown, and the players' room time after that.
async fn shown(base: &str, table: &Table, after: Option<u64>) -> (u32, u64, Socket) {
    let mut guest = Socket::open(base, None).await.unwrap();
    let ply = match guest.watch(table.room, after).await.unwrap() {
        ServerMessage::Snapshot { late: true, game, .. } => game.ply,
        // Move by move after the first.
        ServerMessage::Resumed { late: true, events, .. } => {
            let moves = events.iter().filter(|event| matches!(event.event, Event::Played { .. })).count();
            1 + u32::try_from(moves).unwrap()
        }
        other => panic!("{other:?}"),
    };
    let mut black = table.people[0].socket(base).await;
    let ServerMessage::Snapshot { room_ms, .. } = black.watch(table.room, None).await.unwrap() else {
        panic!("a snapshot")
    };
    (ply, room_ms, guest)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audience_some_time_behind_stays_so_over_a_kill() {
    const BEHIND_MS: u64 = 3_000;
    let data = tempfile::TempDir::new().unwrap();
    let mut program = Program::start(data.path(), free_port()).await;
    let mut table = Table::new(&program.base, &behind(AudienceDelay::Ms(BEHIND_MS))).await;
    let mut guest = Socket::open(&program.base, None).await.unwrap();
    guest.watch(table.room, None).await.unwrap();
    table.play_all(&MOVES[..1]).await;
    made_at(&mut guest, 1).await;
    // Killed with a move that the players know and the audience does not, and at once again.
    assert!(matches!(table.play(protocol::Color::White, MOVES[1]).await, Reply::Ack(Some(_))));
    let at_ms = made_at(&mut table.black, 2).await;
    for after in [None, Some(2)] {
        program = program.kill_and_restart(data.path()).await;
        let (ply, room_ms, again) = shown(&program.base, &table, after).await;
        assert!(ply >= 1, "what was shown is not taken back");
        assert!(ply == 1 || room_ms >= at_ms + BEHIND_MS, "shown at {room_ms}, too early for {at_ms}");
        guest = again;
    }
    assert_eq!(made_at(&mut guest, 2).await, at_ms);
    let (ply, room_ms, _) = shown(&program.base, &table, None).await;
    assert!(ply == 2 && room_ms >= at_ms + BEHIND_MS, "told before {room_ms}, too early for {at_ms}");
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_delays_are_refused() {
    let server = Server::start().await;
    let person = Person::new(&server.base()).await;
    for delay in [
        AudienceDelay::Moves(0),
        AudienceDelay::Moves(51),
        AudienceDelay::Moves(u32::MAX),
        AudienceDelay::Ms(0),
        AudienceDelay::Ms(1_800_001),
        AudienceDelay::Ms(u64::MAX >> 12),
    ] {
        let error = person.api.challenge(&behind(delay)).await.unwrap_err();
        assert!(error.to_string().contains("behind"), "{delay:?}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_that_are_taken_back_and_swapped_colours_show_nothing_more() {
    let server = Server::start().await;
    let mut referee = Referee::new(&server).await;
    let mut table = Table::new(&server.base(), &behind(AudienceDelay::Moves(4))).await;
    table.play_all(&MOVES[..5]).await;
    let mut audience = Audience::new(&server.base(), table.room).await;
    audience.sees_only(1, false).await;
    let room = table.room;
    let mut rules = async |ruling| {
        let reason = "wrong colours".to_owned();
        referee.done(&ClientMessage::Rule { id: Uuid::now_v7(), room, ruling, reason }).await;
    };
    for moves in [3, 2, 1] {
        rules(Ruling::StepBack { moves }).await;
        audience.sees_only(1, false).await;
    }
    rules(Ruling::SwapColors).await;
    audience.sees_only(1, false).await;
    let [guest, _] = &audience.apis;
    let listed = guest.games("live", None).await.unwrap().items.remove(0);
    let shown = guest.game(room).await.unwrap();
    assert_eq!((&listed.black, &listed.white), (&shown.game.black, &shown.game.white), "as it began");
    assert_eq!(shown.summary.black, shown.game.black);
    assert_ne!(table.people[0].api.game(room).await.unwrap().game.black, shown.game.black);
}
