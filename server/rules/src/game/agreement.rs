//! The marking under discussion, and whose stones are disputed (第21条; RULES 3).
//!
//! Deliberately absent: what is proposed (`proposal`), and how it is counted (`count`).

use std::collections::BTreeMap;

use crate::{Board, ByColor, Color, Marking, Point, RoomMs, territory};

/// How long the agreement may usually take before who is silent is asked once more, in milliseconds.
pub const AGREEMENT_MS: u64 = 3 * 60 * 1000;
/// How long the last question usually stands, in milliseconds.
pub const ASKED_AGAIN_MS: u64 = 60 * 1000;
/// How often each side may change the marking in one agreement phase.
pub const MARKS: u16 = 100;
/// How many agreement phases a game may have. A dispute in the last one ends the game with all
/// stones alive, as if it had been played out (RULES 3.4 without a referee).
pub const ROUNDS: u8 = 3;

/// One agreement phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Which phase of the game's this is, from 1 to [`ROUNDS`].
    pub round: u8,
    /// What is marked.
    pub marking: Marking,
    /// What the server proposed.
    pub proposed: Marking,
    /// The number of the marking, which an acceptance names.
    pub revision: u32,
    /// Who has accepted this marking.
    pub accepted: ByColor<bool>,
    /// When the phase must have come to an end.
    pub due: RoomMs,
    /// Whether the last question has been put.
    pub asked_again: bool,
    /// Whether it has been put to a referee as the rules have it (RULES 3.4, 3.6).
    pub referred: bool,
    /// How often each side has changed the marking in this phase.
    pub marks: ByColor<u16>,
    /// Each side's latest word on each stone in this phase: dead or not.
    claims: ByColor<BTreeMap<Point, bool>>,
}

impl Agreement {
    /// A phase that begins with the server's proposal.
    pub(super) fn new(round: u8, proposed: Marking, revision: u32, due: RoomMs) -> Self {
        Self {
            round,
            marking: proposed.clone(),
            proposed,
            revision,
            accepted: ByColor::default(),
            due,
            asked_again: false,
            referred: false,
            marks: ByColor::default(),
            claims: ByColor::default(),
        }
    }

    /// Takes a change of the stones over: both acceptances fall. Regions that the change touches
    /// are no longer what was set aside, and are given back.
    pub(super) fn mark(&mut self, board: &Board, by: Color, stones: &[Point], dead: bool, revision: u32) {
        if !self.marking.neutral.is_empty() {
            let mut without = self.marking.clone();
            without.set_dead(stones, true);
            for &stone in stones {
                self.marking.set_neutral(&territory::region(board, &without.dead, stone), false);
            }
        }
        self.marking.set_dead(stones, dead);
        self.claims.get_mut(by).extend(stones.iter().map(|&stone| (stone, dead)));
        self.changed(by, revision);
    }

    /// Takes over that points were set aside or given back: both acceptances fall.
    pub(super) fn set_aside(&mut self, by: Color, points: &[Point], neutral: bool, revision: u32) {
        self.marking.set_neutral(points, neutral);
        self.changed(by, revision);
    }

    /// Takes a referee's ruling over: it stands as if both had accepted it.
    pub(super) fn rule(&mut self, dead: &[Point], revision: u32) {
        self.marking = Marking::of_dead(dead.to_vec());
        self.revision = revision;
        self.accepted = ByColor { black: true, white: true };
    }

    fn changed(&mut self, by: Color, revision: u32) {
        self.revision = revision;
        self.accepted = ByColor::default();
        *self.marks.get_mut(by) = self.marks.get(by).saturating_add(1);
    }

    /// Who moves first when play goes on after a dispute: the side that claims the stones are dead,
    /// that is the opponent of the disputed stones' owner; the opponent of the last passer when
    /// stones of both colours are disputed, or none (第21条.4).
    pub(super) fn claimant(&self, board: &Board, last_passer: Color) -> Color {
        let mut owners = ByColor::<bool>::default();
        for stone in self.disputed() {
            if let Some(owner) = board.get(stone) {
                *owners.get_mut(owner) = true;
            }
        }
        match (owners.black, owners.white) {
            (true, false) => Color::White,
            (false, true) => Color::Black,
            (true, true) | (false, false) => last_passer.opponent(),
        }
    }

    /// The disputed stones: those on which the two sides' latest words in this phase differ, and
    /// those that the marking takes otherwise than the server proposed (one side changed them, and
    /// the two have not agreed on it). If there are none, the dispute is with the proposal itself:
    /// then the stones that it takes as dead.
    pub(super) fn disputed(&self) -> Vec<Point> {
        let ByColor { black, white } = &self.claims;
        let mut disputed: Vec<_> = black.keys().chain(white.keys()).copied().collect();
        disputed.retain(|stone| {
            let contradicted = matches!((black.get(stone), white.get(stone)), (Some(b), Some(w)) if b != w);
            contradicted || self.marking.is_dead(*stone) != self.proposed.is_dead(*stone)
        });
        if disputed.is_empty() { self.marking.dead.clone() } else { disputed }
    }
}
