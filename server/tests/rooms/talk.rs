//! What people say in a room: who says and hears what, how often, and for how long.

use futures_util::StreamExt;
use loadtests::{Reply, Socket};
use protocol::http::TalkPage;
use protocol::{ClientMessage, Code, Line, ServerMessage, TalkStream};
use reqwest::Method;
use tianyuan::ids::{AccountId, GameId};
use tianyuan::store::{Saying, Talk};
use uuid::Uuid;

use super::procedure::Referee;
use super::slumber::until;
use super::table::{Person, Server, Table, offer};

use TalkStream::{Players, Spectators, Staff};

pub(crate) const STREAMS: [TalkStream; 3] = [Players, Spectators, Staff];

pub(crate) fn say(room: Uuid, stream: TalkStream, text: &str) -> ClientMessage {
    ClientMessage::Say { id: Uuid::now_v7(), room, stream, text: text.to_owned() }
}

/// Watches and waits until what is said is heard, too.
pub(crate) async fn listen(socket: &mut Socket, room: Uuid) {
    socket.watch(room, None).await.unwrap();
    answered(socket).await;
}

/// Waits until the server has done everything that the socket asked before.
pub(crate) async fn answered(socket: &mut Socket) {
    let id = Uuid::now_v7();
    socket.send(&ClientMessage::Ping { id }).await.unwrap();
    let pong = |message: &ServerMessage| matches!(message, ServerMessage::Pong { .. }).then_some(());
    socket.find(pong).await.unwrap();
}

/// Everything that was said to a socket up to a line with this text, that included.
pub(crate) async fn heard(socket: &mut Socket, last: &str) -> Vec<(TalkStream, Line)> {
    let mut all: Vec<(TalkStream, Line)> = Vec::new();
    loop {
        match socket.next().await.unwrap() {
            ServerMessage::Said { stream, line, .. } => all.push((stream, line)),
            ServerMessage::Talk { stream, lines, .. } => {
                all.extend(lines.into_iter().map(|line| (stream, line)));
            }
            _ => continue,
        }
        if all.iter().any(|(_, line)| line.text == last) {
            return all;
        }
    }
}

/// The texts of one conversation, each with its number.
pub(crate) fn texts(all: &[(TalkStream, Line)], stream: TalkStream) -> Vec<(u64, &str)> {
    let of = all.iter().filter(|(known, _)| *known == stream);
    of.map(|(_, line)| (line.number, &*line.text)).collect()
}

pub(crate) async fn page(
    person: Option<&Person>,
    base: &str,
    room: Uuid,
    query: &str,
) -> Result<TalkPage, Code> {
    let guest = loadtests::Api::new(base);
    let api = person.map_or(&guest, |person| &person.api);
    match api.call(Method::GET, &format!("/games/{room}/chat?{query}"), None::<&()>).await {
        Ok(page) => Ok(page),
        Err(loadtests::ApiError::Refused(problem)) => Err(problem.code),
        Err(other) => panic!("{other}"),
    }
}

/// A table with everybody who can be in a room: Black, White, a referee, somebody who looks on, and a guest.
pub(crate) struct Hall {
    pub(crate) table: Table,
    pub(crate) referee: Referee,
    pub(crate) viewer: Person,
    pub(crate) watching: [Socket; 2],
}

/// Who is in a hall, in the order of its tables.
pub(crate) const WHO: [&str; 5] = ["black", "white", "referee", "viewer", "guest"];

impl Hall {
    pub(crate) async fn new(server: &Server) -> Self {
        let base = server.base();
        let table = Table::new(&base, &offer(9)).await;
        let mut referee = Referee::new(server).await;
        let viewer = Person::new(&base).await;
        let mut watching = [viewer.socket(&base).await, Socket::open(&base, None).await.unwrap()];
        listen(&mut referee.socket, table.room).await;
        for socket in &mut watching {
            listen(socket, table.room).await;
        }
        let mut hall = Self { table, referee, viewer, watching };
        answered(&mut hall.table.black).await;
        answered(&mut hall.table.white).await;
        hall
    }

    pub(crate) fn socket(&mut self, who: usize) -> &mut Socket {
        match who {
            0 => &mut self.table.black,
            1 => &mut self.table.white,
            2 => &mut self.referee.socket,
            other => &mut self.watching[other - 3],
        }
    }

    /// Everybody says something everywhere: rows as `WHO`, columns as `STREAMS`; `+` is kept, otherwise the code.
    async fn round(&mut self, name: &str, wanted: [[&str; 3]; 5]) -> Vec<(TalkStream, String)> {
        let mut kept = Vec::new();
        for (who, row) in wanted.into_iter().enumerate() {
            for (stream, wanted) in STREAMS.into_iter().zip(row) {
                let text = format!("{name}: {} to {stream:?}", WHO[who]);
                let command = say(self.table.room, stream, &text);
                let reply = self.socket(who).ask(&command).await.unwrap();
                let told = match reply {
                    Reply::Ack(None) => "+".to_owned(),
                    Reply::Refused(code) => serde_json::to_value(code).unwrap().as_str().unwrap().to_owned(),
                    Reply::Ack(Some(seq)) => panic!("a line is no event: {seq}"),
                };
                assert_eq!(told, wanted, "{text}");
                if told == "+" {
                    kept.push((stream, text));
                }
            }
        }
        kept
    }

    /// What everybody has heard since the last time is exactly what they may hear of what was kept, in its order.
    async fn hears(&mut self, name: &str, kept: &[(TalkStream, String)], may: [&[TalkStream]; 5]) {
        let last = format!("{name}: that is all");
        let command = say(self.table.room, Players, &last);
        assert_eq!(self.table.black.ask(&command).await.unwrap(), Reply::Ack(None));
        for (who, may) in may.into_iter().enumerate() {
            let all = heard(self.socket(who), &last).await;
            for stream in STREAMS {
                let told: Vec<&str> = texts(&all, stream).into_iter().map(|(_, text)| text).collect();
                let mut wanted: Vec<&str> =
                    kept.iter().filter(|(known, _)| *known == stream).map(|(_, text)| &**text).collect();
                wanted.extend((stream == Players).then_some(&*last));
                let wanted = if may.contains(&stream) { wanted } else { Vec::new() };
                assert_eq!(told, wanted, "{name}: {} of {stream:?}", WHO[who]);
            }
        }
    }
}

const NOT: &str = "not_your_stream";
const NOBODY: [&str; 3] = ["not_logged_in"; 3];

#[tokio::test(flavor = "multi_thread")]
async fn everybody_says_and_hears_what_is_theirs_before_and_after_the_end() {
    let server = Server::start().await;
    let base = server.base();
    let mut hall = Hall::new(&server).await;
    let running = [["+", NOT, NOT], ["+", NOT, NOT], ["+", NOT, "+"], [NOT, "+", NOT], NOBODY];
    let kept = hall.round("running", running).await;
    let both: &[TalkStream] = &[Players, Spectators];
    // A guest may be a player in another window.
    hall.hears("running", &kept, [&[Players], &[Players], &STREAMS, both, &[Players]]).await;
    let room = hall.table.room;
    for person in hall.table.people.iter().map(Some).chain([None]) {
        assert_eq!(page(person, &base, room, "stream=spectators").await, Err(Code::NotFound));
    }

    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(hall.table.white.ask(&resign).await.unwrap(), Reply::Ack(_)));
    // Now the players may read it, and guests, and are told.
    for who in [0, 1, 4] {
        let all = heard(hall.socket(who), "running: viewer to Spectators").await;
        assert_eq!(texts(&all, Spectators), [(1, "running: viewer to Spectators")]);
    }
    let over = [["+", "+", NOT], ["+", "+", NOT], ["+", NOT, "+"], [NOT, "+", NOT], NOBODY];
    let kept = hall.round("over", over).await;
    hall.hears("over", &kept, [both, both, &STREAMS, both, both]).await;

    // The same by HTTP, with its numbers, for whoever comes when the room is long gone.
    for (person, may) in [(Some(&hall.table.people[0]), both), (Some(&hall.viewer), both), (None, both)] {
        for (stream, name, count) in
            [(Players, "players", 8), (Spectators, "spectators", 4), (Staff, "staff", 2)]
        {
            let told = page(person, &base, room, &format!("stream={name}")).await;
            if may.contains(&stream) {
                let numbers: Vec<u64> = told.unwrap().lines.iter().map(|line| line.number).collect();
                assert_eq!(numbers, (1..=count).collect::<Vec<_>>(), "{name}");
            } else {
                assert_eq!(told, Err(Code::NotFound), "{name}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_talked_about_when_its_room_is_gone_and_after_a_restart() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    table.play_all(&["ee", "cc", "gg"]).await;
    let room = table.room;
    assert_eq!(table.black.ask(&say(room, Players, " 请多关照 ")).await.unwrap(), Reply::Ack(None));
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(table.black.ask(&resign).await.unwrap(), Reply::Ack(_)));
    let Table { people, black, white, .. } = table;
    black.close().await;
    white.close().await;
    until("everybody gone", async || server.awake() == 0 && server.halls() == 0).await;

    let server = server.restart().await;
    let base = server.base();
    let (mut black, mut white) = (people[0].socket(&base).await, people[1].socket(&base).await);
    // One watches, the other only speaks.
    listen(&mut white, room).await;
    assert_eq!(black.ask(&say(room, Players, "谢谢")).await.unwrap(), Reply::Ack(None));
    let all = heard(&mut white, "谢谢").await;
    assert_eq!(texts(&all, Players), [(1, "请多关照"), (2, "谢谢")]);
    let lines: Vec<&Line> = all.iter().map(|(_, line)| line).collect();
    assert_eq!((lines[0].ply, lines[1].ply), (3, 3));
    assert_eq!(lines[0].by.name, people[0].name);
    assert!(lines[0].wall_ms <= lines[1].wall_ms && lines[0].wall_ms > 1_600_000_000_000);
    assert_eq!(server.awake(), 0, "no room wakes for it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_said_once_whoever_sends_it_how_often() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    let room = table.room;
    let first = say(room, Players, "好棋");
    for _ in 0..3 {
        assert_eq!(table.black.ask(&first).await.unwrap(), Reply::Ack(None));
    }
    let mut second = table.people[0].socket(&base).await;
    assert_eq!(second.ask(&first).await.unwrap(), Reply::Ack(None), "on any connection");
    let ClientMessage::Say { id, .. } = first else { panic!("{first:?}") };
    let other = ClientMessage::Say { id, room, stream: Players, text: "坏棋".to_owned() };
    assert_eq!(table.black.ask(&other).await.unwrap(), Reply::Refused(Code::IdReused));
    // An id is its account's own.
    assert_eq!(table.white.ask(&other).await.unwrap(), Reply::Ack(None));
    let told = page(None, &base, room, "stream=players").await.unwrap();
    assert_eq!(told.lines.iter().map(|line| &*line.text).collect::<Vec<_>>(), ["好棋", "坏棋"]);
    assert_eq!(told.next, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_is_that_of_a_line_or_of_a_move_and_not_of_both() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    let room = table.room;
    let reused = Reply::Refused(Code::IdReused);
    let moved = table.command("ee");
    let id = moved.id().unwrap();
    assert!(matches!(table.black.ask(&moved).await.unwrap(), Reply::Ack(Some(_))));
    let line = ClientMessage::Say { id, room, stream: Players, text: "好棋".to_owned() };
    assert_eq!(table.black.ask(&line).await.unwrap(), reused, "the id of a move");
    assert!(
        matches!(table.black.ask(&moved).await.unwrap(), Reply::Ack(Some(_))),
        "which has its answer still"
    );

    table.ply = 1;
    let said = say(room, Players, "请多关照");
    let id = said.id().unwrap();
    assert_eq!(table.white.ask(&said).await.unwrap(), Reply::Ack(None));
    let mut second = table.people[1].socket(&base).await;
    second.watch(room, None).await.unwrap();
    assert_eq!(
        second.ask(&ClientMessage::TakeSeat { id: Uuid::now_v7(), room }).await.unwrap(),
        Reply::Ack(None)
    );
    for command in [
        ClientMessage::Play { id, room, ply: 1, point: "cc".to_owned() },
        ClientMessage::Pass { id, room, ply: 1 },
        ClientMessage::Resign { id, room },
    ] {
        assert_eq!(second.ask(&command).await.unwrap(), reused, "the id of a line: {command:?}");
    }
    assert_eq!(table.white.ask(&said).await.unwrap(), Reply::Ack(None), "which has its answer still");
    let kept = table.people[0].api.game(room).await.unwrap().game;
    assert_eq!((kept.ply, kept.result), (1, None));
    let told = page(None, &base, room, "stream=players").await.unwrap();
    assert_eq!(told.lines.iter().map(|line| &*line.text).collect::<Vec<_>>(), ["请多关照"]);
    // An id is its account's own.
    let theirs = ClientMessage::Say { id, room, stream: Players, text: "mine".to_owned() };
    assert_eq!(table.black.ask(&theirs).await.unwrap(), Reply::Ack(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_and_floods_are_refused_and_keep_nothing() {
    let server = Server::start_limited().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    let room = table.room;
    for text in
        ["", "  ", "a\nb", "a\u{202e}b", "\u{180e}", "\u{200d}\u{fe0f}", "\u{1d159}", &"棋".repeat(301)]
    {
        let bad = say(room, Players, text);
        assert_eq!(table.black.ask(&bad).await.unwrap(), Reply::Refused(Code::BadText), "{text:?}");
    }
    let nowhere = say(Uuid::now_v7(), Players, "hello");
    assert_eq!(table.black.ask(&nowhere).await.unwrap(), Reply::Refused(Code::NotFound));
    for n in 0..5 {
        let line = say(room, Players, &"棋".repeat(300 - n));
        assert_eq!(table.black.ask(&line).await.unwrap(), Reply::Ack(None));
    }
    let sixth = say(room, Players, "one too many");
    assert_eq!(table.black.ask(&sixth).await.unwrap(), Reply::Refused(Code::RateLimited));
    assert_eq!(table.white.ask(&say(room, Players, "mine")).await.unwrap(), Reply::Ack(None));
    assert_eq!(page(None, &base, room, "stream=players").await.unwrap().lines.len(), 6);
}

pub(crate) async fn id_of(person: &Person) -> Uuid {
    person.api.call::<protocol::PlayerRef>(Method::GET, "/me", None::<&()>).await.unwrap().id
}

/// Adds lines to the players' conversation behind the server's back, as another node would.
async fn fill(server: &Server, table: &mut Table, lines: u64, text: &str) {
    let by = (AccountId(id_of(&table.people[0]).await), table.people[0].name.clone());
    let game = GameId(table.room);
    let all = futures_util::stream::iter(0..lines).for_each_concurrent(16, async |_| {
        let saying = Saying {
            game,
            stream: tianyuan::store::TalkStream::Players,
            command: Uuid::now_v7(),
            by: by.clone(),
            text: text.to_owned(),
            ply: 0,
            wall_ms: 1_700_000_000_000,
        };
        server.app().store.say(saying, u64::MAX).await.unwrap();
    });
    // The players answer pings meanwhile, so that they are not thought gone.
    tokio::select! {
        () = all => {}
        () = async { while table.black.next_text().await.is_ok() {} } => panic!("Black is gone"),
        () = async { while table.white.next_text().await.is_ok() {} } => panic!("White is gone"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_ends_at_a_thousand_lines_and_is_read_in_pages() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    let room = table.room;
    fill(&server, &mut table, 999, "a line").await;
    // What was kept meanwhile is told with the next line: the last of it, when it is too much.
    assert_eq!(table.black.ask(&say(room, Players, "the last")).await.unwrap(), Reply::Ack(None));
    let all = heard(&mut table.white, "the last").await;
    assert_eq!(all.iter().map(|(_, line)| line.number).collect::<Vec<_>>(), (951..=1000).collect::<Vec<_>>());
    let more = say(room, Players, "one more");
    assert_eq!(table.white.ask(&more).await.unwrap(), Reply::Refused(Code::TalkFull));

    let mut guest = Socket::open(&base, None).await.unwrap();
    listen(&mut guest, room).await;
    let all = heard(&mut guest, "the last").await;
    assert_eq!(all.iter().map(|(_, line)| line.number).collect::<Vec<_>>(), (951..=1000).collect::<Vec<_>>());
    let (mut before, mut seen, mut pages) = (String::new(), Vec::new(), 0);
    loop {
        let told = page(None, &base, room, &format!("stream=players{before}")).await.unwrap();
        let numbers: Vec<u64> = told.lines.iter().map(|line| line.number).collect();
        seen.splice(0..0, numbers);
        pages += 1;
        let Some(next) = told.next else { break };
        before = format!("&before={next}");
    }
    assert_eq!((seen, pages), ((1..=1000).collect(), 20));
    for (query, lines) in
        [("before=0", 0), ("before=1", 0), ("before=2", 1), ("before=18446744073709551615", 50)]
    {
        let told = page(None, &base, room, &format!("stream=players&{query}")).await.unwrap();
        assert_eq!((told.lines.len(), told.next.is_some()), (lines, lines == 50), "{query}");
    }
    for query in ["stream=game", "before=1", "stream=players&before=-1", "stream=players&more=1", ""] {
        assert_eq!(page(None, &base, room, query).await, Err(Code::BadRequest), "{query}");
    }
}
