//! The bus over Redis: publish and subscribe, with a connection for each direction.
//!
//! Every second a server sends itself an echo. A direction that has been silent for three is given up and opened anew,
//! so that a connection that only looks alive is found, whichever way it is dead. Both are opened anew then: the Redis that
//! Sentinels have just put aside may still take notes that nobody hears.
//! Deliberately absent: a list of servers; the database knows who lives.

mod place;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::StreamExt;
use redis::RedisError;
use redis::aio::{MultiplexedConnection, PubSubSink, PubSubStream};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use self::place::Finder;
use super::{Bus, Heard, Topic};
use crate::ids::NodeId;

pub use self::place::{BadUrl, RedisUrl};

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
/// How long it may take to find the Redis of the moment.
const FINDING: Duration = Duration::from_secs(3);
/// Bytes of the name of a server, with which a note to all begins: it does not hear itself.
const SENDER: usize = 16;
/// Between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(250);

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
        let finder = || url.finder().expect("a checked address");
        let (outgoing, to_send) = mpsc::channel(OUTGOING);
        let (wishes, wished) = mpsc::channel(WISHES);
        let open = Arc::new(AtomicBool::new(true));
        let is_deaf = Arc::new(AtomicBool::new(false));
        let mouth = Mouth {
            finder: finder(),
            connection: None,
            names: names.clone(),
            is_deaf: Arc::clone(&is_deaf),
            open: Arc::clone(&open),
            heard: heard.clone(),
        };
        tokio::spawn(mouth.send_all(to_send));
        tokio::spawn(echo(outgoing.clone(), node));
        let topics = BTreeSet::from([Topic::To(node), Topic::Others]);
        tokio::spawn(Ears { node, finder: finder(), names, topics, wished, is_deaf, heard }.hear());
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

/// The direction that speaks.
struct Mouth {
    finder: Finder,
    connection: Option<MultiplexedConnection>,
    names: Names,
    /// Whether nothing was heard for too long.
    is_deaf: Arc<AtomicBool>,
    open: Arc<AtomicBool>,
    heard: mpsc::Sender<Heard>,
}

impl Mouth {
    /// Sends what waits, as much at once as there is. What cannot be sent, or is for a server that does not listen just now, is
    /// lost: that is heard as a gap, a moment later. The way is known to be away until the next note gets through.
    async fn send_all(mut self, mut notes: mpsc::Receiver<(Topic, Vec<u8>)>) {
        let mut gap: Option<JoinHandle<()>> = None;
        let mut some = Vec::with_capacity(TOGETHER);
        while notes.recv_many(&mut some, TOGETHER).await > 0 {
            let mut together = redis::pipe();
            let mut for_one = Vec::with_capacity(some.len());
            for (topic, note) in some.drain(..) {
                for_one.push(matches!(topic, Topic::To(_)) && !note.is_empty());
                together.publish(self.names.name(topic), note);
            }
            let sent = self.send(&together).await;
            // Redis says how many have got each.
            let is_lost =
                |listeners: &Vec<u64>| listeners.iter().zip(&for_one).any(|(many, one)| *one && *many == 0);
            let may_lack = sent.as_ref().is_none_or(is_lost);
            self.is_open(sent.is_some());
            if may_lack && gap.as_ref().is_none_or(JoinHandle::is_finished) {
                let heard = self.heard.clone();
                gap = Some(tokio::spawn(async move {
                    sleep(PAUSE).await;
                    let _ = heard.send(Heard::Gap).await;
                }));
                // Others may have been sent to another Redis meanwhile.
                if self.finder.may_move() {
                    self.connection = None;
                }
            }
        }
    }

    /// How many listen to each note; nothing when they did not go out.
    async fn send(&mut self, together: &redis::Pipeline) -> Option<Vec<u64>> {
        if self.is_deaf.swap(false, Ordering::AcqRel) {
            self.connection = None;
        }
        if self.connection.is_none() {
            let client = timeout(FINDING, self.finder.find()).await.ok()?.ok()?;
            self.connection = in_time(client.get_multiplexed_async_connection()).await;
        }
        let sent = in_time(together.query_async(self.connection.as_mut()?)).await;
        if sent.is_none() {
            self.connection = None;
        }
        sent
    }

    fn is_open(&self, open: bool) {
        metrics::gauge!("redis_open").set(if open { 1.0 } else { 0.0 });
        if self.open.swap(open, Ordering::AcqRel) != open {
            tracing::warn!(open, "the way to the other servers has changed");
        }
    }
}

/// The direction that listens.
struct Ears {
    node: NodeId,
    finder: Finder,
    names: Names,
    topics: BTreeSet<Topic>,
    wished: mpsc::Receiver<Wish>,
    /// Tells the other direction that nothing was heard for too long.
    is_deaf: Arc<AtomicBool>,
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

    async fn open(&mut self) -> Option<(PubSubSink, PubSubStream)> {
        let client = timeout(FINDING, self.finder.find()).await.ok()?.ok()?;
        let (mut sink, stream) = in_time(client.get_async_pubsub()).await?.split();
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
                    let Ok(message) = message else {
                        self.is_deaf.store(true, Ordering::Release);
                        return;
                    };
                    let Some(message) = message else { return };
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
