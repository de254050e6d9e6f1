//! Network credit over a slow connection: what it gives, what it shows, and where it ends.

use std::net::SocketAddr;
use std::time::Duration;

use loadtests::{Reply, Socket};
use protocol::{Color, Event, RoomEvent, ServerMessage, limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

use super::table::{Server, Table, offer};

/// A way to the server on which everything takes `delay` in each direction.
async fn slow_way(server: SocketAddr, delay: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let (near_read, near_write) = near.into_split();
            let (far_read, far_write) = TcpStream::connect(server).await.unwrap().into_split();
            tokio::spawn(carry(near_read, far_write, delay));
            tokio::spawn(carry(far_read, near_write, delay));
        }
    });
    format!("http://{address}")
}

async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, delay: Duration) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = from.read(&mut bytes).await {
        tokio::time::sleep(delay).await;
        if to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
}

/// The next stone as it is told to everybody: when, by how much it was credited, and what its side has left.
async fn stone(socket: &mut Socket) -> (Color, u64, u64, u64) {
    socket
        .find(|message| match message {
            ServerMessage::Event { event: RoomEvent { at_ms, event, .. }, .. } => match event {
                Event::Played { color: color @ Color::Black, credit_ms, clock, .. } => {
                    Some((*color, *at_ms, *credit_ms, clock.black.main_ms))
                }
                Event::Played { color, credit_ms, clock, .. } => {
                    Some((*color, *at_ms, *credit_ms, clock.white.main_ms))
                }
                _ => None,
            },
            _ => None,
        })
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_connection_is_credited_up_to_the_bound() {
    let server = Server::start().await;
    let base = server.base();
    let mut table = Table::new(&base, &offer(9)).await;
    let address = base.trim_start_matches("http://").parse().unwrap();
    let way = slow_way(address, Duration::from_millis(300)).await;
    table.black = table.people[0].socket(&way).await;
    table.black.watch(table.room, None).await.unwrap();

    let (mut last_ms, mut left_ms, mut credits) = (0, [600_000; 2], Vec::new());
    for n in 0..18_u8 {
        let (color, column) = if n % 2 == 0 { (Color::Black, b'a') } else { (Color::White, b'c') };
        let point = String::from_utf8(vec![column, b'a' + n / 2]).unwrap();
        assert!(matches!(table.play(color, &point).await, Reply::Ack(_)), "{n}");
        let (by, at_ms, credit_ms, main_ms) = stone(&mut table.white).await;
        assert_eq!(by, color);
        // Anybody can add up: the clock lost what passed less what was given back.
        let side = usize::from(n % 2);
        assert_eq!(left_ms[side] - main_ms, at_ms - last_ms - credit_ms, "move {n}");
        (last_ms, left_ms[side]) = (at_ms, main_ms);
        match color {
            Color::Black => credits.push(credit_ms),
            Color::White => {
                assert!(credit_ms < 300, "a quick connection has little to be credited with");
                // Black answers what it has seen, as people do.
                while stone(&mut table.black).await.0 != Color::White {}
            }
        }
    }
    // A round trip of 600 ms: the most of a move, until the quota is down to what refills it.
    let (most, refill) = (limits::CREDIT_MOVE_MS, limits::CREDIT_REFILL_MS);
    assert_eq!(credits[..7], [most; 7]);
    assert_eq!(credits[7..], [refill; 2], "{credits:?}");
}

#[test]
fn the_published_numbers_are_those_of_the_rules() {
    let published = [limits::CREDIT_MOVE_MS, limits::CREDIT_QUOTA_MS, limits::CREDIT_REFILL_MS];
    assert_eq!(published, [rules::CREDIT_MOVE_MS, rules::CREDIT_QUOTA_MS, rules::CREDIT_REFILL_MS]);
}
