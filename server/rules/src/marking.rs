//! What the two sides agree on when the board play is over (死活确认; RULES 3.3, 4).
//!
//! Deliberately absent: how they come to agree (`game`), and what it counts to (`count`).

use crate::Point;

/// Dead stones, and under territory counting the regions set aside as nobody's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marking {
    /// The stones marked dead, in ascending order.
    pub dead: Vec<Point>,
    /// The points of regions that the players have made neutral, in ascending order.
    pub neutral: Vec<Point>,
}

impl Marking {
    /// Dead stones alone; they are put in order.
    #[must_use]
    pub fn of_dead(mut dead: Vec<Point>) -> Self {
        dead.sort_unstable();
        dead.dedup();
        Self { dead, neutral: Vec::new() }
    }

    /// Whether a stone is marked dead.
    #[must_use]
    pub fn is_dead(&self, point: Point) -> bool {
        self.dead.binary_search(&point).is_ok()
    }

    /// Whether a point has been made neutral.
    #[must_use]
    pub fn is_neutral(&self, point: Point) -> bool {
        self.neutral.binary_search(&point).is_ok()
    }

    /// Marks stones as dead or as alive.
    pub(crate) fn set_dead(&mut self, stones: &[Point], dead: bool) {
        set(&mut self.dead, stones, dead);
    }

    /// Makes points neutral, or gives them back.
    pub(crate) fn set_neutral(&mut self, points: &[Point], neutral: bool) {
        set(&mut self.neutral, points, neutral);
    }
}

/// Puts points into an ascending list, or takes them out of it.
fn set(list: &mut Vec<Point>, points: &[Point], belong: bool) {
    for point in points {
        match (list.binary_search(point), belong) {
            (Ok(at), false) => drop(list.remove(at)),
            (Err(at), true) => list.insert(at, *point),
            (Ok(_), true) | (Err(_), false) => {}
        }
    }
}
