//! What is agreed before the first move.

use serde::{Deserialize, Serialize};

use super::{Appointment, Delay, Pauses};
use crate::{ClockSetup, Color, Counting, MarginUnit, Nigiri, Preset, RuleSet, Size, Start};

/// How the handicap stones come on the board (让子, RULES 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// On the star points, in the customary order.
    #[default]
    Fixed,
    /// Where Black likes; a pass is not legal while placing.
    Free,
}

/// Everything that was agreed before the first move. Checked by [`Setup::check`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// The name of the rules.
    pub preset: Preset,
    /// The rules themselves, which a private game may have changed from the preset's.
    pub rules: RuleSet,
    /// Handicap stones: 0, or 2 to 9 (fixed: as many as the board has places for). 让先 (Black first, no komi) is 0 stones and komi 0.
    pub handicap: u8,
    /// How they are placed.
    pub placement: Placement,
    /// The time control of both sides, or of Black's alone when White has its own.
    pub clock: ClockSetup,
    /// White's time control, when it is another than Black's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_clock: Option<ClockSetup>,
    /// Time for each side's first move, after which the game is aborted; none in scheduled games.
    pub first_move_ms: Option<u64>,
    /// How the colours were drawn, when they were (猜先).
    pub nigiri: Option<Nigiri>,
    /// How the players may pause and adjourn it.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub pauses: Pauses,
    /// When and where it is to begin, if it is a scheduled game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appointment: Option<Appointment>,
    /// How far behind the game its audience is; none: not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Delay>,
    /// Wall time of room time 0, Unix milliseconds, for clocks that know days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_ms: Option<i64>,
}

fn is_usual(pauses: &Pauses) -> bool {
    *pauses == Pauses::default()
}

impl Setup {
    /// Whether the rules are the preset's own, axis by axis, as ranked and official games have
    /// them. Under 座子 both forms are: White first between equals (敌手棋), Black first when he is
    /// the weaker (饶子棋).
    #[must_use]
    pub fn is_standard(&self) -> bool {
        let mut standard = self.preset.rules(self.handicap);
        if standard.start == Start::CornerStones {
            standard.first = self.rules.first;
        }
        self.rules == standard
    }

    /// The same whatever the komi is, which friendly games agree on.
    #[must_use]
    pub fn is_standard_but_komi(&self) -> bool {
        let komi_quarters = self.preset.rules(self.handicap).komi_quarters;
        Self { rules: RuleSet { komi_quarters, ..self.rules }, ..self.clone() }.is_standard()
    }

    /// The time control of one side.
    #[must_use]
    pub fn clock_of(&self, color: Color) -> ClockSetup {
        match color {
            Color::Black => self.clock,
            Color::White => self.white_clock.unwrap_or(self.clock),
        }
    }

    /// How long both sides may take to answer outside the clocks, of which `usual_ms` is the usual.
    #[must_use]
    pub fn answer_ms(&self, usual_ms: u64) -> u64 {
        let ms = |color| self.clock_of(color).answer_ms(usual_ms);
        ms(Color::Black).max(ms(Color::White))
    }

    /// Who makes the first move; freely placed handicap stones are none.
    #[must_use]
    pub const fn first_mover(&self) -> Color {
        if self.handicap > 0 { Color::White } else { self.rules.first }
    }

    /// What the result is told in.
    #[must_use]
    pub const fn unit(&self) -> MarginUnit {
        match self.rules.counting {
            Counting::Territory => MarginUnit::Mu,
            Counting::Area => self.preset.unit(),
        }
    }
}
