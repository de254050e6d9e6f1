//! What somebody wants to play, before and after it is checked.
//!
//! Deliberately absent: ranked games, whose settings nobody chooses.

use rules::{
    Appointment, BadSetup, BadSize, ClockSetup, Color, Delay, Nigiri, Pauses, Placement, Preset, RoomMs,
    RuleSet, Setup, Size, Venue,
};

use crate::ids::ChallengeId;
use crate::store::{ColorChoice, Draw};

/// How long each side may usually take for its first move, in milliseconds; then the game is aborted.
pub(super) const FIRST_MOVE_MS: u64 = 5 * 60 * 1000;

/// An offer as a client words it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Made by the client.
    pub id: ChallengeId,
    /// Lines a side.
    pub size: u8,
    /// The name of the rules.
    pub preset: Preset,
    /// The rules, with what a private game changes of them.
    pub rules: RuleSet,
    /// Komi in quarter-子; `None`: the rules' own.
    pub komi_quarters: Option<i16>,
    /// Handicap stones: 0, or from 2.
    pub handicap: u8,
    /// How they are placed.
    pub placement: Placement,
    /// The time control of both sides, or of Black's alone.
    pub clock: ClockSetup,
    /// White's, when it is another.
    pub white_clock: Option<ClockSetup>,
    /// The challenger's colour.
    pub color: ColorChoice,
    /// How the players may pause and adjourn it.
    pub pauses: Pauses,
    /// When it is to begin (wall time, Unix milliseconds) and where, if not at once.
    pub appointment: Option<(i64, Venue)>,
    /// How far behind the game its audience is.
    pub delay: Option<Delay>,
    /// Whether only who knows the id can see it.
    pub private: bool,
}

/// Why a wish cannot be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadWish {
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] BadSize),
    /// The rules do not allow it.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// There is no such name.
    #[error("the rules are chinese, chinese-1988, japanese, korean, ing, wmsg-2008, aga, nz or ancient")]
    Rules,
    /// The appointed time is over already.
    #[error("the appointed time is past: choose a later one")]
    Past,
    /// Nothing could be read against who is absent.
    #[error("where the clock is read against who is absent, both sides need a clock of minutes and seconds")]
    NothingToRead,
    /// Who sees an open offer takes the rules by their name.
    #[error("only a private game may change the rules, komi aside")]
    PublicChanges,
    /// With handicap the weaker side is Black, which no draw can know.
    #[error("with handicap stones the colour is chosen, not drawn")]
    DrawWithHandicap,
    /// Who has which clock is a matter of colours, which no draw can know.
    #[error("with a clock for each side the colour is chosen, not drawn")]
    DrawWithTwoClocks,
}

impl Wish {
    /// The game that is wished for, its colours not yet drawn. Until the game begins, room time counts from
    /// the making of the offer, at wall time `made_ms`.
    ///
    /// # Errors
    /// [`BadWish`] names the first thing that cannot be.
    pub fn setup(&self, made_ms: i64) -> Result<Setup, BadWish> {
        let mut rules = self.rules;
        if let Some(komi) = self.komi_quarters {
            rules.komi_quarters = komi;
        }
        let mut setup = Setup {
            size: Size::square(self.size)?,
            preset: self.preset,
            rules,
            handicap: self.handicap,
            placement: self.placement,
            clock: self.clock,
            white_clock: self.white_clock.filter(|&clock| clock != self.clock),
            first_move_ms: None,
            nigiri: None,
            pauses: self.pauses,
            appointment: self.appointment.map(|wished| appointment(wished, made_ms)).transpose()?,
            delay: self.delay,
            wall_ms: None,
        };
        // Who comes late to a scheduled game has another rule.
        setup.first_move_ms = setup.appointment.is_none().then(|| setup.answer_ms(FIRST_MOVE_MS));
        setup.check()?;
        let is_read = setup.appointment.is_some_and(|appointed| appointed.venue == Venue::Reading);
        if is_read && Color::BOTH.into_iter().any(|color| setup.clock_of(color).absence_ms().is_none()) {
            return Err(BadWish::NothingToRead);
        }
        if !self.private && !setup.is_standard_but_komi() {
            return Err(BadWish::PublicChanges);
        }
        if self.handicap > 0 && self.color == ColorChoice::Nigiri {
            return Err(BadWish::DrawWithHandicap);
        }
        if setup.white_clock.is_some() && self.color == ColorChoice::Nigiri {
            return Err(BadWish::DrawWithTwoClocks);
        }
        Ok(setup)
    }
}

fn appointment((start_ms, venue): (i64, Venue), made_ms: i64) -> Result<Appointment, BadWish> {
    let ahead_ms = u64::try_from(start_ms.saturating_sub(made_ms)).map_err(|_| BadWish::Past)?;
    Ok(Appointment { start: RoomMs(ahead_ms), venue })
}

/// Hides a handful of stones for 猜先.
pub(super) fn hide() -> Result<Draw, rules::BadNigiri> {
    use rand::RngExt;
    let mut random = rand::rng();
    let number = random.random_range(rules::HANDFUL);
    let nonce: String = random.random::<[u8; 32]>().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Draw { hash: Nigiri::commit(number, &nonce)?, number, nonce })
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn wish() -> Wish {
        Wish {
            id: ChallengeId(Uuid::from_u128(1)),
            size: 19,
            preset: Preset::Chinese,
            rules: Preset::Chinese.rules(0),
            komi_quarters: None,
            handicap: 0,
            placement: Placement::Fixed,
            clock: ClockSetup::Absolute { main_ms: 60_000 },
            white_clock: None,
            color: ColorChoice::Nigiri,
            pauses: Pauses::default(),
            appointment: None,
            delay: None,
            private: false,
        }
    }

    const fn correspondence(move_ms: u64) -> ClockSetup {
        ClockSetup::Correspondence { move_ms, weekend_stop: true, vacation_days: 7 }
    }

    #[test]
    fn komi_is_the_rules_own_unless_it_is_named() {
        let komi = |wish: Wish| wish.setup(0).map(|setup| setup.rules.komi_quarters);
        let black = ColorChoice::Black;
        let two = Preset::Chinese.rules(2);
        assert_eq!(komi(wish()), Ok(15));
        assert_eq!(komi(Wish { handicap: 2, rules: two, color: black, ..wish() }), Ok(0));
        assert_eq!(komi(Wish { komi_quarters: Some(0), ..wish() }), Ok(0));
        assert_eq!(
            komi(Wish { komi_quarters: Some(-3), handicap: 9, rules: two, color: black, ..wish() }),
            Ok(-3)
        );
    }

    #[test]
    fn only_a_private_game_changes_the_rules() {
        let rules = RuleSet { suicide: true, ..Preset::Chinese.rules(0) };
        assert_eq!(Wish { rules, ..wish() }.setup(0), Err(BadWish::PublicChanges));
        let setup = Wish { rules, private: true, ..wish() }.setup(0).expect("a private game");
        assert!(setup.rules.suicide && !setup.is_standard());
        for preset in Preset::ALL {
            let setup = Wish { preset, rules: preset.rules(0), ..wish() }.setup(0).expect("a preset");
            assert!(setup.is_standard(), "{preset:?}");
        }
    }

    #[test]
    fn the_first_move_has_as_long_as_the_clocks_suggest() {
        let first = |clock, white_clock| {
            let wish = Wish { clock, white_clock, color: ColorChoice::Black, ..wish() };
            wish.setup(0).expect("a game").first_move_ms
        };
        let days = 86_400_000;
        let blitz = ClockSetup::Absolute { main_ms: 60_000 };
        assert_eq!(first(blitz, None), Some(300_000));
        assert_eq!(first(correspondence(3 * days), None), Some(3 * days));
        assert_eq!(first(blitz, Some(ClockSetup::Unlimited)), Some(days));
        let same = Wish { white_clock: Some(blitz), ..wish() };
        assert_eq!(same.setup(0).expect("drawn").white_clock, None, "the same clock twice is one");
    }

    #[test]
    fn what_cannot_be_offered() {
        let table = [
            (Wish { size: 1, ..wish() }, "from 2 to 25"),
            (Wish { size: 26, ..wish() }, "from 2 to 25"),
            (Wish { handicap: 1, color: ColorChoice::Black, ..wish() }, "0 or from 2"),
            (Wish { handicap: 10, color: ColorChoice::Black, ..wish() }, "at most 9"),
            (Wish { handicap: 2, ..wish() }, "chosen, not drawn"),
            (Wish { white_clock: Some(ClockSetup::Unlimited), ..wish() }, "chosen, not drawn"),
            (Wish { white_clock: Some(ClockSetup::Simple { move_ms: 0 }), ..wish() }, "each move"),
            (Wish { clock: correspondence(0), ..wish() }, "correspondence"),
            (Wish { komi_quarters: Some(i16::MAX), ..wish() }, "komi"),
            (Wish { clock: ClockSetup::Absolute { main_ms: 0 }, ..wish() }, "main time"),
        ];
        for (bad, says) in table {
            let why = bad.setup(0).expect_err(says).to_string();
            assert!(why.contains(says), "{why} / {says}");
        }
    }

    #[test]
    fn hidden_stones_can_be_checked_afterwards() {
        let numbers: std::collections::HashSet<u8> = (0..200)
            .map(|_| {
                let draw = hide().expect("hidden");
                let shown = Nigiri::draw(draw.number, &draw.nonce, true).expect("drawn");
                assert_eq!(shown.hash, draw.hash);
                draw.number
            })
            .collect();
        assert!(numbers.len() > 20, "{numbers:?}");
    }
}
