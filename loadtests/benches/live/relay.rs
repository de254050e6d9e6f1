//! The bare side: actix-ws, the same limits on frames, and nothing between what comes in and what goes out.
//!
//! A socket joins a room by its first message. Each later text of a member gives it one frame (the "ack") and all
//! others one (the "event"), with bytes that are shared and as long as the server's.

use std::collections::HashMap;
use std::net::TcpListener;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use actix_web::http::header::{HeaderValue, SEC_WEBSOCKET_PROTOCOL};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use actix_ws::{AggregatedMessage, AggregatedMessageStream, Session};
use bytestring::ByteString;
use futures_util::StreamExt;
use protocol::limits;
use serde::{Deserialize, Serialize};

use crate::sides::READY;

/// The first message of a socket.
#[derive(Serialize, Deserialize)]
pub(crate) struct Join {
    pub(crate) room: u64,
    /// What this member gets for each of its texts.
    pub(crate) ack: String,
    /// What the others get.
    pub(crate) event: String,
}

#[derive(Default)]
struct Room {
    /// Grows when somebody joins.
    version: AtomicU64,
    members: Mutex<Vec<(u64, Session)>>,
}

#[derive(Default)]
struct Relay {
    sockets: AtomicU64,
    rooms: Mutex<HashMap<u64, Arc<Room>>>,
}

pub(crate) fn serve() -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let relay = web::Data::new(Relay::default());
    actix_web::rt::System::new().block_on(async move {
        let server =
            HttpServer::new(move || App::new().app_data(relay.clone()).route("/ws", web::get().to(connect)));
        let server = server.listen(listener)?.run();
        eprintln!("{READY}http://{address}");
        server.await
    })
}

async fn connect(
    request: HttpRequest,
    body: web::Payload,
    relay: web::Data<Relay>,
) -> Result<HttpResponse, actix_web::Error> {
    let (mut response, session, stream) = actix_ws::handle(&request, body)?;
    response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(protocol::SUBPROTOCOL));
    let stream = stream
        .max_frame_size(limits::FRAME_BYTES)
        .aggregate_continuations()
        .max_continuation_size(limits::MESSAGE_BYTES);
    actix_web::rt::spawn(talk(relay, session, stream));
    Ok(response)
}

async fn text(session: &mut Session, stream: &mut AggregatedMessageStream) -> Option<ByteString> {
    loop {
        match stream.next().await?.ok()? {
            AggregatedMessage::Text(text) => return Some(text),
            AggregatedMessage::Ping(bytes) => session.pong(&bytes).await.ok()?,
            AggregatedMessage::Pong(_) => {}
            AggregatedMessage::Binary(_) | AggregatedMessage::Close(_) => return None,
        }
    }
}

async fn talk(
    relay: web::Data<Relay>,
    mut session: Session,
    mut stream: AggregatedMessageStream,
) -> Option<()> {
    let join: Join = serde_json::from_str(&text(&mut session, &mut stream).await?).ok()?;
    let (ack, event) = (ByteString::from(join.ack), ByteString::from(join.event));
    let me = relay.sockets.fetch_add(1, Ordering::Relaxed);
    let room = Arc::clone(relay.rooms.lock().unwrap().entry(join.room).or_default());
    room.members.lock().unwrap().push((me, session.clone()));
    room.version.fetch_add(1, Ordering::Release);
    session.text(ack.clone()).await.ok()?;
    let (mut known, mut others) = (0, Vec::new());
    loop {
        text(&mut session, &mut stream).await?;
        let version = room.version.load(Ordering::Acquire);
        if version != known {
            known = version;
            let members = room.members.lock().unwrap();
            others = members.iter().filter(|(id, _)| *id != me).map(|(_, other)| other.clone()).collect();
        }
        for other in &mut others {
            // Who is gone is gone; the others get theirs.
            let _ = other.text(event.clone()).await;
        }
        session.text(ack.clone()).await.ok()?;
    }
}
