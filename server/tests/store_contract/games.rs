//! Games as rows: descriptions, lists and records.

use std::collections::HashSet;

use rules::Outcome;
use tianyuan::ids::{AccountId, GameId};
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{Beat, Conducts, Cursor, Due, Finish, Game, GameFilter, Games, Journal, Nodes, Noted};
use uuid::Uuid;

use crate::world::{account, append, begin, new_game, node, pass, setup};

pub(crate) async fn keeps_a_game(store: &SqlStore) {
    let (black, white) = (account(store).await, account(store).await);
    let mut wanted = new_game(black, white, node(), 123);
    wanted.private = true;
    let id = begin(store, wanted.clone()).await;
    let kept = Games::get(store, id).await.unwrap().unwrap();
    let expected = Game {
        id,
        players: wanted.players,
        swapped: false,
        private: true,
        setup: setup(),
        started_ms: 123,
        ended_ms: None,
        outcome: None,
        annulled: false,
    };
    assert_eq!(kept, expected);
    assert_eq!(store.sgf(id).await.unwrap(), None);
    assert_eq!(Games::get(store, GameId(Uuid::new_v4())).await.unwrap(), None);
    assert_eq!(store.sgf(GameId(Uuid::new_v4())).await.unwrap(), None);
}

async fn finish(store: &SqlStore, game: GameId, owner: tianyuan::ids::NodeId, ended_ms: i64) {
    let mut last = append(game, 1, vec![pass(2, owner)]);
    last.finish = Some(Finish { outcome: Outcome::Aborted, sgf: "(;)".to_owned(), ended_ms, noted: None });
    Journal::append(store, last).await.unwrap();
}

/// Every page of a list, `size` at a time.
async fn pages(store: &SqlStore, filter: GameFilter, size: u64) -> Vec<Game> {
    let mut all: Vec<Game> = Vec::new();
    loop {
        let before = all.last().map(|game| Cursor {
            at_ms: if filter == GameFilter::Finished { game.ended_ms.unwrap() } else { game.started_ms },
            id: game.id,
        });
        let page = Games::list(store, filter, before, size).await.unwrap();
        assert!(page.len() as u64 <= size);
        if page.is_empty() {
            return all;
        }
        all.extend(page);
    }
}

pub(crate) async fn pages_without_gaps_or_repeats(store: &SqlStore) {
    let (black, white, owner) = (account(store).await, account(store).await, node());
    let (mut live, mut rooms) = (HashSet::new(), HashSet::new());
    let mut finished = HashSet::new();
    for turn in 0..24_i64 {
        // Many at the same moment: the id decides.
        let mut game = new_game(black, white, owner, turn / 6);
        game.private = turn % 8 == 7;
        let (id, private) = (game.id, game.private);
        begin(store, game).await;
        if turn % 2 == 0 {
            finish(store, id, owner, 100 - turn / 5).await;
        }
        if turn % 2 == 1 {
            rooms.insert(id);
        }
        if !private {
            if turn % 2 == 0 { &mut finished } else { &mut live }.insert(id);
        }
    }
    for (filter, wanted) in
        [(GameFilter::Live, &live), (GameFilter::Finished, &finished), (GameFilter::Rooms(None), &rooms)]
    {
        for size in [1, 3, 100] {
            let list = pages(store, filter, size).await;
            assert_eq!(list.len(), wanted.len(), "{filter:?} by {size}");
            assert_eq!(&list.iter().map(|game| game.id).collect::<HashSet<_>>(), wanted);
            let place = |game: &Game| (game.ended_ms.unwrap_or(game.started_ms), game.id);
            assert!(list.is_sorted_by(|a, b| place(a) > place(b)), "newest first");
        }
    }
    let mut running: Vec<Due> = Vec::new();
    loop {
        let page = Games::due(store, 0, running.last().copied(), 5).await.unwrap();
        if page.is_empty() {
            break;
        }
        running.extend(page);
    }
    assert_eq!(running.len(), 12, "private ones too");
    assert!(running.is_sorted_by(|a, b| a < b));
}

pub(crate) async fn lists_the_games_whose_owner_is_gone(store: &SqlStore) {
    let (black, white) = (account(store).await, account(store).await);
    let [lives, gone] = [node(), node()];
    let beat = Beat { served_ms: 1, wall_ms: 1, up_ms: 1, grace_ms: 0 };
    let mut of_gone = Vec::new();
    for owner in [lives, gone, gone, lives, gone] {
        Nodes::beat(store, owner, beat, 600_000).await.unwrap();
        let id = begin(store, new_game(black, white, owner, 1)).await;
        if owner == gone {
            of_gone.push(id);
        }
    }
    assert_eq!(Games::ownerless(store, None, 9).await.unwrap(), [], "both live");
    Nodes::release(store, gone).await.unwrap();
    of_gone.sort();
    assert_eq!(Games::ownerless(store, None, 9).await.unwrap(), of_gone);
    assert_eq!(Games::ownerless(store, None, 2).await.unwrap(), of_gone[..2]);
    assert_eq!(Games::ownerless(store, Some(of_gone[1]), 2).await.unwrap(), of_gone[2..]);
    finish(store, of_gone[0], gone, 5).await;
    assert_eq!(Games::ownerless(store, None, 9).await.unwrap(), of_gone[1..]);
}

pub(crate) async fn lists_the_running_games_of_one_account(store: &SqlStore) {
    let (one, other, third) = (account(store).await, account(store).await, account(store).await);
    let owner = node();
    let mut private = new_game(one, other, owner, 3);
    private.private = true;
    let private = begin(store, private).await;
    let as_white = begin(store, new_game(other, one, owner, 2)).await;
    let over = begin(store, new_game(one, third, owner, 1)).await;
    finish(store, over, owner, 9).await;
    begin(store, new_game(other, third, owner, 4)).await;
    let of = async |account: AccountId| -> Vec<GameId> {
        let list = Games::list(store, GameFilter::LiveOf(account), None, 10).await.unwrap();
        list.into_iter().map(|game| game.id).collect()
    };
    assert_eq!(of(one).await, [private, as_white]);
    assert_eq!(of(AccountId(Uuid::new_v4())).await, []);
}

pub(crate) async fn keeps_the_record_of_a_finished_game(store: &SqlStore) {
    let (black, white, owner) = (account(store).await, account(store).await, node());
    let id = begin(store, new_game(black, white, owner, 1)).await;
    let outcome = Outcome::Counting { margin_quarters: -3, ties: rules::Ties::Draw };
    let sgf = "(;GM[1]PB[黑]C[\\]'\"])".repeat(2_000);
    let mut last = append(id, 1, vec![pass(2, owner), pass(3, owner)]);
    last.finish = Some(Finish { outcome, sgf: sgf.clone(), ended_ms: 55, noted: None });
    Journal::append(store, last).await.unwrap();
    let kept = Games::get(store, id).await.unwrap().unwrap();
    assert_eq!((kept.outcome, kept.ended_ms), (Some(outcome), Some(55)));
    assert_eq!(store.sgf(id).await.unwrap(), Some(sgf));
    assert_eq!(Journal::read(store, id).await.unwrap().len(), 3);
}

/// What is noted stands with the record, once, and is found by whose it is, the latest first.
pub(crate) async fn keeps_how_somebody_left_a_game(store: &SqlStore) {
    let (black, white, owner) = (account(store).await, account(store).await, node());
    let mut wanted = Vec::new();
    for (ended_ms, conduct) in [(55, rules::Conduct::Stalled), (77, rules::Conduct::Escaped)] {
        let id = begin(store, new_game(black, white, owner, 1)).await;
        let noted = Noted { account: white, conduct, ply: 12, lasted_ms: 180_000 };
        let outcome = Outcome::Time { winner: rules::Color::Black };
        let mut last = append(id, 1, vec![pass(2, owner)]);
        last.finish = Some(Finish { outcome, sgf: String::new(), ended_ms, noted: Some(noted) });
        Journal::append(store, last.clone()).await.unwrap();
        assert!(Journal::append(store, last).await.is_err(), "a game ends once");
        wanted.insert(0, (id, ended_ms, noted));
    }
    assert_eq!(store.noted(white, 10).await.unwrap(), wanted);
    assert_eq!(store.noted(white, 1).await.unwrap(), wanted[..1]);
    assert_eq!(store.noted(black, 10).await.unwrap(), []);
}
