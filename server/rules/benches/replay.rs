//! Replay of whole games under positional superko against crate `goban` (`try_play` under its Chinese
//! rules), interleaved, in one run: `cargo bench -p tianyuan-rules --bench replay`. Prints both
//! sides and the ratio. The games are the real ones of the fixtures' folder if `TIANYUAN_FIXTURES`
//! names it, else random ones that are made up here.
#![allow(clippy::unwrap_used, reason = "a bench says what broke by panicking")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, Move};
use rules::{Color, KoRule, Point, Position, Size, sgf};

const PAIRS: usize = 15;
const ROUNDS: usize = 10;

/// Moves by turns from Black on an empty board of 19×19, all of them legal; a pass has no point.
type Moves = Vec<Option<Point>>;

fn main() {
    let games = games();
    let moves: usize = games.iter().map(Vec::len).sum();
    println!("{} games, {moves} moves, {PAIRS} pairs of {ROUNDS} rounds, median", games.len());
    let theirs_of: Vec<Vec<Move>> = games.iter().map(|game| game.iter().map(their_move).collect()).collect();
    for (game, theirs) in games.iter().zip(&theirs_of) {
        agree(game, theirs);
    }
    let ratio = |pair: &(Duration, Duration)| pair.1.as_secs_f64() / pair.0.as_secs_f64();
    let mut pairs: Vec<(Duration, Duration)> =
        (0..PAIRS).map(|_| (time(&games, our_stones), time(&theirs_of, their_stones))).collect();
    pairs.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
    let (our_time, their_time) = pairs[PAIRS / 2];
    let speed = |time: Duration| (moves * ROUNDS) as f64 / time.as_secs_f64() / 1e6;
    println!(
        "replay with positional superko: ours {:.2} M moves/s, goban {:.2} M moves/s, ratio {:.1}",
        speed(our_time),
        speed(their_time),
        ratio(&pairs[PAIRS / 2])
    );
}

/// Replays a game, and tells how many stones each side has at its end.
fn our_stones(game: &Moves) -> (u32, u32) {
    let mut position = Position::new(Size::STANDARD, KoRule::Positional, false);
    let mut color = Color::Black;
    for &point in game {
        match point {
            Some(point) => drop(position.play(color, point).unwrap()),
            None => position.pass(color),
        }
        color = color.opponent();
    }
    let [black, white] = Color::BOTH.map(|color| u32::from(position.board().stones(color)));
    (black, white)
}

fn their_stones(game: &Vec<Move>) -> (u32, u32) {
    let mut board = Game::new(GobanSizes::Nineteen, CHINESE);
    for &played in game {
        board.try_play(played).unwrap();
    }
    board.goban().number_of_stones()
}

/// Both programs come to the same stones, or the bench compares nothing.
fn agree(game: &Moves, theirs: &Vec<Move>) {
    assert_eq!(our_stones(game), their_stones(theirs));
}

fn their_move(point: &Option<Point>) -> Move {
    point.map_or(Move::Pass, |point| {
        let (x, y) = Size::STANDARD.xy(point);
        Move::Play(x, y)
    })
}

fn games() -> Vec<Moves> {
    let Some(folder) = std::env::var_os("TIANYUAN_FIXTURES") else {
        return (0..100).map(random).collect();
    };
    let files = std::fs::read_dir(std::path::Path::new(&folder).join("games")).unwrap();
    files.filter_map(|file| real(&std::fs::read(file.unwrap().path()).unwrap())).collect()
}

/// An even game of a record, if it is legal and the sides move by turns.
fn real(bytes: &[u8]) -> Option<Moves> {
    let trees = sgf::read(bytes).unwrap();
    let record = sgf::Record::of(&trees[0]).ok()?;
    let legal = sgf::check(&trees[0], KoRule::Positional).ok()?.first_illegal().is_none();
    let turns = [Color::Black, Color::White].into_iter().cycle();
    let by_turns = record.moves().zip(turns).all(|((color, _), turn)| color == turn);
    let mut moves: Moves = record.moves().map(|(_, point)| point).collect();
    // The other program stops at two passes.
    while moves.last() == Some(&None) {
        moves.pop();
    }
    let even = record.size == Size::STANDARD && record.setup().is_empty();
    let passes = moves.windows(2).any(|pair| pair == [None, None]);
    (legal && by_turns && even && !passes).then_some(moves)
}

/// A random game of 300 moves.
fn random(seed: u64) -> Moves {
    let mut state = seed;
    let mut position = Position::new(Size::STANDARD, KoRule::Positional, false);
    let mut color = Color::Black;
    let mut moves = Moves::new();
    while moves.len() < 300 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let point = Point::from_index(Size::STANDARD, (state >> 33) as usize % 361).unwrap();
        if position.play(color, point).is_ok() {
            moves.push(Some(point));
            color = color.opponent();
        }
    }
    moves
}

fn time<T>(games: &[T], replay: impl Fn(&T) -> (u32, u32)) -> Duration {
    let start = Instant::now();
    for _ in 0..ROUNDS {
        games.iter().for_each(|game| {
            black_box(replay(game));
        });
    }
    start.elapsed()
}
