//! What moderators look at first: signals of sandbagging (故意降分) and of farming (刷分).
//!
//! A signal orders a list for people to look at. It marks nobody, tells nobody and changes nothing.
//!
//! *Sandbagging* is losing on purpose for a while, and then winning. Two things must stand out, and the
//! lower of them is the signal: how many more games than usual were resigned early (before [`EARLY_MOVES`] of
//! a full board, in proportion on others), and how much more than chance the results run in streaks of [`STREAK`] games below
//! and above expectation; each in standard deviations. An honest resigner stands out in the first alone, whoever has good
//! and bad weeks in the second alone, and whoever wins against a sandbagger in neither.
//!
//! *Farming* is gaining from few partners: the points gained from the three best partners
//! with [`PARTNER_GAMES`] games or more, times their share of all gains.

use std::collections::BTreeMap;

use super::{Change, Game};
use crate::player::Player;
use crate::{ByColor, Size, Winner};

/// A resignation before so many moves on 19 lines is early.
pub const EARLY_MOVES: u32 = 60;
/// So many games in a row are looked at as one streak.
pub const STREAK: u32 = 5;
/// So many games make a partner.
pub const PARTNER_GAMES: u32 = 5;
/// Fewer games than that say nothing.
pub const GAMES_LEAST: u32 = 20;

/// The signals of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signal {
    /// Games looked at.
    pub games: u32,
    /// Of them, resigned early by this player.
    pub early: u32,
    /// In standard deviations; 0 where nothing stands out.
    pub sandbagging: f64,
    /// In points of rating; 0 where nothing stands out.
    pub farming: f64,
}

#[derive(Default)]
struct Tally {
    games: u32,
    early: u32,
    /// The streak that is under way.
    streak: Streak,
    /// Streaks that are over, and the sum of their surpluses squared over their variances.
    streaks: u32,
    spread: f64,
    partners: BTreeMap<Player, (u32, f64)>,
}

/// Games in a row: score over expectation, and its variance.
#[derive(Default)]
struct Streak {
    games: u32,
    surplus: f64,
    variance: f64,
}

/// Collects games, with what they changed overall, and gives signals.
#[derive(Default)]
pub struct Watch {
    players: BTreeMap<Player, Tally>,
}

impl Watch {
    /// Adds a game that counted, with its overall change, in the order of the book.
    pub fn add(&mut self, game: &Game, overall: &Change) {
        let early = game.finished.resigned && is_early(game);
        let score = match game.finished.winner {
            Winner::Black => 1.0,
            Winner::Draw => 0.5,
            Winner::White => 0.0,
            Winner::Nobody | Winner::BothLose => return,
        };
        let ByColor { black, white } = game.players;
        let gain = |before: f64, after: f64| after - before;
        let black_gain = gain(overall.before.black.value, overall.after.black.value);
        let white_gain = gain(overall.before.white.value, overall.after.white.value);
        let expected = overall.expected;
        self.side(black, white, early && score < 0.5, score - expected, expected, black_gain);
        self.side(white, black, early && score > 0.5, expected - score, expected, white_gain);
    }

    fn side(&mut self, who: Player, partner: Player, early: bool, surplus: f64, expected: f64, gain: f64) {
        let tally = self.players.entry(who).or_default();
        tally.games += 1;
        tally.early += u32::from(early);
        tally.streak.games += 1;
        tally.streak.surplus += surplus;
        tally.streak.variance += expected * (1.0 - expected);
        if tally.streak.games == STREAK {
            let Streak { games: _, surplus, variance } = std::mem::take(&mut tally.streak);
            tally.streaks += 1;
            // A tenth of a game more: games of which the end is certain make no giant of a surprise.
            tally.spread += surplus * surplus / (variance + 0.1);
        }
        let (games, gained) = tally.partners.entry(partner).or_default();
        *games += 1;
        *gained += gain;
    }

    /// The signals of all players, in the order of their numbers.
    #[must_use]
    pub fn signals(&self) -> BTreeMap<Player, Signal> {
        let (early, games) = self.players.values().fold((0_u64, 0_u64), |(early, games), tally| {
            (early + u64::from(tally.early), games + u64::from(tally.games))
        });
        let usual = early as f64 / games.max(1) as f64;
        self.players.iter().map(|(&player, tally)| (player, tally.signal(usual))).collect()
    }
}

impl Tally {
    fn signal(&self, usual: f64) -> Signal {
        let (games, early) = (f64::from(self.games), f64::from(self.early));
        let known = self.games >= GAMES_LEAST;
        // One more in the variance: a rate of nearly nothing makes no giant of a single game.
        let resigned = (early - games * usual) / libm::sqrt(games * usual * (1.0 - usual) + 1.0);
        // Each of n streaks adds about 1, and the sum varies by 2n.
        let streaks = f64::from(self.streaks);
        let runs = (self.spread - streaks) / libm::sqrt(2.0 * streaks + 1.0);
        let sandbagging = if known { resigned.min(runs).max(0.0) } else { 0.0 };
        let farming = if known { self.farming() } else { 0.0 };
        Signal { games: self.games, early: self.early, sandbagging, farming }
    }

    fn farming(&self) -> f64 {
        let all: f64 = self.partners.values().map(|(_, gained)| gained.max(0.0)).sum();
        let steady = self.partners.values().filter(|(games, _)| *games >= PARTNER_GAMES);
        let mut best: Vec<f64> = steady.map(|(_, gained)| gained.max(0.0)).collect();
        best.sort_by(|a, b| b.total_cmp(a));
        let few: f64 = best.iter().take(3).sum();
        if all > 0.0 { few * few / all } else { 0.0 }
    }
}

fn is_early(game: &Game) -> bool {
    game.moves * u32::from(Size::STANDARD.points()) < EARLY_MOVES * u32::from(game.size.points())
}
