//! What may be agreed, the table of handicap stones, and the draw for colours.

use rules::{BadNigiri, BadSetup, ClockSetup, Game, Nigiri, Placement, Point, Setup, Size, handicap};

use crate::table::{byoyomi, correspondence, even, handicap as with_stones};

#[test]
fn what_cannot_be_played_is_refused() {
    let cases: [(&str, Setup, Result<(), BadSetup>); 25] = [
        ("the default", even(19), Ok(())),
        ("the smallest board", Setup { rules: with_stones(2, 2, Placement::Fixed).rules, ..even(2) }, Ok(())),
        ("the largest board", even(25), Ok(())),
        ("a rectangle", Setup { size: Size::new(9, 13).unwrap(), ..even(9) }, Err(BadSetup::NotSquare)),
        ("komi of the whole board", komi(9, 162), Ok(())),
        ("more komi than that", komi(9, 163), Err(BadSetup::Komi)),
        ("as much the other way", komi(9, -163), Err(BadSetup::Komi)),
        ("the least komi there is", komi(25, i16::MIN), Err(BadSetup::Komi)),
        ("one handicap stone", with_stones(19, 1, Placement::Fixed), Err(BadSetup::OneStone)),
        ("nine on 19 lines", with_stones(19, 9, Placement::Fixed), Ok(())),
        ("ten on 19 lines", with_stones(19, 10, Placement::Fixed), Err(BadSetup::Handicap { most: 9 })),
        ("five on 10 lines", with_stones(10, 5, Placement::Fixed), Err(BadSetup::Handicap { most: 4 })),
        ("two on 5 lines", with_stones(5, 2, Placement::Fixed), Err(BadSetup::Handicap { most: 0 })),
        ("two anywhere on 5 lines", with_stones(5, 2, Placement::Free), Ok(())),
        ("two anywhere on 2 lines", with_stones(2, 2, Placement::Free), Err(BadSetup::Handicap { most: 1 })),
        ("no time", clock(ClockSetup::Absolute { main_ms: 0 }), Err(BadSetup::MainTime)),
        ("a day", clock(ClockSetup::Absolute { main_ms: 86_400_000 }), Ok(())),
        ("more than a day", clock(ClockSetup::Absolute { main_ms: 86_400_001 }), Err(BadSetup::MainTime)),
        ("periods alone", clock(byoyomi(0, 1, 1000)), Ok(())),
        ("no period", clock(byoyomi(1000, 0, 1000)), Err(BadSetup::Periods)),
        ("too many periods", clock(byoyomi(1000, 101, 1000)), Err(BadSetup::Periods)),
        ("a period of nothing", clock(byoyomi(1000, 1, 0)), Err(BadSetup::Period)),
        ("a period over an hour", clock(byoyomi(1000, 1, 3_600_001)), Err(BadSetup::Period)),
        ("main time for ever", clock(byoyomi(u64::MAX, 1, 1000)), Err(BadSetup::MainTime)),
        ("no time for the first move", Setup { first_move_ms: Some(0), ..even(9) }, Err(BadSetup::FirstMove)),
    ];
    for (what, setup, wanted) in cases {
        assert_eq!(setup.check(), wanted, "{what}");
        assert_eq!(Game::open(setup).err(), wanted.err(), "{what}");
    }
}

fn komi(side: u8, quarters: i16) -> Setup {
    let mut setup = even(side);
    setup.rules.komi_quarters = quarters;
    setup
}

#[test]
fn the_bounds_of_the_other_clocks() {
    let cases: [(&str, Setup, Result<(), BadSetup>); 21] = [
        ("an increment", clock(fischer(1000, 1000, Some(1000))), Ok(())),
        ("no increment", clock(fischer(1000, 999, None)), Err(BadSetup::Increment)),
        ("an increment on nothing", clock(fischer(999, 1000, None)), Err(BadSetup::MainTime)),
        ("a cap of nothing", clock(fischer(1000, 1000, Some(999))), Err(BadSetup::Cap)),
        ("a cap over two days", clock(fischer(1000, 1000, Some(172_800_001))), Err(BadSetup::Cap)),
        ("stints alone", clock(canadian(0, 1, 1000)), Ok(())),
        ("a stint of no moves", clock(canadian(0, 0, 1000)), Err(BadSetup::Stint)),
        ("a stint of too many moves", clock(canadian(0, 201, 1000)), Err(BadSetup::Stint)),
        ("a stint of nothing", clock(canadian(0, 1, 999)), Err(BadSetup::Stint)),
        ("a stint over six hours", clock(canadian(0, 1, 21_600_001)), Err(BadSetup::Stint)),
        ("a second a move", clock(ClockSetup::Simple { move_ms: 1000 }), Ok(())),
        ("less than a second a move", clock(ClockSetup::Simple { move_ms: 999 }), Err(BadSetup::MoveTime)),
        ("more than an hour", clock(ClockSetup::Simple { move_ms: 3_600_001 }), Err(BadSetup::MoveTime)),
        ("thirty days", clock(correspondence(2_592_000_000)), Ok(())),
        ("over thirty days", clock(correspondence(2_592_000_001)), Err(BadSetup::MoveDays)),
        (
            "sixty days of vacation",
            clock(ClockSetup::Correspondence { move_ms: 3_600_000, weekend_stop: true, vacation_days: 60 }),
            Ok(()),
        ),
        (
            "sixty-one",
            clock(ClockSetup::Correspondence { move_ms: 3_600_000, weekend_stop: true, vacation_days: 61 }),
            Err(BadSetup::VacationDays),
        ),
        ("under an hour", clock(correspondence(3_599_999)), Err(BadSetup::MoveDays)),
        ("no clock", clock(ClockSetup::Unlimited), Ok(())),
        ("White has no time", white(ClockSetup::Absolute { main_ms: 0 }), Err(BadSetup::MainTime)),
        ("White has another clock", white(ClockSetup::Unlimited), Ok(())),
    ];
    for (what, setup, wanted) in cases {
        assert_eq!(setup.check(), wanted, "{what}");
    }
}

fn fischer(main_ms: u64, increment_ms: u64, cap_ms: Option<u64>) -> ClockSetup {
    ClockSetup::Fischer { main_ms, increment_ms, cap_ms }
}

fn canadian(main_ms: u64, moves: u16, stint_ms: u64) -> ClockSetup {
    ClockSetup::Canadian { main_ms, moves, stint_ms, carry_over: true }
}

fn white(clock: ClockSetup) -> Setup {
    Setup { white_clock: Some(clock), ..even(9) }
}

fn clock(clock: ClockSetup) -> Setup {
    Setup { clock, ..even(9) }
}

#[test]
fn the_published_table_of_handicap_stones() {
    let table = [
        (19, 2, "pd dp"),
        (19, 3, "pd dp pp"),
        (19, 4, "dd pd dp pp"),
        (19, 5, "dd pd jj dp pp"),
        (19, 6, "dd pd dj pj dp pp"),
        (19, 7, "dd pd dj jj pj dp pp"),
        (19, 8, "dd jd pd dj pj dp jp pp"),
        (19, 9, "dd jd pd dj jj pj dp jp pp"),
        (13, 5, "dd jd gg dj jj"),
        (9, 9, "cc ec gc ce ee ge cg eg gg"),
        (7, 4, "cc ec ce ee"),
        (8, 3, "fc cf ff"),
        (14, 4, "dd kd dk kk"),
        (25, 9, "dd md vd dm mm vm dv mv vv"),
    ];
    for (side, stones, wanted) in table {
        let size = Size::square(side).unwrap();
        let points = handicap::points(size, stones).unwrap();
        let told: Vec<_> = points.iter().map(|point| point.to_sgf(size)).collect();
        assert_eq!(told.join(" "), wanted, "{stones} stones on {side} lines");
    }
    for (side, stones) in [(19, 0), (19, 1), (19, 10), (6, 2), (7, 5), (8, 5), (24, 5)] {
        assert_eq!(handicap::points(Size::square(side).unwrap(), stones), None);
    }
    assert_eq!(handicap::points(Size::new(19, 13).unwrap(), 2), None);
    assert_eq!(handicap::corner_stones(Size::new(19, 13).unwrap()), None);
}

#[test]
fn every_handicap_of_the_table_opens_as_many_stones() {
    for side in 2..=25 {
        for stones in 2..=handicap::most_fixed(side) {
            let (game, _) = Game::open(with_stones(side, stones, Placement::Fixed)).unwrap();
            assert_eq!(game.board().stones(rules::Color::Black), u16::from(stones));
            let middle = Size::square(side).unwrap().at(side / 2, side / 2);
            let odd = stones % 2 == 1 && stones > 3;
            assert_eq!(game.board().get(middle.unwrap()).is_some(), odd, "{stones} on {side}");
        }
    }
}

const NONCE: &str = "000102030405060708090a0b0c0d0e0f";

#[test]
fn the_draw_can_be_checked_with_any_sha256() {
    // printf '7:000102030405060708090a0b0c0d0e0f' | sha256sum
    let hash = "0b8335e513511534b02a81ad47c65449ac96fad25e5fbc4f2b703f4d380ae567";
    assert_eq!(Nigiri::commit(7, NONCE).unwrap(), hash);
    let draw = Nigiri::draw(7, NONCE, true).unwrap();
    assert_eq!((draw.hash.as_str(), draw.verify()), (hash, Ok(())));
}

#[test]
fn who_guesses_right_takes_black() {
    for (number, guess_odd, black) in
        [(1, true, true), (1, false, false), (2, true, false), (50, false, true)]
    {
        assert_eq!(Nigiri::draw(number, NONCE, guess_odd).unwrap().guesser_is_black(), black);
    }
}

#[test]
fn what_was_switched_is_found() {
    let draw = Nigiri::draw(7, NONCE, true).unwrap();
    let other = NONCE.replace('f', "e");
    let switched = [
        (Nigiri { number: 8, ..draw.clone() }, BadNigiri::Hash),
        (Nigiri { nonce: other, ..draw.clone() }, BadNigiri::Hash),
        (Nigiri { hash: draw.hash.to_uppercase(), ..draw.clone() }, BadNigiri::Hash),
        (Nigiri { number: 0, ..draw.clone() }, BadNigiri::Number),
        (Nigiri { number: 51, ..draw.clone() }, BadNigiri::Number),
        (Nigiri { nonce: NONCE.to_uppercase(), ..draw.clone() }, BadNigiri::Nonce),
        (Nigiri { nonce: NONCE[1..].to_owned(), ..draw.clone() }, BadNigiri::Nonce),
        (Nigiri { nonce: String::new(), ..draw.clone() }, BadNigiri::Nonce),
    ];
    for (nigiri, wanted) in switched {
        assert_eq!(nigiri.verify(), Err(wanted));
        let setup = Setup { nigiri: Some(nigiri), ..even(9) };
        assert_eq!(setup.check(), Err(BadSetup::Nigiri(wanted)));
    }
    assert_eq!(Setup { nigiri: Some(draw), ..even(9) }.check(), Ok(()));
}

#[test]
fn a_point_of_another_board_takes_no_stone() {
    let far = Point::from_sgf(Size::STANDARD, "ss").unwrap();
    let (game, _) = Game::open(even(9)).unwrap();
    let decide = |action| game.decide(rules::Color::Black, &action, rules::RoomMs(0));
    assert_eq!(decide(rules::Action::Play { ply: 0, point: far }), Err(rules::Refusal::Occupied));
    let (game, _) = Game::open(with_stones(9, 2, Placement::Free)).unwrap();
    let action = rules::Action::Play { ply: 0, point: far };
    assert_eq!(game.decide(rules::Color::Black, &action, rules::RoomMs(0)), Err(rules::Refusal::Occupied));
}
