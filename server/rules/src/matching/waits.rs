//! How long similar players have waited: what an estimate is made of.
//!
//! The last [`KEPT`] waits of each band of 250 points. Somebody who gave up counts with the time waited,
//! if that was more than what half of the others wait: leaving it out would flatter. Fewer than [`KNOWN_FROM`]
//! are no estimate but "unknown".

use super::Strength;

/// The fewest waits of an estimate.
pub const KNOWN_FROM: usize = 5;
/// Waits remembered of a band.
const KEPT: usize = 32;
/// The width of a band in points.
const BAND: usize = 250;
/// How many bands there are.
const BANDS: usize = 17;

/// What similar players have waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Half of them waited less, in milliseconds.
    pub half_ms: i64,
    /// Nine of ten waited less, in milliseconds.
    pub most_ms: i64,
}

/// The waits of a queue.
#[derive(Clone, Debug)]
pub(super) struct Waits {
    bands: [Band; BANDS],
}

#[derive(Clone, Copy, Debug)]
struct Band {
    waits_ms: [i64; KEPT],
    /// How many were ever added.
    added: usize,
}

impl Default for Waits {
    fn default() -> Self {
        Self { bands: [Band { waits_ms: [0; KEPT], added: 0 }; BANDS] }
    }
}

impl Waits {
    /// Somebody was paired after so long.
    pub(super) fn add(&mut self, strength: Strength, waited_ms: i64) {
        if let Some(band) = self.bands.get_mut(index(strength)) {
            band.waits_ms[band.added % KEPT] = waited_ms;
            band.added += 1;
        }
    }

    /// Somebody gave up after so long.
    pub(super) fn gave_up(&mut self, strength: Strength, waited_ms: i64) {
        if self.estimate(strength).is_some_and(|estimate| waited_ms > estimate.half_ms) {
            self.add(strength, waited_ms);
        }
    }

    /// What players of that strength have waited; none when it is not known.
    pub(super) fn estimate(&self, strength: Strength) -> Option<Estimate> {
        let band = self.bands.get(index(strength))?;
        let known = band.added.min(KEPT);
        if known < KNOWN_FROM {
            return None;
        }
        let mut waits_ms = band.waits_ms[..known].to_vec();
        waits_ms.sort_unstable();
        Some(Estimate { half_ms: waits_ms[known / 2], most_ms: waits_ms[known * 9 / 10] })
    }
}

fn index(strength: Strength) -> usize {
    usize::try_from(strength.points()).unwrap_or(0) / BAND
}
