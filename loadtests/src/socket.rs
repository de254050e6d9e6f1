//! One WebSocket.

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMessage, Code, ServerMessage, encode};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use uuid::Uuid;

/// The longest wait for a message; the server is lost or wrong when it takes longer.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long it is left alone when it is busy.
const AGAIN: Duration = Duration::from_millis(50);

/// An open conversation.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    waiting: VecDeque<ServerMessage>,
    /// Every text that has come, where that is wanted.
    heard: Option<Vec<String>>,
}

/// What a command came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It took effect; for commands in a room, the number of its first event.
    Ack(Option<u64>),
    /// It changed nothing.
    Refused(Code),
}

/// Why a conversation ended.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// The connection failed.
    #[error(transparent)]
    Connection(#[from] Box<Error>),
    /// The server closed it.
    #[error("closed by the server: {0:?}")]
    Closed(Option<u16>),
    /// Nothing came in time.
    #[error("the server says nothing")]
    Silence,
    /// Something came that is not of the protocol.
    #[error("not a message of the protocol: {0}")]
    Strange(String),
}

impl From<Error> for SocketError {
    fn from(error: Error) -> Self {
        Self::Connection(Box::new(error))
    }
}

impl Socket {
    /// Opens a conversation with the server at `http://host:port`.
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn open(base: &str, token: Option<&str>) -> Result<Self, SocketError> {
        let mut socket = Self::connect(base).await?;
        let hello = ClientMessage::Hello { version: protocol::VERSION, token: token.map(str::to_owned) };
        socket.send(&hello).await?;
        match socket.receive().await? {
            ServerMessage::Welcome { .. } => Ok(socket),
            other => Err(SocketError::Strange(encode(&other))),
        }
    }

    /// Opens a socket and says nothing.
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn connect(base: &str) -> Result<Self, SocketError> {
        Self::connect_with(base, &[]).await
    }

    /// The same, as a proxy does on behalf of somebody at `address`; a server that trusts the proxy believes it.
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn connect_for(base: &str, address: &str) -> Result<Self, SocketError> {
        Self::connect_with(base, &[("x-forwarded-for", address)]).await
    }

    async fn connect_with(base: &str, headers: &[(&'static str, &str)]) -> Result<Self, SocketError> {
        let url = format!("{}/ws", base.replacen("http", "ws", 1));
        let mut request = url.into_client_request()?;
        for (name, value) in headers {
            let value = value.parse().map_err(|_| SocketError::Strange((*value).to_owned()))?;
            request.headers_mut().insert(*name, value);
        }
        let subprotocol = protocol::SUBPROTOCOL.parse().expect("a valid header value");
        request.headers_mut().insert("sec-websocket-protocol", subprotocol);
        let (stream, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Self { stream, waiting: VecDeque::new(), heard: None })
    }

    /// Keeps every text that comes from now on, as it came.
    pub fn record(&mut self) {
        self.heard.get_or_insert_default();
    }

    /// What has been kept.
    #[must_use]
    pub fn heard(&self) -> &[String] {
        self.heard.as_deref().unwrap_or_default()
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), SocketError> {
        self.send_text(encode(message)).await
    }

    /// Sends any text.
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn send_text(&mut self, text: impl Into<String>) -> Result<(), SocketError> {
        Ok(self.stream.send(Message::text(text.into())).await?)
    }

    /// The next message, one that was passed over before all others.
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn next(&mut self) -> Result<ServerMessage, SocketError> {
        match self.waiting.pop_front() {
            Some(message) => Ok(message),
            None => self.receive().await,
        }
    }

    /// The first message for which `wanted` gives something; others keep their place for [`Self::next`].
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn find<T>(
        &mut self,
        mut wanted: impl FnMut(&ServerMessage) -> Option<T>,
    ) -> Result<T, SocketError> {
        for at in 0..self.waiting.len() {
            if let Some(found) = wanted(&self.waiting[at]) {
                self.waiting.remove(at);
                return Ok(found);
            }
        }
        loop {
            let message = self.receive().await?;
            match wanted(&message) {
                Some(found) => return Ok(found),
                None => self.waiting.push_back(message),
            }
        }
    }

    /// Sends a command and waits for its answer; other messages keep their place for [`Self::next`].
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn ask(&mut self, message: &ClientMessage) -> Result<Reply, SocketError> {
        self.send(message).await?;
        self.find(|answer| reply_to(answer, message.id())).await
    }

    /// Waits for the answer to a command in a room; nothing when the room was lost first, and with it perhaps the command.
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn answer_or_lag(
        &mut self,
        command: Option<Uuid>,
        room: Uuid,
    ) -> Result<Option<Reply>, SocketError> {
        self.find(|message| match message {
            ServerMessage::Lagged { room: lost, .. } if *lost == room => Some(None),
            message => reply_to(message, command).map(Some),
        })
        .await
    }

    /// Watches a room: the snapshot, or the events missed, or why not. A server that is busy is asked again, as its code
    /// wants it: a room may be on its way from one server to another.
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn watch(&mut self, room: Uuid, after: Option<u64>) -> Result<ServerMessage, SocketError> {
        let start = Instant::now();
        loop {
            match self.try_watch(room, after).await? {
                ServerMessage::Refused { code: Code::Busy, .. } if start.elapsed() < PATIENCE => {
                    sleep(AGAIN).await;
                }
                answer => return Ok(answer),
            }
        }
    }

    /// The same, asked once.
    ///
    /// # Errors
    /// [`SocketError`].
    pub async fn try_watch(&mut self, room: Uuid, after: Option<u64>) -> Result<ServerMessage, SocketError> {
        let request = Uuid::now_v7();
        self.send(&ClientMessage::Watch { id: request, room, after }).await?;
        self.find(|message| match message {
            ServerMessage::Snapshot { id, .. } | ServerMessage::Resumed { id, .. } if *id == request => {
                Some(message.clone())
            }
            ServerMessage::Refused { id, .. } if *id == Some(request) => Some(message.clone()),
            _ => None,
        })
        .await
    }

    /// Closes it properly.
    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }

    /// The next message. Pings, which show that the server lives, are nothing that was waited for.
    async fn receive(&mut self) -> Result<ServerMessage, SocketError> {
        let text = timeout(PATIENCE, self.next_text()).await.map_err(|_| SocketError::Silence)??;
        if let Some(heard) = &mut self.heard {
            heard.push(text.clone());
        }
        serde_json::from_str(&text).map_err(|_| SocketError::Strange(text))
    }

    /// The next text that comes in, whatever it says and however long it takes; pings are answered meanwhile.
    /// What [`Self::find`] passed over is not among them.
    ///
    /// # Errors
    /// [`SocketError`], [`SocketError::Silence`] excepted.
    pub async fn next_text(&mut self) -> Result<String, SocketError> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(SocketError::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(SocketError::Closed(None)),
            }
        }
    }
}

/// The answer that a message is to a command.
fn reply_to(message: &ServerMessage, command: Option<Uuid>) -> Option<Reply> {
    match message {
        ServerMessage::Ack { id, seq } if Some(*id) == command => Some(Reply::Ack(*seq)),
        ServerMessage::Refused { id, code, .. } if *id == command => Some(Reply::Refused(*code)),
        _ => None,
    }
}
