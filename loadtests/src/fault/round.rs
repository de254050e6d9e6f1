//! Games that are being played while something happens to the cluster.

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::Fault;
use super::game::Game;
use super::traveller::PATIENCE;

/// All games of a scenario, each played by itself.
#[derive(Debug)]
pub(crate) struct Round {
    games: Vec<JoinHandle<Result<Game, Fault>>>,
    rest: watch::Sender<bool>,
    moves: Vec<watch::Receiver<u32>>,
    /// Which have both players at their own node.
    near: Vec<bool>,
}

impl Round {
    /// Lets them play.
    pub(crate) fn play(games: Vec<Game>) -> Self {
        let (rest, resting) = watch::channel(false);
        let near = games.iter().map(|game| game.near).collect();
        let (mut tasks, mut moves) = (Vec::new(), Vec::new());
        for game in games {
            let (tell, told) = watch::channel(0);
            moves.push(told);
            tasks.push(tokio::spawn(game.play(resting.clone(), tell)));
        }
        Self { games: tasks, rest, moves, near }
    }

    /// Waits until each of them has so many moves more.
    pub(crate) async fn go_on(&self, more: u32) -> Result<(), Fault> {
        self.wait(more, |_| true).await
    }

    /// The same of those alone whose players are at their own node.
    pub(crate) async fn near_go_on(&self, more: u32) -> Result<(), Fault> {
        self.wait(more, |number| self.near[number]).await
    }

    async fn wait(&self, more: u32, which: impl Fn(usize) -> bool) -> Result<(), Fault> {
        let wanted: Vec<u32> = self.moves.iter().map(|moves| *moves.borrow() + more).collect();
        for (number, wanted) in wanted.into_iter().enumerate().filter(|(number, _)| which(*number)) {
            let mut moves = self.moves[number].clone();
            match timeout(2 * PATIENCE, moves.wait_for(|moves| *moves >= wanted)).await {
                Ok(Ok(_)) => {}
                // It says itself what was wrong.
                Ok(Err(_)) => return Err(Fault::Broken(format!("game {number} has stopped"))),
                Err(_) => return Err(Fault::Broken(format!("game {number} does not go on"))),
            }
        }
        Ok(())
    }

    /// Has all of them finish the move that is under way.
    pub(crate) async fn rest(self) -> Result<Vec<Game>, Fault> {
        self.rest.send_replace(true);
        let mut games = Vec::new();
        for game in self.games {
            games.push(game.await.map_err(|error| Fault::Broken(error.to_string()))??);
        }
        Ok(games)
    }
}
