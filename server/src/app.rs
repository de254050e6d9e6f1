//! Every component that the parts of the server share, one line each.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Semaphore, mpsc};
use uuid::Uuid;

use crate::account::{AccountService, Vault};
use crate::bus::{Bus, Heard, RedisBus};
use crate::config::Config;
use crate::doors::Doors;
use crate::ids::NodeId;
use crate::keys::{Keys, KeysError};
use crate::lobby::{Lobby, Rematches};
use crate::mail::Mailer;
use crate::moderation::{Moderation, ModerationParts};
use crate::people::People;
use crate::room::{Lease, Rooms, RoomsParts, Seals, envelopes};
use crate::store::sql::{SqlStore, StoreOptions};
use crate::store::{Factors, Games, Nodes, Notes};
use crate::talk::Talk;
use crate::time::Time;
use crate::ws::far::{Edge, EdgeParts};
use crate::ws::wire::Encoder;
use crate::ws::{Connections, LobbyFrames};

/// Notes of other servers that wait to be read.
const HEARD: usize = 1_024;
/// Things that are done at once after their answer was given.
const ERRANDS: usize = 16;

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
    /// Who they are beside their credentials.
    pub people: People,
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
    /// Order among people.
    pub moderation: Moderation,
    /// How often people may ask.
    pub doors: Doors,
    /// Sends letters, where it can.
    pub mailer: Option<Mailer>,
    /// Places of what is done after its answer, such as looking up whom to write to.
    pub errands: Arc<Semaphore>,
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

    /// The same with a time that runs at another pace, or has run before.
    ///
    /// # Errors
    /// [`StartError`].
    #[cfg(feature = "quick-time")]
    pub async fn open_at(config: Config, time: Time) -> Result<Self, StartError> {
        Self::open_in(config, time).await
    }

    async fn open_in(config: Config, time: Time) -> Result<Self, StartError> {
        let node = NodeId(Uuid::now_v7());
        let url = config.database();
        let store = SqlStore::open(&url, &StoreOptions::with(config.database_connections)).await?;
        let keys = Keys::load_or_create(&config.keys_file())?;
        let (seals, vault) = closed(&config, &store).await?;
        let shared = Arc::new(store.clone());
        if url.file().is_some() {
            // The file is locked: whoever had it before is gone.
            store.release_others(node).await?;
        }
        let lease = Lease::new(node, shared.clone(), time.clone());
        lease.renew().await?;
        let doors = match config.redis_url {
            Some(_) => Doors::of_many(config.limits, keys.common_secret()),
            None => Doors::new(config.limits),
        };
        let accounts = AccountService::new(&shared, keys, time.clone())
            .with_vault(vault)
            .with_staff_second_factor(config.staff_second_factor)
            .with_registration(config.registration);
        let lobby = Lobby::new(shared.clone(), node, time.clone());
        let rematches = Rematches::new(shared.clone(), lobby.clone(), time.clone());
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
        let moderation = moderation(&shared, &rooms, &time);
        moderation.look().await?;
        let (ways, edge) = reach(&config, (node, &time), (&lobby, &accounts, &talk, &rooms), &store);
        let mailer =
            config.mail.as_ref().and_then(|mail| Mailer::new(&mail.smtp_url, &mail.from, &mail.public_url));
        let connections = Connections::new(config.limits);
        Ok(Self {
            config,
            people: People::new(shared.clone(), time.clone()),
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
            moderation,
            doors,
            mailer,
            errands: Arc::new(Semaphore::new(ERRANDS)),
            connections,
            lease,
            edge,
            ways: Mutex::new(ways),
        })
    }

    /// Tells the metrics that are looked up rather than counted.
    pub fn measure(&self) {
        let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
        metrics::gauge!("rooms_awake").set(count(self.rooms.awake()));
        metrics::gauge!("sockets_open").set(count(self.connections.count()));
        metrics::gauge!("lease_holds").set(count(usize::from(self.lease.holds())));
    }

    /// The way to the other servers and what comes in over it, for whoever attends to it; once.
    #[must_use]
    pub fn take_ways(&self) -> Option<Ways> {
        self.ways.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Order among people.
fn moderation(store: &Arc<SqlStore>, rooms: &Rooms, time: &Time) -> Moderation {
    Moderation::new(ModerationParts {
        sanctions: store.clone(),
        reports: store.clone(),
        orders: store.clone(),
        audit: store.clone(),
        accounts: store.clone(),
        conduct: store.clone(),
        games: store.clone(),
        rooms: rooms.clone(),
        time: time.clone(),
    })
}

/// The keys of sealed moves and of second factors. A file that cannot open what is closed is somebody's mistake, and is not gone on
/// with; one that was not there at all is made anew, and what is lost with it is told.
async fn closed(config: &Config, store: &SqlStore) -> Result<(Seals, Vault), StartError> {
    let path = config.seals_file();
    let was_there = path.exists();
    let (moves, factors) = (envelopes(store, store).await?, store.factor_keys().await?);
    let of_moves = moves.iter().map(|(_, envelope)| Seals::key_of(*envelope));
    let in_use: BTreeSet<String> = of_moves.chain(factors.iter().cloned()).collect();
    let keys = Keys::load_or_create_seals(&path, &in_use)?;
    let (seals, vault) = (Seals::new(keys.clone()), Vault::new(keys));
    let mut unknown = moves.iter().filter(|(_, envelope)| !seals.answers_for(*envelope));
    if let Some(&(first, _)) = unknown.next() {
        return Err(KeysError::Foreign { path, games: unknown.count() + 1, first }.into());
    }
    if !factors.iter().all(|key| vault.answers_for(key)) {
        return Err(KeysError::ForeignFactors { path }.into());
    }
    if !was_there && !in_use.is_empty() {
        tracing::warn!(
            file = %path.display(), games = moves.len(), second_factors = !factors.is_empty(),
            "the key file of sealed moves and second factors was missing and a new one was made; what the old one closed cannot be \
             opened with it (sealed moves of adjourned games; codes of second factors, whose owners need a recovery code): if you \
             have a copy of the old file, stop the server and put it back now"
        );
    }
    Ok((seals, vault))
}

/// The way to other servers, where there are any, and what of this one they are told.
fn reach(
    config: &Config,
    (node, time): (NodeId, &Time),
    (lobby, accounts, talk, rooms): (&Lobby, &AccountService, &Talk, &Rooms),
    store: &SqlStore,
) -> (Option<Ways>, Option<Edge>) {
    let Some(url) = &config.redis_url else { return (None, None) };
    let (sink, heard) = mpsc::channel(HEARD);
    let bus: Arc<dyn Bus> = Arc::new(RedisBus::start(url, store.installation(), node, sink));
    let edge = Edge::new(EdgeParts {
        node,
        time: time.clone(),
        bus: Arc::clone(&bus),
        games: Arc::new(store.clone()),
    });
    lobby.reach(Box::new(edge.clone()));
    let others = edge.clone();
    accounts.reach(Box::new(move |session| others.session_ended(session)));
    let others = edge.clone();
    talk.reach(Box::new(move |game, spoken| others.spoken(game, spoken)));
    let others = edge.clone();
    rooms.reach(Box::new(move |game| {
        let others = others.clone();
        Box::pin(async move { others.shown(game).await })
    }));
    (Some((bus, heard)), Some(edge))
}
