//! Errors as problem documents (RFC 9457).
//!
//! Deliberately absent: anything that the inside knows and the outside need not. A failure of the store is
//! logged here and told as `internal`.

use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use protocol::Code;
use protocol::http::Problem;

use crate::account::AccountError;
use crate::lobby::LobbyError;
use crate::moderation::{BeginsNothing, OrderError};
use crate::people::{BadProfile, BlockError, ProfileError};
use crate::room::RoomError;
use crate::store::StoreError;

/// An error that a client is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ApiError {
    code: Code,
    status: StatusCode,
    detail: Option<String>,
    retry_after_s: Option<u64>,
}

impl ApiError {
    /// The error of a code, with its usual status.
    pub(super) fn new(code: Code) -> Self {
        Self { code, status: status(code), detail: None, retry_after_s: None }
    }

    /// The same, saying more.
    pub(super) fn because(self, detail: impl fmt::Display) -> Self {
        Self { detail: Some(detail.to_string()), ..self }
    }

    /// The same under another status.
    pub(super) fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// The same, saying when to try again.
    pub(super) fn retry_after_s(self, seconds: u64) -> Self {
        Self { retry_after_s: Some(seconds), ..self }
    }
}

/// A request that is wrong in itself.
pub(super) fn bad_request(detail: impl fmt::Display) -> ApiError {
    ApiError::new(Code::BadRequest).because(detail)
}

/// Nothing of that name, or not for this viewer.
pub(super) fn not_found() -> ApiError {
    ApiError::new(Code::NotFound)
}

/// Answers paths of the API that lead nowhere.
pub(super) async fn no_such_route(request: HttpRequest) -> HttpResponse {
    not_found().because(format_args!("there is no {}", request.path())).error_response()
}

/// Only the code: details may quote what the client sent, and errors are logged.
impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.code, f)
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if self.status == StatusCode::UNAUTHORIZED {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        if let Some(seconds) = self.retry_after_s {
            response.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        response.insert_header((header::CONTENT_TYPE, "application/problem+json"));
        let problem = Problem {
            kind: "about:blank".to_owned(),
            title: self.code.meaning().to_owned(),
            status: self.status.as_u16(),
            code: self.code,
            detail: self.detail.clone(),
        };
        response.body(protocol::encode(&problem))
    }
}

/// The usual status of a code.
const fn status(code: Code) -> StatusCode {
    match code {
        Code::NotLoggedIn | Code::BadToken | Code::WrongCredentials => StatusCode::UNAUTHORIZED,
        Code::NotAPlayer
        | Code::NotAReferee
        | Code::NotAllowed
        | Code::NotByYou
        | Code::Banned
        | Code::Suspended
        | Code::Silenced
        | Code::RoleChanged
        | Code::NotYourStream
        | Code::Muted
        | Code::ChiefRefereeNeeded
        | Code::Removed
        | Code::RegistrationClosed
        | Code::InvitationNeeded
        | Code::InvitationInvalid
        | Code::WrongPassword
        | Code::WrongCode
        | Code::ProveAgain
        | Code::TokenScope
        | Code::BadOrigin => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        #[rustfmt::skip] // rows of a table
        Code::NameTaken | Code::IdReused | Code::SeatElsewhere | Code::NotWatching | Code::NotYourTurn
        | Code::WrongPhase | Code::GameOver | Code::StalePly | Code::StaleRevision | Code::Occupied
        | Code::Suicide | Code::Ko | Code::NoStone | Code::NoTerritory | Code::AlreadyMarked
        | Code::AlreadyAccepted | Code::RefereeCalled | Code::Paused | Code::SealExpected
        | Code::AlreadyAsked | Code::NoSuchRequest | Code::NotInThisGame | Code::OwnTurn | Code::NotAbsent
        | Code::BadClock | Code::BadMoment | Code::PlayerStays | Code::OfficerStays | Code::ReportTaken
        | Code::AlreadyDecided | Code::TooLate | Code::TooOften | Code::NoVacation | Code::OnVacation
        | Code::NotOnVacation | Code::TimeUp | Code::TalkFull | Code::OwnChallenge
        | Code::TooManyChallenges | Code::SecondFactorOn | Code::NoSecondFactor | Code::TooManyTokens
        | Code::NoMail | Code::TooManyRooms | Code::ListFull | Code::GamesRunning => StatusCode::CONFLICT,
        Code::ChangedMeanwhile => StatusCode::PRECONDITION_FAILED,
        Code::ChallengeGone | Code::TicketGone => StatusCode::GONE,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::BadName | Code::BadPassword | Code::BadText | Code::BadMail => StatusCode::UNPROCESSABLE_ENTITY,
        Code::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Code::Busy | Code::GoingAway | Code::Maintenance => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Code::BadRequest
        | Code::BadPoint
        | Code::MalformedFrame
        | Code::UnknownCommand
        | Code::BadCommand
        | Code::HelloExpected
        | Code::UnsupportedVersion => StatusCode::BAD_REQUEST,
    }
}

/// Something failed inside: the log is told what, the client only that.
fn internal(error: impl fmt::Display) -> ApiError {
    tracing::error!(%error, "a request failed");
    ApiError::new(Code::Internal)
}

fn busy() -> ApiError {
    ApiError::new(Code::Busy).retry_after_s(1)
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy => busy(),
            StoreError::Unavailable(_) | StoreError::Corrupt(_) => internal(error),
        }
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        let code = match error {
            AccountError::BadName(_) => Code::BadName,
            AccountError::BadPassword(_) => Code::BadPassword,
            AccountError::NameTaken => Code::NameTaken,
            AccountError::Playing => Code::GamesRunning,
            AccountError::Closed => Code::RegistrationClosed,
            AccountError::InvitationNeeded => Code::InvitationNeeded,
            AccountError::InvitationInvalid => Code::InvitationInvalid,
            AccountError::WrongCredentials => Code::WrongCredentials,
            AccountError::WrongPassword => Code::WrongPassword,
            AccountError::WrongCode => Code::WrongCode,
            AccountError::TicketGone => Code::TicketGone,
            AccountError::SecondFactorOn => Code::SecondFactorOn,
            AccountError::NoSecondFactor => Code::NoSecondFactor,
            AccountError::ProveAgain => Code::ProveAgain,
            AccountError::BadEnd => Code::BadRequest,
            AccountError::TooManyTokens => Code::TooManyTokens,
            AccountError::NoSession => Code::NotFound,
            AccountError::BadToken => Code::BadToken,
            AccountError::Busy => return busy().because(error),
            AccountError::Store(error) => return error.into(),
            AccountError::Failed(error) => return internal(error),
        };
        Self::new(code).because(error)
    }
}

impl From<BeginsNothing> for ApiError {
    fn from(why: BeginsNothing) -> Self {
        match why {
            BeginsNothing::Banned => Self::new(Code::Banned),
            BeginsNothing::Suspended => Self::new(Code::Suspended),
            BeginsNothing::Maintenance => Self::new(Code::Maintenance).retry_after_s(60),
        }
    }
}

impl From<OrderError> for ApiError {
    fn from(error: OrderError) -> Self {
        let code = match error {
            OrderError::NotFound => Code::NotFound,
            OrderError::NotByYou => Code::NotByYou,
            OrderError::NotAllowed => Code::NotAllowed,
            OrderError::Decided => Code::AlreadyDecided,
            OrderError::Taken => Code::ReportTaken,
            OrderError::TooMany => Code::TooOften,
            OrderError::Bad(_) => Code::BadRequest,
            OrderError::Store(error) => return error.into(),
        };
        Self::new(code).because(error)
    }
}

impl From<LobbyError> for ApiError {
    fn from(error: LobbyError) -> Self {
        let code = match error {
            LobbyError::BadWish(_) | LobbyError::GuessNeeded => Code::BadRequest,
            LobbyError::IdReused => Code::IdReused,
            LobbyError::TooMany => Code::TooManyChallenges,
            LobbyError::NotFound => Code::NotFound,
            LobbyError::Gone => Code::ChallengeGone,
            LobbyError::Own => Code::OwnChallenge,
            LobbyError::Store(error) => return error.into(),
            LobbyError::Failed(error) => return internal(error),
        };
        Self::new(code).because(error)
    }
}

impl From<ProfileError> for ApiError {
    fn from(error: ProfileError) -> Self {
        let code = match error {
            ProfileError::Bad(BadProfile::Shown(_)) => Code::BadName,
            ProfileError::Bad(BadProfile::TimeZone) => Code::BadRequest,
            ProfileError::NameTaken => Code::NameTaken,
            ProfileError::Stale => Code::ChangedMeanwhile,
            ProfileError::Store(error) => return error.into(),
        };
        Self::new(code).because(error)
    }
}

impl From<BlockError> for ApiError {
    fn from(error: BlockError) -> Self {
        let code = match error {
            BlockError::NotFound => Code::NotFound,
            BlockError::Own => Code::BadRequest,
            BlockError::Full => Code::ListFull,
            BlockError::Store(error) => return error.into(),
        };
        Self::new(code).because(error)
    }
}

impl From<RoomError> for ApiError {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::NotFound => not_found(),
            RoomError::Over => Self::new(Code::GameOver),
            RoomError::Elsewhere => busy(),
            RoomError::Broken(why) => internal(why),
            RoomError::Store(error) => error.into(),
        }
    }
}
