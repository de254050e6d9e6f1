//! Bodies about one's own account: who one is, sessions, what proves who one is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::Power;

body! {
    /// A place where somebody is logged in.
    pub struct OpenSession {
        /// Its id, to end it by.
        pub id: Uuid,
        /// When it began, in Unix milliseconds.
        pub began_ms: u64,
        /// When it was last gone on with, in Unix milliseconds; while it is used that is every ten minutes.
        pub used_ms: u64,
        /// The network that it was last gone on with from, like `203.0.113.0/24`; empty when not known.
        pub network: String,
        /// What the client said it is, shortened; empty when it said nothing.
        pub agent: String,
        /// Whether it is the one that asks.
        pub current: bool,
        /// Whether a second factor was proven in it.
        pub second_factor: bool,
    }

    /// Where somebody is logged in, the last used first; at most 50, since one more log-in ends the one that was not used for longest.
    pub struct OpenSessions {
        /// The sessions.
        pub sessions: Vec<OpenSession>,
    }

    /// Another password in the place of the present one.
    #[serde(deny_unknown_fields)]
    pub struct NewPassword {
        /// The present one.
        pub password: String,
        /// The one that is wanted, 8 to 128 characters.
        pub new_password: String,
    }

    /// Who the access token speaks for.
    pub struct Me {
        /// The account's id.
        pub id: Uuid,
        /// The name shown.
        pub name: String,
        /// Whether it has an office that it does not hold here before a second factor is proven in this session (`POST /api/v1/prove`, after
        /// one was set up).
        pub second_factor_needed: bool,
        /// What its offices let it do here and now; nothing for almost everybody.
        pub powers: Vec<Power>,
    }

    /// The answer to a right password (202) where the account has a second factor.
    pub struct SecondStep {
        /// Comes back with the code in `POST /api/v1/log-in/second`; good once, for five tries.
        pub ticket: String,
        /// How long it is good for, in seconds.
        pub expires_in_s: u64,
    }

    /// The second step of a log-in.
    #[serde(deny_unknown_fields)]
    pub struct SecondStepCode {
        /// The ticket of the first.
        pub ticket: String,
        /// The six digits that the app shows, or a recovery code; blanks and hyphens do not matter.
        pub code: String,
        /// `true` for clients without cookies: the refresh token comes in the body instead.
        #[serde(default)]
        pub refresh_in_body: bool,
    }

    /// Proves once more who one is: by the password, or by a code of the second factor. One of both.
    #[serde(deny_unknown_fields)]
    pub struct Proof {
        /// The password.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub password: Option<String>,
        /// The six digits that the app shows, or a recovery code. The session then counts as proven by a second factor.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub code: Option<String>,
    }

    /// How one stands to a second factor.
    pub struct SecondFactor {
        /// Since when there is one, in Unix milliseconds; absent when there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub since_ms: Option<u64>,
        /// Recovery codes that are left.
        pub recovery_codes: u64,
    }

    /// A second factor that is being set up (TOTP, RFC 6238: SHA-1, six digits, 30 seconds). It is in force with its first code.
    pub struct SecondFactorSetUp {
        /// The secret in Base32, to be typed into an app.
        pub secret: String,
        /// The same as an `otpauth:` address.
        pub uri: String,
        /// The same as a picture (SVG) of that address, for an app's camera.
        pub qr_svg: String,
    }

    /// A code of the second factor.
    #[serde(deny_unknown_fields)]
    pub struct SecondFactorCode {
        /// The six digits that the app shows, or a recovery code where that is said.
        pub code: String,
    }

    /// Codes for who has lost the app, each good once. They are told now and never again.
    pub struct RecoveryCodes {
        /// Ten codes.
        pub codes: Vec<String>,
    }

    /// Switches the second factor off.
    #[serde(deny_unknown_fields)]
    pub struct SecondFactorOff {
        /// The password.
        pub password: String,
        /// The six digits that the app shows, or a recovery code.
        pub code: String,
    }

    /// What a personal token is good for. Nothing that belongs to an office, and nothing that changes the account itself, is among it.
    #[derive(Copy)]
    #[serde(rename_all = "snake_case")]
    pub enum TokenScope {
        /// Seeing what its owner sees: lists, games, conversations.
        Read,
        /// Offering and playing games.
        Play,
        /// Saying something.
        Chat,
    }

    /// A personal token to be made, for a bot or a tool.
    #[serde(deny_unknown_fields)]
    pub struct NewToken {
        /// What you call it, 1 to 50 characters.
        pub name: String,
        /// What it is to be good for; at least one.
        pub scopes: Vec<TokenScope>,
        /// When it ends, in Unix milliseconds; at most a year from now.
        pub ends_ms: u64,
    }

    /// A personal token, without its text.
    pub struct PersonalToken {
        /// Its id, to revoke it by.
        pub id: Uuid,
        /// What its owner calls it.
        pub name: String,
        /// What it is good for.
        pub scopes: Vec<TokenScope>,
        /// When it was made, in Unix milliseconds.
        pub made_ms: u64,
        /// When it ends, in Unix milliseconds.
        pub ends_ms: u64,
        /// When it was last used, in Unix milliseconds, to ten minutes; absent: never.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub used_ms: Option<u64>,
    }

    /// A personal token that was made.
    pub struct TokenMade {
        /// Its text, which goes where an access token goes. It is told now and never again.
        pub token: String,
        /// What it is.
        pub about: PersonalToken,
    }

    /// Your personal tokens, the newest first; at most 20.
    pub struct PersonalTokens {
        /// The tokens.
        pub tokens: Vec<PersonalToken>,
    }

    /// Asks for a link to another password.
    #[serde(deny_unknown_fields)]
    pub struct ResetAsk {
        /// The account's name, or its mail address.
        pub who: String,
    }

    /// The answer to that, whoever was asked for.
    pub struct ResetAsked {
        /// Whether this server sends mail; where it does not, its administrator hands links over.
        pub by_mail: bool,
    }

    /// Another password by a link.
    #[serde(deny_unknown_fields)]
    pub struct NewReset {
        /// What the link has after `#`.
        pub token: String,
        /// The password that is wanted, 8 to 128 characters.
        pub password: String,
    }

    /// One's own mail address.
    pub struct MailAddress {
        /// The address; absent when there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pub address: Option<String>,
        /// Whether this server sends mail.
        pub by_mail: bool,
    }

    /// Another mail address.
    #[serde(deny_unknown_fields)]
    pub struct NewMailAddress {
        /// The address, to which a link is sent that confirms it; an empty one takes it away.
        pub address: String,
        /// The password.
        pub password: String,
    }

    /// What a link has after `#`.
    #[serde(deny_unknown_fields)]
    pub struct Ticket {
        /// It.
        pub token: String,
    }
}
