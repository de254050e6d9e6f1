//! `kill -9` while both players press for a rematch, at moments drawn from a printed seed: the offer or the game is there or
//! is not, and never two games.

use std::time::Duration;

use loadtests::{Reply, Socket};
use protocol::{Code, RematchAction};
use rand::RngExt;
use tempfile::TempDir;
use tokio::time::sleep;

use super::kills::{Program, free_port, seeded};
use super::rematch::{command, finished, told};
use super::table::{Table, offer};

const KILLS: u32 = 12;

#[tokio::test(flavor = "multi_thread")]
async fn a_dozen_kills_while_both_press_never_make_two_games() {
    let (seed, mut random) = seeded();
    let data = TempDir::new().unwrap();
    let mut program = Program::start(data.path(), free_port()).await;
    for kill in 0..KILLS {
        let mut table = finished(&program.base, &offer(9)).await;
        let room = table.room;
        let offers = [command(room, RematchAction::Offer), command(room, RematchAction::Offer)];
        table.black.send(&offers[0]).await.unwrap();
        sleep(Duration::from_micros(random.random_range(0..8_000))).await;
        table.white.send(&offers[1]).await.unwrap();
        sleep(Duration::from_micros(random.random_range(0..12_000))).await;
        program = program.kill_and_restart(data.path()).await;

        let Table { people, .. } = table;
        let mut sockets: Vec<Socket> = Vec::new();
        let mut stood = None;
        for person in &people {
            let mut socket = person.socket(&program.base).await;
            socket.watch(room, None).await.unwrap();
            let now = told(&mut socket, room).await;
            let same = (now.revision, now.game);
            assert_eq!(*stood.get_or_insert(same), same, "both see the same (seed {seed}, kill {kill})");
            assert_eq!(now.game.is_some(), now.revision == 2, "{now:?} (seed {seed}, kill {kill})");
            sockets.push(socket);
        }
        // Both send the same again; whatever had taken effect has taken effect once.
        for (socket, offer) in sockets.iter_mut().zip(&offers) {
            let mut reply = socket.ask(offer).await.unwrap();
            while reply == Reply::Refused(Code::Busy) {
                reply = socket.ask(offer).await.unwrap();
            }
            assert_eq!(reply, Reply::Ack(None), "(seed {seed}, kill {kill})");
        }
        sockets[0].watch(room, None).await.unwrap();
        let mut last = told(&mut sockets[0], room).await;
        while last.game.is_none() {
            last = told(&mut sockets[0], room).await;
        }
        let before = stood.and_then(|(_, game)| game);
        assert!(before.is_none() || before == last.game, "{before:?}, {last:?} (seed {seed}, kill {kill})");
        for person in &people {
            let games = person.api.games("mine", None).await.unwrap().items;
            let ids: Vec<_> = games.iter().map(|game| game.id).collect();
            assert_eq!(ids, [last.game.unwrap()], "one game (seed {seed}, kill {kill})");
        }
    }
}
