//! What a player may ask for, and why it may be refused.

use super::{Claim, Envelope, Request};
use crate::{Point, RoomMs};

/// A player's command, already parsed for this board. Every action that changes state names the
/// ply or revision that it answers, so that a late or repeated one cannot mean something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Play a stone, or set a free handicap stone, as move number `ply` + 1.
    Play {
        /// How many moves (stones, passes, free handicap stones) the player has seen.
        ply: u32,
        /// Where.
        point: Point,
    },
    /// Pass, and so propose the end.
    Pass {
        /// How many moves the player has seen.
        ply: u32,
    },
    /// When the last period has been used up: have it count as a pass (第22条.5).
    ClaimPass {
        /// How many moves the player has seen.
        ply: u32,
    },
    /// Resign; possible in every phase.
    Resign,
    /// In agreement: mark the group of this stone as the other of dead or alive.
    Mark {
        /// The marking that the player saw.
        revision: u32,
        /// A stone of the group.
        point: Point,
        /// What the group shall be.
        dead: bool,
    },
    /// In agreement under territory counting: set the region of this point aside as nobody's, or
    /// give it back.
    Neutral {
        /// The marking that the player saw.
        revision: u32,
        /// A point of the region.
        point: Point,
        /// Whether it shall be nobody's.
        neutral: bool,
    },
    /// In agreement: accept exactly this marking.
    Accept {
        /// The marking that the player saw.
        revision: u32,
    },
    /// In agreement: dispute, and play on.
    Resume {
        /// The marking that the player saw.
        revision: u32,
    },
    /// Ask the other side for something.
    Ask {
        /// How many moves the player has seen.
        ply: u32,
        /// What.
        request: Request,
        /// Of a pause or an adjournment: when play is to go on by itself.
        until: Option<RoomMs>,
    },
    /// Answer what the other side asks.
    Reply {
        /// The number of its request.
        number: u32,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Take back what one has asked.
    Withdraw {
        /// The number of the request.
        number: u32,
    },
    /// Seal the move before an adjournment (封棋).
    Seal {
        /// How many moves the player has seen.
        ply: u32,
        /// The move, unreadable.
        envelope: Envelope,
    },
    /// Claim something of an opponent who is away.
    Claim {
        /// How many moves the player has seen.
        ply: u32,
        /// What.
        claim: Claim,
        /// For how many milliseconds the opponent has been away, as the room measures it; none while it is there.
        absent_ms: Option<u64>,
    },
    /// Accept or decline the outcome that a repetition offers.
    Answer {
        /// How many moves the player has seen.
        ply: u32,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Call the referee, about the matter at hand.
    CallReferee {
        /// How many moves the player has seen.
        ply: u32,
    },
    /// Take back one's call.
    WithdrawCall,
    /// In 通信棋: begin a vacation, in which one's own clock stands.
    BeginVacation,
    /// End one's vacation before it is used up.
    EndVacation,
}

/// Why an action changed nothing. Each has a stable code on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The action belongs to another phase of the game.
    #[error("that cannot be done in this phase of the game")]
    WrongPhase,
    /// It is the other side's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The action answers a position that is no longer the current one.
    #[error("the game has moved on: this answers an older position")]
    StalePly,
    /// The action answers a marking that is no longer the current one.
    #[error("the marking has changed: look at the new one first")]
    StaleRevision,
    /// There is a stone already.
    #[error("there is a stone on that point")]
    Occupied,
    /// The play would leave its own group without liberties (禁着点, 第6条).
    #[error("a play may not leave its own group without liberties")]
    Suicide,
    /// The play would recreate an earlier position (第20条).
    #[error("the play would repeat the position after move {repeats}")]
    Ko {
        /// The number of the move after which the position stood before; 0 is the beginning.
        repeats: u32,
    },
    /// A marking names a point without a stone.
    #[error("there is no stone on that point")]
    NoStone,
    /// A marking sets aside a point that is no territory, or territory is not counted.
    #[error("there is no territory at that point")]
    NoTerritory,
    /// The marking already says so.
    #[error("that is already marked so")]
    AlreadyMarked,
    /// The side has accepted this already.
    #[error("you have accepted this already")]
    AlreadyAccepted,
    /// The side has changed the marking, or resumed play, as often as is allowed.
    #[error("that has been done as often as is allowed")]
    TooOften,
    /// The clocks stand: play has not gone on yet.
    #[error("the clocks stand: wait until play goes on")]
    Paused,
    /// The game is being adjourned: the next move is sealed.
    #[error("the game is being adjourned: seal your move")]
    SealExpected,
    /// The side has a request open.
    #[error("you have asked for something already: withdraw it first")]
    AlreadyAsked,
    /// The request has been answered, withdrawn, or made void by a move.
    #[error("that request is not open any more")]
    NoSuchRequest,
    /// The referee has been called already, or this waits for the referee's ruling.
    #[error("the referee has been called: wait for the ruling")]
    RefereeCalled,
    /// This game's time control or settings do not have that.
    #[error("this game does not have that")]
    NotInThisGame,
    /// It is the side's own turn: nothing can be claimed.
    #[error("it is your turn: only while your opponent is to move can you claim anything")]
    OwnTurn,
    /// The opponent is there, or has not been away for long enough.
    #[error("your opponent is there, or has not been away for long enough")]
    NotAbsent,
    /// The clock of this game cannot show that.
    #[error("the clock of this game cannot show that")]
    BadClock,
    /// A moment to go on at that lies too near or too far, or that is no part of what is asked.
    #[error("that moment is too near or too far, or nothing can go on then")]
    BadMoment,
    /// The game has gone on too far for that.
    #[error("it is too late for that in this game")]
    TooLate,
    /// The side has no vacation left, or the game has none.
    #[error("you have no vacation left in this game")]
    NoVacation,
    /// The side is on vacation already.
    #[error("you are on vacation already")]
    OnVacation,
    /// There is no vacation to end.
    #[error("you are not on vacation")]
    NotOnVacation,
    /// The side's time has run out; the server is about to say so.
    #[error("time is up")]
    TimeUp,
}
