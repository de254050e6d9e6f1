//! Ten thousand games of every system with everything that stops, sets and takes back: every clock equals
//! the model's to the millisecond, and so do the clocks of the journal when it is read again.
//!
//! `TIANYUAN_SEED` is the first game's seed, `TIANYUAN_GAMES` how many there are; a failure says its seed.

use rules::{
    Action, Appointment, ByColor, Color, ENVELOPE_BYTES, Envelope, Game, GameEvent, Opened, Phase, Request,
    RoomMs, Ruling, Seat, Setup, TimeLeft, Venue,
};

use crate::dice::{Dice, number};
use crate::elapsed_model::Model;
use crate::table::{Table, even};

/// A game, its model, and every reading that was compared: after how many events, when, and what.
struct Pair {
    table: Table,
    model: Model,
    dice: Dice,
    now: u64,
    /// Who is there when a scheduled game should begin.
    here: ByColor<bool>,
    readings: Vec<(usize, u64, ByColor<TimeLeft>)>,
}

impl Pair {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let clock = dice.clock(seed % 7);
        let pauses = rules::Pauses { most: 20, length_ms: 60_000, adjourn: true };
        let start = RoomMs(dice.below(500));
        let appointment = (dice.below(3) == 0).then_some(Appointment { start, venue: Venue::Reading });
        let here = ByColor::from_fn(|_| dice.below(3) == 0);
        let table = Table::open(Setup { clock, pauses, appointment, ..even(4) });
        let mut model = Model::new(clock, Color::Black);
        if appointment.is_some() {
            model.await_sides(ByColor::default());
        }
        Self { table, model, dice, now: 0, here, readings: Vec::new() }
    }

    fn game(&self) -> &Game {
        &self.table.game
    }

    /// Both clocks, by the game and by the model.
    fn compare(&mut self) {
        let times = self.game().times_at(RoomMs(self.now));
        assert_eq!(times, self.model.left(), "at {} after {:?}", self.now, self.last());
        self.readings.push((self.table.journal.len(), self.now, times));
    }

    /// What happened last, for whoever reads a failure.
    fn last(&self) -> &[(RoomMs, GameEvent)] {
        &self.table.journal[self.table.journal.len().saturating_sub(8)..]
    }

    fn expire(&self, at: u64) -> Vec<GameEvent> {
        self.game().expire_over(RoomMs(at), ByColor::default(), self.here)
    }

    /// Time passes, and what is due happens at its very millisecond.
    #[expect(clippy::wildcard_enum_match_arm, reason = "anything else that is due is a failure")]
    fn wait(&mut self, ms: u64) {
        let to = self.now + ms;
        while let Some(due) = self.game().deadline().filter(|due| due.0 <= to) {
            assert!(due.0 == 0 || self.expire(due.0 - 1).is_empty(), "never early");
            self.now = self.now.max(due.0);
            self.model.advance(self.now);
            let events = self.expire(self.now);
            assert_eq!(events.len(), 1, "always then");
            match events[0] {
                GameEvent::Read { color, second, periods, .. } => self.model.read(color, second, periods),
                GameEvent::RequestClosed { .. } | GameEvent::AskedAgain { .. } => {}
                GameEvent::Started { here } => {
                    self.model.await_sides(here.map(|here| !here));
                    if here.black && here.white {
                        self.model.begin(Color::Black, self.now);
                    }
                }
                GameEvent::Missed { color } => {
                    assert_eq!(*self.model.missed_at.get(color), Some(self.now));
                    self.model.awaited(color);
                }
                GameEvent::Continued { .. } => {
                    self.table.take(self.now, events);
                    self.went_on();
                    continue;
                }
                GameEvent::Lapsed { .. } => {
                    assert_eq!(self.model.lost_at.take(), Some(self.now));
                    self.model.stop();
                }
                GameEvent::Ended { .. } => {
                    let lapsed = self.game().phase() == Phase::Lapsed;
                    let missed = self.model.missed_at;
                    let lost = [self.model.lost_at, missed.black, missed.white].contains(&Some(self.now));
                    assert!(lapsed || lost, "the flag falls too early: {events:?} after {:?}", self.last());
                    self.table.take(self.now, events);
                    return;
                }
                ref other => panic!("{other:?} is due"),
            }
            self.table.take(self.now, events);
        }
        self.now = to;
        self.model.advance(to);
        assert_eq!(self.model.lost_at, None, "the flag should have fallen");
        let waits = |color: Color| self.game().is_waiting() && *self.game().seats().get(color) == Seat::Empty;
        let missed = |&color: &Color| waits(color) && self.model.missed_at.get(color).is_some();
        assert_eq!(Color::BOTH.iter().find(|color| missed(color)), None, "somebody should have lost");
    }

    /// Takes what a command came to; whether it was accepted.
    fn took(&mut self, answer: Result<Vec<GameEvent>, rules::Refusal>) -> bool {
        let Ok(events) = answer else { return false };
        self.table.take(self.now, events);
        true
    }

    fn act(&mut self, seat: Color, action: Action) -> bool {
        let answer = self.game().decide(seat, &action, RoomMs(self.now));
        self.took(answer)
    }

    fn rule(&mut self, ruling: &Ruling) -> bool {
        let answer = self.game().decide_ruling(ruling, RoomMs(self.now));
        self.took(answer)
    }

    /// One side asks, and the other accepts.
    fn agree(&mut self, by: Color, request: Request) -> bool {
        let ply = self.game().ply();
        if !self.act(by, Action::Ask { ply, request, until: None }) {
            return false;
        }
        let number = self.game().requests().get(by).unwrap().number;
        self.act(by.opponent(), Action::Reply { number, accept: true })
    }

    /// After a move: whoever's turn it is now, or nobody's.
    fn moved(&mut self) {
        self.model.press();
        match self.game().to_move() {
            Some(next) => self.model.begin(next, self.now),
            None => self.model.stop(),
        }
    }

    fn step(&mut self) {
        let in_hold = self.model.runs_from().saturating_sub(self.now);
        let wait_ms = match self.dice.below(10) {
            0 => self.dice.below(2000),
            1..=5 => in_hold + self.dice.below(300),
            _ => self.dice.below(300),
        };
        self.wait(wait_ms);
        if self.game().phase() == Phase::Over {
            return;
        }
        self.compare();
        match self.game().phase() {
            Phase::Lapsed => self.lapsed(),
            Phase::Agreement => self.resume(),
            Phase::Play if self.game().stopped().is_some() => self.stopped(),
            Phase::Play if self.game().to_seal().is_some() => self.sealing(),
            Phase::Play => self.turn(),
            Phase::Waiting => self.waiting(),
            Phase::Placing | Phase::Repetition | Phase::Over => unreachable!("no such game"),
        }
        if self.game().phase() != Phase::Over {
            self.compare();
        }
    }

    /// A scheduled game has not begun.
    fn waiting(&mut self) {
        let color = self.dice.color();
        match self.dice.below(12) {
            0..=2 => {
                let events = self.game().arrive(color, RoomMs(self.now));
                if !events.is_empty() {
                    self.model.awaited(color);
                    self.table.take(self.now, events);
                }
                if let Some(next) = self.game().to_move() {
                    self.model.begin(next, self.now);
                }
            }
            3 | 4 => self.clocks(),
            5 => self.restore(),
            6 => self.declined(),
            _ => {}
        }
    }

    fn turn(&mut self) {
        let (seat, ply) = (self.game().to_move().unwrap(), self.game().ply());
        match self.dice.below(40) {
            0..=22 => {
                let point = self.dice.point();
                if self.act(seat, Action::Play { ply, point }) {
                    self.moved();
                }
            }
            23 | 24 => {
                assert!(self.act(seat, Action::Pass { ply }));
                self.moved();
            }
            25..=28 => self.step_back(),
            29 | 30 => self.pause(),
            31 | 32 => {
                let until = self.until();
                self.rule(&Ruling::Adjourn { until });
            }
            33..=36 => self.clocks(),
            37 => self.restore(),
            _ => self.declined(),
        }
    }

    /// A new server.
    fn restore(&mut self) {
        let event = self.game().restore(RoomMs(self.now), 0, 5);
        self.table.take(self.now, vec![event]);
        self.model.restored(self.now + rules::RESTORE_HOLD_MS);
    }

    /// A request that comes to nothing.
    fn declined(&mut self) {
        let (by, ply) = (self.dice.color(), self.game().ply());
        if self.act(by, Action::Ask { ply, request: Request::Undo, until: None }) {
            let number = self.game().requests().get(by).unwrap().number;
            assert!(self.act(by.opponent(), Action::Reply { number, accept: false }));
        }
    }

    fn pause(&mut self) {
        let by = self.dice.color();
        let by_referee = self.dice.below(2) == 0;
        let ruling = Ruling::Pause { until: self.until() };
        let paused = if by_referee { self.rule(&ruling) } else { self.agree(by, Request::Pause) };
        if paused {
            self.model.stop();
        }
    }

    /// When play is to go on, if anybody says so.
    fn until(&mut self) -> Option<RoomMs> {
        (self.dice.below(2) == 0).then(|| RoomMs(self.now + self.dice.from(60_000, 90_000)))
    }

    fn step_back(&mut self) {
        let by = self.dice.color();
        let moves = u32::try_from(self.dice.below(self.game().moves().len() as u64 + 1)).unwrap();
        let back = match self.dice.below(3) {
            0 => self.rule(&Ruling::StepBack { moves }),
            _ => self.agree(by, Request::Undo),
        };
        if back {
            let next = self.game().running().unwrap().color;
            self.model.undone(next, self.game().moves().len());
        }
    }

    fn clocks(&mut self) {
        let (color, ms) = (self.dice.color(), self.dice.from(1, 900));
        let left = self.dice.left(self.game().setup().clock);
        match self.dice.below(3) {
            0 if self.rule(&Ruling::SetClock { color, left }) => self.model.set(color, left),
            1 if self.rule(&Ruling::AddTime { color, ms }) => self.model.add(color, ms),
            2 if self.agree(color.opponent(), Request::Time) => self.model.add(color, rules::GIFT_MS),
            _ => {}
        }
    }

    fn stopped(&mut self) {
        match self.dice.below(6) {
            0 => self.clocks(),
            1 => self.step_back(),
            2 => self.restore(),
            3 if self.game().deadline().is_some_and(|due| due.0 < self.now + 200_000) => self.wait(90_000),
            3 => {
                let by = self.dice.color();
                if self.agree(by, Request::Continue) {
                    self.went_on();
                }
            }
            _ => {
                assert!(self.rule(&Ruling::Continue));
                self.went_on();
            }
        }
    }

    /// Play goes on, if need be with the sealed move.
    fn went_on(&mut self) {
        let hold = self.now + rules::CONTINUE_HOLD_MS;
        self.model.go_on(hold);
        if self.game().to_reveal().is_none() {
            return;
        }
        let opened = match self.dice.below(8) {
            0 => Opened::Lost,
            1 => Opened::Pass,
            _ => Opened::Stone(self.dice.point()),
        };
        let events = self.game().reveal(opened, RoomMs(self.now));
        assert!(self.took(Ok(events)));
        if self.game().moves().len() < self.model.moves() {
            self.model.seal_lost();
        }
        match self.game().to_move() {
            Some(next) => self.model.begin(next, hold),
            None => self.model.stop(),
        }
    }

    fn sealing(&mut self) {
        let (seat, ply) = (self.game().to_seal().unwrap(), self.game().ply());
        match self.dice.below(8) {
            0 => assert!(self.rule(&Ruling::Continue)),
            1 => self.pause(),
            2 => self.clocks(),
            _ => {
                assert!(self.act(seat, Action::Seal { ply, envelope: Envelope([7; ENVELOPE_BYTES]) }));
                self.model.press();
                self.model.stop();
            }
        }
    }

    fn lapsed(&mut self) {
        let (seat, _) = self.game().lapse().unwrap();
        let ply = self.game().ply();
        if self.dice.below(4) == 0 {
            return;
        }
        assert!(self.act(seat, Action::ClaimPass { ply }));
        self.model.press();
        self.model.clocks.get_mut(seat).left = TimeLeft { periods: 1, ..TimeLeft::default() };
        match self.game().to_move() {
            Some(next) => self.model.begin(next, self.now),
            None => self.model.stop(),
        }
    }

    fn resume(&mut self) {
        let revision = self.game().agreement().unwrap().revision;
        let by = self.dice.color();
        if self.act(by, Action::Resume { revision })
            && let Some(next) = self.game().to_move()
        {
            self.model.begin(next, self.now);
        }
    }

    /// The journal alone shows every clock as it was shown.
    fn replays(&self) {
        let mut readings = self.readings.iter().peekable();
        let mut game = Game::replay(self.table.journal[..1].to_vec()).unwrap();
        for known in 1..=self.table.journal.len() {
            while let Some((_, now, times)) = readings.next_if(|(events, _, _)| *events == known) {
                assert_eq!(game.times_at(RoomMs(*now)), *times, "read again, at {now}");
            }
            if let Some((at, event)) = self.table.journal.get(known) {
                game.apply(*at, event).unwrap();
            }
        }
        assert!(readings.next().is_none());
    }
}

#[test]
fn ten_thousand_games_keep_the_clocks_of_the_model() {
    let first = number("TIANYUAN_SEED", 1);
    let mut ends = 0_u64;
    let games = number("TIANYUAN_GAMES", 10_000);
    for seed in first..first + games {
        let run = std::panic::catch_unwind(|| {
            let mut pair = Pair::new(seed);
            for _ in 0..40 {
                pair.step();
                if pair.game().phase() == Phase::Over {
                    break;
                }
            }
            pair.replays();
            pair.game().phase() == Phase::Over
        });
        match run {
            Ok(over) => ends += u64::from(over),
            Err(panic) => {
                println!("TIANYUAN_SEED={seed} TIANYUAN_GAMES=1 fails");
                std::panic::resume_unwind(panic);
            }
        }
    }
    assert!(games < 100 || (games / 10..games * 9 / 10).contains(&ends), "{ends} games ended on time");
}
