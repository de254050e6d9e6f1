//! Unconditional life: groups that live although their owner passes for ever (Benson 1976).
//!
//! A region is a connected set of points without stones of the colour. It is *vital* to a group when
//! each of its empty points is a liberty of the group. A set of groups lives unconditionally when
//! each of them has two vital regions that only groups of the set border.
//!
//! Deliberately absent: life that needs an answer (miai, seki), which is estimated elsewhere.

use crate::{Board, Color, Point};

/// The groups and regions of one colour.
struct Parts {
    /// 1 + the number of the group or region at each point: groups of the colour, or regions of
    /// the rest.
    group_of: Vec<u16>,
    regions: Vec<Region>,
    groups: usize,
}

struct Region {
    points: Vec<Point>,
    /// The groups that border it, ascending.
    borders: Vec<u16>,
    /// Those to which it is vital.
    vital: Vec<u16>,
}

/// The stones of a colour that live unconditionally, by point index.
#[must_use]
pub fn pass_alive(board: &Board, color: Color) -> Vec<bool> {
    let parts = parts(board, color);
    let alive = living_groups(&parts);
    parts.group_of.iter().map(|&g| g != 0 && alive[usize::from(g)]).collect()
}

/// What a colour holds unconditionally, by point index: its pass-alive stones, and the regions
/// around which only they stand and inside which the other side has no room for two eyes.
#[must_use]
pub fn pass_alive_area(board: &Board, color: Color) -> Vec<bool> {
    let parts = parts(board, color);
    let alive = living_groups(&parts);
    let mut area: Vec<bool> = parts.group_of.iter().map(|&g| g != 0 && alive[usize::from(g)]).collect();
    for region in &parts.regions {
        let safe = !region.borders.is_empty() && region.borders.iter().all(|&g| alive[usize::from(g)]);
        if !safe {
            continue;
        }
        if !has_room(board, color, region) {
            region.points.iter().for_each(|p| area[p.index()] = true);
        }
    }
    area
}

/// Whether the other side could have two eyes in a region: each needs a point that borders no stone
/// of the colour.
fn has_room(board: &Board, color: Color, region: &Region) -> bool {
    let borders = |p: Point| board.size().neighbours(p).any(|n| board.get(n) == Some(color));
    region.points.iter().filter(|&&p| !borders(p)).count() >= 2
}

/// Removes, until nothing changes, groups with fewer than two vital regions and regions that a
/// removed group borders.
fn living_groups(parts: &Parts) -> Vec<bool> {
    let mut alive = vec![true; parts.groups + 1];
    let mut healthy = vec![true; parts.regions.len()];
    loop {
        let mut vital = vec![0_u16; parts.groups + 1];
        for (region, _) in parts.regions.iter().zip(&healthy).filter(|(_, ok)| **ok) {
            region.vital.iter().for_each(|&g| vital[usize::from(g)] += 1);
        }
        let mut changed = false;
        for group in 1..=parts.groups {
            if alive[group] && vital[group] < 2 {
                alive[group] = false;
                changed = true;
            }
        }
        if !changed {
            return alive;
        }
        for (region, ok) in parts.regions.iter().zip(&mut healthy) {
            *ok &= region.borders.iter().all(|&g| alive[usize::from(g)]);
        }
    }
}

fn parts(board: &Board, color: Color) -> Parts {
    let mut group_of = vec![0; usize::from(board.size().points())];
    let mut groups = 0;
    for point in board.size().all() {
        if board.get(point) == Some(color) && group_of[point.index()] == 0 {
            groups += 1;
            board.group(point).iter().for_each(|p| group_of[p.index()] = groups);
        }
    }
    let mut seen = vec![false; group_of.len()];
    let mut regions = Vec::new();
    for start in board.size().all() {
        if group_of[start.index()] == 0 && !seen[start.index()] {
            regions.push(region(board, &group_of, &mut seen, start));
        }
    }
    Parts { group_of, regions, groups: usize::from(groups) }
}

fn region(board: &Board, group_of: &[u16], seen: &mut [bool], start: Point) -> Region {
    let mut points = vec![start];
    let mut borders = Vec::new();
    // None until the first empty point.
    let mut vital: Option<Vec<u16>> = None;
    seen[start.index()] = true;
    let mut next = 0;
    while next < points.len() {
        let point = points[next];
        next += 1;
        let mut touched = Vec::new();
        for around in board.size().neighbours(point) {
            match group_of[around.index()] {
                0 if !std::mem::replace(&mut seen[around.index()], true) => points.push(around),
                0 => {}
                group => touched.push(group),
            }
        }
        borders.extend(&touched);
        if board.get(point).is_none() {
            match &mut vital {
                None => {
                    touched.sort_unstable();
                    touched.dedup();
                    vital = Some(touched);
                }
                Some(vital) => vital.retain(|g| touched.contains(g)),
            }
        }
    }
    borders.sort_unstable();
    borders.dedup();
    Region { points, borders, vital: vital.unwrap_or_default() }
}
