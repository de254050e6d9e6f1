//! Once more after a game: offered, answered and begun through real sockets, told to the players and to nobody else.

use loadtests::{Reply, Socket};
use protocol::http::NewChallenge;
use protocol::{
    ClientMessage, ClockSettings, Code, Color, RematchAction, Ruling, ServerMessage, Settings, limits,
};
use tianyuan::ids::GameId;
use uuid::Uuid;

use super::procedure::Referee;
use super::support::postgres::Postgres;
use super::table::{Person, Server, Table, ended, offer, snapshot};
use super::talk::answered;

use Code::{AlreadyAsked, IdReused, NoSuchRequest, NotAPlayer, NotFound, NotLoggedIn, TooLate, TooOften};
use RematchAction::{Accept, Decline, Offer, Withdraw};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Where a rematch stands, as a socket was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) revision: u64,
    /// Whose offer.
    pub(crate) offer: Option<String>,
    pub(crate) offers_left: u32,
    pub(crate) game: Option<Uuid>,
}

pub(crate) fn command(room: Uuid, action: RematchAction) -> ClientMessage {
    ClientMessage::Rematch { id: Uuid::now_v7(), room, action }
}

/// The next that a socket is told about the rematch of a game.
pub(crate) async fn told(socket: &mut Socket, of: Uuid) -> Told {
    let next = |message: &ServerMessage| match message {
        ServerMessage::Rematch { room, revision, offer, offers_left, game } if *room == of => {
            let offer = offer.as_ref().map(|offer| {
                assert!((1..=limits::REMATCH_OPEN_MS).contains(&offer.left_ms), "{offer:?}");
                offer.by.name.clone()
            });
            Some(Told { revision: *revision, offer, offers_left: *offers_left, game: *game })
        }
        _ => None,
    };
    socket.find(next).await.unwrap()
}

/// The game that begins for a socket after that one.
async fn started(socket: &mut Socket, of: Uuid) -> Uuid {
    let next = |message: &ServerMessage| match message {
        ServerMessage::GameStarted { challenge, room } if *challenge == of => Some(*room),
        _ => None,
    };
    socket.find(next).await.unwrap()
}

/// Black has resigned.
pub(crate) async fn finished(base: &str, offer: &NewChallenge) -> Table {
    let mut table = Table::new(base, offer).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    assert!(matches!(table.black.ask(&resign).await.unwrap(), Reply::Ack(Some(_))));
    ended(&mut table.black).await;
    ended(&mut table.white).await;
    table
}

impl Table {
    async fn rematch(&mut self, color: Color, action: RematchAction) -> Reply {
        let command = command(self.room, action);
        self.socket(color).ask(&command).await.unwrap()
    }

    /// What both are told next; they are told the same, but for what is left to each.
    async fn both_told(&mut self) -> Told {
        let black = told(&mut self.black, self.room).await;
        let white = told(&mut self.white, self.room).await;
        assert_eq!(Told { offers_left: black.offers_left, ..white }, black);
        black
    }

    /// Both agree; the game that begins.
    async fn agree(&mut self) -> Uuid {
        assert_eq!(self.rematch(Color::Black, Offer).await, Reply::Ack(None));
        assert_eq!(self.rematch(Color::White, Accept).await, Reply::Ack(None));
        let next = started(&mut self.black, self.room).await;
        assert_eq!(started(&mut self.white, self.room).await, next);
        next
    }
}

/// Names of Black and White, and the settings.
async fn game(person: &Person, room: Uuid) -> ([String; 2], Settings) {
    let game = person.api.game(room).await.unwrap().game;
    ([game.black.name, game.white.name], game.settings)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_game_begins_once_more_with_colours_changed() {
    let server = Server::start().await;
    let base = server.base();
    let less = ClockSettings::Absolute { main_ms: 60_000 };
    let wanted =
        NewChallenge { white_clock: Some(less), private: true, komi_quarters: Some(13), ..offer(13) };
    let mut table = finished(&base, &wanted).await;
    // Whoever is elsewhere is told, too.
    let mut elsewhere = table.people[1].socket(&base).await;
    answered(&mut elsewhere).await;
    let names = table.people.each_ref().map(|person| person.name.clone());

    assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Ack(None));
    let open = Told { revision: 1, offer: Some(names[0].clone()), offers_left: 2, game: None };
    assert_eq!(table.both_told().await, open);
    assert_eq!(told(&mut elsewhere, table.room).await, Told { offers_left: 3, ..open.clone() });
    // And whoever comes to the finished game while it is open.
    let mut later = table.people[1].socket(&base).await;
    later.watch(table.room, None).await.unwrap();
    assert_eq!(told(&mut later, table.room).await, Told { offers_left: 3, ..open });

    let accept = command(table.room, Accept);
    assert_eq!(elsewhere.ask(&accept).await.unwrap(), Reply::Ack(None));
    let next = started(&mut table.black, table.room).await;
    for socket in [&mut table.white, &mut elsewhere, &mut later] {
        assert_eq!(started(socket, table.room).await, next);
    }
    let begun = Told { revision: 2, offer: None, offers_left: 0, game: Some(next) };
    assert_eq!(table.both_told().await, begun);

    let (before, old) = game(&table.people[0], table.room).await;
    let (after, new) = game(&table.people[0], next).await;
    assert_eq!((after[0].clone(), after[1].clone()), (before[1].clone(), before[0].clone()));
    // Each has its own time again.
    assert_eq!((Some(&new.clock), new.white_clock.as_ref()), (old.white_clock.as_ref(), Some(&old.clock)));
    assert_eq!(Settings { clock: old.clock, white_clock: old.white_clock, ..new }, old);
    // It is for these two alone, and for both a game to play.
    let stranger = Person::new(&base).await;
    assert!(stranger.api.game(next).await.is_err());
    let mut second = Table { room: next, ply: 0, ..table };
    std::mem::swap(&mut second.black, &mut second.white);
    for color in [Color::Black, Color::White] {
        assert_eq!(snapshot(second.socket(color).watch(next, None).await.unwrap()).ply, 0);
    }
    second.play_all(&["dd", "jj"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_declined_or_withdrawn_leaves_nothing_and_three_times_are_enough() {
    let server = Server::start().await;
    let mut table = finished(&server.base(), &offer(9)).await;
    let room = table.room;
    for action in [Accept, Decline, Withdraw] {
        assert_eq!(table.rematch(Color::White, action).await, Reply::Refused(NoSuchRequest));
    }
    for (turn, (by, action)) in
        [(Color::White, Decline), (Color::Black, Withdraw), (Color::White, Decline)].into_iter().enumerate()
    {
        assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Ack(None));
        table.both_told().await;
        assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Refused(AlreadyAsked));
        for own in [Accept, Decline] {
            assert_eq!(table.rematch(Color::Black, own).await, Reply::Refused(NoSuchRequest));
        }
        assert_eq!(table.rematch(Color::White, Withdraw).await, Reply::Refused(NoSuchRequest));
        assert_eq!(table.rematch(by, action).await, Reply::Ack(None));
        let turn = u32::try_from(turn).unwrap();
        let over = Told { revision: u64::from(turn) * 2 + 2, offer: None, offers_left: 2 - turn, game: None };
        assert_eq!(table.both_told().await, over);
        assert_eq!(table.rematch(Color::White, Accept).await, Reply::Refused(NoSuchRequest));
    }
    assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Refused(TooOften));
    // The other may offer it still, and to agree is not to pester.
    assert_eq!(table.rematch(Color::White, Offer).await, Reply::Ack(None));
    assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Ack(None));
    started(&mut table.white, room).await;
    for action in [Offer, Accept, Decline, Withdraw] {
        let why = if action == Offer { TooLate } else { NoSuchRequest };
        assert_eq!(table.rematch(Color::Black, action).await, Reply::Refused(why));
    }
}

/// Games that run, but for one.
async fn running(person: &Person, but: Uuid) -> Vec<Uuid> {
    let games = person.api.games("mine", None).await.unwrap().items;
    games.into_iter().map(|game| game.id).filter(|id| *id != but).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_offering_at_once_is_one_game() {
    let server = Server::start().await;
    for _ in 0..10 {
        let mut table = finished(&server.base(), &offer(9)).await;
        one_game_of_both(&mut table).await;
    }
}

/// Two servers over one database, each with one of the players.
#[tokio::test(flavor = "multi_thread")]
async fn both_offering_at_two_servers_is_one_game() {
    let test = "both_offering_at_two_servers_is_one_game";
    let Some(postgres) = Postgres::shared(test) else { return };
    let url = postgres.fresh().await;
    let (one, other) = (Server::start_on(url.clone()).await, Server::start_on(url).await);
    for _ in 0..5 {
        let mut table = finished(&one.base(), &offer(9)).await;
        // Each server has keys of its own here; who comes to the other one logs in there.
        let session = loadtests::Api::new(other.base())
            .log_in(&table.people[1].name, "a long enough password")
            .await
            .unwrap();
        table.white = Socket::open(&other.base(), Some(&session.access_token)).await.unwrap();
        one_game_of_both(&mut table).await;
    }
}

/// Both offer, and send it again and again; one game is there, and both get to it.
async fn one_game_of_both(table: &mut Table) {
    let room = table.room;
    let offers = [command(room, Offer), command(room, Offer)];
    for _ in 0..3 {
        let (black, white) = (table.black.send(&offers[0]), table.white.send(&offers[1]));
        let (black, white) = tokio::join!(black, white);
        black.and(white).unwrap();
    }
    let mut sockets = [&mut table.black, &mut table.white];
    for (socket, offer) in sockets.iter_mut().zip(&offers) {
        for _ in 0..3 {
            let reply = socket.find(|message| match message {
                ServerMessage::Ack { id, .. } if Some(*id) == offer.id() => Some(None),
                ServerMessage::Refused { id, code, .. } if *id == offer.id() => Some(Some(*code)),
                _ => None,
            });
            assert_eq!(reply.await.unwrap(), None);
        }
    }
    // Both have taken effect. Who asks again is told again, also by a server that the other's offer did not reach.
    let mut told = Vec::new();
    for (socket, offer) in sockets.into_iter().zip(&offers) {
        assert_eq!(socket.ask(offer).await.unwrap(), Reply::Ack(None));
        told.push(started(socket, room).await);
        let ClientMessage::Rematch { id, .. } = offer else { panic!("{offer:?}") };
        let other = ClientMessage::Rematch { id: *id, room, action: Withdraw };
        assert_eq!(socket.ask(&other).await.unwrap(), Reply::Refused(IdReused));
    }
    assert_eq!(running(&table.people[0], room).await, [told[0]]);
    assert_eq!(told[0], told[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_but_the_players_offers_answers_or_sees_one() {
    let server = Server::start().await;
    let base = server.base();
    let mut referee = Referee::new(&server).await;
    let viewer = Person::new(&base).await;
    let mut viewing = viewer.socket(&base).await;
    let mut guest = Socket::open(&base, None).await.unwrap();
    for private in [false, true] {
        let mut table = finished(&base, &NewChallenge { private, ..offer(9) }).await;
        let room = table.room;
        let hidden = if private { NotFound } else { NotAPlayer };
        let mut others = [&mut referee.socket, &mut viewing, &mut guest];
        for socket in &mut others {
            socket.record();
            socket.watch(room, None).await.unwrap();
        }
        assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Ack(None));
        let before = table.both_told().await;
        for (socket, code) in others.iter_mut().zip([hidden, hidden, NotLoggedIn]) {
            for action in [Offer, Accept, Decline, Withdraw] {
                assert_eq!(socket.ask(&command(room, action)).await.unwrap(), Reply::Refused(code));
            }
            // Whoever comes now is shown nothing, either.
            socket.watch(room, None).await.unwrap();
        }
        let mut later = table.people[0].socket(&base).await;
        later.watch(room, None).await.unwrap();
        assert_eq!(told(&mut later, room).await, before, "they have changed nothing");
        assert_eq!(table.rematch(Color::White, Accept).await, Reply::Ack(None));
        started(&mut table.black, room).await;
    }
    // What concerns them comes by the same way, after anything that they should not have heard.
    let own = offer(9);
    viewer.api.challenge(&own).await.unwrap();
    Person::new(&base).await.api.accept(own.id, None).await.unwrap();
    started(&mut viewing, own.id).await;
    answered(&mut referee.socket).await;
    answered(&mut guest).await;
    for socket in [&referee.socket, &viewing, &guest] {
        let heard = socket.heard();
        assert!(heard.iter().any(|text| text.contains("\"snapshot\"")));
        assert!(!heard.iter().any(|text| text.contains("\"type\":\"rematch\"")), "{heard:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_after_the_end_and_only_of_a_game_that_is_there() {
    let server = Server::start().await;
    let mut table = Table::new(&server.base(), &offer(9)).await;
    for action in [Offer, Accept, Decline, Withdraw] {
        assert_eq!(table.rematch(Color::Black, action).await, Reply::Refused(Code::WrongPhase));
        let unknown = command(Uuid::new_v4(), action);
        assert_eq!(table.black.ask(&unknown).await.unwrap(), Reply::Refused(NotFound));
    }
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    assert!(matches!(table.white.ask(&resign).await.unwrap(), Reply::Ack(_)));
    assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Ack(None));
}

#[tokio::test(flavor = "multi_thread")]
async fn silence_closes_it_and_after_a_day_nothing_is_left() {
    let server = Server::start().await;
    let mut table = finished(&server.base(), &offer(9)).await;
    let room = table.room;
    assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Ack(None));
    server.skew_wall(i64::try_from(limits::REMATCH_OPEN_MS).unwrap());
    assert_eq!(table.rematch(Color::White, Accept).await, Reply::Refused(NoSuchRequest));
    let mut later = table.people[0].socket(&server.base()).await;
    later.watch(room, None).await.unwrap();
    let closed = Told { revision: 1, offer: None, offers_left: 2, game: None };
    assert_eq!(told(&mut later, room).await, closed);
    // What the other offers then is an offer of its own.
    assert_eq!(table.rematch(Color::White, Offer).await, Reply::Ack(None));
    assert_eq!(table.rematch(Color::White, Withdraw).await, Reply::Ack(None));

    // A token that was good then would not be a day later.
    let mut much_later = table.people[0].socket(&server.base()).await;
    answered(&mut much_later).await;
    server.skew_wall(DAY_MS);
    assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Refused(TooLate));
    much_later.watch(room, None).await.unwrap();
    let mut last = told(&mut much_later, room).await;
    while last.offers_left > 0 {
        // What White did came from another server only now.
        last = told(&mut much_later, room).await;
    }
    assert_eq!(last, Told { revision: 3, offers_left: 0, ..closed });
    assert_eq!(server.app().rematches.sweep().await.unwrap(), 0);
    server.skew_wall(2 * DAY_MS + 60_000);
    assert_eq!(server.app().rematches.sweep().await.unwrap(), 1);
    let kept = tianyuan::store::Rematches::find(&server.app().store, GameId(room)).await.unwrap();
    assert_eq!(kept, tianyuan::store::Rematch::default());
    assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Refused(TooLate));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_weaker_side_stays_black_and_what_a_referee_swapped_is_what_changes() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = finished(&base, &NewChallenge { handicap: 2, ..offer(9) }).await;
    let next = table.agree().await;
    let (before, after) = (game(&table.people[0], table.room).await.0, game(&table.people[0], next).await);
    assert_eq!((before, after.1.handicap), (after.0, 2));

    let mut referee = Referee::new(&server).await;
    let mut table = Table::new(&base, &offer(9)).await;
    table.play_all(&["ee", "cc"]).await;
    referee.done(&table.rule(Ruling::SwapColors)).await;
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room: table.room };
    assert!(matches!(table.white.ask(&resign).await.unwrap(), Reply::Ack(_)));
    let [first, second] = table.people.each_ref().map(|person| person.name.clone());
    assert_eq!(game(&table.people[0], table.room).await.0, [second.clone(), first.clone()]);
    let next = table.agree().await;
    assert_eq!(game(&table.people[0], next).await.0, [first, second]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_outlives_a_restart() {
    let server = Server::start().await;
    let mut table = finished(&server.base(), &offer(9)).await;
    assert_eq!(table.rematch(Color::Black, Offer).await, Reply::Ack(None));
    let server = server.restart().await;
    let mut white = table.people[1].socket(&server.base()).await;
    white.watch(table.room, None).await.unwrap();
    assert_eq!(told(&mut white, table.room).await.offer, Some(table.people[0].name.clone()));
    let accept = command(table.room, Accept);
    assert_eq!(white.ask(&accept).await.unwrap(), Reply::Ack(None));
    let next = started(&mut white, table.room).await;
    // It is played on the server that is there now.
    assert_eq!(snapshot(white.watch(next, None).await.unwrap()).ply, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_limited_like_challenges() {
    let server = Server::start_limited().await;
    let person = Person::new(&server.base()).await;
    let mut socket = person.socket(&server.base()).await;
    let mut replies = Vec::new();
    for _ in 0..12 {
        replies.push(socket.ask(&command(Uuid::new_v4(), Offer)).await.unwrap());
    }
    assert_eq!(replies[..10], vec![Reply::Refused(NotFound); 10]);
    assert!(replies[10..].contains(&Reply::Refused(Code::RateLimited)), "{replies:?}");
    // Who is offered one can still answer.
    let answer = socket.ask(&command(Uuid::new_v4(), Decline)).await.unwrap();
    assert_eq!(answer, Reply::Refused(NotFound));
}
