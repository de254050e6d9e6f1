//! Random games on small boards, where every rule fires often, against the naive model; and what
//! must not depend on how a board is turned.

use proptest::prelude::*;
use rules::{
    Board, ByColor, Color, Count, Counting, KoRule, Marking, Owner, Point, Position, Preset, RuleSet, Size,
    Tally, area, owners, proposal,
};

use crate::naive::{self, Naive};

const KOS: [KoRule; 4] =
    [KoRule::Positional, KoRule::Situational, KoRule::NaturalSituational, KoRule::Simple];

/// One random ply: which of the legal moves, whether to pass, whether the colour jumps the turn.
type Step = (usize, bool, bool);

fn steps(max: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (0..10_000_usize, prop::bool::weighted(0.06), prop::bool::weighted(0.05));
    prop::collection::vec(step, 1..max)
}

fn play_both(size: Size, ko: KoRule, suicide: bool, steps: &[Step]) {
    let mut position = Position::new(size, ko, suicide);
    let mut naive = Naive::new(size);
    let mut color = Color::Black;
    for &(choice, pass, jump) in steps {
        if jump {
            color = color.opponent();
        }
        let mut legal = Vec::new();
        for p in size.all() {
            let want = naive.try_play(ko, suicide, color, p);
            let found = position.try_play(color, p);
            assert_eq!(found, want.as_ref().map(|(_, taken)| taken.clone()).map_err(|e| *e));
            assert_eq!(position.is_legal(color, p), want.is_ok());
            if let Ok((stones, taken)) = want {
                let stood = position.stood(color, p);
                let (times, first) = naive.stood(color, &stones);
                assert_eq!(stood.times, times);
                assert!(times == 0 || stood.first == first);
                legal.push((p, stones, taken));
            }
        }
        if pass || legal.is_empty() {
            position.pass(color);
            naive.record(color, false, naive.stones.clone());
        } else {
            let (p, stones, taken) = legal.swap_remove(choice % legal.len());
            assert_eq!(position.play(color, p), Ok(taken));
            naive.record(color, true, stones);
        }
        same(&naive, position.board());
        color = color.opponent();
    }
    assert_eq!(position.board_after(position.moves()), *position.board());
}

fn same(naive: &Naive, board: &Board) {
    let stones: Vec<_> = naive.size.all().map(|p| board.get(p)).collect();
    assert_eq!(stones, naive.stones);
    for p in naive.size.all().filter(|&p| board.get(p).is_some()) {
        let (group, free) = naive::group(naive.size, &naive.stones, p);
        assert_eq!(board.group(p), group.into_iter().collect::<Vec<_>>());
        assert_eq!(!board.liberties(p).is_empty(), free);
    }
    let made = Board::of(naive.size, naive.size.all().filter_map(|p| Some((p, board.get(p)?))));
    assert_eq!(made, *board);
    assert_eq!(made.hash(), board.hash());
    for color in Color::BOTH {
        let stones = stones.iter().filter(|&&s| s == Some(color)).count();
        assert_eq!(usize::from(board.stones(color)), stones);
    }
    assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(board));
}

/// Any board on which every group has a liberty.
fn boards() -> impl Strategy<Value = Board> {
    (2..=9_u8, 2..=9_u8, prop::collection::vec(0..10_000_usize, 0..90)).prop_map(|(cols, rows, picks)| {
        let size = Size::new(cols, rows).unwrap();
        let mut board = Board::new(size);
        for (i, pick) in picks.into_iter().enumerate() {
            let color = Color::BOTH[i % 2];
            let p = Point::from_index(size, pick % usize::from(size.points())).unwrap();
            let _ = board.play(color, p, false);
        }
        board
    })
}

/// The board turned by a quarter, mirrored, or with the colours exchanged.
fn changed(board: &Board, how: u8) -> (Board, impl Fn(Point) -> Point) {
    let size = board.size();
    let (cols, rows) = (size.cols(), size.rows());
    let new = if how == 0 { Size::new(rows, cols).unwrap() } else { size };
    let to = move |p: Point| {
        let (x, y) = size.xy(p);
        match how {
            0 => new.at(rows - 1 - y, x),
            1 => new.at(cols - 1 - x, y),
            _ => new.at(x, y),
        }
        .unwrap()
    };
    let color = |c: Color| if how == 2 { c.opponent() } else { c };
    (Board::of(new, size.all().filter_map(|p| Some((to(p), color(board.get(p)?))))), to)
}

/// Some groups marked dead and some empty points set aside.
fn marking(board: &Board, picks: u16) -> Marking {
    let chosen = |p: &Point, n: usize| (p.index() * 31 + usize::from(picks)) % 97 < n;
    let dead = board.size().all().filter(|p| board.get(*p).is_some() && chosen(p, 9));
    let dead = dead.flat_map(|p| board.group(p)).collect();
    let neutral = board.size().all().filter(|p| board.get(*p).is_none() && chosen(p, 6)).collect();
    Marking { neutral, ..Marking::of_dead(dead) }
}

fn sorted(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<_> = points.collect();
    points.sort_unstable();
    points
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn small_games_equal_the_naive_model(
        cols in 2..=5_u8, rows in 2..=4_u8, ko in 0..4_usize, suicide: bool, steps in steps(90)
    ) {
        play_both(Size::new(cols, rows).unwrap(), KOS[ko], suicide, &steps);
    }

    #[test]
    fn a_set_up_can_be_taken_back(board in boards(), at in 0..10_000_usize, color in 0..2_usize) {
        let p = Point::from_index(board.size(), at % usize::from(board.size().points())).unwrap();
        let mut other = board.clone();
        other.set(p, Some(Color::BOTH[color]));
        prop_assert_eq!(other.get(p), Some(Color::BOTH[color]));
        other.set(p, board.get(p));
        prop_assert_eq!(&other, &board);
    }

    #[test]
    fn counting_does_not_depend_on_how_the_board_lies(
        board in boards(), how in 0..3_u8, picks: u16
    ) {
        let (other, to) = changed(&board, how);
        let swap = |owner| match owner {
            Owner::Black => Owner::White,
            Owner::White => Owner::Black,
            Owner::Shared => Owner::Shared,
        };
        for counting in [Counting::Area, Counting::Territory] {
            let marking = marking(&board, picks);
            let turned = Marking {
                dead: sorted(marking.dead.iter().map(|&p| to(p))),
                neutral: sorted(marking.neutral.iter().map(|&p| to(p))),
            };
            let (here, there) =
                (owners(&board, &marking, counting), owners(&other, &turned, counting));
            for p in board.size().all() {
                let want = if how == 2 { swap(here[p.index()]) } else { here[p.index()] };
                prop_assert_eq!(there[to(p).index()], want);
            }
            let prisoners = ByColor { black: u32::from(picks % 7), white: u32::from(picks % 5) };
            let swapped = ByColor { black: prisoners.white, white: prisoners.black };
            let rules =
                RuleSet { counting, group_tax: picks % 2 == 0, komi_quarters: 0, ..Preset::Chinese.rules(0) };
            let tally = Tally { prisoners, ..Tally::default() };
            let a = Count::of(&board, &marking, &rules, &tally);
            let prisoners = if how == 2 { swapped } else { prisoners };
            let b = Count::of(&other, &turned, &rules, &Tally { prisoners, ..tally });
            let sign = if how == 2 { -1 } else { 1 };
            prop_assert_eq!(a.margin_quarters, sign * b.margin_quarters);
            prop_assert_eq!(a.black_points + a.white_points + a.shared_points, board.size().points());
            prop_assert_eq!(a.sum_quarters(), a.margin_quarters);
        }
        for color in Color::BOTH {
            let seen = if how == 2 { color.opponent() } else { color };
            let (here, there) = (
                proposal::benson::pass_alive_area(&board, color),
                proposal::benson::pass_alive_area(&other, seen),
            );
            prop_assert!(board.size().all().all(|p| here[p.index()] == there[to(p).index()]));
        }
    }

    #[test]
    fn marks_are_whole_groups_of_one_colour(board in boards(), at in 0..10_000_usize) {
        let p = Point::from_index(board.size(), at % usize::from(board.size().points())).unwrap();
        let marked = area::marked_with(&board, &[], p, true);
        prop_assert!(marked.is_sorted());
        prop_assert_eq!(marked.is_empty(), board.get(p).is_none());
        for &q in &marked {
            prop_assert_eq!(board.get(q), board.get(p));
            prop_assert!(board.group(q).iter().all(|g| marked.contains(g)));
        }
        prop_assert_eq!(area::marked_with(&board, &marked, p, true), vec![]);
        prop_assert_eq!(area::marked_with(&board, &marked, p, false), board.group(p));
    }
}
