//! Lines are said once, numbered without a gap, and kept; notes are their writer's.

use tianyuan::ids::{AccountId, GameId};
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{Hiding, Journal, Kept, Mute, Note, Notes, Saying, Talk, TalkStream};
use uuid::Uuid;

use crate::world::{account, append, command, game, node, pass};

fn saying(game: GameId, by: AccountId, text: &str) -> Saying {
    Saying {
        game,
        stream: TalkStream::Players,
        command: Uuid::new_v4(),
        by: (by, "张三".to_owned()),
        text: text.to_owned(),
        ply: 7,
        wall_ms: 9_000,
    }
}

async fn numbers(store: &SqlStore, game: GameId, stream: TalkStream) -> Vec<u64> {
    store.after(game, stream, 0, 1_000).await.unwrap().into_iter().map(|said| said.number).collect()
}

pub(crate) async fn says_a_line_once(store: &SqlStore) {
    let (one, other) = (game(store, node()).await, game(store, node()).await);
    let (by, who) = (account(store).await, account(store).await);
    let line = saying(one, by, "好棋");
    assert_eq!(store.known(&line).await.unwrap(), None);
    assert_eq!(store.say(line.clone(), 9).await.unwrap(), Kept::New(1));
    let later = Saying { wall_ms: 10_000, ply: 8, ..line.clone() };
    assert_eq!(store.say(later.clone(), 1).await.unwrap(), Kept::Already(1), "even when it is full");
    assert_eq!(store.known(&later).await.unwrap(), Some(Kept::Already(1)));
    for changed in [
        Saying { text: "坏棋".to_owned(), ..line.clone() },
        Saying { stream: TalkStream::Staff, ..line.clone() },
        Saying { game: other, ..line.clone() },
    ] {
        assert_eq!(store.say(changed.clone(), 9).await.unwrap(), Kept::IdReused);
        assert_eq!(store.known(&changed).await.unwrap(), Some(Kept::IdReused));
    }
    let theirs = Saying { by: (who, "李四".to_owned()), ..line.clone() };
    assert_eq!(store.say(theirs, 9).await.unwrap(), Kept::New(2), "an id is its account's own");
    let kept = store.after(one, TalkStream::Players, 0, 9).await.unwrap();
    assert_eq!((kept.len(), &kept[0].by, &*kept[0].text), (2, &line.by, "好棋"));
    assert_eq!((kept[0].ply, kept[0].wall_ms, kept[0].hidden), (7, 9_000, false));
}

pub(crate) async fn numbers_lines_without_a_gap_up_to_the_most(store: &SqlStore) {
    let here = game(store, node()).await;
    let by = account(store).await;
    let calls: Vec<_> = (0..40)
        .map(|n| {
            let (store, mut line) = (store.clone(), saying(here, by, &format!("line {n}")));
            line.stream = if n % 2 == 0 { TalkStream::Players } else { TalkStream::Spectators };
            tokio::spawn(async move { store.say(line, 15).await.unwrap() })
        })
        .collect();
    let mut kept = Vec::new();
    for call in calls {
        kept.push(call.await.unwrap());
    }
    assert_eq!(kept.iter().filter(|kept| **kept == Kept::Full).count(), 10);
    for stream in [TalkStream::Players, TalkStream::Spectators] {
        assert_eq!(numbers(store, here, stream).await, (1..=15).collect::<Vec<_>>());
    }
    assert_eq!(numbers(store, here, TalkStream::Staff).await, [0_u64; 0]);
}

pub(crate) async fn pages_through_a_conversation(store: &SqlStore) {
    let here = game(store, node()).await;
    let by = account(store).await;
    for n in 1..=7 {
        store.say(saying(here, by, &format!("line {n}")), 9).await.unwrap();
    }
    let before = async |before, limit| {
        let lines = store.before(here, TalkStream::Players, before, limit).await.unwrap();
        lines.into_iter().map(|said| said.number).collect::<Vec<_>>()
    };
    assert_eq!(before(None, 3).await, [5, 6, 7]);
    assert_eq!(before(Some(5), 3).await, [2, 3, 4]);
    assert_eq!(before(Some(2), 3).await, [1]);
    assert_eq!(before(Some(1), 3).await, [0_u64; 0]);
    let after = store.after(here, TalkStream::Players, 3, 2).await.unwrap();
    assert_eq!(after.iter().map(|said| &*said.text).collect::<Vec<_>>(), ["line 4", "line 5"]);
}

pub(crate) async fn hides_a_line_for_ever(store: &SqlStore) {
    let here = game(store, node()).await;
    let by = account(store).await;
    let line = saying(here, by, "a secret");
    store.say(line.clone(), 9).await.unwrap();
    let why = |reason: &str| Hiding { by: (by, "裁判".to_owned()), reason: reason.to_owned() };
    assert!(!store.hide(here, TalkStream::Staff, 1, why("first"), 5).await.unwrap());
    assert!(!store.hide(here, TalkStream::Players, 2, why("first"), 5).await.unwrap());
    for reason in ["first", "second"] {
        assert!(store.hide(here, TalkStream::Players, 1, why(reason), 5).await.unwrap());
    }
    let kept = store.before(here, TalkStream::Players, None, 9).await.unwrap();
    assert_eq!((kept[0].number, &*kept[0].text, kept[0].hidden), (1, "", true));
    assert_eq!(kept[0].hiding, Some(why("first")), "who was first stays");
    assert_eq!(store.say(line, 9).await.unwrap(), Kept::Already(1), "and it is not said anew");
}

pub(crate) async fn takes_no_id_of_an_event_for_a_line(store: &SqlStore) {
    let owner = node();
    let (here, other) = (game(store, owner).await, game(store, owner).await);
    let (by, who) = (account(store).await, account(store).await);
    let mut row = pass(2, owner);
    row.command = Some(command(by));
    let id = row.command.unwrap().id;
    Journal::append(store, append(here, 1, vec![row])).await.unwrap();
    let line = Saying { command: id, ..saying(here, by, "好棋") };
    assert_eq!(store.say(line.clone(), 9).await.unwrap(), Kept::IdReused);
    assert_eq!(numbers(store, here, TalkStream::Players).await, [0_u64; 0]);
    let theirs = Saying { by: (who, "李四".to_owned()), ..line.clone() };
    assert_eq!(store.say(theirs, 9).await.unwrap(), Kept::New(1), "an id is its account's own");
    assert_eq!(store.say(Saying { game: other, ..line }, 9).await.unwrap(), Kept::New(1), "and its game's");
}

pub(crate) async fn keeps_who_may_not_speak(store: &SqlStore) {
    let (here, other) = (game(store, node()).await, game(store, node()).await);
    let (who, by) = (account(store).await, account(store).await);
    let mute = |number, on| Mute {
        number,
        who: (who, "张三".to_owned()),
        on,
        by: (by, "裁判".to_owned()),
        reason: "吵闹".to_owned(),
        command: Uuid::new_v4(),
        wall_ms: 9_000,
    };
    let (first, second) = (mute(1, true), mute(2, false));
    assert!(store.mute(here, first.clone()).await.unwrap());
    assert!(!store.mute(here, mute(1, false)).await.unwrap(), "the number is taken");
    assert!(!store.mute(other, Mute { number: 9, ..first.clone() }).await.unwrap(), "and the id");
    assert!(store.mute(here, second.clone()).await.unwrap());
    assert_eq!(store.mutes(here).await.unwrap(), [first, second]);
    assert_eq!(store.mutes(other).await.unwrap(), []);
}

pub(crate) async fn keeps_a_note_of_each_account_and_game(store: &SqlStore) {
    let (one, other) = (game(store, node()).await, game(store, node()).await);
    let (by, who) = (account(store).await, account(store).await);
    let note = |text: &str| Note { text: text.to_owned(), changed_ms: 4 };
    assert_eq!(store.note(one, by).await.unwrap(), None);
    store.write_note(one, by, Some(note("星位\n小目"))).await.unwrap();
    store.write_note(one, who, Some(note("theirs"))).await.unwrap();
    store.write_note(other, by, Some(note("another game"))).await.unwrap();
    store.write_note(one, by, Some(note("changed"))).await.unwrap();
    assert_eq!(store.note(one, by).await.unwrap(), Some(note("changed")));
    assert_eq!(store.note(one, who).await.unwrap(), Some(note("theirs")));
    for _ in 0..2 {
        store.write_note(one, by, None).await.unwrap();
        assert_eq!(store.note(one, by).await.unwrap(), None);
    }
    assert_eq!(store.note(other, by).await.unwrap(), Some(note("another game")));
}
