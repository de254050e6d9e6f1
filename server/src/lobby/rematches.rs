//! Rematches as they are offered: the store's way around the machine of `rematch`, and who is told.
//!
//! Whatever somebody does is decided on what was read, and written only if nobody was faster; the game begins in the same
//! transaction. So there is one game, whoever presses what at which server.
//! Deliberately absent: a timer, since an offer that nobody answers just is none any more; how often somebody may ask, which
//! is declared at the door; and a list of offers by person: who was not there sees them at the finished game.

use std::sync::Arc;

use super::again::again;
use super::feed::{Notice, Origin, Started};
use super::rematch::{RematchRefusal, RematchShown, Step, WITHIN_MS, decide, shown};
use super::service::{Lobby, LobbyError};
use crate::ids::{AccountId, GameId};
use crate::room::{Role, role};
use crate::store::{
    Blocks, Game, Games, NewGame, Rematch, RematchAction, RematchCommand, Rematches as Store, StoreError,
};
use crate::time::Time;

/// Every try that fails is another command that took effect, and one game has fewer.
const TRIES: usize = 16;

/// Why something about a rematch was not done.
#[derive(Debug, thiserror::Error)]
pub enum RematchError {
    /// There is no such game, or it is not for this account.
    #[error("there is no such game")]
    NotFound,
    /// Only for its players.
    #[error("only the players of a game can have a rematch")]
    NotAPlayer,
    /// The game goes on.
    #[error("the game is not over")]
    NotOver,
    /// The rematch does not stand like that.
    #[error(transparent)]
    Refused(#[from] RematchRefusal),
    /// The store failed; whether anything was done is not known.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something that should not happen; the text is for the log.
    #[error(transparent)]
    Failed(LobbyError),
}

/// All rematches. Cheap to clone.
#[derive(Clone)]
pub struct Rematches {
    store: Arc<dyn Store>,
    games: Arc<dyn Games>,
    blocks: Arc<dyn Blocks>,
    lobby: Lobby,
    time: Time,
}

impl Rematches {
    /// Rematches over a store; `lobby` begins their games and tells people.
    #[must_use]
    pub fn new<S: Store + Games + Blocks + 'static>(store: Arc<S>, lobby: Lobby, time: Time) -> Self {
        Self { store: store.clone(), games: store.clone(), blocks: store, lobby, time }
    }

    /// Where the rematch of a finished game stands for one of its players; nothing for anybody else.
    ///
    /// # Errors
    /// The store's.
    pub async fn look(&self, of: GameId, viewer: AccountId) -> Result<Option<RematchShown>, StoreError> {
        let Some(game) = self.games.get(of).await? else { return Ok(None) };
        let Some(ended_ms) = game.ended_ms.filter(|_| is_player(&game, viewer)) else { return Ok(None) };
        let rematch = self.store.find(of).await?;
        let apart = self.are_apart(&game).await?;
        Ok(Some(self.shown(&game, (&rematch, apart), ended_ms, viewer)))
    }

    /// Does what a player wants; when both want the rematch it has begun. It is carried to its end even when whoever asked is
    /// gone, so that nothing is done of which nobody is told.
    ///
    /// # Errors
    /// [`RematchError`]; only after a failure of the store is it not known whether it was done.
    pub async fn act(&self, of: GameId, command: RematchCommand) -> Result<(), RematchError> {
        let this = self.clone();
        let acted = tokio::spawn(async move { this.carry_out(of, command).await });
        acted.await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string()).into()))
    }

    async fn carry_out(&self, of: GameId, command: RematchCommand) -> Result<(), RematchError> {
        let game = self.games.get(of).await?.ok_or(RematchError::NotFound)?;
        match role(Some(command.by), &game.players, game.private) {
            Role::Player(_) => {}
            Role::Stranger => return Err(RematchError::NotFound),
            Role::Staff | Role::Guest | Role::Spectator => return Err(RematchError::NotAPlayer),
        }
        let ended_ms = game.ended_ms.ok_or(RematchError::NotOver)?;
        let apart = self.are_apart(&game).await?;
        for _ in 0..TRIES {
            let found = self.store.find(of).await?;
            let step = decide(&found, command, ended_ms, self.time.wall_ms())?;
            if apart && step != Step::Already {
                refuse_apart(command.action)?;
            }
            let (mut next, begun) = match step {
                Step::Already => {
                    self.tell(&game, (&found, apart), ended_ms, &[command.by]);
                    return Ok(());
                }
                Step::Stands(next) => (next, None),
                Step::Agreed(next) => (next, Some(self.begin(&game)?)),
            };
            next.game = begun.as_ref().map(|begun| begun.id).or(next.game);
            let has_begun = begun.is_some();
            if self.store.replace(of, &next, ended_ms, begun).await? {
                next.revision += 1;
                let players = [game.players.black.0, game.players.white.0];
                self.tell(&game, (&next, apart), ended_ms, &players);
                if has_begun {
                    self.lobby.changed();
                }
                return Ok(());
            }
        }
        Err(StoreError::Busy.into())
    }

    /// Forgets what is kept about games after which none can be offered any more; how many. It waits for twice as long, so
    /// that servers whose clocks differ agree on what is past.
    ///
    /// # Errors
    /// The store's.
    pub async fn sweep(&self) -> Result<u64, StoreError> {
        self.store.forget(self.time.wall_ms() - 2 * WITHIN_MS).await
    }

    fn begin(&self, game: &Game) -> Result<NewGame, RematchError> {
        let (setup, players) = again(game, self.time.wall_ms());
        self.lobby.open(setup, players, game.private).map_err(RematchError::Failed)
    }

    /// Tells some of the players where the rematch stands, and that it has begun.
    fn tell(&self, game: &Game, (rematch, apart): (&Rematch, bool), ended_ms: i64, whom: &[AccountId]) {
        let feed = self.lobby.feed();
        for &account in whom {
            let shown = self.shown(game, (rematch, apart), ended_ms, account);
            feed.notify(Notice::Rematch { account, of: game.id, shown });
            if let Some(next) = rematch.game {
                feed.notify(Notice::Started(Started {
                    from: Origin::RematchOf(game.id),
                    account,
                    game: next,
                }));
            }
        }
    }

    fn shown(
        &self,
        game: &Game,
        (rematch, apart): (&Rematch, bool),
        ended_ms: i64,
        viewer: AccountId,
    ) -> RematchShown {
        let [black, white] = [&game.players.black, &game.players.white];
        let name = |who| if who == black.0 { black.1.clone() } else { white.1.clone() };
        let shown = shown(rematch, viewer, name, (ended_ms, self.time.wall_ms()));
        // As after a day: nothing tells who blocked whom.
        if apart { RematchShown { offer: None, offers_left: 0, ..shown } } else { shown }
    }

    /// Whether one player has blocked the other.
    async fn are_apart(&self, game: &Game) -> Result<bool, StoreError> {
        self.blocks.are_apart(game.players.black.0, game.players.white.0).await
    }
}

/// Two of whom one has blocked the other offer each other nothing; what is open already can be declined.
fn refuse_apart(action: RematchAction) -> Result<(), RematchRefusal> {
    match action {
        RematchAction::Offer => Err(RematchRefusal::TooLate),
        RematchAction::Accept => Err(RematchRefusal::NotOpen),
        RematchAction::Decline | RematchAction::Withdraw => Ok(()),
    }
}

fn is_player(game: &Game, account: AccountId) -> bool {
    matches!(role(Some(account), &game.players, game.private), Role::Player(_))
}
