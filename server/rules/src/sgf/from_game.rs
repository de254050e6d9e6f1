//! The record of a game of ours, running or finished.
//!
//! Territory is marked when the stones were counted, so that any reader can count again.
//! Deliberately absent: chat, and the markings on the way to an agreement.

use super::record::{DEAD, NEUTRAL};
use super::tree::{GameTree, NodeId};
use super::value::Escaped;
use super::write::write;
use crate::{
    ByColor, ClockSetup, Color, Game, MoveRecord, Owner, Point, Setup, Size, Start, TimeLeft, mu_text,
};

/// What a record tells beside the game itself; empty entries are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// The players' names.
    pub names: ByColor<String>,
    /// The players' ranks as text.
    pub ranks: ByColor<String>,
    /// The days of play as FF[4] writes them, `2026-05-01`.
    pub date: String,
    /// The competition.
    pub event: String,
    /// The round.
    pub round: String,
    /// Where it was played: the server's name or address.
    pub place: String,
    /// The game's name.
    pub game_name: String,
}

/// The FF[4] record of a game, in UTF-8.
#[must_use]
pub fn from_game(game: &Game, info: &GameInfo) -> String {
    let mut tree = GameTree::new();
    root(&mut tree, game, info);
    let mut newest = NodeId::ROOT;
    for played in game.moves().iter().filter(|played| !played.placed) {
        newest = tree.add_node(newest);
        play(&mut tree, game, played);
    }
    if game.count().is_some() {
        territory(&mut tree, game);
    }
    write(&[tree])
}

fn root(tree: &mut GameTree, game: &Game, info: &GameInfo) {
    let setup = game.setup();
    let mut add = |ident: &str, text: &str| {
        if !text.is_empty() {
            tree.add_property(ident, [text]);
        }
    };
    add("GM", "1");
    add("FF", "4");
    add("CA", "UTF-8");
    let (cols, rows) = (setup.size.cols(), setup.size.rows());
    if cols == rows {
        add("SZ", &cols.to_string());
    }
    for (ident, text) in [
        ("GN", &info.game_name),
        ("EV", &info.event),
        ("RO", &info.round),
        ("DT", &info.date),
        ("PC", &info.place),
        ("PB", &info.names.black),
        ("BR", &info.ranks.black),
        ("PW", &info.names.white),
        ("WR", &info.ranks.white),
    ] {
        add(ident, text);
    }
    add("RU", &rules(setup));
    add("KM", &mu_text(i32::from(setup.rules.komi_quarters)));
    let (main, overtime) = time_controls(setup);
    add("TM", &main);
    add("OT", &overtime);
    add("RE", &game.outcome().map(|outcome| outcome.to_sgf()).unwrap_or_default());
    if cols != rows {
        tree.add_property("SZ", [Escaped::pair(&cols.to_string(), &rows.to_string())]);
    }
    tree.add_property("AP", [Escaped::pair("Tianyuan", env!("CARGO_PKG_VERSION"))]);
    stones(tree, game);
}

/// The name of the rules; it says so when the players changed them. Komi has its own property.
fn rules(setup: &Setup) -> String {
    let name = setup.preset.to_sgf();
    if setup.is_standard_but_komi() { name.to_owned() } else { format!("{name} (modified)") }
}

/// The handicap and the stones that lay on the board before the first move.
fn stones(tree: &mut GameTree, game: &Game) {
    let setup = game.setup();
    if setup.handicap >= 2 {
        tree.add_property("HA", [setup.handicap.to_string()]);
    }
    let board = game.position().board_after(0);
    for (ident, color) in [("AB", Color::Black), ("AW", Color::White)] {
        list(tree, ident, setup.size, setup.size.all().filter(|&point| board.get(point) == Some(color)));
    }
    if setup.first_mover() == Color::White {
        tree.add_property("PL", ["W"]);
    } else if setup.rules.start == Start::CornerStones {
        tree.add_property("PL", ["B"]);
    }
}

fn play(tree: &mut GameTree, game: &Game, played: &MoveRecord) {
    let setup = game.setup();
    let (ident, left, periods) = match played.color {
        Color::Black => ("B", "BL", "OB"),
        Color::White => ("W", "WL", "OW"),
    };
    tree.add_property(ident, [played.point.map_or_else(String::new, |point| point.to_sgf(setup.size))]);
    let TimeLeft { main_ms, periods: periods_left, stint_ms, moves } = played.left;
    match setup.clock_of(played.color) {
        // In overtime the format tells the time left in the period, which a move makes whole again.
        ClockSetup::Byoyomi { period_ms, .. } if main_ms == 0 => {
            tree.add_property(left, [seconds(period_ms)]);
            tree.add_property(periods, [periods_left.to_string()]);
        }
        ClockSetup::Canadian { .. } if main_ms == 0 => {
            tree.add_property(left, [seconds(stint_ms)]);
            tree.add_property(periods, [moves.to_string()]);
        }
        ClockSetup::Absolute { .. }
        | ClockSetup::Byoyomi { .. }
        | ClockSetup::Fischer { .. }
        | ClockSetup::Canadian { .. } => tree.add_property(left, [seconds(main_ms)]),
        // Every move begins with the same time, or with none.
        ClockSetup::Simple { .. } | ClockSetup::Correspondence { .. } | ClockSetup::Unlimited => {}
    }
}

/// Marks each side's points that its own living stones do not lie on: dead stones are then those
/// that lie on a mark of the other side.
fn territory(tree: &mut GameTree, game: &Game) {
    let (board, owners) = (game.board(), game.owners());
    for (ident, color) in [("TB", Color::Black), ("TW", Color::White)] {
        let own =
            |point: Point| owners[point.index()] == Owner::from(color) && board.get(point) != Some(color);
        list(tree, ident, board.size(), board.size().all().filter(|&point| own(point)));
    }
    let nobodys = game.dead().iter().copied().filter(|point| owners[point.index()] == Owner::Shared);
    list(tree, DEAD, board.size(), nobodys);
    list(tree, NEUTRAL, board.size(), game.marking().neutral.iter().copied());
}

fn list(tree: &mut GameTree, ident: &str, size: Size, points: impl Iterator<Item = Point>) {
    let points: Vec<_> = points.map(|point| point.to_sgf(size)).collect();
    if !points.is_empty() {
        tree.add_property(ident, points);
    }
}

/// `TM` and `OT`. The format has them once for both sides; when those differ, a text says so.
fn time_controls(setup: &Setup) -> (String, String) {
    let [black, white] = Color::BOTH.map(|color| setup.clock_of(color));
    if black == white {
        return time_control(black);
    }
    let text = |clock| match time_control(clock) {
        (main, overtime) if main.is_empty() => overtime,
        (main, overtime) if overtime.is_empty() => main,
        (main, overtime) => format!("{main} + {overtime}"),
    };
    (String::new(), format!("Black {}, White {}", text(black), text(white)))
}

/// Main time and overtime in the forms that programs agree on, which have no words for a cap, for
/// what is carried over, and for a last period that passes.
fn time_control(clock: ClockSetup) -> (String, String) {
    let (main_ms, overtime) = match clock {
        ClockSetup::Absolute { main_ms } => (main_ms, String::new()),
        ClockSetup::Byoyomi { main_ms, periods, period_ms, last_passes: _ } => {
            (main_ms, format!("{periods}x{} byo-yomi", seconds(period_ms)))
        }
        ClockSetup::Fischer { main_ms, increment_ms, cap_ms: _ } => {
            (main_ms, format!("{} fischer", seconds(increment_ms)))
        }
        ClockSetup::Canadian { main_ms, moves, stint_ms, carry_over: _ } => {
            (main_ms, format!("{moves}/{} Canadian", seconds(stint_ms)))
        }
        ClockSetup::Simple { move_ms } | ClockSetup::Correspondence { move_ms, .. } => {
            (0, format!("{} simple", seconds(move_ms)))
        }
        ClockSetup::Unlimited => return (String::new(), "no time limit".to_owned()),
    };
    (seconds(main_ms), overtime)
}

/// Seconds with as many decimals as it takes.
fn seconds(ms: u64) -> String {
    let text = format!("{}.{:03}", ms / 1000, ms % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
