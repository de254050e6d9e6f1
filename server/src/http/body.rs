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

/// The largest body in bytes, unless its endpoint says otherwise.
const BYTES: usize = 16 * 1024;
/// A body that has not come within this time is given up.
const WHOLE: Duration = Duration::from_secs(10);

/// A JSON body of at most so many bytes.
pub(super) struct Body<T, const MOST: usize = BYTES>(pub(super) T);

/// A JSON body that may be missing.
pub(super) struct OptionalBody<T>(pub(super) T);

impl<T: DeserializeOwned + 'static, const MOST: usize> FromRequest for Body<T, MOST> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let bytes = read(&request, payload, MOST).await?;
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
            let bytes = read(&request, payload, BYTES).await?;
            if bytes.is_empty() { Ok(Self(T::default())) } else { parse(&request, &bytes).map(Self) }
        })
    }
}

async fn read(request: &HttpRequest, payload: Payload, most: usize) -> Result<Bytes, ApiError> {
    let too_large = || ApiError::new(Code::TooLarge).because(format_args!("at most {most} bytes"));
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let whole = async {
        let mut payload = payload;
        let mut bytes = Vec::with_capacity(announced.unwrap_or(0));
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|_| bad_request("the body broke off"))?;
            if bytes.len() + chunk.len() > most {
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
    // Otherwise a list would do, of the fields in their order.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(bad_request("the body must be a JSON object"));
    }
    serde_json::from_slice(bytes)
        .map_err(|error| bad_request(format_args!("the body cannot be read: {error}")))
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError;
    use actix_web::error::PayloadError;
    use actix_web::test::TestRequest;
    use futures_util::stream;

    use super::*;

    fn payload(chunks: Vec<Result<Bytes, PayloadError>>, ends: bool) -> Payload {
        let chunks = stream::iter(chunks);
        let rest =
            stream::poll_fn(
                move |_| if ends { std::task::Poll::Ready(None) } else { std::task::Poll::Pending },
            );
        Payload::Stream { payload: Box::pin(chunks.chain(rest)) }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_come_is_given_up() {
        let request = TestRequest::default().to_http_request();
        let part = vec![Ok(Bytes::from_static(b"{"))];
        let late = read(&request, payload(part, false), BYTES).await.expect_err("given up");
        assert_eq!(late.status_code(), StatusCode::REQUEST_TIMEOUT);
    }

    #[tokio::test]
    async fn at_most_so_many_bytes() {
        let request = TestRequest::default().to_http_request();
        let whole = read(&request, payload(chunks_of(BYTES / 1024), true), BYTES).await.expect("read");
        assert_eq!(whole.len(), BYTES);
        let large =
            read(&request, payload(chunks_of(BYTES / 1024 + 1), false), BYTES).await.expect_err("too large");
        assert_eq!(large.status_code(), StatusCode::PAYLOAD_TOO_LARGE);
        let announced =
            TestRequest::default().insert_header((header::CONTENT_LENGTH, BYTES + 1)).to_http_request();
        assert!(
            read(&announced, payload(Vec::new(), false), BYTES).await.is_err(),
            "before anything has come"
        );
    }

    fn chunks_of(n: usize) -> Vec<Result<Bytes, PayloadError>> {
        (0..n).map(|_| Ok(Bytes::from(vec![b'x'; 1024]))).collect()
    }

    #[tokio::test]
    async fn a_body_that_breaks_off() {
        let request = TestRequest::default().to_http_request();
        let broken = vec![Ok(Bytes::from_static(b"{")), Err(PayloadError::Incomplete(None))];
        let error = read(&request, payload(broken, true), BYTES).await.expect_err("broken");
        assert_eq!(error.status_code(), StatusCode::BAD_REQUEST);
    }
}
