//! What a referee may do in a game (RULES 7; 第12条.4, 16.2, 17.1, 22.8, 24条): each ruling is told with its
//! reason, and takes effect by the same events as what players do.
//!
//! Deliberately absent: who may rule; and what concerns people rather than the game (`people`).

use serde::{Deserialize, Serialize};

use super::given::Given;
use super::{Game, GameEvent, Misplaced, PauseReason, Phase, Refusal, STOP_MS};
use crate::{CAP_MAX_MS, ClockSetup, Color, Marking, Outcome, Point, RoomMs, TimeLeft, Winner};

/// The longest time that a referee adds at once, in milliseconds.
pub const ADDED_MAX_MS: u64 = 24 * 60 * 60 * 1000;
/// How many warnings lose a game (第24条.2).
pub const WARNINGS: u8 = 2;

/// A result that a referee rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// 黑胜.
    Black,
    /// 白胜.
    White,
    /// 和棋.
    Draw,
    /// 双方均负.
    BothLose,
    /// 无胜负.
    NoResult,
    /// 重赛.
    Replay,
}

impl Verdict {
    /// The shape of the result.
    #[must_use]
    pub const fn winner(self) -> Winner {
        match self {
            Self::Black => Winner::Black,
            Self::White => Winner::White,
            Self::Draw => Winner::Draw,
            Self::BothLose => Winner::BothLose,
            Self::NoResult | Self::Replay => Winner::Nobody,
        }
    }
}

/// A referee's ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The clocks stop, in any phase.
    Pause {
        /// When play goes on by itself.
        until: Option<RoomMs>,
    },
    /// Play goes on, after any pause or adjournment.
    Continue,
    /// The side to move seals its move.
    Adjourn {
        /// When play goes on by itself.
        until: Option<RoomMs>,
    },
    /// A clock is set; a turn under way begins anew with it.
    SetClock {
        /// Whose.
        color: Color,
        /// To what.
        left: TimeLeft,
    },
    /// Main time is added.
    AddTime {
        /// Whose.
        color: Color,
        /// Milliseconds.
        ms: u64,
    },
    /// Main time is added to both clocks.
    AddTimeToBoth {
        /// Milliseconds.
        ms: u64,
    },
    /// The period that is being read goes on from a second that was passed (第16条.2).
    RestartReading {
        /// Whole seconds of the period.
        second: u16,
    },
    /// Back to the position after so many moves.
    StepBack {
        /// Freely placed stones among them.
        moves: u32,
    },
    /// In agreement: exactly the groups of these stones are dead, and the game is counted.
    Stones {
        /// One stone of each is enough.
        dead: Vec<Point>,
    },
    /// The game ends.
    Result(Verdict),
    /// A warning; the second loses the game.
    Warn {
        /// Whose.
        color: Color,
    },
    /// A warning is withdrawn.
    WithdrawWarning {
        /// Whose.
        color: Color,
    },
    /// Whoever called the referee is answered: it stands as it is.
    AnswerCall,
    /// The players change sides (第17条.1).
    SwapColors,
    /// Somebody who looks on is removed, or may come back.
    Remove {
        /// The account's id, as the server writes it.
        account: String,
        /// Its name of the day.
        name: String,
        /// Whether it is removed.
        on: bool,
    },
    /// Somebody may not speak in this game any more, or may again.
    Mute {
        /// The account's id, as the server writes it.
        account: String,
        /// Its name of the day.
        name: String,
        /// Whether it is muted.
        on: bool,
    },
}

impl ClockSetup {
    /// Whether a clock of this system can show this, with some time left.
    #[must_use]
    pub fn can_show(&self, left: TimeLeft) -> bool {
        let main_only = left.periods == 0 && left.stint_ms == 0 && left.moves == 0;
        let shape = match *self {
            Self::Unlimited => return false,
            Self::Byoyomi { .. } => left.stint_ms == 0 && left.moves == 0 && left.periods <= 100,
            Self::Canadian { moves, stint_ms, carry_over, .. } => {
                let most_ms = if carry_over { CAP_MAX_MS } else { stint_ms };
                left.periods == 0 && (1..=moves).contains(&left.moves) && left.stint_ms <= most_ms
            }
            Self::Absolute { .. } | Self::Fischer { .. } => main_only,
            Self::Simple { .. } | Self::Correspondence { .. } => main_only,
        };
        let most_ms = match *self {
            Self::Correspondence { .. } => u64::MAX / 4,
            Self::Absolute { .. }
            | Self::Byoyomi { .. }
            | Self::Fischer { .. }
            | Self::Canadian { .. }
            | Self::Simple { .. }
            | Self::Unlimited => CAP_MAX_MS,
        };
        shape && left.main_ms <= most_ms && self.limit_ms(left).is_some_and(|limit_ms| limit_ms > 0)
    }
}

// Getters.
impl Game {
    /// Warnings that each side has.
    #[must_use]
    pub const fn warnings(&self) -> crate::ByColor<u8> {
        self.warnings
    }
}

// Commands.
impl Game {
    /// What a ruling comes to at `now`. It names no ply: who rules has looked, and rules on the game as it is.
    ///
    /// # Errors
    /// [`Refusal`]; nothing has changed then.
    pub fn decide_ruling(&self, ruling: &Ruling, now: RoomMs) -> Result<Vec<GameEvent>, Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::GameOver);
        }
        let ruled = self.ruled(ruling, now)?;
        Ok(self.answered_by(ruling).into_iter().chain(ruled).collect())
    }

    /// What it comes to beside the answer to a call.
    fn ruled(&self, ruling: &Ruling, now: RoomMs) -> Result<Vec<GameEvent>, Refusal> {
        let holds = |holds: bool, otherwise: Refusal| if holds { Ok(()) } else { Err(otherwise) };
        let event = match *ruling {
            Ruling::Pause { until } => {
                holds(self.phase != Phase::Waiting, Refusal::WrongPhase)?;
                holds(self.stopped.is_none(), Refusal::Paused)?;
                Self::may_stop_until(until, now, *STOP_MS.end())?;
                GameEvent::Paused { reason: PauseReason::Referee, until }
            }
            Ruling::Continue => {
                holds(self.stopped.is_some() || self.sealing, Refusal::WrongPhase)?;
                Self::go_on(now)
            }
            Ruling::Adjourn { until } => {
                holds(self.stopped.is_none(), Refusal::Paused)?;
                let is_free = !self.sealing && self.sealed.is_none();
                holds(self.phase == Phase::Play && is_free, Refusal::WrongPhase)?;
                Self::may_stop_until(until, now, *STOP_MS.end())?;
                GameEvent::Adjourning { until }
            }
            Ruling::SetClock { color, left } => {
                holds(self.setup.clock_of(color).can_show(left), Refusal::BadClock)?;
                GameEvent::ClockSet { color, left }
            }
            Ruling::AddTime { color, ms } => self.decide_time(color, ms)?,
            Ruling::AddTimeToBoth { ms } => {
                return Color::BOTH.into_iter().map(|color| self.decide_time(color, ms)).collect();
            }
            Ruling::AnswerCall => self.decide_answer_call()?,
            Ruling::SwapColors => self.decide_swap()?,
            Ruling::Remove { ref account, ref name, on } => self.decide_remove(account, name, on)?,
            Ruling::RestartReading { second } => {
                holds(self.reread(second, now).is_some(), Refusal::BadClock)?;
                GameEvent::ReadingRestarted { second }
            }
            Ruling::StepBack { moves } => {
                let in_range = u32::from(self.placed) <= moves && (moves as usize) < self.moves.len();
                let phase = !matches!(self.phase, Phase::Waiting | Phase::Placing);
                holds(in_range && phase && self.sealed.is_none(), Refusal::WrongPhase)?;
                GameEvent::Undone { moves }
            }
            Ruling::Stones { ref dead } => return self.rule_stones(dead, now),
            Ruling::Result(verdict) => self.ended(Outcome::Ruled { verdict }, None, now),
            Ruling::Warn { color } => return Ok(self.warn(color, now)),
            Ruling::WithdrawWarning { color } => {
                holds(*self.warnings.get(color) > 0, Refusal::WrongPhase)?;
                GameEvent::WarningWithdrawn { color }
            }
            Ruling::Mute { ref account, ref name, on } => self.decide_mute(account, name, on)?,
        };
        Ok(vec![event])
    }

    /// Main time that is added to a clock, as far as that can show it.
    fn decide_time(&self, color: Color, ms: u64) -> Result<GameEvent, Refusal> {
        let main_ms = self.times.get(color).main_ms.saturating_add(ms);
        let left = TimeLeft { main_ms, ..*self.times.get(color) };
        let fits = (1..=ADDED_MAX_MS).contains(&ms) && self.setup.clock_of(color).can_show(left);
        if fits { Ok(GameEvent::TimeAdded { color, ms }) } else { Err(Refusal::BadClock) }
    }

    fn rule_stones(&self, dead: &[Point], now: RoomMs) -> Result<Vec<GameEvent>, Refusal> {
        if self.phase != Phase::Agreement {
            return Err(Refusal::WrongPhase);
        }
        if self.revision == u32::MAX {
            return Err(Refusal::TooOften); // Only a strange journal counts so far.
        }
        if !dead.iter().all(|&stone| self.has(stone) && self.board().get(stone).is_some()) {
            return Err(Refusal::NoStone);
        }
        let mut dead: Vec<Point> = dead.iter().flat_map(|&stone| self.board().group(stone)).collect();
        dead.sort_unstable();
        dead.dedup();
        let counted = self.counted(&Marking::of_dead(dead.clone()), now);
        Ok(vec![GameEvent::StonesRuled { dead, revision: self.revision.saturating_add(1) }, counted])
    }

    /// A warning; the second loses (第24条.2).
    fn warn(&self, color: Color, now: RoomMs) -> Vec<GameEvent> {
        let lost = self.warnings.get(color).saturating_add(1) >= WARNINGS;
        let end = lost.then(|| self.ended(Outcome::Forfeit { winner: color.opponent() }, None, now));
        std::iter::once(GameEvent::Warned { color }).chain(end).collect()
    }

    /// What of the turn is spent if the period being read at `now` goes on from this second; none if it
    /// has not come to it.
    fn reread(&self, second: u16, now: RoomMs) -> Option<u64> {
        let turn = self.running?;
        let ClockSetup::Byoyomi { period_ms, .. } = self.setup.clock_of(turn.color) else { return None };
        if self.phase != Phase::Play {
            return None;
        }
        let over_ms = turn.elapsed_ms(now).checked_sub(self.times.get(turn.color).main_ms)?;
        let begins_ms = turn.elapsed_ms(now) - over_ms % period_ms;
        let second_ms = u64::from(second) * 1000;
        (second_ms < over_ms % period_ms).then(|| begins_ms + second_ms)
    }
}

// What becomes of it.
impl Game {
    pub(super) fn clock_set(&mut self, at: RoomMs, color: Color, left: TimeLeft) -> Result<(), Misplaced> {
        if self.phase == Phase::Over {
            return Err(Misplaced::Phase);
        }
        *self.times.get_mut(color) = left;
        self.note_given(color, Given::Set(left));
        self.reread_absent(at, color);
        self.revive(at, color);
        if let Some(turn) = self.running.as_mut().filter(|turn| turn.color == color) {
            (turn.elapsed_ms, turn.from) = (0, turn.from.max(at));
            self.told_ms = 0;
        }
        Ok(())
    }

    pub(super) fn time_added(&mut self, at: RoomMs, color: Color, ms: u64) -> Result<(), Misplaced> {
        if self.phase == Phase::Over {
            return Err(Misplaced::Phase);
        }
        let main_ms = &mut self.times.get_mut(color).main_ms;
        *main_ms = main_ms.saturating_add(ms);
        self.note_given(color, Given::Added(ms));
        self.reread_absent(at, color);
        self.revive(at, color);
        // The time so far is charged anew, to the added time first: no reading of it is told again.
        if let Some(turn) = self.running.filter(|turn| turn.color == color) {
            self.told_ms = self.told_ms.max(turn.elapsed_ms(at));
        }
        Ok(())
    }

    /// A side whose last period was used up plays on with what it is given.
    fn revive(&mut self, at: RoomMs, color: Color) {
        if self.phase == Phase::Lapsed && self.next == color {
            (self.phase, self.lapse) = (Phase::Play, None);
            self.turn(color, at);
        }
    }

    /// What was read at that very second is read again.
    pub(super) fn reading_restarted(&mut self, at: RoomMs, second: u16) -> Result<(), Misplaced> {
        let spent_ms = self.reread(second, at).ok_or(Misplaced::Reading)?;
        let turn = self.running.as_mut().ok_or(Misplaced::Reading)?;
        (turn.elapsed_ms, turn.from) = (spent_ms, turn.from.max(at));
        self.told_ms = spent_ms.saturating_sub(1);
        Ok(())
    }

    pub(super) fn stones_ruled(&mut self, dead: &[Point], revision: u32) -> Result<(), Misplaced> {
        self.expect(Phase::Agreement)?;
        self.check_stones(dead)?;
        self.follow(revision)?;
        let agreement = self.agreement.as_mut().ok_or(Misplaced::Phase)?;
        agreement.rule(dead, revision);
        Ok(())
    }

    pub(super) fn warned(&mut self, color: Color) {
        let warnings = self.warnings.get_mut(color);
        *warnings = warnings.saturating_add(1);
    }

    pub(super) fn warning_withdrawn(&mut self, color: Color) -> Result<(), Misplaced> {
        let warnings = self.warnings.get_mut(color);
        *warnings = warnings.checked_sub(1).ok_or(Misplaced::Warning)?;
        Ok(())
    }
}
