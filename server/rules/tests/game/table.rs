//! One game as a table of text: `<ms> <side> <command> -> <what comes of it>`.
//!
//! Commands: a point in SGF letters, `pass`, `resign`, `mark pd`, `unmark pd`, `aside pd`, `back pd`,
//! `accept`, `resume`, to the offer of a repetition `agree` and `decline`, after the last period
//! `claim`; `ply=N` or `rev=N` after one answers an older position or marking. Instead of a side, `*`
//! lets the time pass (`expire`, as often as it has something to say), and `~` tells the readings of
//! the clock too. Every table also checks that its journal replays to the same state.

use rules::{
    Action, Board, ClockSetup, Color, Game, GameEvent, Phase, Placement, Point, Preset, RoomMs, Setup, Size,
    TimeLeft,
};

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
    fn row(&mut self, row: &str) -> String {
        let words: Vec<_> = row.split_whitespace().collect();
        let at: u64 = words[0].parse().unwrap();
        if words[1] == "*" || words[1] == "~" {
            let mut told = Vec::new();
            loop {
                let events = self.game.expire(RoomMs(at));
                if events.is_empty() {
                    return told.join("; ");
                }
                if words[1] == "~" || !matches!(events[..], [GameEvent::Read { .. }]) {
                    told.push(tell_all(&events, self.game.setup().size));
                }
                self.take(at, events);
            }
        }
        let seat = if words[1] == "B" { Color::Black } else { Color::White };
        let action = self.action(&words[2..]);
        match self.game.decide(seat, &action, RoomMs(at)) {
            Err(refusal) => format!("!{refusal:?}"),
            Ok(events) => {
                let told = tell_all(&events, self.game.setup().size);
                self.take(at, events);
                told
            }
        }
    }

    fn action(&self, words: &[&str]) -> Action {
        let number = |key: &str| {
            words.iter().find_map(|word| word.strip_prefix(key)).map(|number| number.parse::<u32>().unwrap())
        };
        let ply = number("ply=").unwrap_or(self.game.ply());
        let revision =
            number("rev=").unwrap_or(self.game.agreement().map_or(0, |agreement| agreement.revision));
        let point = |word: &str| Point::from_sgf(self.game.setup().size, word).unwrap();
        match words[0] {
            "pass" => Action::Pass { ply },
            "claim" => Action::ClaimPass { ply },
            "resign" => Action::Resign,
            "accept" => Action::Accept { revision },
            "resume" => Action::Resume { revision },
            "agree" => Action::Answer { ply, accept: true },
            "decline" => Action::Answer { ply, accept: false },
            "aside" => Action::Neutral { revision, point: point(words[1]), neutral: true },
            "back" => Action::Neutral { revision, point: point(words[1]), neutral: false },
            "mark" => Action::Mark { revision, point: point(words[1]), dead: true },
            "unmark" => Action::Mark { revision, point: point(words[1]), dead: false },
            word => Action::Play { ply, point: point(word) },
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

/// Plays a table from an opening.
pub(crate) fn check(setup: Setup, rows: &str) -> Table {
    let mut table = Table::open(setup);
    table.run(rows);
    table
}

/// Everything that a game shows, as text.
pub(crate) fn state(game: &Game) -> String {
    format!(
        "{}\nply {} phase {:?} to_move {:?} prisoners {:?} times {:?} running {:?}\nagreement {:?} offer {:?} lapse {:?} quotas {:?}\n\
         outcome {:?} count {:?} dead {:?} deadline {:?}\nposition {} moves {:?}\nsetup {:?}",
        game.board(),
        game.ply(),
        game.phase(),
        game.to_move(),
        game.prisoners(),
        game.times(),
        game.running(),
        game.agreement(),
        game.offer(),
        game.lapse(),
        game.quotas(),
        game.outcome(),
        game.count(),
        game.marking(),
        game.deadline(),
        game.position().moves(),
        game.moves(),
        game.setup(),
    )
}

/// The board as rows.
pub(crate) fn rows(board: &Board) -> Vec<String> {
    board.to_string().lines().map(str::to_owned).collect()
}

fn tell_all(events: &[GameEvent], size: Size) -> String {
    events.iter().map(|event| tell(event, size)).collect::<Vec<_>>().join("; ")
}

fn left(time: TimeLeft) -> String {
    let TimeLeft { main_ms, periods, stint_ms, moves } = time;
    if moves > 0 { format!("{main_ms}/{stint_ms}:{moves}") } else { format!("{main_ms}/{periods}") }
}

fn points(points: &[Point], size: Size) -> String {
    points.iter().map(|point| point.to_sgf(size)).collect::<Vec<_>>().join(" ")
}

/// One event as text.
fn tell(event: &GameEvent, size: Size) -> String {
    match event {
        GameEvent::Opened { .. } => "opened".to_owned(),
        GameEvent::HandicapPlaced { point } => format!("placed {}", point.to_sgf(size)),
        GameEvent::Played { point, captures, left: time, credit_ms: _ } if captures.is_empty() => {
            format!("{} left {}", point.to_sgf(size), left(*time))
        }
        GameEvent::Played { point, captures, left: time, credit_ms: _ } => {
            format!("{} takes {} left {}", point.to_sgf(size), points(captures, size), left(*time))
        }
        GameEvent::Passed { left: time, credit_ms: _ } => format!("pass left {}", left(*time)),
        GameEvent::Read { color: _, second, count: Some(count), periods } => {
            format!("\"{count}\" at {second} of {periods}")
        }
        GameEvent::Read { color: _, second, count: None, periods } => format!("{second} of {periods}"),
        GameEvent::Lapsed { due } => format!("lapsed due {}", due.0),
        GameEvent::AgreementOpened { dead, revision, due } => {
            format!("agree #{revision} [{}] due {}", points(dead, size), due.0)
        }
        GameEvent::Marked { by, stones, dead, revision } => {
            let word = if *dead { "dead" } else { "alive" };
            format!("{by:?} marks {} {word} #{revision}", points(stones, size))
        }
        GameEvent::SetAside { by, points: region, neutral, revision } => {
            let word = if *neutral { "aside" } else { "back" };
            format!("{by:?} sets {} {word} #{revision}", points(region, size))
        }
        GameEvent::RepetitionOffered { verdict, first, due } => {
            format!("{verdict:?} offered, first after {first} due {}", due.0)
        }
        GameEvent::RepetitionAccepted { by } => format!("{by:?} agrees"),
        GameEvent::RepetitionDeclined { by: Some(by) } => format!("{by:?} declines"),
        GameEvent::RepetitionDeclined { by: None } => "nobody answers".to_owned(),
        GameEvent::Accepted { by, revision } => format!("{by:?} accepts #{revision}"),
        GameEvent::AskedAgain { due } => format!("asked again due {}", due.0),
        GameEvent::PlayResumed { by, to_move } => match by {
            Some(by) => format!("{by:?} resumes, {to_move:?} to move"),
            None => format!("resumed, {to_move:?} to move"),
        },
        GameEvent::Restored { hold, .. } => format!("restored hold {}", hold.0),
        GameEvent::Ended { outcome, left: times, .. } => {
            format!("ended {} left {} {}", outcome.to_sgf(), left(times.black), left(times.white))
        }
        other => format!("{other:?}"),
    }
}
