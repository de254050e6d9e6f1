//! Accounts: who somebody is, and the tokens that say so.
//!
//! Names and passwords are judged here, tokens made and read; [`AccountService`] is all that others need.
//! Deliberately absent: cookies and headers (they are HTTP's), and how accounts are stored.

mod codes;
mod credentials;
mod departure;
mod ended;
mod invitations;
mod names;
mod passwords;
mod personal;
mod provider;
mod refresh;
mod reserved;
mod reset;
mod roles;
mod scopes;
mod second;
mod service;
mod sessions;
mod shown;
mod tokens;
mod vault;

pub use invitations::{Invite, link_of};
pub use names::{BadName, Name};
pub use passwords::{BadPassword, Passwords};
pub use reset::Link;
pub use roles::RoleWatch;
pub use scopes::{Scope, Scopes};
pub use second::{Attempt, Entry, SECOND_STEP_MS, SetUp, Standing};
pub use service::{AccountError, AccountService, Grant, Officer, TellOthers};
pub use shown::{BadShown, ShownName};
pub use tokens::{ACCESS_S, Identity};
pub use vault::Vault;
