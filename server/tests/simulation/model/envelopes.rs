//! Sealed moves, and which server could open them; and what everybody asked for.

use std::collections::HashMap;

use rules::Point;
use tianyuan::ids::{AccountId, NodeId};
use tianyuan::store::Command;
use uuid::Uuid;

use crate::client::What;

/// What was sealed and under which key, and the key that each node has.
#[derive(Debug, Default)]
pub(crate) struct Envelopes {
    pub(super) sealed: HashMap<(AccountId, Uuid), (Option<Point>, u32)>,
    pub(super) nodes: HashMap<NodeId, u32>,
    pub(super) key: u32,
    /// What each command asks for, of which the journal keeps the hash.
    pub(crate) asked: HashMap<Command, What>,
}

impl Envelopes {
    pub(crate) fn new_key(&mut self) {
        self.key += 1;
    }

    pub(crate) fn serves(&mut self, node: NodeId) {
        self.nodes.insert(node, self.key);
    }

    pub(crate) fn seal(&mut self, command: &Command, point: Option<Point>) {
        self.sealed.insert((command.account, command.id), (point, self.key));
    }
}
