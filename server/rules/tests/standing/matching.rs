//! The pool: who is paired with whom, and what becomes of a proposal.

use rules::matching::{
    ACCEPT_MS, AVOID_MOST, Agreement, BadSeek, Event, Gone, KNOWN_FROM, Limits, NotProposed, Pool, Proposal,
    Seek, Sides, Strength, Terms, Wish, window,
};
use rules::rank::Rank;
use rules::rating::{Rating, Speed};
use rules::{Nigiri, Player, Preset, Size};

pub(crate) const TERMS: Terms =
    Terms { size: Size::STANDARD, speed: Speed::Rapid, preset: Preset::Chinese, rated: true };

pub(crate) fn seek(player: u128, points: i32) -> Seek {
    Seek {
        player: Player(player),
        terms: TERMS,
        strength: Strength::new(points),
        limits: Limits::ANY,
        handicap: 0,
        wish: Wish::Any,
        blocked: Vec::new(),
        recent: Vec::new(),
        sanctioned: false,
    }
}

pub(crate) fn proposals(events: &[Event]) -> Vec<Proposal> {
    let proposed = events.iter().filter_map(|event| match event {
        Event::Proposed(proposal) => Some(proposal.clone()),
        Event::Agreed(_) | Event::Left { .. } | Event::WaitsOn { .. } => None,
    });
    proposed.collect()
}

fn pool(seeks: impl IntoIterator<Item = Seek>) -> Pool {
    let mut pool = Pool::new();
    for seek in seeks {
        pool.ask(seek, 0).unwrap();
    }
    pool
}

/// The pairs of one tick, each and all of them ascending.
fn pairs(pool: &mut Pool, now_ms: i64) -> Vec<(u128, u128)> {
    let pair = |proposal: Proposal| {
        let [Player(a), Player(b)] = proposal.players;
        (a.min(b), a.max(b))
    };
    let mut pairs: Vec<_> = proposals(&pool.tick(now_ms)).into_iter().map(pair).collect();
    pairs.sort_unstable();
    pairs
}

/// One proposal between players 1 and 2.
fn asked(one: Seek, two: Seek) -> (Pool, Proposal) {
    let mut pool = pool([one, two]);
    let [proposal] = proposals(&pool.tick(0)).try_into().unwrap();
    (pool, proposal)
}

#[test]
fn equal_strength_comes_first_and_waiting_widens_the_window() {
    let mut near = pool([(1, 1500), (2, 1510), (3, 1590), (4, 1600)].map(|(id, points)| seek(id, points)));
    assert_eq!(pairs(&mut near, 0), [(1, 2), (3, 4)]);
    let mut far = pool([seek(1, 1500), seek(2, 1720)]);
    assert_eq!(pairs(&mut far, 19_999), []);
    assert_eq!(pairs(&mut far, 20_000), [(1, 2)]);
    let windows: Vec<i32> = (0..400).map(|s| window(s * 1000)).collect();
    assert!(windows.is_sorted() && windows[0] == 100 && windows[300] == i32::MAX);
}

#[test]
fn own_limits_hold_for_ever() {
    let limits = Limits::ranks("d1".parse().unwrap(), "d3".parse().unwrap());
    let mut pool = pool([Seek { limits, ..seek(1, 2100) }, seek(2, 1999), seek(3, 2201)]);
    assert_eq!(pairs(&mut pool, 50_000_000), [(2, 3)]);
    pool.ask(seek(4, 2200), 50_000_000).unwrap();
    assert_eq!(pairs(&mut pool, 50_000_000), [(1, 4)]);
}

#[test]
fn blocked_and_recent_opponents_are_kept_apart_in_both_directions() {
    let avoiding = [
        Seek { blocked: vec![Player(2)], ..seek(1, 1500) },
        Seek { recent: vec![Player(1)], ..seek(2, 1500) },
    ];
    for avoiding in avoiding {
        let other = seek(3 - avoiding.player.0, 1500);
        let mut pool = pool([avoiding, other]);
        assert_eq!(pairs(&mut pool, 0), []);
        assert_eq!(pairs(&mut pool, 10_000_000), []);
        // Their neighbours take them; nobody is left for that.
        pool.ask(seek(3, 1501), 0).unwrap();
        pool.ask(seek(4, 1502), 0).unwrap();
        assert_eq!(pairs(&mut pool, 1).len(), 2);
    }
}

#[test]
fn whoever_blocks_meanwhile_is_not_asked_any_more() {
    let (mut pool, proposal) = asked(seek(1, 1500), seek(2, 1500));
    let events = pool.part(Player(2), Player(1));
    assert!(matches!(events[..], [Event::WaitsOn { since_ms: 0, .. }, Event::WaitsOn { since_ms: 0, .. }]));
    assert_eq!(pool.accept(proposal.id, Player(1), true, 1), Err(NotProposed));
    assert_eq!(pairs(&mut pool, 10_000_000), []);
}

#[test]
fn nobody_waits_who_may_not() {
    let mut pool = pool([seek(1, 1500)]);
    let crossed = Limits { weakest: Some(Strength::new(2)), strongest: Some(Strength::new(1)) };
    let cases = [
        (seek(1, 1500), BadSeek::Waiting),
        (Seek { sanctioned: true, ..seek(2, 1500) }, BadSeek::Sanctioned),
        (Seek { limits: crossed, ..seek(2, 1500) }, BadSeek::Limits),
        (Seek { handicap: 10, ..seek(2, 1500) }, BadSeek::Handicap),
        (Seek { wish: Wish::Black, ..seek(2, 1500) }, BadSeek::ColorInRated),
        (Seek { blocked: vec![Player(3); AVOID_MOST + 1], ..seek(2, 1500) }, BadSeek::TooMany),
    ];
    for (seek, refusal) in cases {
        assert_eq!(pool.ask(seek, 0), Err(refusal));
        assert_eq!(pool.waiting(TERMS), 1);
        assert!(!pool.has(Player(2)));
    }
}

#[test]
fn queues_are_keyed_by_board_speed_rules_and_rating() {
    let nine = Size::square(9).unwrap();
    let others = [
        Terms { size: nine, ..TERMS },
        Terms { speed: Speed::Blitz, ..TERMS },
        Terms { preset: Preset::Japanese, ..TERMS },
        Terms { rated: false, ..TERMS },
        TERMS,
    ];
    let seeks = others.into_iter().zip(1..).map(|(terms, id)| Seek { terms, ..seek(id, 1500) });
    let mut pool = pool(seeks);
    assert_eq!(pairs(&mut pool, 10_000_000), []);
    assert_eq!(pool.waiting(TERMS), 1);
}

#[test]
fn both_accept_and_the_draw_for_colours_can_be_checked() {
    let (mut pool, proposal) = asked(seek(1, 1500), seek(2, 1520));
    let nonce = "0123456789abcdef0123456789abcdef";
    let published = Nigiri::commit(7, nonce).unwrap();
    let Sides::Nigiri { guesser } = proposal.pairing.sides else { panic!("{proposal:?}") };
    let other = proposal.players.into_iter().find(|player| *player != guesser).unwrap();
    assert_eq!(pool.accept(proposal.id, Player(3), true, 1), Err(NotProposed));
    assert_eq!(pool.accept(proposal.id, guesser, true, 1), Ok(vec![]));
    assert_eq!(pool.accept(proposal.id, guesser, false, 2), Ok(vec![]), "no second guess");
    let events = pool.accept(proposal.id, other, false, 3).unwrap();
    assert_eq!(events, [Event::Agreed(Agreement { proposal: proposal.clone(), guess_odd: true })]);
    let draw = Nigiri::draw(7, nonce, true).unwrap();
    assert!(draw.hash == published && draw.verify().is_ok() && draw.guesser_is_black());
    assert!(!pool.has(guesser) && !pool.has(other));
    assert_eq!(pool.accept(proposal.id, other, false, 4), Err(NotProposed));
}

#[test]
fn who_does_not_accept_leaves_and_the_other_keeps_the_place() {
    let (mut pool, proposal) = asked(seek(1, 1500), seek(2, 1520));
    pool.ask(seek(3, 1900), 5).unwrap();
    assert_eq!(pool.tick(1), [], "nobody is in two proposals");
    pool.accept(proposal.id, Player(2), true, 1).unwrap();
    assert_eq!(pool.accept(proposal.id, Player(1), true, ACCEPT_MS), Err(NotProposed), "too late");
    let events = pool.tick(ACCEPT_MS);
    let left = Event::Left { player: Player(1), why: Gone::Silent };
    assert_eq!(events, [left, Event::WaitsOn { player: Player(2), since_ms: 0 }]);
    assert_eq!(pairs(&mut pool, 60_000), [(2, 3)], "by the window of somebody who waits since 0");
}

#[test]
fn declining_and_withdrawing_leave_the_other_waiting() {
    for withdraws in [false, true] {
        let (mut pool, proposal) = asked(seek(1, 1500), seek(2, 1520));
        let events = if withdraws {
            pool.withdraw(Player(1), 1)
        } else {
            pool.decline(proposal.id, Player(1)).unwrap()
        };
        let why = if withdraws { Gone::Withdrew } else { Gone::Declined };
        let left = Event::Left { player: Player(1), why };
        assert_eq!(events, [left, Event::WaitsOn { player: Player(2), since_ms: 0 }]);
        pool.ask(seek(1, 1500), 2).unwrap();
        assert_eq!(pairs(&mut pool, 10_000_000), [], "nobody is asked by the same again");
        assert_eq!(pool.withdraw(Player(2), 3).len(), 1);
        assert_eq!(pool.withdraw(Player(2), 3), []);
        assert_eq!((pool.waiting(TERMS), pool.decline(proposal.id, Player(2))), (1, Err(NotProposed)));
    }
}

#[test]
fn handicap_follows_the_gap_where_both_accept_it() {
    let unrated = Terms { rated: false, ..TERMS };
    let game = |terms: Terms, most: [u8; 2], points: [i32; 2]| {
        let side = |id: u128, at: usize| Seek { terms, handicap: most[at], ..seek(id, points[at]) };
        let mut pool = pool([side(1, 0), side(2, 1)]);
        let [proposal] = proposals(&pool.tick(400_000)).try_into().unwrap();
        let pairing = proposal.pairing;
        (pairing.handicap, pairing.rules.komi_quarters, pairing.sides)
    };
    let black = Sides::Fixed { black: Player(1) };
    assert_eq!(game(unrated, [9, 9], [2000, 2100]), (0, 0, black));
    assert_eq!(game(unrated, [9, 9], [2000, 2300]), (3, 0, black));
    assert_eq!(game(unrated, [2, 9], [2000, 2300]), (2, 0, black));
    assert_eq!(game(unrated, [9, 9], [1000, 2600]), (9, 0, black));
    assert_eq!(game(unrated, [9, 0], [2000, 2300]), (0, 15, Sides::Nigiri { guesser: Player(1) }));
    assert_eq!(game(unrated, [9, 9], [2000, 2040]), (0, 15, Sides::Nigiri { guesser: Player(1) }));
    let nine = Terms { size: Size::square(9).unwrap(), ..unrated };
    assert_eq!(game(nine, [9, 9], [2000, 2500]), (0, 0, black));
    let ancient = Terms { preset: Preset::Ancient, ..unrated };
    assert_eq!(game(ancient, [9, 9], [2000, 2300]).0, 0);
}

#[test]
fn wishes_for_a_colour_are_met_or_the_two_do_not_meet() {
    let terms = Terms { rated: false, ..TERMS };
    let wishing = |id, wish| Seek { terms, wish, ..seek(id, 1500) };
    let mut same = pool([wishing(1, Wish::Black), wishing(2, Wish::Black)]);
    assert_eq!(pairs(&mut same, 10_000_000), []);
    for (one, two, black) in
        [(Wish::Any, Wish::Black, 2), (Wish::White, Wish::Any, 2), (Wish::Black, Wish::White, 1)]
    {
        let (_, proposal) = asked(wishing(1, one), wishing(2, two));
        assert_eq!(proposal.pairing.sides, Sides::Fixed { black: Player(black) });
    }
}

/// Professionals and amateurs meet by a published table, which converts nothing.
#[test]
fn strength_is_the_rating_or_else_the_rank() {
    let now_ms = 0;
    let [professional, amateur] = ["p1", "d7"].map(|rank| rank.parse::<Rank>().unwrap());
    assert_eq!(Strength::of_rank(professional), Strength::of_rank(amateur));
    let sure = Rating { at_ms: Some(0), ..Rating::new(1800.4, 60.0) };
    let unsure = Rating::new(1800.4, 300.0);
    assert_eq!(Strength::of(Some(&sure), Some(professional), now_ms).points(), 1800);
    assert_eq!(Strength::of(Some(&unsure), Some(professional), now_ms).points(), 2600);
    assert_eq!(Strength::of(Some(&unsure), None, now_ms).points(), 1800);
    assert_eq!(Strength::of(None, None, now_ms).points(), 1500);
    assert_eq!(Strength::of(Some(&Rating { value: f64::NAN, ..sure }), None, now_ms).points(), 0);
}

#[test]
fn an_estimate_is_what_similar_players_waited_or_unknown() {
    let mut pool = Pool::new();
    let strength = Strength::new(1500);
    for n in 0..KNOWN_FROM as u128 {
        assert_eq!(pool.estimate(TERMS, strength).is_some(), 2 * n >= KNOWN_FROM as u128, "{n}");
        pool.ask(seek(2 * n + 1, 1500), 0).unwrap();
        pool.ask(seek(2 * n + 2, 1500), 0).unwrap();
        assert_eq!(proposals(&pool.tick(8_000)).len(), 1);
    }
    let estimate = pool.estimate(TERMS, strength).unwrap();
    assert_eq!((estimate.half_ms, estimate.most_ms), (8_000, 8_000));
    assert_eq!(pool.estimate(TERMS, Strength::new(2500)), None);
    // Who gives up after a longer wait is not left out.
    for n in 100..140 {
        pool.ask(seek(n, 1500), 0).unwrap();
        pool.withdraw(Player(n), 90_000);
    }
    assert_eq!(pool.estimate(TERMS, strength).unwrap().most_ms, 90_000);
}
