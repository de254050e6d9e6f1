//! The numbers of the incremental board hash, fixed for ever so that a hash means the same in every
//! process (the proposed marking is seeded by it).
//!
//! Deliberately absent: any promise that equal hashes mean equal boards; whoever needs that compares.

use crate::{Color, Point};

const POINTS: usize = 25 * 25;

/// One number per colour and point, from splitmix64 with a fixed seed.
static NUMBERS: [[u64; POINTS]; 2] = numbers();

const fn numbers() -> [[u64; POINTS]; 2] {
    let mut table = [[0; POINTS]; 2];
    let mut state: u64 = 0x7469_616e_7975_616e;
    let mut i = 0;
    while i < 2 * POINTS {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[i / POINTS][i % POINTS] = z ^ (z >> 31);
        i += 1;
    }
    table
}

/// What a stone of this colour on this point adds to (and takes from) the hash.
pub(super) fn number(color: Color, point: Point) -> u64 {
    NUMBERS[color as usize][point.index()]
}
