//! Who may see what: the one place that decides it, for sockets, HTTP and exports alike.
//!
//! Whatever a room tells belongs to one [`Stream`], and inside a stream everybody sees the same bytes: the journal, every event of it, is
//! the stream [`Stream::Game`], since an event that some do not get would leave a gap in its numbers. What somebody sees of a
//! stream depends on who they are to the game ([`Role`]) and on whether its result is final ([`Stage`]); [`sight`] is the table.
//! Deliberately absent: the point of a sealed move; a room does not have it (`room/seals`).

use rules::Color;

use crate::ids::AccountId;
use crate::store::{Players, TalkStream};

/// What somebody is to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Plays it.
    Player(Color),
    /// Sits at it as an officer.
    Staff,
    /// Looks on.
    Spectator,
    /// The same without an account: it could be a player's other window.
    Guest,
    /// Is not to know of it: somebody else in a private game.
    Stranger,
}

/// Who asks to see a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Viewer {
    /// The account; nobody for a guest.
    pub account: Option<AccountId>,
    /// The name under which it may rule on games, if that was asked for.
    pub office: Option<String>,
}

impl From<Option<AccountId>> for Viewer {
    fn from(account: Option<AccountId>) -> Self {
        Self { account, office: None }
    }
}

/// Where a socket sits as it watches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sitting {
    /// The side that its account plays.
    pub seat: Option<Color>,
    /// Whether it holds that seat; another socket of the player may.
    pub held: bool,
    /// Whether it may rule on the game.
    pub staff: bool,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Its result is open.
    Running,
    /// Its result is final.
    Over,
}

/// What a room tells, as numbered streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// The game: moves, clocks, readings, requests, rulings, result.
    Game,
    /// What the players say to one another.
    Players,
    /// What those who look on say to one another.
    Spectators,
    /// What officers say to one another.
    Staff,
}

/// What somebody sees of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Nothing.
    Never,
    /// All of it, as late as the room's audience is.
    Late,
    /// All of it, at once.
    Now,
}

impl Stream {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Game, Self::Players, Self::Spectators, Self::Staff];
}

/// What a role sees of a stream (RULES 7).
#[must_use]
pub const fn sight(role: Role, stage: Stage, stream: Stream) -> Sight {
    match (stream, role, stage) {
        (_, Role::Stranger, _) | (Stream::Staff, Role::Player(_) | Role::Spectator | Role::Guest, _) => {
            Sight::Never
        }
        (Stream::Game | Stream::Players, Role::Spectator | Role::Guest, _) => Sight::Late,
        // Advice from those who look on would be help from outside.
        (Stream::Spectators, Role::Player(_) | Role::Guest, Stage::Running) => Sight::Never,
        (Stream::Spectators, Role::Player(_) | Role::Spectator | Role::Guest, _)
        | (Stream::Game | Stream::Players, Role::Player(_), _)
        | (_, Role::Staff, _) => Sight::Now,
    }
}

/// Whether somebody sees a game late, where it is shown late.
#[must_use]
pub(super) const fn is_late(role: Role) -> bool {
    matches!(sight(role, Stage::Running, Stream::Game), Sight::Late)
}

/// The stream that a conversation is.
#[must_use]
pub const fn stream_of_talk(talk: TalkStream) -> Stream {
    match talk {
        TalkStream::Players => Stream::Players,
        TalkStream::Spectators => Stream::Spectators,
        TalkStream::Staff => Stream::Staff,
    }
}

/// Whether a role reads what is said in a stream at this stage: the one place where a conversation is kept from
/// somebody, be it for good or because an audience that is behind would learn from it what the board does not show yet.
#[must_use]
pub const fn hears(role: Role, stage: Stage, stream: Stream, is_behind: bool) -> bool {
    match sight(role, stage, stream) {
        Sight::Never => false,
        Sight::Late => !is_behind || matches!(stage, Stage::Over),
        Sight::Now => true,
    }
}

/// Whether a role may say something in a stream. Nobody speaks where they see nothing.
#[must_use]
pub const fn speaks(role: Role, stage: Stage, stream: Stream) -> bool {
    match (stream, role) {
        (Stream::Game, _) | (_, Role::Stranger | Role::Guest) => false,
        (Stream::Players, Role::Player(_) | Role::Staff)
        | (Stream::Spectators, Role::Spectator)
        | (Stream::Staff, Role::Staff) => true,
        (Stream::Spectators, Role::Player(_)) => matches!(stage, Stage::Over),
        (Stream::Players, Role::Spectator)
        | (Stream::Spectators, Role::Staff)
        | (Stream::Staff, Role::Player(_) | Role::Spectator) => false,
    }
}

/// What an account (nobody: a guest) is to a game, without a seat of an officer.
#[must_use]
pub fn role(viewer: Option<AccountId>, players: &Players, private: bool) -> Role {
    match viewer {
        Some(viewer) if viewer == players.black.0 => Role::Player(Color::Black),
        Some(viewer) if viewer == players.white.0 => Role::Player(Color::White),
        #[cfg(feature = "planted")]
        _ if crate::planted::is(crate::planted::Fault::HiddenShown) => Role::Spectator,
        _ if private => Role::Stranger,
        Some(_) => Role::Spectator,
        None => Role::Guest,
    }
}

/// The same for somebody whose account may rule on games or not: a referee who looks on hears and speaks as an officer.
#[must_use]
pub const fn with_office(role: Role, rules: bool) -> Role {
    match role {
        Role::Spectator if rules => Role::Staff,
        Role::Player(_) | Role::Staff | Role::Spectator | Role::Guest | Role::Stranger => role,
    }
}

/// The same for an officer who has sat down at the game, or has not: who came into a private game that way has seen it.
#[must_use]
pub const fn with_seat(role: Role, sat: bool) -> Role {
    if matches!(role, Role::Stranger) && sat { Role::Staff } else { with_office(role, true) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLES: [Role; 5] =
        [Role::Player(Color::Black), Role::Staff, Role::Spectator, Role::Guest, Role::Stranger];

    /// Rows: player, officer, spectator, guest, stranger; columns: game, players, spectators, staff.
    const RUNNING: [&str; 5] =
        ["now now no no", "now now now now", "late late now no", "late late no no", "no no no no"];
    const OVER: [&str; 5] =
        ["now now now no", "now now now now", "late late now no", "late late now no", "no no no no"];

    /// The column of a stream; every one is named, so that none is left out of the tables.
    const fn column(stream: Stream) -> usize {
        match stream {
            Stream::Game => 0,
            Stream::Players => 1,
            Stream::Spectators => 2,
            Stream::Staff => 3,
        }
    }

    /// The row of a role.
    const fn row(role: Role) -> usize {
        match role {
            Role::Player(_) => 0,
            Role::Staff => 1,
            Role::Spectator => 2,
            Role::Guest => 3,
            Role::Stranger => 4,
        }
    }

    #[test]
    fn the_tables_have_every_stream_and_every_role() {
        assert_eq!(Stream::ALL.map(column), [0, 1, 2, 3]);
        assert_eq!(ROLES.map(row), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn everybody_sees_of_every_stream_what_the_table_says() {
        let word = |sight| match sight {
            Sight::Never => "no",
            Sight::Late => "late",
            Sight::Now => "now",
        };
        for (stage, table) in [(Stage::Running, RUNNING), (Stage::Over, OVER)] {
            for (role, row) in ROLES.into_iter().zip(table) {
                let seen = Stream::ALL.map(|stream| word(sight(role, stage, stream)));
                assert_eq!(seen.join(" "), row, "{role:?}, {stage:?}");
            }
        }
    }

    /// Rows and columns as above: who may speak where.
    const SPEAK_RUNNING: [&str; 5] = ["- yes - -", "- yes - yes", "- - yes -", "- - - -", "- - - -"];
    const SPEAK_OVER: [&str; 5] = ["- yes yes -", "- yes - yes", "- - yes -", "- - - -", "- - - -"];

    #[test]
    fn everybody_speaks_where_the_table_says_and_hears_what_they_see() {
        for (stage, table) in [(Stage::Running, SPEAK_RUNNING), (Stage::Over, SPEAK_OVER)] {
            for (role, row) in ROLES.into_iter().zip(table) {
                let spoken = Stream::ALL.map(|stream| if speaks(role, stage, stream) { "yes" } else { "-" });
                assert_eq!(spoken.join(" "), row, "{role:?}, {stage:?}");
                for stream in Stream::ALL {
                    let seen = sight(role, stage, stream) != Sight::Never;
                    assert_eq!(hears(role, stage, stream, false), seen);
                    let late = stage == Stage::Running && sight(role, stage, stream) == Sight::Late;
                    assert_eq!(hears(role, stage, stream, true), seen && !late);
                    assert!(seen || !speaks(role, stage, stream), "{role:?}, {stage:?}, {stream:?}");
                }
            }
        }
    }

    #[test]
    fn an_office_is_for_whoever_looks_on_with_an_account() {
        assert_eq!(ROLES.map(|role| with_office(role, false)), ROLES);
        let ruling = ROLES.map(|role| if role == Role::Spectator { Role::Staff } else { role });
        assert_eq!(ROLES.map(|role| with_office(role, true)), ruling);
    }

    #[test]
    fn a_seat_lets_an_officer_into_a_private_game_and_takes_no_players_away() {
        assert_eq!(ROLES.map(|role| with_seat(role, false)), ROLES.map(|role| with_office(role, true)));
        let player = Role::Player(Color::Black);
        let sitting = [player, Role::Staff, Role::Staff, Role::Guest, Role::Staff];
        assert_eq!(ROLES.map(|role| with_seat(role, true)), sitting);
    }

    #[test]
    fn both_players_see_the_same() {
        for stage in [Stage::Running, Stage::Over] {
            for stream in Stream::ALL {
                let [black, white] = Color::BOTH.map(|color| sight(Role::Player(color), stage, stream));
                assert_eq!(black, white);
            }
        }
    }
}
