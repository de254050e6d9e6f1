//! What people send, and what they are answered.

use rand::RngExt;
use rules::{Action, Refusal};
use sha2::{Digest, Sha256};
use tianyuan::ids::GameId;
use tianyuan::room::{Answer, Order, RulingOrder};
use tianyuan::store::Command;
use tianyuan::ws::wire::refusal_code;
use uuid::Uuid;

use super::absence::seat;
use super::rooms::black;
use super::{REFEREE, ROOMS, World};
use crate::client::{Seen, Sent, What};
use crate::ideas::Idea;
use crate::node::{order, rule};

impl World {
    /// One to three commands at once.
    pub(super) fn command(&mut self) {
        for _ in 0..self.random.random_range(1..=3) {
            let room = self.random.random_range(0..ROOMS);
            let is_read = |seen: &Seen| seen.read.is_some();
            let is_read = self.clients[REFEREE].rooms.get(&self.rooms[room]).is_some_and(is_read);
            // Mostly one of the two players, in a few cases the referee or a stranger.
            let client = match self.random.random_range(0..12) {
                2..5 if is_read => REFEREE,
                0 => self.random.random_range(0..self.clients.len()),
                1 => REFEREE,
                n => black(room) + n % 2,
            };
            if let Some(sent) = self.choose(client, room) {
                self.send(client, sent);
            }
        }
    }

    pub(super) fn send(&mut self, client: usize, sent: usize) {
        let (rooms, arrived_ms) = (self.node.rooms.clone(), self.node.time.served_ms());
        let node = self.node.id;
        let Sent { room, command, what, first, waits, overlaps, .. } = &mut self.clients[client].sent[sent];
        first.get_or_insert((node, arrived_ms));
        *waits += 1;
        *overlaps |= *waits > 1;
        let (room, command, what) = (*room, *command, what.clone());
        let conn = self.clients[client].outbox.as_ref().map_or(0, tianyuan::room::Outbox::conn);
        let lag_ms = if self.random.random_bool(0.5) { 0 } else { self.random.random_range(0..900) };
        self.pending.push(Box::pin(async move {
            let answer = match what {
                What::Act(action) => {
                    order(&rooms, room, Order { command, action, arrived_ms, conn, lag_ms }).await
                }
                What::Rule(ruling) => {
                    let (reason, officer) = ("a reason".to_owned(), "a referee".to_owned());
                    rule(&rooms, room, RulingOrder { command, ruling, reason, officer, arrived_ms }).await
                }
            };
            (client, sent, answer)
        }));
    }

    /// A new command, an old one again, or an old id with other content.
    fn choose(&mut self, client: usize, room: usize) -> Option<usize> {
        let who = &self.clients[client];
        let again = (!who.sent.is_empty()).then(|| self.random.random_range(0..who.sent.len()));
        match (self.random.random_range(0..100), again) {
            (0..12, Some(again)) => return Some(again),
            (12..14, Some(again)) => {
                let Sent { room, command, ref what, .. } = who.sent[again];
                let what = match what {
                    What::Act(_) => What::Act(Action::Pass { ply: 7_777 }),
                    What::Rule(_) => What::Rule(rules::Ruling::StepBack { moves: 7_777 }),
                };
                let command = Command { hash: hash(&what), ..command };
                self.clients[client].sent.push(Sent::new(room, command, what));
            }
            (chance, _) => {
                let seen = who.rooms.get(&self.rooms[room])?;
                let mine = seat(client, room);
                if client == REFEREE || (mine.is_some() && chance == 14) {
                    let ruling = seen.ruling(&mut self.random);
                    return Some(self.ask(client, room, What::Rule(ruling)));
                }
                match seen.any_idea(mine, &mut self.random) {
                    Idea::Act(action) => return Some(self.ask(client, room, What::Act(action))),
                    Idea::Seal { ply, point } => {
                        let envelope = self.seals.close(self.rooms[room], ply, point)?;
                        let sent = self.ask(client, room, What::Act(Action::Seal { ply, envelope }));
                        self.envelopes.seal(&self.clients[client].sent[sent].command, point);
                        return Some(sent);
                    }
                }
            }
        }
        Some(self.clients[client].sent.len() - 1)
    }

    /// A new command of a client.
    pub(super) fn ask(&mut self, client: usize, room: usize, what: What) -> usize {
        self.next_id += 1;
        let (account, id) = (self.clients[client].account, Uuid::from_u128(self.next_id));
        let (room, command): (GameId, _) = (self.rooms[room], Command { account, id, hash: hash(&what) });
        self.envelopes.asked.insert(command, what.clone());
        let sent = &mut self.clients[client].sent;
        sent.push(Sent::new(room, command, what));
        sent.len() - 1
    }

    pub(super) fn answered(&mut self, client: usize, sent: usize, answer: Answer) {
        let Sent { room, command, first, done, overlaps, .. } = self.clients[client].sent[sent].clone();
        let waits = self.clients[client].sent[sent].waits - 1;
        self.clients[client].sent[sent].waits = waits;
        self.clients[client].sent[sent].overlaps = overlaps && waits > 0;
        let mut disk = self.disk.lock();
        let row = disk.games[&room].rows.iter().find(|row| row.command == Some(command));
        if let (Some(row), Some((node, arrived_ms))) = (row, first)
            && row.node == node
        {
            assert!(row.served_ms >= arrived_ms, "a command takes effect before it arrived");
        }
        let row = row.map(|row| row.seq);
        let name = match answer {
            Answer::Done(seq) => {
                assert_eq!(row, Some(seq), "what is acknowledged is durable");
                assert!(done.is_none_or(|before| before == seq), "the answer is always the same");
                self.clients[client].sent[sent].done = Some(seq);
                (if done.is_some() { "done again" } else { "done" }).to_owned()
            }
            Answer::Refused(refusal) => {
                let changed = (row, done) != (None, None) && !overlaps;
                assert!(!changed, "what is refused has changed nothing: {refusal}, yet {row:?}");
                if let (Refusal::NotAbsent, Some((node, arrived_ms))) = (refusal, first) {
                    drop(disk);
                    self.check_refused(client, room, self.nodes[&node].instant(arrived_ms));
                    disk = self.disk.lock();
                }
                let (code, _) = refusal_code(refusal);
                serde_json::to_value(code).unwrap().as_str().unwrap().to_owned()
            }
            Answer::IdReused => "id_reused".to_owned(),
            Answer::NotAPlayer => "not_a_player".to_owned(),
            Answer::NotAReferee => "not_a_referee".to_owned(),
            Answer::SeatElsewhere => {
                assert_eq!((row, done), (None, None), "what is refused has changed nothing");
                "seat_elsewhere".to_owned()
            }
            Answer::NotWatching | Answer::Heard => unreachable!("a command is not answered so"),
            Answer::Busy => "busy".to_owned(),
        };
        disk.coverage.count(format!("answer {name}"));
    }
}

fn hash(what: &What) -> [u8; 32] {
    Sha256::digest(format!("{what:?}")).into()
}
