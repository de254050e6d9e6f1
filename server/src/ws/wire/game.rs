//! The game as the wire shows it.

use protocol as wire;
use rules::{ByColor, Color, Count, Game, MarginUnit, Outcome, Owner, Point, Size, Winner, handicap};
use uuid::Uuid;

use super::clocks::clock;
use super::table::{moment, standing};
use crate::ids::AccountId;
use crate::room::View;

/// A domain value and its form on the wire.
pub trait Shown {
    /// The form on the wire.
    type Wire;
    /// Shows it.
    fn shown(self) -> Self::Wire;
}

impl Shown for Color {
    type Wire = wire::Color;
    fn shown(self) -> wire::Color {
        match self {
            Self::Black => wire::Color::Black,
            Self::White => wire::Color::White,
        }
    }
}

impl Shown for Winner {
    type Wire = wire::Winner;
    fn shown(self) -> wire::Winner {
        match self {
            Self::Black => wire::Winner::Black,
            Self::White => wire::Winner::White,
            Self::Draw => wire::Winner::Draw,
            Self::Nobody => wire::Winner::Nobody,
            Self::BothLose => wire::Winner::BothLose,
        }
    }
}

impl Shown for ByColor<u32> {
    type Wire = wire::Pair;
    fn shown(self) -> wire::Pair {
        wire::Pair { black: self.black, white: self.white }
    }
}

impl Shown for Count {
    type Wire = wire::Count;
    fn shown(self) -> wire::Count {
        wire::Count {
            black_points: self.black_points,
            white_points: self.white_points,
            shared_points: self.shared_points,
            black_quarters: self.black_quarters().unsigned_abs(),
            white_quarters: self.white_quarters().unsigned_abs(),
            board_quarters: self.board_quarters(),
            komi_quarters: self.komi_quarters,
            back_quarters: self.back_quarters,
            territory: self.territory.map(|parts| wire::TerritoryCount {
                territory: parts.territory.map(u32::from).shown(),
                prisoners: parts.prisoners.shown(),
                dead: parts.dead.map(u32::from).shown(),
            }),
            groups: self.groups.map(|groups| groups.map(u32::from).shown()),
            first_pass_quarters: self.first_pass_quarters,
            warning_quarters_black: self.warning_quarters.black,
            warning_quarters_white: self.warning_quarters.white,
            pass_stones: self.pass_stones.map(Shown::shown),
            margin_quarters: self.margin_quarters,
        }
    }
}

/// A side of the wire as the rules know it.
#[must_use]
pub const fn color(color: wire::Color) -> Color {
    match color {
        wire::Color::Black => Color::Black,
        wire::Color::White => Color::White,
    }
}

/// Somebody, by id and name.
#[must_use]
pub fn account((id, name): &(AccountId, String)) -> wire::PlayerRef {
    wire::PlayerRef { id: id.0, name: name.clone() }
}

/// Several people whom a journal names.
pub(super) fn people(people: &[rules::Person]) -> Vec<wire::PlayerRef> {
    people.iter().map(|who| person(&who.account, &who.name)).collect()
}

/// Somebody as a journal names them; an id that is none is that of nobody.
pub(super) fn person(id: &str, name: &str) -> wire::PlayerRef {
    wire::PlayerRef { id: Uuid::try_parse(id).unwrap_or_default(), name: name.to_owned() }
}

/// What was agreed before the first move.
#[must_use]
pub fn settings(setup: &rules::Setup) -> wire::Settings {
    wire::Settings {
        size: setup.size.cols(),
        rules: setup.preset.name().to_owned(),
        axes: setup.rules.shown(),
        standard: setup.is_standard(),
        komi_quarters: setup.rules.komi_quarters,
        handicap: setup.handicap,
        placement: match setup.placement {
            rules::Placement::Fixed => wire::Placement::Fixed,
            rules::Placement::Free => wire::Placement::Free,
        },
        clock: setup.clock.shown(),
        white_clock: setup.white_clock.map(Shown::shown),
        start_stones: start_stones(setup),
        nigiri: setup.nigiri.as_ref().map(|drawn| wire::Nigiri {
            hash: drawn.hash.clone(),
            number: drawn.number,
            nonce: drawn.nonce.clone(),
            guess_odd: drawn.guess_odd,
        }),
        pauses: setup.pauses.shown(),
        appointment: setup.appointment.map(|appointment| wire::Appointment {
            start_ms: moment(appointment.start),
            venue: appointment.venue.shown(),
        }),
        delay: setup.delay.map(Shown::shown),
    }
}

/// 座子, where the rules have them.
fn start_stones(setup: &rules::Setup) -> Option<wire::StartStones> {
    let stones = match setup.rules.start {
        rules::Start::Empty => return None,
        rules::Start::CornerStones => handicap::corner_stones(setup.size)?,
    };
    let of = |color| {
        let own: Vec<Point> = stones.iter().filter(|(_, by)| *by == color).map(|(point, _)| *point).collect();
        points(setup.size, &own)
    };
    Some(wire::StartStones { black: of(Color::Black), white: of(Color::White) })
}

/// A result in all its forms, its margin told in the unit of the rules.
#[must_use]
pub fn result(outcome: Outcome, unit: MarginUnit) -> wire::GameResult {
    let (how, margin_quarters, repetition) = match outcome {
        Outcome::Counting { margin_quarters, .. } => (wire::How::Counting, Some(margin_quarters), None),
        Outcome::Resignation { .. } => (wire::How::Resignation, None, None),
        Outcome::Time { .. } => (wire::How::Time, None, None),
        Outcome::Repetition { verdict } => (wire::How::Repetition, None, Some(verdict.shown())),
        Outcome::Agreed => (wire::How::Agreement, None, None),
        Outcome::Forfeit { .. } | Outcome::BothLose => (wire::How::Forfeit, None, None),
        Outcome::Ruled { .. } => (wire::How::Ruling, None, None),
        Outcome::Aborted => (wire::How::Aborted, None, None),
    };
    wire::GameResult {
        winner: outcome.winner().shown(),
        how,
        margin_quarters,
        repetition,
        sgf: outcome.to_sgf(),
        chinese: outcome.to_chinese(unit),
    }
}

pub(super) fn points(size: Size, points: &[Point]) -> Vec<String> {
    points.iter().map(|point| point.to_sgf(size)).collect()
}

/// The marking under discussion.
pub(super) fn agreement(game: &Game) -> Option<wire::Agreement> {
    let agreement = game.agreement()?;
    let marking =
        Marking { revision: agreement.revision, accepted: agreement.accepted, due_ms: agreement.due.0 };
    Some(marked(game, marking, game.marking_count()?))
}

/// What a repetition offers.
pub(super) fn offer(game: &Game) -> Option<wire::RepetitionOffer> {
    game.offer().map(|offer| wire::RepetitionOffer {
        verdict: offer.verdict.shown(),
        first: offer.first,
        due_ms: offer.due.0,
        black_accepted: offer.accepted.black,
        white_accepted: offer.accepted.white,
    })
}

/// The marking that was counted in the end; both sides have accepted it, or its limit has passed.
pub(super) fn counted(game: &Game) -> Option<wire::Agreement> {
    let marking = Marking { revision: 0, accepted: ByColor { black: true, white: true }, due_ms: 0 };
    Some(marked(game, marking, game.count()?))
}

struct Marking {
    revision: u32,
    accepted: ByColor<bool>,
    due_ms: u64,
}

fn marked(game: &Game, marking: Marking, count: Count) -> wire::Agreement {
    wire::Agreement {
        revision: marking.revision,
        dead: points(game.setup().size, game.dead()),
        neutral: points(game.setup().size, &game.marking().neutral),
        black_accepted: marking.accepted.black,
        white_accepted: marking.accepted.white,
        due_ms: marking.due_ms,
        area: game
            .owners()
            .iter()
            .map(|owner| match owner {
                Owner::Black => 'B',
                Owner::White => 'W',
                Owner::Shared => '-',
            })
            .collect(),
        count: count.shown(),
    }
}

/// Handicap stones on the board before the first move: the fixed ones, or those placed so far.
pub(super) fn handicap_stones(game: &Game) -> Vec<String> {
    let setup = game.setup();
    let stones: Vec<Point> = match setup.placement {
        rules::Placement::Fixed => rules::handicap::points(setup.size, setup.handicap).unwrap_or_default(),
        rules::Placement::Free => {
            game.moves().iter().filter(|record| record.placed).filter_map(|record| record.point).collect()
        }
    };
    points(setup.size, &stones)
}

/// A point in SGF letters, or `pass`.
#[must_use]
pub fn point_text(size: Size, point: Option<Point>) -> String {
    point.map_or_else(|| "pass".to_owned(), |point| point.to_sgf(size))
}

/// The last move on the board.
pub(super) fn last(game: &Game) -> Option<wire::LastMove> {
    let record = game.last_move().filter(|record| !record.placed)?;
    Some(wire::LastMove { color: record.color.shown(), point: point_text(game.setup().size, record.point) })
}

/// The board, rows from the top.
pub(super) fn rows(game: &Game) -> Vec<String> {
    game.board().to_string().lines().map(str::to_owned).collect()
}

/// Everything about a game.
#[must_use]
pub fn snapshot(view: &View<'_>) -> wire::Snapshot {
    let game = view.game;
    let size = game.setup().size;
    let moves = game.moves().iter().filter(|record| !record.placed);
    wire::Snapshot {
        seq: view.seq,
        black: account(&view.players.black),
        white: account(&view.players.white),
        settings: settings(game.setup()),
        phase: game.phase().shown(),
        rows: rows(game),
        handicap_stones: handicap_stones(game),
        moves: moves
            .map(|record| wire::Move {
                color: record.color.shown(),
                point: point_text(size, record.point),
                at_ms: record.at.0,
                credit_ms: record.credit_ms,
                lost: record.lost,
            })
            .collect(),
        ply: game.ply(),
        to_move: game.to_move().map(Shown::shown),
        last: last(game),
        prisoners: game.prisoners().shown(),
        clock: clock(game),
        agreement: agreement(game),
        lapse_due_ms: game.lapse().map(|(_, due)| due.0),
        offer: offer(game),
        standing: standing(game),
        muted: people(game.muted()),
        removed: Vec::new(),
        result: game.outcome().map(|outcome| result(outcome, game.setup().unit())),
        counted: counted(game),
        officers: game.officers().to_vec(),
    }
}
