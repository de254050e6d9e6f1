//! Bytes that no honest client sends.

use std::net::IpAddr;
use std::time::Duration;

use protocol::{ClientMessage, ServerMessage, encode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use super::table::{Person, Server};

const HELLO: &str = r#"{"type":"hello","version":1}"#;
/// The first bytes of frames: a text, and the answer to a ping.
pub(crate) const TEXT: u8 = 0x81;
pub(crate) const PONG: u8 = 0x8a;
const PING: u8 = 0x89;
const CLOSE: u8 = 0x88;

/// A WebSocket after its handshake, of which every byte is ours.
pub(crate) struct Raw(TcpStream);

impl Raw {
    async fn open(server: &Server) -> Self {
        Self::open_from([127, 0, 0, 1].into(), server).await
    }

    /// From one of this machine's addresses.
    async fn open_from(address: IpAddr, server: &Server) -> Self {
        let host = server.base().replace("http://", "");
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((address, 0).into()).unwrap();
        let mut stream = socket.connect(host.parse().unwrap()).await.unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: tianyuan.v1\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Self(stream)
    }

    async fn greeted(server: &Server) -> Self {
        let mut raw = Self::open(server).await;
        raw.send(TEXT, HELLO.as_bytes()).await;
        raw
    }

    /// Somebody's, from one of this machine's addresses; its hello has been answered.
    pub(crate) async fn of(person: &Person, address: IpAddr, server: &Server) -> Self {
        let mut raw = Self::open_from(address, server).await;
        let token = person.api.token().map(str::to_owned);
        raw.say(&ClientMessage::Hello { version: protocol::VERSION, token }).await;
        raw.find(|message| matches!(message, ServerMessage::Welcome { .. }).then_some(())).await;
        raw
    }

    pub(crate) async fn say(&mut self, message: &ClientMessage) {
        self.send(TEXT, encode(message).as_bytes()).await;
    }

    /// The first message for which `wanted` gives something; pings are not answered meanwhile.
    pub(crate) async fn find<T>(&mut self, mut wanted: impl FnMut(&ServerMessage) -> Option<T>) -> T {
        let found = async {
            loop {
                let (first, payload) = self.frame().await;
                let message = (first == TEXT).then(|| serde_json::from_slice(&payload).unwrap());
                if let Some(found) = message.and_then(|message| wanted(&message)) {
                    return found;
                }
            }
        };
        timeout(Duration::from_secs(20), found).await.expect("the server answers")
    }

    /// Answers pings, and does nothing else, as a page in the background.
    pub(crate) async fn answer_pings(&mut self) {
        loop {
            let (first, payload) = self.frame().await;
            if first == PING {
                self.send(PONG, &payload).await;
            }
        }
    }

    /// A frame with a mask of zeros, so that its payload is plain.
    async fn send(&mut self, first: u8, payload: &[u8]) {
        self.bytes(&masked(first, payload)).await;
    }

    /// What cannot be sent any more is not needed: the server has closed.
    pub(crate) async fn bytes(&mut self, bytes: &[u8]) {
        let _ = self.0.write_all(bytes).await;
    }

    /// The next frame of the server: its first byte and its payload.
    async fn frame(&mut self) -> (u8, Vec<u8>) {
        let (first, second) = (self.0.read_u8().await.unwrap(), self.0.read_u8().await.unwrap());
        let length = match second {
            126 => usize::from(self.0.read_u16().await.unwrap()),
            127 => usize::try_from(self.0.read_u64().await.unwrap()).unwrap(),
            short => usize::from(short),
        };
        let mut payload = vec![0; length];
        self.0.read_exact(&mut payload).await.unwrap();
        (first, payload)
    }

    /// The code with which the server closes.
    async fn closed(&mut self) -> u16 {
        let code = async {
            loop {
                let (first, payload) = self.frame().await;
                if first == CLOSE {
                    return u16::from_be_bytes([payload[0], payload[1]]);
                }
            }
        };
        timeout(Duration::from_secs(10), code).await.expect("the server closes")
    }
}

/// The bytes of a frame with a mask of zeros.
pub(crate) fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match u8::try_from(payload.len()) {
        Ok(short @ 0..126) => bytes.push(0x80 | short),
        _ => {
            bytes.push(0x80 | 126);
            bytes.extend(u16::try_from(payload.len()).unwrap().to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn a_header_that_declares_too_much_is_enough() {
    let server = Server::start().await;
    for greeted in [false, true] {
        let mut raw = if greeted { Raw::greeted(&server).await } else { Raw::open(&server).await };
        // A gigabyte is declared, and none of it comes.
        raw.bytes(&[0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0]).await;
        assert_eq!(raw.closed().await, 1009, "greeted: {greeted}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_in_pieces_has_a_limit_too() {
    let server = Server::start().await;
    let mut raw = Raw::greeted(&server).await;
    raw.send(0x01, &[b' '; 4_000]).await;
    raw.send(0x00, &[b' '; 4_000]).await;
    raw.send(0x00, &[b' '; 4_000]).await;
    assert_eq!(raw.closed().await, 1009);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_text_is_malformed() {
    let server = Server::start().await;
    for (first, payload) in [(0x82, HELLO.as_bytes()), (0x81, &[0xff, 0xfe][..])] {
        let mut raw = Raw::greeted(&server).await;
        raw.send(first, payload).await;
        assert_eq!(raw.closed().await, 1007, "{payload:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_no_messages_are_counted() {
    let server = Server::start_limited().await;
    for first in [0x8a_u8, 0x89] {
        let mut raw = Raw::greeted(&server).await;
        let flood: Vec<u8> = [first, 0x80, 0, 0, 0, 0].repeat(2_000);
        raw.bytes(&flood).await;
        assert_eq!(raw.closed().await, 1008);
    }
    // Empty pieces of a message that never ends.
    let mut raw = Raw::greeted(&server).await;
    raw.send(0x01, b"{").await;
    raw.bytes(&[0x00, 0x80, 0, 0, 0, 0].repeat(2_000)).await;
    assert_eq!(raw.closed().await, 1008);
}
