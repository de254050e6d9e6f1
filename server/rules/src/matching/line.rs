//! The best pairs of a queue in the order of strength.
//!
//! Who stands next to each other is paired, by a dynamic program along the line: its parts are
//! one player left waiting, two paired, and three or four of whom the neighbours may not meet and the
//! next but one may. A player left waiting costs more than any gap, and more the longer the wait,
//! so that as many as possible are paired, and of them those with the least sum of gaps.
//!
//! Before that, who has waited for [`PATIENCE_MS`] looks outward alone for the nearest who fits, the longest first; so nobody
//! is passed over for ever because neighbours suit each other better. Both are bounded: the cost grows with the length of the queue alone.

use super::pair::Waiting;
use super::{STRENGTH_MOST, window};

/// From here on nobody is passed over for a better sum.
pub(super) const PATIENCE_MS: i64 = 120_000;
/// How many of the patient look outward in one tick, and how many neighbours each looks at on one side.
const PATIENT_MOST: usize = 64;
const LOOK: usize = 64;

/// Left waiting: more than half of the widest gap, so that no pair is worse than none.
const LEFT: i64 = STRENGTH_MOST as i64;

/// Pairs of places in the queue.
pub(super) fn pairs(queue: &[Waiting], now_ms: i64) -> Vec<(usize, usize)> {
    let windows: Vec<i32> = queue.iter().map(|waiting| window(now_ms - waiting.since_ms)).collect();
    let mut taken = Vec::new();
    let mut pairs = patient(queue, &windows, now_ms, &mut taken);
    let free: Vec<usize> = if taken.is_empty() {
        (0..queue.len()).collect()
    } else {
        (0..queue.len()).filter(|&at| !taken[at]).collect()
    };
    Line { queue, windows: &windows, free: &free, now_ms }.solve(&mut pairs);
    pairs
}

/// The gap of two who fit now.
fn fits(queue: &[Waiting], windows: &[i32], a: usize, b: usize) -> Option<i32> {
    let widest = windows[a].max(windows[b]);
    // Most pairs fail here, so it is asked first.
    let near = (queue[a].strength - queue[b].strength).abs() <= widest;
    if near { queue[a].gap(&queue[b]) } else { None }
}

/// Pairs the patient; `taken` stays empty when there are none.
fn patient(queue: &[Waiting], windows: &[i32], now_ms: i64, taken: &mut Vec<bool>) -> Vec<(usize, usize)> {
    let is_patient = |at: &usize| now_ms - queue[*at].since_ms >= PATIENCE_MS;
    let mut order: Vec<usize> = (0..queue.len()).filter(is_patient).collect();
    if order.is_empty() {
        return Vec::new();
    }
    order.sort_unstable_by_key(|&at| (queue[at].since_ms, queue[at].player));
    // With more patient ones than look in one tick, they take turns by the second.
    let turns = order.len().div_ceil(PATIENT_MOST);
    let turn = usize::try_from(now_ms / 1000).unwrap_or(0) % turns;
    *taken = vec![false; queue.len()];
    let mut pairs = Vec::new();
    for &at in order.iter().skip(turn * PATIENT_MOST).take(PATIENT_MOST) {
        if taken[at] {
            continue;
        }
        let nearest = |places: &mut dyn Iterator<Item = usize>| {
            let open = places.filter(|&other| !taken[other]).take(LOOK);
            let mut fitting = open.filter_map(|other| Some((fits(queue, windows, at, other)?, other)));
            fitting.next()
        };
        // Who is outside the limits is not even looked at, so that narrow limits cost no patience.
        let (weakest, strongest) = queue[at].limits();
        let first = queue.partition_point(|other| other.strength < weakest);
        let end = queue.partition_point(|other| other.strength <= strongest);
        let below = nearest(&mut (first..at.min(end)).rev());
        let above = nearest(&mut (first.max(at + 1)..end));
        if let Some((_, other)) = below.into_iter().chain(above).min() {
            (taken[at], taken[other]) = (true, true);
            pairs.push((at, other));
        }
    }
    pairs
}

/// How the best of a beginning of the line ends.
#[derive(Clone, Copy)]
enum End {
    Left,
    Two,
    /// First and third; the middle one is left.
    Three,
    /// First and third, second and fourth.
    Crossed,
    /// First and fourth, second and third.
    Nested,
}

struct Line<'a> {
    queue: &'a [Waiting],
    windows: &'a [i32],
    free: &'a [usize],
    now_ms: i64,
}

/// What the place's player costs left, and the gaps to the three before; `NO` where they do not fit.
#[derive(Clone, Copy)]
struct Step {
    left: i64,
    back: [i64; 3],
}

/// More than any sum.
const NO: i64 = i64::MAX / 8;

impl Line<'_> {
    fn step(&self, at: usize) -> Step {
        let place = self.free[at];
        // A second of waiting weighs a point, up to ten minutes.
        let waited_s = ((self.now_ms - self.queue[place].since_ms) / 1000).clamp(0, 600);
        let mut back = [NO; 3];
        for (distance, cost) in (1..=at.min(3)).zip(&mut back) {
            let gap = fits(self.queue, self.windows, self.free[at - distance], place);
            *cost = gap.map_or(NO, i64::from);
        }
        Step { left: LEFT + waited_s, back }
    }

    /// The dynamic program: the least cost of each beginning, then the ends backwards.
    fn solve(&self, pairs: &mut Vec<(usize, usize)>) {
        let none = Step { left: NO, back: [NO; 3] };
        let mut last = [none; 2]; // the steps of the two places before
        let mut costs = Vec::with_capacity(self.free.len() + 1);
        let mut ends = Vec::with_capacity(self.free.len());
        costs.push(0_i64);
        for at in 0..self.free.len() {
            let step = self.step(at);
            let [one, two, three] = step.back;
            let before = |n: usize| if n <= at + 1 { costs[at + 1 - n] } else { NO };
            let [previous, _] = last;
            let mut best = (before(1) + step.left, End::Left);
            let others = [
                (before(2) + one, End::Two),
                (before(3) + two + previous.left, End::Three),
                (before(4) + two + previous.back[1], End::Crossed),
                (before(4) + three + previous.back[0], End::Nested),
            ];
            for other in others {
                if other.0 < best.0 {
                    best = other;
                }
            }
            costs.push(best.0);
            ends.push(best.1);
            last = [step, previous];
        }
        self.walk(&ends, pairs);
    }

    fn walk(&self, ends: &[End], pairs: &mut Vec<(usize, usize)>) {
        let place = |at: usize| self.free[at];
        let mut at = ends.len();
        while at > 0 {
            let last = at - 1;
            at -= match ends[last] {
                End::Left => 1,
                End::Two => {
                    pairs.push((place(last - 1), place(last)));
                    2
                }
                End::Three => {
                    pairs.push((place(last - 2), place(last)));
                    3
                }
                End::Crossed => {
                    pairs.push((place(last - 3), place(last - 1)));
                    pairs.push((place(last - 2), place(last)));
                    4
                }
                End::Nested => {
                    pairs.push((place(last - 3), place(last)));
                    pairs.push((place(last - 2), place(last - 1)));
                    4
                }
            };
        }
    }
}
