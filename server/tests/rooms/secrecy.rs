//! What a sealed move leaves anywhere before it is opened: nothing.
//!
//! The real program says all that it can say into a file. Everything that it has written and sent is searched for
//! the point in every form, and the same search finds the moves that are no secret, so that it is one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use loadtests::{Api, Reply, Socket};
use protocol::{ClientMessage, Color, Event, RequestKind, Ruling, encode};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tianyuan::keys::Keys;
use tokio::process::Command;
use tokio::time::timeout;
use uuid::Uuid;

use super::kills::{Program, free_port};
use super::table::{Person, Table, event, offer, snapshot};

use Color::Black;

/// The sealed point and its number on a board of nine lines.
const SECRET: (&str, u16) = ("hd", 34);
/// A move that is no secret.
const OPEN: (&str, u16) = ("cg", 56);

/// The real program, everything that it says, and a game that is adjourned with a sealed move.
struct Adjourned {
    program: Program,
    data: TempDir,
    table: Table,
    watchers: Vec<Socket>,
    seal: ClientMessage,
    open: ClientMessage,
}

async fn appoint(data: &Path, name: &str) {
    let grant = ["admin", "grant", name, "referee", "--data", data.to_str().unwrap()];
    let said = Command::new(env!("CARGO_BIN_EXE_tianyuan")).args(grant).output().await.unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
}

impl Adjourned {
    async fn new() -> Self {
        let data = TempDir::new().unwrap();
        let log = data.path().join("everything.log");
        let program = Program::start_logging(data.path(), free_port(), Some(log)).await;
        let referee = Person::new(&program.base).await;
        let program = program
            .kill_and_restart_after(data.path(), async || appoint(data.path(), &referee.name).await)
            .await;
        let base = program.base.clone();
        let mut table = Table::new(&base, &offer(9)).await;
        let mut watchers = vec![referee.socket(&base).await, Socket::open(&base, None).await.unwrap()];
        for socket in &mut watchers {
            socket.record();
            socket.watch(table.room, None).await.unwrap();
        }
        table.black.record();
        table.white.record();
        table.play_all(&["ee", "cc", "gg"]).await;
        let open = table.command(OPEN.0);
        assert!(matches!(table.white.ask(&open).await.unwrap(), Reply::Ack(_)));
        table.ply += 1;
        let adjourn = table.rule(Ruling::Adjourn { until_ms: None });
        assert!(matches!(watchers[0].ask(&adjourn).await.unwrap(), Reply::Ack(_)));
        // What is refused is a secret too.
        for wrong in [Color::White, Color::Black] {
            let (id, room, ply) = (Uuid::now_v7(), table.room, table.ply - u32::from(wrong == Black));
            let early = ClientMessage::Seal { id, room, ply, point: SECRET.0.to_owned() };
            assert!(matches!(table.socket(wrong).ask(&early).await.unwrap(), Reply::Refused(_)));
        }
        let seal = table.seal(SECRET.0);
        let first = table.black.ask(&seal).await.unwrap();
        assert!(matches!(first, Reply::Ack(Some(_))));
        assert_eq!(table.black.ask(&seal).await.unwrap(), first);
        for socket in watchers.iter_mut().chain([&mut table.white, &mut table.black]) {
            event(socket, |event| matches!(event, Event::Sealed { .. }).then_some(())).await;
        }
        Self { program, data, table, watchers, seal, open }
    }

    /// Both players agree to go on, on the server as it is now; their sockets.
    async fn goes_on(&self) -> Vec<Socket> {
        let mut sockets = Vec::new();
        for person in &self.table.people {
            let mut socket = person.socket(&self.program.base).await;
            socket.watch(self.table.room, None).await.unwrap();
            let ask = self.table.ask(RequestKind::Continue);
            assert!(matches!(socket.ask(&ask).await.unwrap(), Reply::Ack(_)));
            sockets.push(socket);
        }
        sockets
    }

    /// Everything that was written or sent, by name.
    async fn everything(&self) -> Vec<(String, Vec<u8>)> {
        let mut all = Vec::new();
        for entry in fs::read_dir(self.data.path()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                all.push((path.display().to_string(), fs::read(&path).unwrap()));
            }
        }
        for socket in self.watchers.iter().chain([&self.table.black, &self.table.white]) {
            all.push(("frames".to_owned(), socket.heard().join("\n").into_bytes()));
        }
        let room = self.table.room;
        let http = reqwest::Client::new();
        let base = &self.program.base;
        let games = format!("/games/{room}");
        for path in
            [games.clone(), format!("{games}/sgf"), format!("{games}/clock"), "/games?state=live".into()]
        {
            for person in [None, Some(&self.table.people[0]), Some(&self.table.people[1])] {
                let request = http.get(format!("{base}/api/v1{path}"));
                let token = person.and_then(|person| person.api.token());
                let request = token.into_iter().fold(request, |request, token| request.bearer_auth(token));
                all.push((path.clone(), request.send().await.unwrap().bytes().await.unwrap().to_vec()));
            }
        }
        all
    }
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

/// The forms in which a point can be written.
fn forms((letters, index): (&str, u16)) -> Vec<String> {
    let (x, y) = (index % 9, index / 9);
    let label = format!("{}{}", char::from(b"ABCDEFGHJ"[usize::from(x)]), 9 - y);
    vec![
        format!("\"{letters}\""),
        format!("\\\"{letters}\\\""),
        format!("[{letters}]"),
        format!("point\":{index}"),
        format!("point: {index}"),
        format!("Point({index})"),
        format!("\"{label}\""),
    ]
}

/// Where a point is found.
fn found(everything: &[(String, Vec<u8>)], point: (&str, u16)) -> Vec<String> {
    let forms = forms(point);
    let is_in = |bytes: &[u8]| forms.iter().any(|form| contains(bytes, form.as_bytes()));
    everything.iter().filter(|(_, bytes)| is_in(bytes)).map(|(name, _)| name.clone()).collect()
}

fn hash(command: &ClientMessage) -> [u8; 32] {
    Sha256::digest(encode(command)).into()
}

/// Where the hash of a command is found, as bytes or digits.
fn hashed(everything: &[(String, Vec<u8>)], command: &ClientMessage) -> Vec<String> {
    let hash = hash(command);
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let is_in = |bytes: &[u8]| {
        contains(bytes, &hash)
            || contains(bytes, digits.as_bytes())
            || contains(bytes, digits.to_uppercase().as_bytes())
    };
    everything.iter().filter(|(_, bytes)| is_in(bytes)).map(|(name, _)| name.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_move_is_nowhere_until_play_goes_on() {
    let mut game = Adjourned::new().await;
    for restarted in [false, true] {
        if restarted {
            game.program = game.program.kill_and_restart(game.data.path()).await;
        }
        let everything = game.everything().await;
        let logs = everything.iter().find(|(name, _)| name.ends_with("everything.log")).unwrap();
        assert!(logs.1.len() > 10_000, "it has said a lot");
        assert_eq!(found(&everything, SECRET), [""; 0], "restarted: {restarted}");
        let seen = found(&everything, OPEN);
        for place in ["sqlite", "frames", "/games/"] {
            assert!(seen.iter().any(|name| name.contains(place)), "the search finds an open move: {seen:?}");
        }
        assert!(!hashed(&everything, &game.open).is_empty(), "the hash of an open command is kept");
        let ClientMessage::Seal { id, room, ply, .. } = game.seal.clone() else { unreachable!() };
        let points = (b'a'..=b'i').flat_map(|x| (b'a'..=b'i').map(move |y| [x, y]));
        let texts = points.map(|point| String::from_utf8(point.to_vec()).unwrap()).chain(["pass".to_owned()]);
        for point in texts {
            let guess = ClientMessage::Seal { id, room, ply, point };
            assert_eq!(hashed(&everything, &guess), [""; 0], "{guess:?}");
        }
    }
    let base = game.program.base.clone();
    let (room, before) = (game.table.room, Api::new(&base).game(game.table.room).await.unwrap().game);
    let mut sockets = Vec::new();
    for person in &game.table.people {
        let mut socket = person.socket(&base).await;
        let seen = snapshot(socket.watch(room, None).await.unwrap());
        assert_eq!((seen.moves.len(), seen.last.map(|last| last.point)), (4, Some(OPEN.0.to_owned())));
        sockets.push(socket);
    }
    for socket in &mut sockets {
        let ask = game.table.ask(RequestKind::Continue);
        assert!(matches!(socket.ask(&ask).await.unwrap(), Reply::Ack(_)));
    }
    let played = event(&mut sockets[1], |event| match event {
        Event::Played { color, point, clock, .. } => Some((*color, point.clone(), *clock)),
        _ => None,
    })
    .await;
    assert_eq!((played.0, played.1.as_str()), (Black, SECRET.0));
    assert_eq!((played.2.black, played.2.white), (before.clock.black, before.clock.white));
    let record = Api::new(&base).game(room).await.unwrap().game;
    assert_eq!(record.moves.iter().filter(|played| played.point == SECRET.0).count(), 1, "once");
    let Reply::Ack(Some(_)) = sockets[0].ask(&game.seal).await.unwrap() else { panic!("its first answer") };
    assert!(!found(&game.everything().await, SECRET).is_empty(), "now it is no secret any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_key_a_sealed_move_is_lost_and_the_start_says_so() {
    let mut game = Adjourned::new().await;
    let keys = game.data.path().join("seals.json");
    let log = game.data.path().join("everything.log");
    let said = |what: &str| contains(&fs::read(&log).unwrap(), what.as_bytes());
    assert!(!said("what the old one closed cannot be opened"), "nothing is missing yet");
    game.program =
        game.program.kill_and_restart_after(game.data.path(), async || fs::remove_file(&keys).unwrap()).await;
    assert!(
        said("what the old one closed cannot be opened"),
        "the start says what is missing, and what to do"
    );
    // Who did nothing about it has given the move up: the next start goes on with the new file.
    game.program = game.program.kill_and_restart(game.data.path()).await;
    let mut sockets = game.goes_on().await;
    event(&mut sockets[0], |event| matches!(event, Event::SealLost { .. }).then_some(())).await;
    let after = Api::new(&game.program.base).game(game.table.room).await.unwrap().game;
    assert_eq!((after.moves.len(), after.to_move), (4, Some(Black)), "its side moves anew");
    assert_eq!(found(&game.everything().await, SECRET), [""; 0], "and what it was remains unknown");
}

/// What a server says that does not start.
async fn refused(data: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(["--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()]).kill_on_drop(true);
    let said = timeout(Duration::from_secs(30), command.output()).await.expect("it does not serve").unwrap();
    assert_eq!(said.status.code(), Some(1));
    String::from_utf8(said.stderr).unwrap().lines().last().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_keys_of_another_server_none_starts_and_the_sealed_move_is_kept() {
    let mut game = Adjourned::new().await;
    let data = game.data.path().to_owned();
    let (keys, right) = (data.join("seals.json"), data.join("right.json"));
    game.program = game
        .program
        .kill_and_restart_after(&data, async || {
            fs::rename(&keys, &right).unwrap();
            Keys::load_or_create_seals(&keys, &BTreeSet::new()).unwrap();
            let wrong = fs::read(&keys).unwrap();
            for _ in 0..2 {
                let said = refused(&data).await;
                for what in
                    ["tianyuan: ", "seals.json", &game.table.room.to_string(), "Put the right file back"]
                {
                    assert!(said.contains(what), "{said}");
                }
                assert_eq!(fs::read(&keys).unwrap(), wrong, "a file that is there is left alone");
            }
            fs::rename(&right, &keys).unwrap();
        })
        .await;
    let mut sockets = game.goes_on().await;
    let point = event(&mut sockets[1], |event| match event {
        Event::Played { point, .. } => Some(point.clone()),
        Event::SealLost { .. } => Some("lost".to_owned()),
        _ => None,
    });
    assert_eq!(point.await, SECRET.0, "with the right file the game goes on");
}
