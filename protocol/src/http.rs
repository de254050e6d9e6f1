//! Bodies of the HTTP API under `/api/v1`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    Appointment, AudienceDelay, ClockSettings, Code, ColorChoice, GameResult, PauseSettings, Placement,
    PlayerRef, RuleChanges, Settings, Snapshot,
};

pub use crate::account::{
    MailAddress, Me, NewMailAddress, NewPassword, NewReset, NewToken, OpenSession, OpenSessions,
    PersonalToken, PersonalTokens, Proof, RecoveryCodes, ResetAsk, ResetAsked, SecondFactor,
    SecondFactorCode, SecondFactorOff, SecondFactorSetUp, SecondStep, SecondStepCode, Ticket, TokenMade,
    TokenScope,
};
pub use crate::desk::{
    FoundPeople, FoundPerson, NewRoomsRuling, Power, ResetLink, RoomRuled, RoomsOrder, RoomsRuled, StaffRoom,
    StaffRoomPage,
};
pub use crate::invitations::{Invitation, InvitationPage, MadeInvitation, NewInvitation};
pub use crate::order::{
    AuditEntry, AuditPage, ClaimReport, CloseReport, Conduct, Decision, NewOffices, NewReport, NewSanction,
    NotedConduct, Office, OfficeHolder, OfficeHolders, OfficerWord, Operation, PersonFile, Reason, Report,
    ReportFile, ReportKind, ReportPage, ReportState, Sanction, SanctionKind, SanctionList,
};
pub use crate::people::{
    Block, BlockList, Country, Export, Leaving, Locale, OwnLine, OwnNote, Person, Profile, ProfileChanges,
};
pub use crate::sheet::{TimeChange, TimeEntry, TimeSheet, Timed};
pub use crate::talk::{NewNote, Note, TalkPage};

body! {
    /// An account to be made.
    #[serde(deny_unknown_fields)]
    pub struct NewAccount {
        /// Its name, 2 to 20 characters.
        pub name: String,
        /// Its password, 8 to 128 characters.
        pub password: String,
        /// What stands behind the `#` of the link by which you were invited, where the server is for the invited.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub invitation: Option<String>,
        /// `true` for clients without cookies: the refresh token comes in the body instead.
        #[serde(default)]
        pub refresh_in_body: bool,
    }

    /// Name and password, to log in.
    #[serde(deny_unknown_fields)]
    pub struct Credentials {
        /// The account's name, 2 to 20 characters.
        pub name: String,
        /// The password, 8 to 128 characters.
        pub password: String,
        /// `true` for clients without cookies: the refresh token comes in the body instead.
        #[serde(default)]
        pub refresh_in_body: bool,
    }

    /// Asks for a new access token. Web pages send an empty object: their refresh token is in a cookie.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    pub struct Refresh {
        /// The refresh token, for clients without cookies.
        #[serde(default)]
        pub refresh_token: Option<String>,
    }

    /// A session: who, and a token that says so for a short time.
    pub struct Session {
        /// Who.
        pub account: PlayerRef,
        /// Goes into `Authorization: Bearer …` and into `hello`.
        pub access_token: String,
        /// How long it is good for, in seconds.
        pub expires_in_s: u64,
        /// The refresh token, only for clients that asked for it in the body. Each may be used once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub refresh_token: Option<String>,
    }

    /// An offer to play.
    #[serde(deny_unknown_fields)]
    pub struct NewChallenge {
        /// Made by the client; the same offer sent twice is one challenge.
        pub id: Uuid,
        /// Lines a side, 2 to 25.
        pub size: u8,
        /// The name of the rules, as in `Settings`; absent: `chinese`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub rules: Option<String>,
        /// What a private game changes of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub changes: Option<RuleChanges>,
        /// Komi in quarter-子; absent: the rules' own (3¾ 子, none with handicap).
        #[serde(default)]
        pub komi_quarters: Option<i16>,
        /// Handicap stones: 0, or from 2.
        #[serde(default)]
        pub handicap: u8,
        /// How they are placed.
        #[serde(default)]
        pub placement: Placement,
        /// The time control of both sides, or of Black's alone when there is `white_clock`.
        pub clock: ClockSettings,
        /// White's time control, when it is another; the challenger's colour must then be named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub white_clock: Option<ClockSettings>,
        /// The challenger's colour; with handicap it must be named.
        pub color: ColorChoice,
        /// How the players may pause and adjourn it; absent: three pauses of ten minutes, and adjournment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub pauses: Option<PauseSettings>,
        /// When and where the game is to begin; absent: at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub appointment: Option<Appointment>,
        /// How far behind the game its audience is; absent: not at all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub delay: Option<AudienceDelay>,
        /// `true`: only who knows the id can see and accept it, and only the two players can see the game.
        #[serde(default)]
        pub private: bool,
    }

    /// An open challenge.
    pub struct Challenge {
        /// Its id.
        pub id: Uuid,
        /// Whose.
        pub by: PlayerRef,
        /// What is offered.
        pub settings: Settings,
        /// The challenger's colour.
        pub color: ColorChoice,
        /// For 猜先: the hash of the hidden number, published before the guess.
        pub nigiri_hash: Option<String>,
        /// Whether it is private.
        pub private: bool,
        /// The game, once somebody has accepted; seen by the two players only.
        pub game: Option<Uuid>,
        /// Wall time of creation, Unix milliseconds.
        pub created_ms: u64,
    }

    /// Accepts a challenge.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    pub struct AcceptChallenge {
        /// For 猜先: whether the hidden number is odd. Needed then, ignored otherwise.
        #[serde(default)]
        pub guess_odd: Option<bool>,
    }

    /// The game that a challenge became.
    pub struct Accepted {
        /// Its room.
        pub game: Uuid,
    }

    /// A game in a list.
    pub struct GameSummary {
        /// Its room.
        pub id: Uuid,
        /// Who plays Black.
        pub black: PlayerRef,
        /// Who plays White.
        pub white: PlayerRef,
        /// Lines a side.
        pub size: u8,
        /// Handicap stones.
        pub handicap: u8,
        /// Wall time of the beginning, Unix milliseconds.
        pub started_ms: u64,
        /// Wall time of the end.
        pub ended_ms: Option<u64>,
        /// The result, when over.
        pub result: Option<GameResult>,
        /// Whether officers have annulled it: it counts for nothing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        pub annulled: bool,
    }

    /// A page of games, newest first.
    pub struct GamePage {
        /// The rows.
        pub items: Vec<GameSummary>,
        /// Give this as `before` to get the next page; absent on the last.
        pub next: Option<String>,
    }

    /// A running game that waits for a referee.
    pub struct CalledGame {
        /// The game.
        pub game: GameSummary,
        /// Wall time since when, Unix milliseconds.
        pub since_ms: u64,
        /// Whether nobody sits through it: a game by correspondence, or one without clocks.
        pub slow: bool,
    }

    /// A page of the games that wait for a referee, private ones too, those that wait longest first.
    pub struct CalledGames {
        /// The rows.
        pub items: Vec<CalledGame>,
        /// Pass this as `after` for the next page; absent on the last one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub next: Option<String>,
    }

    /// A game with all its moves.
    pub struct GameRecord {
        /// The row.
        pub summary: GameSummary,
        /// The whole game as it stands.
        pub game: Snapshot,
    }

    /// An error (RFC 9457), sent as `application/problem+json`.
    pub struct Problem {
        /// `about:blank`: the code says it all.
        #[serde(rename = "type")]
        pub kind: String,
        /// A short text for developers.
        pub title: String,
        /// The HTTP status.
        pub status: u16,
        /// The stable code.
        pub code: Code,
        /// What exactly is wrong, and what to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub detail: Option<String>,
    }
}
