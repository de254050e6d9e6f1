//! An installation with something in each table, and more rows of one game than are read at once.

use rules::{GameEvent, Outcome};
use tianyuan::ids::{AccountId, FamilyId, GameId, NodeId};
use tianyuan::store::sql::{DatabaseUrl, SqlStore};
use tianyuan::store::{
    Accounts, Beat, Blocks, Challenges, Departure, Departures, Device, Draw, Factor, Factors, Finish, Gap,
    Hiding, Invitation, Invitations, Journal, Locale, Mails, Mute, NewSession, Nodes, Note, Noted, Notes,
    Offer, PersonalToken, PersonalTokens, Profile, Profiles, RefreshToken, Rematch, RematchAction,
    RematchCommand, RematchOffer, Rematches, Rest, Saying, Sessions, Talk, TalkStream, Ticket, TicketKind,
    Tickets,
};
use uuid::Uuid;

use crate::kept_order;
use crate::world::{account, append, command, game, node, offer, pass, some_account};

/// Rows of the long game.
pub(crate) const ROWS: u64 = 1_301;
/// The last sign of life of the server that was there.
pub(crate) const BEAT: Beat = Beat { served_ms: 9_000, wall_ms: -5, up_ms: 4_000, grace_ms: 70 };
const GAP: Gap = Gap { from_ms: 3_000, to_ms: 8_000 };

/// What is looked for again in it.
pub(crate) struct Installation {
    /// The server that was there; its lease lasts for a minute still.
    pub(crate) owner: NodeId,
    /// A long game that goes on.
    pub(crate) running: GameId,
    /// One that is over, with what was said about it.
    pub(crate) finished: GameId,
    /// Somebody who has a note there.
    pub(crate) writer: AccountId,
}

/// Fills a database and closes it.
pub(crate) async fn fill(url: &DatabaseUrl) -> Installation {
    let store = crate::open(url).await;
    let owner = node();
    store.beat(owner, BEAT, 60_000).await.unwrap();
    store.away(owner, GAP).await.unwrap();
    store.beat(node(), Beat { served_ms: 1, wall_ms: i64::MAX, up_ms: 0, grace_ms: 0 }, 0).await.unwrap();
    let writer = account(&store).await;
    let running = long_game(&store, owner, writer).await;
    let finished = finished_game(&store, owner, writer).await;
    offers(&store, writer).await;
    log_ins(&store, writer).await;
    talk(&store, finished, writer).await;
    people(&store, writer).await;
    let there = Installation { owner, running, finished, writer };
    kept_order::fill(&store, &there).await;
    store.close().await;
    there
}

async fn long_game(store: &SqlStore, owner: NodeId, player: AccountId) -> GameId {
    let running = game(store, owner).await;
    for first in (2..=ROWS).step_by(100) {
        let mut rows: Vec<_> = (first..first + 100).map(|seq| pass(seq, owner)).collect();
        rows[0].command = Some(command(player));
        let mut rows = append(running, 1, rows);
        rows.rest = Rest { due_up_ms: Rest::APPOINTED + 5, up_ms: 3, called_ms: Some(-8) };
        Journal::append(store, rows).await.unwrap();
    }
    running
}

async fn finished_game(store: &SqlStore, owner: NodeId, player: AccountId) -> GameId {
    let finished = game(store, owner).await;
    let mut last = append(finished, 1, vec![pass(2, owner)]);
    last.rows[0].event = GameEvent::ColorsSwapped;
    let sgf = "(;C[天元 “’\\]\n'; DROP TABLE games])".to_owned();
    let noted = Noted { account: player, conduct: rules::Conduct::Escaped, ply: 361, lasted_ms: 90_000 };
    last.finish = Some(Finish { outcome: Outcome::Aborted, sgf, ended_ms: 55, noted: Some(noted) });
    Journal::append(store, last).await.unwrap();
    finished
}

async fn offers(store: &SqlStore, by: AccountId) {
    let draw = Some(Draw { hash: "ab".repeat(32), number: 19, nonce: "cd".repeat(16) });
    for some in [offer(by), Offer { draw, private: true, created_ms: i64::MAX, ..offer(by) }] {
        Challenges::offer(store, some, u64::MAX).await.unwrap().unwrap();
    }
    let taken_back = offer(by);
    Challenges::offer(store, taken_back.clone(), u64::MAX).await.unwrap().unwrap();
    store.withdraw(taken_back.id, by).await.unwrap();
}

async fn log_ins(store: &SqlStore, account: AccountId) {
    for number in [0, 255] {
        let token = RefreshToken {
            hash: [number; 32],
            family: FamilyId(Uuid::new_v4()),
            account,
            expires_ms: 1_000,
            family_ends_ms: 10_000,
        };
        let device = Device { network: "203.0.113.0/24".to_owned(), agent: "'; --".to_owned() };
        let new = NewSession { token, device, second: number > 0 };
        Sessions::begin(store, new, "$argon2id$", 0).await.unwrap().unwrap();
    }
    store.rotate([0; 32], [7; 32], 2_000, 5, 100, &Device::default()).await.unwrap();
    let factor = Factor {
        account,
        key: "ab".repeat(8),
        closed: vec![0, 255, 39],
        created_ms: 4,
        confirmed_ms: None,
        last_step: 0,
    };
    assert!(store.propose(factor).await.unwrap());
    assert!(store.confirm(account, &[0, 255, 39], 7, &[[0; 32], [9; 32]], 5).await.unwrap());
    let token = PersonalToken {
        id: FamilyId(Uuid::new_v4()),
        account,
        name: "'; --".to_owned(),
        scopes: 7,
        created_ms: 1,
        ends_ms: i64::MAX,
        used_ms: None,
    };
    assert!(store.add_personal(token, [8; 32], 9).await.unwrap());
    store.set_mail(account, Some("Lee'@Example.org"), 6).await.unwrap();
    for (n, about) in [None, Some("'; --".to_owned())].into_iter().enumerate() {
        let kind = if about.is_none() { TicketKind::SecondStep } else { TicketKind::Mail };
        let ticket = Ticket { hash: [n as u8; 32], kind, account, ends_ms: i64::MAX, tries: 5, about };
        assert!(store.issue(ticket, 9, 0).await.unwrap());
    }
}

async fn people(store: &SqlStore, writer: AccountId) {
    let profile =
        Profile { shown: Some("O'Brien 奥".to_owned()), locale: Some(Locale::Zh), ..Profile::default() };
    store.change_profile(writer, 0, profile, &[]).await.unwrap();
    assert!(store.block(writer, account(store).await, -3, 9).await.unwrap());
    let note = "棋社 'club'".to_owned();
    let invitation = Invitation {
        id: Uuid::now_v7(),
        hash: [255; 32],
        uses: 9,
        left: 3,
        note,
        created_ms: 5,
        expires_ms: i64::MAX,
    };
    store.invite(invitation).await.unwrap();
    let gone = some_account();
    assert!(Accounts::add(store, gone.clone()).await.unwrap());
    let departure = store.depart(gone.id, &gone.password_hash, "deleted-0", 7).await.unwrap();
    assert_eq!(departure, Departure::Gone(Vec::new()));
}

async fn talk(store: &SqlStore, game: GameId, by: AccountId) {
    for text in ["好棋 \u{1F600}\n", "'; --", ""] {
        let said = Saying {
            game,
            stream: TalkStream::Spectators,
            command: Uuid::new_v4(),
            by: (by, "张三".to_owned()),
            text: text.to_owned(),
            ply: 7,
            wall_ms: 9_000,
        };
        store.say(said, 99).await.unwrap();
    }
    let hiding = Hiding { by: (by, "裁判".to_owned()), reason: "不文明".to_owned() };
    assert!(store.hide(game, TalkStream::Spectators, 2, hiding, 5).await.unwrap());
    let (who, by_name) = ((by, "张三".to_owned()), "裁判".to_owned());
    let (reason, command) = ("吵闹".to_owned(), Uuid::new_v4());
    let mute = Mute { number: 1, who, on: true, by: (by, by_name), reason, command, wall_ms: 9 };
    assert!(store.mute(game, mute).await.unwrap());
    let note = Note { text: "星位\n小目".to_owned(), changed_ms: 4 };
    store.write_note(game, by, Some(note)).await.unwrap();
    let done = vec![RematchCommand { by, id: Uuid::new_v4(), action: RematchAction::Offer }];
    let offer = Some(RematchOffer { by, ends_ms: 130_000 });
    let rematch = Rematch { offer, done, ..Rematch::default() };
    assert!(store.replace(game, &rematch, 55, None).await.unwrap());
}
