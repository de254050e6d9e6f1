//! Fifty kills with a command in flight in every one of a dozen rooms.

use std::time::Duration;

use futures_util::future::join_all;
use loadtests::Reply;
use protocol::ClientMessage;
use rand::RngExt;
use tempfile::TempDir;
use tokio::time::sleep;
use uuid::Uuid;

use super::kills::{Player, Program, check, free_port, game, point, seeded};

const KILLS: u32 = 50;
const ROOMS: usize = 12;

/// A game across all lives of the server.
struct Game {
    room: Uuid,
    players: Vec<Player>,
}

impl Game {
    async fn new(base: &str) -> Self {
        let (room, players) = game(base).await;
        Self { room, players }
    }

    /// Sends move number `ply` + 1 and does not wait for anything.
    async fn send(&mut self, base: &str, ply: u32) -> ClientMessage {
        let command = ClientMessage::Play { id: Uuid::now_v7(), room: self.room, ply, point: point(ply) };
        let socket = self.players[usize::from(ply % 2 == 1)].socket(base, self.room).await;
        socket.send(&command).await.unwrap();
        command
    }

    /// Sends the same command again on a new socket, and notes its answer.
    async fn settle(&mut self, base: &str, ply: u32, command: &ClientMessage) {
        let player = &mut self.players[usize::from(ply % 2 == 1)];
        let reply = player.socket(base, self.room).await.ask(command).await.unwrap();
        let Reply::Ack(Some(seq)) = reply else { panic!("{}: move {ply}: {reply:?}", self.room) };
        player.acknowledged.push((ply, point(ply), seq));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_kills_with_a_dozen_commands_in_flight_lose_nothing() {
    let (_, mut random) = seeded();
    let data = TempDir::new().unwrap();
    let mut program = Program::start(data.path(), free_port()).await;
    let base = program.base.clone();
    let mut games = join_all((0..ROOMS).map(|_| Game::new(&base))).await;
    for ply in 0..KILLS {
        let commands = join_all(games.iter_mut().map(|game| game.send(&base, ply))).await;
        sleep(Duration::from_micros(random.random_range(0..12_000))).await;
        program = program.kill_and_restart(data.path()).await;
        for game in &mut games {
            game.players.iter_mut().for_each(|player| player.socket = None);
        }
        let settled = games.iter_mut().zip(&commands).map(|(game, command)| game.settle(&base, ply, command));
        join_all(settled).await;
    }
    for game in &games {
        let kept = check(&base, game.room, &game.players, KILLS).await;
        assert!(kept.result.is_none(), "no flag fell: {:?}", kept.result);
    }
}
