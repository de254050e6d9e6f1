//! Requests, pauses, lateness and rulings as the wire shows them.

use protocol as wire;
use rules::{
    Asked, Call, CallEnd, Claim, Closed, Delay, Game, PauseReason, Pauses, Phase, Point, Request, RoomMs,
    Ruling, Seat, Size, Stopped, TimeLeft, Venue, Verdict,
};

use super::game::{Shown, color};

/// Moments on the wire stay below 2^53.
const LAST_MS: u64 = (1 << 53) - 1;

/// A moment of room time; one that never comes is 2^53 − 1.
pub(super) fn moment(at: RoomMs) -> u64 {
    at.0.min(LAST_MS)
}

/// Domain and wire name the same things: both ways, without a wildcard.
macro_rules! same {
    ($($domain:ident = $wire:ident { $($theirs:ident = $ours:ident),+ $(,)? } $back:ident)+) => {
        $(impl Shown for $domain {
            type Wire = wire::$wire;
            fn shown(self) -> wire::$wire {
                match self { $(Self::$theirs => wire::$wire::$ours,)+ }
            }
        }

        /// The same as the rules know it.
        #[must_use]
        pub(crate) const fn $back(shown: wire::$wire) -> $domain {
            match shown { $(wire::$wire::$ours => $domain::$theirs,)+ }
        })+
    };
}

same! {
    Request = RequestKind {
        Undo = Undo, Draw = Draw, Pause = Pause, Adjourn = Adjourn, Continue = Continue, Time = Time,
    } request
    Venue = Venue { Remote = Remote, Same = Same, Campus = Campus, Reading = Reading } venue
    Claim = AbsenceClaim { Win = Win, Pause = Pause } claim
    Verdict = Verdict {
        Black = Black, White = White, Draw = Draw, BothLose = BothLose, NoResult = NoResult, Replay = Replay,
    } verdict
}

impl Shown for Phase {
    type Wire = wire::Phase;
    fn shown(self) -> wire::Phase {
        match self {
            Self::Waiting => wire::Phase::Waiting,
            Self::Placing => wire::Phase::Placing,
            Self::Play => wire::Phase::Play,
            Self::Lapsed => wire::Phase::Lapsed,
            Self::Agreement => wire::Phase::Agreement,
            Self::Repetition => wire::Phase::Repetition,
            Self::Over => wire::Phase::Over,
        }
    }
}

impl Shown for Closed {
    type Wire = wire::RequestEnd;
    fn shown(self) -> wire::RequestEnd {
        match self {
            Self::Accepted => wire::RequestEnd::Accepted,
            Self::Declined => wire::RequestEnd::Declined,
            Self::Withdrawn => wire::RequestEnd::Withdrawn,
            Self::Expired => wire::RequestEnd::Expired,
        }
    }
}

impl Shown for Call {
    type Wire = wire::RefereeCall;
    fn shown(self) -> wire::RefereeCall {
        let Self { by, since, due } = self;
        wire::RefereeCall { by: by.map(Shown::shown), since_ms: moment(since), due_ms: moment(due) }
    }
}

impl Shown for CallEnd {
    type Wire = wire::CallEnd;
    fn shown(self) -> wire::CallEnd {
        match self {
            Self::Answered => wire::CallEnd::Answered,
            Self::Withdrawn => wire::CallEnd::Withdrawn,
            Self::Expired => wire::CallEnd::Expired,
        }
    }
}

impl Shown for PauseReason {
    type Wire = wire::PauseReason;
    fn shown(self) -> wire::PauseReason {
        match self {
            Self::Agreed => wire::PauseReason::Agreed,
            Self::Absence => wire::PauseReason::Absence,
            Self::Referee => wire::PauseReason::Referee,
            Self::Adjourned => wire::PauseReason::Adjourned,
        }
    }
}

impl Shown for Seat {
    type Wire = wire::Arrival;
    fn shown(self) -> wire::Arrival {
        match self {
            Self::Empty => wire::Arrival::Awaited,
            Self::Taken => wire::Arrival::There,
            Self::Forfeited => wire::Arrival::Forfeited,
        }
    }
}

impl Shown for Asked {
    type Wire = wire::Request;
    fn shown(self) -> wire::Request {
        wire::Request {
            number: self.number,
            kind: self.request.shown(),
            due_ms: moment(self.due),
            until_ms: self.until.map(moment),
        }
    }
}

impl Shown for Stopped {
    type Wire = wire::Pause;
    fn shown(self) -> wire::Pause {
        wire::Pause {
            reason: self.reason.shown(),
            since_ms: moment(self.since),
            until_ms: Some(moment(self.until)),
        }
    }
}

impl Shown for Pauses {
    type Wire = wire::PauseSettings;
    fn shown(self) -> wire::PauseSettings {
        let Self { most, length_ms, adjourn } = self;
        wire::PauseSettings { most, length_ms, adjourn }
    }
}

impl Shown for Delay {
    type Wire = wire::AudienceDelay;
    fn shown(self) -> wire::AudienceDelay {
        match self {
            Self::Moves(moves) => wire::AudienceDelay::Moves(moves),
            Self::Ms(ms) => wire::AudienceDelay::Ms(ms),
        }
    }
}

/// A delay as the rules know it, its number not yet checked.
#[must_use]
pub(crate) const fn delay(shown: wire::AudienceDelay) -> Delay {
    match shown {
        wire::AudienceDelay::Moves(moves) => Delay::Moves(moves),
        wire::AudienceDelay::Ms(ms) => Delay::Ms(ms),
    }
}

/// Pauses as the rules know them, their numbers not yet checked.
#[must_use]
pub(crate) const fn pauses(shown: wire::PauseSettings) -> Pauses {
    let wire::PauseSettings { most, length_ms, adjourn } = shown;
    Pauses { most, length_ms, adjourn }
}

/// A clock's reading as the rules know it, its numbers not yet checked.
const fn time_left(shown: wire::TimeLeft) -> TimeLeft {
    let wire::TimeLeft { main_ms, periods, stint_ms, moves } = shown;
    TimeLeft { main_ms, periods, stint_ms, moves }
}

/// Where the game stands, apart from board and clocks.
#[must_use]
pub(crate) fn standing(game: &Game) -> wire::Standing {
    let asked = game.requests();
    let seats = game.seats();
    wire::Standing {
        phase: game.phase().shown(),
        ply: game.ply(),
        to_move: game.to_move().map(Shown::shown),
        pause: game.stopped().map(Shown::shown),
        to_seal: game.to_seal().map(Shown::shown),
        adjourns_until_ms: game.adjourns_until().map(moment),
        call: game.call().map(Shown::shown),
        black_asks: asked.black.map(Shown::shown),
        white_asks: asked.white.map(Shown::shown),
        arrivals: game
            .is_waiting()
            .then(|| wire::Arrivals { black: seats.black.shown(), white: seats.white.shown() }),
        warnings: game.warnings().map(u32::from).shown(),
        pauses: game.pauses(),
    }
}

/// A ruling on a board of this size; none when a text names no point of it.
#[must_use]
pub(super) fn ruling(shown: &wire::Ruling, size: Size) -> Option<Ruling> {
    Some(match shown {
        wire::Ruling::Pause { until_ms } => Ruling::Pause { until: until_ms.map(RoomMs) },
        wire::Ruling::Continue => Ruling::Continue,
        wire::Ruling::Adjourn { until_ms } => Ruling::Adjourn { until: until_ms.map(RoomMs) },
        wire::Ruling::SetClock { color: whose, left } => {
            Ruling::SetClock { color: color(*whose), left: time_left(*left) }
        }
        wire::Ruling::AddTime { color: whose, ms } => Ruling::AddTime { color: color(*whose), ms: *ms },
        wire::Ruling::AddTimeToBoth { ms } => Ruling::AddTimeToBoth { ms: *ms },
        wire::Ruling::AnswerCall => Ruling::AnswerCall,
        wire::Ruling::SwapColors => Ruling::SwapColors,
        // The names of both are found by whoever knows accounts.
        wire::Ruling::Remove { account, on } => {
            Ruling::Remove { account: account.to_string(), name: String::new(), on: *on }
        }
        wire::Ruling::RestartReading { second } => Ruling::RestartReading { second: *second },
        wire::Ruling::StepBack { moves } => Ruling::StepBack { moves: *moves },
        wire::Ruling::Stones { dead } => {
            if dead.len() > usize::from(size.points()) {
                return None;
            }
            let points: Result<Vec<Point>, _> = dead.iter().map(|text| Point::from_sgf(size, text)).collect();
            Ruling::Stones { dead: points.ok()? }
        }
        wire::Ruling::Result { verdict: ruled } => Ruling::Result(verdict(*ruled)),
        wire::Ruling::Warn { color: whose } => Ruling::Warn { color: color(*whose) },
        wire::Ruling::WithdrawWarning { color: whose } => Ruling::WithdrawWarning { color: color(*whose) },
        wire::Ruling::Mute { account, on } => {
            Ruling::Mute { account: account.to_string(), name: String::new(), on: *on }
        }
    })
}
