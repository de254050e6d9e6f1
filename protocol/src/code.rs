//! Stable codes for everything that can be refused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// Why something was refused. A code never changes its meaning; new ones may come.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[ts(export)]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// Every code with its meaning, for the reference.
            pub const ALL: &[(Self, &str)] = &[$((Self::$name, concat!($($doc),+)),)+];

            /// What it means, in English, for developers.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

codes! {
    /// The frame is not a JSON object with a `type`; the socket is closed with 1007.
    MalformedFrame,
    /// There is no such message type; the socket stays open.
    UnknownCommand,
    /// A field is missing or has a wrong form.
    BadCommand,
    /// The first message was not `hello`, or it came too late; the socket is closed with 1002.
    HelloExpected,
    /// `hello` asks for a version that this server does not speak; the socket is closed with 1002.
    UnsupportedVersion,
    /// The access token is not valid (any more), or its session has ended; get a new one.
    BadToken,
    /// Too many messages; wait a moment and send the command again.
    RateLimited,
    /// The socket watches as many rooms as it may.
    TooManyRooms,
    /// The room or server has more to do than it can, or does not know the outcome; send the same command again.
    Busy,
    /// The server is closing; connect again after `retry_after_ms`.
    GoingAway,
    /// The server failed, and it is not known whether anything was changed. Send the same command again, or look.
    Internal,
    /// There is no such room, challenge, game or account, or it is not for you.
    NotFound,
    /// Only for those who are logged in.
    NotLoggedIn,
    /// The command is for the players of this game.
    NotAPlayer,
    /// Another of your connections holds the seat, or none asked for it since its holder went; take it with `take_seat`.
    SeatElsewhere,
    /// This connection does not watch that room; send `watch` first.
    NotWatching,
    /// This command id was used with other content.
    IdReused,
    /// It is the other side's turn.
    NotYourTurn,
    /// The command belongs to another phase of the game.
    WrongPhase,
    /// The game is over.
    GameOver,
    /// The command answers an older position.
    StalePly,
    /// The command answers an older marking.
    StaleRevision,
    /// The text names no point of this board.
    BadPoint,
    /// There is a stone on that point.
    Occupied,
    /// The play would leave its own group without liberties (第6条).
    Suicide,
    /// The play would repeat the position after move `repeats` (第20条).
    Ko,
    /// There is no stone on that point.
    NoStone,
    /// There is no territory at that point, or territory is not counted.
    NoTerritory,
    /// That is already marked so.
    AlreadyMarked,
    /// You have accepted this already.
    AlreadyAccepted,
    /// That has been done as often as is allowed.
    TooOften,
    /// You have no vacation left in this game, or it has none.
    NoVacation,
    /// You are on vacation already.
    OnVacation,
    /// You are not on vacation.
    NotOnVacation,
    /// Your time has run out.
    TimeUp,
    /// The clocks stand; wait until play goes on.
    Paused,
    /// The game is being adjourned: seal your move.
    SealExpected,
    /// You have asked for something already; withdraw it first.
    AlreadyAsked,
    /// That request is not open any more.
    NoSuchRequest,
    /// The referee has been called already, or this waits for the referee's ruling.
    RefereeCalled,
    /// This game's time control or settings do not have that.
    NotInThisGame,
    /// It is your own turn; only in your opponent's can you claim anything.
    OwnTurn,
    /// Your opponent is there, or has not been away for long enough.
    NotAbsent,
    /// The clock of this game cannot show that.
    BadClock,
    /// The moment to go on at is too near or too far ahead, or nothing can go on then: choose another.
    BadMoment,
    /// Only for referees, and never in a game of their own.
    NotAReferee,
    /// Your account has no office that may do this.
    NotAllowed,
    /// You are banned from this server; `/me/sanctions` says why and until when, and takes an appeal.
    Banned,
    /// You are suspended: you may end the games that you play, and begin none; `/me/sanctions` says why and until when.
    Suspended,
    /// You may not speak on this server at present; `/me/sanctions` says why and until when.
    Silenced,
    /// The server is being looked after: games that run go on, none begins until that is over.
    Maintenance,
    /// Somebody else sees to this report.
    ReportTaken,
    /// That has been decided already.
    AlreadyDecided,
    /// Not by you: it concerns yourself, your own game or decision, or an officer of your own rank.
    NotByYou,
    /// What you may do as a referee has changed; connect again.
    RoleChanged,
    /// You may not speak in this conversation, or not yet; `players` is the players' and the referees', `spectators` the others'.
    NotYourStream,
    /// A referee has muted you in this game.
    Muted,
    /// The text is empty, too long or not plain text.
    BadText,
    /// This conversation has as many lines as it may have.
    TalkFull,
    /// Only a chief referee rules so.
    ChiefRefereeNeeded,
    /// A referee has removed you from this game; it can be seen when it is over.
    Removed,
    /// Players cannot be removed from their game.
    PlayerStays,
    /// Only a chief referee removes or mutes a referee or takes that back, and nobody removes or mutes a chief referee.
    OfficerStays,
    /// It is too late for that in this game.
    TooLate,
    /// A field of the request is out of its range; `detail` says which.
    BadRequest,
    /// The name is taken.
    NameTaken,
    /// The name has a wrong length, characters that could be taken for others, or is kept for the server's own people.
    BadName,
    /// The password has a wrong length, is one of the commonest or nothing but blanks.
    BadPassword,
    /// Name and password do not belong together.
    WrongCredentials,
    /// The password that was to prove who you are is another; nothing was changed.
    WrongPassword,
    /// The code is wrong, was used already, or is too old; wait for the next one.
    WrongCode,
    /// The ticket or link is unknown, has ended, was used, or was tried too often; begin anew.
    TicketGone,
    /// There is a second factor already; switch it off first.
    SecondFactorOn,
    /// There is no second factor, or its set-up has ended; begin to set it up.
    NoSecondFactor,
    /// Prove once more who you are (`POST /api/v1/prove`), then send this again.
    ProveAgain,
    /// The personal token is not good for this; make one with the scope that it needs, or log in.
    TokenScope,
    /// You have as many personal tokens as is allowed; revoke one first.
    TooManyTokens,
    /// That is no mail address that could be written to.
    BadMail,
    /// This server sends no mail; ask its administrator.
    NoMail,
    /// The challenge was accepted by somebody else, or withdrawn.
    ChallengeGone,
    /// You cannot accept your own challenge.
    OwnChallenge,
    /// You have as many open challenges as is allowed.
    TooManyChallenges,
    /// The page that sent this is not one of this server's.
    BadOrigin,
    /// The body is larger than this endpoint takes.
    TooLarge,
    /// It was changed meanwhile, perhaps from another device; get it again, and change that.
    ChangedMeanwhile,
    /// The list holds as many as it may; take one off first.
    ListFull,
    /// You are playing; finish your games, or resign them, and do it then.
    GamesRunning,
    /// This server takes no new accounts.
    RegistrationClosed,
    /// Only the invited can make an account: open the link that you were sent.
    InvitationNeeded,
    /// The invitation is unknown, used up, ended or withdrawn; ask for another one.
    InvitationInvalid,
}
