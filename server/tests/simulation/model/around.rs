//! What happens around the moves: requests, sealed moves that are opened, steps back, rulings, late arrivals.

use rules::{
    Appointment, Closed, Color, GameEvent, Outcome, PauseReason, Point, Request, Ruling, Setup, TimeLeft,
    Venue,
};
use tianyuan::store::Row;

use super::envelopes::Envelopes;
use super::{Model, stops};
use crate::clocks;

/// Something was claimed of a side that was away.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claimed {
    /// The event that it came to.
    pub(crate) seq: u64,
    pub(crate) away: Color,
}

/// An open request: its number, what, when silence closes it, and when play is to go on of itself.
type Asked = (u32, Request, u64, Option<u64>);

/// Everything that is not board or clock.
#[derive(Debug)]
pub(super) struct Around {
    pub(super) setup: Setup,
    /// Why the clocks stand, and until when.
    pub(super) stopped: Option<(PauseReason, u64)>,
    pub(super) sealing: bool,
    pub(super) adjourns_until: Option<u64>,
    /// Until when the stop lasts that the present event begins, as it was asked for and accepted, or ruled.
    pub(super) until: Option<u64>,
    /// The sealed move and its key.
    pub(super) sealed: Option<(Option<Point>, u32)>,
    /// It is to be opened, and the next turn runs from here.
    pub(super) reveal: Option<u64>,
    pub(super) asks: [Option<Asked>; 2],
    number: u32,
    /// What was accepted, and so must come next; with the moment at which play is to go on.
    accepted: Option<(Request, Option<u64>)>,
    /// Whether what happens was asked for by the event before it.
    pub(super) asked: bool,
    /// What was ruled, and so must come next; and what the ruling before the present event was.
    pub(super) ruled: Option<Ruling>,
    pub(super) carried_out: Option<Ruling>,
    /// Who called the referee, and when silence closes it; how often each has called.
    pub(super) call: Option<(Option<Color>, u64)>,
    pub(super) calls: [u8; 2],
    pub(super) pauses: u8,
    warnings: [u8; 2],
    /// Each move: whose, and where.
    moves: Vec<(Color, Option<Point>)>,
    appointment: Option<Appointment>,
    /// Who is there, once the time has come.
    here: Option<[bool; 2]>,
    pub(super) claims: Vec<Claimed>,
}

impl Around {
    pub(super) fn new(setup: &Setup) -> Self {
        Self {
            setup: setup.clone(),
            stopped: None,
            sealing: false,
            adjourns_until: None,
            until: None,
            sealed: None,
            reveal: None,
            asks: [None; 2],
            number: 0,
            accepted: None,
            asked: false,
            ruled: None,
            carried_out: None,
            call: None,
            calls: [0; 2],
            pauses: 0,
            warnings: [0; 2],
            moves: Vec::new(),
            appointment: setup.appointment,
            here: None,
            claims: Vec::new(),
        }
    }

    /// The stones are to be agreed: nothing is asked or to be sealed any more.
    pub(super) const fn agrees(&mut self) {
        self.sealing = false;
        self.asks = [None; 2];
        self.call = None;
    }

    pub(super) const fn appointment(&self) -> Option<Appointment> {
        self.appointment
    }

    /// Whether the side has come.
    pub(super) fn is_here(&self, color: Color) -> bool {
        self.here.is_some_and(|here| here[color as usize])
    }

    /// Whether a scheduled game has not begun.
    pub(super) fn waits(&self) -> bool {
        self.appointment.is_some() && self.here != Some([true; 2])
    }

    pub(super) const fn stands(&self) -> bool {
        self.stopped.is_some()
    }
}

impl Model {
    /// What was accepted is what comes next; and nothing but it comes of a sealed move that is to be opened.
    pub(super) fn expected(&mut self, row: &Row, envelopes: &Envelopes) {
        let event = &row.event;
        let accepted = self.around.accepted.take();
        let ruled = std::mem::replace(&mut self.around.ruled, stops::ruling(row, envelopes));
        self.around.carried_out = ruled.filter(|_| row.command.is_none());
        self.around.asked = accepted.is_some() || self.around.carried_out.is_some();
        self.around.until = match (accepted, &self.around.carried_out) {
            (Some((_, until)), _) => until,
            (None, Some(Ruling::Pause { until } | Ruling::Adjourn { until })) => until.map(|until| until.0),
            (None, _) => None,
        };
        if let Some((request, _)) = accepted {
            let fits = match request {
                Request::Undo => matches!(event, GameEvent::Undone { .. }),
                Request::Draw => matches!(event, GameEvent::Ended { outcome: Outcome::Agreed, .. }),
                Request::Pause => matches!(event, GameEvent::Paused { reason: PauseReason::Agreed, .. }),
                Request::Adjourn => matches!(event, GameEvent::Adjourning { .. }),
                Request::Continue => matches!(event, GameEvent::Continued { .. }),
                Request::Time => matches!(event, GameEvent::TimeAdded { ms: 60_000, .. }),
            };
            assert!(fits, "{request:?} came to {event:?}");
        }
        if self.around.reveal.is_some() {
            let opens = matches!(
                event,
                GameEvent::Played { .. }
                    | GameEvent::Passed { .. }
                    | GameEvent::TurnLost { .. }
                    | GameEvent::SealLost
            );
            assert!(opens, "an envelope is opened at once, not {event:?}");
        }
    }

    /// A stone or a pass: of the side to move, or out of the envelope.
    pub(super) fn ended_turn(
        &mut self,
        row: &Row,
        point: Option<Point>,
        (left, credit_ms): (TimeLeft, u64),
        envelopes: &Envelopes,
    ) {
        assert!(!self.around.sealing || self.lapsed, "the next move is sealed");
        let from = match self.around.reveal.take() {
            Some(from) => {
                assert_eq!(self.opened(row, envelopes), Some(point), "what was sealed is what is played");
                assert_eq!((left, credit_ms), (self.left[self.next as usize], 0), "it was paid when sealed");
                from
            }
            None => {
                assert!(!self.around.stands(), "nobody moves while the clocks stand");
                self.paid(row.at.0, left, credit_ms);
                row.at.0
            }
        };
        self.around.moves.push((self.next, point));
        self.around.asks = [None; 2];
        self.turn_of(self.next.opponent(), from);
    }

    /// What is in the envelope, for the node that opens it.
    fn opened(&mut self, row: &Row, envelopes: &Envelopes) -> Option<Option<Point>> {
        let (point, key) = self.around.sealed.take().expect("an envelope");
        (envelopes.nodes[&row.node] == key).then_some(point)
    }

    pub(super) fn take_around(&mut self, row: &Row, event: &GameEvent, envelopes: &Envelopes) {
        let at = row.at.0;
        match event {
            GameEvent::Requested { by, number, request, due, until } => {
                assert!(*number > self.around.number && due.0 > at, "{event:?}");
                stops::check_asked(row, (*request, *until), envelopes);
                self.around.number = *number;
                let asked = (*number, *request, due.0, until.map(|until| until.0));
                let open = self.around.asks[*by as usize].replace(asked);
                assert_eq!(open, None, "one at a time");
            }
            GameEvent::RequestClosed { number, how } => self.closed(at, *number, *how),
            GameEvent::RefereeCalled { by, due } => self.called(at, *by, due.0),
            GameEvent::CallClosed { how } => self.call_closed(row, *how),
            GameEvent::Paused { reason, until } => self.paused(row, *reason, until.map(|until| until.0)),
            GameEvent::Continued { hold } => self.continued(row, hold.0),
            GameEvent::Adjourning { until } => self.adjourning(until.map(|until| until.0)),
            GameEvent::Sealed { left, credit_ms, .. } => self.sealed(row, (*left, *credit_ms), envelopes),
            GameEvent::SealLost => {
                let from = self.around.reveal.take().expect("it is to be opened");
                assert_eq!(self.opened(row, envelopes), None, "the key is there");
                self.lost(at);
                self.turn_of(self.next, from);
            }
            GameEvent::TurnLost { left } => {
                let from = self.around.reveal.take().expect("it is to be opened");
                let sealed = self.opened(row, envelopes).flatten().expect("a stone");
                assert!(self.after(sealed).is_err(), "it was legal");
                assert_eq!(*left, self.left[self.next as usize]);
                self.around.moves.push((self.next, None));
                self.around.asks = [None; 2];
                self.turn_of(self.next.opponent(), from);
            }
            GameEvent::Undone { moves } => self.undone(at, *moves as usize),
            _ => self.take_ruled(row, event),
        }
    }

    fn take_ruled(&mut self, row: &Row, event: &GameEvent) {
        let at = row.at.0;
        match event {
            GameEvent::Started { here } => {
                let start = self.around.appointment.expect("a scheduled game").start;
                assert!(self.around.here.is_none() && at >= start.0, "it began early");
                self.around.here = Some([here.black, here.white]);
                self.begin(at);
            }
            GameEvent::Arrived { color, late_ms, left } => {
                let appointment = self.around.appointment.expect("a scheduled game");
                assert!(*late_ms <= at - appointment.start.0, "later than it is");
                let twice = matches!(appointment.venue, Venue::Remote | Venue::Same);
                let cost_ms = match appointment.venue {
                    Venue::Campus => 0,
                    _ => late_ms * (1 + u64::from(twice)),
                };
                let place = *color as usize;
                let wanted = clocks::spent(self.clocks[place], self.left[place], cost_ms);
                assert_eq!(*left, wanted, "what lateness costs");
                self.left[place] = *left;
                let here = self.around.here.as_mut().expect("it has begun");
                assert!(!std::mem::replace(&mut here[place], true), "came twice");
                self.begin(at);
            }
            GameEvent::Missed { color } => {
                assert!(!self.around.here.expect("it has begun")[*color as usize], "it is there");
            }
            GameEvent::TimeAdded { color, ms } => {
                self.left[*color as usize].main_ms += ms;
                self.given.changed(*color, |began| began.main_ms += ms);
                self.revived(*color, at);
                // What was spent is charged to the added time first, and nothing of it is read again.
                if self.turn.is_some() && self.next == *color {
                    self.told = self.told.max(self.spent(at));
                }
            }
            GameEvent::ClockSet { color, left } => {
                self.left[*color as usize] = *left;
                self.given.changed(*color, |began| *began = *left);
                self.revived(*color, at);
                if let Some((_, from)) = self.turn.filter(|_| self.next == *color) {
                    (self.turn, self.told) = (Some((0, from.max(at))), 0);
                }
            }
            GameEvent::ReadingRestarted { second } => {
                let rules::ClockSetup::Byoyomi { period_ms, .. } = self.clock() else { panic!("{event:?}") };
                let (spent, (_, from)) = (self.spent(at), self.turn.expect("a clock runs"));
                let over = (spent - self.left[self.next as usize].main_ms) % period_ms;
                let anew = spent - over + u64::from(*second) * 1000;
                assert!(anew < spent, "back, not on");
                (self.turn, self.told) = (Some((anew, from.max(at))), anew.saturating_sub(1));
            }
            GameEvent::Warned { color } => self.around.warnings[*color as usize] += 1,
            GameEvent::WarningWithdrawn { color } => self.around.warnings[*color as usize] -= 1,
            _ => {}
        }
    }

    fn closed(&mut self, at: u64, number: u32, how: Closed) {
        let open = self.around.asks.iter_mut().find(|asked| asked.is_some_and(|asked| asked.0 == number));
        let (_, request, due, until) = open.and_then(Option::take).expect("an open request");
        match how {
            Closed::Expired => assert!(at >= due, "silence closed it early"),
            Closed::Accepted => self.around.accepted = Some((request, until)),
            Closed::Declined | Closed::Withdrawn => {}
        }
    }

    fn undone(&mut self, at: u64, to: usize) {
        let moves = std::mem::take(&mut self.around.moves);
        let (clock_of, to_move) = (self.next, moves[to].0);
        self.grid = self.positions[0].clone();
        self.positions.truncate(1);
        for (color, point) in &moves[..to] {
            if let Some(point) = point {
                self.next = *color;
                let (grid, _) = self.after(*point).unwrap_or_else(|why| panic!("{why}"));
                self.grid = grid;
                self.positions.push(self.grid.clone());
            }
        }
        self.next = clock_of;
        self.around.moves = moves[..to].to_vec();
        self.around.asks = [None; 2];
        let place = clock_of as usize;
        if std::mem::take(&mut self.lapsed) {
            self.left[place] = TimeLeft { periods: 1, ..TimeLeft::default() };
        } else if self.turn.is_some() && clock_of == to_move {
            self.take_back(at, to);
            return; // The turn goes on.
        } else if self.turn.is_some() {
            let (clock, left) = (self.clock(), self.left[place]);
            let most = self.spent(at).min(self.limit() - 1);
            let each =
                matches!(clock, rules::ClockSetup::Simple { .. } | rules::ClockSetup::Correspondence { .. });
            self.left[place] = if each { clocks::full(clock) } else { clocks::spent(clock, left, most) };
        }
        self.turn_of(to_move, at);
        self.take_back(at, to);
    }

    /// Who had used up its last period plays on with what it is given.
    fn revived(&mut self, color: Color, at: u64) {
        if self.lapsed && self.next == color {
            self.lapsed = false;
            self.turn_of(color, at);
        }
    }

    /// The first turn, when both are there.
    fn begin(&mut self, at: u64) {
        if self.around.here == Some([true; 2]) {
            self.turn_of(Color::Black, at);
        }
    }

    /// Only while the side that is away is to move, and its clock runs, is anything claimed of it.
    pub(super) fn claimed(&mut self, row: &Row, away: Color) {
        assert!(row.command.is_some() && !self.around.asked, "somebody claims: {row:?}");
        assert!(!self.around.stands() && self.around.sealed.is_none() && self.turn.is_some(), "{row:?}");
        assert_eq!(self.next, away, "nothing is claimed in one's own turn");
        self.around.claims.push(Claimed { seq: row.seq, away });
    }

    pub(super) fn check_end(&mut self, row: &Row, outcome: &Outcome) {
        match outcome {
            Outcome::Time { .. } => assert!(!self.around.stands(), "time ran while the clocks stood"),
            Outcome::Forfeit { winner } if row.command.is_some() => {
                self.claimed(row, winner.opponent());
            }
            Outcome::Forfeit { winner } => {
                let loser = winner.opponent() as usize;
                let warned = self.around.warnings[loser] >= 2;
                let late = self.around.here.is_some_and(|here| !here[loser]);
                assert!(warned || late, "{outcome:?} for nothing");
            }
            _ => {}
        }
    }
}
