//! Calls for the referee: one at a time, a few of each side, each closed in its own way.

use rules::{CallEnd, ClockSetup, Color};
use tianyuan::store::Row;

use super::Model;

impl Model {
    pub(super) fn called(&mut self, at: u64, by: Option<Color>, due: u64) {
        assert!(!self.around.stands() && !self.around.waits(), "there is no matter at hand");
        assert_eq!(self.around.call.replace((by, due)), None, "one call at a time");
        // Where nobody sits through the game, its clock and its calendar give longer.
        let is_slow = self.clocks.iter().any(|clock| matches!(clock, ClockSetup::Correspondence { .. }));
        let stands_ms = due - at;
        assert!(stands_ms == 600_000 || (is_slow && stands_ms > 600_000), "stands for {stands_ms}");
        if let Some(by) = by {
            let calls = &mut self.around.calls[by as usize];
            *calls += 1;
            assert!(*calls <= 3, "{by:?} calls once more");
        }
    }

    pub(super) fn call_closed(&mut self, row: &Row, how: CallEnd) {
        let (by, due) = self.around.call.take().expect("an open call");
        match how {
            CallEnd::Answered => assert!(self.around.asked, "by a ruling"),
            CallEnd::Withdrawn => assert!(by.is_some() && row.command.is_some()),
            CallEnd::Expired => assert!(row.at.0 >= due, "silence closed it early"),
        }
        // What a referee ruled is still to come.
        self.around.ruled = self.around.carried_out.take().filter(|_| how == CallEnd::Answered);
    }
}
