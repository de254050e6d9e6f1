//! Two thousand players of known strength over many days: what ratings find out, how long people
//! wait, whom they meet, and who stands out to moderators.

use std::collections::{BTreeMap, HashMap, VecDeque};

use rules::matching::{Event, Pool, Proposal, RECENT_OPPONENTS, Seek, Sides, Strength};
use rules::rating::signals::{Signal, Watch};
use rules::rating::{Book, Finished, Game, Scope};
use rules::{Player, Winner};

use crate::dice::Dice;
use crate::matching::{TERMS, seek};
use crate::ratings::{DAY_MS, game};

const PLAYERS: usize = 2000;
const DAYS: i64 = 90;
/// Whoever comes on a day waits at most that long for it to find somebody.
const WAIT_MS: i64 = 420_000;
const TICK_MS: i64 = 5_000;

/// Loses on purpose for ten days, and then plays in earnest for ten.
const SANDBAGGER: usize = 7;
/// Beats three accounts again and again, beside ordinary games.
const FARMER: usize = 8;
const FARMED: [usize; 3] = [100, 101, 102];
/// Resigns every lost game early.
const RESIGNER: usize = 9;
/// Becomes 400 points stronger.
const IMPROVER: usize = 10;

struct World {
    dice: Dice,
    strengths: Vec<f64>,
    book: Book,
    watch: Watch,
    recent: HashMap<Player, VecDeque<Player>>,
    games: u128,
    longest_ms: i64,
    stranded: usize,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut strengths: Vec<f64> = (0..PLAYERS).map(|_| 700.0 + dice.below(1800) as f64).collect();
        for planted in [SANDBAGGER, FARMER, RESIGNER, IMPROVER] {
            strengths[planted] = 1600.0;
        }
        let (book, watch, recent) = (Book::new(false), Watch::default(), HashMap::new());
        Self { dice, strengths, book, watch, recent, games: 0, longest_ms: 0, stranded: 0 }
    }

    fn chance(&mut self, chance: f64) -> bool {
        (self.dice.below(1 << 30) as f64) < chance * f64::from(1 << 30)
    }

    /// A game of the two, Black first, by their true strength or what they make of it.
    fn play(&mut self, day: i64, now_ms: i64, players: [usize; 2]) {
        let sandbags = day / 10 % 2 == 0;
        let gap = self.strengths[players[0]] - self.strengths[players[1]];
        let black = 1.0 / (1.0 + (-gap / 173.7178).exp());
        let thrown = players.iter().position(|&player| player == SANDBAGGER && sandbags);
        let loser = thrown.unwrap_or_else(|| usize::from(self.chance(black)));
        let early = thrown.is_some() || players[loser] == RESIGNER || self.chance(0.05);
        self.enter(now_ms, players, loser, early);
    }

    fn enter(&mut self, now_ms: i64, players: [usize; 2], loser: usize, early: bool) {
        let [black, white] = players.map(|player| player as u128);
        let winner = if loser == 0 { Winner::White } else { Winner::Black };
        self.games += 1;
        let finished = Finished { winner, on_time: false, resigned: true };
        let moves = if early { 40 } else { 180 };
        let played = Game { finished, moves, ..game(self.games, now_ms, black, white, winner) };
        let [overall, _] = self.book.apply(&played).unwrap().unwrap();
        self.watch.add(&played, &overall);
    }

    fn seek(&self, player: usize, now_ms: i64) -> Seek {
        let key = Player(player as u128);
        let rating = self.book.rating(key, Scope::Overall);
        let recent = self.recent.get(&key).map(|recent| recent.iter().copied().collect()).unwrap_or_default();
        let strength = Strength::of(Some(&rating), None, now_ms);
        Seek { strength, recent, ..seek(player as u128, strength.points()) }
    }

    fn meet(&mut self, proposal: &Proposal) {
        let [one, two] = proposal.players;
        for (player, other) in [(one, two), (two, one)] {
            let recent = self.recent.entry(player).or_default();
            assert!(!recent.contains(&other), "a pair came again within the window");
            recent.push_front(other);
            recent.truncate(RECENT_OPPONENTS);
        }
    }

    fn day(&mut self, day: i64) {
        let start_ms = day * DAY_MS;
        let mut pool = Pool::new();
        let mut came = BTreeMap::new();
        for player in 0..PLAYERS {
            if player < 20 || self.chance(0.5) {
                came.insert(Player(player as u128), start_ms + self.dice.below(60_000) as i64);
            }
        }
        let mut coming: Vec<_> = came.iter().map(|(&player, &at_ms)| (at_ms, player)).collect();
        coming.sort_unstable();
        let mut coming = coming.into_iter().peekable();
        for now_ms in (start_ms..start_ms + 60_000 + WAIT_MS).step_by(TICK_MS as usize) {
            while let Some((at_ms, player)) = coming.next_if(|(at_ms, _)| *at_ms <= now_ms) {
                pool.ask(self.seek(player.0 as usize, at_ms), at_ms).unwrap();
            }
            for event in pool.tick(now_ms) {
                let Event::Proposed(proposal) = event else { continue };
                self.answer(&mut pool, day, now_ms, &proposal, &mut came);
            }
        }
        self.stranded = self.stranded.max(pool.waiting(TERMS));
        if day % 3 == 0 {
            for (farmed, at_ms) in FARMED.into_iter().zip(1..) {
                self.enter(start_ms + DAY_MS / 2 + at_ms, [FARMER, farmed], 1, false);
            }
        }
    }

    /// Both accept, but for one in fifty who declines and comes no more that day.
    fn answer(
        &mut self,
        pool: &mut Pool,
        day: i64,
        now_ms: i64,
        proposal: &Proposal,
        came: &mut BTreeMap<Player, i64>,
    ) {
        let [one, two] = proposal.players;
        if self.chance(0.02) {
            let events = pool.decline(proposal.id, two).unwrap();
            let since_ms = came[&one];
            assert!(events.contains(&Event::WaitsOn { player: one, since_ms }));
            came.remove(&two);
            return;
        }
        assert!(pool.accept(proposal.id, one, true, now_ms).unwrap().is_empty());
        assert_eq!(pool.accept(proposal.id, two, true, now_ms).unwrap().len(), 1);
        for player in [one, two] {
            self.longest_ms = self.longest_ms.max(now_ms - came[&player]);
        }
        self.meet(proposal);
        assert!(matches!(proposal.pairing.sides, Sides::Nigiri { .. }), "rated games are drawn");
        let black_first = self.chance(0.5);
        let players = if black_first { [one, two] } else { [two, one] };
        self.play(day, now_ms, players.map(|player| player.0 as usize));
    }
}

/// Spearman's coefficient of two lists without equals to speak of.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let places = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&x, &y| values[x].total_cmp(&values[y]));
        let mut places = vec![0.0; values.len()];
        order.into_iter().enumerate().for_each(|(place, at)| places[at] = place as f64);
        places
    };
    let (a, b) = (places(a), places(b));
    let squares: f64 = a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b)).sum();
    let n = a.len() as f64;
    1.0 - 6.0 * squares / (n * (n * n - 1.0))
}

/// The players in the order of a signal, the highest first.
fn order(signals: &BTreeMap<Player, Signal>, by: impl Fn(&Signal) -> f64) -> Vec<(usize, f64)> {
    let mut order: Vec<_> = signals.iter().map(|(player, signal)| (player.0 as usize, by(signal))).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    order
}

/// Sandbagging was found late elsewhere, honest resigners were warned, and the wrong account was marked.
#[test]
fn two_thousand_players_find_their_places_and_cheats_stand_out() {
    let seed = 9_020_611;
    let mut world = World::new(seed);
    for day in 0..DAYS {
        world.strengths[IMPROVER] += 400.0 / DAYS as f64;
        world.day(day);
    }
    let ratings: Vec<f64> =
        (0..PLAYERS).map(|player| world.book.rating(Player(player as u128), Scope::Overall).value).collect();
    let found = rank_correlation(&ratings, &world.strengths);
    println!("seed {seed}: {} games, rank correlation {found:.4}", world.games);
    println!("longest wait {} s, at most {} left on a day", world.longest_ms / 1000, world.stranded);
    assert!(found >= 0.95, "{found}");
    assert!(world.longest_ms <= 360_000, "somebody waited {} ms", world.longest_ms);
    assert!(world.stranded <= 2, "{} were left", world.stranded);
    let signals = world.watch.signals();
    let sandbagging = order(&signals, |signal| signal.sandbagging);
    let farming = order(&signals, |signal| signal.farming);
    let of = |order: &[(usize, f64)], who| order.iter().find(|(player, _)| *player == who).unwrap().1;
    println!("sandbagging {:.1?}; resigner {:.1}", &sandbagging[..4], of(&sandbagging, RESIGNER));
    println!("improver {:.1}; farming {:.1?}", of(&sandbagging, IMPROVER), &farming[..4]);
    assert!(sandbagging[0].0 == SANDBAGGER && sandbagging[0].1 > 1.5 * sandbagging[1].1);
    assert!(farming[0].0 == FARMER && farming[0].1 > 1.5 * farming[1].1);
    for honest in [RESIGNER, IMPROVER].into_iter().chain(FARMED) {
        assert!(of(&sandbagging, honest) < sandbagging[0].1 / 2.0, "{honest} stands out");
        assert!(of(&farming, honest) < farming[0].1 / 2.0, "{honest} stands out");
    }
}
