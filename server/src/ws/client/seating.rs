//! Asking for a seat: which of a player's sockets plays, and officers who sit down at a game that is not their own.

use protocol::{Code, limits};
use uuid::Uuid;

use super::{Client, answered, code};
use crate::ids::GameId;
use crate::room::{OfficerSeat, Role, RoomError};
use crate::ws::wire::seat_command;

impl Client {
    /// Hands the wish for a seat to its room; the answer comes later.
    pub(super) async fn take_seat(&mut self, id: Uuid, room: GameId) -> Result<(), Code> {
        let arrived_ms = self.app.time.served_ms();
        let account = self.account().ok_or(Code::NotLoggedIn)?;
        if let Some(handle) = self.rooms.get(&room).filter(|handle| handle.plays(account)) {
            let answer = handle.take_seat(self.outbox.conn());
            self.pending.push(Box::pin(async move { answered(id, answer.await) }));
            return Ok(());
        }
        let handle = match Box::pin(self.app.rooms.wake(room)).await {
            Ok(handle) => handle,
            Err(RoomError::Over) => {
                self.old_room(room, &self.viewer(None)).await.map_err(code)?;
                return Err(Code::GameOver);
            }
            Err(error) => return Err(code(error)),
        };
        if handle.plays(account) {
            return Err(Code::NotWatching);
        }
        let Some(officer) = self.officer().await? else {
            let is_hidden = handle.role(Some(account)) == Role::Stranger;
            return Err(if is_hidden { Code::NotFound } else { Code::NotAPlayer });
        };
        if handle.floor().is_removed(account) {
            return Err(Code::Removed);
        }
        if self.sits_at.len() >= limits::ROOMS_PER_SOCKET && !self.sits_at.contains(&room) {
            return Err(Code::TooManyRooms);
        }
        self.sits_at.insert(room);
        let command = seat_command(account, id, room);
        let seat = OfficerSeat { command, officer: officer.name, conn: self.outbox.conn(), arrived_ms };
        let answer = handle.seat_officer(seat);
        self.pending.push(Box::pin(async move { answered(id, answer.await) }));
        Ok(())
    }
}
