//! Pauses and adjournments: how long the clocks stand is decided by what was asked and accepted, or ruled, and never
//! believed from the event.

use rules::{Action, GameEvent, PauseReason, Request, RoomMs, Ruling, TimeLeft};
use tianyuan::store::Row;

use super::Model;
use super::envelopes::Envelopes;
use crate::client::What;

/// How long the clocks still stand once play goes on.
const HOLD_MS: u64 = 10_000;
/// The longest time for which a game is stopped.
const LONGEST_MS: u64 = 90 * 86_400_000;

/// The ruling that a row tells of.
pub(super) fn ruling(row: &Row, envelopes: &Envelopes) -> Option<Ruling> {
    if !matches!(row.event, GameEvent::Ruled { .. }) {
        return None;
    }
    match &envelopes.asked[&row.command.expect("somebody rules")] {
        What::Rule(ruling) => Some(ruling.clone()),
        What::Act(action) => panic!("a player ruled {action:?}"),
    }
}

/// A request is the one that was sent.
pub(super) fn check_asked(row: &Row, told: (Request, Option<RoomMs>), envelopes: &Envelopes) {
    match &envelopes.asked[&row.command.expect("somebody asks")] {
        What::Act(Action::Ask { request, until, .. }) => {
            assert_eq!(told, (*request, *until), "what was asked")
        }
        other => panic!("{other:?} is no request"),
    }
}

impl Model {
    pub(super) fn paused(&mut self, row: &Row, reason: PauseReason, until: Option<u64>) {
        let at = row.at.0;
        assert!(!self.around.stands(), "the clocks stand already");
        let (pauses, decided) = (self.around.setup.pauses, self.around.until);
        let longest = at + pauses.length_ms;
        let wanted = match reason {
            PauseReason::Absence => {
                self.claimed(row, self.next);
                Some(longest)
            }
            PauseReason::Agreed => Some(decided.map_or(longest, |until| until.min(longest))),
            PauseReason::Referee => {
                assert!(self.around.asked, "nobody ruled it");
                decided
            }
            PauseReason::Adjourned => panic!("an adjournment begins with the sealed move"),
        };
        assert_eq!(until, wanted, "when the pause ends, {reason:?}");
        if reason != PauseReason::Referee {
            self.around.pauses += 1;
            assert!(self.around.pauses <= pauses.most, "one pause too many");
        }
        self.around.stopped = Some((reason, wanted.unwrap_or(at + LONGEST_MS)));
        self.around.asks = [None; 2];
        self.around.call = None;
        if self.turn.is_some() {
            self.turn = Some((self.spent(at), u64::MAX));
        }
    }

    pub(super) fn continued(&mut self, row: &Row, hold: u64) {
        self.around.asks = [None; 2];
        assert_eq!(hold, row.at.0 + HOLD_MS, "a moment for both to find back");
        let Some((_, until)) = self.around.stopped.take() else {
            assert!(std::mem::take(&mut self.around.sealing), "nothing stands");
            return;
        };
        self.turn = self.turn.map(|(spent, _)| (spent, hold));
        self.around.reveal = self.around.sealed.map(|_| hold);
        let of_itself = row.command.is_none() && !self.around.asked;
        assert!(!of_itself || row.at.0 >= until, "it ended early");
    }

    pub(super) fn adjourning(&mut self, until: Option<u64>) {
        assert!(self.around.asked, "nobody asked for it");
        assert!(!self.around.stands() && !self.around.sealing && self.around.sealed.is_none());
        assert_eq!(until, self.around.until, "when the adjournment ends");
        self.around.adjourns_until = self.around.until;
        self.around.sealing = true;
        self.around.asks = [None; 2];
        self.around.call = None;
    }

    pub(super) fn sealed(&mut self, row: &Row, (left, credit_ms): (TimeLeft, u64), envelopes: &Envelopes) {
        let at = row.at.0;
        assert!(std::mem::take(&mut self.around.sealing) && !self.around.stands());
        self.paid(at, left, credit_ms);
        let command = row.command.expect("somebody seals");
        self.around.sealed = Some(envelopes.sealed[&(command.account, command.id)]);
        let until = self.around.adjourns_until.take().unwrap_or(at + LONGEST_MS);
        self.around.stopped = Some((PauseReason::Adjourned, until));
        self.around.asks = [None; 2];
        self.around.call = None;
        (self.turn, self.told) = (None, 0);
    }
}
