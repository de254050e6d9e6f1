//! A removal that meets what the removed one is just doing.

use loadtests::{Reply, Socket};
use protocol::{ClientMessage, Code, Event, Ruling, ServerMessage, TalkStream};
use uuid::Uuid;

use super::procedure::Referee;
use super::table::{Person, Server, Table, event, offer};
use super::talk::{heard, id_of, listen, say};

use TalkStream::Spectators;

const ROUNDS: usize = 12;

/// Sends several commands at once and waits for all answers.
async fn all(socket: &mut Socket, commands: &[ClientMessage]) {
    for command in commands {
        socket.send(command).await.unwrap();
    }
    for command in commands {
        let answer = |message: &ServerMessage| match message {
            ServerMessage::Ack { id, .. }
            | ServerMessage::Snapshot { id, .. }
            | ServerMessage::Resumed { id, .. }
            | ServerMessage::Refused { id: Some(id), .. } => (Some(*id) == command.id()).then_some(()),
            _ => None,
        };
        socket.find(answer).await.unwrap();
    }
}

/// Whatever order the server takes them in: after the removal nothing of the game comes, nothing is said, and everything is
/// refused; before it, what was done is done.
#[tokio::test(flavor = "multi_thread")]
async fn a_removal_holds_whatever_the_removed_one_is_just_doing() {
    let server = Server::start().await;
    let base = server.base();
    let mut referee = Referee::new(&server).await;
    let mut table = Table::new(&base, &offer(19)).await;
    let room = table.room;
    let (viewer, witness) = (Person::new(&base).await, Person::new(&base).await);
    let who = id_of(&viewer).await;
    let mut witness = witness.socket(&base).await;
    listen(&mut witness, room).await;
    for round in 0..ROUNDS {
        let mut removed = viewer.socket(&base).await;
        if round % 2 == 0 {
            listen(&mut removed, room).await;
        }
        removed.record();
        let text = format!("round {round}");
        let watch = ClientMessage::Watch { id: Uuid::now_v7(), room, after: None };
        let line = say(room, Spectators, &text);
        let doing = if round % 3 == 0 { [watch, line] } else { [line, watch] };
        let removal = table.rule(Ruling::Remove { account: who, on: true });
        let (seq, ()) = tokio::join!(referee.done(&removal), all(&mut removed, &doing));

        // From here on the removal is known to everybody, and to the one removed.
        for again in
            [ClientMessage::Watch { id: Uuid::now_v7(), room, after: Some(1) }, say(room, Spectators, "but")]
        {
            assert_eq!(removed.ask(&again).await.unwrap(), Reply::Refused(Code::Removed), "{again:?}");
        }
        let before = removed.heard().len();
        let color = if table.ply % 2 == 0 { protocol::Color::Black } else { protocol::Color::White };
        let point = super::kills::point(table.ply);
        assert!(matches!(table.play(color, &point).await, Reply::Ack(_)));
        let after = format!("after round {round}");
        assert_eq!(witness.ask(&say(room, Spectators, &after)).await.unwrap(), Reply::Ack(None));
        let lines = heard(&mut witness, &after).await;
        // Asked where the game is, so that what was told before has come.
        let asked = removed.ask(&say(room, Spectators, "but")).await.unwrap();
        assert_eq!(asked, Reply::Refused(Code::Removed));
        for frame in &removed.heard()[before..] {
            let message: ServerMessage = serde_json::from_str(frame).unwrap();
            let is_its_own = matches!(message, ServerMessage::Refused { .. } | ServerMessage::Lagged { .. });
            assert!(is_its_own, "nothing of the game comes any more: {frame}");
        }
        let late = removed.heard().iter().filter_map(|frame| match serde_json::from_str(frame).unwrap() {
            ServerMessage::Event { event, .. } if event.seq >= seq => Some(event),
            _ => None,
        });
        // Its own removal, with the ruling before it, is the last that it may have been told.
        for event in late {
            assert!(matches!(event.event, Event::Ruled { .. } | Event::Removed { .. }), "{event:?}");
        }
        // The numbers have no gap, whether its line was kept or not.
        let numbers: Vec<u64> = lines.iter().map(|(_, line)| line.number).collect();
        assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{numbers:?}");
        assert!(!lines.iter().any(|(_, line)| line.text == "but"), "{lines:?}");
        referee.done(&table.rule(Ruling::Remove { account: who, on: false })).await;
        event(&mut witness, |event| matches!(event, Event::Readmitted { .. }).then_some(())).await;
    }
}
