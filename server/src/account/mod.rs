//! Accounts: who somebody is, and the tokens that say so.
//!
//! Names and passwords are judged here, tokens made and read; [`AccountService`] is all that others need.
//! Deliberately absent: cookies and headers (they are HTTP's), and how accounts are stored.

mod departure;
mod ended;
mod invitations;
mod names;
mod passwords;
mod provider;
mod refresh;
mod reserved;
mod roles;
mod service;
mod shown;
mod tokens;

pub use invitations::{Invite, link_of};
pub use names::{BadName, Name};
pub use passwords::{BadPassword, Passwords};
pub use roles::RoleWatch;
pub use service::{AccountError, AccountService, Grant, Officer, TellOthers};
pub use shown::{BadShown, ShownName};
pub use tokens::{ACCESS_S, Identity};
