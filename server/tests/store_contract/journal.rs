//! The journal: what is read back, the fence, and group commit.

use rules::Outcome;
use sea_orm::{ConnectionTrait, Database};
use tianyuan::ids::GameId;
use tianyuan::store::sql::{DatabaseUrl, SqlStore};
use tianyuan::store::{Append, AppendError, Finish, Games, Journal, Rest, Row, StoreError};
use uuid::Uuid;

use crate::kinds::every_kind;
use crate::world::{account, append, command, game, node, pass, row};

async fn read(store: &SqlStore, game: GameId) -> Vec<Row> {
    Journal::read(store, game).await.unwrap()
}

pub(crate) async fn reads_back_every_kind_of_event(store: &SqlStore) {
    let (owner, player) = (node(), account(store).await);
    let game = game(store, owner).await;
    let mut wanted = read(store, game).await;
    for event in every_kind() {
        let mut row = row(wanted.len() as u64 + 1, owner, event);
        row.command = row.seq.is_multiple_of(2).then(|| command(player));
        row.wall_ms = -5;
        row.served_ms = i64::MAX as u64;
        Journal::append(store, append(game, 1, vec![row.clone()])).await.unwrap();
        wanted.push(row);
    }
    assert_eq!(read(store, game).await, wanted);
    assert_eq!(read(store, GameId(Uuid::new_v4())).await, []);
}

fn is_fenced(result: &Result<(), AppendError>) -> bool {
    matches!(result, Err(AppendError::Fenced))
}

pub(crate) async fn fences_by_owner_epoch_and_number(store: &SqlStore) {
    let owner = node();
    let game = game(store, owner).await;
    let refused = [
        append(game, 0, vec![pass(2, owner)]),
        append(game, 2, vec![pass(2, owner)]),
        append(game, 1, vec![pass(1, owner)]),
        append(game, 1, vec![pass(3, owner)]),
        append(game, 1, vec![pass(2, node())]),
        append(GameId(Uuid::new_v4()), 1, vec![pass(2, owner)]),
        append(GameId(Uuid::new_v4()), 1, vec![pass(1, owner)]),
    ];
    for wrong in refused {
        let told = format!("{wrong:?}");
        assert!(is_fenced(&Journal::append(store, wrong).await), "who is no longer the owner writes: {told}");
    }
    assert_eq!(read(store, game).await.len(), 1);
    Journal::append(store, append(game, 1, vec![pass(2, owner)])).await.unwrap();
    assert!(is_fenced(&Journal::append(store, append(game, 1, vec![pass(2, owner)])).await));
    assert_eq!(read(store, game).await.len(), 2);
}

pub(crate) async fn carries_a_command_out_once(store: &SqlStore) {
    let (owner, player, other) = (node(), account(store).await, account(store).await);
    let (one, another) = (game(store, owner).await, game(store, owner).await);
    let mut first = pass(2, owner);
    first.command = Some(command(player));
    Journal::append(store, append(one, 1, vec![first.clone()])).await.unwrap();
    let mut again = pass(3, owner);
    again.command = first.command;
    let result = Journal::append(store, append(one, 1, vec![again.clone()])).await;
    assert!(matches!(result, Err(AppendError::Repeated)), "{result:?}");
    assert_eq!(read(store, one).await.len(), 2);
    // Its scope is the account and the room.
    again.command.as_mut().unwrap().account = other;
    Journal::append(store, append(one, 1, vec![again])).await.unwrap();
    Journal::append(store, append(another, 1, vec![first])).await.unwrap();
}

pub(crate) async fn refuses_rows_that_do_not_follow(store: &SqlStore) {
    let owner = node();
    let game = game(store, owner).await;
    for rows in [
        vec![],
        vec![pass(2, owner), pass(4, owner)],
        vec![pass(2, owner), pass(2, owner)],
        vec![pass(2, owner), pass(3, node())],
        vec![pass(u64::MAX, owner), pass(2, owner)],
        (2..1_000).map(|seq| pass(seq, owner)).collect(),
    ] {
        assert!(is_fenced(&Journal::append(store, append(game, 1, rows)).await));
    }
    let mut unfit = pass(2, owner);
    unfit.served_ms = u64::MAX;
    let result = Journal::append(store, append(game, 1, vec![unfit])).await;
    assert!(matches!(result, Err(AppendError::Store(StoreError::Corrupt(_)))), "{result:?}");
    assert_eq!(read(store, game).await.len(), 1);
    Journal::append(store, append(game, 1, (2..258).map(|seq| pass(seq, owner)).collect())).await.unwrap();
    assert_eq!(read(store, game).await.len(), 257);
}

pub(crate) async fn fails_only_the_fenced_ones_of_a_group(store: &SqlStore) {
    let (owner, player) = (node(), account(store).await);
    let known = command(player);
    let mut games = Vec::new();
    for _ in 0..30 {
        let game = game(store, owner).await;
        let mut row = pass(2, owner);
        row.command = Some(known);
        Journal::append(store, append(game, 1, vec![row])).await.unwrap();
        games.push(game);
    }
    let calls: Vec<_> = games
        .iter()
        .enumerate()
        .map(|(turn, game)| {
            let mut row = pass(3, owner);
            row.command = Some(if turn % 10 == 4 { known } else { command(player) });
            let epoch = if turn % 10 == 7 { 9 } else { 1 };
            let (store, append) = (store.clone(), append(*game, epoch, vec![row]));
            tokio::spawn(async move { Journal::append(&store, append).await })
        })
        .collect();
    for (turn, call) in calls.into_iter().enumerate() {
        let result = call.await.unwrap();
        let rows = read(store, games[turn]).await.len();
        match turn % 10 {
            4 => assert!(matches!(result, Err(AppendError::Repeated)) && rows == 2, "{turn}: {result:?}"),
            7 => assert!(is_fenced(&result) && rows == 2, "{turn}: {result:?}"),
            _ => assert!(result.is_ok() && rows == 3, "{turn}: {result:?}"),
        }
    }
}

pub(crate) async fn commits_two_hundred_at_once(store: &SqlStore) {
    let owner = node();
    let mut games = Vec::new();
    for _ in 0..200 {
        games.push(game(store, owner).await);
    }
    let calls: Vec<_> = games
        .iter()
        .map(|game| {
            let (store, game) = (store.clone(), *game);
            tokio::spawn(async move {
                for seq in [2, 4, 6] {
                    let rows = vec![pass(seq, owner), pass(seq + 1, owner)];
                    Journal::append(&store, append(game, 1, rows)).await.unwrap();
                    assert_eq!(read(&store, game).await.len() as u64, seq + 1, "on Ok it is there");
                }
            })
        })
        .collect();
    for call in calls {
        call.await.unwrap();
    }
}

pub(crate) async fn keeps_the_order_of_one_game(store: &SqlStore) {
    let owner = node();
    let game = game(store, owner).await;
    let mut calls: Vec<_> = (2..100)
        .map(|seq| {
            let append = append(game, 1, vec![pass(seq, owner)]);
            Box::pin(Journal::append(store, append))
        })
        .collect();
    // Each is put into the queue by its first poll, in this order.
    for call in &mut calls {
        let queued =
            tokio::select! { biased; _ = call.as_mut() => false, () = std::future::ready(()) => true };
        assert!(queued);
    }
    for call in calls {
        call.await.unwrap();
    }
    assert_eq!(read(store, game).await.len(), 99);
}

pub(crate) async fn ends_a_game_once(store: &SqlStore) {
    let owner = node();
    let game = game(store, owner).await;
    let last = |seq| Append {
        finish: Some(Finish {
            outcome: Outcome::Aborted,
            sgf: format!("(;C[{seq}])"),
            ended_ms: 5,
            noted: None,
        }),
        ..append(game, 1, vec![pass(seq, owner)])
    };
    Journal::append(store, last(2)).await.unwrap();
    assert!(is_fenced(&Journal::append(store, last(3)).await));
    assert!(is_fenced(&Journal::append(store, append(game, 1, vec![pass(3, owner)])).await));
    assert_eq!(store.claim(game, owner).await.unwrap(), None);
    assert_eq!(Games::due(store, Rest::NEVER, None, 10).await.unwrap(), []);
    assert_eq!(store.sgf(game).await.unwrap().unwrap(), "(;C[2])");
    assert_eq!(read(store, game).await.len(), 2);
}

pub(crate) async fn does_all_or_nothing_of_an_abandoned_call(store: &SqlStore) {
    let owner = node();
    let game = game(store, owner).await;
    let mut next = 2;
    for turn in 0..60_u32 {
        let rows = vec![pass(next, owner), pass(next + 1, owner)];
        let call = Journal::append(store, append(game, 1, rows));
        // Gives up after some turns of the scheduler: before, in and after the transaction.
        let mut patience = std::pin::pin!(async {
            for _ in 0..turn * 3 {
                tokio::task::yield_now().await;
            }
        });
        tokio::select! { biased; done = call => done.unwrap(), () = patience.as_mut() => {} }
        // One that follows in the queue tells what became of it.
        let claimed = store.claim(GameId(Uuid::new_v4()), owner).await.unwrap();
        assert_eq!(claimed, None);
        let rows = read(store, game).await.len() as u64;
        assert!(rows == next - 1 || rows == next + 1, "{rows} after {next}");
        next = rows + 1;
    }
    abandon_offers(store).await;
    Journal::append(store, append(game, 1, vec![pass(next, owner)])).await.unwrap();
}

/// Calls that are dropped anywhere in their transaction do not block those that follow.
async fn abandon_offers(store: &SqlStore) {
    use tianyuan::store::Challenges;
    let by = account(store).await;
    for turn in 0..60_u32 {
        let call = Challenges::offer(store, crate::world::offer(by), u64::MAX);
        let mut patience = std::pin::pin!(async {
            for _ in 0..turn * 3 {
                tokio::task::yield_now().await;
            }
        });
        tokio::select! { biased; done = call => drop(done.unwrap()), () = patience.as_mut() => {} }
    }
    assert!(Challenges::offer(store, crate::world::offer(by), u64::MAX).await.unwrap().is_some());
}

pub(crate) async fn names_what_it_cannot_read(store: &SqlStore) {
    let owner = node();
    for (change, told) in [
        ("format = 2", "unknown format 2"),
        ("event = '{\"kind\":\"teleported\"}'", "unknown variant"),
        ("seq = 9", "row 3 of game"),
        ("command = game", "half a command"),
        ("served_ms = -1", "negative"),
    ] {
        let game = game(store, owner).await;
        Journal::append(store, append(game, 1, vec![pass(2, owner), pass(3, owner)])).await.unwrap();
        spoil(change, game).await;
        let Err(StoreError::Corrupt(why)) = Journal::read(store, game).await else { panic!("{change}") };
        assert!(
            why.contains(told) && why.contains(&game.to_string()) && why.contains('3'),
            "{change}: {why}"
        );
    }
}

/// Changes row 3 of a game behind the store's back.
async fn spoil(change: &str, game: GameId) {
    let (url, id) = crate::URL.with(|url| match url {
        DatabaseUrl::Sqlite(path) => {
            (format!("sqlite:{}", path.display()), format!("x'{}'", game.0.simple()))
        }
        DatabaseUrl::Postgres(url) => (url.clone(), format!("'{game}'")),
    });
    let db = Database::connect(url).await.unwrap();
    let update = format!("UPDATE journal SET {change} WHERE seq = 3 AND game = {id}");
    assert_eq!(db.execute_unprepared(&update).await.unwrap().rows_affected(), 1);
    db.close().await.unwrap();
}
