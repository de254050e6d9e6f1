//! The maintenance, as the wire tells of it.

use protocol::{ServerMessage, encode};

use crate::moderation::Maintenance;
use crate::room::Frame;

/// That it has begun, or is over.
pub(in crate::ws) fn maintenance(begun: Option<Maintenance>) -> Frame {
    encode(&ServerMessage::Maintenance { text: begun.map(|maintenance| maintenance.text) }).into()
}
