//! Plays a record under the rules and says what it finds.
//!
//! Real records break the rules, and are kept as they are: what is illegal is reported and then
//! played on, as the record's own server did (RULES 2.3).
//! Deliberately absent: any change to the record.

use super::record::{Record, RecordError, Step};
use super::tree::{GameTree, NodeId};
use crate::area::{self, Owner};
use crate::{Board, ByColor, Color, Illegal, KoRule, Point, Position};

/// After so many illegal plies a record is no game under these rules; no more are looked for.
pub const MAX_ILLEGAL: usize = 1000;

/// A play that the rules forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalPly {
    /// The number of the move, from 1, passes included.
    pub ply: u32,
    /// Its node.
    pub node: NodeId,
    /// Whose.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// Why. A repetition names the number of the move after which the position stood before.
    pub why: Illegal,
}

/// Points by owner at the end of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Black's.
    pub black: u16,
    /// White's.
    pub white: u16,
    /// Shared.
    pub shared: u16,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Check {
    /// What the record says.
    pub record: Record,
    /// Plays and passes.
    pub moves: u32,
    /// Passes alone.
    pub passes: u32,
    /// Every illegal play, in order; at most [`MAX_ILLEGAL`].
    pub illegal: Vec<IllegalPly>,
    /// The numbers of the moves that were not by the side to move.
    pub out_of_turn: Vec<u32>,
    /// Set-up stones without liberties, which were taken off.
    pub lifted: Vec<Point>,
    /// Stones that each side captured by its plays.
    pub captures: ByColor<u32>,
    /// The board at the end.
    pub board: Board,
    /// The stones that lie in territory which the record marks as the other side's.
    pub dead: Vec<Point>,
    /// The area without those stones, if the record marks territory.
    pub area: Option<Area>,
}

impl Check {
    /// The first illegal play.
    #[must_use]
    pub fn first_illegal(&self) -> Option<&IllegalPly> {
        self.illegal.first()
    }
}

/// Plays the main line of a tree under a ko rule, suicide forbidden.
///
/// # Errors
/// [`RecordError`] when the tree has no record to play.
pub fn check(tree: &GameTree, ko: KoRule) -> Result<Check, RecordError> {
    check_under(tree, ko, false)
}

/// The same under rules that may allow suicide.
///
/// # Errors
/// [`RecordError`] when the tree has no record to play.
pub fn check_under(tree: &GameTree, ko: KoRule, suicide: bool) -> Result<Check, RecordError> {
    Record::of(tree).map(|record| replay(record, ko, suicide))
}

/// The same for a record, or for what somebody left of its steps.
#[must_use]
pub fn replay(record: Record, ko: KoRule, suicide: bool) -> Check {
    let mut player = Player::new(record, ko, suicide);
    let mut next = 0;
    while let Some(&step) = player.found.record.steps.get(next) {
        player.step(step);
        next += 1;
    }
    player.settle();
    let Player { position, mut found, .. } = player;
    found.board = position.board().clone();
    found.mark();
    found
}

/// Goes through the steps with a position.
struct Player {
    position: Position,
    ko: KoRule,
    suicide: bool,
    /// The board of a set-up that is not finished.
    setting: Option<Board>,
    /// How many moves there were before the position's history began.
    before: u32,
    to_move: Option<Color>,
    found: Check,
}

impl Player {
    fn new(record: Record, ko: KoRule, suicide: bool) -> Self {
        let board = Board::new(record.size);
        let found = Check {
            record,
            moves: 0,
            passes: 0,
            illegal: Vec::new(),
            out_of_turn: Vec::new(),
            lifted: Vec::new(),
            captures: ByColor::default(),
            board: board.clone(),
            dead: Vec::new(),
            area: None,
        };
        Self {
            position: Position::from_board(board, ko, suicide),
            ko,
            suicide,
            setting: None,
            before: 0,
            to_move: None,
            found,
        }
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Set { point, stone, .. } => {
                self.setting.get_or_insert_with(|| self.position.board().clone()).set(point, stone);
                self.to_move = None;
            }
            Step::Turn { color, .. } => self.to_move = Some(color),
            Step::Play { node, color, point } => {
                self.settle();
                self.play(node, color, point);
            }
        }
    }

    /// Ends a set-up: stones without liberties are taken off, and the history begins anew.
    fn settle(&mut self) {
        let Some(mut board) = self.setting.take() else { return };
        let choked: Vec<_> =
            board.size().all().filter(|&p| board.get(p).is_some() && board.liberties(p).is_empty()).collect();
        choked.iter().for_each(|&point| board.set(point, None));
        self.found.lifted.extend(choked);
        self.position = Position::from_board(board, self.ko, self.suicide);
        self.before = self.found.moves;
    }

    fn play(&mut self, node: NodeId, color: Color, point: Option<Point>) {
        self.found.moves += 1;
        let ply = self.found.moves;
        if self.to_move.is_some_and(|side| side != color) {
            self.found.out_of_turn.push(ply);
        }
        self.to_move = Some(color.opponent());
        let Some(point) = point else {
            self.found.passes += 1;
            self.position.pass(color);
            return;
        };
        let legal = if self.found.illegal.len() < MAX_ILLEGAL {
            self.position.play(color, point).map_err(Some)
        } else {
            Err(None)
        };
        let taken = match legal {
            Ok(taken) => taken,
            Err(why) => {
                let why = why.map(|why| self.renumbered(why));
                self.found.illegal.extend(why.map(|why| IllegalPly { ply, node, color, point, why }));
                self.position.force(color, point)
            }
        };
        *self.found.captures.get_mut(color) += u32::try_from(taken.len()).unwrap_or(0);
    }

    /// Move numbers of the whole record instead of those since the last set-up.
    const fn renumbered(&self, why: Illegal) -> Illegal {
        match why {
            Illegal::Ko { repeats } => Illegal::Ko { repeats: repeats + self.before },
            Illegal::Occupied | Illegal::Suicide => why,
        }
    }
}

impl Check {
    /// Takes the record's own marks of territory as its marking of dead stones, and counts.
    fn mark(&mut self) {
        let marks = &self.record.territory;
        let nobodys = &self.record.dead;
        if marks.black.is_empty() && marks.white.is_empty() && nobodys.is_empty() {
            return;
        }
        let on_marks = Color::BOTH
            .iter()
            .flat_map(|&color| marks.get(color).iter().map(move |&point| (point, color)))
            .filter(|&(point, color)| self.board.get(point) == Some(color.opponent()))
            .map(|(point, _)| point);
        let mut dead: Vec<_> = on_marks
            .chain(nobodys.iter().copied().filter(|&point| self.board.get(point).is_some()))
            .collect();
        dead.sort_unstable();
        dead.dedup();
        let owners = area::map(&self.board, &dead);
        let count = |owner| owners.iter().filter(|&&o| o == owner).count() as u16;
        self.area = Some(Area {
            black: count(Owner::Black),
            white: count(Owner::White),
            shared: count(Owner::Shared),
        });
        self.dead = dead;
    }
}
