//! The round trip of one connection, measured by the server's own pings.
//!
//! The shortest of the last few counts: one slow answer is the network's or the client's chance, and
//! who wants a long one must be slow each time. Only the answer to the latest ping is measured.

use std::collections::VecDeque;

/// How many measurements are remembered.
const KEPT: usize = 5;

/// The measurements of one connection; all times are served milliseconds.
#[derive(Debug, Default)]
pub(super) struct RoundTrip {
    sent: u64,
    /// When the latest ping was sent, until its answer has come.
    waiting: Option<u64>,
    measured: VecDeque<u64>,
}

impl RoundTrip {
    /// A ping is sent: what it carries.
    pub(super) fn ping(&mut self, now_ms: u64) -> [u8; 8] {
        self.sent += 1;
        self.waiting = Some(now_ms);
        self.sent.to_be_bytes()
    }

    /// A pong came; the round trip, if it answers the latest ping for the first time.
    pub(super) fn pong(&mut self, payload: &[u8], now_ms: u64) -> Option<u64> {
        let sent_ms = self.waiting.take_if(|_| payload == self.sent.to_be_bytes())?;
        if self.measured.len() == KEPT {
            self.measured.pop_front();
        }
        self.measured.push_back(now_ms.saturating_sub(sent_ms));
        self.measured.iter().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_of_the_last_few_counts() {
        let mut trip = RoundTrip::default();
        let mut took = |ms: u64| {
            let ping = trip.ping(1000);
            trip.pong(&ping, 1000 + ms)
        };
        assert_eq!([200, 40, 900, 300, 300, 300].map(&mut took), [200, 40, 40, 40, 40, 40].map(Some));
        assert_eq!(took(300), Some(300), "the short one is forgotten");
    }

    #[test]
    fn only_the_latest_ping_is_answered_and_once() {
        let mut trip = RoundTrip::default();
        assert_eq!(trip.pong(b"", 5), None, "nothing was asked");
        let first = trip.ping(0);
        let second = trip.ping(10);
        assert_eq!(trip.pong(&first, 20), None, "an answer to an older one");
        assert_eq!(trip.pong(&second, 30), Some(20));
        assert_eq!(trip.pong(&second, 90), None, "the same once more");
    }
}
