//! What the main line of a tree means: the board, the players, the stones and the moves.
//!
//! Archives write the same thing in many ways; here they all become one. Whether the moves are
//! legal is `check`'s business, whether they are points of the board is settled here.
//! Deliberately absent: variations, which stay in the tree.

use super::komi::komi_quarters;
use super::outcome::RecordedResult;
use super::overtime::{Overtime, time_ms};
use super::tree::{GameTree, Node, NodeId};
use super::value::Value;
use crate::{ByColor, Color, Point, Preset, Size};

/// A main line with more moves and set-up stones than this is refused: the longest games known
/// have about a tenth.
pub const MAX_MOVES: usize = 10_000;

/// A property of our own, the list of the dead stones that lie in nobody's territory: the format's
/// marks of territory cannot tell those.
pub(super) const DEAD: &str = "DEAD";
/// Another: the points of regions that both sides set aside as nobody's.
pub(super) const NEUTRAL: &str = "NEUTRAL";

/// Why a tree has no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// `GM` names another game.
    #[error("this is a record of another game (GM[{}])", .0.escape_debug())]
    OtherGame(String),
    /// `SZ` is not a board that we know.
    #[error("the board size {0:?} is not from 2 to 25")]
    Size(String),
    /// A move or a set-up stone is not on the board.
    #[error("node {}: {text:?} is not a point of the board", node.index())]
    Point {
        /// Where in the main line.
        node: NodeId,
        /// The value.
        text: String,
    },
    /// There are more than [`MAX_MOVES`].
    #[error("the record has too many moves")]
    TooManyMoves,
}

/// One side's entry in a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// `PB`, `PW`.
    pub name: Option<String>,
    /// `BR`, `WR`: free text such as `9段` or `3k?`.
    pub rank: Option<String>,
    /// `BT`, `WT`.
    pub team: Option<String>,
}

/// One thing that the main line does to the board, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A point is set up, with a stone or without.
    Set {
        /// In which node.
        node: NodeId,
        /// Where.
        point: Point,
        /// What then lies there.
        stone: Option<Color>,
    },
    /// A play, or a pass.
    Play {
        /// In which node.
        node: NodeId,
        /// Whose.
        color: Color,
        /// Where; a pass has no point.
        point: Option<Point>,
    },
    /// Whose turn it is from here on.
    Turn {
        /// In which node.
        node: NodeId,
        /// Whose.
        color: Color,
    },
}

/// What a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board.
    pub size: Size,
    /// What Black gives White in quarter-子 (half-points), whatever it was written in.
    pub komi_quarters: Option<i16>,
    /// `HA` as it stands; 0 when it is absent or not a number.
    pub handicap: u8,
    /// Whether the handicap stones were written as moves; they are set-up stones here.
    pub handicap_as_moves: bool,
    /// Who played.
    pub players: ByColor<Player>,
    /// `EV`.
    pub event: Option<String>,
    /// `RO`.
    pub round: Option<String>,
    /// `DT`, free text as it stands.
    pub date: Option<String>,
    /// `PC`.
    pub place: Option<String>,
    /// `GN`.
    pub game_name: Option<String>,
    /// `RU`, which is often false.
    pub rules: Option<String>,
    /// `TM` in milliseconds.
    pub main_ms: Option<u64>,
    /// `OT`, if it is one of the known forms.
    pub overtime: Option<Overtime>,
    /// `RE`.
    pub result: Option<RecordedResult>,
    /// What happens on the board.
    pub steps: Vec<Step>,
    /// `TB` and `TW` of the last node that has them.
    pub territory: ByColor<Vec<Point>>,
    /// Dead stones that lie in nobody's territory, as records of ours name them.
    pub dead: Vec<Point>,
    /// Points that were set aside as nobody's, as records of ours name them.
    pub neutral: Vec<Point>,
}

impl Record {
    /// Reads the main line of a tree.
    ///
    /// # Errors
    /// [`RecordError`].
    pub fn of(tree: &GameTree) -> Result<Self, RecordError> {
        let root = tree.root();
        if let Some(game) = root.line("GM").filter(|game| game != "1") {
            return Err(RecordError::OtherGame(game));
        }
        let size = size(root)?;
        let handicap = root.line("HA").and_then(|ha| ha.parse().ok()).unwrap_or(0);
        let mut record = Self {
            size,
            komi_quarters: komi(root),
            handicap,
            handicap_as_moves: false,
            players: ByColor {
                black: player(root, ["PB", "BR", "BT"]),
                white: player(root, ["PW", "WR", "WT"]),
            },
            // One publisher writes `TE`, `RD` and `KO` for what the format calls `EV`, `DT` and `KM`.
            event: root.line("EV").or_else(|| root.line("TE").filter(|te| te != "1" && te != "2")),
            round: root.line("RO"),
            date: root.line("DT").or_else(|| root.line("RD")),
            place: root.line("PC"),
            game_name: root.line("GN"),
            rules: root.line("RU"),
            main_ms: root.line("TM").and_then(|tm| time_ms(&tm)),
            overtime: root.line("OT").and_then(|ot| Overtime::parse(&ot)),
            result: root.line("RE").and_then(|re| RecordedResult::parse(&re)),
            steps: Vec::new(),
            territory: ByColor::default(),
            dead: Vec::new(),
            neutral: Vec::new(),
        };
        for node in tree.main_line() {
            record.read_node(node)?;
            if record.steps.len() > MAX_MOVES {
                return Err(RecordError::TooManyMoves);
            }
        }
        record.set_up_handicap();
        Ok(record)
    }

    /// The rules that the record names, if it does so without doubt; not that it was played so.
    #[must_use]
    pub fn preset(&self) -> Option<Preset> {
        self.rules.as_deref().and_then(Preset::from_sgf)
    }

    /// The plays and passes alone.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Option<Point>)> {
        self.steps.iter().filter_map(|step| match *step {
            Step::Play { color, point, .. } => Some((color, point)),
            Step::Set { .. } | Step::Turn { .. } => None,
        })
    }

    /// The stones that are set up before the first move, in the order of the file; a point that is
    /// set twice is what it was set to last.
    #[must_use]
    pub fn setup(&self) -> Vec<(Point, Color)> {
        let mut stones = Vec::<(Point, Color)>::new();
        for step in self.steps.iter().take_while(|step| !matches!(step, Step::Play { .. })) {
            if let Step::Set { point, stone, .. } = *step {
                stones.retain(|&(other, _)| other != point);
                stones.extend(stone.map(|color| (point, color)));
            }
        }
        stones
    }

    /// Set-up first and the moves after it, whatever their order in a node that has both.
    fn read_node(&mut self, node: Node<'_>) -> Result<(), RecordError> {
        let id = node.id();
        for property in node.properties() {
            let stone = match property.ident().as_ref() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            for value in property.values() {
                points(self.size, id, value, |point| self.steps.push(Step::Set { node: id, point, stone }))?;
                if self.steps.len() > MAX_MOVES {
                    return Err(RecordError::TooManyMoves);
                }
            }
        }
        let mut marks = ByColor::<Option<Vec<Point>>>::default();
        for property in node.properties() {
            match property.ident().as_ref() {
                "B" => self.read_moves(id, Color::Black, property.values())?,
                "W" => self.read_moves(id, Color::White, property.values())?,
                "PL" => self.steps.extend(
                    property.values().next().and_then(turn).map(|color| Step::Turn { node: id, color }),
                ),
                "TB" => read_marks(self.size, marks.black.get_or_insert_default(), property.values()),
                "TW" => read_marks(self.size, marks.white.get_or_insert_default(), property.values()),
                DEAD => {
                    self.dead.clear();
                    read_marks(self.size, &mut self.dead, property.values());
                }
                NEUTRAL => {
                    self.neutral.clear();
                    read_marks(self.size, &mut self.neutral, property.values());
                }
                _ => {}
            }
        }
        if marks.black.is_some() || marks.white.is_some() {
            self.territory = marks.map(Option::unwrap_or_default);
        }
        Ok(())
    }

    fn read_moves<'a>(
        &mut self,
        node: NodeId,
        color: Color,
        values: impl Iterator<Item = Value<'a>>,
    ) -> Result<(), RecordError> {
        for value in values {
            let point = play(self.size, value.raw())
                .ok_or_else(|| RecordError::Point { node, text: value.line() })?;
            self.steps.push(Step::Play { node, color, point });
            if self.steps.len() > MAX_MOVES {
                return Err(RecordError::TooManyMoves);
            }
        }
        Ok(())
    }

    /// Some servers write the stones of `HA[n]` as n moves by Black before White's first.
    fn set_up_handicap(&mut self) {
        let stones = usize::from(self.handicap);
        let blacks =
            self.moves().take_while(|&(color, point)| color == Color::Black && point.is_some()).count();
        let set_up = self.steps.iter().any(|step| matches!(step, Step::Set { .. }));
        if stones < 2 || blacks != stones || set_up {
            return;
        }
        self.handicap_as_moves = true;
        let mut left = stones;
        for step in &mut self.steps {
            if let (Step::Play { node, color, point: Some(point) }, 1..) = (*step, left) {
                *step = Step::Set { node, point, stone: Some(color) };
                left -= 1;
            }
        }
    }
}

/// Marks off the board are no reason to refuse a game.
fn read_marks<'a>(size: Size, marks: &mut Vec<Point>, values: impl Iterator<Item = Value<'a>>) {
    let mut marked = vec![false; usize::from(size.points())];
    for value in values {
        // A bad value leaves out itself only.
        let _ = points(size, NodeId::ROOT, value, |point| marked[point.index()] = true);
    }
    marks.extend(size.all().filter(|point| marked[point.index()]));
}

fn player(root: Node<'_>, [name, rank, team]: [&str; 3]) -> Player {
    Player { name: root.line(name), rank: root.line(rank), team: root.line(team) }
}

pub(super) fn size(root: Node<'_>) -> Result<Size, RecordError> {
    let Some(text) = root.line("SZ") else { return Ok(Size::STANDARD) };
    let (cols, rows) = text.split_once(':').unwrap_or((&text, &text));
    let side = |text: &str| text.trim().parse::<u8>().ok();
    let size = side(cols).zip(side(rows)).and_then(|(cols, rows)| Size::new(cols, rows).ok());
    size.ok_or(RecordError::Size(text))
}

/// A move's point, or `None` inside for a pass: nothing, `tt` where 19 lines do not reach it, and
/// what some programs write, the point just beyond the last line or the one just before the first.
pub(super) fn play(size: Size, raw: &str) -> Option<Option<Point>> {
    let text = raw.trim();
    if let Ok(point) = Point::from_sgf(size, text) {
        return Some(Some(point));
    }
    let beyond = [size.cols(), size.rows()].map(|n| char::from(b'a' + n));
    let is_pass = text.is_empty()
        || (text == "tt" && size.cols() <= 19 && size.rows() <= 19)
        || text == "``"
        || text.chars().eq(beyond);
    is_pass.then_some(None)
}

fn turn(value: Value<'_>) -> Option<Color> {
    match value.raw().trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    }
}

/// Every point of a list's value: one, or a rectangle given by any two opposite corners. `AB[]` is
/// written by programs that mean nothing by it.
fn points(
    size: Size,
    node: NodeId,
    value: Value<'_>,
    mut each: impl FnMut(Point),
) -> Result<(), RecordError> {
    let raw = value.raw().trim();
    if raw.is_empty() {
        return Ok(());
    }
    let (from, to) = raw.split_once(':').unwrap_or((raw, raw));
    let corner = |text: &str| Point::from_sgf(size, text.trim()).map(|point| size.xy(point));
    let (Ok(from), Ok(to)) = (corner(from), corner(to)) else {
        return Err(RecordError::Point { node, text: value.line() });
    };
    for y in from.1.min(to.1)..=from.1.max(to.1) {
        for x in from.0.min(to.0)..=from.0.max(to.0) {
            size.at(x, y).into_iter().for_each(&mut each);
        }
    }
    Ok(())
}

pub(super) fn komi(root: Node<'_>) -> Option<i16> {
    let is_fox = root.values("AP").any(|ap| ap.raw().contains("foxwq"));
    root.value("KM").or_else(|| root.value("KO")).and_then(|km| komi_quarters(&km.line(), is_fox))
}
