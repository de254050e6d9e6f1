//! The history that repetition is judged by (全局同形, 第20条; RULES 2.3).
//!
//! A hash table says which earlier positions may be equal; equality itself is then established by
//! replaying the moves up to that one and comparing the stones, so that no collision can ever
//! refuse a play. Replaying costs some microseconds and happens only when a play does repeat, and
//! it lets a move of the history cost about ten bytes.
//!
//! Deliberately absent: what becomes of a repetition that the rule allows (`game`).

use crate::{Board, Color, KoRule, Point};

/// One ply: a play or a pass, in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ply(u16);

const WHITE: u16 = 1 << 15;
const PASS: u16 = WHITE - 1;

impl Ply {
    const fn new(color: Color, point: Option<Point>) -> Self {
        let point = match point {
            Some(point) => point.0,
            None => PASS,
        };
        Self(match color {
            Color::Black => point,
            Color::White => point | WHITE,
        })
    }

    const fn color(self) -> Color {
        if self.0 & WHITE == 0 { Color::Black } else { Color::White }
    }

    const fn point(self) -> Option<Point> {
        let point = self.0 & PASS;
        if point == PASS { None } else { Some(Point(point)) }
    }
}

/// How often a position has stood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stood {
    /// How many times.
    pub times: u32,
    /// After how many plays and passes first; 0 is the beginning. Without meaning if it never has.
    pub first: u32,
}

/// All positions since the set-up.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The position before the first move, with handicap or other set-up stones.
    initial: Vec<(Point, Color)>,
    /// Every ply since.
    plies: Vec<Ply>,
    /// The low half of the hash after each ply, the initial position's first.
    hashes: Vec<u32>,
    /// Open addressing from a hash to 1 + its index in `hashes`; 0 is free.
    table: Vec<u32>,
}

impl History {
    /// The history that starts from this position.
    pub(crate) fn new(board: &Board) -> Self {
        let initial = board.size().all().filter_map(|p| Some((p, board.get(p)?))).collect();
        let mut history = Self { initial, plies: Vec::new(), hashes: Vec::new(), table: vec![0; 64] };
        history.push(board.hash());
        history
    }

    /// How many plies there have been.
    pub(crate) fn plies(&self) -> usize {
        self.plies.len()
    }

    /// Keeps a ply and the hash of the position it led to.
    pub(crate) fn record(&mut self, color: Color, point: Option<Point>, hash: u64) {
        self.plies.push(Ply::new(color, point));
        self.push(hash);
    }

    fn push(&mut self, hash: u64) {
        self.hashes.push(hash as u32);
        if self.hashes.len() * 2 > self.table.len() {
            let len = self.table.len() * 2;
            self.table.clear();
            self.table.resize(len, 0);
            for index in 0..self.hashes.len() {
                self.enter(index);
            }
        } else {
            self.enter(self.hashes.len() - 1);
        }
    }

    fn enter(&mut self, index: usize) {
        let mask = self.table.len() - 1;
        let mut slot = self.hashes[index] as usize & mask;
        while self.table[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.table[slot] = index as u32 + 1;
    }

    /// The first earlier position that the rule forbids to recreate and that a play by `color` on
    /// `point`, leading to `hash`, would recreate: how many plies it is from the beginning. `takes`
    /// is how many opposing stones the play removes.
    pub(crate) fn repeats(
        &self,
        rule: KoRule,
        board: &Board,
        (color, point): (Color, Point),
        hash: u64,
        takes: u16,
    ) -> Option<usize> {
        if rule == KoRule::Simple {
            return self.retake(board, (color, point), hash, takes);
        }
        let mask = self.table.len() - 1;
        let mut slot = hash as u32 as usize & mask;
        let mut found: Option<usize> = None;
        let mut after = None;
        while self.table[slot] != 0 {
            let index = self.table[slot] as usize - 1;
            if self.hashes[index] == hash as u32
                && found.is_none_or(|first| index < first)
                && self.counts(rule, index, color)
                && *after.get_or_insert_with(|| after_play(board, color, point))
                    == self.position(board, index)
            {
                found = Some(index);
            }
            slot = (slot + 1) & mask;
        }
        found
    }

    /// Whether the rule compares a play by `color` with this position at all.
    fn counts(&self, rule: KoRule, index: usize, color: Color) -> bool {
        let made_by = index.checked_sub(1).map(|ply| self.plies[ply]);
        match rule {
            // What a pass leaves is the position before it, which is compared already.
            KoRule::Positional => made_by.is_none_or(|ply| ply.point().is_some()),
            // The same side to move means that the same side has just moved. Before the first move
            // it was the turn of whoever made it.
            KoRule::Situational => {
                let to_move = match made_by {
                    Some(ply) => ply.color().opponent(),
                    None => self.plies.first().map_or(color, |first| first.color()),
                };
                to_move == color.opponent()
            }
            KoRule::NaturalSituational => {
                made_by.is_some_and(|ply| ply.point().is_some() && ply.color() == color)
            }
            KoRule::Simple => false,
        }
    }

    /// The immediate retake of a single stone: a play that takes one stone and undoes the
    /// opponent's play just before it. A pass between them lifts it.
    fn retake(&self, board: &Board, (color, point): (Color, Point), hash: u64, takes: u16) -> Option<usize> {
        let last = self.plies.last()?;
        let before = self.plies.len() - 1;
        let same = takes == 1
            && last.color() != color
            && last.point().is_some()
            && self.hashes[before] == hash as u32
            && after_play(board, color, point) == self.position(board, before);
        same.then_some(before)
    }

    /// How many earlier positions are the one that a play by `color` on `point`, leading to `hash`,
    /// makes, with the same side to move; and how many plies the first of them is from the
    /// beginning. Positions that a pass left standing are those before it, and count once.
    pub(crate) fn stood(&self, board: &Board, (color, point): (Color, Point), hash: u64) -> Stood {
        let mask = self.table.len() - 1;
        let mut slot = hash as u32 as usize & mask;
        let mut stood = Stood::default();
        let mut after = None;
        while self.table[slot] != 0 {
            let index = self.table[slot] as usize - 1;
            if self.hashes[index] == hash as u32
                && index.checked_sub(1).is_none_or(|ply| self.plies[ply].point().is_some())
                && self.counts(KoRule::Situational, index, color)
                && *after.get_or_insert_with(|| after_play(board, color, point))
                    == self.position(board, index)
            {
                stood.first = if stood.times == 0 { index as u32 } else { stood.first.min(index as u32) };
                stood.times += 1;
            }
            slot = (slot + 1) & mask;
        }
        stood
    }

    /// The position after so many plies.
    pub(crate) fn position(&self, like: &Board, plies: usize) -> Board {
        let mut board = Board::of(like.size(), self.initial.iter().copied());
        for ply in &self.plies[..plies] {
            if let Some(point) = ply.point() {
                board.force(ply.color(), point);
            }
        }
        board
    }
}

fn after_play(board: &Board, color: Color, point: Point) -> Board {
    let mut after = board.clone();
    after.force(color, point);
    after
}
