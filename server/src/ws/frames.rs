//! A guard before the WebSocket parser: limits on frames are held at their headers.
//!
//! The parser looks at a frame's length only when all of it has arrived, so that a header alone can
//! make it gather a gigabyte; and frames that are no messages (pings, pongs, empty continuations) pass below the
//! limit on messages. This guard reads nothing but headers, and ends the stream at the first that is too much.
//! Deliberately absent: everything else about framing, which is the parser's.

use std::cell::Cell;
use std::rc::Rc;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::{FromRequest, HttpRequest, web};
use actix_ws::CloseCode;
use futures_util::StreamExt;
use governor::DefaultDirectRateLimiter;
use protocol::limits;

/// Why the guard has ended a stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict(Rc<Cell<Option<CloseCode>>>);

impl Verdict {
    /// The code to close with, if the guard has ended the stream.
    pub(super) fn get(&self) -> Option<CloseCode> {
        self.0.get()
    }
}

/// Puts the guard before a stream of frames. Without `rate` any number of frames may come: for tests.
///
/// # Errors
/// None in practice; the type is the framework's.
pub(super) async fn guard(
    request: &HttpRequest,
    body: web::Payload,
    rate: Option<DefaultDirectRateLimiter>,
) -> Result<(web::Payload, Verdict), actix_web::Error> {
    let verdict = Verdict::default();
    let told = verdict.clone();
    let mut headers = Headers::default();
    let stream = body.into_inner().map(move |bytes| {
        let bytes = bytes?;
        let mut judge = |frame: Frame| {
            if frame.length > limits::FRAME_BYTES as u64 || frame.message > limits::MESSAGE_BYTES as u64 {
                return Some(CloseCode::Size);
            }
            rate.as_ref().is_some_and(|rate| rate.check().is_err()).then_some(CloseCode::Policy)
        };
        match headers.read(&bytes, &mut judge) {
            None => Ok(bytes),
            Some(code) => {
                told.0.set(Some(code));
                Err(PayloadError::Overflow)
            }
        }
    });
    let mut payload: Payload = Payload::Stream { payload: Box::pin(stream) };
    let guarded = web::Payload::from_request(request, &mut payload).await?;
    Ok((guarded, verdict))
}

/// A frame as its header declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    /// Bytes of its payload.
    length: u64,
    /// Bytes of its message so far, this frame included; of a control frame, its own.
    message: u64,
}

/// Finds headers in a stream of bytes that may be cut anywhere.
#[derive(Debug, Default)]
struct Headers {
    /// The bytes of a header that has not arrived whole; 14 at most.
    header: Vec<u8>,
    /// Payload that is still to come.
    payload: u64,
    /// Bytes of the message under way.
    message: u64,
}

impl Headers {
    /// Reads on; what the judge says of the first frame that it objects to.
    fn read<T>(&mut self, mut bytes: &[u8], judge: &mut impl FnMut(Frame) -> Option<T>) -> Option<T> {
        while !bytes.is_empty() {
            if self.payload > 0 {
                let passed = usize::try_from(self.payload).unwrap_or(usize::MAX).min(bytes.len());
                self.payload -= passed as u64;
                bytes = &bytes[passed..];
                continue;
            }
            self.header.push(bytes[0]);
            bytes = &bytes[1..];
            let Some(length) = declared(&self.header) else { continue };
            let (is_last, opcode) = (self.header[0] & 0x80 != 0, self.header[0] & 0x0f);
            let message = if opcode >= 8 { length } else { self.message.saturating_add(length) };
            if let Some(objection) = judge(Frame { length, message }) {
                return Some(objection);
            }
            if opcode < 8 {
                self.message = if is_last { 0 } else { message };
            }
            self.payload = length;
            self.header.clear();
        }
        None
    }
}

/// The payload's length, once the header is whole (RFC 6455, 5.2).
fn declared(header: &[u8]) -> Option<u64> {
    let second = *header.get(1)?;
    let mask = if second & 0x80 != 0 { 4 } else { 0 };
    let (extended, short) = match second & 0x7f {
        126 => (2, None),
        127 => (8, None),
        short => (0, Some(u64::from(short))),
    };
    if header.len() < 2 + extended + mask {
        return None;
    }
    Some(short.unwrap_or_else(|| {
        header[2..2 + extended].iter().fold(0, |length, byte| length << 8 | u64::from(*byte))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked frame of a client.
    fn frame(first: u8, length: usize) -> Vec<u8> {
        let mut bytes = vec![first];
        match length {
            0..126 => bytes.push(0x80 | u8::try_from(length).expect("short")),
            126..65_536 => {
                bytes.push(0x80 | 126);
                bytes.extend(u16::try_from(length).expect("in range").to_be_bytes());
            }
            _ => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend([1, 2, 3, 4]);
        bytes.extend(std::iter::repeat_n(0x81, length.min(70_000)));
        bytes
    }

    fn frames(pieces: &[&[u8]]) -> Vec<(u64, u64)> {
        let (mut headers, mut seen) = (Headers::default(), Vec::new());
        for piece in pieces {
            let none: Option<()> = headers.read(piece, &mut |frame: Frame| {
                seen.push((frame.length, frame.message));
                None
            });
            assert!(none.is_none());
        }
        seen
    }

    #[test]
    fn finds_each_header_wherever_the_stream_is_cut() {
        let stream: Vec<u8> =
            [frame(0x81, 5), frame(0x01, 200), frame(0x89, 0), frame(0x80, 70_000), frame(0x81, 125)]
                .concat();
        let wanted = vec![(5, 5), (200, 200), (0, 0), (70_000, 70_200), (125, 125)];
        assert_eq!(frames(&[&stream]), wanted);
        let single: Vec<&[u8]> = stream.chunks(1).collect();
        assert_eq!(frames(&single), wanted);
        for size in [2, 3, 7, 64, 1_000] {
            assert_eq!(frames(&stream.chunks(size).collect::<Vec<_>>()), wanted, "{size}");
        }
    }

    #[test]
    fn a_header_alone_is_enough_to_object() {
        let mut headers = Headers::default();
        let gigabyte = [0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 9, 9, 9, 9];
        let objection =
            headers.read(&gigabyte, &mut |frame: Frame| (frame.length > 4_096).then_some(frame.length));
        assert_eq!(objection, Some(1 << 30));
    }
}
