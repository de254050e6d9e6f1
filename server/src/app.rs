//! Every component that the parts of the server share, one line each.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc;

use uuid::Uuid;

use crate::account::AccountService;
use crate::bus::{Bus, Heard, RedisBus};
use crate::config::Config;
use crate::doors::Doors;
use crate::ids::NodeId;
use crate::keys::Keys;
use crate::lobby::{Lobby, Rematches};
use crate::room::{Lease, Rooms, RoomsParts, Seals};
use crate::store::sql::{SqlStore, StoreOptions};
use crate::store::{Games, Nodes, Notes, Rest};
use crate::talk::Talk;
use crate::time::Time;
use crate::ws::far::{Edge, EdgeParts};
use crate::ws::wire::Encoder;
use crate::ws::{Connections, LobbyFrames};

/// Notes of other servers that wait to be read.
const HEARD: usize = 1_024;

/// The server's shared components.
pub struct App {
    /// The settings.
    pub config: Config,
    /// The time.
    pub time: Time,
    /// This run of this server.
    pub node: NodeId,
    /// The database.
    pub store: SqlStore,
    /// Who people are.
    pub accounts: AccountService,
    /// Offers to play.
    pub lobby: Lobby,
    /// Offers to play once more.
    pub rematches: Rematches,
    /// The lobby as bytes.
    pub lobby_frames: LobbyFrames,
    /// Games as rows.
    pub games: Arc<dyn Games>,
    /// Games that are played.
    pub rooms: Rooms,
    /// What is said about games.
    pub talk: Talk,
    /// What people note for themselves.
    pub notes: Arc<dyn Notes>,
    /// How often people may ask.
    pub doors: Doors,
    /// Sockets.
    pub connections: Connections,
    /// Whether this node may decide.
    pub lease: Lease,
    /// This node's sockets in rooms of others, where there are others.
    pub edge: Option<Edge>,
    /// The way to them, until somebody attends to it.
    ways: Mutex<Option<Ways>>,
}

/// The bus, and what comes in over it.
pub type Ways = (Arc<dyn Bus>, mpsc::Receiver<Heard>);

/// Why the server did not start. The text says what to do.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database.
    #[error(transparent)]
    Open(#[from] crate::store::sql::OpenError),
    /// The keys.
    #[error(transparent)]
    Keys(#[from] crate::keys::KeysError),
    /// The first sign of life could not be written.
    #[error("the database cannot be written: {0}")]
    Store(#[from] crate::store::StoreError),
}

impl App {
    /// Opens the store and puts the components together. Rooms run on the runtime of the caller.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn open(config: Config) -> Result<Self, StartError> {
        Self::open_in(config, Time::start()).await
    }

    /// The same with a server's time that runs at so many times the pace of the world.
    ///
    /// # Errors
    /// [`StartError`].
    #[cfg(feature = "quick-time")]
    pub async fn open_at_pace(config: Config, pace: u32) -> Result<Self, StartError> {
        Self::open_in(config, Time::start_at_pace(pace)).await
    }

    async fn open_in(config: Config, time: Time) -> Result<Self, StartError> {
        let node = NodeId(Uuid::now_v7());
        let url = config.database();
        let store = SqlStore::open(&url, &StoreOptions::default()).await?;
        let keys = Keys::load_or_create(&config.keys_file())?;
        let has_seals = config.seals_file().exists();
        let seals = Seals::new(Keys::load_or_create_seals(&config.seals_file())?);
        if !has_seals && !store.due(Rest::NEVER, None, 1).await?.is_empty() {
            tracing::warn!(
                file = %config.seals_file().display(),
                "the key file of sealed moves was missing and a new one was made; games are running, and their sealed moves \
                 cannot be opened with it: if you have a copy of the old file, stop the server and put it back now"
            );
        }
        let shared = Arc::new(store.clone());
        if url.file().is_some() {
            // The file is locked: whoever had it before is gone.
            store.release_others(node).await?;
        }
        let lease = Lease::new(node, shared.clone(), time.clone());
        lease.renew().await?;
        let accounts = AccountService::new(shared.clone(), shared.clone(), keys, time.clone());
        let lobby = Lobby::new(shared.clone(), shared.clone(), node, time.clone());
        let rematches = Rematches::new(shared.clone(), shared.clone(), lobby.clone(), time.clone());
        let talk = Talk::new(shared.clone(), Arc::new(Encoder), time.clone());
        let (changed, listeners) = (lobby.clone(), talk.clone());
        let rooms = Rooms::new(RoomsParts {
            node,
            time: time.clone(),
            lease: lease.clone(),
            journal: shared.clone(),
            games: shared.clone(),
            nodes: shared.clone(),
            encoder: Arc::new(Encoder),
            seals,
            ended: Box::new(move || changed.changed()),
            over: Box::new(move |game| {
                let talk = listeners.clone();
                tokio::spawn(async move { talk.over(game).await });
            }),
        });
        let (ways, edge) = reach(&config, node, &lobby, &accounts, shared.clone());
        let connections = Connections::new(config.limits);
        let doors = Doors::new(config.limits);
        Ok(Self {
            config,
            time,
            node,
            store,
            accounts,
            lobby,
            rematches,
            lobby_frames: LobbyFrames::default(),
            games: shared.clone(),
            rooms,
            talk,
            notes: shared,
            doors,
            connections,
            lease,
            edge,
            ways: Mutex::new(ways),
        })
    }

    /// The way to the other servers and what comes in over it, for whoever attends to it; once.
    #[must_use]
    pub fn take_ways(&self) -> Option<Ways> {
        self.ways.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The way to other servers, where there are any, and what of this one they are told.
fn reach(
    config: &Config,
    node: NodeId,
    lobby: &Lobby,
    accounts: &AccountService,
    games: Arc<dyn Games>,
) -> (Option<Ways>, Option<Edge>) {
    let Some(url) = &config.redis_url else { return (None, None) };
    let (sink, heard) = mpsc::channel(HEARD);
    let bus: Arc<dyn Bus> = Arc::new(RedisBus::start(url, node, sink));
    let edge = Edge::new(EdgeParts { node, bus: Arc::clone(&bus), games });
    lobby.reach(Box::new(edge.clone()));
    let others = edge.clone();
    accounts.reach(Box::new(move |session| others.session_ended(session)));
    (Some((bus, heard)), Some(edge))
}
