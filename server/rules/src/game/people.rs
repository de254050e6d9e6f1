//! Who is at a game beside its players, and who sits on which side (RULES 7; 第17条.1).
//!
//! Officers who have sat down, people whom a referee has removed, and the swap of wrong colours: the players change
//! sides, what they asked and their warnings go with them; stones, clocks, vacations and a sealed move stay with the colour.
//! Deliberately absent: accounts. Whoever is removed is told apart by a text that the rules do not read.

use super::{Game, GameEvent, Misplaced, Phase, Refusal, Ruling, Verdict};
use crate::{Color, TimeLeft};

/// Until so many moves have been made the players' colours can be swapped (第17条.1).
pub const SWAP_PLIES: u32 = 10;
/// Officers that can sit at one game, and people that can be removed from it.
pub const PEOPLE_MOST: usize = 100;
/// The longest text that names somebody, in bytes.
const TEXT_BYTES: usize = 256;

/// Who is at a game beside its players.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    officers: Vec<String>,
    removed: Vec<String>,
}

impl Ruling {
    /// Whether only a chief referee may rule so: one-sided changes of a clock, and results that neither side has won
    /// (RULES 7).
    #[must_use]
    pub const fn needs_chief(&self) -> bool {
        match self {
            Self::SetClock { .. } | Self::AddTime { .. } => true,
            Self::Result(verdict) => {
                matches!(verdict, Verdict::Draw | Verdict::BothLose | Verdict::Replay)
            }
            Self::Pause { until: _ }
            | Self::Continue
            | Self::Adjourn { until: _ }
            | Self::AddTimeToBoth { .. }
            | Self::RestartReading { .. }
            | Self::StepBack { .. }
            | Self::Stones { .. }
            | Self::Warn { .. }
            | Self::WithdrawWarning { .. }
            | Self::SwapColors
            | Self::AnswerCall
            | Self::Remove { .. }
            | Self::Mute { .. } => false,
        }
    }
}

// Getters.
impl Game {
    /// Officers who have sat down at the game, in their order.
    #[must_use]
    pub fn officers(&self) -> &[String] {
        &self.people.officers
    }

    /// Who was removed and may not look on, by the ids of their accounts.
    #[must_use]
    pub fn removed(&self) -> &[String] {
        &self.people.removed
    }

    /// Whether somebody was removed and may not look on.
    #[must_use]
    pub fn is_removed(&self, account: &str) -> bool {
        self.people.removed.iter().any(|removed| removed == account)
    }
}

// Commands.
impl Game {
    /// An officer who does not play sits down; nothing happens if it sits already.
    ///
    /// # Errors
    /// [`Refusal`]: the game is over, or too many sit.
    pub fn seat_officer(&self, officer: &str) -> Result<Vec<GameEvent>, Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::GameOver);
        }
        if self.people.officers.iter().any(|seated| seated == officer) {
            return Ok(Vec::new());
        }
        if self.people.officers.len() >= PEOPLE_MOST {
            return Err(Refusal::TooOften);
        }
        Ok(vec![GameEvent::OfficerSeated { officer: officer.to_owned() }])
    }

    /// What removing somebody, or letting them back, comes to.
    pub(super) fn decide_remove(&self, account: &str, name: &str, on: bool) -> Result<GameEvent, Refusal> {
        if self.is_removed(account) == on {
            return Err(Refusal::AlreadyMarked);
        }
        if on && self.people.removed.len() >= PEOPLE_MOST {
            return Err(Refusal::TooOften);
        }
        let (account, name) = (account.to_owned(), name.to_owned());
        Ok(if on { GameEvent::Removed { account, name } } else { GameEvent::Readmitted { account, name } })
    }

    /// Swaps wrong colours: in play, early enough, and never where the stones themselves say who is who.
    pub(super) fn decide_swap(&self) -> Result<GameEvent, Refusal> {
        if self.phase == Phase::Play && self.setup.handicap > 0 {
            return Err(Refusal::NotInThisGame);
        }
        if self.phase != Phase::Play {
            return Err(Refusal::WrongPhase);
        }
        if self.ply() > SWAP_PLIES { Err(Refusal::TooLate) } else { Ok(GameEvent::ColorsSwapped) }
    }

    /// The same time for both sides.
    pub(super) fn decide_time_for_both(&self, ms: u64) -> Result<Vec<GameEvent>, Refusal> {
        let given = |color| {
            let main_ms = self.times.get(color).main_ms.saturating_add(ms);
            let left = TimeLeft { main_ms, ..*self.times.get(color) };
            let fits = (1..=super::ADDED_MAX_MS).contains(&ms) && self.setup.clock_of(color).can_show(left);
            if fits { Ok(GameEvent::TimeAdded { color, ms }) } else { Err(Refusal::BadClock) }
        };
        Color::BOTH.into_iter().map(given).collect()
    }
}

// What becomes of it.
impl People {
    pub(super) fn sit(&mut self, officer: &str) -> Result<(), Misplaced> {
        seat(&mut self.officers, officer)
    }

    pub(super) fn go(&mut self, account: &str) -> Result<(), Misplaced> {
        seat(&mut self.removed, account)
    }

    pub(super) fn come(&mut self, account: &str) -> Result<(), Misplaced> {
        let at = self.removed.iter().position(|removed| removed == account).ok_or(Misplaced::People)?;
        self.removed.remove(at);
        Ok(())
    }
}

impl Game {
    pub(super) fn colors_swapped(&mut self) -> Result<(), Misplaced> {
        self.expect(Phase::Play)?;
        if self.setup.handicap > 0 || self.ply() > SWAP_PLIES {
            return Err(Misplaced::Swap);
        }
        self.warnings.swap();
        self.requests.swapped();
        self.calls.swapped();
        Ok(())
    }
}

/// One more name in a list that has each once.
fn seat(list: &mut Vec<String>, name: &str) -> Result<(), Misplaced> {
    if list.len() >= PEOPLE_MOST || name.len() > TEXT_BYTES || list.iter().any(|seated| seated == name) {
        return Err(Misplaced::People);
    }
    list.push(name.to_owned());
    Ok(())
}
