//! Access tokens: short-lived JWTs that say who somebody is.
//!
//! One algorithm, one issuer, one audience; `typ`, `kid`, `iss`, `aud`, `sub`, `iat`, `nbf` and `exp` are all
//! required, and so is `sid`, the session that the token is of. Nothing is looked up: to these rules a token
//! is good until it ends, which is soon; whether its session has ended before is asked by the caller.
//! Deliberately absent: the crate's own look at the clock; time comes in as an argument.

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::provider;
use super::scopes::Scopes;
use crate::ids::{AccountId, FamilyId};
use crate::keys::{Keys, Purpose};

/// How long an access token is good for, in seconds.
pub const ACCESS_S: u64 = 600;
/// By how many seconds the wall clocks of two servers may differ.
pub(super) const SKEW_S: i64 = 5;
/// The type of the token, so that a token made for something else is none (RFC 9068).
const TYPE: &str = "at+jwt";
/// Who makes tokens, and for whom.
const TIANYUAN: &str = "tianyuan";
/// No token of ours is longer.
const LONGEST: usize = 1024;

/// Somebody who has logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// The log-in that this is; the id of the token where it is a personal one.
    pub session: FamilyId,
    /// What a personal token is good for; none for who has logged in, who may do everything of its own.
    pub scopes: Option<Scopes>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: Uuid,
    sid: Uuid,
    name: String,
    iat: i64,
    nbf: i64,
    exp: i64,
}

struct TokenKey {
    id: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
}

/// Makes and reads access tokens.
pub(super) struct AccessTokens {
    /// The newest first.
    keys: Vec<TokenKey>,
    validation: Validation,
}

impl AccessTokens {
    /// Tokens of these keys.
    ///
    /// # Panics
    /// Never: keys have 32 bytes, and there is one for access.
    pub(super) fn new(keys: &Keys) -> Self {
        provider::install();
        let keys: Vec<_> = keys
            .all(Purpose::Access)
            .map(|key| TokenKey {
                id: key.id.clone(),
                encoding: EncodingKey::from_secret(&key.secret).expect("32 bytes are a key"),
                decoding: DecodingKey::from_secret(&key.secret).expect("32 bytes are a key"),
            })
            .collect();
        assert!(!keys.is_empty(), "Keys has one for every purpose");
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[TIANYUAN]);
        validation.set_audience(&[TIANYUAN]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "nbf", "exp"]);
        // Checked below, against the server's own wall clock.
        validation.validate_exp = false;
        validation.validate_nbf = false;
        Self { keys, validation }
    }

    /// A token for somebody, good for [`ACCESS_S`].
    pub(super) fn make(&self, who: &Identity, now_ms: i64) -> Result<String, jsonwebtoken::errors::Error> {
        let key = &self.keys[0];
        let header =
            Header { typ: Some(TYPE.to_owned()), kid: Some(key.id.clone()), ..Header::new(Algorithm::HS256) };
        let now = now_ms.div_euclid(1000);
        let claims = Claims {
            iss: TIANYUAN.to_owned(),
            aud: TIANYUAN.to_owned(),
            sub: who.account.0,
            sid: who.session.0,
            name: who.name.clone(),
            iat: now,
            nbf: now,
            exp: now + ACCESS_S as i64,
        };
        jsonwebtoken::encode(&header, &claims, &key.encoding)
    }

    /// Who a token speaks for; nobody when anything about it is not as it must be.
    pub(super) fn read(&self, token: &str, now_ms: i64) -> Option<Identity> {
        if token.len() > LONGEST {
            return None;
        }
        let header = jsonwebtoken::decode_header(token).ok()?;
        if header.alg != Algorithm::HS256 || header.typ.as_deref() != Some(TYPE) {
            return None;
        }
        let key = self.keys.iter().find(|key| Some(&key.id) == header.kid.as_ref())?;
        let claims: Claims = jsonwebtoken::decode(token, &key.decoding, &self.validation).ok()?.claims;
        let now = now_ms.div_euclid(1000);
        let lasts = claims.exp.checked_sub(claims.nbf)?;
        let good = claims.nbf <= now + SKEW_S && now < claims.exp && lasts <= ACCESS_S as i64;
        good.then_some(Identity {
            account: AccountId(claims.sub),
            name: claims.name,
            session: FamilyId(claims.sid),
            scopes: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const NOW_MS: i64 = 1_700_000_000_000;
    const NOW: i64 = NOW_MS / 1000;

    fn lee() -> Identity {
        let [account, session] = [7, 11].map(Uuid::from_u128);
        Identity {
            account: AccountId(account),
            name: "李".to_owned(),
            session: FamilyId(session),
            scopes: None,
        }
    }

    fn claims() -> Value {
        let Identity { account, name, session, scopes: _ } = lee();
        json!({
            "iss": "tianyuan", "aud": "tianyuan", "sub": account.0, "sid": session.0, "name": name,
            "iat": NOW, "nbf": NOW, "exp": NOW + 600,
        })
    }

    /// A token signed with the right key, but otherwise as a forger would like it.
    fn forge(keys: &Keys, header: &Header, claims: &Value) -> String {
        provider::install();
        let key = keys.all(Purpose::Access).next().expect("a key");
        let encoding = EncodingKey::from_secret(&key.secret).expect("a key");
        jsonwebtoken::encode(header, claims, &encoding).expect("encoded")
    }

    fn header(keys: &Keys) -> Header {
        let kid = keys.all(Purpose::Access).next().map(|key| key.id.clone());
        Header { typ: Some(TYPE.to_owned()), kid, ..Header::new(Algorithm::HS256) }
    }

    /// Security check 18: ten minutes at most.
    #[test]
    fn good_for_ten_minutes() {
        let tokens = AccessTokens::new(&Keys::generate());
        let token = tokens.make(&lee(), NOW_MS).expect("made");
        assert_eq!(tokens.read(&token, NOW_MS), Some(lee()));
        assert_eq!(tokens.read(&token, NOW_MS + 599_999), Some(lee()));
        assert_eq!(tokens.read(&token, NOW_MS + 600_000), None);
        assert_eq!(tokens.read(&token, NOW_MS - 5_000), Some(lee()));
        assert_eq!(tokens.read(&token, NOW_MS - 6_000), None);
    }

    /// Security check 19.
    #[test]
    fn other_keys_are_not_believed_and_renewed_ones_are() {
        let keys = Keys::generate();
        let token = AccessTokens::new(&keys).make(&lee(), NOW_MS).expect("made");
        assert_eq!(AccessTokens::new(&Keys::generate()).read(&token, NOW_MS), None);
        let renewed = keys.renewed();
        assert_eq!(AccessTokens::new(&renewed).read(&token, NOW_MS), Some(lee()));
        assert_eq!(
            AccessTokens::new(&renewed.renewed()).read(&token, NOW_MS),
            None,
            "two are believed, not three"
        );
        let new = AccessTokens::new(&renewed).make(&lee(), NOW_MS).expect("made");
        assert_eq!(AccessTokens::new(&keys).read(&new, NOW_MS), None);
    }

    /// Security check 18: typ, iss, aud, exp and nbf are required.
    #[test]
    fn every_claim_is_needed() {
        let keys = Keys::generate();
        let tokens = AccessTokens::new(&keys);
        assert_eq!(
            tokens.read(&forge(&keys, &header(&keys), &claims()), NOW_MS),
            Some(lee()),
            "the whole one is good"
        );
        for missing in ["iss", "aud", "sub", "sid", "name", "iat", "nbf", "exp"] {
            let mut some = claims();
            some.as_object_mut().expect("an object").remove(missing);
            assert_eq!(tokens.read(&forge(&keys, &header(&keys), &some), NOW_MS), None, "without {missing}");
        }
        for (name, value) in [
            ("iss", json!("other")),
            ("aud", json!("other")),
            ("exp", json!(NOW + 601)),
            ("exp", json!(i64::MAX)),
        ] {
            let mut other = claims();
            other[name] = value;
            assert_eq!(tokens.read(&forge(&keys, &header(&keys), &other), NOW_MS), None, "other {name}");
        }
    }

    #[test]
    fn every_part_of_the_header_is_needed() {
        let keys = Keys::generate();
        let tokens = AccessTokens::new(&keys);
        let good = header(&keys);
        let plain = Header { typ: Some("JWT".to_owned()), ..good.clone() };
        let untyped = Header { typ: None, ..good.clone() };
        let unnamed = Header { kid: None, ..good.clone() };
        let strange = Header { kid: Some("0".to_owned()), ..good };
        for bad in [plain, untyped, unnamed, strange] {
            assert_eq!(tokens.read(&forge(&keys, &bad, &claims()), NOW_MS), None, "{bad:?}");
        }
    }

    /// Security check 18: one algorithm.
    #[test]
    fn no_other_algorithm_and_no_altered_token() {
        let keys = Keys::generate();
        let tokens = AccessTokens::new(&keys);
        let token = tokens.make(&lee(), NOW_MS).expect("made");
        let parts: Vec<&str> = token.split('.').collect();
        let kid = &tokens.keys[0].id;
        for algorithm in ["none", "None", "HS384", "RS256", "ES256", "EdDSA"] {
            let head =
                base64url(format!(r#"{{"typ":"at+jwt","alg":"{algorithm}","kid":"{kid}"}}"#).as_bytes());
            for signature in ["", parts[2]] {
                let forged = format!("{head}.{}.{signature}", parts[1]);
                assert_eq!(tokens.read(&forged, NOW_MS), None, "{algorithm}");
            }
        }
        let other = base64url(claims().to_string().replace('7', "8").as_bytes());
        for bad in [
            format!("{}.{other}.{}", parts[0], parts[2]),
            format!("{}.{}.", parts[0], parts[1]),
            "a.b.c".to_owned(),
            String::new(),
        ] {
            assert_eq!(tokens.read(&bad, NOW_MS), None, "{bad}");
        }
        assert!(
            jsonwebtoken::encode(&Header::new(Algorithm::HS384), &claims(), &tokens.keys[0].encoding)
                .is_err()
        );
    }

    fn base64url(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let mut text = String::new();
        for chunk in bytes.chunks(3) {
            let bits =
                chunk.iter().enumerate().fold(0u32, |bits, (i, b)| bits | u32::from(*b) << (16 - 8 * i));
            for i in 0..=chunk.len() {
                text.push(char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize]));
            }
        }
        text
    }
}
