//! From what a room shows to frames. Each event becomes bytes once.

use protocol::{self as wire, Code, Event, RoomEvent, ServerMessage, encode};
use rules::{ByColor, Color, Game, GameEvent, RoomMs};
use uuid::Uuid;

use super::clocks::{clock, due};
use super::game::{
    Shown, account, agreement, counted, handicap_stones, offer, people, points, result, settings, snapshot,
};
use super::procedure::procedure;
use super::table::{moment, standing};
use crate::ids::GameId;
use crate::room::{Encode, Entry, Frame, Moment, Presence, Sitting, View};

/// The encoder of protocol version 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Encoder;

impl Encode for Encoder {
    fn event(&self, after: View<'_>, entry: Entry<'_>) -> Frame {
        let event = event(&after, entry.event);
        // Kept as long as the room's history: without the spare room in which it was written.
        encode(&RoomEvent { seq: entry.seq, at_ms: entry.at.0, event }).into_boxed_str().into()
    }

    fn broadcast(&self, room: GameId, event: &Frame) -> Frame {
        // The element is an object: its fields go on after the message's own.
        let fields = event.strip_prefix('{').unwrap_or_default();
        format!(r#"{{"type":"event","room":"{room}",{fields}"#).into()
    }

    fn snapshot(&self, request: Uuid, sitting: Sitting, view: View<'_>, now: Moment) -> Frame {
        let removed = if sitting.staff { people(view.game.removed()) } else { Vec::new() };
        encode(&ServerMessage::Snapshot {
            id: request,
            room: view.id.0,
            seat: sitting.seat.map(Shown::shown),
            held: sitting.held,
            room_ms: now.room.0,
            served_ms: now.served_ms,
            late: now.late,
            game: Box::new(wire::Snapshot { removed, ..snapshot(&view) }),
        })
        .into()
    }

    fn resumed(&self, request: Uuid, sitting: Sitting, room: GameId, events: &[Frame], now: Moment) -> Frame {
        let head = encode(&ServerMessage::Resumed {
            id: request,
            room: room.0,
            seat: sitting.seat.map(Shown::shown),
            held: sitting.held,
            room_ms: now.room.0,
            served_ms: now.served_ms,
            late: now.late,
            events: Vec::new(),
        });
        // The events are bytes already; they take the place of the empty list at the end.
        let head = head.strip_suffix("]}").unwrap_or(&head);
        let events: Vec<&str> = events.iter().map(|event| &**event).collect();
        format!("{head}{}]}}", events.join(",")).into()
    }

    fn seat(&self, room: GameId, held: bool) -> Frame {
        encode(&ServerMessage::Seat { room: room.0, held }).into()
    }

    fn removed(&self, request: Option<Uuid>, room: GameId) -> Frame {
        let code = Code::Removed;
        match request {
            Some(_) => {
                let message = code.meaning().to_owned();
                encode(&ServerMessage::Refused { id: request, code, message, repeats: None }).into()
            }
            None => encode(&ServerMessage::Removed { room: room.0 }).into(),
        }
    }

    fn busy(&self, request: Uuid) -> Frame {
        let (code, message) = (Code::Busy, Code::Busy.meaning().to_owned());
        encode(&ServerMessage::Refused { id: Some(request), code, message, repeats: None }).into()
    }

    fn presence(&self, room: GameId, presence: Presence, claimable: ByColor<Option<RoomMs>>) -> Frame {
        encode(&ServerMessage::Presence {
            room: room.0,
            black: presence.seats.black,
            white: presence.seats.white,
            watchers: presence.watchers,
            black_claim_ms: claimable.black.map(moment),
            white_claim_ms: claimable.white.map(moment),
        })
        .into()
    }
}

/// An event with what has changed by it.
#[expect(clippy::wildcard_enum_match_arm, reason = "`procedure` names every kind")]
fn event(after: &View<'_>, event: &GameEvent) -> Event {
    let game = after.game;
    let size = game.setup().size;
    let clock = clock(game);
    match event {
        GameEvent::Opened { setup } => Event::Opened {
            black: account(&after.players.black),
            white: account(&after.players.white),
            settings: settings(setup),
            handicap_stones: handicap_stones(game),
            to_move: to_move(game),
            clock,
        },
        GameEvent::HandicapPlaced { point } => Event::HandicapPlaced {
            point: point.to_sgf(size),
            ply: game.ply(),
            to_move: to_move(game),
            clock,
        },
        GameEvent::Played { point, captures, credit_ms, .. } => Event::Played {
            color: mover(game),
            point: point.to_sgf(size),
            captures: points(size, captures),
            own_removed: points(size, &game.own_removed()),
            prisoners: game.prisoners().shown(),
            ply: game.ply(),
            credit_ms: *credit_ms,
            clock,
        },
        GameEvent::Passed { credit_ms, .. } => {
            Event::Passed { color: mover(game), ply: game.ply(), credit_ms: *credit_ms, clock }
        }
        GameEvent::Read { color, second, count, periods } => {
            Event::Read { color: color.shown(), second: *second, count: *count, periods: *periods }
        }
        GameEvent::Lapsed { due } => Event::Lapsed { color: lapsed(game), due_ms: due.0, clock },
        GameEvent::SetAside { by, points: region, neutral, .. } => Event::SetAside {
            by: by.shown(),
            points: points(size, region),
            neutral: *neutral,
            agreement: discussed(game),
        },
        GameEvent::RepetitionOffered { .. } => Event::RepetitionOffered { offer: offered(game), clock },
        GameEvent::RepetitionAccepted { by } => Event::RepetitionAccepted { by: by.shown() },
        GameEvent::RepetitionDeclined { by } => {
            Event::RepetitionDeclined { by: by.map(Shown::shown), to_move: to_move(game), clock }
        }
        GameEvent::Accepted { by, revision } => Event::Accepted { by: by.shown(), revision: *revision },
        GameEvent::AskedAgain { due } => Event::AskedAgain { due_ms: due.0 },
        GameEvent::PlayResumed { by, to_move } => {
            Event::PlayResumed { by: by.map(Shown::shown), to_move: to_move.shown(), clock }
        }
        GameEvent::Restored { uncharged_ms, .. } => {
            Event::Restored { uncharged_ms: *uncharged_ms, due_ms: due(game), clock }
        }
        GameEvent::Ended { outcome, .. } => {
            Event::Ended { result: result(*outcome, game.setup().unit()), counted: counted(game), clock }
        }
        GameEvent::AgreementOpened { .. } => Event::AgreementOpened { agreement: discussed(game), clock },
        GameEvent::Marked { by, stones, dead, .. } => Event::Marked {
            by: by.shown(),
            stones: points(size, stones),
            dead: *dead,
            agreement: discussed(game),
        },
        GameEvent::ColorsSwapped => swapped(after),
        _ => procedure(game, event).expect("what is not of play is around it"),
    }
}

/// The players have changed sides.
fn swapped(after: &View<'_>) -> Event {
    let [black, white] = [&after.players.black, &after.players.white].map(account);
    Event::ColorsSwapped { black, white, standing: standing(after.game) }
}

/// Who made the latest move.
fn mover(game: &Game) -> protocol::Color {
    game.last_move().map_or(Color::Black, |record| record.color).shown()
}

/// Whose last period is used up.
fn lapsed(game: &Game) -> protocol::Color {
    game.lapse().map_or(Color::Black, |(color, _)| color).shown()
}

fn to_move(game: &Game) -> protocol::Color {
    game.to_move().unwrap_or(Color::Black).shown()
}

fn offered(game: &Game) -> protocol::RepetitionOffer {
    offer(game).expect("the event has just made the offer")
}

fn discussed(game: &Game) -> protocol::Agreement {
    agreement(game).expect("the event has just opened or changed the agreement")
}
