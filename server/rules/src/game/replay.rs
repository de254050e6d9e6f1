//! Reading a journal: the same state again, or an error that says which event cannot be.
//!
//! Facts of the board are checked (legality, captures, order); readings of the clocks are taken as
//! the journal has them, since the server that wrote them was the one that counted.

use super::{BadSetup, Game, GameEvent, Phase};
use crate::{Illegal, RoomMs};

/// Why an event cannot follow from the state before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    /// A second opening.
    #[error("the game is opened already")]
    Opened,
    /// It belongs to another phase, or the game is over.
    #[error("it belongs to another phase of the game")]
    Phase,
    /// It names a point that the board does not have.
    #[error("the board has no such point")]
    Point,
    /// The rules forbid it.
    #[error("it is against the rules: {0}")]
    Illegal(#[from] Illegal),
    /// The stones that it says it removed are not those that it removes.
    #[error("it does not remove the stones that it names")]
    Captures,
    /// A marking names something else than stones, in ascending order.
    #[error("it marks something else than stones in ascending order")]
    Stones,
    /// A marking sets aside something else than empty or dead points of territory counting, in
    /// ascending order.
    #[error("it sets aside something else than points of territory in ascending order")]
    Territory,
    /// An outcome of a repetition that the rules do not have, or without a play before it.
    #[error("the rules make nothing of a repetition here")]
    Repetition,
    /// A reading that is not the next one of the turn.
    #[error("it is not the next reading of the clock")]
    Reading,
    /// A step back to where the game has not been, or cannot go back to.
    #[error("the game cannot be stepped back so far")]
    Undo,
    /// A request whose number does not follow, or the end of one that is not open.
    #[error("there is no such request")]
    Request,
    /// A warning is withdrawn that was not given.
    #[error("there is no warning to withdraw")]
    Warning,
    /// A call for the referee beside another, or the end of one that is not open.
    #[error("there is no such call")]
    Call,
    /// Somebody is muted twice, or may speak again who was not muted.
    #[error("nobody is muted or unmuted so")]
    Mute,
    /// Somebody sits down or is removed twice, or comes back who was not removed.
    #[error("nobody comes or goes so")]
    People,
    /// The colours are swapped too late, or in a game with handicap.
    #[error("the colours cannot be swapped any more")]
    Swap,
    /// A vacation that the side does not have, or that does not follow from the one before.
    #[error("the side has no such vacation")]
    Vacation,
    /// The number of the marking does not follow from the one before.
    #[error("the number of the marking does not follow")]
    Revision,
    /// An outcome by counting without a count, or another count than the board gives.
    #[error("the outcome and the count do not belong together")]
    Count,
}

/// A journal that is none of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadJournal {
    /// It has no event.
    #[error("the journal is empty")]
    Empty,
    /// The first event does not open the game.
    #[error("the journal does not begin with the opening of a game")]
    NotOpened,
    /// The game was opened with a set-up that cannot be played.
    #[error("the game cannot be played as it was set up: {0}")]
    Setup(#[from] BadSetup),
    /// An event is earlier than the one before it.
    #[error("event {index} happened before the one that it follows")]
    BackInTime {
        /// Which event, from 0.
        index: usize,
    },
    /// An event does not follow from the ones before it.
    #[error("event {index} cannot be: {why}")]
    Misplaced {
        /// Which event, from 0.
        index: usize,
        /// Why.
        why: Misplaced,
    },
}

impl Game {
    /// The game that a journal tells of: each event with the room time at which it happened.
    ///
    /// # Errors
    /// [`BadJournal`] names the first event that cannot be.
    pub fn replay(journal: impl IntoIterator<Item = (RoomMs, GameEvent)>) -> Result<Self, BadJournal> {
        Self::replay_shown(journal, |_, _, _, _| ())
    }

    /// The same, and shows each event after the opening together with the game just before it: its place in the
    /// journal from 0, and when it happened.
    pub(super) fn replay_shown(
        journal: impl IntoIterator<Item = (RoomMs, GameEvent)>,
        mut before: impl FnMut(&Self, usize, RoomMs, &GameEvent),
    ) -> Result<Self, BadJournal> {
        let mut events = journal.into_iter().enumerate();
        let (mut last_at, mut game) = match events.next() {
            Some((_, (at, GameEvent::Opened { setup }))) => {
                setup.check()?;
                (at, Self::begin(setup, at))
            }
            Some(_) => return Err(BadJournal::NotOpened),
            None => return Err(BadJournal::Empty),
        };
        for (index, (at, event)) in events {
            if at < last_at {
                return Err(BadJournal::BackInTime { index });
            }
            before(&game, index, at, &event);
            game.apply(at, &event).map_err(|why| BadJournal::Misplaced { index, why })?;
            last_at = at;
        }
        Ok(game)
    }

    /// What may follow at all: after the end only that a server took over, while the clocks stand no move,
    /// and before a sealed move is opened nothing that it would have to come after.
    pub(super) const fn may_follow(&self, event: &GameEvent) -> bool {
        if matches!(self.phase, Phase::Over) {
            return matches!(event, GameEvent::Restored { .. } | GameEvent::Opened { .. });
        }
        match event {
            GameEvent::Opened { .. }
            | GameEvent::Requested { .. }
            | GameEvent::RequestClosed { .. }
            | GameEvent::CallClosed { .. }
            | GameEvent::Paused { .. }
            | GameEvent::Continued { .. }
            | GameEvent::Undone { .. }
            | GameEvent::TimeAdded { .. }
            | GameEvent::Ruled { .. }
            | GameEvent::ClockSet { .. }
            | GameEvent::ReadingRestarted { .. }
            | GameEvent::StonesRuled { .. }
            | GameEvent::Warned { .. }
            | GameEvent::WarningWithdrawn { .. }
            | GameEvent::Muted { .. }
            | GameEvent::Unmuted { .. }
            | GameEvent::OfficerSeated { .. }
            | GameEvent::Removed { .. }
            | GameEvent::Readmitted { .. }
            | GameEvent::ColorsSwapped
            | GameEvent::VacationBegan { .. }
            | GameEvent::VacationEnded { .. }
            | GameEvent::Restored { .. }
            | GameEvent::Ended { .. } => true,
            GameEvent::Played { .. }
            | GameEvent::Passed { .. }
            | GameEvent::TurnLost { .. }
            | GameEvent::SealLost => self.stopped.is_none(),
            GameEvent::HandicapPlaced { .. }
            | GameEvent::Read { .. }
            | GameEvent::Lapsed { .. }
            | GameEvent::AgreementOpened { .. }
            | GameEvent::Marked { .. }
            | GameEvent::SetAside { .. }
            | GameEvent::Accepted { .. }
            | GameEvent::AskedAgain { .. }
            | GameEvent::PlayResumed { .. }
            | GameEvent::RepetitionOffered { .. }
            | GameEvent::RepetitionAccepted { .. }
            | GameEvent::RepetitionDeclined { .. }
            | GameEvent::RefereeCalled { .. }
            | GameEvent::Started { .. }
            | GameEvent::Arrived { .. }
            | GameEvent::Missed { .. }
            | GameEvent::Adjourning { .. }
            | GameEvent::Sealed { .. } => self.stopped.is_none() && self.sealed.is_none(),
        }
    }
}
