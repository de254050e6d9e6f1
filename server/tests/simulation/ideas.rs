//! What people ask for around the moves, sensible or not.

use protocol::Color;
use rand::RngExt;
use rand::rngs::StdRng;
use rules::{Action, Claim, Point, Request, RoomMs, Ruling, TimeLeft, Verdict};

use crate::client::Seen;

/// Something that somebody may ask for.
pub(crate) enum Idea {
    Act(Action),
    /// A move to be sealed, before it is in its envelope.
    Seal {
        ply: u32,
        point: Option<Point>,
    },
}

impl Seen {
    /// Something that a player of `mine` might ask for here; a stranger plays nothing.
    pub(crate) fn any_idea(&self, mine: Option<Color>, random: &mut StdRng) -> Idea {
        let stands = self.standing.pause.is_some() || self.standing.to_seal.is_some();
        let often = if stands { 0.8 } else { 0.16 };
        if !self.over && random.random_bool(often) {
            self.around(mine, random)
        } else {
            Idea::Act(self.idea(random))
        }
    }

    fn around(&self, mine: Option<Color>, random: &mut StdRng) -> Idea {
        let (ply, standing) = (self.ply, &self.standing);
        let (own, theirs) = match mine {
            Some(Color::White) => (standing.white_asks, standing.black_asks),
            Some(Color::Black) | None => (standing.black_asks, standing.white_asks),
        };
        let to_seal = standing.to_seal.is_some() && standing.to_seal == mine;
        let number = random.random_range(0..6);
        let accept = random.random_bool(0.8);
        Idea::Act(match random.random_range(0..100) {
            0..35 if to_seal => return self.sealing(ply, random),
            0..45 if theirs.is_some() => {
                Action::Reply { number: theirs.map_or(0, |asked| asked.number), accept }
            }
            45..52 if own.is_some() => Action::Withdraw { number: own.map_or(0, |asked| asked.number) },
            52..54 => return self.sealing(ply, random),
            54..57 => Action::Reply { number, accept },
            57..59 => Action::Withdraw { number },
            69..73 if standing.call.is_some() => Action::WithdrawCall,
            69..75 => Action::CallReferee { ply },
            59..61 => Action::Ask { ply: ply.wrapping_sub(1), request: Request::Undo, until: None },
            61..69 => {
                let claim = if random.random() { Claim::Win } else { Claim::Pause };
                Action::Claim { ply, claim, absent_ms: Some(0) }
            }
            _ => Action::Ask { ply, request: self.request(random), until: moment(random) },
        })
    }

    fn request(&self, random: &mut StdRng) -> Request {
        if (self.standing.pause.is_some() || self.standing.to_seal.is_some()) && random.random_bool(0.7) {
            return Request::Continue;
        }
        match random.random_range(0..16) {
            0..4 => Request::Undo,
            4 | 5 => Request::Draw,
            6..9 => Request::Pause,
            9..13 => Request::Adjourn,
            13 => Request::Continue,
            _ => Request::Time,
        }
    }

    fn sealing(&self, ply: u32, random: &mut StdRng) -> Idea {
        let points = usize::from(self.size.points());
        let point = Point::from_index(self.size, random.random_range(0..points)).unwrap();
        Idea::Seal { ply, point: random.random_bool(0.9).then_some(point) }
    }

    /// Something that a referee might rule here.
    pub(crate) fn ruling(&self, random: &mut StdRng) -> Ruling {
        let color = if random.random() { rules::Color::Black } else { rules::Color::White };
        let points = usize::from(self.size.points());
        if self.revision.is_some() && random.random_bool(0.3) {
            let point = Point::from_index(self.size, random.random_range(0..points)).unwrap();
            let dead = if random.random() { vec![point] } else { Vec::new() };
            return Ruling::Stones { dead };
        }
        if let Some(read) = self.read.filter(|_| random.random_bool(0.5)) {
            return Ruling::RestartReading { second: random.random_range(0..=read / 2) };
        }
        let warned = self.standing.warnings;
        let is_warned = if color == rules::Color::Black { warned.black > 0 } else { warned.white > 0 };
        if is_warned && random.random_bool(0.2) {
            return Ruling::WithdrawWarning { color };
        }
        match random.random_range(0..40) {
            0..6 => Ruling::Pause { until: moment(random) },
            6..18 => Ruling::Continue,
            18..21 => Ruling::Adjourn { until: moment(random) },
            21..24 => {
                let main_ms = random.random_range(0..100_000);
                let (periods, moves) = (random.random_range(0..3), random.random_range(0..2));
                let stint_ms = random.random_range(0..2) * 10_000;
                Ruling::SetClock { color, left: TimeLeft { main_ms, periods, stint_ms, moves } }
            }
            24..27 => Ruling::AddTime { color, ms: random.random_range(0..60_000) },
            27..32 => Ruling::RestartReading { second: random.random_range(0..15) },
            32..36 => Ruling::StepBack { moves: random.random_range(0..=self.ply.max(1)) },
            36 => Ruling::Warn { color },
            37 => Ruling::WithdrawWarning { color },
            38 => Ruling::AnswerCall,
            _ => Ruling::Result(
                [Verdict::Black, Verdict::Draw, Verdict::BothLose, Verdict::Replay]
                    [random.random_range(0..4)],
            ),
        }
    }
}

/// When play might go on: sometimes it lies ahead.
fn moment(random: &mut StdRng) -> Option<RoomMs> {
    random.random_bool(0.1).then(|| RoomMs(random.random_range(0..8_000_000)))
}
