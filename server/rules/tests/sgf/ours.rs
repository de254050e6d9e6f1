//! Records of our own games: read back, they are the same game.

use proptest::prelude::*;
use rules::sgf::{self, Check, GameInfo, Overtime};
use rules::{
    Action, ByColor, ClockSetup, Color, ENVELOPE_BYTES, Envelope, Game, Opened, Outcome, Phase, Placement,
    Preset, RoomMs, Ruling, Setup, Size, Start, Verdict,
};

fn setup(side: u8, handicap: u8, placement: Placement) -> Setup {
    under(Preset::Chinese, side, handicap, placement)
}

fn under(preset: Preset, side: u8, handicap: u8, placement: Placement) -> Setup {
    Setup {
        size: Size::square(side).unwrap(),
        preset,
        rules: preset.rules(handicap),
        handicap,
        placement,
        clock: ClockSetup::Byoyomi { main_ms: 10_000, periods: 3, period_ms: 30_500, last_passes: false },
        white_clock: None,
        first_move_ms: None,
        nigiri: None,
        pauses: rules::Pauses::default(),
        appointment: None,
        delay: None,
        wall_ms: None,
    }
}

/// Moves every `step_ms`, with the two sides' commands put through.
struct Table {
    game: Game,
    now: RoomMs,
    step_ms: u64,
}

impl Table {
    fn open(setup: Setup, step_ms: u64) -> Self {
        Self { game: Game::open(setup).unwrap().0, now: RoomMs(0), step_ms }
    }

    /// Whether it was done.
    fn act(&mut self, color: Color, action: Action) -> bool {
        let now = RoomMs(self.now.0 + self.step_ms);
        let Ok(events) = self.game.decide(color, &action, now) else { return false };
        self.now = now;
        events.iter().for_each(|event| self.game.evolve(now, event));
        true
    }

    fn play(&mut self, index: usize) -> bool {
        let points = usize::from(self.game.setup().size.points());
        let point = self.game.setup().size.all().nth(index % points).unwrap();
        let color = self.game.to_move().unwrap();
        self.act(color, Action::Play { ply: self.game.ply(), point })
    }

    fn pass(&mut self) -> bool {
        let color = self.game.to_move().unwrap();
        self.act(color, Action::Pass { ply: self.game.ply() })
    }

    /// Two passes, and both agree to the proposed marking.
    fn count(&mut self) {
        while self.game.phase() == Phase::Play {
            assert!(self.pass());
        }
        let revision = self.game.agreement().unwrap().revision;
        for color in Color::BOTH {
            assert!(self.act(color, Action::Accept { revision }));
        }
        assert_eq!(self.game.phase(), Phase::Over);
    }
}

fn info() -> GameInfo {
    let two = |black: &str, white: &str| ByColor { black: black.to_owned(), white: white.to_owned() };
    GameInfo {
        names: two("柯洁", "a]b\\c"),
        ranks: two("9段", ""),
        date: "2026-05-01".into(),
        place: "Tianyuan".into(),
        ..GameInfo::default()
    }
}

fn read_back(game: &Game) -> (String, Check) {
    let text = sgf::from_game(game, &info());
    let trees = sgf::read(text.as_bytes()).unwrap();
    assert_eq!(sgf::write(&trees), text, "not byte for byte the same");
    let rules = game.setup().rules;
    (text, sgf::check_under(&trees[0], rules.ko, rules.suicide).unwrap())
}

#[test]
fn a_counted_game() {
    let mut table = Table::open(setup(5, 0, Placement::Fixed), 2_250);
    for (x, y) in [(2, 0), (3, 0), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3), (3, 3), (2, 4), (3, 4)] {
        assert!(table.play(y * 5 + x));
    }
    table.count();
    let (text, check) = read_back(&table.game);
    let expected = "(;GM[1]FF[4]CA[UTF-8]SZ[5]DT[2026-05-01]PC[Tianyuan]PB[柯洁]BR[9段]PW[a\\]b\\\\c]RU[Chinese]\
        KM[7.5]TM[10]OT[3x30.5 byo-yomi]RE[W+2.5]AP[Tianyuan:VERSION]\n\
        ;B[ca]BL[7.75];W[da]WL[7.75];B[cb]BL[5.5];W[db]WL[5.5];B[cc]BL[3.25];W[dc]WL[3.25]\n\
        ;B[cd]BL[1];W[dd]WL[1];B[ce]BL[30.5]OB[3];W[de]WL[30.5]OW[3];B[]BL[30.5]OB[3]\n\
        ;W[]WL[30.5]OW[3]TB[aa][ba][ab][bb][ac][bc][ad][bd][ae][be]TW[ea][eb][ec][ed][ee])\n";
    assert_eq!(text, expected.replace("VERSION", env!("CARGO_PKG_VERSION")));
    assert_eq!(check.record.result.unwrap().raw, "W+2.5");
    let overtime = Overtime::Byoyomi { periods: 3, period_ms: 30_500 };
    assert_eq!((check.record.main_ms, check.record.overtime), (Some(10_000), Some(overtime)));
}

#[test]
fn games_that_were_not_counted() {
    let mut table = Table::open(setup(9, 0, Placement::Fixed), 1000);
    assert_eq!(read_back(&table.game).1.record.result, None);
    assert!(table.play(40));
    assert!(table.act(Color::White, Action::Resign));
    let (text, check) = read_back(&table.game);
    assert!(text.contains("RE[B+R]") && !text.contains("TB["), "{text}");
    assert_eq!(check.moves, 1);
    assert_eq!(check.area, None);

    let mut setup = setup(9, 0, Placement::Fixed);
    setup.clock = ClockSetup::Absolute { main_ms: 90_000 };
    let mut table = Table::open(setup, 1000);
    let now = RoomMs(90_000);
    table.game.expire(now).iter().for_each(|event| table.game.evolve(now, event));
    assert_eq!(table.game.outcome(), Some(Outcome::Time { winner: Color::White }));
    assert!(read_back(&table.game).0.contains("TM[90]RE[W+T]"));
}

/// A lost turn is an empty move, which is all that the format has for it; what was taken back is not there.
#[test]
fn lost_turns_and_moves_that_were_taken_back() {
    let mut table = Table::open(setup(9, 0, Placement::Fixed), 1000);
    assert!(table.play(40) && table.play(41) && table.play(42));
    let now = table.now;
    let rule = |game: &mut Game, now: RoomMs, ruling| {
        game.decide_ruling(&ruling, now).unwrap().iter().for_each(|event| game.evolve(now, event));
    };
    rule(&mut table.game, now, Ruling::StepBack { moves: 2 });
    rule(&mut table.game, now, Ruling::Adjourn { until: None });
    let envelope = Envelope([0; ENVELOPE_BYTES]);
    assert!(table.act(Color::Black, Action::Seal { ply: table.game.ply(), envelope }));
    let now = table.now;
    rule(&mut table.game, now, Ruling::Continue);
    let occupied = Opened::Stone(table.game.moves()[0].point.unwrap());
    table.game.reveal(occupied, now).iter().for_each(|event| table.game.evolve(now, event));
    rule(&mut table.game, now, Ruling::Result(Verdict::Black));
    let (text, check) = read_back(&table.game);
    assert!(text.contains(";B[ee]BL[9];W[fe]WL[9];B[]BL[7])"), "{text}");
    assert!(text.contains("RE[B+]"), "{text}");
    assert_eq!(check.moves, 3);
}

#[test]
fn every_clock_is_written_in_the_words_of_other_programs() {
    let (main_ms, move_ms, stint_ms) = (5000, 90_000, 60_000);
    let correspondence =
        ClockSetup::Correspondence { move_ms: 86_400_000, weekend_stop: true, vacation_days: 7 };
    let canadian = ClockSetup::Canadian { main_ms, moves: 2, stint_ms, carry_over: false };
    let cases = [
        (ClockSetup::Absolute { main_ms }, "TM[5]RE", ["BL[4]", "WL[4]", "BL[3]"]),
        (
            ClockSetup::Fischer { main_ms, increment_ms: 2500, cap_ms: None },
            "TM[5]OT[2.5 fischer]",
            ["BL[6.5]", "WL[6.5]", "BL[8]"],
        ),
        (canadian, "TM[5]OT[2/60 Canadian]", ["BL[4]", "WL[4]", "BL[3]"]),
        (ClockSetup::Simple { move_ms }, "TM[0]OT[90 simple]", [""; 3]),
        (correspondence, "TM[0]OT[86400 simple]", [""; 3]),
        (ClockSetup::Unlimited, "OT[no time limit]", [""; 3]),
    ];
    for (clock, header, left) in cases {
        let mut setup = setup(9, 0, Placement::Fixed);
        setup.clock = clock;
        let mut table = Table::open(setup, 1000);
        [0, 1, 2].into_iter().for_each(|index| assert!(table.play(index)));
        assert!(table.act(Color::White, Action::Resign));
        let text = read_back(&table.game).0;
        let [a, b, c] = left;
        assert!(text.contains(header), "{text}");
        assert!(text.contains(&format!("\n;B[aa]{a};W[ba]{b};B[ca]{c})")), "{text}");
    }
}

#[test]
fn a_stint_is_written_with_its_moves_and_two_clocks_in_words() {
    let mut setup = setup(9, 0, Placement::Fixed);
    setup.clock = ClockSetup::Canadian { main_ms: 500, moves: 3, stint_ms: 60_000, carry_over: true };
    setup.white_clock = Some(ClockSetup::Unlimited);
    let mut table = Table::open(setup, 1000);
    [0, 1, 2].into_iter().for_each(|index| assert!(table.play(index)));
    let text = read_back(&table.game).0;
    assert!(
        text.contains("OT[Black 0.5 + 3/60 Canadian, White no time limit]") && !text.contains("TM["),
        "{text}"
    );
    assert!(text.contains(";B[aa]BL[59.5]OB[2];W[ba];B[ca]BL[58.5]OB[1])"), "{text}");
}

#[test]
fn handicap_stones_are_set_up() {
    let mut free = Table::open(setup(9, 3, Placement::Free), 1000);
    [0, 40, 80, 4].into_iter().for_each(|index| assert!(free.play(index)));
    let (text, check) = read_back(&free.game);
    assert!(text.contains("HA[3]AB[aa][ee][ii]PL[W]") && text.contains("\n;W[ea]"), "{text}");
    assert_eq!((check.record.handicap, check.record.setup().len(), check.moves), (3, 3, 1));
    assert!(check.out_of_turn.is_empty());

    let fixed = Table::open(setup(19, 4, Placement::Fixed), 1000);
    let (text, check) = read_back(&fixed.game);
    assert!(text.contains("KM[0]") && text.contains("HA[4]AB[dd][pd][dp][pp]PL[W]"), "{text}");
    assert_eq!(check.record.handicap, 4);
}

#[test]
fn every_preset_has_its_name() {
    for (preset, name) in [
        (Preset::Chinese, "Chinese"),
        (Preset::Chinese1988, "Chinese 1988"),
        (Preset::Japanese, "Japanese"),
        (Preset::Korean, "Korean"),
        (Preset::Ing, "GOE"),
        (Preset::Wmsg2008, "WMSG 2008"),
        (Preset::Aga, "AGA"),
        (Preset::Nz, "NZ"),
        (Preset::Ancient, "Ancient Chinese"),
    ] {
        let mut setup = under(preset, 9, 0, Placement::Fixed);
        let (text, check) = read_back(&Table::open(setup.clone(), 1).game);
        assert!(text.contains(&format!("RU[{name}]")), "{text}");
        assert_eq!(check.record.preset(), Some(preset));
        setup.rules.komi_quarters = 0;
        assert_eq!(read_back(&Table::open(setup.clone(), 1).game).1.record.preset(), Some(preset));
        setup.rules.suicide ^= true;
        let (text, check) = read_back(&Table::open(setup, 1).game);
        assert!(text.contains(&format!("RU[{name} (modified)]")), "{text}");
        assert_eq!(check.record.preset(), None);
    }
}

#[test]
fn stones_of_the_start_are_set_up_in_both_colours() {
    let mut ancient = Table::open(under(Preset::Ancient, 19, 0, Placement::Fixed), 1000);
    assert!(ancient.play(180));
    let (text, check) = read_back(&ancient.game);
    assert!(text.contains("AB[dd][pp]AW[pd][dp]PL[W]") && text.contains("\n;W[jj]"), "{text}");
    assert!(check.out_of_turn.is_empty() && check.illegal.is_empty());
    let mut weaker = under(Preset::Ancient, 19, 0, Placement::Fixed);
    weaker.rules.first = Color::Black;
    assert!(read_back(&Table::open(weaker, 1).game).0.contains("PL[B]"));
}

#[test]
fn territory_is_marked_as_it_was_counted() {
    let mut table = Table::open(under(Preset::Japanese, 5, 0, Placement::Fixed), 1000);
    for (x, y) in [(1, 0), (3, 0), (1, 1), (3, 1), (1, 2), (3, 2), (1, 3), (3, 3), (1, 4), (3, 4)] {
        assert!(table.play(y * 5 + x));
    }
    while table.game.phase() == Phase::Play {
        assert!(table.pass());
    }
    // White's column is set aside: nobody's, though only White surrounds it.
    let revision = table.game.agreement().unwrap().revision;
    let point = table.game.setup().size.at(4, 0).unwrap();
    assert!(table.act(Color::Black, Action::Neutral { revision, point, neutral: true }));
    let revision = revision + 1;
    for color in Color::BOTH {
        assert!(table.act(color, Action::Accept { revision }));
    }
    let (text, _) = read_back(&table.game);
    assert!(text.contains("TB[aa][ab][ac][ad][ae]NEUTRAL[") && !text.contains("TW["), "{text}");
    assert!(text.contains("RE[W+1.5]"), "{text}");
    assert!(text.contains("NEUTRAL[ea][eb][ec][ed][ee]"), "{text}");
    let record = sgf::Record::of(&sgf::read(text.as_bytes()).unwrap()[0]).unwrap();
    assert_eq!(record.neutral, table.game.marking().neutral, "so that it counts to its result again");
}

proptest! {
    // Few cases: the proposed marking is most of the time.
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Any game of ours is read back as the same game: moves, captures, board, count and result.
    #[test]
    fn any_game_survives(
        side in 3_u8..=7,
        handicap in prop_oneof![Just(0_u8), Just(2)],
        preset in prop::sample::select(Preset::ALL.to_vec()),
        plays in prop::collection::vec(any::<u16>(), 0..150),
        counted in any::<bool>(),
    ) {
        let handicap = if side < 4 { 0 } else { handicap };
        let mut setup = under(preset, side, handicap, Placement::Free);
        setup.rules.komi_quarters = setup.rules.komi_quarters.min(2 * i16::from(side));
        if side < 7 || handicap > 0 {
            setup.rules.start = Start::Empty;
        }
        let mut table = Table::open(setup, 700);
        for &index in &plays {
            if table.game.phase() == Phase::Repetition {
                table.act(Color::Black, Action::Answer { ply: table.game.ply(), accept: false });
            }
            if table.game.phase() != Phase::Over {
                table.play(usize::from(index));
            }
        }
        if counted && table.game.phase() == Phase::Play {
            table.count();
        }
        let game = &table.game;
        let (_, check) = read_back(game);
        let moves: Vec<_> = game.moves().iter().filter(|m| !m.placed).map(|m| (m.color, m.point)).collect();
        prop_assert_eq!(check.record.moves().collect::<Vec<_>>(), moves);
        prop_assert_eq!(&check.board, game.board());
        if !game.setup().rules.suicide {
            prop_assert_eq!(check.captures, game.prisoners());
        }
        prop_assert_eq!(check.record.preset(), game.setup().is_standard_but_komi().then_some(preset));
        prop_assert!(check.illegal.is_empty() && check.out_of_turn.is_empty());
        prop_assert_eq!(check.record.komi_quarters, Some(game.setup().rules.komi_quarters));
        prop_assert_eq!(check.record.players.white.name.as_deref(), Some("a]b\\c"));
        let raw = check.record.result.map(|result| result.raw);
        prop_assert_eq!(raw, game.outcome().map(|outcome| outcome.to_sgf()));
        if let Some(count) = game.count() {
            let Some(area) = check.area else {
                // Nothing but living stones and shared points.
                prop_assert!(game.dead().is_empty());
                return Ok(());
            };
            prop_assert_eq!(&check.dead, game.dead());
            if count.territory.is_none() {
                let points = (count.black_points, count.white_points, count.shared_points);
                prop_assert_eq!((area.black, area.white, area.shared), points);
            } else {
                // The marks are the territory itself, point by point.
                let marks = check.record.territory.map(|marks| marks.len() as u16);
                prop_assert_eq!(marks, count.territory.unwrap().territory);
            }
        }
    }
}
