//! Leases and claims: who may take a game over, and that the owner before is kept out.

use std::time::Duration;

use tianyuan::ids::GameId;
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{AppendError, Beat, Claim, Games, Gap, Journal, Nodes};
use uuid::Uuid;

use crate::world::{append, game, node, pass};

const LONG: u64 = 600_000;

fn beat(served_ms: u64) -> Beat {
    Beat {
        served_ms,
        wall_ms: 1_000 + i64::try_from(served_ms).unwrap(),
        up_ms: served_ms + 5,
        grace_ms: served_ms + 6,
    }
}

pub(crate) async fn waits_for_the_end_of_the_lease(store: &SqlStore) {
    let (owner, other) = (node(), node());
    let game = game(store, owner).await;
    store.beat(owner, beat(1), LONG).await.unwrap();
    assert_eq!(store.claim(game, other).await.unwrap(), None);
    // A sign of life replaces the lease; this one ends soon, by the database's clock alone.
    store.beat(owner, beat(2), 300).await.unwrap();
    assert_eq!(store.claim(game, other).await.unwrap(), None);
    let mut asked = 0_u32;
    let claimed = tokio::time::timeout(Duration::from_secs(60), async {
        loop {
            asked += 1;
            if let Some(claim) = store.claim(game, other).await.unwrap() {
                return claim;
            }
        }
    });
    assert_eq!(claimed.await.unwrap(), Claim { epoch: 2, next_seq: 2, up_ms: Some(77) });
    assert!(asked > 1, "the lease had not ended at once");
    let unheard_of = crate::world::game(store, node()).await;
    assert_eq!(
        store.claim(unheard_of, other).await.unwrap(),
        Some(Claim { epoch: 2, next_seq: 2, up_ms: Some(77) }),
        "no lease at all"
    );
}

pub(crate) async fn says_who_lives_and_who_owns(store: &SqlStore) {
    let (owner, other, dead) = (node(), node(), node());
    let (kept, lost) = (game(store, owner).await, game(store, dead).await);
    for lives in [owner, other] {
        store.beat(lives, beat(1), LONG).await.unwrap();
    }
    let mut living = store.living(&[dead, other, owner, node()]).await.unwrap();
    living.sort();
    let mut both = [owner, other];
    both.sort();
    assert_eq!(living, both);
    assert_eq!(store.living(&[]).await.unwrap(), []);
    assert_eq!(store.owner(kept).await.unwrap(), Some(owner));
    assert_eq!(store.owner(lost).await.unwrap(), None, "whoever is asked for it may take it");
    assert_eq!(store.owner(GameId(Uuid::new_v4())).await.unwrap(), None);
    store.release(owner).await.unwrap();
    assert_eq!(store.owner(kept).await.unwrap(), None);
    assert_eq!(store.living(&[owner, other]).await.unwrap(), [other]);
    store.claim(kept, other).await.unwrap().unwrap();
    assert_eq!(store.owner(kept).await.unwrap(), Some(other));
}

pub(crate) async fn counts_epochs(store: &SqlStore) {
    let owner = node();
    let game = game(store, owner).await;
    store.beat(owner, beat(1), LONG).await.unwrap();
    Journal::append(store, append(game, 1, vec![pass(2, owner), pass(3, owner)])).await.unwrap();
    for epoch in 2..5 {
        assert_eq!(
            store.claim(game, owner).await.unwrap(),
            Some(Claim { epoch, next_seq: 4, up_ms: Some(77) })
        );
    }
    let stale = Journal::append(store, append(game, 3, vec![pass(4, owner)])).await;
    assert!(matches!(stale, Err(AppendError::Fenced)), "{stale:?}");
    Journal::append(store, append(game, 4, vec![pass(4, owner)])).await.unwrap();
    assert_eq!(store.claim(tianyuan::ids::GameId(Uuid::new_v4()), owner).await.unwrap(), None);
}

pub(crate) async fn gives_a_game_to_one_of_many(store: &SqlStore) {
    let dead = node();
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(game(store, dead).await);
    }
    let mut calls = Vec::new();
    for _ in 0..20 {
        let (store, games, taker) = (store.clone(), games.clone(), node());
        store.beat(taker, beat(1), LONG).await.unwrap();
        calls.push(tokio::spawn(async move {
            let mut won = Vec::new();
            for game in games {
                if let Some(claim) = store.claim(game, taker).await.unwrap() {
                    assert_eq!(claim, Claim { epoch: 2, next_seq: 2, up_ms: Some(77) });
                    won.push(game);
                }
            }
            won
        }));
    }
    let mut won = Vec::new();
    for call in calls {
        won.extend(call.await.unwrap());
    }
    won.sort();
    games.sort();
    assert_eq!(won, games);
}

pub(crate) async fn fences_the_owner_before(store: &SqlStore) {
    let (owner, other) = (node(), node());
    let game = game(store, owner).await;
    store.beat(owner, beat(1), LONG).await.unwrap();
    store.release(owner).await.unwrap();
    assert_eq!(
        store.claim(game, other).await.unwrap(),
        Some(Claim { epoch: 2, next_seq: 2, up_ms: Some(77) })
    );
    // It comes to life again, and does not know.
    store.beat(owner, beat(2), LONG).await.unwrap();
    let late = Journal::append(store, append(game, 1, vec![pass(2, owner)])).await;
    assert!(matches!(late, Err(AppendError::Fenced)), "{late:?}");
    Journal::append(store, append(game, 2, vec![pass(2, other)])).await.unwrap();
    assert_eq!(Journal::read(store, game).await.unwrap().len(), 2);
}

pub(crate) async fn releases_others(store: &SqlStore) {
    let (before, now) = (node(), node());
    let (theirs, own) = (game(store, before).await, game(store, now).await);
    store.beat(before, beat(1), LONG).await.unwrap();
    store.beat(now, beat(1), LONG).await.unwrap();
    assert_eq!(store.claim(theirs, now).await.unwrap(), None);
    store.release_others(now).await.unwrap();
    assert_eq!(store.claim(own, before).await.unwrap(), None, "its own lease stands");
    assert_eq!(
        store.claim(theirs, now).await.unwrap(),
        Some(Claim { epoch: 2, next_seq: 2, up_ms: Some(77) })
    );
}

pub(crate) async fn keeps_the_last_sign_of_life(store: &SqlStore) {
    let (one, other) = (node(), node());
    assert_eq!(store.last_beat(one, 0).await.unwrap(), None);
    store.beat(one, beat(1), LONG).await.unwrap();
    store.beat(other, beat(70), LONG).await.unwrap();
    store.beat(one, beat(500), LONG).await.unwrap();
    assert_eq!(store.last_beat(one, 0).await.unwrap(), Some(beat(500)));
    store.release(one).await.unwrap();
    assert_eq!(store.last_beat(one, 0).await.unwrap(), Some(beat(500)), "also after its end");
    assert_eq!(store.last_beat(other, 0).await.unwrap(), Some(beat(70)));
}

/// What a node served before it was away is what others charge up to, also when it has come back, and came back again.
pub(crate) async fn keeps_when_a_node_was_away(store: &SqlStore) {
    let (one, other) = (node(), node());
    for node in [one, other] {
        store.beat(node, beat(1_000), LONG).await.unwrap();
    }
    let first = Gap { from_ms: 2_000, to_ms: 5_000 };
    store.away(one, first).await.unwrap();
    store.away(one, Gap { to_ms: 6_000, ..first }).await.unwrap();
    let before = Beat { served_ms: 2_000, ..beat(1_000) };
    assert_eq!(store.last_beat(one, 1_500).await.unwrap(), Some(before), "told before it comes back");
    store.beat(one, beat(6_000), LONG).await.unwrap();
    store.away(one, Gap { from_ms: 7_000, to_ms: 9_000 }).await.unwrap();
    store.beat(one, beat(9_500), LONG).await.unwrap();
    let since = async |since_ms| {
        let beat = store.last_beat(one, since_ms).await.unwrap().unwrap();
        (beat.served_ms, beat.wall_ms)
    };
    let wall = |served_ms| beat(served_ms).wall_ms;
    assert_eq!(since(1_500).await, (2_000, wall(1_000)), "the first time of two");
    assert_eq!(since(5_999).await, (2_000, wall(1_000)), "the end moved");
    assert_eq!(since(6_000).await, (7_000, wall(6_000)));
    assert_eq!(since(9_000).await, (9_500, wall(9_500)));
    assert_eq!(store.last_beat(other, 0).await.unwrap(), Some(beat(1_000)), "each node has its own");
}

/// An owner that writes while others take the game from each other: every row that was acknowledged is there, once.
pub(crate) async fn races_with_its_owner(store: &SqlStore) {
    let first = node();
    let game = game(store, first).await;
    let calls: Vec<_> = (0..6)
        .map(|_| {
            let (store, me) = (store.clone(), node());
            tokio::spawn(async move {
                // Without a lease of its own, whoever holds the game can lose it at any moment.
                let mut acknowledged = Vec::new();
                for _ in 0..10 {
                    let Some(claim) = store.claim(game, me).await.unwrap() else { continue };
                    for seq in claim.next_seq.. {
                        match Journal::append(&store, append(game, claim.epoch, vec![pass(seq, me)])).await {
                            Ok(()) => acknowledged.push((seq, me)),
                            Err(AppendError::Fenced) => break,
                            Err(error) => panic!("{error}"),
                        }
                        if acknowledged.len() % 5 == 4 {
                            break;
                        }
                    }
                }
                acknowledged
            })
        })
        .collect();
    let mut acknowledged = Vec::new();
    for call in calls {
        acknowledged.extend(call.await.unwrap());
    }
    acknowledged.sort();
    let rows = Journal::read(store, game).await.unwrap();
    let kept: Vec<_> = rows.iter().skip(1).map(|row| (row.seq, row.node)).collect();
    assert_eq!(kept, acknowledged);
    assert!(!kept.is_empty());
}
