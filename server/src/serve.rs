//! The running server: listener and end are arguments, so that tests start the real thing on port 0.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use actix_web::{HttpServer, web};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::store::StoreError;
use crate::ws::far::attend;

/// Headers must be there within this time.
const HEADERS: Duration = Duration::from_secs(10);
/// How long sockets and requests may take to end.
const GRACE: Duration = Duration::from_secs(5);
/// How often the metrics are told what there is.
const MEASURE: Duration = Duration::from_secs(5);
/// How often expired rows are deleted.
const SWEEP: Duration = Duration::from_secs(600);

/// A server that is running.
pub struct Running {
    address: SocketAddr,
    app: web::Data<App>,
    server: actix_web::dev::ServerHandle,
    serving: JoinHandle<std::io::Result<()>>,
    /// Keeps the lease until it is told to end.
    lease: (oneshot::Sender<()>, JoinHandle<()>),
    /// What is done from time to time.
    chores: Vec<JoinHandle<()>>,
}

/// Serves an application on a listener, from now on.
///
/// # Errors
/// When the listener cannot be used.
pub fn serve(app: App, listener: TcpListener) -> std::io::Result<Running> {
    let address = listener.local_addr()?;
    let app = web::Data::new(app);
    let shared = app.clone();
    let server = HttpServer::new(move || crate::http::application(shared.clone()))
        .client_request_timeout(HEADERS)
        .shutdown_timeout(GRACE.as_secs())
        .disable_signals()
        .listen(listener)?
        .run();
    let handle = server.handle();
    let (end_lease, end) = oneshot::channel();
    let lease = (end_lease, tokio::spawn(app.lease.clone().keep(end)));
    let mut chores = vec![
        tokio::spawn(app.rooms.clone().keep_awake()),
        tokio::spawn(app.accounts.clone().keep_roles()),
        tokio::spawn(app.moderation.clone().keep_standings()),
        tokio::spawn(app.moderation.clone().keep_forfeits(app.node)),
        tokio::spawn(sweep(app.clone())),
        tokio::spawn(measure(app.clone())),
    ];
    if let Some((bus, heard)) = app.take_ways() {
        chores.push(tokio::spawn(app.accounts.clone().keep_sessions()));
        chores.push(tokio::spawn(attend(app.clone(), bus, heard)));
    }
    Ok(Running { address, app, server: handle, serving: tokio::spawn(server), lease, chores })
}

async fn measure(app: web::Data<App>) {
    let mut ticks = tokio::time::interval(MEASURE);
    loop {
        ticks.tick().await;
        app.measure();
    }
}

async fn sweep(app: web::Data<App>) {
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        ticks.tick().await;
        let sessions = async {
            // A few rows at a time, so that nobody waits long behind them, until none is left.
            while app.accounts.sweep().await? > 0 {}
            Ok(())
        };
        let (sessions, challenges, rematches, departed): (Result<(), StoreError>, _, _, _) =
            tokio::join!(sessions, app.lobby.sweep(), app.rematches.sweep(), app.accounts.rename_departed());
        let errors = [sessions.err(), challenges.err(), rematches.err(), departed.err()];
        for error in errors.into_iter().flatten() {
            tracing::warn!(%error, "what has expired could not be deleted");
        }
    }
}

impl Running {
    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its components.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Stops: sockets are told, rooms end after what they are doing, the lease is given back.
    pub async fn stop(self) {
        let Self { app, server, serving, lease, chores, .. } = self;
        // The moment up to which clocks are charged, however long the rest takes: from now on nobody is served.
        let ends_ms = app.time.served_ms();
        // First of all, since it wakes rooms that sleep.
        for chore in chores {
            chore.abort();
        }
        if tokio::time::timeout(GRACE, app.connections.close()).await.is_err() {
            tracing::warn!("some sockets did not close in time");
        }
        app.rooms.stop().await;
        server.stop(true).await;
        let (end_lease, kept) = lease;
        drop(end_lease);
        let _ = kept.await;
        if let Err(error) = app.lease.end(ends_ms).await {
            tracing::warn!(%error, "the lease could not be given back");
        }
        let _ = serving.await;
        app.store.close().await;
    }

    /// Waits until the server ends by itself, which it does only on an error.
    ///
    /// # Errors
    /// What the listener failed with.
    pub async fn ended(&mut self) -> std::io::Result<()> {
        (&mut self.serving).await.unwrap_or(Ok(()))
    }
}
