//! Whose each point is when territory is counted (数目法), and which groups are joined (RULES 4).
//!
//! Chains of a colour that border a common region of their own are one *joined group*. A joined
//! group is in seki exactly when it touches a shared region and has fewer than two regions of its
//! own, none of them larger than two points. (That a group touches a dame proves nothing while dame
//! are unfilled.) An empty region is territory when it borders living stones of one colour only,
//! and these are not in seki; regions that the players set aside are nobody's.
//!
//! Deliberately absent: what is dead, which the players say (`proposal` helps them).

use crate::area::{self, Owner};
use crate::{Board, ByColor, Color, Marking, Point};

/// The largest region that is no more than an eye: a group in seki may have one such.
const EYE_POINTS: usize = 2;

/// One owner for each point, by [`Point::index`], after the dead stones are removed: a living stone
/// is its colour's, and so is a point of territory; all else is shared, that is nobody's.
#[must_use]
pub fn map(board: &Board, marking: &Marking) -> Vec<Owner> {
    let living = area::living(board, &marking.dead);
    let joined = Joined::of(board, &living);
    let mut owners: Vec<_> = living.iter().map(|stone| stone.map_or(Owner::Shared, Owner::from)).collect();
    for region in &joined.regions {
        let Some(owner) = region.owner.filter(|_| !joined.in_seki(region)) else { continue };
        for &point in &region.points {
            if !marking.is_neutral(point) {
                owners[point.index()] = owner.into();
            }
        }
    }
    owners
}

/// How many joined living groups each side has (还棋头).
#[must_use]
pub fn groups(board: &Board, dead: &[Point]) -> ByColor<u16> {
    let joined = Joined::of(board, &area::living(board, dead));
    let mut groups = ByColor::default();
    for (chain, &color) in joined.colors.iter().enumerate() {
        if joined.root(chain) == chain {
            *groups.get_mut(color) += 1;
        }
    }
    groups
}

/// The points without a living stone around one without, in ascending order: its region.
#[must_use]
pub fn region(board: &Board, dead: &[Point], point: Point) -> Vec<Point> {
    let living = area::living(board, dead);
    if living[point.index()].is_some() {
        return Vec::new();
    }
    let mut seen: Vec<_> = living.iter().map(Option::is_some).collect();
    let (mut region, _) = area::region(board, &mut seen, point, |p| living[p.index()]);
    region.sort_unstable();
    region
}

/// A connected set of points without living stones.
struct Region {
    points: Vec<Point>,
    /// The colour whose own it is: the only one that borders it.
    owner: Option<Color>,
    /// The chains that border it.
    chains: Vec<usize>,
}

/// The living chains of a board, joined by the regions of their own.
struct Joined {
    regions: Vec<Region>,
    /// The colour of each chain.
    colors: Vec<Color>,
    /// Each chain's way to the one that stands for its joined group, which is its own.
    parents: Vec<usize>,
    /// By the chain that stands for a group: whether it touches a shared region.
    touches_shared: Vec<bool>,
    /// By the same: how many regions of its own it has, and how large the largest is.
    own: Vec<(usize, usize)>,
}

impl Joined {
    fn of(board: &Board, living: &[Option<Color>]) -> Self {
        let (chain_of, colors) = chains(board, living);
        let regions = regions(board, living, &chain_of);
        let count = colors.len();
        let mut joined = Self {
            regions: Vec::new(),
            colors,
            parents: (0..count).collect(),
            touches_shared: vec![false; count],
            own: vec![(0, 0); count],
        };
        for region in regions.iter().filter(|region| region.owner.is_some()) {
            for pair in region.chains.windows(2) {
                joined.join(pair[0], pair[1]);
            }
        }
        for region in &regions {
            match (region.owner, region.chains.first()) {
                (Some(_), Some(&chain)) => {
                    let root = joined.root(chain);
                    let (regions, largest) = joined.own[root];
                    joined.own[root] = (regions + 1, largest.max(region.points.len()));
                }
                _ => {
                    for &chain in &region.chains {
                        let root = joined.root(chain);
                        joined.touches_shared[root] = true;
                    }
                }
            }
        }
        joined.regions = regions;
        joined
    }

    /// The chain that stands for a chain's joined group.
    fn root(&self, mut chain: usize) -> usize {
        while self.parents[chain] != chain {
            chain = self.parents[chain];
        }
        chain
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// Whether the group around a region of its own is in seki.
    fn in_seki(&self, region: &Region) -> bool {
        let Some(&chain) = region.chains.first() else { return false };
        let root = self.root(chain);
        let (own, largest) = self.own[root];
        self.touches_shared[root] && own < 2 && largest <= EYE_POINTS
    }
}

/// The number of the chain at each point with a living stone, and the colours of the chains.
fn chains(board: &Board, living: &[Option<Color>]) -> (Vec<Option<usize>>, Vec<Color>) {
    let mut chain_of = vec![None; living.len()];
    let mut colors = Vec::new();
    let mut seen = Color::BOTH.map(|color| living.iter().map(|&s| s != Some(color)).collect::<Vec<_>>());
    for start in board.size().all() {
        let Some(color) = living[start.index()].filter(|_| chain_of[start.index()].is_none()) else {
            continue;
        };
        let (chain, _) = area::region(board, &mut seen[color as usize], start, |_| None);
        for point in chain {
            chain_of[point.index()] = Some(colors.len());
        }
        colors.push(color);
    }
    (chain_of, colors)
}

fn regions(board: &Board, living: &[Option<Color>], chain_of: &[Option<usize>]) -> Vec<Region> {
    let mut seen: Vec<_> = living.iter().map(Option::is_some).collect();
    let mut regions = Vec::new();
    for start in board.size().all() {
        if seen[start.index()] {
            continue;
        }
        let (points, borders) = area::region(board, &mut seen, start, |p| living[p.index()]);
        let owner = match borders {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            [false, false] | [true, true] => None,
        };
        let mut chains: Vec<_> = points
            .iter()
            .flat_map(|&p| board.size().neighbours(p))
            .filter_map(|p| chain_of[p.index()])
            .collect();
        chains.sort_unstable();
        chains.dedup();
        regions.push(Region { points, owner, chains });
    }
    regions
}
