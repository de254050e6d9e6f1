//! The nine presets: their axes against the table of the rule book, and what each part of a count
//! is worth under them.

use rules::{
    Board, ByColor, Color, Count, Counting, HandicapBack, KoRule, MarginUnit, Marking, PassRule, Position,
    Preset, Repetition, Resumption, RuleSet, Size, Start, Tally, Ties,
};

/// RULES 4, row by row: counting, ko, repetition, suicide, komi in 目, back, ties.
#[test]
fn the_table_of_presets() {
    use HandicapBack as Back;
    let forbid = Repetition::Forbid;
    let table = [
        (Preset::Chinese, Counting::Area, KoRule::Positional, forbid, false, 7.5, Back::N, Ties::Draw),
        (Preset::Chinese1988, Counting::Area, KoRule::Positional, forbid, false, 5.5, Back::N, Ties::Draw),
        (
            Preset::Japanese,
            Counting::Territory,
            KoRule::Simple,
            Repetition::NoResult,
            false,
            6.5,
            Back::None,
            Ties::Draw,
        ),
        (
            Preset::Korean,
            Counting::Territory,
            KoRule::Simple,
            Repetition::NoResult,
            false,
            6.5,
            Back::None,
            Ties::Draw,
        ),
        (Preset::Ing, Counting::Area, KoRule::Positional, forbid, true, 8.0, Back::N, Ties::Black),
        (Preset::Wmsg2008, Counting::Area, KoRule::Positional, forbid, false, 6.5, Back::N, Ties::Draw),
        (Preset::Aga, Counting::Area, KoRule::Situational, forbid, false, 7.5, Back::NMinusOne, Ties::Draw),
        (Preset::Nz, Counting::Area, KoRule::Situational, forbid, true, 7.0, Back::None, Ties::Draw),
        (Preset::Ancient, Counting::Area, KoRule::Positional, forbid, false, 0.0, Back::None, Ties::Draw),
    ];
    assert_eq!(table.map(|row| row.0), Preset::ALL);
    for (preset, counting, ko, repetition, suicide, komi, back, ties) in table {
        let rules = preset.rules(0);
        let found = (rules.counting, rules.ko, rules.repetition, rules.suicide, rules.handicap_back);
        assert_eq!(found, (counting, ko, repetition, suicide, back), "{preset:?}");
        assert_eq!((f64::from(rules.komi_quarters) / 2.0, rules.ties), (komi, ties), "{preset:?}");
        let ancient = preset == Preset::Ancient;
        assert_eq!(rules.group_tax, ancient);
        assert_eq!(rules.start == Start::CornerStones, ancient);
        assert_eq!(rules.first == Color::White, ancient);
        // With handicap there is no komi, but for half a point under the American rules.
        let handicap = if preset == Preset::Aga { 1 } else { 0 };
        assert_eq!(preset.rules(2), RuleSet { komi_quarters: handicap, ..rules });
        assert_eq!(preset.rules(1), rules, "one stone is the first move");
    }
}

#[test]
fn passes_disputes_and_warnings_by_preset() {
    for preset in Preset::ALL {
        let rules = preset.rules(0);
        let (passes, resumption) = match preset {
            Preset::Aga => (PassRule::Stones, Resumption::LastPasser),
            Preset::Wmsg2008 => (PassRule::FirstPass, Resumption::LastPasser),
            Preset::Nz => (PassRule::Plain, Resumption::LastPasser),
            Preset::Japanese | Preset::Korean => (PassRule::Plain, Resumption::Asker),
            Preset::Chinese | Preset::Chinese1988 | Preset::Ing | Preset::Ancient => {
                (PassRule::Plain, Resumption::Claimant)
            }
        };
        assert_eq!((rules.passes, rules.resumption), (passes, resumption), "{preset:?}");
        assert_eq!(rules.warning_quarters, if preset == Preset::Chinese { 4 } else { 0 }, "{preset:?}");
    }
}

#[test]
fn names_are_stored_sent_and_read_the_same() {
    for preset in Preset::ALL {
        let stored = serde_json::to_value(preset).unwrap();
        assert_eq!(stored, preset.name());
        assert_eq!(Preset::named(preset.name()), Some(preset));
        assert_eq!(Preset::from_sgf(preset.to_sgf()), Some(preset));
        assert_eq!(serde_json::from_value::<Preset>(stored).unwrap(), preset);
        let rules = preset.rules(3);
        let text = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<RuleSet>(&text).unwrap(), rules, "{text}");
    }
    assert_eq!(Preset::named("Chinese"), None);
    for (text, preset) in [
        (" JAPANESE ", Some(Preset::Japanese)),
        ("NZ", Some(Preset::Nz)),
        ("GOE", Some(Preset::Ing)),
        ("中国规则", Some(Preset::Chinese)),
        ("Chinese, but not quite", None),
        ("Chinese (modified)", None),
        ("TT--", None),
        ("", None),
    ] {
        assert_eq!(Preset::from_sgf(text), preset, "{text}");
    }
}

/// A rule set of the first release, which had four axes, is the Chinese one.
#[test]
fn axes_that_are_not_written_are_the_chinese_ones() {
    let old = r#"{"ko":"positional","suicide":false,"komi_quarters":15,"handicap_back":"n"}"#;
    assert_eq!(serde_json::from_str::<RuleSet>(old).unwrap(), Preset::Chinese.rules(0));
    assert_eq!(serde_json::to_string(&Preset::Chinese.rules(0)).unwrap(), old);
}

/// Black has the first `black` points of a 19×19 board, White the rest but `shared` of them.
fn board(black: u16, shared: u16) -> Board {
    let size = Size::STANDARD;
    let stones = size.all().filter_map(|p| match p.index() as u16 {
        i if i < black => Some((p, Color::Black)),
        i if i < black + shared => None,
        _ => Some((p, Color::White)),
    });
    Board::of(size, stones)
}

fn margin(preset: Preset, black: u16, tally: &Tally) -> i32 {
    let rules = preset.rules(tally.handicap);
    let count = Count::of(&board(black, 0), &Marking::default(), &rules, tally);
    assert_eq!(count.sum_quarters(), count.margin_quarters);
    count.margin_quarters
}

/// The first number of Black's 子 that wins an even game, and by how many half-目.
#[test]
fn what_black_needs() {
    let even = Tally::default();
    for (preset, wins, by) in [
        (Preset::Chinese, 185, 3),
        (Preset::Chinese1988, 184, 3),
        (Preset::Ing, 185, 2),
        (Preset::Wmsg2008, 184, 1),
        (Preset::Aga, 185, 3),
        (Preset::Nz, 185, 4),
    ] {
        assert_eq!(margin(preset, wins, &even), by, "{preset:?}");
        assert!(margin(preset, wins - 1, &even) <= 0, "{preset:?}");
    }
    assert_eq!(margin(Preset::Nz, 184, &even), 0, "komi 7 of 361 points can tie");
}

#[test]
fn what_handicap_gives_back() {
    for (preset, back_mu, komi_mu) in [
        (Preset::Chinese, 4.0, 0.0),
        (Preset::Chinese1988, 4.0, 0.0),
        (Preset::Japanese, 0.0, 0.0),
        (Preset::Ing, 4.0, 0.0),
        (Preset::Wmsg2008, 4.0, 0.0),
        (Preset::Aga, 3.0, 0.5),
        (Preset::Nz, 0.0, 0.0),
    ] {
        let tally = Tally { handicap: 4, ..Tally::default() };
        let count = Count::of(&board(200, 1), &Marking::default(), &preset.rules(4), &tally);
        let mu = |quarters: i16| f64::from(quarters) / 2.0;
        assert_eq!((mu(count.back_quarters), mu(count.komi_quarters)), (back_mu, komi_mu), "{preset:?}");
        let expected = count.board_quarters() - ((back_mu + komi_mu) * 2.0) as i32;
        assert_eq!(count.margin_quarters, expected, "{preset:?}");
    }
}

#[test]
fn the_first_pass_of_a_game_costs_black_a_point_if_it_was_whites() {
    for (first_pass, margin_quarters) in [(None, 1), (Some(Color::Black), 1), (Some(Color::White), -1)] {
        let tally = Tally { first_pass, ..Tally::default() };
        assert_eq!(margin(Preset::Wmsg2008, 184, &tally), margin_quarters, "{first_pass:?}");
        assert_eq!(margin(Preset::Chinese, 185, &tally), 3, "no other rules ask");
    }
}

#[test]
fn a_warning_costs_one_zi() {
    let warned = |black, white| Tally { warnings: ByColor { black, white }, ..Tally::default() };
    assert_eq!(margin(Preset::Chinese, 185, &warned(1, 0)), 3 - 4);
    assert_eq!(margin(Preset::Chinese, 184, &warned(0, 1)), -1 + 4);
    assert_eq!(margin(Preset::Chinese, 185, &warned(1, 1)), 3);
    assert_eq!(
        margin(Preset::Chinese1988, 185, &warned(1, 0)),
        margin(Preset::Chinese1988, 185, &warned(0, 0))
    );
}

/// 还棋头: the difference in living groups moves that many 子 each way.
#[test]
fn each_living_group_costs_one_zi() {
    let board: Board = ".XO.O.X
                        XXOOOXX
                        OOO.OOO
                        ...O...
                        OOOOOOO
                        XXXXXXX
                        .X...X."
        .parse()
        .unwrap();
    let rules = Preset::Ancient.rules(0);
    let count = Count::of(&board, &Marking::default(), &rules, &Tally::default());
    // Three black groups, one white; the white ones meet around regions of their own.
    assert_eq!(count.groups, Some(ByColor { black: 3, white: 1 }));
    assert_eq!(count.tax_quarters(), 8);
    assert_eq!((count.komi_quarters, count.margin_quarters), (0, count.board_quarters() - 8));
    let corner = board.group(board.size().at(0, 1).unwrap());
    let dead = Count::of(&board, &Marking::of_dead(corner), &rules, &Tally::default());
    assert_eq!(dead.groups, Some(ByColor { black: 2, white: 1 }));
    let plain = Count::of(&board, &Marking::default(), &Preset::Chinese.rules(0), &Tally::default());
    assert_eq!((plain.groups, plain.board_quarters()), (None, count.board_quarters()));
}

/// AGA: with the stones that passes hand over, and White's last, territory and area agree.
#[test]
fn pass_stones_make_territory_equal_area() {
    for black_passes_last in [false, true] {
        let size = Size::square(5).unwrap();
        let mut position = Position::new(size, KoRule::Situational, false);
        let mut tally = Tally::default();
        let mut turn = Color::Black;
        let points: Vec<_> = [
            (2, 0),
            (3, 0),
            (2, 1),
            (3, 1),
            (2, 2),
            (3, 2),
            (2, 3),
            (3, 3),
            (2, 4),
            (3, 4),
            (0, 0),
            (4, 0),
            (1, 0),
        ]
        .map(|(x, y)| size.at(x, y).unwrap())
        .to_vec();
        let plays = if black_passes_last { points.len() - 1 } else { points.len() };
        for &point in &points[..plays] {
            let taken = position.play(turn, point).unwrap();
            *tally.prisoners.get_mut(turn) += taken.len() as u32;
            turn = turn.opponent();
        }
        for _ in 0..2 {
            *tally.passes.get_mut(turn) += 1;
            tally.first_pass.get_or_insert(turn);
            tally.last_pass = Some(turn);
            turn = turn.opponent();
        }
        let rules = Preset::Aga.rules(0);
        let count = Count::of(position.board(), &Marking::default(), &rules, &tally);
        let stones = count.pass_stones.unwrap();
        let black_last = tally.last_pass == Some(Color::Black);
        assert_eq!(stones.white, tally.passes.white + u32::from(black_last));
        let prisoners = ByColor {
            black: tally.prisoners.black + stones.white,
            white: tally.prisoners.white + stones.black,
        };
        let territory = RuleSet { counting: Counting::Territory, ..rules };
        let by_territory =
            Count::of(position.board(), &Marking::default(), &territory, &Tally { prisoners, ..tally });
        assert_eq!(by_territory.margin_quarters, count.margin_quarters, "{black_passes_last}");
    }
}

#[test]
fn margins_are_told_in_the_unit_of_the_rules() {
    let zi = [Preset::Chinese, Preset::Chinese1988, Preset::Ancient];
    for preset in Preset::ALL {
        let unit = if zi.contains(&preset) { MarginUnit::Zi } else { MarginUnit::Mu };
        assert_eq!(preset.unit(), unit);
    }
    for (quarters, zi, mu) in
        [(3, "¾子", "1目半"), (1, "¼子", "半目"), (13, "3¼子", "6目半"), (4, "1子", "2目"), (0, "0子", "0目")]
    {
        assert_eq!((MarginUnit::Zi.text(quarters), MarginUnit::Mu.text(quarters)), (zi.into(), mu.into()));
    }
}
