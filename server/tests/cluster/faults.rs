//! A server is killed, or ends in order; Redis is killed.

use std::time::Duration;

use loadtests::{Api, Reply, Socket};
use protocol::{Code, Event, ServerMessage};
use tokio::time::{Instant, sleep, timeout};

use crate::nodes::{Cluster, PATIENCE, insist, play, seated, watch};

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_servers_games_go_on_at_the_others() {
    let Some(mut cluster) = Cluster::start("a_killed_servers_games_go_on_at_the_others").await else {
        return;
    };
    let (room, people, mut players) = seated(&cluster, 2, [0, 1]).await;
    for (ply, point) in ["ee", "cc"].into_iter().enumerate() {
        let reply = players[ply].ask(&play(room, u32::try_from(ply).unwrap(), point)).await.unwrap();
        assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");
    }
    cluster.nodes[2].kill().await;
    let (reply, after) = insist(&mut players[0], room, &play(room, 2, "gg")).await;
    assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");
    println!("a move was taken {} ms after its server was killed", after.as_millis());
    let (reply, _) = insist(&mut players[1], room, &play(room, 3, "cg")).await;
    assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");

    // Nothing is lost, and the outage is charged to nobody.
    let game = people[0].at(cluster.base(1)).game(room).await.unwrap().game;
    let moves: Vec<&str> = game.moves.iter().map(|one| one.point.as_str()).collect();
    assert_eq!(moves, ["ee", "cc", "gg", "cg"]);
    let spent_ms = 600_000 - game.clock.black.main_ms;
    assert!(spent_ms < 2_000, "the outage was charged: {spent_ms} ms are gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_in_order_hands_its_games_on() {
    let Some(mut cluster) = Cluster::start("a_server_that_ends_in_order_hands_its_games_on").await else {
        return;
    };
    let (room, people, [mut black, mut white]) = seated(&cluster, 2, [0, 2]).await;
    assert!(matches!(black.ask(&play(room, 0, "ee")).await.unwrap(), Reply::Ack(Some(_))));
    cluster.nodes[2].stop().await;
    let closing = |message: &ServerMessage| matches!(message, ServerMessage::Closing { .. }).then_some(());
    white.find(closing).await.unwrap();
    let mut white = people[1].socket(cluster.base(1)).await;
    watch(&mut white, room, Some(2)).await;
    let (reply, _) = insist(&mut white, room, &play(room, 1, "cc")).await;
    assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");
    let (reply, _) = insist(&mut black, room, &play(room, 2, "gg")).await;
    assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_redis_local_games_go_on_and_the_rest_heals() {
    let Some(mut cluster) = Cluster::start("without_redis_local_games_go_on_and_the_rest_heals").await else {
        return;
    };
    // Black is at the game's server, White is not.
    let (room, people, [mut black, mut white]) = seated(&cluster, 0, [0, 1]).await;
    assert!(matches!(black.ask(&play(room, 0, "ee")).await.unwrap(), Reply::Ack(Some(_))));
    cluster.redis.kill();
    // At the game's server nothing has changed.
    let mut near = people[1].socket(cluster.base(0)).await;
    watch(&mut near, room, None).await;
    near.ask(&protocol::ClientMessage::TakeSeat { id: uuid::Uuid::now_v7(), room: room.to_owned() })
        .await
        .unwrap();
    assert!(matches!(near.ask(&play(room, 1, "cc")).await.unwrap(), Reply::Ack(Some(_))));
    assert!(matches!(black.ask(&play(room, 2, "gg")).await.unwrap(), Reply::Ack(Some(_))));
    // Elsewhere it is said that the game cannot be reached, as soon as that is known.
    let start = Instant::now();
    let mut far = people[1].socket(cluster.base(2)).await;
    let refused = loop {
        if let ServerMessage::Refused { code, .. } = far.try_watch(room, None).await.unwrap() {
            break code;
        }
        assert!(start.elapsed() < PATIENCE);
        sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(refused, Code::Busy);

    cluster.redis.recover();
    // Whoever was far is told to ask again, and has everything.
    let lagged = |message: &ServerMessage| matches!(message, ServerMessage::Lagged { .. }).then_some(());
    white.find(lagged).await.unwrap();
    match watch(&mut white, room, Some(2)).await {
        ServerMessage::Resumed { events, .. } => {
            let played = |event: &protocol::RoomEvent| matches!(event.event, Event::Played { .. });
            assert_eq!(events.iter().filter(|event| played(event)).count(), 2);
        }
        other => panic!("{other:?}"),
    }
    drop(near);
    let take = protocol::ClientMessage::TakeSeat { id: uuid::Uuid::now_v7(), room };
    insist(&mut white, room, &take).await;
    let (reply, _) = insist(&mut white, room, &play(room, 3, "cg")).await;
    assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn play_goes_on_at_the_redis_that_a_sentinel_puts_in_its_place() {
    let test = "play_goes_on_at_the_redis_that_a_sentinel_puts_in_its_place";
    let Some(mut cluster) = Cluster::looked_after(test).await else { return };
    // Both are at other servers than the game, so that every move goes over Redis.
    let (room, people, [mut black, _white]) = seated(&cluster, 0, [1, 2]).await;
    assert!(matches!(black.ask(&play(room, 0, "ee")).await.unwrap(), Reply::Ack(Some(_))));
    cluster.redis.kill_first();
    let start = Instant::now();
    cluster.redis.until_moved();
    let moved = start.elapsed();
    for (who, ply, point) in [(1, 1, "cc"), (0, 2, "gg")] {
        // As the page does, whoever hears nothing for a while comes again.
        let command = play(room, ply, point);
        let taken = async {
            loop {
                let mut socket = people[who].socket(cluster.base(who + 1)).await;
                let seat = protocol::ClientMessage::TakeSeat { id: uuid::Uuid::now_v7(), room };
                let played = async {
                    watch(&mut socket, room, None).await;
                    insist(&mut socket, room, &seat).await;
                    insist(&mut socket, room, &command).await.0
                };
                if let Ok(reply) = timeout(Duration::from_secs(5), played).await {
                    break reply;
                }
            }
        };
        let reply = timeout(PATIENCE, taken).await.expect("play goes on");
        assert!(matches!(reply, Reply::Ack(Some(_))), "{reply:?}");
    }
    println!(
        "Redis was replaced after {} ms, a move taken after {}",
        moved.as_millis(),
        start.elapsed().as_millis()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_was_ended_without_redis_is_ended_at_all_when_it_is_back() {
    let test = "a_session_that_was_ended_without_redis_is_ended_at_all_when_it_is_back";
    let Some(mut cluster) = Cluster::start(test).await else { return };
    let api = Api::new(cluster.base(0));
    let session = api.register("somebody", "a long enough password").await.unwrap();
    let other = api.log_in("somebody", "a long enough password").await.unwrap();
    let mut socket = Socket::open(cluster.base(1), Some(&session.access_token)).await.unwrap();
    let mut stays = Socket::open(cluster.base(1), Some(&other.access_token)).await.unwrap();
    cluster.redis.kill();
    cluster.log_out(2, &session).await;
    cluster.redis.recover();
    let closing = |message: &ServerMessage| match message {
        ServerMessage::Closing { code, .. } => Some(*code),
        _ => None,
    };
    assert_eq!(socket.find(closing).await.unwrap(), Code::BadToken);
    assert!(Socket::open(cluster.base(1), Some(&session.access_token)).await.is_err());
    let ping = protocol::ClientMessage::Ping { id: uuid::Uuid::now_v7() };
    stays.send(&ping).await.unwrap();
    let pong = |message: &ServerMessage| matches!(message, ServerMessage::Pong { .. }).then_some(());
    stays.find(pong).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_goes_unheard_is_missed_all_the_same() {
    let Some(mut cluster) = Cluster::start("a_socket_that_goes_unheard_is_missed_all_the_same").await else {
        return;
    };
    let (_, _, [mut black, white]) = seated(&cluster, 0, [0, 1]).await;
    let white_is = |there: bool| {
        move |message: &ServerMessage| match message {
            ServerMessage::Presence { white, .. } if *white == there => Some(()),
            _ => None,
        }
    };
    black.find(white_is(true)).await.unwrap();
    cluster.redis.kill();
    white.close().await;
    cluster.redis.recover();
    black.find(white_is(false)).await.unwrap();
}
