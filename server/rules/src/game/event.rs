//! What can happen in a game: the facts that the journal keeps.
//!
//! Every event carries what a reader needs so that it can be shown without knowing the rules
//! (captures, clock readings). Events are only ever added to this list, never changed: journals of
//! every release stay readable.

use serde::{Deserialize, Serialize};

use super::setup::Setup;
use super::{CallEnd, Closed, Envelope, PauseReason, Request};
use crate::clock::is_nought;
use crate::{ByColor, Color, Count, Outcome, Point, Repeated, RoomMs, TimeLeft};

/// One fact. The room time at which it happened is kept beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum GameEvent {
    /// The game was opened; always the first event, at room time 0.
    Opened {
        /// Everything that was agreed before the first move.
        setup: Setup,
    },
    /// Black set one of the freely placed handicap stones (让子).
    HandicapPlaced {
        /// Where.
        point: Point,
    },
    /// A stone was played.
    Played {
        /// Where.
        point: Point,
        /// The opposing stones it removed, in ascending order.
        captures: Vec<Point>,
        /// The mover's time after the move.
        left: TimeLeft,
        /// Milliseconds of the turn that were given back for the way through the network.
        #[serde(default, skip_serializing_if = "is_nought")]
        credit_ms: u64,
    },
    /// The side to move passed (虚着), which proposes the end (RULES 3.2).
    Passed {
        /// The mover's time after the pass.
        left: TimeLeft,
        /// As of a stone.
        #[serde(default, skip_serializing_if = "is_nought")]
        credit_ms: u64,
    },
    /// The clock of the side to move was read aloud (读秒报时).
    Read {
        /// Whose.
        color: Color,
        /// Whole seconds of the period that have passed; all of them: it is used up.
        second: u16,
        /// The number that was counted, 1 to 10, where the seconds are counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8>,
        /// Periods left, the one being read included; once it is used up, those that remain.
        periods: u16,
    },
    /// The side to move has used up its last period; it loses unless it asks in time that this count
    /// as a pass (第22条.5). The clocks stand.
    Lapsed {
        /// When it must have asked.
        due: RoomMs,
    },
    /// Two passes in a row: the clocks stand and the stones are to be agreed (死活确认).
    AgreementOpened {
        /// The stones that the server proposes as dead, in ascending order; this is `revision`.
        dead: Vec<Point>,
        /// The number of the marking; it grows with every change, over the whole game.
        revision: u32,
        /// When the phase must have come to an end.
        due: RoomMs,
    },
    /// One side changed the marking; both acceptances are void (RULES 3.3).
    Marked {
        /// Who.
        by: Color,
        /// The whole group or groups that changed, in ascending order.
        stones: Vec<Point>,
        /// Whether they are now marked dead.
        dead: bool,
        /// The number of the new marking.
        revision: u32,
    },
    /// One side set a region aside as nobody's territory, or gave it back; both acceptances are
    /// void (RULES 4).
    SetAside {
        /// Who.
        by: Color,
        /// The points that changed, in ascending order.
        points: Vec<Point>,
        /// Whether they are now nobody's.
        neutral: bool,
        /// The number of the new marking.
        revision: u32,
    },
    /// One side accepted a marking.
    Accepted {
        /// Who.
        by: Color,
        /// Which marking.
        revision: u32,
    },
    /// The phase's limit passed and who has not accepted is asked once more (RULES 3.6); again
    /// after a change of the marking so late that the other side had no time left to answer it.
    AskedAgain {
        /// When the last answer is due.
        due: RoomMs,
    },
    /// Play goes on (RULES 3.4); clocks run on from where they stood.
    PlayResumed {
        /// The side that asked, or nobody when the phase's limit decided it.
        by: Option<Color>,
        /// Who moves.
        to_move: Color,
    },
    /// A position stands for the third time with the same side to move: the clocks stand, and both
    /// sides are offered what the rules make of it (RULES 2.4).
    RepetitionOffered {
        /// What that is.
        verdict: Repeated,
        /// The number of the move after which the position first stood; 0 is the beginning.
        first: u32,
        /// When silence becomes a refusal.
        due: RoomMs,
    },
    /// One side accepted the outcome.
    RepetitionAccepted {
        /// Who.
        by: Color,
    },
    /// Play goes on: one side declined, or did not answer in time.
    RepetitionDeclined {
        /// The side that declined; nobody when the time was over.
        by: Option<Color>,
    },
    /// The appointed time of a scheduled game has come (RULES 6, late arrival).
    Started {
        /// Who is there.
        here: ByColor<bool>,
    },
    /// One side came late.
    Arrived {
        /// Who.
        color: Color,
        /// How late, in milliseconds.
        late_ms: u64,
        /// What its lateness has left of its time.
        left: TimeLeft,
    },
    /// One side has lost by its lateness; the other has not come yet either.
    Missed {
        /// Who.
        color: Color,
    },
    /// One side asks the other for something.
    Requested {
        /// Who asks.
        by: Color,
        /// The number of the request in the game.
        number: u32,
        /// What is asked.
        request: Request,
        /// When silence closes it.
        due: RoomMs,
        /// When play is to go on by itself, where a pause or an adjournment is asked for and says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<RoomMs>,
    },
    /// A request is not open any more. A move, a pause or the end of the game closes one without a word.
    RequestClosed {
        /// Which.
        number: u32,
        /// How; what an accepted one comes to is the next event.
        how: Closed,
    },
    /// The referee is called: what is talked over while the clocks stand waits.
    RefereeCalled {
        /// By whom; nobody where the rules ask for it (RULES 3.4, 3.6).
        by: Option<Color>,
        /// When silence closes the call; later once a referee sits down.
        due: RoomMs,
    },
    /// The call is not open any more. Another matter closes one without a word.
    CallClosed {
        /// How; what a referee ruled are the next events.
        how: CallEnd,
    },
    /// The clocks stand (暂停).
    Paused {
        /// Why.
        reason: PauseReason,
        /// When play goes on of itself; where nobody has said when, after the longest time that a game may be stopped.
        until: Option<RoomMs>,
    },
    /// Play goes on, or an adjournment that had been agreed does not come to pass.
    Continued {
        /// The clocks stand until this room time.
        hold: RoomMs,
    },
    /// The game is being adjourned: the side to move seals its move, on its own clock (封棋).
    Adjourning {
        /// When play goes on by itself, where that was agreed or ruled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<RoomMs>,
    },
    /// The move is sealed and the clocks stand; the move is made when play goes on.
    Sealed {
        /// The move, unreadable.
        envelope: Envelope,
        /// The mover's time after the move.
        left: TimeLeft,
        /// As of a stone.
        #[serde(default, skip_serializing_if = "is_nought")]
        credit_ms: u64,
    },
    /// The sealed move cannot be read any more, its key being lost: its side moves anew.
    SealLost,
    /// The side to move lost its turn (弃权), which is none of the two passes that end the game.
    TurnLost {
        /// Its time after it.
        left: TimeLeft,
    },
    /// Moves were taken back (悔棋), or a referee stepped back; no time is given back.
    Undone {
        /// How many moves remain, freely placed stones among them.
        moves: u32,
    },
    /// Main time was added.
    TimeAdded {
        /// To whose.
        color: Color,
        /// Milliseconds.
        ms: u64,
    },
    /// A referee ruled; what it comes to are the next events.
    Ruled {
        /// The referee's name.
        officer: String,
        /// Why.
        reason: String,
    },
    /// A clock was set; a turn under way begins anew.
    ClockSet {
        /// Whose.
        color: Color,
        /// To what.
        left: TimeLeft,
    },
    /// The period that is being read goes on from a second that was passed (第16条.2).
    ReadingRestarted {
        /// Whole seconds of the period.
        second: u16,
    },
    /// A referee ruled which stones are dead; the count is the next event.
    StonesRuled {
        /// In ascending order.
        dead: Vec<Point>,
        /// The number of the marking.
        revision: u32,
    },
    /// One side was warned (第24条).
    Warned {
        /// Who.
        color: Color,
    },
    /// A warning was withdrawn.
    WarningWithdrawn {
        /// Whose.
        color: Color,
    },
    /// An officer who does not play sat down at the game.
    OfficerSeated {
        /// The officer's name.
        officer: String,
    },
    /// The players changed sides (第17条.1): stones, clocks and a sealed move stay with the colour, warnings go with the
    /// players, and what was asked is void.
    ColorsSwapped,
    /// A referee removed somebody who looked on, until the game is over.
    Removed {
        /// The account's id, as the server writes it.
        account: String,
        /// Its name of the day.
        name: String,
    },
    /// Somebody who was removed may look on again.
    Readmitted {
        /// The account's id.
        account: String,
        /// Its name of the day.
        name: String,
    },
    /// Somebody may not speak in this game any more (禁言).
    Muted {
        /// The account's id, as the server writes it.
        account: String,
        /// Its name of the day.
        name: String,
    },
    /// Somebody who was muted may speak again.
    Unmuted {
        /// The account's id.
        account: String,
        /// Its name of the day.
        name: String,
    },
    /// A server took the room over; the time without one is charged to nobody.
    Restored {
        /// Served milliseconds between the last event and the last sign of life of the old server.
        charged_ms: u64,
        /// Wall milliseconds without a server, for display.
        uncharged_ms: u64,
        /// The clocks stand until this room time.
        hold: RoomMs,
        /// Wall time at this event, Unix milliseconds, where clocks know days.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wall_ms: Option<i64>,
    },
    /// A side went on vacation: its clock stands, and what is due outside the clocks waits as long.
    VacationBegan {
        /// Who.
        by: Color,
        /// When its vacation is used up.
        until: RoomMs,
    },
    /// A vacation was ended, or is used up.
    VacationEnded {
        /// Whose.
        by: Color,
        /// What is left for another, in milliseconds.
        left_ms: u64,
    },
    /// The game is over for good.
    Ended {
        /// How.
        outcome: Outcome,
        /// The count, when the stones were counted.
        count: Option<Count>,
        /// Both sides' times at the end.
        left: ByColor<TimeLeft>,
    },
}
