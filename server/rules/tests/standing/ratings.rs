//! Ratings: the paper's example, what always holds, and lessons of other servers.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules::rank::{Amateur, Rank};
use rules::rating::{
    Boards, Book, Class, DEVIATION_MOST, Finished, Game, Odds, PERIOD_MS, Rating, Scope, Speed, Start,
    Uncounted, counts, value_of,
};
use rules::{ByColor, ClockSetup, Player, Preset, Size, Winner};

pub(crate) const DAY_MS: i64 = 86_400_000;

/// An even game on 19 lines that counts.
pub(crate) fn game(id: u128, finished_ms: i64, black: u128, white: u128, winner: Winner) -> Game {
    Game {
        finished_ms,
        id,
        players: ByColor { black: Player(black), white: Player(white) },
        programs: ByColor { black: false, white: false },
        class: Class { boards: Boards::Full, speed: Speed::Rapid },
        size: Size::STANDARD,
        handicap: 0,
        rules: Preset::Chinese.rules(0),
        moves: 200,
        finished: Finished { winner, on_time: false, resigned: false },
        rated: true,
        annulled: false,
    }
}

fn lost_on_time(game: Game) -> Game {
    Game { finished: Finished { on_time: true, ..game.finished }, ..game }
}

fn near(a: f64, b: f64, by: f64) -> bool {
    (a - b).abs() <= by
}

#[test]
fn the_example_of_the_paper() {
    let rating = Rating::new(1500.0, 200.0);
    let rivals = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
    let after = rating.after_period(&rivals, 1.0);
    assert!(near(after.value, 1464.06, 0.01), "{after:?}");
    assert!(near(after.deviation, 151.52, 0.01), "{after:?}");
    assert!(near(after.volatility, 0.059_99, 0.000_01), "{after:?}");
}

#[test]
fn absence_makes_a_rating_uncertain_and_provisional() {
    let rating = Rating { at_ms: Some(0), ..Rating::new(1800.0, 50.0) };
    assert!(!rating.is_provisional(30 * DAY_MS));
    assert!(rating.is_provisional(250 * DAY_MS));
    let absent: Vec<f64> = (0..100).map(|n| rating.deviation_at(n * 100 * PERIOD_MS)).collect();
    assert!(absent.is_sorted() && near(absent[0], 50.0, 1e-9) && near(absent[99], DEVIATION_MOST, 1e-9));
    assert!(near(rating.deviation_at(-5), 50.0, 1e-9), "a clock that went back changes nothing");
    assert!(Rating::new(1500.0, 350.0).is_provisional(0));
}

#[test]
fn an_account_starts_from_its_rank_with_a_wide_deviation() {
    let dan = Rank::Amateur(Amateur::dan(5).unwrap());
    let mut book = Book::new(false);
    assert!(book.begin(Player(1), Start::Awarded(dan)));
    assert!(!book.begin(Player(1), Start::Declared(dan)), "a start is fixed once");
    assert!(book.begin(Player(2), Start::Declared(dan)));
    let [awarded, declared, unknown] = [1, 2, 3].map(|id| book.rating(Player(id), Scope::Overall));
    assert!(near(awarded.value, 2400.0, 1e-9) && near(declared.value, 2400.0, 1e-9));
    assert!(awarded.deviation < declared.deviation && declared.deviation < unknown.deviation);
    assert!([awarded, declared, unknown].iter().all(|rating| rating.is_provisional(0)));
    book.apply(&game(1, 10, 3, 1, Winner::Black)).unwrap().unwrap();
    assert!(!book.begin(Player(3), Start::Declared(dan)), "nobody starts anew after a game");
}

#[test]
fn ranks_and_ratings_share_a_published_scale() {
    for (rank, value) in [("d1", 2000.0), ("d7", 2600.0), ("k1", 1940.0), ("k25", 500.0)] {
        let Rank::Amateur(rank) = rank.parse().unwrap() else { panic!("{rank}") };
        assert!(near(value_of(rank), value, 1e-9), "{rank}");
    }
    // Professionals begin in one place, whatever their 段: their ranks have none on the scale.
    let professional = |rank: &str| Start::Awarded(rank.parse().unwrap()).rating().value;
    assert!(near(professional("p1"), professional("p9"), 1e-9));
}

#[test]
fn handicap_and_komi_enter_the_expectation() {
    let odds = |side, handicap, komi_quarters, preset: Preset| {
        let rules = rules::RuleSet { komi_quarters, ..preset.rules(handicap) };
        Odds::of(Size::square(side).unwrap(), handicap, &rules).ranks()
    };
    assert!(near(odds(19, 0, 15, Preset::Chinese), 0.0, 1e-9));
    assert!(near(odds(19, 0, 13, Preset::Japanese), 0.0, 1e-9));
    assert!(near(odds(19, 0, 0, Preset::Chinese), 0.5, 1e-9));
    assert!(near(odds(19, 2, 0, Preset::Chinese), 1.5, 1e-9));
    assert!(near(odds(19, 9, 0, Preset::Japanese), 8.5, 1e-9));
    assert!(near(odds(9, 2, 0, Preset::Chinese), 1.5 * 361.0 / 81.0, 1e-9));
    assert!(odds(19, 0, 30, Preset::Chinese) < 0.0);
    // With just the stones between them, the game says nothing new about equal players.
    let mut book = Book::new(false);
    let [one, three] = [1, 3].map(|dan| Rank::Amateur(Amateur::dan(dan).unwrap()));
    book.begin(Player(1), Start::Awarded(one));
    book.begin(Player(2), Start::Awarded(three));
    let stones = Game { handicap: 2, rules: Preset::Chinese.rules(2), ..game(1, 1, 1, 2, Winner::Black) };
    let [overall, _] = book.clone().apply(&stones).unwrap().unwrap();
    let [even, _] = book.apply(&game(1, 1, 1, 2, Winner::Black)).unwrap().unwrap();
    assert!(
        near(overall.expected, 0.5, 0.08) && even.expected < 0.35,
        "{} {}",
        overall.expected,
        even.expected
    );
    assert!(overall.after.black.value < even.after.black.value);
}

#[test]
fn games_belong_to_a_class_of_board_and_speed() {
    let class = |side, clock: &ClockSetup| Class::of(Size::square(side).unwrap(), clock);
    let fischer = |main_ms, increment_ms| ClockSetup::Fischer { main_ms, increment_ms, cap_ms: None };
    assert_eq!(class(19, &fischer(60_000, 3_000)).speed, Speed::Blitz);
    assert_eq!(class(19, &fischer(60_000, 5_000)).speed, Speed::Rapid);
    assert_eq!(class(19, &fischer(900_000, 5_000)).speed, Speed::Slow);
    assert_eq!(class(9, &ClockSetup::Unlimited).speed, Speed::Correspondence);
    assert_eq!(
        [9, 13, 19].map(|side| class(side, &ClockSetup::Unlimited).boards),
        [Boards::Small, Boards::Medium, Boards::Full]
    );
}

#[test]
fn every_game_that_does_not_count_says_why() {
    let good = || game(1, 1, 1, 2, Winner::Black);
    let program = ByColor { black: false, white: true };
    let cases = [
        (good(), true, Ok(1.0)),
        (Game { finished: Finished { winner: Winner::Draw, ..good().finished }, ..good() }, false, Ok(0.5)),
        (Game { rated: false, ..good() }, true, Err(Uncounted::Unrated)),
        (Game { annulled: true, ..good() }, true, Err(Uncounted::Annulled)),
        (
            Game { finished: Finished { winner: Winner::Nobody, ..good().finished }, ..good() },
            true,
            Err(Uncounted::NoWinner),
        ),
        (
            Game { finished: Finished { winner: Winner::BothLose, ..good().finished }, ..good() },
            true,
            Err(Uncounted::NoWinner),
        ),
        (Game { moves: 19, ..good() }, true, Err(Uncounted::TooShort)),
        (Game { moves: 20, ..good() }, true, Ok(1.0)),
        (game(1, 1, 1, 1, Winner::Black), true, Err(Uncounted::OnePlayer)),
        (Game { programs: program, ..good() }, false, Err(Uncounted::Program)),
        (Game { programs: program, ..good() }, true, Ok(1.0)),
    ];
    for (game, programs_count, score) in cases {
        assert_eq!(counts(&game, programs_count), score, "{game:?}");
        let mut book = Book::new(programs_count);
        assert_eq!(book.apply(&game).unwrap().is_ok(), score.is_ok());
        assert_eq!(book == Book::new(programs_count), score.is_err(), "what does not count changes nothing");
    }
}

/// Programs that lost on time gave rating away, and people left such games for nothing.
#[test]
fn nobody_gains_by_a_programs_timeout_and_nobody_is_spared_ones_own() {
    let program = ByColor { black: true, white: false };
    let program_lost = Game { programs: program, ..lost_on_time(game(1, 1, 1, 2, Winner::White)) };
    assert_eq!(counts(&program_lost, true), Err(Uncounted::ProgramOutOfTime));
    let person_lost = Game { programs: program, ..lost_on_time(game(1, 1, 1, 2, Winner::Black)) };
    assert_eq!(counts(&person_lost, true), Ok(1.0));
}

/// A series of timeouts was annulled where nobody saw it.
#[test]
fn serial_timeouts_count_until_somebody_annuls_them_in_the_open() {
    let mut games: Vec<Game> = (0..20_u32)
        .map(|n| lost_on_time(game(n.into(), i64::from(n), 1, 2 + u128::from(n), Winner::White)))
        .collect();
    let none = BTreeMap::new();
    let book = Book::replay(false, &none, &games);
    assert!(book.rating(Player(1), Scope::Overall).value < 1200.0);
    games.iter_mut().for_each(|game| game.annulled = true);
    assert_eq!(Book::replay(false, &none, &games), Book::new(false));
}

fn random_games() -> impl Strategy<Value = Vec<Game>> {
    let one = (0_i64..40, 0_u128..6, 0_u128..6, 0_u8..4, 0_u8..10, 0_u8..3, any::<bool>());
    prop::collection::vec(one, 1..40).prop_map(|games| {
        games
            .into_iter()
            .zip(0_u128..)
            .map(|((day, black, white, winner, handicap, side, rated), id)| {
                let winner =
                    [Winner::Black, Winner::White, Winner::Draw, Winner::Nobody][usize::from(winner)];
                let size = Size::square([9, 13, 19][usize::from(side)]).unwrap();
                let class = Class { boards: Boards::of(size), speed: Speed::Rapid };
                let handicap = if handicap == 1 { 0 } else { handicap };
                let rules = Preset::Chinese.rules(handicap);
                Game { size, class, handicap, rules, rated, ..game(id, day * DAY_MS, black, white, winner) }
            })
            .collect()
    })
}

fn starts() -> BTreeMap<Player, Start> {
    let rank = |kyu| Rank::Amateur(Amateur::kyu(kyu).unwrap());
    BTreeMap::from([(Player(1), Start::Declared(rank(5))), (Player(2), Start::Awarded(rank(20)))])
}

proptest! {
    /// A rating rose after a loss elsewhere.
    #[test]
    fn no_rating_rises_by_a_loss_or_falls_by_a_win(value in 0.0..3500.0_f64, deviation in 30.0..350.0_f64, rival in 0.0..3500.0_f64, rival_deviation in 30.0..350.0_f64, shift in -1000.0..1000.0_f64, days in 0_i64..5000) {
        let rating = Rating { at_ms: Some(0), ..Rating::new(value, deviation) };
        let after = |score| rating.after(shift, rival, rival_deviation, score, days * DAY_MS);
        let [loss, draw, win] = [0.0, 0.5, 1.0].map(after);
        prop_assert!(loss.value <= value && value <= win.value, "{loss:?} {win:?}");
        prop_assert!(loss.value <= draw.value && draw.value <= win.value);
        for rating in [loss, draw, win] {
            prop_assert!(rating.value.is_finite() && (45.0..=350.0).contains(&rating.deviation));
            prop_assert!(rating.volatility > 0.0 && rating.volatility <= 0.1);
        }
    }

    #[test]
    fn entering_games_one_by_one_equals_the_replay(mut games in random_games()) {
        let mut book = Book::replay(false, &starts(), &[]);
        let replayed = Book::replay(false, &starts(), &games);
        games.sort_by_key(Game::key);
        for game in &games {
            // Games that do not count are not in the book, so that their places are free.
            let _ = book.apply(game).unwrap();
        }
        prop_assert_eq!(&book, &replayed);
        let counted: Vec<&Game> = games.iter().filter(|game| counts(game, false).is_ok()).collect();
        if let Some(last) = counted.last() {
            prop_assert!(book.apply(last).is_err(), "no game is entered twice");
            prop_assert_eq!(&book, &replayed);
        }
    }

    /// Annulling is a deterministic replay.
    #[test]
    fn an_annulled_game_might_never_have_been(games in random_games(), which in any::<prop::sample::Index>()) {
        let at = which.index(games.len());
        let mut annulled = games.clone();
        annulled[at].annulled = true;
        let mut without = games;
        without.remove(at);
        without.reverse();
        let [annulled, without] = [annulled, without].map(|games| Book::replay(false, &starts(), &games));
        let bits = |book: &Book| -> Vec<_> {
            book.ratings().map(|(key, rating)| (*key, [rating.value, rating.deviation, rating.volatility].map(f64::to_bits), rating.at_ms)).collect()
        };
        prop_assert_eq!(bits(&annulled), bits(&without));
        prop_assert_eq!(annulled, without);
    }
}
