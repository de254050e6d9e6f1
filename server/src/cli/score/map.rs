//! The area map in a terminal: living stones, dead ones, whose each empty point is.
//!
//! Deliberately absent: the count, which is text.

use std::io::{self, IsTerminal as _, Write};

use clap::ValueEnum;
use rules::{Color, Owner, Point};

use super::Counted;

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Style {
    /// Colour at a terminal (unless NO_COLOR is set: then unicode), else ascii
    Auto,
    /// Letters and signs that every terminal and file has
    Ascii,
    /// Stones and marks
    Unicode,
    /// Stones, marks, and the ground in the colour of its owner
    Color,
}

/// What is drawn on a point.
#[derive(Clone, Copy)]
enum Cell {
    Stone(Color),
    /// A dead stone, by its own colour.
    Dead(Color),
    Empty(Owner),
}

impl Style {
    fn resolved(self) -> Self {
        match self {
            Self::Auto if !io::stdout().is_terminal() => Self::Ascii,
            Self::Auto if std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty()) => Self::Unicode,
            Self::Auto => Self::Color,
            Self::Ascii | Self::Unicode | Self::Color => self,
        }
    }

    fn sign(self, cell: Cell) -> char {
        let ascii = match cell {
            Cell::Stone(Color::Black) => 'X',
            Cell::Stone(Color::White) => 'O',
            Cell::Dead(Color::Black) => 'x',
            Cell::Dead(Color::White) => 'o',
            Cell::Empty(Owner::Black) => '+',
            Cell::Empty(Owner::White) => '-',
            Cell::Empty(Owner::Shared) => '.',
        };
        match (self, cell) {
            (Self::Ascii | Self::Auto, _) => ascii,
            (_, Cell::Stone(Color::Black)) => '●',
            (_, Cell::Stone(Color::White)) => '○',
            (_, Cell::Dead(Color::Black)) => '▲',
            (_, Cell::Dead(Color::White)) => '△',
            (_, Cell::Empty(Owner::Black)) => '▪',
            (_, Cell::Empty(Owner::White)) => '▫',
            (_, Cell::Empty(Owner::Shared)) => '·',
        }
    }
}

/// Draws the board with its coordinates and a line that says what the signs mean.
pub(super) fn draw(out: &mut impl Write, counted: &Counted, style: Style) -> io::Result<()> {
    let style = style.resolved();
    let board = &counted.check.board;
    let size = board.size();
    let columns: String = size
        .all()
        .take(usize::from(size.cols()))
        .map(|point| format!(" {}", point.to_label(size).chars().next().unwrap_or(' ')))
        .collect();
    writeln!(out, "   {columns}")?;
    for y in 0..size.rows() {
        let row = size.rows() - y;
        write!(out, "{row:>3}")?;
        for point in (0..size.cols()).filter_map(|x| size.at(x, y)) {
            let sign = style.sign(cell(counted, point));
            match (style, counted.owners[point.index()]) {
                (Style::Color, Owner::Black) => write!(out, "\x1b[97;48;5;238m {sign}\x1b[0m")?,
                (Style::Color, Owner::White) => write!(out, "\x1b[30;48;5;253m {sign}\x1b[0m")?,
                (Style::Color, Owner::Shared) => write!(out, "\x1b[30;48;5;180m {sign}\x1b[0m")?,
                (Style::Auto | Style::Ascii | Style::Unicode, _) => write!(out, " {sign}")?,
            }
        }
        writeln!(out, " {row}")?;
    }
    writeln!(out, "   {columns}")?;
    let [black, white] = Color::BOTH;
    let sign = |cell| style.sign(cell);
    writeln!(
        out,
        "    {} {} black, white   {} {} dead   {} black's   {} white's   {} {}\n",
        sign(Cell::Stone(black)),
        sign(Cell::Stone(white)),
        sign(Cell::Dead(black)),
        sign(Cell::Dead(white)),
        sign(Cell::Empty(Owner::Black)),
        sign(Cell::Empty(Owner::White)),
        sign(Cell::Empty(Owner::Shared)),
        if counted.count.territory.is_some() { "nobody's" } else { "shared" },
    )
}

fn cell(counted: &Counted, point: Point) -> Cell {
    match counted.check.board.get(point) {
        Some(color) if counted.marking.is_dead(point) => Cell::Dead(color),
        Some(color) => Cell::Stone(color),
        None => Cell::Empty(counted.owners[point.index()]),
    }
}
