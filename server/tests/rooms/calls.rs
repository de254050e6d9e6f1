//! Calls for the referee, through sockets: who hears of them, and where referees find them.

use loadtests::{Api, ApiError, Reply};
use protocol::http::NewChallenge;
use protocol::{CallEnd, ClientMessage, Code, Color, Event, Ruling};
use tianyuan::offices::Offices;
use uuid::Uuid;

use super::procedure::{Hall, Referee, appoint, kinds};
use super::table::{Person, Server, Table, offer};

fn call(room: Uuid, ply: u32) -> ClientMessage {
    ClientMessage::CallReferee { id: Uuid::now_v7(), room, ply }
}

/// Where referees are wanted, as one of them finds it.
async fn wanted(api: &Api) -> Vec<Uuid> {
    api.calls().await.unwrap().items.into_iter().map(|called| called.game.id).collect()
}

async fn is_for_referees(api: &Api) -> bool {
    match api.calls().await {
        Err(ApiError::Refused(problem)) => problem.code == Code::NotAReferee,
        other => panic!("{other:?}"),
    }
}

/// A referee at a socket, and as whom it asks over HTTP.
async fn referee(server: &Server) -> (Referee, Api) {
    let referee = Referee::new(server).await;
    let api = referee.person.api.clone();
    (referee, api)
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_hears_of_a_call_and_of_its_answer() {
    let server = Server::start().await;
    let (mut referee, api) = referee(&server).await;
    let mut hall = Hall::new(&server.base(), &offer(9)).await;
    let room = hall.table.room;
    for (color, ply) in [(Color::Black, 0), (Color::White, 1)] {
        hall.done(color, &ClientMessage::Pass { id: Uuid::now_v7(), room, ply }).await;
    }
    let before = hall.game().await.agreement.unwrap().due_ms;
    assert!(wanted(&api).await.is_empty());

    let calls = call(room, 2);
    let seq = hall.done(Color::White, &calls).await;
    assert_eq!(hall.say(Color::White, &calls).await, Reply::Ack(Some(seq)), "the same answer");
    hall.refused(Color::Black, &call(room, 2), Code::RefereeCalled).await;
    let withdraw = ClientMessage::WithdrawCall { id: Uuid::now_v7(), room };
    hall.refused(Color::Black, &withdraw, Code::NoSuchRequest).await;
    assert_eq!(hall.game().await.standing.call.unwrap().by, Some(Color::White));
    assert_eq!(wanted(&api).await, [room]);

    let answer = hall.table.rule(Ruling::AnswerCall);
    referee.done(&answer).await;
    let told = hall.told().await;
    assert_eq!(kinds(&told)[3..], ["referee_called", "ruled", "call_closed"]);
    let Some(Event::CallClosed { how, due_ms, standing }) = told.last() else { panic!("{told:?}") };
    assert_eq!((*how, standing.call), (CallEnd::Answered, None));
    assert!(due_ms.unwrap() >= before, "what was left is left");
    assert_eq!(*due_ms, hall.game().await.agreement.map(|agreement| agreement.due_ms));
    assert!(wanted(&api).await.is_empty());
    assert_eq!(referee.say(&hall.table.rule(Ruling::AnswerCall)).await, Reply::Refused(Code::NoSuchRequest));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_for_referees_has_private_games_and_outlives_a_restart() {
    let server = Server::start().await;
    let (referee, api) = referee(&server).await;
    let mut table = Table::new(&server.base(), &NewChallenge { private: true, ..offer(9) }).await;
    let room = table.room;
    assert!(matches!(table.black.ask(&call(room, 0)).await.unwrap(), Reply::Ack(Some(_))));
    assert_eq!(wanted(&api).await, [room]);
    let since_ms = api.calls().await.unwrap().items[0].since_ms;
    assert!(is_for_referees(&Person::new(&server.base()).await.api).await);

    let server = server.restart().await;
    let base = server.base();
    let api = Api::new(&base).with_token(api.token().unwrap());
    assert_eq!(wanted(&api).await, [room]);
    let mut black = table.people[0].socket(&base).await;
    black.watch(room, None).await.unwrap();
    assert_eq!(wanted(&api).await, [room], "a new server keeps it");
    assert_eq!(api.calls().await.unwrap().items[0].since_ms, since_ms, "and since when");
    let resign = ClientMessage::Resign { id: Uuid::now_v7(), room };
    assert!(matches!(black.ask(&resign).await.unwrap(), Reply::Ack(Some(_))));
    assert!(wanted(&api).await.is_empty(), "a game that is over needs none");

    appoint(&server, &referee.name, Offices::NONE).await;
    assert!(is_for_referees(&api).await);
}
