//! A cable that can be damaged: a TCP proxy between a server and what it stands on.
//!
//! While a direction is held, its bytes wait and the connections stay open, as in a network that has lost its way;
//! they come out when it is let go, however late. Cut connections lose what was on its way.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// What the cable does now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    /// Nothing comes through to the far end.
    holds_up: bool,
    /// Nothing comes back.
    holds_down: bool,
    /// How often all connections were cut.
    cuts: u32,
}

/// Where a cable leads.
#[derive(Clone, Debug)]
pub enum FarEnd {
    /// A port of this machine.
    Port(u16),
    /// A socket in its file system.
    Socket(PathBuf),
}

/// The cable; it ends with the runtime that it was laid in.
#[derive(Debug)]
pub struct Cable {
    port: u16,
    state: watch::Sender<State>,
}

impl Cable {
    /// Lays one, from a free port of this machine. Nobody need be at the far end yet.
    ///
    /// # Errors
    /// No port could be had.
    pub async fn to(far: FarEnd) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let cable = Self { port: listener.local_addr()?.port(), state: watch::Sender::default() };
        let state = cable.state.subscribe();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(connect(near, far.clone(), state.clone()));
            }
        });
        Ok(cable)
    }

    /// The port of its near end.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Holds what goes to the far end, what comes back, or both; or lets it go.
    pub fn hold(&self, up: bool, down: bool) {
        self.state.send_modify(|state| (state.holds_up, state.holds_down) = (up, down));
    }

    /// Cuts all connections; new ones may come.
    pub fn cut(&self) {
        self.state.send_modify(|state| state.cuts += 1);
    }
}

async fn connect(near: TcpStream, far: FarEnd, state: watch::Receiver<State>) {
    match far {
        FarEnd::Port(port) => {
            let far = TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await;
            if let Ok(far) = far {
                join(near, far, state).await;
            }
        }
        FarEnd::Socket(path) => {
            if let Ok(far) = UnixStream::connect(path).await {
                join(near, far, state).await;
            }
        }
    }
}

async fn join(near: TcpStream, far: impl AsyncRead + AsyncWrite, state: watch::Receiver<State>) {
    let ((from_near, to_near), (from_far, to_far)) = (split(near), split(far));
    let cuts = state.borrow().cuts;
    let mut cut = state.clone();
    tokio::select! {
        () = pass(from_near, to_far, state.clone(), |state| state.holds_up) => {}
        () = pass(from_far, to_near, state, |state| state.holds_down) => {}
        _ = cut.wait_for(|state| state.cuts > cuts) => {}
    }
}

/// Passes bytes on while they are not held, until one end is closed.
async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut state: watch::Receiver<State>,
    holds: fn(&State) -> bool,
) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if state.wait_for(|state| !holds(state)).await.is_err()
            || to.write_all(&bytes[..count]).await.is_err()
        {
            return;
        }
    }
}
