//! The rules as one would write them without a thought of speed: the model for the properties.

use std::collections::BTreeSet;

use rules::{Color, Illegal, KoRule, Point, Size};

pub(crate) type Stones = Vec<Option<Color>>;

/// A group by plain flood fill, and whether it has a liberty.
pub(crate) fn group(size: Size, stones: &Stones, start: Point) -> (BTreeSet<Point>, bool) {
    let mut group = BTreeSet::from([start]);
    let mut todo = vec![start];
    let mut free = false;
    while let Some(p) = todo.pop() {
        for n in size.neighbours(p) {
            free |= stones[n.index()].is_none();
            if stones[n.index()] == stones[start.index()] && group.insert(n) {
                todo.push(n);
            }
        }
    }
    (group, free)
}

pub(crate) struct Naive {
    pub(crate) size: Size,
    pub(crate) stones: Stones,
    /// The initial position and that after each ply, with who moved and whether it was a play.
    history: Vec<(Stones, Option<(Color, bool)>)>,
}

impl Naive {
    pub(crate) fn new(size: Size) -> Self {
        let stones = vec![None; usize::from(size.points())];
        Self { size, history: vec![(stones.clone(), None)], stones }
    }

    /// The stones after a play and the opposing ones it took.
    pub(crate) fn after(
        &self,
        color: Color,
        p: Point,
        suicide: bool,
    ) -> Result<(Stones, Vec<Point>), Illegal> {
        if self.stones[p.index()].is_some() {
            return Err(Illegal::Occupied);
        }
        let mut stones = self.stones.clone();
        stones[p.index()] = Some(color);
        let mut taken = BTreeSet::new();
        for n in self.size.neighbours(p).filter(|n| stones[n.index()] == Some(color.opponent())) {
            let (group, free) = group(self.size, &stones, n);
            if !free {
                taken.extend(group);
            }
        }
        taken.iter().for_each(|t| stones[t.index()] = None);
        let (own, free) = group(self.size, &stones, p);
        if !free {
            if !suicide {
                return Err(Illegal::Suicide);
            }
            own.iter().for_each(|t| stones[t.index()] = None);
        }
        Ok((stones, taken.into_iter().collect()))
    }

    pub(crate) fn try_play(
        &self,
        ko: KoRule,
        suicide: bool,
        color: Color,
        p: Point,
    ) -> Result<(Stones, Vec<Point>), Illegal> {
        let (stones, taken) = self.after(color, p, suicide)?;
        let first = self.history.get(1).and_then(|(_, by)| *by).map_or(color, |(c, _)| c);
        let repeats = self.history.iter().enumerate().position(|(i, (old, by))| {
            let counts = match ko {
                KoRule::Positional => true,
                KoRule::Situational => by.map_or(first, |(c, _)| c.opponent()) == color.opponent(),
                KoRule::NaturalSituational => *by == Some((color, true)),
                KoRule::Simple => {
                    let last = self.history[self.history.len() - 1].1;
                    i + 2 == self.history.len() && last == Some((color.opponent(), true)) && taken.len() == 1
                }
            };
            counts && *old == stones
        });
        match repeats {
            Some(repeats) => Err(Illegal::Ko { repeats: repeats as u32 }),
            None => Ok((stones, taken)),
        }
    }

    /// How often these stones have stood after a play of this side, or at the beginning with the other
    /// side to move; and after how many plies first.
    pub(crate) fn stood(&self, color: Color, stones: &Stones) -> (u32, u32) {
        let first = self.history.get(1).and_then(|(_, by)| *by).map_or(color, |(c, _)| c);
        let counts = |by: &Option<(Color, bool)>| match by {
            None => first == color.opponent(),
            Some((by, play)) => *play && *by == color,
        };
        let same = self.history.iter().enumerate().filter(|(_, (old, by))| counts(by) && old == stones);
        let plies: Vec<_> = same.map(|(ply, _)| ply as u32).collect();
        (plies.len() as u32, plies.first().copied().unwrap_or(0))
    }

    pub(crate) fn record(&mut self, color: Color, play: bool, stones: Stones) {
        self.stones = stones.clone();
        self.history.push((stones, Some((color, play))));
    }
}
