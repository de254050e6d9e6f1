//! Calls for the referee: one at a time, a few of each side, each closed in its own way.

use rules::{CallEnd, ClockSetup, Color};
use tianyuan::store::Row;

use super::Model;

impl Model {
    pub(super) fn called(&mut self, at: u64, by: Option<Color>, due: u64) {
        assert!(!self.around.stands() && !self.around.waits(), "there is no matter at hand");
        assert_eq!(self.around.call.replace((by, due)), None, "one call at a time");
        // 通信棋: what waits for an answer has the longer of both sides' times for a move.
        let answer = |usual| {
            let of = |clock: &ClockSetup| match clock {
                ClockSetup::Correspondence { move_ms, .. } => *move_ms,
                ClockSetup::Unlimited => 86_400_000,
                _ => usual,
            };
            self.clocks.iter().map(of).max()
        };
        let fits = [600_000, 3_600_000].map(answer).contains(&Some(due - at));
        assert!(fits, "stands for {}", due - at);
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
