//! The pairs of a tick against the exact optimum.

use rules::Player;
use rules::matching::{Pool, Seek, window};

use crate::dice::Dice;
use crate::matching::{proposals, seek};

/// Everybody has waited that long: not yet so long that nobody is passed over.
const WAITED_MS: i64 = 110_000;
/// How far apart, in the order of strength, the exact search pairs.
const REACH: usize = 12;

/// Who is there, in the order of strength, and who may not meet whom.
struct Line {
    points: Vec<i32>,
    apart: Vec<(usize, usize)>,
}

impl Line {
    fn random(dice: &mut Dice, players: usize) -> Self {
        let mut points: Vec<i32> = (0..players).map(|_| 800 + dice.below(1600) as i32).collect();
        points.sort_unstable();
        let apart = (0..players / 2).map(|_| {
            let one = dice.below(players - 1);
            (one, (one + 1 + dice.below(3)).min(players - 1))
        });
        Self { apart: apart.collect(), points }
    }

    fn gap(&self, a: usize, b: usize) -> Option<i64> {
        let gap = self.points[b] - self.points[a];
        (gap <= window(WAITED_MS) && !self.apart.contains(&(a, b))).then(|| i64::from(gap))
    }

    /// The most pairs, and of those the least sum of gaps, by looking at everything within [`REACH`]:
    /// for each place and each set of taken places after it, the best of the rest.
    fn exact(&self) -> (usize, i64) {
        let sets = 1 << REACH;
        // By the taken ones of the places from `at` on: (pairs, gaps) of the rest.
        let mut rest = vec![(0_usize, 0_i64); sets];
        for at in (0..self.points.len()).rev() {
            let better = |a: (usize, i64), b: (usize, i64)| if (b.0, -b.1) > (a.0, -a.1) { b } else { a };
            let at_set = |set: usize| {
                let mut best = rest[set >> 1];
                for ahead in
                    (1..REACH).filter(|ahead| set >> ahead & 1 == 0 && at + ahead < self.points.len())
                {
                    if let Some(gap) = self.gap(at, at + ahead) {
                        let (pairs, gaps) = rest[(set | 1 << ahead) >> 1];
                        best = better(best, (pairs + 1, gaps + gap));
                    }
                }
                best
            };
            let next = (0..sets).map(|set| if set & 1 == 1 { rest[set >> 1] } else { at_set(set) }).collect();
            rest = next;
        }
        rest[0]
    }

    fn ours(&self) -> (usize, i64) {
        let mut pool = Pool::new();
        for (at, &points) in self.points.iter().enumerate() {
            let blocked = self.apart.iter().filter(|(one, _)| *one == at);
            let blocked = blocked.map(|&(_, other)| Player(other as u128)).collect();
            pool.ask(Seek { blocked, ..seek(at as u128, points) }, 0).unwrap();
        }
        let pairs = proposals(&pool.tick(WAITED_MS)).into_iter().map(|proposal| {
            let [Player(a), Player(b)] = proposal.players;
            self.gap(a.min(b) as usize, a.max(b) as usize).unwrap()
        });
        let gaps: Vec<i64> = pairs.collect();
        (gaps.len(), gaps.iter().sum())
    }
}

#[test]
fn pairs_are_within_a_twentieth_of_the_optimum() {
    let seed = 20_261_201;
    let mut dice = Dice::new(seed);
    let (mut ours, mut exact, mut same) = ((0, 0), (0, 0), (0, 0));
    for sample in 0..60 {
        let line = Line::random(&mut dice, 8 + sample % 53);
        let (found, best) = (line.ours(), line.exact());
        assert!(found.0 <= best.0, "the exact search is not");
        ours = (ours.0 + found.0, ours.1 + found.1);
        exact = (exact.0 + best.0, exact.1 + best.1);
        if found.0 == best.0 {
            same = (same.0 + found.1, same.1 + best.1);
        }
    }
    println!(
        "seed {seed}: pairs and gaps {ours:?}, exact {exact:?}; gaps at equal numbers of pairs {same:?}"
    );
    assert!(ours.0 * 100 >= exact.0 * 99, "{ours:?} pairs of {exact:?}");
    assert!(same.0 * 100 <= same.1 * 105, "{same:?}");
    assert!(ours.1 * 100 <= exact.1 * 105, "{ours:?} {exact:?}");
}
