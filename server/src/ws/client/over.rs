//! Games that are over, as the client behind one socket sees them.

use std::sync::Arc;

use protocol::Code;
use uuid::Uuid;

use super::{Client, acknowledged, code};
use crate::ids::GameId;
use crate::room::{Encode, Floor, Frame, Known, Moment, Role, RoomError, RoomState, Sitting, Viewer};
use crate::store::Command;
use crate::ws::wire::Encoder;

impl Client {
    /// A game that is over; what is not for this client is not there.
    pub(in crate::ws) async fn old_room(&self, id: GameId, viewer: &Viewer) -> Result<RoomState, RoomError> {
        Box::pin(self.app.rooms.look(id, viewer)).await
    }

    /// A finished game, once; what is said about it from then on.
    pub(super) async fn look(&mut self, request: Uuid, room: GameId, viewer: &Viewer) -> Result<Frame, Code> {
        let state = self.old_room(room, viewer).await.map_err(code)?;
        let role = state.role_of(viewer);
        let seat = self.account().and_then(|account| state.seat(account));
        let sitting = Sitting { seat, held: false, staff: role == Role::Staff };
        let served_ms = self.outbox.theirs_ms(self.app.time.served_ms());
        let now = Moment { room: state.last_at, served_ms, late: false };
        self.listen(room, role, Arc::new(Floor::of(&state, None)));
        if seat.is_some() {
            self.show_rematch(room).await;
        }
        Ok(Encoder.snapshot(request, sitting, state.view(), now))
    }
}

/// The answer to a command for a game that is over, from a player or, if `rules`, from a referee: it may
/// be the very one that ended it.
pub(super) fn answer_of_old(state: &RoomState, command: &Command, rules: bool) -> Result<Frame, Code> {
    let plays = state.seat(command.account).is_some();
    match (plays == rules, state.known(command)) {
        (true, _) => Err(if rules { Code::NotAReferee } else { Code::NotAPlayer }),
        (_, Known::Done(seq)) => Ok(acknowledged(command.id, Some(seq))),
        (_, Known::OtherContent) => Err(Code::IdReused),
        (_, Known::New) => Err(Code::GameOver),
    }
}
