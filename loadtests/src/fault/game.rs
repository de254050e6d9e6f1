//! A game under a fault: two who play on whatever happens, and the log of what was acknowledged to them.

use std::sync::Arc;
use std::time::Duration;

use protocol::http::NewChallenge;
use protocol::{ClientMessage, ClockSettings, Code, ColorChoice, Placement};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::Fault;
use super::traveller::{PASSWORD, PATIENCE, Traveller};
use crate::load::point;
use crate::{Api, Cluster, NODES, Reply};

/// A clock by which somebody loses who is charged for an outage of twenty seconds, and nobody who is not: what thinking takes comes
/// back with each move.
const CLOCK: ClockSettings =
    ClockSettings::Fischer { main_ms: 20_000, increment_ms: 2_000, cap_ms: Some(20_000) };
/// For how long somebody thinks.
const THINKING_MS: std::ops::Range<u64> = 100..500;
/// Between two looks at what comes by itself.
const AGAIN: Duration = Duration::from_millis(50);
/// So many stones lie on every other line without touching another line's.
const POINTS: u32 = 190;

/// A command that was acknowledged.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) command: ClientMessage,
    /// The number that the acknowledgement said.
    pub(crate) seq: u64,
    /// Whose it is, 0 for Black.
    pub(crate) by: usize,
    /// When it was sent first, and for the last time.
    pub(crate) first: Instant,
    pub(crate) last: Instant,
    /// When the acknowledgement came.
    pub(crate) came: Instant,
}

/// A game, and its log.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) room: Uuid,
    /// The node at which it began, and its address.
    pub(crate) owner: usize,
    home: String,
    /// Whether both players were at that node at first.
    pub(crate) near: bool,
    pub(crate) players: [Traveller; 2],
    pub(crate) began: Instant,
    pub(crate) log: Vec<Entry>,
    random: StdRng,
    ply: u32,
}

/// Games of new people, spread over the nodes: every second one with both players at its own node, the others with players
/// elsewhere, at the proxy's among them.
pub(crate) async fn begin(
    cluster: &Cluster,
    count: usize,
    copies: usize,
    seed: u64,
) -> Result<Vec<Game>, Fault> {
    let doors: Arc<[String]> = cluster.doors().into();
    let mut games = Vec::new();
    for number in 0..count {
        let (owner, near) = (number % NODES, (number / NODES).is_multiple_of(2));
        let mut people = Vec::new();
        for color in 0..2 {
            let door = if near { owner } else { (owner + 1 + color) % doors.len() };
            let name = format!("fault{}", &Uuid::new_v4().simple().to_string()[..14]);
            let session = Api::new(cluster.base(owner)).register(&name, PASSWORD).await?;
            people.push(Traveller::new(name, &session.access_token, Arc::clone(&doors), door, copies));
        }
        let Ok(players) = <[Traveller; 2]>::try_from(people) else {
            return Err(Fault::wrong("a game has two players".to_owned()));
        };
        let offer = offer();
        players[0].api(owner).challenge(&offer).await?;
        let began = Instant::now();
        let room = players[1].api(owner).accept(offer.id, None).await?.game;
        let random = StdRng::seed_from_u64(seed.wrapping_add(number as u64));
        let home = cluster.base(owner).to_owned();
        games.push(Game { room, owner, home, near, players, began, log: Vec::new(), random, ply: 0 });
    }
    Ok(games)
}

fn offer() -> NewChallenge {
    NewChallenge {
        id: Uuid::now_v7(),
        size: 19,
        rules: None,
        changes: None,
        komi_quarters: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: CLOCK,
        white_clock: None,
        color: ColorChoice::Black,
        pauses: None,
        appointment: None,
        delay: None,
        private: false,
    }
}

impl Game {
    /// Plays until they are to rest, and tells how many moves there are.
    pub(crate) async fn play(
        mut self,
        mut rest: watch::Receiver<bool>,
        moves: watch::Sender<u32>,
    ) -> Result<Self, Fault> {
        while self.ply < POINTS {
            let thinking = Duration::from_millis(self.random.random_range(THINKING_MS));
            tokio::select! {
                _ = rest.wait_for(|rest| *rest) => return Ok(self),
                () = sleep(thinking) => {}
            }
            let (id, room, ply) = (Uuid::now_v7(), self.room, self.ply);
            self.command(self.mover(), ClientMessage::Play { id, room, ply, point: point(ply) }).await?;
            self.ply += 1;
            moves.send_replace(self.ply);
        }
        // The board is full: they wait for the others.
        let _ = rest.wait_for(|rest| *rest).await;
        Ok(self)
    }

    /// Ends it: by its count, or by resigning.
    pub(crate) async fn end(&mut self, counted: bool) -> Result<(), Fault> {
        if !counted {
            let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: self.room };
            return self.command(self.mover(), resign).await;
        }
        for _ in 0..2 {
            let pass = ClientMessage::Pass { id: Uuid::now_v7(), room: self.room, ply: self.ply };
            self.command(self.mover(), pass).await?;
            self.ply += 1;
        }
        for color in 0..2 {
            self.accept(color).await?;
        }
        Ok(())
    }

    fn mover(&self) -> usize {
        usize::from(!self.ply.is_multiple_of(2))
    }

    /// Accepts the marking as it stands now.
    async fn accept(&mut self, color: usize) -> Result<(), Fault> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Ok(record) = Api::new(self.home.as_str()).game(self.room).await
                && let Some(agreement) = record.game.agreement
            {
                let (id, revision) = (Uuid::now_v7(), agreement.revision);
                let accept = ClientMessage::Accept { id, room: self.room, revision };
                match self.say(color, accept).await? {
                    Some(Code::StaleRevision) => {}
                    Some(code) => return Err(Fault::Broken(format!("accepting was refused: {code:?}"))),
                    None => return Ok(()),
                }
            }
            sleep(AGAIN).await;
        }
        Err(Fault::Broken(format!("game {} has no marking to accept", self.room)))
    }

    async fn command(&mut self, by: usize, command: ClientMessage) -> Result<(), Fault> {
        let told = format!("{command:?}");
        match self.say(by, command).await? {
            None => Ok(()),
            Some(code) => Err(Fault::Broken(format!("{told} was refused: {code:?}"))),
        }
    }

    /// Says something until it is answered, and writes down what was acknowledged; why it was refused otherwise.
    async fn say(&mut self, by: usize, command: ClientMessage) -> Result<Option<Code>, Fault> {
        let first = Instant::now();
        let answer = self.players[by].insist(self.room, &command).await?;
        let seq = match answer.reply {
            Reply::Ack(Some(seq)) => seq,
            Reply::Ack(None) => return Err(Fault::Broken(format!("{command:?} has no number"))),
            Reply::Refused(code) => return Ok(Some(code)),
        };
        self.log.push(Entry { command, seq, by, first, last: answer.sent, came: answer.came });
        Ok(None)
    }

    /// What its record must say: all stones and passes.
    pub(crate) fn points(&self) -> Vec<&str> {
        self.log.iter().filter_map(Entry::point).collect()
    }
}

impl Entry {
    /// Where a stone was played, or `pass`; nothing for what is no move.
    pub(crate) fn point(&self) -> Option<&str> {
        match &self.command {
            ClientMessage::Play { point, .. } => Some(point),
            ClientMessage::Pass { .. } => Some("pass"),
            _ => None,
        }
    }
}
