// A room as the page sees it: a pure reducer over snapshots and events, without sockets or time.
// It knows no rules: every event says what changed. A gap in `seq` is never patched, only reported.

import { firstRows, other, stoneOf, withCells } from "../game/position";
import type { Color, Event, Move, RoomEvent, Snapshot } from "../wire";
import type { Anchor } from "./clock-sync";

/** Everything shown of a room. */
export type RoomView = {
  /** The game after the event `game.seq`. */
  game: Snapshot;
  /** The side that this client plays. */
  seat: Color | null;
  /** Room time; absent for a game read from the archive. */
  anchor: Anchor | null;
  /** The last event that was not part of a snapshot, for announcements and sounds. */
  latest: RoomEvent | null;
  /** The latest reading of the clock in the turn under way. */
  reading: Reading | null;
};

/** One reading of a clock (读秒报时). */
export type Reading = Extract<Event, { kind: "read" }>;

/** The result of applying events: a new view, or the news that something is missing. */
export type Applied = { view: RoomView; gap: boolean };

/** A view out of a snapshot. */
export function fromSnapshot(game: Snapshot, seat: Color | null, anchor: Anchor | null): RoomView {
  return { game, seat, anchor, latest: null, reading: null };
}

/** Applies one event. Old ones are ignored, a later one than the next is a gap. */
export function applyEvent(view: RoomView, e: RoomEvent): Applied {
  if (e.seq <= view.game.seq) return { view, gap: false };
  if (e.seq !== view.game.seq + 1) return { view, gap: true };
  const game = { ...view.game, ...change(view.game, e.event, e.at_ms), seq: e.seq };
  return { view: { ...view, game, latest: e, reading: readingAfter(view.reading, e.event) }, gap: false };
}

/** What was read stands beside the clock until the turn is over; after a flag, with which the game ends, for good. */
function readingAfter(now: Reading | null, e: Event): Reading | null {
  if (e.kind === "read") return e;
  const stands = e.kind === "restored" || e.kind === "lapsed" || (e.kind === "ended" && e.result.how === "time");
  return stands ? now : null;
}

/** Applies several events in order, up to the first gap. */
export function applyEvents(view: RoomView, events: readonly RoomEvent[]): Applied {
  let now: Applied = { view, gap: false };
  for (const e of events) {
    now = applyEvent(now.view, e);
    if (now.gap) break;
  }
  return now;
}

function moved(game: Snapshot, color: Color, point: string, at_ms: number, credit_ms: number | undefined): Partial<Snapshot> {
  const move: Move = { color, point, at_ms, ...(credit_ms === undefined ? {} : { credit_ms }) };
  return { moves: [...game.moves, move], last: { color, point }, to_move: other(color) };
}

/** What an event changes. */
function change(game: Snapshot, e: Event, at_ms: number): Partial<Snapshot> {
  switch (e.kind) {
    case "opened":
      return opened(e);
    case "handicap_placed":
      return {
        rows: withCells(game.rows, [e.point], "X"),
        handicap_stones: [...game.handicap_stones, e.point],
        phase: e.to_move === "black" ? "placing" : "play",
        to_move: e.to_move,
        ply: e.ply,
        clock: e.clock,
      };
    case "played": {
      const rows = withCells(withCells(withCells(game.rows, e.captures, "."), [e.point], stoneOf(e.color)), e.own_removed ?? [], ".");
      return { ...moved(game, e.color, e.point, at_ms, e.credit_ms), rows, prisoners: e.prisoners, ply: e.ply, clock: e.clock };
    }
    case "passed":
      return { ...moved(game, e.color, "pass", at_ms, e.credit_ms), phase: "play", ply: e.ply, clock: e.clock };
    case "read":
      return {};
    case "lapsed":
      return { phase: "lapsed", to_move: null, lapse_due_ms: e.due_ms, clock: e.clock };
    case "agreement_opened":
      return { phase: "agreement", to_move: null, agreement: e.agreement, clock: e.clock };
    case "marked":
      return { agreement: e.agreement };
    case "accepted":
      return accepted(game, e.by, e.revision);
    case "set_aside":
      return { agreement: e.agreement };
    case "repetition_offered":
      return { phase: "repetition", to_move: null, offer: e.offer, clock: e.clock };
    case "repetition_accepted":
      return answered(game, e.by);
    case "repetition_declined":
      return { phase: "play", offer: null, to_move: e.to_move, clock: e.clock };
    case "asked_again":
      return game.agreement ? { agreement: { ...game.agreement, due_ms: e.due_ms } } : {};
    case "play_resumed":
      return { phase: "play", agreement: null, to_move: e.to_move, clock: e.clock };
    case "restored":
      return { clock: e.clock };
    case "vacation_began":
    case "vacation_ended":
      return { ...dueAt(game, e.due_ms), clock: e.clock };
    case "ended":
      return { phase: "over", to_move: null, agreement: null, offer: null, result: e.result, counted: e.counted, clock: e.clock };
    default:
      return later(e);
  }
}

/** Kinds of events that came after this client was built change nothing that it shows. */
function later(_: never): Partial<Snapshot> {
  return {};
}

/** What is open is due at another time. */
function dueAt({ agreement, offer }: Snapshot, due_ms: number | null): Partial<Snapshot> {
  if (due_ms === null) return {};
  return { agreement: agreement && { ...agreement, due_ms }, offer: offer && { ...offer, due_ms } };
}

function accepted(game: Snapshot, by: Color, revision: number): Partial<Snapshot> {
  const a = game.agreement;
  if (!a || a.revision !== revision) return {};
  return { agreement: by === "black" ? { ...a, black_accepted: true } : { ...a, white_accepted: true } };
}

function answered(game: Snapshot, by: Color): Partial<Snapshot> {
  const o = game.offer;
  if (!o) return {};
  return { offer: by === "black" ? { ...o, black_accepted: true } : { ...o, white_accepted: true } };
}

function opened(e: Event & { kind: "opened" }): Partial<Snapshot> {
  const placing = e.settings.placement === "free" && e.handicap_stones.length < e.settings.handicap;
  return {
    black: e.black,
    white: e.white,
    settings: e.settings,
    handicap_stones: e.handicap_stones,
    rows: firstRows(e.settings, e.handicap_stones),
    phase: placing ? "placing" : "play",
    moves: [],
    ply: 0,
    last: null,
    to_move: e.to_move,
    prisoners: { black: 0, white: 0 },
    clock: e.clock,
  };
}
