//! Who is at a game beside its players, and who sits on which side (RULES 7; 第17条.1).
//!
//! Officers who have sat down, people whom a referee has removed or muted (禁言), and the swap of wrong colours: the players change
//! sides, what they asked and their warnings go with them; stones, clocks, vacations and a sealed move stay with the colour.
//! Deliberately absent: accounts, and what people say.

use super::persons::{Person, Persons, TEXT_BYTES};
use super::{Game, GameEvent, Misplaced, Phase, Refusal, Ruling, Verdict};

/// Until so many moves have been made the players' colours can be swapped (第17条.1).
pub const SWAP_PLIES: u32 = 10;
/// Officers that can sit at one game, people that can be removed from it, and people that can be muted in it.
pub const PEOPLE_MOST: usize = 100;

/// Who is at a game beside its players.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    officers: Vec<String>,
    removed: Persons,
    muted: Persons,
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

    /// Who was removed and may not look on.
    #[must_use]
    pub fn removed(&self) -> &[Person] {
        self.people.removed.all()
    }

    /// Whether somebody was removed and may not look on.
    #[must_use]
    pub fn is_removed(&self, account: &str) -> bool {
        self.people.removed.has(account)
    }

    /// Who may not speak.
    #[must_use]
    pub fn muted(&self) -> &[Person] {
        self.people.muted.all()
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
        self.people.removed.admits(account, on)?;
        let (account, name) = (account.to_owned(), name.to_owned());
        Ok(if on { GameEvent::Removed { account, name } } else { GameEvent::Readmitted { account, name } })
    }

    /// What muting somebody, or giving somebody the word back, comes to.
    pub(super) fn decide_mute(&self, account: &str, name: &str, on: bool) -> Result<GameEvent, Refusal> {
        self.people.muted.admits(account, on)?;
        let (account, name) = (account.to_owned(), name.to_owned());
        Ok(if on { GameEvent::Muted { account, name } } else { GameEvent::Unmuted { account, name } })
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
}

// What becomes of it.
impl People {
    pub(super) fn sit(&mut self, officer: &str) -> Result<(), Misplaced> {
        let sits = self.officers.iter().any(|seated| seated == officer);
        if sits || self.officers.len() >= PEOPLE_MOST || officer.len() > TEXT_BYTES {
            return Err(Misplaced::People);
        }
        self.officers.push(officer.to_owned());
        Ok(())
    }

    /// Somebody was removed, or may come back.
    pub(super) fn remove(&mut self, account: &str, name: &str, on: bool) -> Result<(), Misplaced> {
        if self.removed.set(account, name, on) { Ok(()) } else { Err(Misplaced::People) }
    }

    /// Somebody may not speak any more, or may again.
    pub(super) fn mute(&mut self, account: &str, name: &str, on: bool) -> Result<(), Misplaced> {
        if self.muted.set(account, name, on) { Ok(()) } else { Err(Misplaced::Mute) }
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
