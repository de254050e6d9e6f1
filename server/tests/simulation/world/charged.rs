//! What a run may charge to players, worked out from the rows and the outages that it made.

use tianyuan::ids::GameId;
use tianyuan::room::{BEAT_MS, GRACE_MAX_MS, LEASE_MS};
use tianyuan::store::Row;

use super::World;
use crate::disk::Kept;

/// How much later than it happened an event may be written.
const WRITING_MS: i64 = 20_000;
/// How much one outage or cut may give besides itself and its grace.
const NOTICING_MS: i64 = 40_000;

impl World {
    /// A long outage between two rows of one node was not charged: room time stood still for as long, but
    /// for what it takes to notice.
    pub(super) fn check_noticed(&self, last: &Row, row: &Row) {
        if row.node != last.node {
            return; // A room that may sleep is woken without a word.
        }
        let stood_ms = (row.served_ms - last.served_ms).saturating_sub(row.at.0 - last.at.0);
        for (node, from_ms, to_ms) in &self.cuts {
            let inside = (last.node, row.node) == (*node, *node)
                && last.served_ms < *from_ms
                && *to_ms + BEAT_MS < row.served_ms;
            assert!(
                !inside || to_ms - from_ms <= stood_ms + LEASE_MS + BEAT_MS,
                "an outage from {from_ms} to {to_ms} was charged to somebody between {last:?} and {row:?}"
            );
        }
    }

    /// An append that took long was not charged to who was to move next: either the room said so, or at
    /// least its time stood still.
    pub(super) fn check_stalls(&self, room: GameId, kept: &Kept) {
        for (game, seq, slow_ms) in &self.disk.lock().slow {
            let after = kept.rows.get(usize::try_from(*seq).unwrap()).filter(|_| *game == room);
            let (Some(row), Some(last)) = (after, kept.rows.iter().find(|row| row.seq == *seq)) else {
                continue;
            };
            // A restored room holds its clocks anyway; one that had to be restored is for `check_outages`.
            let restored = |row: &Row| matches!(row.event, rules::GameEvent::Restored { .. });
            let until_then = &kept.rows[..usize::try_from(*seq).unwrap()];
            if row.node == last.node && !restored(last) && !restored(row) && !waits(kept, until_then) {
                // While up time stands in its grace, rows of a room that may sleep are of the moment at which it goes
                // on; only the wall clock tells then that nothing was charged.
                let wall_ms = u64::try_from(row.wall_ms - last.wall_ms).unwrap();
                let passed_ms = (row.served_ms - last.served_ms).max(wall_ms);
                let stood_ms = passed_ms.saturating_sub(row.at.0 - last.at.0);
                assert!(
                    stood_ms >= *slow_ms,
                    "a stall of {slow_ms} was charged between {last:?} and {row:?}"
                );
            }
        }
    }

    /// A game that nobody sits through is charged what was served, within what it takes to write and to notice:
    /// never an outage, nor the grace after it.
    pub(super) fn check_days(&self, kept: &Kept) {
        let (mut stands, mut went_on_ms) = (false, i64::MIN);
        for pair in kept.rows.windows(2) {
            let [last, row] = pair else { unreachable!("windows of two") };
            match last.event {
                rules::GameEvent::Paused { .. } | rules::GameEvent::Sealed { .. } => stands = true,
                rules::GameEvent::Continued { .. } => (stands, went_on_ms) = (false, last.wall_ms),
                _ => {}
            }
            if stands {
                continue; // Until then it goes by the wall clock, and no clock runs that could be charged.
            }
            // A grace that another outage interrupts goes on after it.
            let (mut forgiven_ms, mut owed_ms, mut until_ms) = (0, 0, i64::MIN);
            for (from_ms, to_ms) in &self.down {
                let grace_ms = (to_ms - from_ms).min(i64::try_from(GRACE_MAX_MS).unwrap());
                let back_ms = to_ms + grace_ms.max(until_ms.saturating_sub(*from_ms));
                let begun_ms = (*from_ms).max(until_ms);
                let stood_ms = (back_ms.min(row.wall_ms) - begun_ms.max(last.wall_ms)).max(0);
                forgiven_ms += stood_ms;
                // A game that stood through the outage needs no grace of it; it has one if it is woken in it once more.
                owed_ms += if *to_ms > went_on_ms { stood_ms } else { 0 };
                until_ms = back_ms;
            }
            let passed_ms = row.wall_ms - last.wall_ms;
            let charged_ms = i64::try_from(row.at.0 - last.at.0).unwrap();
            let outages = i64::try_from(self.down.len() + self.cuts.len()).unwrap();
            let (most_ms, least_ms) = (passed_ms - owed_ms, passed_ms - forgiven_ms);
            assert!(
                charged_ms <= most_ms + WRITING_MS && charged_ms >= least_ms - (outages + 1) * NOTICING_MS,
                "charged {charged_ms} of {passed_ms} less {forgiven_ms} between {last:?} and {row:?}"
            );
        }
    }

    /// Nobody is charged for a time without a server, and at most one sign of life is forgiven.
    pub(super) fn check_outages(&self, kept: &Kept) {
        let mut appointed = crate::disk::setup(kept).appointment.map(|appointment| appointment.start);
        let mut stands = false;
        for pair in kept.rows.windows(2) {
            let [last, row] = pair else { unreachable!("windows of two") };
            match last.event {
                rules::GameEvent::Started { .. } => appointed = None,
                rules::GameEvent::Paused { .. } | rules::GameEvent::Sealed { .. } => stands = true,
                rules::GameEvent::Continued { .. } => stands = false,
                _ => {}
            }
            let rules::GameEvent::Restored { charged_ms, hold, .. } = row.event else {
                if appointed.is_none() && !stands {
                    self.check_noticed(last, row);
                }
                continue;
            };
            if let Some(start) = appointed.filter(|_| row.node != last.node) {
                // Before its time a scheduled game goes by the wall clock, and no further than that.
                assert!(
                    row.at <= start.max(last.at),
                    "an outage made people late: {start:?} {last:?} {row:?}"
                );
            }
            // Nor does it begin before people have found back.
            appointed = appointed.map(|start| start.max(hold));
            if appointed.is_some() || stands {
                continue; // No clock runs that could be charged.
            }
            // A room that the same node restored, after its store had failed, lived until then.
            let life = self.lives.get(&last.node).filter(|_| row.node != last.node);
            let (served_ms, was_cut) = life.copied().unwrap_or((row.served_ms, true));
            let lived = served_ms.saturating_sub(last.served_ms);
            assert!(charged_ms <= lived, "an outage is charged: {charged_ms} of {lived}");
            // A slow store can hold back a sign of life as long as it holds back anything.
            assert!(
                was_cut || charged_ms + BEAT_MS + 100 >= lived,
                "forgiven too much: {charged_ms} of {lived}"
            );
        }
    }
}

/// Whether a game goes by the wall clock after these rows: it has not begun, or it is stopped.
fn waits(kept: &Kept, rows: &[Row]) -> bool {
    let appointed = crate::disk::setup(kept).appointment.is_some();
    rows.iter().fold(appointed, |waits, row| match row.event {
        rules::GameEvent::Paused { .. } | rules::GameEvent::Sealed { .. } => true,
        rules::GameEvent::Started { .. } | rules::GameEvent::Continued { .. } => false,
        _ => waits,
    })
}
