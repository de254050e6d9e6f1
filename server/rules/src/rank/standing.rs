//! What entries add up to, and whether another fits upon them.
//!
//! Awards and promotions lie upon each other; a correction changes the one that it names, a removal
//! takes it out. The topmost on each ladder is what is held.

use super::ledger::{Draft, Entry, Held, Kind, Refusal, Standing};
use super::{Amateur, Professional, Rank};

/// An award or promotion that still counts, with the rank that it gives.
struct Layer {
    number: u32,
    day: super::Day,
    rank: Rank,
}

/// What some entries add up to.
#[derive(Default)]
struct Pile {
    layers: Vec<Layer>,
    declared: Option<Held<Amateur>>,
    frozen: bool,
}

impl Pile {
    fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Self {
        let mut pile = Self::default();
        for entry in entries {
            match entry.draft.kind {
                Kind::Award(rank) | Kind::Promotion(rank) => {
                    pile.layers.push(Layer { number: entry.number, day: entry.draft.day, rank });
                }
                Kind::Correction { of, to } => {
                    pile.layers
                        .iter_mut()
                        .filter(|layer| layer.number == of)
                        .for_each(|layer| layer.rank = to);
                }
                Kind::Removal { of } => pile.layers.retain(|layer| layer.number != of),
                Kind::SelfDeclared(rank) => {
                    pile.declared = Some(Held { rank, entry: entry.number, declared: true });
                }
                Kind::Freeze => pile.frozen = true,
                Kind::Thaw => pile.frozen = false,
            }
        }
        pile
    }

    /// The layers on the ladder of a rank, from the first to the topmost.
    fn ladder(&self, of: Rank) -> impl DoubleEndedIterator<Item = &Layer> {
        self.layers.iter().filter(move |layer| same_ladder(layer.rank, of))
    }
}

fn same_ladder(a: Rank, b: Rank) -> bool {
    matches!(a, Rank::Amateur(_)) == matches!(b, Rank::Amateur(_))
}

/// Whether `a` stands above `b`; never across ladders.
fn above(a: Rank, b: Rank) -> bool {
    match (a, b) {
        (Rank::Professional(a), Rank::Professional(b)) => a > b,
        (Rank::Amateur(a), Rank::Amateur(b)) => a > b,
        (Rank::Professional(_), Rank::Amateur(_)) | (Rank::Amateur(_), Rank::Professional(_)) => false,
    }
}

/// What entries add up to.
pub(super) fn standing<'a>(entries: impl Iterator<Item = &'a Entry>) -> Standing {
    let pile = Pile::of(entries);
    let mut standing = Standing { frozen: pile.frozen, amateur: pile.declared, professional: None };
    for layer in &pile.layers {
        match layer.rank {
            Rank::Professional(rank) => standing.professional = Some(held::<Professional>(rank, layer)),
            Rank::Amateur(rank) => standing.amateur = Some(held(rank, layer)),
        }
    }
    standing
}

fn held<R>(rank: R, layer: &Layer) -> Held<R> {
    Held { rank, entry: layer.number, declared: false }
}

/// Whether a draft fits upon what was entered.
pub(super) fn fits(entries: &[Entry], draft: &Draft) -> Result<(), Refusal> {
    let pile = Pile::of(entries.iter());
    match (draft.kind, pile.frozen) {
        (Kind::Thaw, true) => return Ok(()),
        (Kind::Thaw, false) => return Err(Refusal::NotFrozen),
        (_, true) => return Err(Refusal::Frozen),
        (_, false) => {}
    }
    match draft.kind {
        Kind::Award(rank) if pile.ladder(rank).next().is_some() => Err(Refusal::AlreadyHeld),
        Kind::Promotion(rank) => match pile.ladder(rank).next_back() {
            None => Err(Refusal::NothingHeld),
            Some(top) if !above(rank, top.rank) => Err(Refusal::NotUp),
            Some(top) if draft.day < top.day => Err(Refusal::TooEarly),
            Some(_) => Ok(()),
        },
        Kind::Correction { of, to } => corrects(&pile, of, to, draft),
        Kind::Removal { of } => {
            let layer = pile.layers.iter().find(|layer| layer.number == of).ok_or(Refusal::NoSuchEntry)?;
            if draft.day < layer.day { Err(Refusal::TooEarly) } else { Ok(()) }
        }
        Kind::SelfDeclared(_) => {
            let awarded = pile.layers.iter().any(|layer| matches!(layer.rank, Rank::Amateur(_)));
            if awarded { Err(Refusal::AwardedStands) } else { Ok(()) }
        }
        Kind::Award(_) | Kind::Freeze | Kind::Thaw => Ok(()),
    }
}

fn corrects(pile: &Pile, of: u32, to: Rank, draft: &Draft) -> Result<(), Refusal> {
    let layer = pile.layers.iter().find(|layer| layer.number == of).ok_or(Refusal::NoSuchEntry)?;
    if !same_ladder(layer.rank, to) {
        return Err(Refusal::OtherLadder);
    }
    if layer.rank == to {
        return Err(Refusal::Same);
    }
    if draft.day < layer.day {
        return Err(Refusal::TooEarly);
    }
    let before = pile.ladder(to).filter(|other| other.number < of).all(|other| above(to, other.rank));
    let after = pile.ladder(to).filter(|other| other.number > of).all(|other| above(other.rank, to));
    if before && after { Ok(()) } else { Err(Refusal::OutOfOrder) }
}
