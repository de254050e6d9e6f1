// What happens around the moves, applied to a snapshot: requests, pauses, sealed moves, undo, rulings, lateness.
// Pure. Where an event brings the whole standing it is taken over as it is; nothing is worked out by rules.

import type { Color, Event, Phase, Snapshot, Standing } from "../wire";

/** How long the clocks still stand once play goes on, where no running clock tells it, in milliseconds. */
const HOLD_MS = 10_000;

/** The snapshot's fields that a standing says. */
export function stands(standing: Standing): Pick<Snapshot, "standing" | "phase" | "ply" | "to_move"> {
  return { standing, phase: standing.phase, ply: standing.ply, to_move: standing.to_move };
}

/** Whether an event of play that leads from one phase to another leaves the matter at hand, and a call about it, as they were. */
const isSameMatter = (before: Phase, now: Phase): boolean =>
  before === now || (before === "placing" && now === "play") || (before === "play" && now === "lapsed") || (before === "lapsed" && now === "play");

/** The standing after an event of play, which says less: requests stay open unless it voids them. */
export function standsAfter(before: Standing, now: Pick<Snapshot, "phase" | "ply" | "to_move">, voidsRequests: boolean): Standing {
  const { black_asks, white_asks, warnings, pauses } = before;
  const call = before.call && isSameMatter(before.phase, now.phase) ? { call: before.call } : {};
  const open = voidsRequests ? {} : { ...(black_asks ? { black_asks } : {}), ...(white_asks ? { white_asks } : {}) };
  return { phase: now.phase, ply: now.ply, to_move: now.to_move, warnings, pauses, ...open, ...call };
}

/** Moves of the record that remain when so many are left, free handicap stones among them. */
function kept(game: Snapshot, left: number): Snapshot["moves"] {
  const placed = game.settings.placement === "free" ? game.handicap_stones.length : 0;
  return game.moves.slice(0, Math.max(0, left - placed));
}

/** Limits that lay ahead when the clocks stopped lie as far ahead when they run again. */
function movedOn(game: Snapshot, e: Extract<Event, { kind: "continued" }>, at_ms: number): Partial<Snapshot> {
  const since = game.standing.pause?.since_ms;
  if (since === undefined) return {};
  const hold = e.clock.running?.from_ms ?? at_ms + HOLD_MS;
  const ahead = (due_ms: number): number => hold + Math.max(0, due_ms - since);
  return {
    ...(game.agreement ? { agreement: { ...game.agreement, due_ms: ahead(game.agreement.due_ms) } } : {}),
    ...(game.offer ? { offer: { ...game.offer, due_ms: ahead(game.offer.due_ms) } } : {}),
    ...(game.lapse_due_ms === undefined ? {} : { lapse_due_ms: ahead(game.lapse_due_ms) }),
  };
}

/** What is talked over is due at another time. */
export function dueAt({ agreement, offer }: Snapshot, due_ms: number | null | undefined): Partial<Snapshot> {
  if (due_ms === null || due_ms === undefined) return {};
  return { agreement: agreement && { ...agreement, due_ms }, offer: offer && { ...offer, due_ms } };
}

/** Who was read out gets time: it plays on. */
function revived(game: Snapshot, color: Color): Partial<Snapshot> {
  const { running } = game.clock;
  if (game.phase !== "lapsed" || running) return {};
  const back = { phase: "play", ply: game.ply, to_move: color } as const;
  return stands(standsAfter(game.standing, back, false));
}

/** The events around the moves. */
export type Procedure = Extract<
  Event,
  {
    kind:
      | "started" | "arrived" | "missed" | "requested" | "request_closed" | "paused" | "continued" | "adjourning" | "sealed" | "seal_lost"
      | "turn_lost" | "undone" | "time_added" | "ruled" | "clock_set" | "reading_restarted" | "stones_ruled" | "warned" | "warning_withdrawn"
      | "muted" | "unmuted" | "officer_seated" | "referee_called" | "call_closed" | "removed" | "readmitted" | "colors_swapped";
  }
>;

/** What an event around the moves changes. */
export function procedure(game: Snapshot, e: Procedure, at_ms: number): Partial<Snapshot> {
  switch (e.kind) {
    case "started":
    case "arrived":
    case "paused":
    case "sealed":
    case "seal_lost":
      return { ...stands(e.standing), clock: e.clock };
    case "continued":
      return { ...stands(e.standing), clock: e.clock, ...movedOn(game, e, at_ms) };
    case "missed":
    case "requested":
    case "request_closed":
    case "referee_called":
    case "adjourning":
    case "warned":
    case "warning_withdrawn":
      return stands(e.standing);
    case "call_closed":
      return { ...stands(e.standing), ...dueAt(game, e.due_ms) };
    case "turn_lost":
      return {
        ...stands(e.standing), clock: e.clock, last: { color: e.color, point: "pass" },
        moves: [...game.moves, { color: e.color, point: "pass", at_ms, lost: true }],
      };
    case "undone":
      return {
        ...stands(e.standing), clock: e.clock, rows: e.rows, last: e.last, prisoners: e.prisoners, moves: kept(game, e.moves),
        agreement: null, offer: null,
      };
    case "time_added":
    case "clock_set":
      return { clock: e.clock, ...(e.clock.running?.color === e.color ? revived(game, e.color) : {}) };
    case "reading_restarted":
      return { clock: e.clock };
    case "stones_ruled":
      return { agreement: e.agreement };
    case "muted":
      return { muted: [...(game.muted ?? []), e.account] };
    case "unmuted":
      return { muted: (game.muted ?? []).filter((who) => who.id !== e.account.id) };
    case "officer_seated":
      return { ...stands(e.standing), officers: [...(game.officers ?? []), e.officer] };
    case "colors_swapped":
      return { ...stands(e.standing), black: e.black, white: e.white };
    case "removed":
      return { removed: [...(game.removed ?? []), e.account] };
    case "readmitted":
      return { removed: (game.removed ?? []).filter((who) => who.id !== e.account.id) };
    case "ruled":
      return {};
  }
}
