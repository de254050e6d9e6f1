//! The bus over Redis: publish and subscribe, with a connection for each direction.
//!
//! Every second a server sends itself an echo. A direction that has been silent for three is given up and opened anew,
//! so that a connection that only looks alive is found, whichever way it is dead.
//! Deliberately absent: a list of servers; the database knows who lives.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::StreamExt;
use redis::aio::{MultiplexedConnection, PubSubSink, PubSubStream};
use redis::{Client, RedisError};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::{Bus, Heard, Topic};
use crate::ids::NodeId;

/// Notes that wait to be sent.
const OUTGOING: usize = 4_096;
/// Topics that wait to be listened on.
const WISHES: usize = 64;
/// Notes that go out as one.
const TOGETHER: usize = 256;
/// How often a server hears itself.
const ECHO: Duration = Duration::from_secs(1);
/// A direction that is silent for so long is dead.
const SILENCE: Duration = Duration::from_secs(3);
/// How long one step may take.
const STEP: Duration = Duration::from_secs(1);
/// Bytes of the name of a server, with which a note to all begins: it does not hear itself.
const SENDER: usize = 16;
/// Between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(250);

/// The address of a Redis; its password is not shown.
#[derive(Clone, PartialEq, Eq)]
pub struct RedisUrl(String);

/// A text that is no address of a Redis. It is not repeated: it may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the address of Redis cannot be used: write redis://user:password@host:6379")]
pub struct BadUrl;

impl FromStr for RedisUrl {
    type Err = BadUrl;

    fn from_str(text: &str) -> Result<Self, BadUrl> {
        Client::open(text).map(|_| Self(text.to_owned())).map_err(|_| BadUrl)
    }
}

impl fmt::Display for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.0.rsplit_once('@').map_or(self.0.as_str(), |(_, place)| place);
        write!(f, "redis://{}", place.trim_start_matches("redis://"))
    }
}

impl fmt::Debug for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The names of topics. Those of servers are nobody else's; what all are told has the name of the installation, so that
/// several may use one Redis.
#[derive(Clone, Debug)]
struct Names {
    all: Arc<str>,
}

impl Names {
    fn of(installation: &str) -> Self {
        Self { all: format!("tianyuan:all:{installation}").into() }
    }

    fn name(&self, topic: Topic) -> String {
        match topic {
            Topic::To(node) => format!("tianyuan:to:{node}"),
            Topic::From(node) => format!("tianyuan:from:{node}"),
            Topic::Others => self.all.to_string(),
        }
    }
}

type Wish = (Topic, oneshot::Sender<()>);

/// The bus. It connects when it can, and again whenever it must.
#[derive(Debug)]
pub struct RedisBus {
    node: NodeId,
    outgoing: mpsc::Sender<(Topic, Vec<u8>)>,
    wishes: mpsc::Sender<Wish>,
    /// Whether notes go out.
    open: Arc<AtomicBool>,
}

impl RedisBus {
    /// The bus of a server, which hears what it is told and what all of its installation are told; what comes in goes to
    /// `heard`.
    ///
    /// # Panics
    /// Never: the address was checked.
    #[must_use]
    pub fn start(url: &RedisUrl, installation: &str, node: NodeId, heard: mpsc::Sender<Heard>) -> Self {
        let names = Names::of(installation);
        let client = Client::open(url.0.as_str()).expect("a checked address");
        let (outgoing, to_send) = mpsc::channel(OUTGOING);
        let (wishes, wished) = mpsc::channel(WISHES);
        let open = Arc::new(AtomicBool::new(true));
        let way = (client.clone(), names.clone());
        tokio::spawn(send_all(way, to_send, Arc::clone(&open), heard.clone()));
        tokio::spawn(echo(outgoing.clone(), node));
        let topics = BTreeSet::from([Topic::To(node), Topic::Others]);
        tokio::spawn(Ears { node, client, names, topics, wished, heard }.hear());
        Self { node, outgoing, wishes, open }
    }
}

#[async_trait]
impl Bus for RedisBus {
    fn send(&self, topic: Topic, note: Vec<u8>) -> bool {
        let note = match topic {
            Topic::Others => [self.node.0.as_bytes().as_slice(), &note].concat(),
            Topic::To(_) | Topic::From(_) => note,
        };
        self.open.load(Ordering::Acquire) && self.outgoing.try_send((topic, note)).is_ok()
    }

    async fn listen(&self, topic: Topic) -> bool {
        let (done, listens) = oneshot::channel();
        let asked = async {
            self.wishes.send((topic, done)).await.ok()?;
            listens.await.ok()
        };
        matches!(timeout(STEP, asked).await, Ok(Some(())))
    }
}

/// One step with its limit; whatever goes wrong is the same to us.
async fn in_time<T>(step: impl Future<Output = Result<T, RedisError>>) -> Option<T> {
    timeout(STEP, step).await.ok()?.ok()
}

/// An empty note, by which a server hears that both directions are alive.
async fn echo(outgoing: mpsc::Sender<(Topic, Vec<u8>)>, node: NodeId) {
    let mut ticks = tokio::time::interval(ECHO);
    loop {
        ticks.tick().await;
        // A full queue is sign of life enough.
        if let Err(mpsc::error::TrySendError::Closed(_)) = outgoing.try_send((Topic::To(node), Vec::new())) {
            return;
        }
    }
}

/// Sends what waits, as much at once as there is. What cannot be sent, or is for a server that does not listen just now, is
/// lost: that is heard as a gap, a moment later. The way is known to be away until the next note gets through.
async fn send_all(
    (client, names): (Client, Names),
    mut notes: mpsc::Receiver<(Topic, Vec<u8>)>,
    open: Arc<AtomicBool>,
    heard: mpsc::Sender<Heard>,
) {
    let mut gap: Option<JoinHandle<()>> = None;
    let mut connection: Option<MultiplexedConnection> = None;
    let mut some = Vec::with_capacity(TOGETHER);
    while notes.recv_many(&mut some, TOGETHER).await > 0 {
        let mut together = redis::pipe();
        let mut for_one = Vec::with_capacity(some.len());
        for (topic, note) in some.drain(..) {
            for_one.push(matches!(topic, Topic::To(_)) && !note.is_empty());
            together.publish(names.name(topic), note);
        }
        if connection.is_none() {
            connection = in_time(client.get_multiplexed_async_connection()).await;
        }
        let sent = match &mut connection {
            Some(connection) => in_time(together.query_async::<Vec<u64>>(connection)).await,
            None => None,
        };
        // Redis says how many have got each.
        let is_lost =
            |listeners: &Vec<u64>| listeners.iter().zip(&for_one).any(|(many, one)| *one && *many == 0);
        if sent.as_ref().is_none_or(is_lost) && gap.as_ref().is_none_or(JoinHandle::is_finished) {
            let heard = heard.clone();
            gap = Some(tokio::spawn(async move {
                sleep(PAUSE).await;
                let _ = heard.send(Heard::Gap).await;
            }));
        }
        let sent = sent.is_some();
        if !sent {
            connection = None;
        }
        metrics::gauge!("redis_open").set(if sent { 1.0 } else { 0.0 });
        if open.swap(sent, Ordering::AcqRel) != sent {
            tracing::warn!(open = sent, "the way to the other servers has changed");
        }
    }
}

/// The direction that listens.
struct Ears {
    node: NodeId,
    client: Client,
    names: Names,
    topics: BTreeSet<Topic>,
    wished: mpsc::Receiver<Wish>,
    heard: mpsc::Sender<Heard>,
}

impl Ears {
    /// Listens for ever, until nobody wants to hear.
    async fn hear(mut self) {
        let mut was_open = false;
        while !self.heard.is_closed() && !self.wished.is_closed() {
            if let Some((sink, stream)) = self.open().await {
                if std::mem::replace(&mut was_open, true) && self.heard.send(Heard::Gap).await.is_err() {
                    return;
                }
                self.hear_on(sink, stream).await;
            }
            sleep(PAUSE).await;
        }
    }

    async fn open(&self) -> Option<(PubSubSink, PubSubStream)> {
        let (mut sink, stream) = in_time(self.client.get_async_pubsub()).await?.split();
        let names: Vec<String> = self.topics.iter().map(|topic| self.names.name(*topic)).collect();
        in_time(sink.subscribe(names)).await?;
        Some((sink, stream))
    }

    /// Listens on one connection until it ends, or is silent for too long.
    async fn hear_on(&mut self, mut sink: PubSubSink, mut stream: PubSubStream) {
        loop {
            tokio::select! {
                wish = self.wished.recv() => {
                    let Some((topic, done)) = wish else { return };
                    self.topics.insert(topic);
                    if in_time(sink.subscribe(self.names.name(topic))).await.is_none() {
                        return;
                    }
                    let _ = done.send(());
                }
                message = timeout(SILENCE, stream.next()) => {
                    let Ok(Some(message)) = message else { return };
                    let mut note = message.get_payload_bytes();
                    if message.get_channel_name() == &*self.names.all {
                        note = match note.split_at_checked(SENDER) {
                            Some((sender, note)) if sender != self.node.0.as_bytes() => note,
                            _ => continue,
                        };
                    }
                    if !note.is_empty() && self.heard.send(Heard::Note(note.to_vec())).await.is_err() {
                        return;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_hides_its_password() {
        let read = |text: &str| text.parse::<RedisUrl>().expect("an address");
        let url = read("redis://tianyuan:secret@10.0.0.1:6379/2");
        assert_eq!(url.to_string(), "redis://10.0.0.1:6379/2");
        assert_eq!(format!("{url:?}"), "redis://10.0.0.1:6379/2");
        assert_eq!(read("redis://localhost").to_string(), "redis://localhost");
        for text in ["", "localhost:6379", "http://localhost", "postgres://localhost/x"] {
            assert_eq!(text.parse::<RedisUrl>(), Err(BadUrl), "{text}");
        }
    }
}
