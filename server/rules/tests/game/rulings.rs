//! What a referee rules (RULES 7): clocks, readings, warnings, stones, results.

use rules::{
    ADDED_MAX_MS, CAP_MAX_MS, ClockSetup, MarginUnit, Outcome, PEOPLE_MOST, Phase, Preset, RoomMs, Setup,
    TimeLeft, Verdict, WARNINGS, Winner,
};

use crate::pauses::systems;
use crate::requests::opened;
use crate::table::{Table, byoyomi, check, even};
use crate::tell::left;
use crate::words;

#[test]
fn a_clock_is_set_in_every_system_and_only_to_what_it_can_show() {
    let most = |extra| format!("{}/0", CAP_MAX_MS + extra);
    let [absolute, periods, fischer, stints, simple, days, none] = systems();
    let main_only = || vec!["1/0".to_owned(), most(0)];
    let never = || vec!["0/0".to_owned(), "1/1".to_owned(), "1/1:1".to_owned(), most(1)];
    for (clock, good, bad) in [
        (absolute, main_only(), never()),
        (fischer, main_only(), never()),
        (simple, main_only(), never()),
        (
            days,
            vec!["1/0".to_owned(), format!("{}/0", u64::MAX / 4)],
            vec![format!("{}/0", u64::MAX / 4 + 1)],
        ),
        (
            periods,
            ["0/1", "1/0", "0/100", "5000/3"].map(str::to_owned).to_vec(),
            ["0/0", "0/101", "1/1:1"].map(str::to_owned).to_vec(),
        ),
        (
            stints,
            ["0/1:1", "5000/60000:5", "0/172800000:5"].map(str::to_owned).to_vec(),
            ["0/0:1", "0/1:6", "1/0", "1/1", "0/172800001:5"].map(str::to_owned).to_vec(),
        ),
        (none, vec![], vec!["0/0".to_owned(), "1/0".to_owned()]),
    ] {
        for text in good {
            let mut table = opened(Setup { clock, ..even(9) });
            table.run(&format!(
                "0 R clock B {text} -> Black has {text}\n0 R clock W {text} -> White has {text}"
            ));
            assert_eq!([table.game.times().black, table.game.times().white].map(left), [text.clone(), text]);
        }
        for text in bad {
            opened(Setup { clock, ..even(9) }).run(&format!("0 R clock B {text} -> !BadClock"));
        }
    }
    // A stint that carries nothing over is never longer than one.
    let short = ClockSetup::Canadian { main_ms: 0, moves: 5, stint_ms: 60_000, carry_over: false };
    opened(Setup { clock: short, ..even(9) })
        .run("0 R clock B 0/60001:5 -> !BadClock\n0 R clock B 0/60000:5");
    assert!(!ClockSetup::Unlimited.can_show(TimeLeft::default()));
}

#[test]
fn somebody_is_muted_once_and_given_the_word_back_once() {
    let mut table = opened(even(9));
    table.run(
        "0 R unmute 7f Zhang -> !AlreadyMarked
        0 R mute 7f Zhang -> Zhang (7f) is muted
        1 R mute 7f Zhang -> !AlreadyMarked
        2 R mute 80 Li -> Li (80) is muted
        3 B ff
        4 R unmute 7f Zhang -> Zhang (7f) is not muted
        5 R pause
        6 R mute 7f Zhang -> Zhang (7f) is muted
        7 R unmute 80 Li",
    );
    let names: Vec<_> = table.game.muted().iter().map(|muted| &*muted.name).collect();
    assert_eq!(names, ["Zhang"]);
    for n in 1..PEOPLE_MOST {
        table.run(&format!("8 R mute {n} somebody"));
    }
    table.run("9 R mute one-more somebody -> !TooOften\n9 R unmute 7f Zhang\n9 R mute one-more somebody");
    assert_eq!(table.game.muted().len(), PEOPLE_MOST);
    table.run("10 R result Black\n11 R unmute one-more somebody -> !GameOver");
}

#[test]
fn a_clock_that_is_set_begins_its_turn_anew() {
    let mut table = opened(even(9));
    table.run("5000 R clock B 10000/0\n5000 R clock W 20000/0");
    assert_eq!(table.game.limit(), Some(RoomMs(15_000)));
    table.run("14999 B cc -> cc left 1/0\n15999 W dd -> dd left 19000/0");
    // While the clocks stand, and within the hold.
    let mut table = opened(even(9));
    table.run("5000 R pause\n6000 R clock B 10000/0\n20000 R continue\n25000 R clock B 8000/0\n31000 B cc -> cc left 7000/0");
    // In the agreement.
    let mut table = opened(even(9));
    table.agree(0, &[]);
    table.run("1000 R clock B 5000/0\n2000 W resume\n2000 * ->\n6999 B cc -> cc left 1/0");
    // A last period that was used up by a fault of the clock.
    let clock = ClockSetup::Byoyomi { main_ms: 0, periods: 1, period_ms: 10_000, last_passes: true };
    for (ruling, limit) in [("clock B 5000/1", 29_000), ("add B 5000", 19_000)] {
        let mut table = check(Setup { clock, ..even(9) }, "10000 * -> lapsed due 25000");
        table.run(&format!("14000 R clock W 0/1\n14000 R {ruling}"));
        assert_eq!((table.game.phase(), table.game.limit()), (Phase::Play, Some(RoomMs(limit))), "{ruling}");
    }
}

#[test]
fn time_is_added_in_every_system() {
    for clock in systems() {
        let mut table = opened(Setup { clock, ..even(9) });
        if clock == ClockSetup::Unlimited {
            table.run("0 R add B 1000 -> !BadClock");
            continue;
        }
        let (limit, times) = (table.game.limit().unwrap(), table.game.times());
        table.run("5000 * ->\n5000 R add B 1234 -> Black gets 1234\n5000 R add W 4321 -> White gets 4321");
        assert_eq!(table.game.limit(), Some(limit.plus(1234)), "{clock:?}");
        assert_eq!(table.game.times().white.main_ms, times.white.main_ms + 4321);
        let at = limit.0 + 1233;
        table.run(&format!("{at} * ->\n{at} B cc"));
    }
    let mut table = opened(even(9));
    table.run(&format!("0 R add B 0 -> !BadClock\n0 R add B {} -> !BadClock", ADDED_MAX_MS + 1));
    table.run(&format!("0 R add B {ADDED_MAX_MS}\n0 R add B {ADDED_MAX_MS} -> !BadClock"));
    // In the middle of a period, and of a stint.
    let mut table = opened(Setup { clock: byoyomi(0, 2, 30_000), ..even(9) });
    table.run("15000 R add B 10000\n69999 * ->\n69999 B cc -> cc left 0/1");
}

#[test]
fn a_reading_goes_on_from_a_second_that_was_passed() {
    let mut table = opened(Setup { clock: byoyomi(5000, 2, 60_000), ..even(9) });
    table.run(
        "
        4999 R reread 0   -> !BadClock
        5000 R reread 0   -> !BadClock
        35000 ~           -> 30 of 2
        47000 ~           -> 40 of 2
        47000 R reread 42 -> !BadClock
        47000 R reread 43 -> !BadClock
        47000 R reread 30 -> read again from 30
        47000 ~           -> 30 of 2
        56999 ~           ->
        57000 ~           -> 40 of 2
        67000 ~           -> 50 of 2
        72000 ~           -> 55 of 2
        75000 ~           -> 58 of 2
        77000 ~           -> 60 of 1
        80000 B cc        -> cc left 0/1
        80000 R reread 0  -> !BadClock
        ",
    );
    // In the second period, from its beginning; and while the clocks stand.
    let mut table = opened(Setup { clock: byoyomi(0, 2, 60_000), ..even(9) });
    table.run("115000 *->\n115000 R pause\n115000 R reread 55 -> !BadClock\n115000 R reread 50 -> read again from 50");
    table.run("200000 R continue\n210000 ~ -> 50 of 1\n210999 ~ ->\n211000 ~ -> \"1\" at 51 of 1\n219999 B cc -> cc left 0/1");
    for clock in systems().into_iter().filter(|clock| !matches!(clock, ClockSetup::Byoyomi { .. })) {
        opened(Setup { clock, ..even(9) }).run("5000 R reread 1 -> !BadClock");
    }
}

#[test]
fn the_second_warning_loses_and_a_withdrawn_one_does_not_count() {
    assert_eq!(WARNINGS, 2);
    let mut table = opened(even(9));
    table.run(
        "
        0 R unwarn B -> !WrongPhase
        0 R warn B   -> Black is warned
        0 R warn W   -> White is warned
        0 R unwarn B -> Black is not warned
        0 R unwarn B -> !WrongPhase
        0 R warn B   -> Black is warned
        9 R warn B   -> Black is warned; ended W+F left 3599991/0 3600000/0
        9 R warn W   -> !GameOver
        ",
    );
    let warnings = table.game.warnings();
    assert_eq!((warnings.black, warnings.white), (2, 1));
}

#[test]
fn a_warning_costs_one_zi_in_the_count() {
    let margin = |preset: Preset, rows: &str| {
        let mut table = opened(Setup { preset, rules: preset.rules(0), ..even(9) });
        table.run(rows);
        table.agree(0, &[]);
        table.run("0 B accept\n0 W accept");
        table.game.count().unwrap().margin_quarters
    };
    let plain = margin(Preset::Chinese, "0 B cc");
    assert_eq!(margin(Preset::Chinese, "0 B cc\n0 R warn B"), plain - 4);
    assert_eq!(margin(Preset::Chinese, "0 B cc\n0 R warn W"), plain + 4);
    assert_eq!(margin(Preset::Chinese, "0 B cc\n0 R warn W\n0 R warn B"), plain);
    assert_eq!(margin(Preset::Chinese, "0 R warn B\n0 B cc\n0 R unwarn B"), plain);
    let old = margin(Preset::Chinese1988, "0 B cc");
    assert_eq!(margin(Preset::Chinese1988, "0 B cc\n0 R warn B"), old);
}

#[test]
fn stones_are_ruled_dead_and_counted() {
    let mut table = opened(even(9));
    table.run("0 R stones ee -> !WrongPhase");
    table.agree(0, &["ee"]);
    table.run(
        "
        0 R stones aa    -> !NoStone
        0 R stones gg aa -> !NoStone
        0 B accept
        0 R pause
        0 R stones gg    -> ruled dead [gg] #2; ended B+73.5 left 3600000/0 3600000/0
        ",
    );
    let dead: Vec<_> = table.game.dead().iter().map(|point| point.to_sgf(table.game.setup().size)).collect();
    assert_eq!((dead, table.game.phase()), (vec!["gg".to_owned()], Phase::Over));
    // A stone stands for its group, in whatever order and however often they are named.
    let mut table = check(even(9), "0 B cc\n0 W gg\n0 B dc\n0 W ff");
    table.agree(0, &[]);
    table.run("0 R stones dc gg dc -> ruled dead [cc dc gg] #2; ended W+88.5 left 3600000/0 3600000/0");
    // None of them.
    let mut table = opened(even(9));
    table.agree(0, &["gg"]);
    table.run("0 R stones -> ruled dead [] #2; ended W+7.5 left 3600000/0 3600000/0");
    assert!(table.game.dead().is_empty());
}

#[test]
fn a_result_is_ruled_in_any_phase_before_the_end() {
    for (word, sgf, chinese, winner) in [
        ("Black", "B+", "黑胜（裁定）", Winner::Black),
        ("White", "W+", "白胜（裁定）", Winner::White),
        ("Draw", "0", "和棋", Winner::Draw),
        ("BothLose", "Void", "双方均负", Winner::BothLose),
        ("NoResult", "Void", "无胜负", Winner::Nobody),
        ("Replay", "Void", "重赛", Winner::Nobody),
    ] {
        for rows in ["", "0 R pause", "0 R adjourn", "0 R adjourn\n0 B seal", "0 B ask draw"] {
            let mut table = opened(even(9));
            table.run(rows);
            table.run(&format!("0 R result {word} -> ended {sgf} left 3600000/0 3600000/0"));
            let outcome = table.game.outcome().unwrap();
            assert_eq!(outcome, Outcome::Ruled { verdict: words::verdict(word) });
            assert_eq!((outcome.to_chinese(MarginUnit::Zi).as_str(), outcome.winner()), (chinese, winner));
            assert_eq!(
                (table.game.stopped(), table.game.to_seal(), table.game.deadline()),
                (None, None, None)
            );
        }
        let mut table = opened(even(9));
        table.agree(0, &[]);
        table.run(&format!("0 R result {word}\n0 R result {word} -> !GameOver"));
    }
    assert_eq!(Verdict::Draw.winner(), Winner::Draw);
}

#[test]
fn what_a_referee_cannot_do_now_is_refused() {
    check(
        even(9),
        "
        0 R continue -> !WrongPhase
        0 R unwarn W -> !WrongPhase
        0 R back 0   -> !WrongPhase
        0 R reread 1 -> !BadClock
        0 R stones   -> !WrongPhase
        0 R adjourn  -> adjourning
        0 R adjourn  -> !WrongPhase
        0 R continue -> continued hold 10000
        0 B resign
        0 R pause    -> !GameOver
        0 R continue -> !GameOver
        0 R adjourn  -> !GameOver
        0 R clock B 1/0 -> !GameOver
        0 R add B 1  -> !GameOver
        0 R unwarn B -> !GameOver
        0 R stones   -> !GameOver
        ",
    );
    let mut table = Table::open(even(9));
    table.agree(0, &[]);
    table.run("0 R adjourn -> !WrongPhase\n0 R reread 1 -> !BadClock");
}
