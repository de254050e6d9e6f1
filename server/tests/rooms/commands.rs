//! Security checks 25 and 27: who may use which command of the socket, whole: the match has no wildcard, and each command of the
//! protocol's own examples is tried by everybody who is not a player of the game.
//!
//! Deliberately absent: what a player may do at which stage, which is the rules' table; the scopes of personal tokens (`ws/scopes`).

use std::path::Path;

use loadtests::{Reply, Socket};
use protocol::{ClientMessage, Code};
use serde_json::Value;
use tianyuan::offices::{Power, Role};
use uuid::Uuid;

use super::procedure::appoint;
use super::table::{Person, Server, Table, offer};

/// Whom a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whom {
    Everybody,
    /// Whoever has logged in; what comes of it hangs on the room.
    People,
    /// The two players of the game; no office makes a player.
    Players,
    /// Who may rule on games.
    Referees,
}

const fn whom(message: &ClientMessage) -> Whom {
    match message {
        ClientMessage::Hello { .. }
        | ClientMessage::Ping { .. }
        | ClientMessage::Watch { .. }
        | ClientMessage::Unwatch { .. }
        | ClientMessage::Lobby { .. } => Whom::Everybody,
        ClientMessage::TakeSeat { .. } | ClientMessage::Say { .. } => Whom::People,
        ClientMessage::Play { .. }
        | ClientMessage::Pass { .. }
        | ClientMessage::ClaimPass { .. }
        | ClientMessage::Resign { .. }
        | ClientMessage::Mark { .. }
        | ClientMessage::SetAside { .. }
        | ClientMessage::AnswerRepetition { .. }
        | ClientMessage::Accept { .. }
        | ClientMessage::ResumePlay { .. }
        | ClientMessage::Ask { .. }
        | ClientMessage::Reply { .. }
        | ClientMessage::Withdraw { .. }
        | ClientMessage::Seal { .. }
        | ClientMessage::ClaimAbsence { .. }
        | ClientMessage::CallReferee { .. }
        | ClientMessage::WithdrawCall { .. }
        | ClientMessage::BeginVacation { .. }
        | ClientMessage::EndVacation { .. }
        | ClientMessage::Rematch { .. } => Whom::Players,
        ClientMessage::Rule { .. } | ClientMessage::HideLine { .. } => Whom::Referees,
    }
}

/// The examples of all commands, for a room; those that could end the game come last.
fn commands(room: Uuid) -> Vec<ClientMessage> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/tests/golden");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.file_name().unwrap().to_string_lossy().starts_with("client-") {
            continue;
        }
        let mut example: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        if example["id"].is_string() {
            example["id"] = Uuid::now_v7().to_string().into();
        }
        if example["room"].is_string() {
            example["room"] = room.to_string().into();
        }
        all.push(serde_json::from_value::<ClientMessage>(example).unwrap());
    }
    all.sort_by_key(|message| whom(message) == Whom::Referees);
    assert!(all.len() >= 36, "{}", all.len());
    all
}

async fn try_all(table: &Table, socket: &mut Socket, role: Option<Role>, is_guest: bool) {
    socket.watch(table.room, None).await.unwrap();
    for command in commands(table.room) {
        let whom = whom(&command);
        if whom == Whom::Everybody {
            continue;
        }
        let reply = socket.ask(&command).await.unwrap();
        let told = format!("{command:?} as {role:?}: {reply:?}");
        let may = |power| role.is_some_and(|role| role.powers().contains(&power));
        let want_of_office = [Code::NotAReferee, Code::NotAllowed].map(Reply::Refused).contains(&reply);
        match whom {
            _ if is_guest => assert_eq!(reply, Reply::Refused(Code::NotLoggedIn), "{told}"),
            Whom::Everybody | Whom::People => assert!(!want_of_office, "{told}"),
            Whom::Players => assert_eq!(reply, Reply::Refused(Code::NotAPlayer), "{told}"),
            Whom::Referees if may(Power::RuleAsChief) => assert!(!want_of_office, "{told}"),
            // Some rulings are for a chief referee alone.
            Whom::Referees if may(Power::Rule) => {}
            Whom::Referees => assert!(want_of_office, "{told}"),
        }
        assert!(is_guest || reply != Reply::Refused(Code::NotLoggedIn), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn check_25_each_command_is_for_those_whom_the_table_names() {
    let server = Server::start().await;
    let base = server.base();
    let table = Table::new(&base, &offer(19)).await;
    let mut guest = Socket::open(&base, None).await.unwrap();
    try_all(&table, &mut guest, None, true).await;
    let stranger = Person::new(&base).await;
    try_all(&table, &mut stranger.socket(&base).await, None, false).await;
    for role in Role::ALL {
        let table = Table::new(&base, &offer(19)).await;
        let officer = Person::new(&base).await;
        appoint(&server, &officer.name, role).await;
        try_all(&table, &mut officer.socket(&base).await, Some(role), false).await;
    }
}
