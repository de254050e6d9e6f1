//! One game as a table of text: `<ms> <side> <command> -> <what comes of it>`.
//!
//! Commands: a point in SGF letters, `pass`, `resign`, `mark pd`, `unmark pd`, `aside pd`, `back pd`,
//! `accept`, `resume`, to the offer of a repetition `agree` and `decline`, after the last period
//! `claim`; in 通信棋 `away` and `home`; `ask undo` (`draw`, `pause`, `adjourn`, `continue`, `time`), `yes`, `no`, `withdraw`; `seal`; of who
//! is away `win` and `halt`, with `away=N` milliseconds; `arrive`. `ply=N`, `rev=N` or `n=N` after one answers
//! an older position, marking or request, `lag=N` is a round trip; `until=N` says when play is to go on.
//!
//! Instead of a side, `*` lets the time pass (`expire`, as often as it has something to say; `here=BW` says who
//! is there), and `~` tells the readings of the clock too. `R` is a referee: `pause`, `continue`, `adjourn`,
//! `clock B 5000/2`, `add B 1000`, `reread 30`, `back 3`, `stones aa bb`, `result Draw`, `warn B`, `unwarn B`.
//! `S` is the server: `reveal ee` (`pass`, `lost`), `restore`. Every table also checks that its journal replays
//! to the same state.

use rules::{
    Action, Board, ByColor, Claim, ClockSetup, Color, ENVELOPE_BYTES, Envelope, Game, GameEvent, Opened,
    Phase, Placement, Point, Preset, RoomMs, Ruling, Setup, Size,
};

pub(crate) use crate::tell::state;
use crate::tell::tell_all;
use crate::words;

/// An even game under Chinese rules, an hour each.
pub(crate) fn even(side: u8) -> Setup {
    Setup {
        size: Size::square(side).unwrap(),
        preset: Preset::Chinese,
        rules: Preset::Chinese.rules(0),
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSetup::Absolute { main_ms: 3_600_000 },
        white_clock: None,
        first_move_ms: None,
        nigiri: None,
        pauses: rules::Pauses::default(),
        appointment: None,
        delay: None,
        wall_ms: None,
    }
}

/// The same with handicap stones and without komi.
pub(crate) fn handicap(side: u8, stones: u8, placement: Placement) -> Setup {
    Setup { handicap: stones, placement, rules: Preset::Chinese.rules(stones), ..even(side) }
}

/// Main time, periods and their length.
pub(crate) fn byoyomi(main_ms: u64, periods: u16, period_ms: u64) -> ClockSetup {
    ClockSetup::Byoyomi { main_ms, periods, period_ms, last_passes: false }
}

/// 通信棋 on every day, without vacations.
pub(crate) const fn correspondence(move_ms: u64) -> ClockSetup {
    ClockSetup::Correspondence { move_ms, weekend_stop: false, vacation_days: 0 }
}

/// A game with its journal.
pub(crate) struct Table {
    pub(crate) game: Game,
    pub(crate) journal: Vec<(RoomMs, GameEvent)>,
}

impl Table {
    pub(crate) fn open(setup: Setup) -> Self {
        let (game, event) = Game::open(setup).unwrap();
        Self { game, journal: vec![(RoomMs(0), event)] }
    }

    /// Takes events over, as a room does.
    pub(crate) fn take(&mut self, at: u64, events: Vec<GameEvent>) {
        for event in events {
            self.game.evolve(RoomMs(at), &event);
            self.journal.push((RoomMs(at), event));
        }
    }

    /// One row: what comes of it, as text.
    pub(crate) fn row(&mut self, row: &str) -> String {
        let words: Vec<_> = row.split_whitespace().collect();
        let at: u64 = words[0].parse().unwrap();
        match words[1] {
            "*" | "~" => self.time_passes(at, &words),
            "R" => self.decided(at, self.game.decide_ruling(&self.ruling(&words[2..]), RoomMs(at))),
            "S" => {
                let events = self.served(at, &words[2..]);
                self.decided(at, Ok(events))
            }
            side if words[2] == "arrive" => {
                let events = self.game.arrive(words::side(side), RoomMs(at));
                self.decided(at, Ok(events))
            }
            side => {
                let action = self.action(words::side(side), &words[2..]);
                let lag_ms = words::number(&words, "lag=").unwrap_or_default();
                self.decided(at, self.game.decide_over(words::side(side), &action, RoomMs(at), lag_ms))
            }
        }
    }

    /// Nobody does anything until then.
    fn time_passes(&mut self, at: u64, words: &[&str]) -> String {
        let here = words.iter().find_map(|word| word.strip_prefix("here=")).unwrap_or_default();
        let here = ByColor { black: here.contains('B'), white: here.contains('W') };
        let mut told = Vec::new();
        loop {
            let events = self.game.expire_over(RoomMs(at), ByColor::default(), here);
            if events.is_empty() {
                return told.join("; ");
            }
            if words[1] == "~" || !matches!(events[..], [GameEvent::Read { .. }]) {
                told.push(tell_all(&events, self.game.setup().size));
            }
            self.take(at, events);
        }
    }

    fn decided(&mut self, at: u64, answer: Result<Vec<GameEvent>, rules::Refusal>) -> String {
        match answer {
            Err(refusal) => format!("!{refusal:?}"),
            Ok(events) => {
                let told = tell_all(&events, self.game.setup().size);
                self.take(at, events);
                told
            }
        }
    }

    fn point(&self, word: &str) -> Point {
        Point::from_sgf(self.game.setup().size, word).unwrap()
    }

    fn served(&self, at: u64, words: &[&str]) -> Vec<GameEvent> {
        let opened = match words {
            ["sit", officer] => return self.game.seat_officer(officer).unwrap(),
            ["restore"] => return vec![self.game.restore(RoomMs(at), 0, 0)],
            ["reveal", "pass"] => Opened::Pass,
            ["reveal", "lost"] => Opened::Lost,
            ["reveal", point] => Opened::Stone(self.point(point)),
            other => panic!("the server does no {other:?}"),
        };
        self.game.reveal(opened, RoomMs(at))
    }

    fn ruling(&self, words: &[&str]) -> Ruling {
        match words {
            ["pause", ..] => Ruling::Pause { until: until(words) },
            ["continue"] => Ruling::Continue,
            ["adjourn", ..] => Ruling::Adjourn { until: until(words) },
            ["clock", color, left] => Ruling::SetClock { color: words::side(color), left: words::left(left) },
            ["add", color, ms] => Ruling::AddTime { color: words::side(color), ms: ms.parse().unwrap() },
            ["add-both", ms] => Ruling::AddTimeToBoth { ms: ms.parse().unwrap() },
            ["swap"] => Ruling::SwapColors,
            ["look"] => Ruling::AnswerCall,
            [remove @ ("remove" | "readmit"), account, name] => {
                let (account, name) = ((*account).to_owned(), (*name).to_owned());
                Ruling::Remove { account, name, on: *remove == "remove" }
            }
            ["reread", second] => Ruling::RestartReading { second: second.parse().unwrap() },
            ["back", moves] => Ruling::StepBack { moves: moves.parse().unwrap() },
            ["stones", dead @ ..] => {
                Ruling::Stones { dead: dead.iter().map(|word| self.point(word)).collect() }
            }
            ["result", verdict] => Ruling::Result(words::verdict(verdict)),
            ["warn", color] => Ruling::Warn { color: words::side(color) },
            ["unwarn", color] => Ruling::WithdrawWarning { color: words::side(color) },
            [mute @ ("mute" | "unmute"), account, name] => {
                let (account, name) = ((*account).to_owned(), (*name).to_owned());
                Ruling::Mute { account, name, on: *mute == "mute" }
            }
            other => panic!("a referee does no {other:?}"),
        }
    }

    fn action(&self, seat: Color, words: &[&str]) -> Action {
        let number = |key: &str| words::number(words, key).map(|number| u32::try_from(number).unwrap());
        let ply = number("ply=").unwrap_or(self.game.ply());
        let revision =
            number("rev=").unwrap_or(self.game.agreement().map_or(0, |agreement| agreement.revision));
        let open = |color| self.game.requests().get(color).map_or(0, |asked| asked.number);
        let asked = |color| number("n=").unwrap_or_else(|| open(color));
        let absent_ms = words::number(words, "away=");
        match words[0] {
            "pass" => Action::Pass { ply },
            "claim" => Action::ClaimPass { ply },
            "call" => Action::CallReferee { ply },
            "uncall" => Action::WithdrawCall,
            "away" => Action::BeginVacation,
            "home" => Action::EndVacation,
            "resign" => Action::Resign,
            "accept" => Action::Accept { revision },
            "resume" => Action::Resume { revision },
            "agree" => Action::Answer { ply, accept: true },
            "decline" => Action::Answer { ply, accept: false },
            "aside" => Action::Neutral { revision, point: self.point(words[1]), neutral: true },
            "back" => Action::Neutral { revision, point: self.point(words[1]), neutral: false },
            "mark" => Action::Mark { revision, point: self.point(words[1]), dead: true },
            "unmark" => Action::Mark { revision, point: self.point(words[1]), dead: false },
            "ask" => Action::Ask { ply, request: words::request(words[1]), until: until(words) },
            "yes" => Action::Reply { number: asked(seat.opponent()), accept: true },
            "no" => Action::Reply { number: asked(seat.opponent()), accept: false },
            "withdraw" => Action::Withdraw { number: asked(seat) },
            "seal" => Action::Seal { ply, envelope: Envelope([0xa5; ENVELOPE_BYTES]) },
            "win" => Action::Claim { ply, claim: Claim::Win, absent_ms },
            "halt" => Action::Claim { ply, claim: Claim::Pause, absent_ms },
            word => Action::Play { ply, point: self.point(word) },
        }
    }

    /// Plays a table of rows; `->` says what each must come to, rows without it must be accepted.
    pub(crate) fn run(&mut self, rows: &str) {
        for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
            let (row, wanted) = row.split_once("->").map_or((row, None), |(row, wanted)| (row, Some(wanted)));
            let told = self.row(row);
            match wanted {
                Some(wanted) => assert_eq!(told, wanted.trim(), "in the row `{row}`"),
                None => assert!(!told.is_empty() && !told.starts_with('!'), "the row `{row}` came to {told}"),
            }
        }
        self.replays();
    }

    /// Both sides pass at `at`, and the server proposes these stones as dead.
    pub(crate) fn agree(&mut self, at: u64, proposed: &[&str]) {
        let size = self.game.setup().size;
        let mut stones: Vec<_> = proposed.iter().map(|text| Point::from_sgf(size, text).unwrap()).collect();
        stones.sort_unstable();
        for _ in 0..2 {
            let action = Action::Pass { ply: self.game.ply() };
            let mut events = self.game.decide(self.game.to_move().unwrap(), &action, RoomMs(at)).unwrap();
            if let Some(GameEvent::AgreementOpened { dead, .. }) = events.get_mut(1) {
                dead.clone_from(&stones);
            }
            self.take(at, events);
        }
        assert_eq!(self.game.phase(), Phase::Agreement);
    }

    /// The journal alone makes the same state, also by way of text.
    pub(crate) fn replays(&self) {
        let text = serde_json::to_string(&self.journal).unwrap();
        let journal: Vec<(RoomMs, GameEvent)> = serde_json::from_str(&text).unwrap();
        assert_eq!(journal, self.journal);
        let again = Game::replay(journal).unwrap();
        assert_eq!(state(&again), state(&self.game));
    }
}

/// When play is to go on.
fn until(words: &[&str]) -> Option<RoomMs> {
    words::number(words, "until=").map(RoomMs)
}

/// Plays a table from an opening.
pub(crate) fn check(setup: Setup, rows: &str) -> Table {
    let mut table = Table::open(setup);
    table.run(rows);
    table
}

/// The board as rows.
pub(crate) fn rows(board: &Board) -> Vec<String> {
    board.to_string().lines().map(str::to_owned).collect()
}
