//! Matchmaking (RULES 9): who plays whom, of those who wait.
//!
//! A [`Pool`] holds everybody who waits, in one queue for each [`Terms`]. Each [`Pool::tick`] pairs
//! who fits, equal strength first; both must accept within [`ACCEPT_MS`]. Who does not leaves, and the
//! other waits on in the old place.
//!
//! | waited | gap in points that is accepted for it |
//! | --- | --- |
//! | 0 s | 100 |
//! | 10 s | 150 |
//! | 20 s | 220 |
//! | 40 s | 320 |
//! | 60 s | 450 |
//! | 120 s | 700 |
//! | 300 s | any |
//!
//! The wider of the two counts, so that who has waited long needs nobody else to; each side's own [`Limits`]
//! hold always. Never paired: who is in the other's [`Seek::blocked`] or [`Seek::recent`], in either direction.
//!
//! # What lasts
//! Nothing here has to: a pool that is lost with its node is filled again by the players' pages, which
//! ask again of themselves. What must last is in the events: [`Event::Agreed`] is all that a game
//! needs. Whom somebody played recently comes with each seek from the server's records.
//!
//! Deliberately absent: clocks of the games, sockets, and how often to tick (once a second will do).

mod line;
mod pair;
mod pool;
mod seek;
mod strength;
mod waits;

pub use pair::{Pairing, Sides};
pub use pool::{ACCEPT_MS, Agreement, Event, Gone, NotProposed, POOL_MOST, Pool, Proposal};
pub use seek::{AVOID_MOST, BadSeek, Limits, RECENT_OPPONENTS, Seek, Terms, Wish, window};
pub use strength::{STRENGTH_MOST, Strength};
pub use waits::{Estimate, KNOWN_FROM};
