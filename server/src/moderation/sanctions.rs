//! Imposing, lifting, appealing and deciding.
//!
//! Deliberately absent: what a sanction does, which is [`super::standings`]' and [`super::forfeits`]'.

use uuid::Uuid;

use super::{Moderation, Officer, OrderError, act};
use crate::account::Identity;
use crate::ids::{AccountId, GameId};
use crate::offices::Power;
use crate::store::{Account, GameFilter, Sanction, SanctionKind, Word};

/// The longest that a sanction with an end may last, in milliseconds: ten years.
const LONGEST_MS: i64 = 10 * 366 * 24 * 60 * 60 * 1000;
/// Sanctions of one person that are shown.
pub(super) const SHOWN: u64 = 100;
/// Games of two people in which an officer may be, that are looked through.
const GAMES: u64 = 200;

/// A sanction that is asked for.
#[derive(Clone, Debug)]
pub struct NewSanction {
    /// Made by the client, so that it is one however often it is sent.
    pub id: Uuid,
    /// What.
    pub kind: SanctionKind,
    /// For how long, in milliseconds; for ever without.
    pub for_ms: Option<u64>,
    /// About which game.
    pub game: Option<GameId>,
    /// Because of which report.
    pub report: Option<Uuid>,
    /// Why, for whom it is on.
    pub reason: String,
    /// Whether the games that are under way are lost.
    pub forfeits: bool,
}

/// What imposing or lifting one wants.
const fn power(kind: SanctionKind) -> Power {
    match kind {
        SanctionKind::Notice | SanctionKind::Mute | SanctionKind::Suspension => Power::Moderate,
        SanctionKind::Ban => Power::Ban,
        SanctionKind::RankFreeze => Power::KeepRanks,
        SanctionKind::Annulment => Power::RuleAsChief,
    }
}

/// How it is written.
pub(super) const fn name(kind: SanctionKind) -> &'static str {
    match kind {
        SanctionKind::Notice => "notice",
        SanctionKind::Mute => "mute",
        SanctionKind::Suspension => "suspension",
        SanctionKind::Ban => "ban",
        SanctionKind::RankFreeze => "rank_freeze",
        SanctionKind::Annulment => "annulment",
    }
}

impl NewSanction {
    /// What makes no sense of it.
    fn check(&self) -> Result<(), OrderError> {
        let is_annulment = self.kind == SanctionKind::Annulment;
        if is_annulment && self.game.is_none() {
            return Err(OrderError::Bad("name the game whose result is annulled"));
        }
        if self.forfeits && !matches!(self.kind, SanctionKind::Suspension | SanctionKind::Ban) {
            return Err(OrderError::Bad("only a suspension or a ban loses the games that are under way"));
        }
        let lasts = !matches!(self.kind, SanctionKind::Notice | SanctionKind::Annulment);
        match self.for_ms {
            Some(_) if !lasts => Err(OrderError::Bad("a notice and an annulment have no end")),
            Some(ms)
                if ms == 0
                    || i64::try_from(ms).is_ok_and(|ms| ms > LONGEST_MS)
                    || i64::try_from(ms).is_err() =>
            {
                Err(OrderError::Bad("name a time of at most ten years"))
            }
            None if self.kind == SanctionKind::Suspension => Err(OrderError::Bad("a suspension has an end")),
            Some(_) | None => Ok(()),
        }
    }
}

impl Moderation {
    /// Imposes a sanction; sent again with the same id, it is still one. It takes effect at once here, elsewhere within half a second.
    ///
    /// # Errors
    /// `Bad`, `NotFound`, `NotAllowed`, `NotByYou`.
    pub async fn impose(
        &self,
        by: &Officer,
        name_key: &str,
        new: NewSanction,
    ) -> Result<Sanction, OrderError> {
        new.check()?;
        let on = self.parts.accounts.by_name(name_key).await?.ok_or(OrderError::NotFound)?;
        self.may_touch(by, &on, new.kind, new.game).await?;
        let now_ms = self.parts.time.wall_ms();
        let ends_ms = new.for_ms.and_then(|ms| now_ms.checked_add_unsigned(ms));
        let subject = match new.game.filter(|_| new.kind == SanctionKind::Annulment) {
            Some(game) => format!("game:{game}"),
            None => format!("person:{}", on.name),
        };
        let after = ends_ms.map_or_else(|| "without end".to_owned(), |ends_ms| format!("until {ends_ms}"));
        let act =
            act(&by.who, &format!("sanction.{}", name(new.kind)), subject, &new.reason).change("", after);
        let sanction = Sanction {
            id: new.id,
            kind: new.kind,
            on: (on.id, on.name),
            game: new.game,
            report: new.report,
            reason: new.reason,
            forfeits: new.forfeits,
            by: (by.who.account, by.who.name.clone()),
            begins_ms: now_ms,
            ends_ms,
            seen_ms: None,
            lifted: None,
            appeal: None,
            decision: None,
            changed: 0,
        };
        let is_new = self.parts.sanctions.impose(sanction.clone(), act).await?;
        let kept = self.parts.sanctions.sanction(new.id).await?.ok_or(OrderError::NotFound)?;
        let is_same = (kept.kind, kept.on.0, &kept.reason, kept.by.0)
            == (sanction.kind, sanction.on.0, &sanction.reason, sanction.by.0);
        if !is_new && !is_same {
            return Err(OrderError::Bad("this id was used for another sanction"));
        }
        self.look().await?;
        Ok(kept)
    }

    /// Whether an officer may do this to somebody: not to oneself or an equal, and not to whom one plays or in a game of one's own.
    async fn may_touch(
        &self,
        by: &Officer,
        on: &Account,
        kind: SanctionKind,
        game: Option<GameId>,
    ) -> Result<(), OrderError> {
        if !by.offices.may(power(kind)) {
            return Err(OrderError::NotAllowed);
        }
        if on.id == by.who.account || !by.offices.outrank(on.offices) {
            return Err(OrderError::NotByYou);
        }
        let its_own = |game: &crate::store::Game| {
            [game.players.black.0, game.players.white.0].contains(&by.who.account)
        };
        if let Some(game) = game {
            let game = self.parts.games.get(game).await?.ok_or(OrderError::NotFound)?;
            if its_own(&game) {
                return Err(OrderError::NotByYou);
            }
            if ![game.players.black.0, game.players.white.0].contains(&on.id) {
                return Err(OrderError::Bad("the game is not one of theirs"));
            }
            if kind == SanctionKind::Annulment && game.ended_ms.is_none() {
                return Err(OrderError::Bad("the game runs: rule a result instead"));
            }
        }
        let live = self.parts.games.list(GameFilter::LiveOf(on.id), None, GAMES).await?;
        if live.iter().any(its_own) {
            return Err(OrderError::NotByYou);
        }
        Ok(())
    }

    /// Lifts a sanction before its end.
    ///
    /// # Errors
    /// `NotFound`, `NotAllowed`, `NotByYou` (one on oneself), `Decided`.
    pub async fn lift(&self, by: &Officer, id: Uuid, reason: String) -> Result<Sanction, OrderError> {
        let sanction = self.parts.sanctions.sanction(id).await?.ok_or(OrderError::NotFound)?;
        if !by.offices.may(power(sanction.kind)) {
            return Err(OrderError::NotAllowed);
        }
        if sanction.on.0 == by.who.account {
            return Err(OrderError::NotByYou);
        }
        let (act, word) = self.word(by, "sanction.lift", &sanction, reason);
        if !self.parts.sanctions.lift(id, word, act.change(name(sanction.kind), "")).await? {
            return Err(OrderError::Decided);
        }
        self.again(id).await
    }

    /// What an officer says about a sanction, for the log and for whom it is on.
    fn word(&self, by: &Officer, verb: &str, sanction: &Sanction, text: String) -> (crate::store::Act, Word) {
        let act = act(&by.who, verb, format!("person:{}", sanction.on.1), &text);
        (act, Word { at_ms: self.parts.time.wall_ms(), by: by.who.name.clone(), text })
    }

    async fn again(&self, id: Uuid) -> Result<Sanction, OrderError> {
        self.look().await?;
        self.parts.sanctions.sanction(id).await?.ok_or(OrderError::NotFound)
    }

    /// The sanctions on somebody, the newest first.
    ///
    /// # Errors
    /// The store's.
    pub async fn sanctions_on(&self, account: AccountId) -> Result<Vec<Sanction>, OrderError> {
        Ok(self.parts.sanctions.sanctions_on(account, SHOWN).await?)
    }

    /// The annulment of a game's result, if it holds.
    ///
    /// # Errors
    /// The store's.
    pub async fn annulment(&self, game: GameId) -> Result<Option<Sanction>, OrderError> {
        Ok(self.parts.sanctions.annulment(game).await?)
    }

    /// Notes that somebody has read one on them.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn saw(&self, who: &Identity, id: Uuid) -> Result<(), OrderError> {
        let sanction = self.of(who, id).await?;
        let now_ms = self.parts.time.wall_ms();
        self.parts.sanctions.saw_sanction(sanction.id, who.account, now_ms).await?;
        Ok(())
    }

    /// Appeals against a sanction on oneself, once.
    ///
    /// # Errors
    /// `NotFound`, `Decided`.
    pub async fn appeal(&self, who: &Identity, id: Uuid, text: String) -> Result<Sanction, OrderError> {
        let sanction = self.of(who, id).await?;
        let act = act(who, "sanction.appeal", format!("person:{}", sanction.on.1), &text);
        let at_ms = self.parts.time.wall_ms();
        if !self.parts.sanctions.appeal(id, at_ms, text, act).await? {
            return Err(OrderError::Decided);
        }
        self.again(id).await
    }

    async fn of(&self, who: &Identity, id: Uuid) -> Result<Sanction, OrderError> {
        let sanction = self.parts.sanctions.sanction(id).await?;
        sanction.filter(|sanction| sanction.on.0 == who.account).ok_or(OrderError::NotFound)
    }

    /// The appeals that wait, the longest first.
    ///
    /// # Errors
    /// The store's.
    pub async fn appeals(&self) -> Result<Vec<Sanction>, OrderError> {
        Ok(self.parts.sanctions.appeals(SHOWN).await?)
    }

    /// Decides an appeal; final. Not by who imposed it.
    ///
    /// # Errors
    /// `NotFound`, `NotAllowed`, `NotByYou`, `Decided`.
    pub async fn decide(
        &self,
        by: &Officer,
        id: Uuid,
        lifts: bool,
        text: String,
    ) -> Result<Sanction, OrderError> {
        let sanction = self.parts.sanctions.sanction(id).await?.ok_or(OrderError::NotFound)?;
        if !by.offices.may(power(sanction.kind)) {
            return Err(OrderError::NotAllowed);
        }
        if [sanction.on.0, sanction.by.0].contains(&by.who.account) {
            return Err(OrderError::NotByYou);
        }
        let (act, word) = self.word(by, "sanction.decide", &sanction, text);
        let after = if lifts { "lifted" } else { "stands" };
        if !self.parts.sanctions.decide(id, word, lifts, act.change(name(sanction.kind), after)).await? {
            return Err(OrderError::Decided);
        }
        self.again(id).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(kind: SanctionKind, for_ms: Option<u64>) -> NewSanction {
        let game = (kind == SanctionKind::Annulment).then_some(GameId(Uuid::nil()));
        NewSanction {
            id: Uuid::nil(),
            kind,
            for_ms,
            game,
            report: None,
            reason: "because".into(),
            forfeits: false,
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for kind in SanctionKind::ALL {
            let lasts = !matches!(kind, SanctionKind::Notice | SanctionKind::Annulment);
            assert_eq!(new(kind, Some(1)).check().is_ok(), lasts, "{kind:?}");
            assert_eq!(new(kind, None).check().is_ok(), kind != SanctionKind::Suspension, "{kind:?}");
            for ms in [0, LONGEST_MS as u64 + 1, u64::MAX] {
                assert!(new(kind, Some(ms)).check().is_err(), "{kind:?} for {ms}");
            }
            let can = matches!(kind, SanctionKind::Suspension | SanctionKind::Ban);
            let forfeits = NewSanction { forfeits: true, ..new(kind, lasts.then_some(1)) };
            assert_eq!(forfeits.check().is_ok(), can, "{kind:?}");
        }
        let nothing = NewSanction { game: None, ..new(SanctionKind::Annulment, None) };
        assert!(nothing.check().is_err());
    }
}
