//! Ids of the things that the server keeps. Each is its own type, so that none can stand in for another.

use uuid::Uuid;

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident)+) => {
        $($(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        })+
    };
}

ids! {
    /// A game and its room.
    GameId
    /// Somebody.
    AccountId
    /// An offer to play.
    ChallengeId
    /// One run of one server process; a restart is a new node.
    NodeId
    /// A chain of refresh tokens that began with one log-in.
    FamilyId
}
