//! People who go: what goes with them, what stays under another name, and the old name that is nobody's.

use rules::Outcome;
use tianyuan::ids::{AccountId, GameId};
use tianyuan::store::sql::SqlStore;
use tianyuan::store::{
    Account, Accounts, Append, Blocks, Challenges, Departure, Departures, Device, Finish, Games, Invitation,
    Invitations, Invited, Journal, Kept, NewSession, Note, Notes, Offer, Profile, Profiles, RefreshToken,
    Saying, Sessions, Talk, TalkStream,
};
use tianyuan::{ids::FamilyId, offices};
use uuid::Uuid;

use crate::world::{account, append, begin, new_game, node, offer, pass, some_account};

const NEW: &str = "deleted-1a2b3c4d";

async fn somebody(store: &SqlStore) -> Account {
    let account = some_account();
    assert!(Accounts::add(store, account.clone()).await.unwrap());
    account
}

async fn depart(store: &SqlStore, who: &Account) -> Departure {
    store.depart(who.id, &who.password_hash, NEW, 9).await.unwrap()
}

async fn gone(store: &SqlStore, who: &Account) {
    assert!(matches!(depart(store, who).await, Departure::Gone(_)));
}

/// A game of two, with a record of it when it is over.
async fn play(store: &SqlStore, black: &Account, white: &Account, over: bool) -> GameId {
    let owner = node();
    let mut game = new_game(black.id, white.id, owner, 7);
    (game.players.black.1, game.players.white.1) = (black.name.clone(), white.name.clone());
    let id = begin(store, game).await;
    if over {
        let sgf = format!("(;PB[{}]PW[{}]C[PB\\[{}\\]];B[aa])", black.name, white.name, black.name);
        let finish = Some(Finish { outcome: Outcome::Aborted, sgf, ended_ms: 55, noted: None });
        let last = Append { finish, ..append(id, 1, vec![pass(2, owner)]) };
        Journal::append(store, last).await.unwrap();
    }
    id
}

async fn say(store: &SqlStore, game: GameId, by: &Account, text: &str) {
    let said = Saying {
        game,
        stream: TalkStream::Spectators,
        command: Uuid::new_v4(),
        by: (by.id, by.name.clone()),
        text: text.to_owned(),
        ply: 0,
        wall_ms: 5,
    };
    assert!(matches!(store.say(said, 99).await.unwrap(), Kept::New(_)));
}

async fn rename_all(store: &SqlStore) {
    for _ in 0..100 {
        if !store.rename_departed(2).await.unwrap() {
            return;
        }
    }
    panic!("it has no end");
}

pub(crate) async fn takes_away_what_is_of_one_person_alone(store: &SqlStore) {
    let (lee, cho) = (somebody(store).await, somebody(store).await);
    let game = play(store, &lee, &cho, true).await;
    let family = FamilyId(Uuid::new_v4());
    let token = RefreshToken {
        hash: [41; 32],
        family,
        account: lee.id,
        expires_ms: i64::MAX,
        family_ends_ms: i64::MAX,
    };
    let session = NewSession { token, device: Device::default(), second: false };
    Sessions::begin(store, session, &lee.password_hash, 1).await.unwrap();
    let profile = Profile { country: Some("KR".to_owned()), ..Profile::default() };
    store.change_profile(lee.id, 0, profile, &[]).await.unwrap();
    for (by, other) in [(lee.id, cho.id), (cho.id, lee.id)] {
        store.block(by, other, 1, 9).await.unwrap();
    }
    for who in [lee.id, cho.id] {
        store.write_note(game, who, Some(Note { text: "mine".to_owned(), changed_ms: 1 })).await.unwrap();
    }
    store.set_offices(lee.id, offices::Role::Referee.into()).await.unwrap();
    let open = Challenges::offer(store, offer(lee.id), 9).await.unwrap().unwrap().offer;

    let other = Account { password_hash: "another".to_owned(), ..lee.clone() };
    assert_eq!(depart(store, &other).await, Departure::Changed);
    assert_eq!(store.by_id(lee.id).await.unwrap().unwrap().name, lee.name, "nothing was done");
    assert_eq!(depart(store, &lee).await, Departure::Gone(vec![family]));
    assert_eq!(depart(store, &lee).await, Departure::Changed, "once");

    let left = store.by_id(lee.id).await.unwrap().unwrap();
    assert_eq!((left.name.as_str(), left.password_hash.as_str(), left.offices.is_empty()), (NEW, "", true));
    assert_eq!(store.by_name(&lee.name_key).await.unwrap(), None);
    assert_eq!(store.living(&[family]).await.unwrap(), []);
    assert_eq!(store.profile(lee.id).await.unwrap(), (Profile::default(), 0));
    assert!(!store.are_apart(lee.id, cho.id).await.unwrap());
    assert_eq!(store.note(game, lee.id).await.unwrap(), None);
    assert!(store.note(game, cho.id).await.unwrap().is_some(), "another's is another's");
    assert!(!store.withdraw(open.id, lee.id).await.unwrap(), "it is not open any more");
}

pub(crate) async fn keeps_whoever_plays(store: &SqlStore) {
    let (lee, cho) = (somebody(store).await, somebody(store).await);
    play(store, &cho, &lee, true).await;
    play(store, &cho, &lee, false).await;
    for who in [&lee, &cho] {
        assert_eq!(depart(store, who).await, Departure::Playing);
        assert_eq!(store.by_id(who.id).await.unwrap().as_ref(), Some(who));
    }
}

pub(crate) async fn gives_the_name_to_nobody_again(store: &SqlStore) {
    let lee = somebody(store).await;
    let again = || {
        let mut again = some_account();
        again.name_key.clone_from(&lee.name_key);
        again
    };
    gone(store, &lee).await;
    let same = again();
    assert!(!Accounts::add(store, same.clone()).await.unwrap());
    assert_eq!(store.by_id(same.id).await.unwrap(), None);
    // Nor to the invited, whose invitation is not used up by it.
    let id = Uuid::now_v7();
    let (note, hash) = (String::new(), [77; 32]);
    let invitation = Invitation { id, hash, uses: 1, left: 1, note, created_ms: 1, expires_ms: i64::MAX };
    store.invite(invitation).await.unwrap();
    assert_eq!(store.add_invited(again(), hash).await.unwrap(), Invited::NameTaken);
    assert!(store.is_invited(hash, 5).await.unwrap());

    // A departure, and registrations of the same name, at once: the name is never another's.
    for _ in 0..5 {
        let cho = somebody(store).await;
        let tries: Vec<_> = (0..6)
            .map(|_| {
                let (store, mut other) = (store.clone(), some_account());
                other.name_key.clone_from(&cho.name_key);
                tokio::spawn(async move { Accounts::add(&store, other).await.unwrap() })
            })
            .collect();
        gone(store, &cho).await;
        for attempt in tries {
            assert!(!attempt.await.unwrap());
        }
    }
}

pub(crate) async fn renames_what_stays(store: &SqlStore) {
    let (lee, cho) = (somebody(store).await, somebody(store).await);
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(play(store, &lee, &cho, true).await);
        games.push(play(store, &cho, &lee, true).await);
    }
    for n in 0..5 {
        say(store, games[0], &lee, &format!("line {n}")).await;
        say(store, games[0], &cho, &format!("answer {n}")).await;
    }
    let open =
        Challenges::offer(store, Offer { by_name: lee.name.clone(), ..offer(lee.id) }, 9).await.unwrap();
    gone(store, &lee).await;
    rename_all(store).await;

    for (n, id) in games.iter().enumerate() {
        let players = Games::get(store, *id).await.unwrap().unwrap().players;
        let sgf = store.sgf(*id).await.unwrap().unwrap();
        let wanted = [(lee.id, NEW.to_owned()), (cho.id, cho.name.clone())];
        let [left, other] =
            if n % 2 == 0 { [players.black, players.white] } else { [players.white, players.black] };
        assert_eq!([left, other], wanted);
        let heads = [format!("PB[{NEW}]PW[{}]", cho.name), format!("PB[{}]PW[{NEW}]", cho.name)];
        assert!(sgf.starts_with(&format!("(;{}C[", heads[n % 2])), "{sgf}");
    }
    let lines = store.after(games[0], TalkStream::Spectators, 0, 99).await.unwrap();
    let by =
        |who: AccountId| lines.iter().filter(move |said| said.by.0 == who).map(|said| said.by.1.as_str());
    assert_eq!(by(lee.id).collect::<Vec<_>>(), [NEW; 5]);
    assert_eq!(by(cho.id).collect::<Vec<_>>(), [cho.name.as_str(); 5]);
    let open = Challenges::get(store, open.unwrap().offer.id).await.unwrap().unwrap();
    assert_eq!(open.offer.by_name, NEW);
    assert!(!store.rename_departed(9).await.unwrap(), "it is done");
}

pub(crate) async fn tells_ones_own_lines_and_notes(store: &SqlStore) {
    let (lee, cho) = (somebody(store).await, somebody(store).await);
    let mut games = Vec::new();
    for n in 0..3 {
        let game = play(store, &lee, &cho, true).await;
        say(store, game, &lee, &format!("line {n}")).await;
        say(store, game, &cho, "another's").await;
        let note = |text: &str| Some(Note { text: text.to_owned(), changed_ms: 3 });
        store.write_note(game, lee.id, note(&format!("note {n}"))).await.unwrap();
        store.write_note(game, cho.id, note("another's")).await.unwrap();
        games.push(game);
    }
    let (mut lines, mut notes) = (Vec::new(), Vec::new());
    loop {
        let page =
            store.own_lines(lee.id, lines.last().map(|line: &tianyuan::store::OwnLine| line.command), 2);
        let page = page.await.unwrap();
        if page.is_empty() {
            break;
        }
        lines.extend(page);
    }
    loop {
        let page = store.own_notes(lee.id, notes.last().map(|note: &tianyuan::store::OwnNote| note.game), 2);
        let page = page.await.unwrap();
        if page.is_empty() {
            break;
        }
        notes.extend(page);
    }
    let mut said: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
    said.sort_unstable();
    assert_eq!(said, ["line 0", "line 1", "line 2"]);
    assert!(
        lines.iter().all(|line| (line.stream, line.number, line.wall_ms) == (TalkStream::Spectators, 1, 5))
    );
    let mut noted: Vec<_> = notes.iter().map(|note| (note.text.as_str(), note.game)).collect();
    noted.sort_unstable();
    assert_eq!(noted, [("note 0", games[0]), ("note 1", games[1]), ("note 2", games[2])]);
    assert_eq!(store.own_lines(account(store).await, None, 9).await.unwrap(), []);
}
