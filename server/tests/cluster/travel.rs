//! People who go from server to server until their move is taken, and the record against which the game is checked.

use std::time::Duration;

use loadtests::{Reply, Socket};
use protocol::{ClientMessage, Code, ServerMessage};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;

use crate::nodes::{Cluster, MAIN_MS, PATIENCE, Person, begin, insist, play, watch};

/// A server that says nothing for so long is left.
const SILENCE: Duration = Duration::from_secs(2);

/// Somebody at one of the servers.
struct Traveller {
    person: Person,
    at: usize,
    socket: Option<Socket>,
}

impl Traveller {
    /// Goes to the server where it should be, watches and sits down; whether that came about.
    async fn arrive(&mut self, cluster: &Cluster, room: Uuid) -> bool {
        let arriving = async {
            let mut socket = Socket::open(cluster.base(self.at), self.person.api.token()).await.ok()?;
            let watched = socket.try_watch(room, None).await.ok()?;
            if !matches!(watched, ServerMessage::Snapshot { .. } | ServerMessage::Resumed { .. }) {
                return None;
            }
            let seat = ClientMessage::TakeSeat { id: Uuid::now_v7(), room };
            matches!(socket.ask(&seat).await.ok()?, Reply::Ack(_)).then_some(socket)
        };
        self.socket = timeout(SILENCE, arriving).await.ok().flatten();
        self.socket.is_some()
    }

    /// The answer to a command at the server where it is; none where that says nothing or has let go of it.
    async fn ask(&mut self, command: &ClientMessage) -> Option<Reply> {
        let socket = self.socket.as_mut()?;
        let answer = timeout(SILENCE, socket.ask(command)).await.ok()?.ok()?;
        let again = [Code::Busy, Code::NotWatching, Code::SeatElsewhere];
        (!again.iter().any(|code| answer == Reply::Refused(*code))).then_some(answer)
    }
}

/// A game whose players go on whatever happens to the servers.
pub(crate) struct Match {
    room: Uuid,
    players: [Traveller; 2],
    /// What was acknowledged, in its order.
    moves: Vec<String>,
    /// All that was sent.
    sent: Vec<ClientMessage>,
}

impl Match {
    /// Begins at one server, with the players at these.
    pub(crate) async fn begin(cluster: &Cluster, name: &str, owner: usize, at: [usize; 2]) -> Self {
        let people = [
            Person::new(cluster, &format!("{name}black")).await,
            Person::new(cluster, &format!("{name}white")).await,
        ];
        let room = begin(cluster, [&people[0], &people[1]], owner).await;
        let [black, white] = people;
        let sits = |person, at| Traveller { person, at, socket: None };
        let players = [sits(black, at[0]), sits(white, at[1])];
        Self { room, players, moves: Vec::new(), sent: Vec::new() }
    }

    /// The next move, which is sent as the same command to one server after the other until it is acknowledged; how long that took.
    pub(crate) async fn go_on(&mut self, cluster: &Cluster) -> Duration {
        let ply = u32::try_from(self.moves.len()).unwrap();
        let command = play(self.room, ply, &point(ply));
        self.sent.push(command.clone());
        let start = Instant::now();
        let player = &mut self.players[ply as usize % 2];
        loop {
            match player.ask(&command).await {
                Some(Reply::Ack(_)) => break,
                Some(refused) => panic!("{command:?}: {refused:?}"),
                None => assert!(start.elapsed() < PATIENCE, "{command:?} is not taken"),
            }
            while !player.arrive(cluster, self.room).await {
                assert!(start.elapsed() < PATIENCE, "no server has the game");
                player.at = (player.at + 1) % 3;
                sleep(Duration::from_millis(20)).await;
            }
        }
        self.moves.push(point(ply));
        start.elapsed()
    }

    /// Several moves.
    pub(crate) async fn play(&mut self, cluster: &Cluster, moves: usize) {
        for _ in 0..moves {
            self.go_on(cluster).await;
        }
    }

    /// How much of both clocks is gone.
    pub(crate) async fn spent(&self, cluster: &Cluster) -> Duration {
        let node = cluster.living().next().unwrap();
        let game = self.players[0].person.at(cluster.base(node)).game(self.room).await.unwrap().game;
        Duration::from_millis(2 * MAIN_MS - game.clock.black.main_ms - game.clock.white.main_ms)
    }

    /// Everything that was ever sent is sent again three times over, the latest first, at every server; each has its answer, and
    /// nothing more comes of it.
    pub(crate) async fn repeat_all(&self, cluster: &Cluster) {
        for node in cluster.living() {
            for (color, player) in self.players.iter().enumerate() {
                let mut socket = player.person.socket(cluster.base(node)).await;
                watch(&mut socket, self.room, None).await;
                let seat = ClientMessage::TakeSeat { id: Uuid::now_v7(), room: self.room };
                insist(&mut socket, self.room, &seat).await;
                let own = self.sent.iter().skip(color).step_by(2);
                for command in own.rev().flat_map(|command| [command; 3]) {
                    let (reply, _) = insist(&mut socket, self.room, command).await;
                    assert!(matches!(reply, Reply::Ack(Some(_))), "{command:?}: {reply:?}");
                }
            }
        }
        self.check(cluster).await;
    }

    /// Every server tells the game as its players were told it: nothing is lost, nothing is there twice, and no time is gone
    /// that somebody was not served in.
    pub(crate) async fn check(&self, cluster: &Cluster) {
        for node in cluster.living() {
            let start = Instant::now();
            let game = loop {
                match self.players[0].person.at(cluster.base(node)).game(self.room).await {
                    Ok(record) => break record.game,
                    Err(error) => assert!(start.elapsed() < PATIENCE, "{error}"),
                }
                sleep(Duration::from_millis(50)).await;
            };
            let moves: Vec<&str> = game.moves.iter().map(|one| one.point.as_str()).collect();
            assert_eq!(moves, self.moves, "at server {node}");
        }
    }
}

/// Points on which nothing is ever captured: Black's in the upper rows, White's in the lower ones, none beside another.
fn point(ply: u32) -> String {
    let (at, base) = (ply / 2, if ply.is_multiple_of(2) { b'a' } else { b'f' });
    assert!(at < 16, "a match is short");
    let column = b'a' + u8::try_from(at % 8).unwrap();
    let row = base + 2 * u8::try_from(at / 8).unwrap();
    String::from_utf8(vec![column, row]).unwrap()
}
