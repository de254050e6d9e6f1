// A room as the page sees it: a pure reducer over snapshots and events, without sockets or time.
// It knows no rules: every event says what changed. A gap in `seq` is never patched, only reported.

import { firstRows, other, stoneOf, withCells } from "../game/position";
import type { Color, Event, Move, Phase, RoomEvent, Snapshot, Standing } from "../wire";
import type { Anchor } from "./clock-sync";
import { addNews, type NewsItem } from "./news-items";
import { dueAt, procedure, stands, standsAfter } from "./procedure";

/** Everything shown of a room. */
export type RoomView = {
  /** The game after the event `game.seq`. */
  game: Snapshot;
  /** The side that this client plays. */
  seat: Color | null;
  /** Room time; absent for a game read from the archive. */
  anchor: Anchor | null;
  /** Whether this is the game as its audience sees it, behind by the settings' delay. */
  late: boolean;
  /** The last event that was not part of a snapshot, for announcements and sounds. */
  latest: RoomEvent | null;
  /** The latest reading of each side's clock in the turn under way; before a scheduled game has begun both may be read. */
  readings: Readings;
  /** What happened around the moves while this page watched, the oldest first. */
  news: readonly NewsItem[];
};

/** One reading of a clock (读秒报时). */
export type Reading = Extract<Event, { kind: "read" }>;

/** What was read of each side's clock. */
export type Readings = Record<Color, Reading | null>;

const UNREAD: Readings = { black: null, white: null };

/** The result of applying events: a new view, or the news that something is missing. */
export type Applied = { view: RoomView; gap: boolean };

/** A view out of a snapshot. */
export function fromSnapshot(game: Snapshot, seat: Color | null, anchor: Anchor | null, late = false): RoomView {
  return { game, seat, anchor, late, latest: null, readings: UNREAD, news: [] };
}

/** Applies one event. Old ones are ignored, a later one than the next is a gap. */
export function applyEvent(view: RoomView, e: RoomEvent): Applied {
  if (e.seq <= view.game.seq) return { view, gap: false };
  if (e.seq !== view.game.seq + 1) return { view, gap: true };
  const game = { ...view.game, ...change(view.game, e.event, e.at_ms), seq: e.seq };
  const news = addNews(view.news, view.game, e);
  const anchor = view.anchor?.stands ? { ...view.anchor, room_ms: e.at_ms } : view.anchor;
  // Who changes sides with the other sits on the other side.
  const seat = e.event.kind === "colors_swapped" && view.seat ? other(view.seat) : view.seat;
  return { view: { ...view, game, seat, anchor, latest: e, readings: readingsAfter(view.readings, e.event), news }, gap: false };
}

/** What happens while a turn goes on: what was read of it still stands. */
const WITHIN_A_TURN: readonly Event["kind"][] = [
  "officer_seated", "removed", "readmitted", "colors_swapped", "referee_called", "call_closed",
  "restored", "missed", "lapsed", "requested", "request_closed", "paused", "continued", "adjourning", "ruled", "warned", "warning_withdrawn",
  "muted", "unmuted",
];

/** What was read stands beside the clock until the turn is over; after a flag, with which the game ends, for good. */
function readingsAfter(now: Readings, e: Event): Readings {
  if (e.kind === "read") return { ...now, [e.color]: e };
  return WITHIN_A_TURN.includes(e.kind) || (e.kind === "ended" && e.result.how === "time") ? now : UNREAD;
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

/** A turn is over: every request is void. */
function moved(game: Snapshot, e: Extract<Event, { kind: "played" | "passed" }>, at_ms: number): Partial<Snapshot> {
  const point = e.kind === "played" ? e.point : "pass";
  const move: Move = { color: e.color, point, at_ms, ...(e.credit_ms === undefined ? {} : { credit_ms: e.credit_ms }) };
  return { ...at(game, "play", other(e.color), e.ply), moves: [...game.moves, move], last: { color: e.color, point }, clock: e.clock };
}

/** Phase, turn and ply after an event of play, at the top and in the standing. */
function at(game: Snapshot, phase: Phase, to_move: Color | null, ply = game.ply): Pick<Snapshot, "phase" | "to_move" | "ply" | "standing"> {
  const now = { phase, to_move, ply };
  return { ...now, standing: standsAfter(game.standing, now, ply !== game.ply || phase === "over") };
}

/** What an event changes. */
function change(game: Snapshot, e: Event, at_ms: number): Partial<Snapshot> {
  switch (e.kind) {
    case "opened":
      return opened(e);
    case "handicap_placed":
      return {
        ...at(game, e.to_move === "black" ? "placing" : "play", e.to_move, e.ply),
        rows: withCells(game.rows, [e.point], "X"), handicap_stones: [...game.handicap_stones, e.point], clock: e.clock,
      };
    case "played": {
      const rows = withCells(withCells(withCells(game.rows, e.captures, "."), [e.point], stoneOf(e.color)), e.own_removed ?? [], ".");
      return { ...moved(game, e, at_ms), rows, prisoners: e.prisoners };
    }
    case "passed":
      return moved(game, e, at_ms);
    case "read":
      return {};
    case "lapsed":
      return { ...at(game, "lapsed", null), lapse_due_ms: e.due_ms, clock: e.clock };
    case "agreement_opened":
      return { ...at(game, "agreement", null), agreement: e.agreement, clock: e.clock };
    case "marked":
    case "set_aside":
      return { agreement: e.agreement };
    case "accepted":
      return accepted(game, e.by, e.revision);
    case "repetition_offered":
      return { ...at(game, "repetition", null), offer: e.offer, clock: e.clock };
    case "repetition_accepted":
      return answered(game, e.by);
    case "repetition_declined":
      return { ...at(game, "play", e.to_move), offer: null, clock: e.clock };
    case "asked_again":
      return game.agreement ? { agreement: { ...game.agreement, due_ms: e.due_ms } } : {};
    case "play_resumed":
      return { ...at(game, "play", e.to_move), agreement: null, clock: e.clock };
    case "restored":
      return { ...dueAt(game, e.due_ms), clock: e.clock };
    case "vacation_began":
    case "vacation_ended":
      return { ...dueAt(game, e.due_ms), clock: e.clock };
    case "ended":
      return { ...at(game, "over", null), agreement: null, offer: null, result: e.result, counted: e.counted, clock: e.clock };
    case "started":
    case "arrived":
    case "missed":
    case "requested":
    case "request_closed":
    case "referee_called":
    case "call_closed":
    case "paused":
    case "continued":
    case "adjourning":
    case "sealed":
    case "seal_lost":
    case "turn_lost":
    case "undone":
    case "time_added":
    case "ruled":
    case "clock_set":
    case "reading_restarted":
    case "stones_ruled":
    case "warned":
    case "warning_withdrawn":
    case "muted":
    case "unmuted":
    case "officer_seated":
    case "removed":
    case "readmitted":
    case "colors_swapped":
      return procedure(game, e, at_ms);
    default:
      return later(e);
  }
}

/** Kinds of events that came after this client was built change nothing that it shows. */
function later(_: never): Partial<Snapshot> {
  return {};
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
  const waits = e.settings.appointment !== undefined;
  const standing: Standing = {
    phase: waits ? "waiting" : placing ? "placing" : "play", ply: 0, to_move: waits ? null : e.to_move,
    warnings: { black: 0, white: 0 }, pauses: 0, ...(waits ? { arrivals: { black: "awaited", white: "awaited" } } : {}),
  };
  return {
    ...stands(standing),
    black: e.black,
    white: e.white,
    settings: e.settings,
    handicap_stones: e.handicap_stones,
    rows: firstRows(e.settings, e.handicap_stones),
    moves: [],
    last: null,
    prisoners: { black: 0, white: 0 },
    clock: e.clock,
  };
}
