//! A cable that can be damaged: a TCP proxy between a server and what it stands on.
//!
//! While a direction is held, its bytes wait and the connections stay open, as in a network that has lost its way;
//! they come out when it is let go, however late. Cut connections lose what was on its way.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
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

/// The proxy; it ends with its test.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    state: watch::Sender<State>,
}

impl Proxy {
    /// One to a port of this machine.
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let proxy = Self { port: listener.local_addr().unwrap().port(), state: watch::Sender::default() };
        let far = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let state = proxy.state.subscribe();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(connect(near, far, state.clone()));
            }
        });
        proxy
    }

    /// Where it listens.
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

async fn connect(near: TcpStream, far: SocketAddr, state: watch::Receiver<State>) {
    let Ok(far) = TcpStream::connect(far).await else { return };
    let ((from_near, to_near), (from_far, to_far)) = (near.into_split(), far.into_split());
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
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
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
