//! What of a personal token each message asks for: one table, without a wildcard, so that a new message must be thought of.
//!
//! Deliberately absent: what whoever has logged in may do, which the rooms say.

use protocol::{ClientMessage, Code};

use crate::account::{Identity, Scope};

/// Refuses what a personal token is not good for; who has logged in, and a guest, is asked nothing here.
pub(super) fn check(who: Option<&Identity>, message: &ClientMessage) -> Result<(), Code> {
    let Some(scopes) = who.and_then(|who| who.scopes) else { return Ok(()) };
    match need(message) {
        Need::Nothing => Ok(()),
        Need::Scope(scope) if scopes.has(scope) => Ok(()),
        Need::Scope(_) | Need::LogIn => Err(Code::TokenScope),
    }
}

enum Need {
    /// Every token will do.
    Nothing,
    /// One with this scope.
    Scope(Scope),
    /// None will: it belongs to an office.
    LogIn,
}

const fn need(message: &ClientMessage) -> Need {
    match message {
        ClientMessage::Hello { .. } | ClientMessage::Ping { .. } => Need::Nothing,
        ClientMessage::Watch { .. } | ClientMessage::Unwatch { .. } | ClientMessage::Lobby { .. } => {
            Need::Scope(Scope::Read)
        }
        ClientMessage::TakeSeat { .. }
        | ClientMessage::Play { .. }
        | ClientMessage::Pass { .. }
        | ClientMessage::ClaimPass { .. }
        | ClientMessage::Resign { .. }
        | ClientMessage::Mark { .. }
        | ClientMessage::SetAside { .. }
        | ClientMessage::AnswerRepetition { .. }
        | ClientMessage::Accept { .. }
        | ClientMessage::ResumePlay { .. }
        | ClientMessage::Ask { .. }
        | ClientMessage::Reply { .. }
        | ClientMessage::Withdraw { .. }
        | ClientMessage::Seal { .. }
        | ClientMessage::ClaimAbsence { .. }
        | ClientMessage::CallReferee { .. }
        | ClientMessage::WithdrawCall { .. }
        | ClientMessage::BeginVacation { .. }
        | ClientMessage::EndVacation { .. }
        | ClientMessage::Rematch { .. } => Need::Scope(Scope::Play),
        ClientMessage::Say { .. } => Need::Scope(Scope::Chat),
        ClientMessage::HideLine { .. } | ClientMessage::Rule { .. } => Need::LogIn,
    }
}
