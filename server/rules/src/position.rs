//! A position with its history: what may be played next (RULES 2).
//!
//! Deliberately absent: whose turn it is, clocks and phases (`game`); a position takes a play of
//! either side, as records of other places need.

use crate::ko::{History, Stood};
use crate::{Board, Color, Illegal, KoRule, Point, Size};

/// A board together with the history that repetition is judged by, under two axes of the rules.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    history: History,
    ko: KoRule,
    suicide: bool,
}

// Getters.
impl Position {
    /// The stones as they lie.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Plays and passes since the set-up.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.history.plies() as u32
    }

    /// The board as it was after so many plays and passes; 0 is the set-up, and more than
    /// [`moves`](Self::moves) is the board as it is.
    #[must_use]
    pub fn board_after(&self, moves: u32) -> Board {
        self.history.position(&self.board, self.history.plies().min(moves as usize))
    }

    /// What a play would remove, without playing it: the opposing stones in ascending order.
    ///
    /// # Errors
    /// [`Illegal`], the first that applies in the order of its variants.
    pub fn try_play(&self, color: Color, point: Point) -> Result<Vec<Point>, Illegal> {
        self.look(color, point).map(|look| self.board.taken(&look))
    }

    /// Whether a play is legal; the same answer as [`try_play`](Self::try_play) without a list.
    #[must_use]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.look(color, point).is_ok()
    }

    /// How often the position that a legal play makes has stood before, with the same side to move.
    #[must_use]
    pub fn stood(&self, color: Color, point: Point) -> Stood {
        match self.board.look(color, point) {
            Ok(look) => self.history.stood(&self.board, (color, point), look.hash),
            Err(_) => Stood::default(),
        }
    }

    fn look(&self, color: Color, point: Point) -> Result<crate::board::Look, Illegal> {
        let look = self.board.look(color, point)?;
        if look.own_dies && !self.suicide {
            return Err(Illegal::Suicide);
        }
        match self.history.repeats(self.ko, &self.board, (color, point), look.hash, look.taken_stones) {
            Some(repeats) => Err(Illegal::Ko { repeats: repeats as u32 }),
            None => Ok(look),
        }
    }
}

// Inputs.
impl Position {
    /// An empty board and no history.
    #[must_use]
    pub fn new(size: Size, ko: KoRule, suicide: bool) -> Self {
        Self::from_board(Board::new(size), ko, suicide)
    }

    /// A board that was set up, as the beginning of the history.
    #[must_use]
    pub fn from_board(board: Board, ko: KoRule, suicide: bool) -> Self {
        Self { history: History::new(&board), board, ko, suicide }
    }

    /// Sets up a stone. The history begins anew from the position so made.
    pub fn place(&mut self, color: Color, point: Point) {
        self.set(point, Some(color));
    }

    /// Sets up a point, with a stone or without. The history begins anew from the position so made.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        self.board.set(point, stone);
        self.history = History::new(&self.board);
    }

    /// Plays a stone; the opposing stones it removed come back in ascending order.
    ///
    /// # Errors
    /// [`Illegal`]; nothing has changed then.
    pub fn play(&mut self, color: Color, point: Point) -> Result<Vec<Point>, Illegal> {
        let look = self.look(color, point)?;
        let taken = self.board.apply(color, point, &look);
        self.history.record(color, Some(point), self.board.hash());
        Ok(taken)
    }

    /// Passes (虚着). Nothing is compared, and a simple ko is lifted.
    pub fn pass(&mut self, color: Color) {
        self.history.record(color, None, self.board.hash());
    }

    /// Plays a stone whatever the rules say, as records do: a stone that lies there is replaced,
    /// repetition is allowed, and a group left without liberties is removed. Tells the opposing
    /// stones that were removed by capture, in ascending order.
    pub fn force(&mut self, color: Color, point: Point) -> Vec<Point> {
        let taken = self.board.force(color, point);
        self.history.record(color, Some(point), self.board.hash());
        taken
    }
}
