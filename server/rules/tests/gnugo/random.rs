//! Random games under every rule that both programs know, on small boards most of all, where
//! positions repeat and groups die by their own hand often.

use rules::{Color, KoRule, Size};

use crate::program::{Program, find};
use crate::script::{PAIRS, Pair, Script, Seen};

/// Games of one rule on one size of board: side, how many, and moves of each.
const GAMES: [(u8, u64, usize); 9] = [
    (2, 12, 60),
    (3, 40, 120),
    (4, 40, 200),
    (5, 30, 300),
    (6, 10, 300),
    (7, 10, 300),
    (9, 10, 300),
    (13, 3, 400),
    (19, 2, 490),
];

/// A small generator (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

pub(crate) fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().unwrap())
}

/// A random game: mostly by turns, with a pass now and then, and now and then twice by one side,
/// since a position takes a play of either; but see the crate's head on situational superko.
fn game(seed: u64, side: u8, moves: usize, pair: Pair, seen: &mut Seen) -> Script {
    let mut random = Random(seed);
    let size = Size::square(side).unwrap();
    let mut script = Script::new(format!("{pair:?}, {side} lines, seed {seed}"), size, pair);
    let mut color = Color::Black;
    for _ in 0..moves {
        let [own, _] = [color, color.opponent()].map(|c| script.legal(c, seen));
        let passes = own.is_empty() || random.below(25) == 0;
        let point = (!passes).then(|| own[random.below(own.len())]);
        script.play(color, point);
        if pair.ko == KoRule::Situational || random.below(20) != 0 {
            color = color.opponent();
        }
    }
    script
}

fn games_under(pair: Pair) {
    let Some(program) = find(&format!("random_games {pair:?}")) else { return };
    let mut program = Program::start(&program, &pair.options);
    let first = number("TIANYUAN_SEED", 1);
    let times = number("TIANYUAN_GNUGO_GAMES", 1);
    let mut seen = Seen::default();
    for (side, games, moves) in GAMES {
        for seed in first..first + games * times {
            game(seed * 25 + u64::from(side), side, moves, pair, &mut seen).run(&mut program, &mut seen);
        }
    }
    println!("{pair:?}: {seen:?}");
    assert!(seen.positions > 20_000 && seen.ko > 100, "too little was compared: {seen:?}");
    assert_eq!(seen.suicide > 100, !pair.suicide, "{seen:?}");
}

#[test]
fn random_games_under_positional_superko() {
    games_under(PAIRS[0]);
}

#[test]
fn random_games_under_positional_superko_with_suicide() {
    games_under(PAIRS[1]);
}

#[test]
fn random_games_under_situational_superko() {
    games_under(PAIRS[2]);
}

#[test]
fn random_games_under_situational_superko_with_suicide() {
    games_under(PAIRS[3]);
}

#[test]
fn random_games_under_simple_ko() {
    games_under(PAIRS[4]);
}

#[test]
fn random_games_under_simple_ko_with_suicide() {
    games_under(PAIRS[5]);
}
