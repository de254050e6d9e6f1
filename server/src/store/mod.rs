//! What is kept, as narrow traits; [`sql`] implements them all for SQLite and PostgreSQL.
//!
//! Nothing outside `sql` knows which database it is. Wall times are Unix milliseconds and only for
//! display and expiry; the clocks of games use room time. Every list is paged.
//! Deliberately absent: caching, and any decision about the game.

mod accounts;
mod audit;
mod challenges;
mod conduct;
mod departures;
mod factors;
mod games;
mod invitations;
mod journal;
mod mails;
mod nodes;
mod notes;
mod people;
mod personal;
mod rematches;
mod reports;
mod sanctions;
mod sessions;
pub mod sql;
mod talk;
mod tickets;

pub use accounts::{Account, Accounts};
pub use audit::{Act, Audit, AuditSearch, Entry};
pub use challenges::{Accept, Challenge, ChallengeState, Challenges, ColorChoice, Draw, Offer};
pub use conduct::{Conducts, Noted};
pub use departures::{Departure, Departures, OwnLine, OwnNote};
pub use factors::{Factor, Factors};
pub use games::{Called, Cursor, Due, Game, GameFilter, Games, NewGame, Players};
pub use invitations::{Invitation, Invitations, Invited};
pub use journal::{Append, AppendError, Claim, Command, Finish, Journal, Rest, Row};
pub use mails::Mails;
pub use nodes::{Beat, Gap, LastUp, Nodes};
pub use notes::{Note, Notes};
pub use people::{Block, Blocks, Locale, Profile, ProfileChange, Profiles};
pub use personal::{PersonalToken, PersonalTokens};
pub use rematches::{Rematch, RematchAction, RematchCommand, RematchOffer, Rematches};
pub use reports::{Orders, Report, ReportFilter, ReportKind, ReportNote, ReportState, Reports};
pub use sanctions::{Sanction, SanctionKind, Sanctions, Word};
pub use sessions::{Device, NewSession, Proof, RefreshToken, Rotation, SESSIONS, Session, Sessions};
pub use talk::{Hiding, Kept, Mute, Said, Saying, Talk, TalkStream};
pub use tickets::{Ticket, TicketKind, Tickets};

/// The store could not do it. Nothing was changed, unless the text says that the outcome is unknown.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// More waits than the store's queue holds.
    #[error("the store has more to do than it can; try again")]
    Busy,
    /// The database does not answer or failed.
    #[error("the database failed: {0}")]
    Unavailable(String),
    /// What was read makes no sense.
    #[error("what the database holds cannot be read: {0}")]
    Corrupt(String),
}
