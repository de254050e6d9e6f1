//! `tianyuan serve`: listens, opens the store, serves, and ends in order when told to.

use std::io;
use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::time::Duration;

use super::{CliError, config, runtime};
use crate::app::App;
use crate::config::{Config, Settings};
use crate::{observe, serve};

/// An address that is nobody's (RFC 5737), on the far side of every network.
const OUTSIDE: &str = "192.0.2.1:9";

/// Why the server cannot listen, and what to do.
#[derive(Debug, thiserror::Error)]
pub(super) enum ListenError {
    #[error(
        "{0} is in use by another program, perhaps by another Tianyuan: stop that one, or choose another \
         port with --listen {ip}:PORT", ip = .0.ip()
    )]
    InUse(SocketAddr),
    #[error("this user may not listen on {0}: choose a port above 1023 with --listen {ip}:PORT", ip = .0.ip())]
    Forbidden(SocketAddr),
    #[error("{0} is not an address of this machine: choose one that is with --listen, or 0.0.0.0 for all")]
    NotHere(SocketAddr),
    #[error("cannot listen on {0}: {1}")]
    Other(SocketAddr, io::Error),
}

/// Serves until a signal to end comes.
pub(super) fn run(settings: Settings) -> Result<(), CliError> {
    let config = config(settings)?;
    observe::start(&config)?;
    for (name, value) in config.shown() {
        tracing::info!(name, value, "setting");
    }
    if config.lan {
        tracing::warn!(
            "--lan: passwords and cookies cross the network unencrypted; for a house of friends only"
        );
    }
    // First, because it is what most often fails and because it changes nothing.
    let listener = listen(config.listen)?;
    runtime()?.block_on(until_told(config, listener))
}

fn listen(address: SocketAddr) -> Result<TcpListener, ListenError> {
    // Every kind that is not named here is told as the system tells it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the kinds of the standard library are open")]
    TcpListener::bind(address).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => ListenError::InUse(address),
        io::ErrorKind::PermissionDenied => ListenError::Forbidden(address),
        io::ErrorKind::AddrNotAvailable => ListenError::NotHere(address),
        _ => ListenError::Other(address, error),
    })
}

async fn until_told(config: Config, listener: TcpListener) -> Result<(), CliError> {
    let mut signals = Signals::new().map_err(CliError::System)?;
    let app = App::open(config).await?;
    let mut running = serve::serve(app, listener).map_err(CliError::System)?;
    let upkeep = tokio::spawn(upkeep());
    tracing::info!("ready on http://{}", running.address());
    if let Some(address) = in_the_house(running.address()) {
        tracing::info!("others in the house open http://{address}");
    }
    tokio::select! {
        name = signals.next() => tracing::info!("{name}: ending"),
        ended = running.ended() => {
            upkeep.abort();
            return ended.map_err(CliError::Ended);
        }
    }
    running.stop().await;
    upkeep.abort();
    tracing::info!("ended");
    Ok(())
}

/// The address under which others find this machine, when it listens to all of its networks: the one
/// from which it would speak to the outside. Nothing is sent to find it.
fn in_the_house(listening: SocketAddr) -> Option<SocketAddr> {
    if !listening.ip().is_unspecified() {
        return None;
    }
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect(OUTSIDE).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback()).then(|| SocketAddr::new(address, listening.port()))
}

async fn upkeep() {
    let mut ticks = tokio::time::interval(Duration::from_millis(observe::UPKEEP_MS));
    loop {
        ticks.tick().await;
        observe::upkeep();
    }
}

/// The signals that end a server: the terminal's, and those of whoever supervises it.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// Listens from now on, so that a signal during the start is not lost.
    #[cfg(unix)]
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    #[cfg(unix)]
    async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
        }
    }

    #[cfg(not(unix))]
    fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(not(unix))]
    async fn next(&mut self) -> &'static str {
        let _ = tokio::signal::ctrl_c().await;
        "Ctrl-C"
    }
}
