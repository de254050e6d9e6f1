//! What may be done about a rematch of a finished game, as a pure machine over what the store keeps.
//!
//! An offer is open for [`OPEN_MS`] and then is none; nobody need close it. Every command that takes effect is kept with the
//! rematch, so that it is answered alike when it is sent again: [`OFFERS`] of each player, and at most one end of each.
//! Deliberately absent: the clock, the store, and the game that a rematch becomes (`again`).

use crate::ids::{AccountId, GameId};
use crate::store::{Rematch, RematchAction, RematchCommand, RematchOffer};

/// Offers of one player after one game: nobody is pestered.
pub const OFFERS: usize = 3;
/// How long an offer stays open, in milliseconds.
pub const OPEN_MS: u64 = 2 * 60 * 1000;
/// How long after the end of a game a rematch can be offered, in milliseconds; some time later nothing is kept of it.
pub const WITHIN_MS: i64 = 24 * 60 * 60 * 1000;

/// What a command comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It took effect before.
    Already,
    /// The rematch stands like this from now on.
    Stands(Rematch),
    /// The same, and both want it: a game begins.
    Agreed(Rematch),
}

/// Why a command is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RematchRefusal {
    /// The id was used for another command.
    #[error("this id was used for another command")]
    IdReused,
    /// One's own offer is open.
    #[error("your offer is open already")]
    AlreadyAsked,
    /// There is no such offer, or not any more.
    #[error("that offer is not open any more")]
    NotOpen,
    /// As often as is allowed.
    #[error("you have offered this rematch {OFFERS} times")]
    TooOften,
    /// There is a rematch already, or the game ended too long ago.
    #[error("this game has its rematch, or ended too long ago")]
    TooLate,
}

/// Where a rematch stands for one of the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RematchShown {
    /// Grows with each change; of two, the one with the larger number holds.
    pub revision: u64,
    /// Whose offer is open, and for how many milliseconds.
    pub offer: Option<((AccountId, String), u64)>,
    /// How often this player may still offer it.
    pub offers_left: usize,
    /// The game that it became.
    pub game: Option<GameId>,
}

/// Decides about a command of one of the two players, after a game that ended at `ended_ms`.
pub(super) fn decide(
    rematch: &Rematch,
    command: RematchCommand,
    ended_ms: i64,
    now_ms: i64,
) -> Result<Step, RematchRefusal> {
    let RematchCommand { by, id, action } = command;
    if let Some(known) = rematch.done.iter().find(|known| (known.by, known.id) == (by, id)) {
        return if known.action == action { Ok(Step::Already) } else { Err(RematchRefusal::IdReused) };
    }
    let open = open(rematch, now_ms);
    let theirs = open.is_some_and(|offer| offer.by != by);
    let own = open.is_some_and(|offer| offer.by == by);
    let ends_ms = now_ms.saturating_add_unsigned(OPEN_MS);
    match action {
        // Both offering is agreement.
        RematchAction::Offer | RematchAction::Accept if theirs => {
            Ok(Step::Agreed(after(rematch, command, None)))
        }
        RematchAction::Offer if own => Err(RematchRefusal::AlreadyAsked),
        RematchAction::Offer if is_late(rematch, ended_ms, now_ms) => Err(RematchRefusal::TooLate),
        RematchAction::Offer if offers_left(rematch, by) == 0 => Err(RematchRefusal::TooOften),
        RematchAction::Offer => Ok(Step::Stands(after(rematch, command, Some(RematchOffer { by, ends_ms })))),
        RematchAction::Decline if theirs => Ok(Step::Stands(after(rematch, command, None))),
        RematchAction::Withdraw if own => Ok(Step::Stands(after(rematch, command, None))),
        RematchAction::Accept | RematchAction::Decline | RematchAction::Withdraw => {
            Err(RematchRefusal::NotOpen)
        }
    }
}

/// Where a rematch stands for one of the players; `name` says who somebody is.
pub(super) fn shown(
    rematch: &Rematch,
    viewer: AccountId,
    name: impl Fn(AccountId) -> String,
    (ended_ms, now_ms): (i64, i64),
) -> RematchShown {
    // A wall clock that was set back makes no offer longer than it was.
    let left_ms = |offer: RematchOffer| u64::try_from(offer.ends_ms - now_ms).unwrap_or(0).min(OPEN_MS);
    RematchShown {
        revision: rematch.revision,
        offer: open(rematch, now_ms).map(|offer| ((offer.by, name(offer.by)), left_ms(offer))),
        offers_left: if is_late(rematch, ended_ms, now_ms) { 0 } else { offers_left(rematch, viewer) },
        game: rematch.game,
    }
}

fn open(rematch: &Rematch, now_ms: i64) -> Option<RematchOffer> {
    rematch.offer.filter(|offer| now_ms < offer.ends_ms)
}

fn is_late(rematch: &Rematch, ended_ms: i64, now_ms: i64) -> bool {
    rematch.game.is_some() || now_ms.saturating_sub(ended_ms) >= WITHIN_MS
}

fn offers_left(rematch: &Rematch, by: AccountId) -> usize {
    let is_offer = |done: &&RematchCommand| done.by == by && done.action == RematchAction::Offer;
    OFFERS.saturating_sub(rematch.done.iter().filter(is_offer).count())
}

fn after(rematch: &Rematch, command: RematchCommand, offer: Option<RematchOffer>) -> Rematch {
    let mut next = rematch.clone();
    next.offer = offer;
    next.done.push(command);
    next
}

#[cfg(test)]
mod tests {
    use RematchAction::{Accept, Decline, Offer, Withdraw};
    use RematchRefusal::{AlreadyAsked, IdReused, NotOpen, TooLate, TooOften};
    use uuid::Uuid;

    use super::*;

    const LEE: AccountId = AccountId(Uuid::from_u128(1));
    const CHO: AccountId = AccountId(Uuid::from_u128(2));
    const ENDED_MS: i64 = 5_000;

    /// A rematch and the moment.
    struct Talk(Rematch, i64);

    impl Talk {
        fn new() -> Self {
            Self(Rematch::default(), ENDED_MS)
        }

        fn next_id(&self) -> Uuid {
            Uuid::from_u128(1_000 + self.0.done.len() as u128)
        }

        fn say(&mut self, by: AccountId, action: RematchAction) -> Result<&'static str, RematchRefusal> {
            let id = self.next_id();
            self.send(RematchCommand { by, id, action })
        }

        fn send(&mut self, command: RematchCommand) -> Result<&'static str, RematchRefusal> {
            let before = self.0.clone();
            match decide(&self.0, command, ENDED_MS, self.1) {
                Ok(Step::Already) => Ok("already"),
                Ok(Step::Stands(next)) => {
                    self.0 = next;
                    Ok("stands")
                }
                Ok(Step::Agreed(next)) => {
                    self.0 = Rematch { game: Some(GameId(Uuid::from_u128(9))), ..next };
                    Ok("agreed")
                }
                Err(refusal) => {
                    assert_eq!(self.0, before);
                    Err(refusal)
                }
            }
        }

        fn seen(&self, viewer: AccountId) -> (Option<(String, u64)>, usize) {
            let name = |who| if who == LEE { "Lee".to_owned() } else { "Cho".to_owned() };
            let shown = shown(&self.0, viewer, name, (ENDED_MS, self.1));
            (shown.offer.map(|((_, name), left_ms)| (name, left_ms)), shown.offers_left)
        }
    }

    #[test]
    fn an_offer_is_accepted_declined_or_withdrawn_by_whom_it_may() {
        for (by, action, wanted) in [
            (LEE, Offer, Err(AlreadyAsked)),
            (LEE, Accept, Err(NotOpen)),
            (LEE, Decline, Err(NotOpen)),
            (LEE, Withdraw, Ok("stands")),
            (CHO, Offer, Ok("agreed")),
            (CHO, Accept, Ok("agreed")),
            (CHO, Decline, Ok("stands")),
            (CHO, Withdraw, Err(NotOpen)),
        ] {
            let mut talk = Talk::new();
            assert_eq!(talk.say(LEE, Offer), Ok("stands"));
            assert_eq!(talk.seen(CHO), (Some(("Lee".to_owned(), OPEN_MS)), OFFERS));
            assert_eq!(talk.say(by, action), wanted, "{action:?}");
            let ended = wanted.is_ok();
            assert_eq!(talk.seen(LEE).0.is_none(), ended, "{action:?} leaves no offer behind");
        }
    }

    #[test]
    fn without_an_offer_there_is_nothing_to_answer() {
        for action in [Accept, Decline, Withdraw] {
            assert_eq!(Talk::new().say(LEE, action), Err(NotOpen));
        }
    }

    #[test]
    fn silence_closes_an_offer_to_the_millisecond() {
        let mut talk = Talk::new();
        assert_eq!(talk.say(LEE, Offer), Ok("stands"));
        talk.1 += i64::try_from(OPEN_MS).expect("small") - 1;
        assert_eq!(talk.seen(CHO), (Some(("Lee".to_owned(), 1)), OFFERS));
        talk.1 += 1;
        assert_eq!(talk.seen(CHO), (None, OFFERS));
        for (by, action) in [(CHO, Accept), (CHO, Decline), (LEE, Withdraw)] {
            assert_eq!(talk.say(by, action), Err(NotOpen));
        }
        // The other's is then an offer of its own.
        assert_eq!(talk.say(CHO, Offer), Ok("stands"));
        assert_eq!(talk.say(LEE, Accept), Ok("agreed"));
    }

    #[test]
    fn nobody_is_pestered() {
        let mut talk = Talk::new();
        for left in (0..OFFERS).rev() {
            assert_eq!(talk.say(LEE, Offer), Ok("stands"));
            assert_eq!(talk.say(CHO, Decline), Ok("stands"));
            assert_eq!(talk.seen(LEE), (None, left));
        }
        assert_eq!(talk.say(LEE, Offer), Err(TooOften));
        assert_eq!(talk.seen(CHO), (None, OFFERS), "the other still may");
        assert_eq!(talk.say(CHO, Offer), Ok("stands"));
        assert_eq!(talk.say(LEE, Offer), Ok("agreed"), "to agree is not to pester");
        assert!(talk.0.done.len() <= 4 * OFFERS);
    }

    #[test]
    fn a_game_has_one_rematch() {
        let mut talk = Talk::new();
        assert_eq!(talk.say(LEE, Offer), Ok("stands"));
        assert_eq!(talk.say(CHO, Offer), Ok("agreed"));
        for (by, action, why) in
            [(LEE, Offer, TooLate), (CHO, Offer, TooLate), (CHO, Accept, NotOpen), (LEE, Withdraw, NotOpen)]
        {
            assert_eq!(talk.say(by, action), Err(why));
        }
        assert_eq!(talk.seen(LEE), (None, 0));
    }

    #[test]
    fn what_is_sent_again_takes_effect_once() {
        let mut talk = Talk::new();
        let offer = RematchCommand { by: LEE, id: talk.next_id(), action: Offer };
        assert_eq!(talk.send(offer), Ok("stands"));
        assert_eq!(talk.send(offer), Ok("already"));
        assert_eq!(talk.say(CHO, Decline), Ok("stands"));
        assert_eq!(talk.send(offer), Ok("already"), "it makes no second offer");
        assert_eq!(talk.seen(LEE), (None, OFFERS - 1));
        assert_eq!(talk.send(RematchCommand { action: Withdraw, ..offer }), Err(IdReused));
        let accept = RematchCommand { by: CHO, id: offer.id, action: Accept };
        assert_eq!(talk.say(LEE, Offer), Ok("stands"));
        assert_eq!(talk.send(accept), Ok("agreed"), "an id is its account's own");
        assert_eq!(talk.send(accept), Ok("already"));
    }

    #[test]
    fn a_day_later_none_is_offered_but_one_that_is_open_is_answered() {
        let mut talk = Talk::new();
        talk.1 = ENDED_MS + WITHIN_MS - 1;
        assert_eq!(talk.say(LEE, Offer), Ok("stands"));
        talk.1 += 1;
        assert_eq!(talk.seen(CHO), (Some(("Lee".to_owned(), OPEN_MS - 1)), 0));
        assert_eq!(talk.say(CHO, Decline), Ok("stands"));
        assert_eq!(talk.say(LEE, Offer), Err(TooLate));
    }

    #[test]
    fn a_wall_clock_that_was_set_back_makes_no_offer_longer_than_it_was() {
        let mut talk = Talk::new();
        assert_eq!(talk.say(LEE, Offer), Ok("stands"));
        talk.1 -= 3_600_000;
        assert_eq!(talk.seen(CHO), (Some(("Lee".to_owned(), OPEN_MS)), OFFERS));
    }
}
