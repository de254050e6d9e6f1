//! Rooms that another server has: what is asked of them goes there.

use protocol::{ClientMessage, Code};

use super::{Client, refused};
use crate::ids::{GameId, NodeId};
use crate::room::Frame;
use crate::ws::scopes;

impl Client {
    /// Carries out a message, here or where its room is; the reply, if it is ready at once.
    pub(in crate::ws) async fn obey(&mut self, message: ClientMessage) -> Option<Frame> {
        let id = message.id();
        if let Err(code) = scopes::check(self.identity(), &message) {
            return Some(refused(id, code));
        }
        match self.elsewhere(&message).await {
            Ok(None) => self.obey_here(message).await,
            Ok(Some((room, owner))) => {
                self.ask_elsewhere(owner, room, message).await.err().map(|code| refused(id, code))
            }
            Err(code) => Some(refused(id, code)),
        }
    }

    /// The room that a message is about and the server that has it, if that is another one. A ghost asks nobody else.
    async fn elsewhere(&self, message: &ClientMessage) -> Result<Option<(GameId, NodeId)>, Code> {
        let (Some(edge), true, Some(room)) = (&self.app.edge, self.reaches, message.room()) else {
            return Ok(None);
        };
        let room = GameId(room);
        if let Some(owner) = self.far.get(&room) {
            return Ok(Some((room, *owner)));
        }
        if self.app.rooms.is_here(room) {
            return Ok(None);
        }
        let owner = edge.owner(room).await.map_err(|_| Code::Busy)?;
        Ok(owner.map(|owner| (room, owner)))
    }

    async fn ask_elsewhere(
        &mut self,
        owner: NodeId,
        room: GameId,
        message: ClientMessage,
    ) -> Result<(), Code> {
        let Some(edge) = &self.app.edge else { return Err(Code::Busy) };
        let watches = matches!(message, ClientMessage::Watch { .. });
        let leaves = matches!(message, ClientMessage::Unwatch { .. });
        if watches && !self.has_place_for(room) {
            return Err(Code::TooManyRooms);
        }
        // What it had here before the room moved is no more.
        self.ears.remove(&room);
        self.rooms.remove(&room);
        if !edge.ask(owner, room, &self.outbox, self.identity.as_ref(), Box::new(message)).await {
            return Err(Code::Busy);
        }
        if watches {
            self.far.insert(room, owner);
        } else if leaves {
            self.lost_elsewhere(room);
        }
        Ok(())
    }

    /// Lets go of a room at another server.
    pub(super) fn lost_elsewhere(&mut self, room: GameId) {
        if let (Some(owner), Some(edge)) = (self.far.remove(&room), &self.app.edge) {
            edge.drop_room(owner, self.outbox.conn(), room);
        }
    }

    /// Lets go of all of them.
    pub(super) fn leave_elsewhere(&mut self) {
        if let Some(edge) = &self.app.edge {
            edge.gone(self.outbox.conn());
            self.far.clear();
        }
    }
}
