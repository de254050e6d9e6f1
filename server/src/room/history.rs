//! The last events of a room as bytes, for those who come back.

use std::collections::VecDeque;

use super::Frame;

/// A bounded run of events without gaps, the last one being the room's newest.
#[derive(Debug)]
pub(super) struct History {
    last_seq: u64,
    most: usize,
    events: VecDeque<Frame>,
}

impl History {
    pub(super) const fn new(most: usize) -> Self {
        Self { last_seq: 0, most, events: VecDeque::new() }
    }

    /// Adds the next event.
    pub(super) fn push(&mut self, event: Frame) {
        if self.events.len() == self.most {
            self.events.pop_front();
        }
        self.events.push_back(event);
        self.last_seq += 1;
    }

    /// Passes over an event that nobody can ask for any more.
    pub(super) fn skip(&mut self) {
        self.events.clear();
        self.last_seq += 1;
    }

    /// The newest event, if it is still here.
    pub(super) fn newest(&self) -> Option<&Frame> {
        self.events.back()
    }

    /// Everything after `seq`; `None` when some of it is gone, or `seq` is from another life.
    pub(super) fn after(&mut self, seq: u64) -> Option<&[Frame]> {
        let missed = usize::try_from(self.last_seq.checked_sub(seq)?).ok()?;
        let from = self.events.len().checked_sub(missed)?;
        Some(&self.events.make_contiguous()[from..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_exactly_what_was_missed_or_nothing() {
        let mut history = History::new(3);
        history.skip();
        for n in 2..=5 {
            history.push(Frame::from(n.to_string()));
        }
        let after = |h: &mut History, seq| {
            h.after(seq).map(|e| e.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(history.newest().map(ToString::to_string), Some("5".into()));
        assert_eq!(after(&mut history, 5), Some(vec![]));
        assert_eq!(after(&mut history, 3), Some(vec!["4".into(), "5".into()]));
        assert_eq!(after(&mut history, 2), Some(vec!["3".into(), "4".into(), "5".into()]));
        assert_eq!(after(&mut history, 1), None, "event 2 is gone");
        assert_eq!(after(&mut history, 6), None, "never was");
    }
}
