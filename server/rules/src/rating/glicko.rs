//! Glicko-2 (Glickman, "Example of the Glicko-2 system", 2022), a game at a time.
//!
//! The kept crates do not fit: `skillratings` and `glicko_2` know whole rating periods only,
//! `instant-glicko-2` fractional ones, and all use the machine's own `exp` and `ln`, so that ratings
//! would differ between machines. Here only the four operations and the square root are the
//! machine's, which the standard of floating point fixes; the rest is `libm`.
//!
//! Between games the deviation grows with the square root of the time, by the volatility a
//! [`PERIOD_MS`]. So an account with a deviation of 50 is provisional again after a good half of a year.

use serde::{Deserialize, Serialize};

/// The time in which the deviation grows by the volatility: two days.
pub const PERIOD_MS: i64 = 2 * 86_400_000;
/// The rating of an account of which nothing is known.
pub const VALUE_MIDDLE: f64 = 1500.0;
/// The widest deviation: nothing is known.
pub const DEVIATION_MOST: f64 = 350.0;
/// The narrowest, so that whoever plays much can still improve.
pub const DEVIATION_LEAST: f64 = 45.0;
/// A wider deviation marks a rating as provisional.
pub const PROVISIONAL: f64 = 110.0;
/// The volatility of an account of which nothing is known.
pub const VOLATILITY_START: f64 = 0.06;
/// The highest volatility.
pub const VOLATILITY_MOST: f64 = 0.1;
/// How much the volatility itself moves (τ).
pub const TAU: f64 = 0.5;

/// Points of the shown scale to one of the inner scale.
const SCALE: f64 = 173.7178;
/// How exactly the volatility is found.
const NEAR: f64 = 0.000_001;
/// Each bracket and each step at most; both end after a dozen.
const STEPS: u32 = 200;

/// A rating, as it was after the last game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating itself.
    pub value: f64,
    /// Its deviation just after the last game, in points.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
    /// When the last game ended, Unix milliseconds; none before the first.
    pub at_ms: Option<i64>,
}

impl Rating {
    /// A rating before any game.
    #[must_use]
    pub const fn new(value: f64, deviation: f64) -> Self {
        Self { value, deviation, volatility: VOLATILITY_START, at_ms: None }
    }

    /// The periods since the last game; 0 before the first.
    fn periods(&self, now_ms: i64) -> f64 {
        let since_ms = self.at_ms.map_or(0, |at_ms| now_ms.saturating_sub(at_ms).max(0));
        since_ms as f64 / PERIOD_MS as f64
    }

    /// The deviation now, in points: it grows with absence up to [`DEVIATION_MOST`].
    #[must_use]
    pub fn deviation_at(&self, now_ms: i64) -> f64 {
        grown(self.deviation / SCALE, self.volatility, self.periods(now_ms)).min(DEVIATION_MOST / SCALE)
            * SCALE
    }

    /// Whether the rating is still, or again, too uncertain to be relied on.
    #[must_use]
    pub fn is_provisional(&self, now_ms: i64) -> bool {
        self.deviation_at(now_ms) > PROVISIONAL
    }

    /// The rating after one game. `own_shift` and the opponent's value already hold what handicap
    /// and komi are worth: the player plays at `value + own_shift`. `score` is 1, ½ or 0.
    #[must_use]
    pub fn after(&self, own_shift: f64, value: f64, deviation: f64, score: f64, now_ms: i64) -> Self {
        let rivals = [(value - own_shift, deviation, score)];
        let after = self.after_period(&rivals, self.periods(now_ms));
        Self {
            deviation: after.deviation.clamp(DEVIATION_LEAST, DEVIATION_MOST),
            volatility: after.volatility.min(VOLATILITY_MOST),
            at_ms: Some(self.at_ms.map_or(now_ms, |at_ms| at_ms.max(now_ms))),
            ..after
        }
    }

    /// The paper's steps 2 to 8: the rating after a span of so many periods with these games,
    /// each the opponent's value and deviation, and the score.
    #[must_use]
    pub fn after_period(&self, rivals: &[(f64, f64, f64)], periods: f64) -> Self {
        let phi = self.deviation / SCALE;
        let (mut information, mut surprise) = (0.0, 0.0);
        for &(value, deviation, score) in rivals {
            let g = weight(deviation / SCALE);
            let expected = logistic(g * (self.value - value) / SCALE);
            information += g * g * expected * (1.0 - expected);
            surprise += g * (score - expected);
        }
        if rivals.is_empty() || information <= 0.0 {
            return Self { deviation: grown(phi, self.volatility, periods) * SCALE, ..*self };
        }
        let volatility = volatility(phi, self.volatility, information, surprise);
        let before = grown(phi, volatility, periods);
        let squared = 1.0 / (1.0 / (before * before) + information);
        Self {
            value: self.value + SCALE * squared * surprise,
            deviation: libm::sqrt(squared) * SCALE,
            volatility,
            at_ms: self.at_ms,
        }
    }
}

/// The expected score of the first of two players, between 0 and 1, both ratings uncertain.
#[must_use]
pub fn expectation(value: f64, deviation: f64, rival: f64, rival_deviation: f64) -> f64 {
    let both = libm::sqrt(deviation * deviation + rival_deviation * rival_deviation) / SCALE;
    logistic(weight(both) * (value - rival) / SCALE)
}

fn grown(phi: f64, volatility: f64, periods: f64) -> f64 {
    libm::sqrt(phi * phi + volatility * volatility * periods)
}

/// g(φ): how much a game against somebody uncertain tells.
fn weight(phi: f64) -> f64 {
    let pi = std::f64::consts::PI;
    1.0 / libm::sqrt(1.0 + 3.0 * phi * phi / (pi * pi))
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// Step 5: the new volatility, by the Illinois algorithm.
fn volatility(phi: f64, sigma: f64, information: f64, surprise: f64) -> f64 {
    let v = 1.0 / information;
    let delta = v * surprise;
    let a = libm::log(sigma * sigma);
    let f = |x: f64| {
        let e = libm::exp(x);
        let spread = phi * phi + v + e;
        e * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + v {
        libm::log(delta * delta - phi * phi - v)
    } else {
        let steps = (1..STEPS).map(|k| a - f64::from(k) * TAU);
        steps.into_iter().find(|&x| f(x) >= 0.0).unwrap_or(a)
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    for _ in 0..STEPS {
        if (high - low).abs() <= NEAR {
            break;
        }
        let x = low + (low - high) * f_low / (f_high - f_low);
        let f_x = f(x);
        if f_x * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (x, f_x);
    }
    libm::exp(low / 2.0)
}
