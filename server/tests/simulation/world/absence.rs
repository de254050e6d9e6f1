//! Claims against somebody who is away: granted to nobody whose opponent was there, refused to nobody whose
//! opponent has been away for long enough.

use std::time::Duration;

use protocol::Color;
use rand::RngExt;
use rules::{Action, Claim, GameEvent};
use tianyuan::ids::GameId;
use tianyuan::store::Row;
use tokio::time::{Instant, sleep};

use super::rooms::{black, table_of};
use super::{REFEREE, ROOMS, World};
use crate::client::What;
use crate::clocks;
use crate::disk::{Kept, setup};
use crate::model::Claimed;

/// How much longer than its limit an absence is certainly noticed.
const NOTICED: Duration = Duration::from_secs(5);

impl World {
    /// Somebody goes away, in all games, and is claimed against.
    pub(super) async fn walk_away(&mut self) {
        let client = self.random.random_range(0..REFEREE);
        self.part(client).await;
        sleep(Duration::from_millis(self.random.random_range(50_000..130_000))).await;
        self.settle().await;
        for room in 0..ROOMS {
            let opponent = match seat(client, room) {
                Some(Color::Black) => client + 1,
                Some(Color::White) => client - 1,
                None => continue,
            };
            let Some(seen) = self.clients[opponent].rooms.get(&self.rooms[room]) else { continue };
            let claim = if self.random.random() { Claim::Win } else { Claim::Pause };
            let what = What::Act(Action::Claim { ply: seen.ply, claim, absent_ms: None });
            let sent = self.ask(opponent, room, what);
            self.send(opponent, sent);
        }
    }

    /// Nobody who was there was claimed against: at the moment of each claim that was granted its opponent had not been
    /// in the room for the whole of the limit.
    pub(super) fn check_claims(&self, room: GameId, kept: &Kept, claims: &[Claimed]) {
        for claim in claims {
            let row = &kept.rows[usize::try_from(claim.seq).unwrap() - 1];
            let at = self.nodes[&row.node].instant(row.served_ms);
            let from = at - clocks::absence(setup(kept).clock_of(claim.away)).expect("a limit");
            let client = player(room, claim.away);
            let there = self.clients[client].presence.was_there(room, from, at);
            assert!(!there, "{:?} was claimed against and was there: {row:?}", claim.away);
            self.disk.lock().coverage.count("absence claimed");
        }
    }

    /// Nobody was refused whose opponent had been away for long enough, as far as that is simple to say: nothing but
    /// moves since then, on one node, with a store that works.
    pub(super) fn check_refused(&self, client: usize, room: GameId, asked: Instant) {
        let kept = self.disk.lock().games[&room].clone();
        let Some(mine) = seat(client, table_of(room)) else { return };
        let away = if mine == Color::Black { rules::Color::White } else { rules::Color::Black };
        let Some(gone) = self.clients[player(room, away)].presence.gone.get(&room) else { return };
        let quiet = |row: &Row| {
            matches!(
                row.event,
                GameEvent::Played { .. }
                    | GameEvent::Passed { .. }
                    | GameEvent::Read { .. }
                    | GameEvent::Requested { .. }
                    | GameEvent::RequestClosed { .. }
                    | GameEvent::RefereeCalled { .. }
                    | GameEvent::CallClosed { .. }
            )
        };
        let stalled = self
            .disk
            .lock()
            .slow
            .iter()
            .any(|(game, seq, _)| *game == room && usize::try_from(*seq).unwrap() >= gone.rows);
        let simple = gone.node == self.node.id && !self.node.was_cut && !stalled;
        if !simple || !kept.rows[gone.rows..].iter().all(quiet) {
            return;
        }
        let limit = clocks::absence(setup(&kept).clock_of(away)).expect("a limit");
        // A room that has just stopped to rest may stand a while longer: its last row is of when its time goes on.
        let runs_from = kept.rows.last().map_or(gone.at, |row| self.nodes[&row.node].instant(row.served_ms));
        let gone_for = asked.saturating_duration_since(gone.at.max(runs_from));
        assert!(
            gone_for < limit + NOTICED,
            "{away:?} has been away for {gone_for:?}, the limit is {limit:?}"
        );
        self.disk.lock().coverage.count("absence claimed too soon");
    }
}

/// Which client plays a side.
fn player(room: GameId, color: rules::Color) -> usize {
    black(table_of(room)) + usize::from(color == rules::Color::White)
}

/// What a client plays in a room.
pub(super) fn seat(client: usize, room: usize) -> Option<Color> {
    match client.checked_sub(black(room)) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    }
}
