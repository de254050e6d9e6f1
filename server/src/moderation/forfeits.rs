//! Games that somebody loses by a sanction: ruled so by whoever imposed it, each by the server that has the game.
//!
//! Every server looks again and again, and ends what is its own or nobody's; so none is forgotten when a server dies in the midst.
//! Deliberately absent: games that are over.

use std::collections::HashSet;
use std::time::Duration;

use rules::{Color, Ruling};
use uuid::Uuid;

use super::Moderation;
use super::standings::Held;
use crate::ids::{AccountId, NodeId};
use crate::room::{Answer, RulingOrder};
use crate::store::{Command, Game, GameFilter, StoreError};

/// How often is looked.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Games of one person that are ended at once.
const ROWS: u64 = 50;
/// Nobody who is sanctioned for so long, in milliseconds, begins a game any more: all servers know.
const KNOWN_MS: i64 = 10_000;

impl Moderation {
    /// Ends what is lost, for as long as the server runs.
    pub async fn keep_forfeits(self, node: NodeId) {
        let mut ticks = tokio::time::interval(LOOK_EVERY);
        let mut settled = HashSet::new();
        loop {
            ticks.tick().await;
            let now_ms = self.parts.time.wall_ms();
            for (account, held) in self.standings.forfeiting(now_ms) {
                if settled.contains(&held.sanction) {
                    continue;
                }
                match self.forfeit(node, account, &held).await {
                    Ok(true) if held.begins_ms + KNOWN_MS < now_ms => drop(settled.insert(held.sanction)),
                    Ok(_) => {}
                    Err(error) => tracing::warn!(%error, %account, "games that are lost could not be ended"),
                }
            }
        }
    }

    /// Ends the games of one account that are this server's or nobody's; whether no game of it is left.
    async fn forfeit(&self, node: NodeId, account: AccountId, held: &Held) -> Result<bool, StoreError> {
        let live = self.parts.games.list(GameFilter::LiveOf(account), None, ROWS).await?;
        for game in &live {
            if self.parts.games.owner(game.id).await?.is_none_or(|owner| owner == node) {
                self.lose(game, account, held).await;
            }
        }
        Ok(live.is_empty())
    }

    async fn lose(&self, game: &Game, account: AccountId, held: &Held) {
        let Ok(room) = self.parts.rooms.wake(game.id).await else { return };
        let loser = if game.players_now().black.0 == account { Color::Black } else { Color::White };
        let verdict = match loser {
            Color::Black => rules::Verdict::White,
            Color::White => rules::Verdict::Black,
        };
        // Always the same command: however many servers try, it takes effect once.
        let id = Uuid::from_u128(held.sanction.as_u128() ^ game.id.0.as_u128());
        let order = RulingOrder {
            command: Command { account: held.by.0, id, hash: [0; 32] },
            ruling: Ruling::Result(verdict),
            reason: held.reason.clone(),
            officer: held.by.1.clone(),
            arrived_ms: self.parts.time.served_ms(),
        };
        let answer = room.rule(order).await;
        if matches!(answer, Answer::Done(_)) {
            tracing::info!(game = %game.id, %account, "a game was lost by a sanction");
        } else {
            tracing::debug!(game = %game.id, ?answer, "a game was not ended by a sanction");
        }
    }
}
