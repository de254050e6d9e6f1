//! Everybody who waits, and everybody who is asked: the state machine.

use std::collections::{BTreeMap, HashMap};

use super::pair::Waiting;
use super::waits::Waits;
use super::{BadSeek, Estimate, Pairing, Seek, Strength, Terms, line};
use crate::player::Player;

/// How long a proposal stands.
pub const ACCEPT_MS: i64 = 20_000;
/// The most players in a pool.
pub const POOL_MOST: usize = 100_000;

/// Two are asked whether they play.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Its number in this pool, from 1.
    pub id: u64,
    /// For what game.
    pub terms: Terms,
    /// Who.
    pub players: [Player; 2],
    /// Which game.
    pub pairing: Pairing,
    /// Until when both must have accepted.
    pub until_ms: i64,
}

/// Two play.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// What both accepted.
    pub proposal: Proposal,
    /// Whether the guesser of 猜先 guessed odd; meaningless when the colours are fixed.
    pub guess_odd: bool,
}

/// Why somebody waits no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
    /// By own wish.
    Withdrew,
    /// A proposal was declined.
    Declined,
    /// A proposal was not answered in time.
    Silent,
}

/// What has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Ask both; with [`Sides::Nigiri`](super::Sides::Nigiri), publish the commitment now.
    Proposed(Proposal),
    /// Begin their game: both wait no more.
    Agreed(Agreement),
    /// Somebody waits no more.
    Left {
        /// Who.
        player: Player,
        /// Why.
        why: Gone,
    },
    /// Somebody waits on, because the other did not accept.
    WaitsOn {
        /// Who.
        player: Player,
        /// Since when.
        since_ms: i64,
    },
}

/// An answer to a proposal that is over, or not the player's. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this proposal does not stand any more")]
pub struct NotProposed;

#[derive(Debug)]
struct Asked {
    proposal: Proposal,
    sides: [Side; 2],
}

#[derive(Debug)]
struct Side {
    waiting: Waiting,
    /// The guess that came with the acceptance; none: not accepted.
    accepted: Option<bool>,
}

#[derive(Debug, Default)]
struct Queue {
    /// By strength, and then by player.
    waiting: Vec<Waiting>,
    waits: Waits,
}

/// Everybody who waits or is asked; each player once.
#[derive(Debug, Default)]
pub struct Pool {
    queues: HashMap<Terms, Queue>,
    /// The order in which queues were first used, so that a pool does the same every time.
    order: Vec<Terms>,
    asked: BTreeMap<u64, Asked>,
    /// Where to look for a player.
    players: HashMap<Player, (Terms, i32)>,
    last: u64,
}

/// What can be asked of it.
impl Pool {
    /// An empty pool.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many wait for such a game, those who are asked not counted.
    #[must_use]
    pub fn waiting(&self, terms: Terms) -> usize {
        self.queues.get(&terms).map_or(0, |queue| queue.waiting.len())
    }

    /// How long players of that strength have waited for such a game; none when that is not known.
    #[must_use]
    pub fn estimate(&self, terms: Terms, strength: Strength) -> Option<Estimate> {
        self.queues.get(&terms)?.waits.estimate(strength)
    }

    /// Whether the player waits or is asked.
    #[must_use]
    pub fn has(&self, player: Player) -> bool {
        self.players.contains_key(&player)
    }
}

/// What happens to it.
impl Pool {
    /// Somebody waits from now on.
    ///
    /// # Errors
    /// [`BadSeek`]; nothing has changed.
    pub fn ask(&mut self, seek: Seek, now_ms: i64) -> Result<(), BadSeek> {
        seek.check()?;
        if self.has(seek.player) {
            return Err(BadSeek::Waiting);
        }
        if self.players.len() >= POOL_MOST {
            return Err(BadSeek::Full);
        }
        let (terms, player) = (seek.terms, seek.player);
        let waiting = Waiting::new(seek, now_ms);
        self.players.insert(player, (terms, waiting.strength));
        if !self.queues.contains_key(&terms) {
            self.order.push(terms);
        }
        self.queue_up(terms, waiting);
        Ok(())
    }

    /// Somebody waits no more; the other of a proposal waits on. Nothing for whom is not here.
    pub fn withdraw(&mut self, player: Player, now_ms: i64) -> Vec<Event> {
        let Some(&(terms, strength)) = self.players.get(&player) else { return Vec::new() };
        if let Some(queue) = self.queues.get_mut(&terms)
            && let Ok(at) = queue.waiting.binary_search_by_key(&(strength, player), Waiting::place)
        {
            let waiting = queue.waiting.remove(at);
            queue.waits.gave_up(Strength::new(strength), now_ms.saturating_sub(waiting.since_ms));
            self.players.remove(&player);
            return vec![Event::Left { player, why: Gone::Withdrew }];
        }
        let asked = self.asked.iter().find(|(_, asked)| asked.proposal.players.contains(&player));
        let Some((&id, _)) = asked else { return Vec::new() };
        self.end(id, |side| (side.waiting.player == player).then_some(Gone::Withdrew))
    }

    /// Two who are waiting shall not meet: one has blocked the other since. A proposal that stands for them ends
    /// without fault of either.
    pub fn part(&mut self, one: Player, other: Player) -> Vec<Event> {
        let pair = |asked: &Asked| [one, other].iter().all(|player| asked.proposal.players.contains(player));
        let together = self.asked.iter().find(|(_, asked)| pair(asked)).map(|(&id, _)| id);
        let events = together.map_or_else(Vec::new, |id| self.end(id, |_| None));
        self.each_waiting(one, |waiting| waiting.avoid(other));
        self.each_waiting(other, |waiting| waiting.avoid(one));
        events
    }

    /// A player accepts, with a guess for 猜先. Once more changes nothing.
    ///
    /// # Errors
    /// [`NotProposed`] when the proposal is over or is not this player's.
    pub fn accept(
        &mut self,
        id: u64,
        player: Player,
        guess_odd: bool,
        now_ms: i64,
    ) -> Result<Vec<Event>, NotProposed> {
        let asked = self.asked.get_mut(&id).filter(|asked| now_ms < asked.proposal.until_ms);
        let asked = asked.ok_or(NotProposed)?;
        let side = asked.sides.iter_mut().find(|side| side.waiting.player == player).ok_or(NotProposed)?;
        side.accepted.get_or_insert(guess_odd);
        let guess_odd = match asked.sides.each_ref().map(|side| side.accepted) {
            [Some(first), Some(second)] => match asked.proposal.pairing.sides {
                super::Sides::Nigiri { guesser } if guesser == asked.sides[1].waiting.player => second,
                super::Sides::Nigiri { .. } | super::Sides::Fixed { .. } => first,
            },
            [None, _] | [_, None] => return Ok(Vec::new()),
        };
        let Some(asked) = self.asked.remove(&id) else { return Err(NotProposed) };
        for player in &asked.proposal.players {
            self.players.remove(player);
        }
        Ok(vec![Event::Agreed(Agreement { proposal: asked.proposal, guess_odd })])
    }

    /// A player declines and waits no more.
    ///
    /// # Errors
    /// [`NotProposed`] as for [`accept`](Self::accept).
    pub fn decline(&mut self, id: u64, player: Player) -> Result<Vec<Event>, NotProposed> {
        let asked = self.asked.get(&id).ok_or(NotProposed)?;
        if !asked.proposal.players.contains(&player) {
            return Err(NotProposed);
        }
        Ok(self.end(id, |side| (side.waiting.player == player).then_some(Gone::Declined)))
    }

    /// Ends the proposals whose time is over: who has not accepted leaves.
    pub fn expire(&mut self, now_ms: i64) -> Vec<Event> {
        let over = self.asked.values().filter(|asked| asked.proposal.until_ms <= now_ms);
        let over: Vec<u64> = over.map(|asked| asked.proposal.id).collect();
        let silent = |side: &Side| side.accepted.is_none().then_some(Gone::Silent);
        over.into_iter().flat_map(|id| self.end(id, silent)).collect()
    }

    /// Ends what is over, and pairs who fits.
    pub fn tick(&mut self, now_ms: i64) -> Vec<Event> {
        let mut events = self.expire(now_ms);
        for terms in &self.order {
            let Some(queue) = self.queues.get_mut(terms) else { continue };
            let pairs = line::pairs(&queue.waiting, now_ms);
            if pairs.is_empty() {
                continue;
            }
            let mut places: Vec<Option<Waiting>> =
                std::mem::take(&mut queue.waiting).into_iter().map(Some).collect();
            events.reserve(pairs.len());
            for (a, b) in pairs {
                let (Some(first), Some(second)) = (places[a].take(), places[b].take()) else { continue };
                for waiting in [&first, &second] {
                    let waited_ms = now_ms.saturating_sub(waiting.since_ms);
                    queue.waits.add(Strength::new(waiting.strength), waited_ms);
                }
                self.last += 1;
                let proposal = Proposal {
                    id: self.last,
                    terms: *terms,
                    players: [first.player, second.player],
                    pairing: first.pairing(&second, *terms),
                    until_ms: now_ms.saturating_add(ACCEPT_MS),
                };
                events.push(Event::Proposed(proposal.clone()));
                let sides = [first, second].map(|waiting| Side { waiting, accepted: None });
                self.asked.insert(self.last, Asked { proposal, sides });
            }
            queue.waiting = places.into_iter().flatten().collect();
        }
        events
    }
}

impl Pool {
    /// Ends a proposal: `gone` says who leaves and why, the others wait on in their old place, and
    /// do not meet again here.
    fn end(&mut self, id: u64, gone: impl Fn(&Side) -> Option<Gone>) -> Vec<Event> {
        let Some(Asked { proposal, sides }) = self.asked.remove(&id) else { return Vec::new() };
        let [first, second] = proposal.players;
        let mut events = Vec::new();
        for side in sides {
            let Side { mut waiting, accepted: _ } = match gone(&side) {
                Some(why) => {
                    let player = side.waiting.player;
                    self.players.remove(&player);
                    events.push(Event::Left { player, why });
                    continue;
                }
                None => side,
            };
            let player = waiting.player;
            waiting.avoid(if player == first { second } else { first });
            events.push(Event::WaitsOn { player, since_ms: waiting.since_ms });
            self.queue_up(proposal.terms, waiting);
        }
        events
    }

    fn queue_up(&mut self, terms: Terms, waiting: Waiting) {
        let queue = &mut self.queues.entry(terms).or_default().waiting;
        let at = queue.partition_point(|other| other.place() < waiting.place());
        queue.insert(at, waiting);
    }

    /// The player's place in a queue or a proposal, if there is one.
    fn each_waiting(&mut self, player: Player, change: impl Fn(&mut Waiting)) {
        let Some(&(terms, strength)) = self.players.get(&player) else { return };
        if let Some(queue) = self.queues.get_mut(&terms)
            && let Ok(at) = queue.waiting.binary_search_by_key(&(strength, player), Waiting::place)
        {
            change(&mut queue.waiting[at]);
            return;
        }
        let sides = self.asked.values_mut().flat_map(|asked| &mut asked.sides);
        sides.filter(|side| side.waiting.player == player).for_each(|side| change(&mut side.waiting));
    }
}
