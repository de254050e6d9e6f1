//! A store in memory, and the faulty way of one node to it.
//!
//! The disk outlives nodes. A link belongs to one node: it can fail, be slow, be cut, and crash the node at
//! a chosen point of an append; a dead node's link answers nothing any more, except that what was under way when
//! it died may still arrive, late.

mod leases;
mod talk;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tianyuan::ids::{GameId, NodeId};
use tianyuan::room::STALL_MS;
use tianyuan::store::{
    Append, AppendError, Beat, Called, Claim, Cursor, Due, Finish, Game, GameFilter, Games, Journal, Players,
    Rest, Row, Said, StoreError, TalkStream,
};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::coverage::Coverage;

/// A game on the disk.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) players: Players,
    pub(crate) owner: NodeId,
    pub(crate) epoch: u64,
    pub(crate) rows: Vec<Row>,
    pub(crate) rest: Rest,
    pub(crate) finish: Option<Finish>,
}

/// What is durable.
#[derive(Debug, Default)]
pub(crate) struct Durable {
    pub(crate) games: BTreeMap<GameId, Kept>,
    leases: HashMap<NodeId, (Beat, Instant)>,
    /// From when, as seen last by the wall clock, and until when nodes were away.
    gaps: HashMap<NodeId, BTreeMap<u64, (i64, u64)>>,
    /// Appends that took long and were then reported: the game, the last row, how many milliseconds.
    pub(crate) slow: Vec<(GameId, u64, u64)>,
    /// What was said, each line with the id of its command.
    pub(crate) lines: HashMap<(GameId, TalkStream), Vec<(Uuid, Said)>>,
    pub(crate) coverage: Coverage,
}

/// The disk that all nodes share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk(Arc<Mutex<Durable>>);

impl Disk {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Durable> {
        self.0.lock().unwrap()
    }
}

/// Where in its next append a node shall crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CrashPoint {
    Before,
    After,
}

/// A question that can be held: it is answered when it is let go. The last one is asked by a node that has been away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Claim,
    Read,
    LastUp,
}

#[derive(Debug)]
struct LinkState {
    random: StdRng,
    held: &'static [Held],
    /// When the node died.
    died: Option<Instant>,
    cut: bool,
    crash: Option<CrashPoint>,
}

/// One node's way to the disk.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    disk: Disk,
    state: Arc<Mutex<LinkState>>,
}

impl Link {
    pub(crate) fn new(disk: &Disk, seed: u64) -> Self {
        let random = StdRng::seed_from_u64(seed);
        let state = LinkState { random, held: &[], died: None, cut: false, crash: None };
        Self { disk: disk.clone(), state: Arc::new(Mutex::new(state)) }
    }

    /// Kills the node, if it lives; when it died.
    pub(crate) fn kill(&self) -> Instant {
        *self.state().died.get_or_insert_with(Instant::now)
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.state().died.is_none()
    }

    pub(crate) fn crash_at(&self, point: CrashPoint) {
        self.state().crash = Some(point);
    }

    /// Nothing more is planned against the node.
    pub(crate) fn spare(&self) {
        let mut state = self.state();
        (state.cut, state.crash) = (false, None);
    }

    pub(crate) fn cut(&self, cut: bool) {
        self.state().cut = cut;
    }

    /// Holds these questions, and lets all others go.
    pub(crate) fn hold(&self, held: &'static [Held]) {
        self.state().held = held;
    }

    async fn wait(&self, asked: Held) {
        while self.state().held.contains(&asked) {
            sleep(Duration::from_millis(1)).await;
        }
    }

    fn state(&self) -> MutexGuard<'_, LinkState> {
        self.state.lock().unwrap()
    }

    /// Whether one of `n` times in a hundred has come.
    fn percent(&self, n: u32) -> bool {
        self.state().random.random_range(0..100) < n
    }

    fn count(&self, what: &str) {
        self.disk.lock().coverage.count(what);
    }

    /// Takes its time now and then.
    async fn stumble(&self) {
        if self.percent(5) {
            let slow_ms = self.state().random.random_range(1..2_000);
            sleep(Duration::from_millis(slow_ms)).await;
        }
    }

    /// Waits for ever when the node is dead; fails when the way is cut.
    async fn pass(&self) -> Result<(), StoreError> {
        let (alive, cut) = {
            let state = self.state();
            (state.died.is_none(), state.cut)
        };
        if !alive {
            std::future::pending::<()>().await;
        }
        if cut {
            self.count("store away");
            sleep(Duration::from_millis(50)).await;
            return Err(StoreError::Unavailable("cut".to_owned()));
        }
        Ok(())
    }

    /// Crashes the node here, if it is to.
    async fn crash_if(&self, point: CrashPoint) {
        if self.state().crash == Some(point) {
            self.kill();
            self.count(match point {
                CrashPoint::Before => "crash before the append",
                CrashPoint::After => "crash after the append",
            });
            std::future::pending::<()>().await;
        }
    }

    fn write(&self, append: Append) -> Result<(), AppendError> {
        let alive = self.is_alive();
        let mut disk = self.disk.lock();
        let head = append.rows.first().expect("an append has rows");
        let kept = disk.games.get_mut(&append.game).expect("the game is there");
        let next = kept.rows.len() as u64 + 1;
        if kept.epoch != append.epoch || kept.owner != head.node || next != head.seq || kept.finish.is_some()
        {
            if !alive {
                disk.coverage.count("write of a dead node refused");
            }
            return Err(AppendError::Fenced);
        }
        let known = |row: &Row| {
            row.command.is_some_and(|command| {
                kept.rows
                    .iter()
                    .filter_map(|kept| kept.command)
                    .any(|c| (c.account, c.id) == (command.account, command.id))
            })
        };
        if append.rows.iter().any(known) {
            return Err(AppendError::Repeated);
        }
        kept.rows.extend(append.rows);
        kept.rest = append.rest;
        kept.finish = append.finish;
        Ok(())
    }
}

#[async_trait]
impl Journal for Link {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.pass().await?;
        if self.percent(2) {
            self.count("store busy");
            return Err(StoreError::Busy.into());
        }
        if self.percent(2) {
            self.count("store failed, nothing written");
            return Err(StoreError::Unavailable("planned".to_owned()).into());
        }
        self.crash_if(CrashPoint::Before).await;
        let (game, last) = (append.game, append.rows.last().expect("an append has rows").seq);
        let slow_ms = if self.percent(5) { self.state().random.random_range(1..8_000) } else { 0 };
        if slow_ms > 0 {
            self.count("store slow");
            sleep(Duration::from_millis(slow_ms)).await;
        }
        // What was under way when the node died arrives all the same; the fence decides.
        let written = self.write(append);
        self.crash_if(CrashPoint::After).await;
        if !self.is_alive() {
            std::future::pending::<()>().await;
        }
        if written.is_ok() && self.percent(2) {
            self.count("store failed, written all the same");
            return Err(StoreError::Unavailable("the outcome is unknown".to_owned()).into());
        }
        if written.is_ok() && slow_ms >= STALL_MS {
            self.disk.lock().slow.push((game, last, slow_ms));
        }
        written
    }

    async fn claim(&self, game: GameId, node: NodeId) -> Result<Option<Claim>, StoreError> {
        self.pass().await?;
        self.wait(Held::Claim).await;
        let mut disk = self.disk.lock();
        let lives = |node: &NodeId| disk.leases.get(node).is_some_and(|(_, ends)| *ends > Instant::now());
        let Some(kept) = disk.games.get(&game) else { return Ok(None) };
        if kept.finish.is_some() || (kept.owner != node && lives(&kept.owner)) {
            return Ok(None);
        }
        let kept = disk.games.get_mut(&game).expect("just seen");
        kept.owner = node;
        kept.epoch += 1;
        Ok(Some(Claim {
            epoch: kept.epoch,
            next_seq: kept.rows.len() as u64 + 1,
            up_ms: Some(kept.rest.up_ms),
        }))
    }

    async fn read(&self, game: GameId) -> Result<Vec<Row>, StoreError> {
        self.pass().await?;
        self.wait(Held::Read).await;
        Ok(self.disk.lock().games.get(&game).map(|kept| kept.rows.clone()).unwrap_or_default())
    }
}

#[async_trait]
impl Games for Link {
    async fn get(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        self.pass().await?;
        let disk = self.disk.lock();
        Ok(disk.games.get(&id).map(|kept| Game {
            id,
            players: kept.players.clone(),
            swapped: false,
            private: false,
            setup: setup(kept),
            started_ms: 0,
            ended_ms: kept.finish.as_ref().map(|finish| finish.ended_ms),
            outcome: kept.finish.as_ref().map(|finish| finish.outcome),
            annulled: false,
        }))
    }

    async fn sgf(&self, id: GameId) -> Result<Option<String>, StoreError> {
        self.pass().await?;
        Ok(self.disk.lock().games.get(&id).and_then(|kept| Some(kept.finish.as_ref()?.sgf.clone())))
    }

    async fn list(&self, _: GameFilter, _: Option<Cursor>, _: u64) -> Result<Vec<Game>, StoreError> {
        // Rooms do not list; the lobby is not simulated.
        Ok(Vec::new())
    }

    async fn called(&self, _: Option<Cursor>, _: u64) -> Result<Vec<Called>, StoreError> {
        Ok(Vec::new())
    }

    async fn due(&self, up_ms: u64, after: Option<Due>, limit: u64) -> Result<Vec<Due>, StoreError> {
        self.pass().await?;
        let disk = self.disk.lock();
        let running = disk.games.iter().filter(|(_, kept)| kept.finish.is_none());
        let all =
            running.map(|(id, kept)| Due { owner: Some(kept.owner), ..Due::place(kept.rest.due_up_ms, *id) });
        let mut due: Vec<Due> =
            all.filter(|due| due.due_up_ms <= up_ms && after.is_none_or(|after| *due > after)).collect();
        due.sort_unstable();
        due.truncate(usize::try_from(limit).unwrap());
        Ok(due)
    }

    async fn owner(&self, id: GameId) -> Result<Option<NodeId>, StoreError> {
        self.pass().await?;
        Ok(self.disk.lock().games.get(&id).map(|kept| kept.owner))
    }

    async fn ownerless(&self, after: Option<GameId>, limit: u64) -> Result<Vec<GameId>, StoreError> {
        self.pass().await?;
        let disk = self.disk.lock();
        let is_gone = |owner| disk.leases.get(&owner).is_some_and(|(_, ends)| *ends <= Instant::now());
        let lost = disk.games.iter().filter(|(id, kept)| {
            kept.finish.is_none()
                && kept.rest.due_up_ms == 0
                && is_gone(kept.owner)
                && after.is_none_or(|after| **id > after)
        });
        Ok(lost.map(|(id, _)| *id).take(usize::try_from(limit).unwrap()).collect())
    }
}

/// What was agreed before the first move of a kept game.
pub(crate) fn setup(kept: &Kept) -> rules::Setup {
    match &kept.rows[0].event {
        rules::GameEvent::Opened { setup } => setup.clone(),
        other => panic!("the first row is {other:?}"),
    }
}
