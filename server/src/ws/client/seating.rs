//! Asking for a seat: which of a player's sockets plays, and officers who sit down at a game that is not their own.

use protocol::{Code, limits};
use rules::Ruling;
use uuid::Uuid;

use super::{Client, answered, code};
use crate::ids::{AccountId, GameId};
use crate::room::{OfficerSeat, Role, RoomError, RoomHandle};
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
                self.old_room(room).await.map_err(code)?;
                return Err(Code::GameOver);
            }
            Err(error) => return Err(code(error)),
        };
        if handle.plays(account) {
            return Err(Code::NotWatching);
        }
        let Some(officer) = self.app.accounts.officer(account).await.map_err(|_| Code::Busy)? else {
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

    /// The name under which this client enters a room as an officer, if it has sat down there and still may.
    pub(super) async fn officer_at(&mut self, room: GameId) -> Result<Option<String>, Code> {
        let Some(account) = self.account().filter(|_| self.sits_at.contains(&room)) else { return Ok(None) };
        let officer = self.app.accounts.officer(account).await.map_err(|_| Code::Busy)?;
        if officer.is_none() {
            self.stand_up().await;
        }
        Ok(officer.map(|officer| officer.name))
    }

    /// The client is no officer any more: it leaves the rooms in which it sat as one, and is told to ask again as
    /// whoever it is now.
    pub(in crate::ws) async fn stand_up(&mut self) {
        self.sits_at.clear();
        let heard = self.ears.iter().filter(|(_, ear)| ear.role() == Role::Staff).map(|(room, _)| *room);
        for room in heard.collect::<Vec<_>>() {
            self.lost(room).await;
            self.outbox.lag(room);
        }
    }

    /// A ruling with the names that the wire leaves out.
    pub(super) async fn complete(&self, ruling: Ruling, room: &RoomHandle) -> Result<Ruling, Code> {
        let Ruling::Remove { account, name: _, on } = ruling else { return Ok(ruling) };
        let id = AccountId(account.parse().map_err(|_| Code::BadCommand)?);
        if room.plays(id) {
            return Err(Code::PlayerStays);
        }
        let name = self.app.accounts.name(id).await.map_err(|_| Code::Busy)?.ok_or(Code::NotFound)?;
        Ok(Ruling::Remove { account, name, on })
    }
}
