//! Live games under each preset: what differs from the Chinese game on the way to the result.

use rules::{
    BadSetup, Color, GameEvent, KoRule, MarginUnit, Owner, Phase, Placement, Preset, Resumption, RoomMs,
    Setup, Size, Start, Ties, Winner, handicap,
};

use crate::table::{Table, even, rows};

fn setup(preset: Preset, side: u8) -> Setup {
    Setup { preset, rules: preset.rules(0), ..even(side) }
}

/// Black has the left of a 7×7 board and White the right, with a dame column between them; White's
/// stone at bb and Black's at gb are dead.
fn finished(preset: Preset) -> Table {
    let mut setup = setup(preset, 7);
    (setup.rules.first, setup.rules.start) = (Color::Black, Start::Empty);
    let mut table = Table::open(setup);
    let mut moves = String::new();
    for row in ["a", "b", "c", "d", "e", "f", "g"] {
        moves += &format!("0 B c{row}\n0 W e{row}\n");
    }
    table.run(&(moves + "0 B gb\n0 W bb"));
    table
}

fn counted(preset: Preset) -> Table {
    let mut table = finished(preset);
    table.agree(0, &["bb", "gb"]);
    table.run("0 B accept\n0 W accept");
    table
}

#[test]
fn one_board_under_every_preset() {
    // Area: 21 each and 7 shared. Territory: 14 each and a dead stone each.
    for (preset, result, chinese) in [
        (Preset::Chinese, "W+7.5", "白胜3¾子"),
        (Preset::Chinese1988, "W+5.5", "白胜2¾子"),
        (Preset::Japanese, "W+6.5", "白胜6目半"),
        (Preset::Korean, "W+6.5", "白胜6目半"),
        (Preset::Ing, "W+8", "白胜8目"),
        (Preset::Wmsg2008, "W+6.5", "白胜6目半"),
        (Preset::Aga, "W+7.5", "白胜7目半"),
        (Preset::Nz, "W+7", "白胜7目"),
        (Preset::Ancient, "0", "和棋"),
    ] {
        let game = counted(preset).game;
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.to_sgf(), result, "{preset:?}");
        assert_eq!(outcome.to_chinese(game.setup().unit()), chinese, "{preset:?}");
        let count = game.count().unwrap();
        assert_eq!((count.black_points, count.white_points, count.shared_points), (21, 21, 7), "{preset:?}");
        assert_eq!(count.sum_quarters(), count.margin_quarters);
        assert_eq!(
            count.territory.is_some(),
            game.setup().unit() == MarginUnit::Mu && preset.rules(0).counting == rules::Counting::Territory
        );
        assert_eq!(count.groups.is_some(), preset == Preset::Ancient);
        assert_eq!(count.pass_stones.is_some(), preset == Preset::Aga);
    }
}

#[test]
fn black_wins_ties_under_ing() {
    let mut setup = setup(Preset::Ing, 3);
    setup.rules.komi_quarters = 0;
    let mut table = Table::open(setup);
    table.agree(0, &[]);
    table.run("0 B accept\n0 W accept -> White accepts #1; ended B+0 left 3600000/0 3600000/0");
    let outcome = table.game.outcome().unwrap();
    assert_eq!(outcome, rules::Outcome::Counting { margin_quarters: 0, ties: Ties::Black });
    assert_eq!((outcome.winner(), outcome.to_chinese(MarginUnit::Mu)), (Winner::Black, "黑胜0目".to_owned()));
}

/// RULES 3.4: with one dead black stone in dispute, and White the last to pass.
#[test]
fn who_moves_first_after_a_dispute() {
    for (preset, white_asks, black_asks) in [
        // White claims the black stone dead, whoever asks.
        (Preset::Chinese, "White", "White"),
        (Preset::Chinese1988, "White", "White"),
        (Preset::Ing, "White", "White"),
        (Preset::Ancient, "White", "White"),
        // The opponent of the last passer.
        (Preset::Aga, "Black", "Black"),
        (Preset::Nz, "Black", "Black"),
        (Preset::Wmsg2008, "Black", "Black"),
        // The opponent of who asked.
        (Preset::Japanese, "Black", "White"),
        (Preset::Korean, "Black", "White"),
    ] {
        for (side, name, first) in [("W", "White", white_asks), ("B", "Black", black_asks)] {
            let mut table = finished(preset);
            table.agree(0, &["gb"]);
            table.run(&format!("0 {side} resume -> {name} resumes, {first} to move"));
            assert_eq!(preset.rules(0).resumption == Resumption::Claimant, white_asks == "White");
        }
    }
}

#[test]
fn the_first_pass_is_remembered_over_disputes() {
    let mut table = finished(Preset::Wmsg2008);
    // White passes first and plays on; later Black passes, and both agree.
    table.run("0 B aa\n0 W pass\n0 B ab");
    table.agree(0, &["bb", "gb"]);
    table.run("0 B resume\n0 W pass\n0 B pass\n0 B accept\n0 W accept");
    let count = table.game.count().unwrap();
    assert_eq!(count.first_pass_quarters, 2);
    assert_eq!(counted(Preset::Wmsg2008).game.count().unwrap().first_pass_quarters, 0, "Black's was first");
}

#[test]
fn white_makes_the_last_pass_under_aga() {
    // Black, White: White's is the last already.
    let game = counted(Preset::Aga).game;
    assert_eq!(game.count().unwrap().pass_stones, Some(rules::ByColor { black: 1, white: 1 }));
    // White, Black: the server adds White's third.
    let mut table = finished(Preset::Aga);
    table.run("0 B aa");
    table.agree(0, &["bb", "gb"]);
    table.run("0 B accept\n0 W accept");
    assert_eq!(table.game.count().unwrap().pass_stones, Some(rules::ByColor { black: 1, white: 2 }));
    assert_eq!(table.game.ply(), 19, "it is no move of the record");
}

#[test]
fn regions_are_set_aside_and_given_back() {
    let mut table = finished(Preset::Japanese);
    table.agree(0, &["bb", "gb"]);
    let before = table.game.marking_count().unwrap();
    table.run(
        "
        1 B aside da rev=2 -> !StaleRevision
        1 B aside ca       -> !NoTerritory
        1 B aside da       -> !NoTerritory
        1 B back fa        -> !AlreadyMarked
        1 B accept         -> Black accepts #1
        1 W aside fa       -> White sets fa ga fb gb fc gc fd gd fe ge ff gf fg gg aside #2
        2 W aside gg       -> !AlreadyMarked
        ",
    );
    let agreement = table.game.agreement().unwrap();
    assert!(!agreement.accepted.black, "a change clears both");
    assert_eq!((agreement.revision, agreement.marking.neutral.len()), (2, 14));
    let aside = table.game.marking_count().unwrap();
    let parts = aside.territory.unwrap();
    assert_eq!((parts.territory.white, parts.dead.white), (0, 1), "the dead stone stays a prisoner");
    assert_eq!(aside.margin_quarters, before.margin_quarters + 28);
    assert_eq!((aside.black_points, aside.white_points, aside.shared_points), (21, 7, 21));
    table.run("3 W back ff -> White sets fa ga fb gb fc gc fd gd fe ge ff gf fg gg back #3");
    assert_eq!(table.game.marking_count(), Some(before));
    table.run("4 B aside aa\n4 B accept\n4 W accept");
    assert_eq!(table.game.outcome().unwrap().to_sgf(), "W+20.5");
    assert_eq!(table.game.marking().neutral.len(), 14);
    assert!(!table.game.owners().iter().take(2).any(|&owner| owner != Owner::Shared));
}

#[test]
fn a_change_of_the_stones_gives_back_the_regions_it_touches() {
    let mut table = finished(Preset::Korean);
    table.agree(0, &["bb", "gb"]);
    table.run("0 B aside aa\n0 B aside fa");
    assert_eq!(table.game.marking().neutral.len(), 28);
    table.run("0 W unmark gb");
    let neutral = &table.game.marking().neutral;
    let size = table.game.setup().size;
    assert_eq!(neutral.len(), 14, "the other region stays aside");
    assert!(neutral.iter().all(|&p| size.xy(p).0 < 2));
    table.run("0 W mark gb");
    assert_eq!(table.game.marking().neutral.len(), 14, "and what was given back stays so");
}

#[test]
fn nothing_is_set_aside_where_area_is_counted() {
    let mut table = finished(Preset::Chinese);
    table.agree(0, &["bb", "gb"]);
    table.run("0 B aside aa -> !NoTerritory\n0 B back aa -> !NoTerritory");
}

#[test]
fn the_marking_is_set_aside_only_so_often() {
    let mut table = finished(Preset::Japanese);
    table.agree(0, &["bb", "gb"]);
    for _ in 0..rules::MARKS / 2 {
        table.run("0 B aside aa\n0 B back aa");
    }
    table.run("0 B aside aa -> !TooOften\n0 B unmark gb -> !TooOften\n0 W aside aa");
}

#[test]
fn an_ancient_game_begins_with_four_stones_and_white() {
    let mut table = Table::open(setup(Preset::Ancient, 19));
    let at = |text: &str| rules::Point::from_sgf(Size::STANDARD, text).unwrap();
    for (point, color) in
        [("dd", Color::Black), ("pp", Color::Black), ("pd", Color::White), ("dp", Color::White)]
    {
        assert_eq!(table.game.board().get(at(point)), Some(color));
    }
    table.run("0 B jj -> !NotYourTurn\n0 W dd -> !Occupied\n0 W jj\n0 B cc");
    assert_eq!(table.game.ply(), 2);
    let small = Table::open(setup(Preset::Ancient, 9));
    assert_eq!(rows(small.game.board())[2], "..X...O..");
    assert_eq!(rows(small.game.board())[6], "..O...X..");
}

#[test]
fn black_moves_first_when_he_is_the_weaker() {
    let mut setup = setup(Preset::Ancient, 13);
    setup.rules.first = Color::Black;
    assert!(setup.is_standard(), "饶子棋");
    Table::open(setup).run("0 W gg -> !NotYourTurn\n0 B gg\n0 W gh");
}

#[test]
fn corner_stones_need_corners_and_no_handicap() {
    assert_eq!(setup(Preset::Ancient, 6).check(), Err(BadSetup::CornerStones));
    let with_stones = Setup { handicap: 2, placement: Placement::Free, ..setup(Preset::Ancient, 19) };
    assert_eq!(with_stones.check(), Err(BadSetup::CornerStones));
    assert_eq!(handicap::corner_stones(Size::square(5).unwrap()), None);
    for side in 7..=25 {
        let stones = handicap::corner_stones(Size::square(side).unwrap()).unwrap();
        let own = stones.iter().filter(|(_, color)| *color == Color::Black).count();
        assert_eq!(own, 2);
    }
}

#[test]
fn suicide_is_allowed_where_it_is() {
    for preset in Preset::ALL {
        let mut setup = setup(preset, 7);
        (setup.rules.first, setup.rules.start) = (Color::Black, Start::Empty);
        let mut table = Table::open(setup);
        table.run("0 B ba\n0 W gg\n0 B ab\n0 W fg\n0 B gf");
        // A single stone's suicide repeats the position; under situational superko it is another turn.
        let wanted = match (preset.rules(0).suicide, preset.rules(0).ko) {
            (false, _) => "0 W aa -> !Suicide",
            (true, KoRule::Situational) => "0 W aa -> aa left 3600000/0",
            (true, _) => "0 W aa -> !Ko { repeats: 5 }",
        };
        table.run(wanted);
    }
}

#[test]
fn stones_that_die_of_their_own_play_are_named_and_the_others_prisoners() {
    let mut table = Table::open(setup(Preset::Ing, 7));
    table.run("0 B ca\n0 W aa\n0 B bb\n0 W gg\n0 B ab");
    assert!(table.game.own_removed().is_empty());
    table.run("0 W ba -> ba left 3600000/0");
    let size = table.game.setup().size;
    let gone: Vec<_> = table.game.own_removed().iter().map(|p| p.to_sgf(size)).collect();
    assert_eq!(gone, ["aa", "ba"]);
    assert_eq!((table.game.prisoners().black, table.game.board().stones(Color::White)), (2, 1));
    table.run("0 B pass");
    assert!(table.game.own_removed().is_empty());
}

#[test]
fn standard_rules_are_told_from_changed_ones() {
    for preset in Preset::ALL {
        let standard = setup(preset, 19);
        assert!(standard.is_standard() && standard.is_standard_but_komi());
        let mut komi = standard.clone();
        komi.rules.komi_quarters += 1;
        assert!(!komi.is_standard() && komi.is_standard_but_komi());
        let mut changed = standard.clone();
        changed.rules.suicide ^= true;
        assert!(!changed.is_standard() && !changed.is_standard_but_komi());
        let mut warned = standard;
        warned.rules.warning_quarters = 41;
        assert_eq!(warned.check(), Err(BadSetup::Warning));
        warned.rules.warning_quarters = -1;
        assert_eq!(warned.check(), Err(BadSetup::Warning));
    }
}

/// A game goes through every phase under every preset, and its journal is the game.
#[test]
fn every_preset_opens_and_replays() {
    for preset in Preset::ALL {
        for stones in [0, 3] {
            let rules = preset.rules(stones);
            let setup = Setup { preset, rules, handicap: stones, ..even(9) };
            if preset == Preset::Ancient && stones > 0 {
                continue;
            }
            let mut table = Table::open(setup);
            let first = if stones > 0 || preset == Preset::Ancient { Color::White } else { Color::Black };
            assert_eq!(table.game.to_move(), Some(first), "{preset:?}");
            table.agree(5, &[]);
            let opened =
                table.journal.iter().any(|(_, event)| matches!(event, GameEvent::AgreementOpened { .. }));
            assert!(opened && table.game.phase() == Phase::Agreement);
            table.run("9 B accept\n9 W accept");
            assert_eq!(
                table.game.times().black.main_ms,
                3_600_000 - if first == Color::Black { 5 } else { 0 }
            );
            assert_eq!(table.game.deadline(), None::<RoomMs>);
        }
    }
}
