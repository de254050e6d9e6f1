//! Territory (数目法) on the boards of other engines and of real games: which points are counted,
//! and what the game comes to.
//!
//! Where ours is another answer the case is named below, with the article of the rule book.

use rules::{
    Board, ByColor, Color, Count, Counting, Marking, Owner, Preset, RuleSet, Tally, area, owners, territory,
};
use serde_json::Value;

use crate::fixtures;

/// Boards with unfilled dame on which KataGo takes every group that touches one for seki. Under
/// RULES 4 (territory; 第8条) such a group is in seki only if it has no room for two eyes of its
/// own; so ours has all the territory that KataGo's has, and more. The last three are finished
/// games, whose own marks of territory say the same as ours.
const UNFILLED_DAME: [&str; 24] = [
    "testboardarea:Area 3#1",
    "testboardarea:Area 4#1",
    "testboardarea:Area 5#1",
    "testboardarea:One more simple test case#1",
    "testboardarea:Bug-derived test case, in more colors and orientations#1",
    "testboardarea:More tests for recursive safe#1",
    "testboardarea:groupTaxScoring#1",
    "testboardarea:IndependentLife 1#1",
    "testboardarea:IndependentLife 2#1",
    "testboardarea:IndependentLife 6#1",
    "testboardarea:IndependentLife 6#2",
    "testboardarea:IndependentLife 7#1",
    "ogs_autoscore:corner_test_1",
    "ogs_autoscore:game_32970175",
    "ogs_autoscore:game_33811578",
    "ogs_autoscore:game_33896317",
    "ogs_autoscore:game_33921785",
    "ogs_autoscore:game_35115094",
    "ogs_autoscore:game_35115743",
    "ogs_autoscore:game_74313453",
    "ogs_autoscore:game_seki_64848549",
    "tbtw:gnugo/regression/games/cgf2003/GnuGo-GoeMate.sgf",
    "tbtw:gnugo/regression/games/nando/meijin27_g4.sgf",
    "tbtw:gnugo/regression/games/arb/dumonteil-5.sgf",
];

/// Two of those, in which KataGo takes stones off that it knows to be dead; here nothing is marked
/// (RULES 3.3: that is for the players to say).
const DEAD_STONES: [&str; 2] = ["testboardarea:IndependentLife 1#1", "testboardarea:IndependentLife 2#1"];

/// One of those has no dame, but a chain that is still in atari (第21条.2: what is still contestable
/// is the players' to settle before they agree); KataGo lets none of its group count.
const IN_ATARI: &str = "testboardarea:IndependentLife 6#2";

/// Real games in which a group with a single eye of one or two points touches an unfilled dame and
/// is connected over it or by a false eye only. The record counts the eye; under RULES 4
/// (territory: fewer than two regions of its own, none larger than two points) it is no territory
/// until the dame is filled, as in seki (第21条.2).
const EYES_BESIDE_DAME: [&str; 39] = [
    "tom-0001",
    "tom-0011",
    "tom-0034",
    "gnugo-0095",
    "tom-0130",
    "tom-0171",
    "tom-0208",
    "yenw_ai-0244",
    "yenw_ai-0254",
    "tom-0281",
    "gnugo-0358",
    "tom-0395",
    "gnugo-0442",
    "yenw_ai-0478",
    "yenw_ai-0482",
    "yenw_ai-0495",
    "yenw_ai-0544",
    "yenw_ai-0578",
    "tom-0582",
    "tom-0616",
    "yenw_ai-0626",
    "tom-0663",
    "yenw_ai-0688",
    "yenw_ai-0711",
    "gnugo-0716",
    "yenw_ai-0719",
    "tom-0763",
    "tom-0831",
    "gnugo-0866",
    "yenw_ai-0920",
    "tom-0922",
    "gnugo-0986",
    "yenw_ai-1011",
    "yenw_ai-1046",
    "tom-1050",
    "gnugo-1065",
    "yenw_ai-1078",
    "tom-1097",
    "tom-1128",
];

/// Records whose own marks leave out points that only one side surrounds, or mark points that both
/// border, because their borders were never played (RULES 4: a region that both border is shared).
const BORDERS_NOT_PLAYED: [&str; 2] =
    ["gnugo/regression/games/nando/kisei27_g1.sgf", "gnugo/regression/games/nando/meijin27_g4.sgf"];

/// Territory alone, as rows: living stones and all else are dots.
fn drawn(board: &Board, marking: &Marking) -> String {
    let owners = territory::map(board, marking);
    let letter = |p: rules::Point| match owners[p.index()] {
        _ if board.get(p).is_some() && !marking.is_dead(p) => '.',
        Owner::Black => 'X',
        Owner::White => 'O',
        Owner::Shared => '.',
    };
    let rows: Vec<String> = (0..board.size().rows())
        .map(|y| (0..board.size().cols()).map(|x| letter(board.size().at(x, y).unwrap())).collect())
        .collect();
    rows.join("\n")
}

fn tally(case: &Value) -> Tally {
    let captured = |by: &str| u32::try_from(case["captures"][by].as_u64().unwrap()).unwrap();
    Tally { prisoners: ByColor { black: captured("B"), white: captured("W") }, ..Tally::default() }
}

fn japanese(komi_points: f64) -> RuleSet {
    RuleSet { komi_quarters: (komi_points * 2.0) as i16, ..Preset::Japanese.rules(0) }
}

/// What one side gives the other besides: a count without komi, in 目.
fn margin(board: &Board, marking: &Marking, tally: &Tally) -> f64 {
    f64::from(Count::of(board, marking, &japanese(0.0), tally).margin_quarters) / 2.0
}

#[test]
fn territory_outside_seki_of_katago() {
    let Some(cases) = fixtures::cases("katago_territory", "katago_area.json") else { return };
    let mut differing = Vec::new();
    for case in &cases {
        let board = fixtures::board(&case["rows"]);
        let id = case["id"].as_str().unwrap();
        let (ours, theirs) =
            (drawn(&board, &Marking::default()), fixtures::text(&case["territory_excluding_seki"]));
        let takes_dead_off = DEAD_STONES.contains(&id);
        for (our, their) in ours.chars().zip(theirs.chars()) {
            assert!(their == '.' || our == their || takes_dead_off, "{id}\n{board}\n{ours}\n{theirs}");
        }
        if ours != theirs {
            let shared = area::map(&board, &[]).contains(&Owner::Shared);
            assert!(shared || id == IN_ATARI, "{id}: no dame is left\n{board}\n{ours}\n{theirs}");
            differing.push(id);
        }
    }
    assert_eq!(differing, UNFILLED_DAME);
}

#[test]
fn marks_of_territory_in_records() {
    let Some(cases) = fixtures::cases("territory_tbtw", "territory_tbtw.json") else { return };
    let mut differing = Vec::new();
    for case in &cases {
        let board = fixtures::board(&case["rows"]);
        let id = case["id"].as_str().unwrap();
        let marking = Marking::of_dead(fixtures::points(board.size(), &case["dead"]));
        let marked = |key: &str| fixtures::points(board.size(), &case[key]);
        let (black, white) = (marked("territory_black"), marked("territory_white"));
        let owners = territory::map(&board, &marking);
        let ours = |owner: Owner| -> Vec<_> {
            let bare = |p: &rules::Point| board.get(*p).is_none() || marking.is_dead(*p);
            board.size().all().filter(|p| owners[p.index()] == owner && bare(p)).collect()
        };
        if (ours(Owner::Black), ours(Owner::White)) != (black, white) {
            differing.push(id);
            continue;
        }
        let count = Count::of(&board, &marking, &japanese(case["komi"].as_f64().unwrap()), &tally(case));
        let recorded = case["japanese_black_minus_white"].as_f64().unwrap();
        assert_eq!(f64::from(count.margin_quarters) / 2.0, recorded, "{id}");
        assert_eq!(count.sum_quarters(), count.margin_quarters, "{id}");
        let counted = count.black_points + count.white_points + count.shared_points;
        assert_eq!(counted, board.size().points(), "{id}");
    }
    differing.sort_unstable();
    assert_eq!(differing, BORDERS_NOT_PLAYED);
}

/// What the record says Black won by, in 目: `B+3.5`, `W+12`, `0`.
fn recorded(result: &str) -> f64 {
    let points = |text: &str| text.parse::<f64>().unwrap();
    match result.split_once('+') {
        Some(("B", margin)) => points(margin),
        Some(("W", margin)) => -points(margin),
        _ => points(result),
    }
}

#[test]
fn real_games_come_to_what_was_recorded() {
    let Some(games) = fixtures::cases("real_games_territory", "real_games_scored.jsonl") else { return };
    let (mut differing, mut by_record) = (Vec::new(), 0);
    for game in &games {
        let board = fixtures::board(&game["final_rows"]);
        let id = game["id"].as_str().unwrap();
        let marking = Marking::of_dead(fixtures::points(board.size(), &game["dead"]));
        let ours = margin(&board, &marking, &tally(game));
        if ours != game["territory_margin_no_komi"].as_f64().unwrap() {
            differing.push(id);
        } else if game["record_matches"].as_str().unwrap().split('+').any(|by| by == "territory") {
            by_record += 1;
            assert_eq!(
                ours - game["komi"].as_f64().unwrap(),
                recorded(game["result"].as_str().unwrap()),
                "{id}"
            );
        }
    }
    assert_eq!(differing, EYES_BESIDE_DAME);
    assert_eq!(by_record, BY_RECORD);
}

/// How many of the real games were recorded by territory, and come to that.
const BY_RECORD: usize = 748;

/// KataGo's own test of seki, with the dame open and filled: only when they are filled do all agree
/// on what is seki.
#[test]
fn seki_of_katago() {
    let Some(cases) = fixtures::cases("katago_seki", "katago_rules.json") else { return };
    let mut seen = 0;
    for case in cases.iter().filter(|case| case.get("white_minus_black").is_some()) {
        let board = fixtures::board(&case["rows"]);
        let ours = case["komi"].as_f64().unwrap() - margin(&board, &Marking::default(), &tally(case));
        let theirs = |key: &str| case["white_minus_black"][key].as_f64().unwrap();
        match case["id"].as_str().unwrap() {
            // Three dame are open: the white groups beside them have two eyes each and live.
            "GroupTaxSekiScoring" => assert_eq!((ours, theirs("territory_tax_seki")), (-3.5, 0.5)),
            id => assert_eq!(ours, theirs("territory_tax_seki"), "{id}"),
        }
        seen += 1;
    }
    assert_eq!(seen, 2);
}

fn board(rows: &str) -> Board {
    rows.parse().unwrap()
}

#[test]
fn an_eye_in_seki_is_no_territory_and_real_territory_beside_dame_is() {
    let seki = board(
        ".XO.XX
         XXO.XX
         OOOXX.
         XXXX..
         ......
         ......",
    );
    // White's corner group: one shared liberty region, no eye; Black's corner: one eye, shared none.
    assert_eq!(drawn(&seki, &Marking::default()), "X.....\n......\n.....X\n....XX\nXXXXXX\nXXXXXX");
    let one_eye_each = board(
        ".XO.
         XX.O
         XXOO",
    );
    assert_eq!(drawn(&one_eye_each, &Marking::default()), "....\n....\n....");
    let room_for_two = board(
        "..XO.
         XXX.O
         XXXOO",
    );
    // One region of two points: an eye. Three points are room for two.
    assert_eq!(drawn(&room_for_two, &Marking::default()), ".....\n.....\n.....");
    let three = board(
        "...XO.
         XXXX.O
         XXXXOO",
    );
    assert_eq!(drawn(&three, &Marking::default()), "XXX...\n......\n......");
    let two_eyes = board(
        ".X.XO.
         XXXX.O
         XXXXOO",
    );
    assert_eq!(drawn(&two_eyes, &Marking::default()), "X.X...\n......\n......");
}

#[test]
fn chains_around_a_common_region_are_one_group() {
    // Two black chains share the corner region, and each has an eye of its own besides.
    let joined = board(
        "..X.O.
         ..XXOO
         XX.OO.
         .XOO..
         OOO...
         ......",
    );
    assert_eq!(territory::groups(&joined, &[]), ByColor { black: 1, white: 1 });
    let apart = board(
        ".XO.
         XXOO
         OOXX
         .OX.",
    );
    assert_eq!(territory::groups(&apart, &[]), ByColor { black: 2, white: 2 });
    let dead = apart.group(apart.size().at(2, 2).unwrap());
    assert_eq!(territory::groups(&apart, &dead), ByColor { black: 1, white: 1 });
    assert_eq!(territory::groups(&Board::new(apart.size()), &[]), ByColor::default());
}

#[test]
fn dead_stones_are_prisoners_and_lie_on_territory() {
    let split = board(
        ".XO.
         OXO.
         .XOX
         .XO.",
    );
    let dead: Vec<_> = [(0, 1), (3, 2)].map(|(x, y)| split.size().at(x, y).unwrap()).to_vec();
    let tally = Tally { prisoners: ByColor { black: 3, white: 5 }, ..Tally::default() };
    let count = Count::of(&split, &Marking::of_dead(dead.clone()), &Preset::Korean.rules(0), &tally);
    let parts = count.territory.unwrap();
    assert_eq!(parts.territory, ByColor { black: 4, white: 4 });
    assert_eq!(parts.dead, ByColor { black: 1, white: 1 });
    assert_eq!((parts.total(Color::Black), parts.total(Color::White)), (8, 10));
    assert_eq!((count.board_quarters(), count.margin_quarters), (-4, -17));
    assert_eq!((count.black_points, count.white_points, count.shared_points), (8, 8, 0));
    // Black's side set aside: its territory is nobody's, its prisoners stay.
    let neutral = territory::region(&split, &dead, split.size().at(0, 0).unwrap());
    assert_eq!(neutral.len(), 4);
    let aside = Marking { neutral, ..Marking::of_dead(dead) };
    let count = Count::of(&split, &aside, &Preset::Korean.rules(0), &tally);
    assert_eq!((count.black_points, count.white_points, count.shared_points), (4, 8, 4));
    assert_eq!(count.margin_quarters, -25);
    assert_eq!(owners(&split, &aside, Counting::Area), area::map(&split, &aside.dead));
}
