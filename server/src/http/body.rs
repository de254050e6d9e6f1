//! Bodies of requests: JSON, small, soon.
//!
//! Deliberately absent: other media types, which another site's form could send.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;
use futures_util::future::LocalBoxFuture;
use protocol::Code;
use serde::de::DeserializeOwned;

use super::problem::{ApiError, bad_request};

/// The largest body in bytes.
const BYTES: usize = 16 * 1024;
/// A body that has not come within this time is given up.
const WHOLE: Duration = Duration::from_secs(10);

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

/// A JSON body that may be missing.
pub(super) struct OptionalBody<T>(pub(super) T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let bytes = read(&request, payload).await?;
            parse(&request, &bytes).map(Self)
        })
    }
}

impl<T: DeserializeOwned + Default + 'static> FromRequest for OptionalBody<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let bytes = read(&request, payload).await?;
            if bytes.is_empty() { Ok(Self(T::default())) } else { parse(&request, &bytes).map(Self) }
        })
    }
}

async fn read(request: &HttpRequest, payload: Payload) -> Result<Bytes, ApiError> {
    let too_large = || ApiError::new(Code::TooLarge).because(format_args!("at most {BYTES} bytes"));
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > BYTES) {
        return Err(too_large());
    }
    let whole = async {
        let mut payload = payload;
        let mut bytes = Vec::with_capacity(announced.unwrap_or(0));
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|_| bad_request("the body broke off"))?;
            if bytes.len() + chunk.len() > BYTES {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(Bytes::from(bytes))
    };
    tokio::time::timeout(WHOLE, whole)
        .await
        .unwrap_or_else(|_| Err(bad_request("the body came too slowly").status(StatusCode::REQUEST_TIMEOUT)))
}

fn parse<T: DeserializeOwned>(request: &HttpRequest, bytes: &[u8]) -> Result<T, ApiError> {
    if !request.content_type().eq_ignore_ascii_case("application/json") {
        return Err(
            bad_request("the body must be application/json").status(StatusCode::UNSUPPORTED_MEDIA_TYPE)
        );
    }
    serde_json::from_slice(bytes)
        .map_err(|error| bad_request(format_args!("the body cannot be read: {error}")))
}
