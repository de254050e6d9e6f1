//! Letters to people's mail addresses, over SMTP.
//!
//! What is written is in Chinese and in English, since nobody has said yet which of the two its reader knows.
//! Deliberately absent: letters about anything that the reader did not ask for; and queues. A letter that cannot be sent is logged, and its
//! reader asks again.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Body, Mailbox};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

/// How long the other server may take for each step.
const STEP: Duration = Duration::from_secs(10);
/// The longest address that is taken (RFC 5321).
const ADDRESS_BYTES: usize = 254;

/// Where letters are handed over, with the password that this may take, which is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUrl(String);

/// The address is none that a letter could be handed over at; its text is not repeated, it may hold a password.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "--smtp-url cannot be used: write smtps://user:password@host, or smtp://host:25 for a server on the same machine"
)]
pub struct BadSmtpUrl;

impl FromStr for SmtpUrl {
    type Err = BadSmtpUrl;

    fn from_str(text: &str) -> Result<Self, BadSmtpUrl> {
        let url = Self(text.to_owned());
        url.transport().map(|_| url).ok_or(BadSmtpUrl)
    }
}

impl SmtpUrl {
    fn transport(&self) -> Option<AsyncSmtpTransport<Tokio1Executor>> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&self.0).ok()?;
        Some(builder.timeout(Some(STEP)).build())
    }
}

/// Without user and password.
impl fmt::Display for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(url) = url::Url::parse(&self.0) else { return Ok(()) };
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        write!(f, "{}://{}{port}", url.scheme(), url.host_str().unwrap_or_default())
    }
}

impl fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A mail address as it is kept; none when nothing could be sent to it.
#[must_use]
pub fn address(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > ADDRESS_BYTES {
        return None;
    }
    text.parse::<lettre::Address>().ok().map(|address| address.to_string())
}

/// What is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Letter {
    /// A link by which a forgotten password is replaced.
    Reset {
        /// Whose password.
        name: String,
        /// The ticket.
        token: String,
    },
    /// A link by which an address is confirmed.
    Confirm {
        /// Whose address.
        name: String,
        /// The ticket.
        token: String,
    },
}

/// Sends letters.
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    public_url: String,
}

impl Mailer {
    /// One that hands its letters over there, writes them in this name, and leads people to this address of the page. None when
    /// settings were not checked.
    #[must_use]
    pub fn new(url: &SmtpUrl, from: &str, public_url: &str) -> Option<Self> {
        let (transport, from) = (url.transport()?, from.parse().ok()?);
        Some(Self { transport, from, public_url: public_url.to_owned() })
    }

    /// Hands a letter over.
    ///
    /// # Errors
    /// What went wrong, for the log: the other server's words, without the letter.
    pub async fn send(&self, to: &str, letter: &Letter) -> Result<(), String> {
        let (subject, text) = words(letter, &self.public_url);
        // Links stay whole, and can be read by whoever looks at the raw letter.
        let body = Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable)
            .map_err(|_| "the letter cannot be encoded".to_owned())?;
        let to: Mailbox = to.parse().map_err(|_| "the address cannot be written to".to_owned())?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(body)
            .map_err(|error| error.to_string())?;
        self.transport.send(message).await.map(drop).map_err(|error| error.to_string())
    }
}

/// Subject and text.
fn words(letter: &Letter, public_url: &str) -> (&'static str, String) {
    match letter {
        Letter::Reset { name, token } => (
            "天元：重设密码 / Tianyuan: another password",
            format!(
                "有人（应该是您）请求重设「{name}」在天元的密码。请在 30 分钟内打开下面的链接；它只能用一次。如果不是您，请不用理会。\n\
                 Somebody, presumably you, has asked for another password for {name} at Tianyuan. Open this link within 30 minutes; \
                 it is good once. If it was not you, do nothing.\n\n{public_url}/reset#{token}\n"
            ),
        ),
        Letter::Confirm { name, token } => (
            "天元：确认邮箱 / Tianyuan: confirm your address",
            format!(
                "有人（应该是您）要把这个邮箱设为「{name}」在天元的邮箱。请在 24 小时内打开下面的链接确认。如果不是您，请不用理会。\n\
                 Somebody, presumably you, wants this address to be that of {name} at Tianyuan. Open this link within 24 hours to \
                 confirm it. If it was not you, do nothing.\n\n{public_url}/mail#{token}\n"
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, kept) in [
            (" Lee@Example.org ", Some("Lee@Example.org")),
            ("lee", None),
            ("lee@", None),
            ("a@b@c", None),
            ("lee@example.org\r\nBcc: all@example.org", None),
            ("Lee <lee@example.org>", None),
            ("", None),
        ] {
            assert_eq!(address(text).as_deref(), kept, "{text:?}");
        }
        assert_eq!(address(&format!("{}@example.org", "x".repeat(300))), None);
    }

    #[test]
    fn the_password_of_the_mail_server_is_not_shown() {
        let url: SmtpUrl = "smtps://user:secret@mail.example.org:465".parse().expect("a URL");
        assert_eq!(url.to_string(), "smtps://mail.example.org:465");
        assert!(!format!("{url:?}").contains("secret"));
        for bad in ["", "mail.example.org", "https://mail.example.org"] {
            let error = bad.parse::<SmtpUrl>().expect_err("no such way");
            assert!(error.to_string().contains("smtps://"), "{bad}");
        }
    }
}
