//! One socket from its opening to its end: reading, limits, pings, writing.
//!
//! Everything that waits is bounded: the hello, the silence, each write, the frames, the messages a
//! second and the outbox. A client that breaks the framing is closed; one that asks for nonsense is
//! told so and stays.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::pin::pin;
use std::time::Duration;

use actix_web::http::header::{HeaderValue, SEC_WEBSOCKET_PROTOCOL};
use actix_web::{HttpRequest, HttpResponse, web};
use actix_ws::{AggregatedMessage, AggregatedMessageStream, CloseCode, CloseReason};
use futures_util::{FutureExt, StreamExt};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use protocol::{ClientMessage, Code, ServerMessage, encode, limits};
use tokio::time::timeout;

use super::client::Client;
use super::connections::Place;
use super::frames::{Verdict, guard};
use super::outside::News;
use super::round_trip::RoundTrip;
use crate::app::App;
use crate::http::{origin, peer};
use crate::room::{Frame, OutboxReader, Outgoing, outbox};

/// A write that takes longer ends the socket.
const WRITE: Duration = Duration::from_secs(10);
/// Pings in a row that nothing answers end the socket: heard just after one, silent until the third.
const SILENT_PINGS: u32 = 2;
/// Messages above the limit, without a pause, that end the socket.
const STRIKES: u32 = 200;

/// Opens a socket at `/ws`.
///
/// # Errors
/// Of the handshake: a wrong origin (403), a missing subprotocol (400), too many sockets (503).
pub async fn connect(
    request: HttpRequest,
    body: web::Payload,
    app: web::Data<App>,
) -> Result<HttpResponse, actix_web::Error> {
    if !origin::is_allowed(&request, &app.config) {
        return Ok(HttpResponse::Forbidden().finish());
    }
    let asked = request.headers().get(SEC_WEBSOCKET_PROTOCOL).and_then(|value| value.to_str().ok());
    if !asked.is_some_and(|asked| asked.split(',').any(|name| name.trim() == protocol::SUBPROTOCOL)) {
        return Ok(HttpResponse::BadRequest().body("ask for the subprotocol tianyuan.v1"));
    }
    let address: IpAddr = peer::address(&request, &app.config);
    let Some(place) = app.connections.enter(address) else {
        return Ok(HttpResponse::ServiceUnavailable().insert_header(("Retry-After", "5")).finish());
    };
    let (body, verdict) =
        guard(&request, body, app.config.limits.then(|| bucket((limits::FRAME_BURST, limits::FRAMES_PER_S))))
            .await?;
    let (mut response, socket, stream) = actix_ws::handle(&request, body)?;
    response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(protocol::SUBPROTOCOL));
    let stream = stream
        .max_frame_size(limits::FRAME_BYTES)
        .aggregate_continuations()
        .max_continuation_size(limits::MESSAGE_BYTES);
    actix_web::rt::spawn(async move {
        let messages = (limits::MESSAGE_BURST, limits::MESSAGES_PER_S);
        let bucket = app.config.limits.then(|| bucket(messages));
        let socket = Socket { socket, verdict, bucket, strikes: 0, round_trip: RoundTrip::default() };
        socket.serve(app, place, stream).await;
    });
    Ok(response)
}

/// So many at once, and so many a second in the long run.
fn bucket((burst, per_second): (u32, u32)) -> DefaultDirectRateLimiter {
    let positive = |n| NonZeroU32::new(n).expect("a positive constant");
    RateLimiter::direct(Quota::per_second(positive(per_second)).allow_burst(positive(burst)))
}

/// When a client may connect again, in milliseconds.
const RETRY_MS: u64 = 1_000;
/// The same for one that sent a flood.
const FLOOD_PAUSE_MS: u64 = 30_000;

/// Why a socket ends.
enum End {
    /// The client is gone, or does not read.
    Gone,
    /// It is closed, with a code of the WebSocket protocol and the reason as last message.
    Closed(CloseCode, Option<Code>),
}

struct Socket {
    socket: actix_ws::Session,
    /// What the guard before the parser says of the stream's end.
    verdict: Verdict,
    /// How often it may speak; no limit in tests.
    bucket: Option<DefaultDirectRateLimiter>,
    strikes: u32,
    round_trip: RoundTrip,
}

impl Socket {
    async fn serve(mut self, app: web::Data<App>, place: Place, mut stream: AggregatedMessageStream) {
        let (outbox, frames) = outbox(place.conn());
        let mut client = Client::new(app, place, outbox);
        let end = self.talk(&mut client, &mut stream, frames).await;
        client.leave().await;
        if let End::Closed(code, reason) = end {
            if let Some(code) = reason {
                let _ = self.write(closing(code)).await;
            }
            let _ = timeout(WRITE, self.socket.close(Some(CloseReason::from(code)))).await;
        }
    }

    async fn talk(
        &mut self,
        client: &mut Client,
        stream: &mut AggregatedMessageStream,
        mut frames: OutboxReader,
    ) -> End {
        let channels = client.channels();
        let hello = timeout(Duration::from_millis(limits::HELLO_MS), self.hello(client, stream));
        if let Err(end) = hello.await.unwrap_or(Err(refused_hello(Code::HelloExpected))) {
            return end;
        }
        let mut outside = client.outside(channels);
        // One ping at once, so that the round trip is known before the first move.
        if let Err(end) = self.ping(client.served_ms()).await {
            return end;
        }
        let mut pings = tokio::time::interval(Duration::from_millis(limits::SILENCE_MS / 3));
        pings.reset();
        let mut heard = true;
        let mut silent_pings = 0;
        loop {
            let done = tokio::select! {
                news = outside.next() => match news {
                    News::Closing => Err(End::Closed(CloseCode::Restart, Some(Code::GoingAway))),
                    News::SessionEnded => Err(End::Closed(CloseCode::Policy, Some(Code::BadToken))),
                    News::Banned => Err(End::Closed(CloseCode::Policy, Some(Code::Banned))),
                    News::Maintenance(begun) => self.write(super::wire::maintenance(begun)).await,
                    News::RoleChanged => Err(End::Closed(CloseCode::Restart, Some(Code::RoleChanged))),
                    News::Notice(notice) => self.write(super::wire::notice(&notice)).await,
                },
                message = stream.next() => {
                    heard = true;
                    self.hear(client, message).await
                }
                outgoing = frames.next() => match outgoing {
                    Some(Outgoing::Frame(frame)) => self.write(frame).await,
                    Some(Outgoing::Lagged(room)) => {
                        client.lost(room).await;
                        self.write(encode(&ServerMessage::Lagged { room: room.0 }).into()).await
                    }
                    None => Err(End::Gone),
                },
                frame = client.next() => self.write(frame).await,
                _ = pings.tick() => {
                    silent_pings = if heard { 0 } else { silent_pings + 1 };
                    heard = false;
                    if silent_pings >= SILENT_PINGS { Err(End::Gone) } else { self.ping(client.served_ms()).await }
                }
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Waits for the hello and answers it.
    async fn hello(&mut self, client: &mut Client, stream: &mut AggregatedMessageStream) -> Result<(), End> {
        loop {
            let text = match stream.next().await {
                Some(Ok(AggregatedMessage::Text(text))) => text,
                Some(Ok(AggregatedMessage::Ping(bytes))) => {
                    self.pong(&bytes).await?;
                    continue;
                }
                other => {
                    return Err(self.ended(other).unwrap_or_else(|| refused_hello(Code::HelloExpected)));
                }
            };
            let Ok(ClientMessage::Hello { version, token }) = protocol::decode(&text) else {
                return Err(refused_hello(Code::HelloExpected));
            };
            if version != protocol::VERSION {
                return Err(refused_hello(Code::UnsupportedVersion));
            }
            let welcome = client.welcome(token.as_deref()).await.map_err(refused_hello)?;
            return self.write(welcome).await;
        }
    }

    async fn hear(
        &mut self,
        client: &mut Client,
        message: Option<Result<AggregatedMessage, actix_ws::ProtocolError>>,
    ) -> Result<(), End> {
        match message {
            Some(Ok(AggregatedMessage::Text(text))) => self.command(client, &text).await,
            Some(Ok(AggregatedMessage::Ping(bytes))) => self.pong(&bytes).await,
            Some(Ok(AggregatedMessage::Pong(payload))) => {
                if let Some(round_trip_ms) = self.round_trip.pong(&payload, client.served_ms()) {
                    client.measured(round_trip_ms);
                }
                Ok(())
            }
            other => Err(self.ended(other).unwrap_or(End::Gone)),
        }
    }

    async fn command(&mut self, client: &mut Client, text: &str) -> Result<(), End> {
        let decoded = protocol::decode(text);
        if self.bucket.as_ref().is_some_and(|bucket| bucket.check().is_err()) {
            self.strikes += 1;
            if self.strikes > STRIKES {
                return Err(End::Closed(CloseCode::Policy, Some(Code::RateLimited)));
            }
            let id = decoded.map_or_else(|error| error.id, |message| message.id());
            return self.write(super::client::refused(id, Code::RateLimited)).await;
        }
        self.strikes = 0;
        match decoded {
            Ok(message) => match client.obey(message).await {
                Some(reply) => self.write(reply).await,
                None => Ok(()),
            },
            Err(error) if error.code == Code::MalformedFrame => {
                Err(End::Closed(CloseCode::Invalid, Some(Code::MalformedFrame)))
            }
            Err(error) => self.write(super::client::refused(error.id, error.code)).await,
        }
    }

    /// The end that a message is, if it is one.
    fn ended(&self, message: Option<Result<AggregatedMessage, actix_ws::ProtocolError>>) -> Option<End> {
        let (code, reason) = match message {
            None => return Some(End::Gone),
            Some(Ok(AggregatedMessage::Close(_))) => (CloseCode::Normal, None),
            // What is not text is not of this protocol.
            Some(Ok(AggregatedMessage::Binary(_))) => (CloseCode::Invalid, Some(Code::MalformedFrame)),
            Some(Ok(
                AggregatedMessage::Text(_) | AggregatedMessage::Ping(_) | AggregatedMessage::Pong(_),
            )) => return None,
            Some(Err(error)) => match self.verdict.get() {
                Some(CloseCode::Policy) => (CloseCode::Policy, Some(Code::RateLimited)),
                Some(code) => (code, None),
                None if is_not_text(&error) => (CloseCode::Invalid, Some(Code::MalformedFrame)),
                None => (CloseCode::Protocol, None),
            },
        };
        Some(End::Closed(code, reason))
    }

    async fn write(&mut self, frame: Frame) -> Result<(), End> {
        in_time(self.socket.text(frame)).await
    }

    async fn ping(&mut self, now_ms: u64) -> Result<(), End> {
        let payload = self.round_trip.ping(now_ms);
        in_time(self.socket.ping(&payload)).await
    }

    async fn pong(&mut self, bytes: &[u8]) -> Result<(), End> {
        in_time(self.socket.pong(bytes)).await
    }
}

/// A write within its limit. What is taken at once, as almost everything is, needs no timer.
async fn in_time(write: impl Future<Output = Result<(), actix_ws::Closed>>) -> Result<(), End> {
    let mut write = pin!(write);
    let done = match write.as_mut().now_or_never() {
        Some(done) => Ok(done),
        None => timeout(WRITE, write).await,
    };
    match done {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}

/// Whether a text frame was not UTF-8.
fn is_not_text(error: &actix_ws::ProtocolError) -> bool {
    matches!(error, actix_ws::ProtocolError::Io(error) if error.kind() == std::io::ErrorKind::InvalidData)
}

fn refused_hello(code: Code) -> End {
    End::Closed(CloseCode::Protocol, Some(code))
}

fn closing(code: Code) -> Frame {
    let retry_after_ms = if code == Code::RateLimited {
        FLOOD_PAUSE_MS
    } else if code == Code::RoleChanged {
        0 // it may be a player's, whose clock runs
    } else {
        RETRY_MS
    };
    encode(&ServerMessage::Closing { code, retry_after_ms }).into()
}
