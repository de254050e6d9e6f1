//! Accounts, games and rows to test with.

use std::sync::atomic::{AtomicU64, Ordering};

use rules::{ClockSetup, GameEvent, Placement, Preset, RoomMs, Setup, Size, TimeLeft};
use tianyuan::ids::{AccountId, ChallengeId, GameId, NodeId};
use tianyuan::offices::Offices;
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{
    Accept, Account, Accounts, Append, Challenges, ColorChoice, Command, NewGame, Offer, Players, Rest, Row,
};
use uuid::Uuid;

/// A number that no other call gives.
pub(crate) fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

pub(crate) fn node() -> NodeId {
    NodeId(Uuid::new_v4())
}

pub(crate) fn some_account() -> Account {
    let name = format!("Player {}", number());
    Account {
        id: AccountId(Uuid::new_v4()),
        name_key: name.to_lowercase(),
        name,
        password_hash: "$argon2id$".to_owned(),
        offices: Offices::NONE,
        created_ms: 1_000,
    }
}

pub(crate) async fn account(store: &SqlStore) -> AccountId {
    let account = some_account();
    let id = account.id;
    assert!(Accounts::add(store, account).await.unwrap());
    id
}

pub(crate) fn setup() -> Setup {
    Setup {
        size: Size::STANDARD,
        preset: Preset::Chinese,
        rules: Preset::Chinese.rules(0),
        handicap: 0,
        placement: Placement::Fixed,
        clock: ClockSetup::Byoyomi { main_ms: 60_000, periods: 3, period_ms: 30_000, last_passes: false },
        white_clock: None,
        first_move_ms: Some(60_000),
        nigiri: None,
        pauses: rules::Pauses::default(),
        appointment: None,
        delay: None,
        wall_ms: None,
    }
}

pub(crate) fn offer(by: AccountId) -> Offer {
    Offer {
        id: ChallengeId(Uuid::new_v4()),
        by,
        by_name: "Challenger 棋手".to_owned(),
        setup: setup(),
        color: ColorChoice::Black,
        draw: None,
        private: false,
        created_ms: 5_000,
    }
}

pub(crate) fn row(seq: u64, node: NodeId, event: GameEvent) -> Row {
    Row { seq, at: RoomMs(seq), wall_ms: 7_000, node, served_ms: seq, command: None, event }
}

pub(crate) fn pass(seq: u64, node: NodeId) -> Row {
    row(
        seq,
        node,
        GameEvent::Passed {
            left: TimeLeft { main_ms: 1_000, periods: 3, ..TimeLeft::default() },
            credit_ms: 0,
        },
    )
}

pub(crate) fn command(account: AccountId) -> Command {
    Command { account, id: Uuid::new_v4(), hash: [7; 32] }
}

pub(crate) fn append(game: GameId, epoch: u64, rows: Vec<Row>) -> Append {
    Append { game, epoch, rows, rest: Rest::awake(77), finish: None }
}

pub(crate) fn new_game(black: AccountId, white: AccountId, owner: NodeId, started_ms: i64) -> NewGame {
    let mut opened = row(1, owner, GameEvent::Opened { setup: setup() });
    opened.wall_ms = started_ms;
    NewGame {
        id: GameId(Uuid::new_v4()),
        players: Players { black: (black, "Black 黑".to_owned()), white: (white, "White 白".to_owned()) },
        private: false,
        owner,
        opened,
        rest: Rest::awake(77),
        setup: setup(),
    }
}

/// Begins a game as the lobby does.
pub(crate) async fn begin(store: &SqlStore, game: NewGame) -> GameId {
    let (id, by, other) = (game.id, game.players.black.0, game.players.white.0);
    let offer = Challenges::offer(store, offer(by), u64::MAX).await.unwrap().unwrap().offer;
    assert_eq!(Challenges::accept(store, offer.id, other, game).await.unwrap(), Accept::Begun);
    id
}

/// A game that `owner` has just begun, under epoch 1 with one row.
pub(crate) async fn game(store: &SqlStore, owner: NodeId) -> GameId {
    let (black, white) = (account(store).await, account(store).await);
    begin(store, new_game(black, white, owner, 7_000)).await
}
