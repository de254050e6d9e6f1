// The new-game form's state and what it becomes on the wire. Pure; the server checks everything again.

import type { AudienceDelay, ClockSettings, ColorChoice, NewChallenge, Placement, Venue } from "../wire";

/** Names of the clock presets, `own` for free values. */
export type Preset = "blitz" | "quick" | "normal" | "slow" | "sudden" | "correspondence" | "own";

const byoyomi = (minutes: number, periods: number, seconds: number): ClockSettings =>
  ({ system: "byoyomi", main_ms: Math.round(minutes * 60_000), periods, period_ms: seconds * 1000 });

/** The presets' clocks. */
export const PRESETS: Record<Exclude<Preset, "correspondence" | "own">, ClockSettings> = {
  blitz: byoyomi(3, 3, 10),
  quick: byoyomi(10, 3, 30),
  normal: byoyomi(30, 3, 60),
  slow: byoyomi(60, 5, 60),
  sudden: { system: "absolute", main_ms: 15 * 60_000 },
};

/** The presets in the order of the form; 通信棋 and one's own have fields. */
export const PRESET_NAMES: readonly Preset[] = ["blitz", "quick", "normal", "slow", "sudden", "correspondence", "own"];

/** The rules by their names on the wire, with their own komi in quarter-子 for an even game. */
export const RULES = {
  chinese: 15, "chinese-1988": 11, japanese: 13, korean: 13, ing: 16, "wmsg-2008": 13, aga: 15, nz: 14, ancient: 0,
} as const;

/** The name of a rule set. */
export type Rules = keyof typeof RULES;

/** Those under which territory is counted, in 目. */
export const TERRITORY: ReadonlySet<Rules> = new Set<Rules>(["japanese", "korean"]);

/** The rules' own komi in quarter-子: with a handicap none, but half a point under the American rules. */
export function ownKomi(rules: Rules, handicap: number): number {
  if (handicap < 2) return RULES[rules];
  return rules === "aga" ? 1 : 0;
}

/** The fields of a time control of one's own; of each system only its own count. */
export type ClockForm = {
  system: ClockSettings["system"]; minutes: number; periods: number; seconds: number; lastPasses: boolean;
  increment: number;
  /** In minutes; nothing for no cap. */
  cap: number | null;
  moves: number; stintMinutes: number; carryOver: boolean; moveSeconds: number; days: number; weekendStop: boolean; vacationDays: number;
};

/** The form. */
export type Offer = ClockForm & {
  private: boolean; rules: Rules; size: number; color: ColorChoice; handicap: number; placement: Placement;
  /** In 子; nothing for the rules' own. */
  komi: number | null;
  preset: Preset;
  /** White's own clock, when it is another. */
  white: ClockForm | null;
  pauses: number; pauseMinutes: number; adjourn: boolean;
  /** How the audience is behind, and by how many moves or minutes. */
  behind: "no" | "moves" | "minutes"; behindBy: number;
  /** Local date and time as a field writes it, `2026-05-04T20:00`; nothing to begin when accepted. */
  startsAt: string | null; venue: Venue;
};

/** What a time control of one's own begins with. */
export const FIRST_CLOCK: ClockForm = {
  system: "byoyomi", minutes: 20, periods: 5, seconds: 30, lastPasses: false, increment: 10, cap: null,
  moves: 15, stintMinutes: 10, carryOver: true, moveSeconds: 30, days: 3,
  weekendStop: false, vacationDays: 0,
};

/** What the form shows at first. */
export const FIRST_OFFER: Offer = {
  ...FIRST_CLOCK, private: false, rules: "chinese", size: 19, color: "nigiri", handicap: 0, placement: "fixed", komi: null,
  preset: "quick", white: null, pauses: 3, pauseMinutes: 10, adjourn: true, behind: "no", behindBy: 5, startsAt: null, venue: "remote",
};

/** How far ahead a game may be appointed, in milliseconds. */
const AHEAD_MS = 28 * 86_400_000;

/** A moment as a field for local date and time writes it. */
export function localField(ms: number): string {
  const d = new Date(ms);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}`;
}

/** The next full quarter of an hour that is at least ten minutes away: what the field begins with. */
export function firstStart(now: number): string {
  const quarter = 15 * 60_000;
  return localField(Math.ceil((now + 10 * 60_000) / quarter) * quarter);
}

/** The earliest and the latest start that can be chosen. */
export const startRange = (now: number): { min: string; max: string } => ({ min: localField(now), max: localField(now + AHEAD_MS) });

const minutesMs = (minutes: number) => Math.round(minutes * 60_000);

/** The clock that the fields describe. */
export function ownClock(f: ClockForm): ClockSettings {
  const main_ms = minutesMs(f.minutes);
  switch (f.system) {
    case "absolute": return { system: f.system, main_ms };
    case "byoyomi": return { ...byoyomi(f.minutes, f.periods, f.seconds), ...(f.lastPasses ? { last_passes: true } : {}) };
    case "fischer": return { system: f.system, main_ms, increment_ms: f.increment * 1000, ...(f.cap === null ? {} : { cap_ms: minutesMs(f.cap) }) };
    case "canadian": return { system: f.system, main_ms, moves: f.moves, stint_ms: minutesMs(f.stintMinutes), carry_over: f.carryOver };
    case "simple": return { system: f.system, move_ms: f.moveSeconds * 1000 };
    case "correspondence":
      return {
        system: f.system, move_ms: Math.round(f.days * 86_400_000), ...(f.weekendStop ? { weekend_stop: true } : {}),
        ...(f.vacationDays > 0 ? { vacation_days: f.vacationDays } : {}),
      };
    case "unlimited": return { system: f.system };
  }
}

/** The clock that the form describes, Black's when White has another. */
export function clockOf(o: Offer): ClockSettings {
  if (o.preset === "correspondence") return ownClock({ ...o, system: "correspondence" });
  return o.preset === "own" ? ownClock(o) : PRESETS[o.preset];
}

/** Most handicap stones: on star points by the published table, freely at most a quarter of the board. */
export function mostHandicap(size: number, placement: Placement): number {
  if (placement === "free") return Math.min(9, Math.floor((size * size) / 4));
  return size < 7 ? 0 : size % 2 === 0 || size === 7 ? 4 : 9;
}

/**
 * Keeps the form consistent: with a handicap, and with a clock for each side, the colour is named; there are only so many
 * star points, and the corner stones of an ancient game leave none.
 */
export function settle(offer: Offer): Offer {
  const o = offer.rules in RULES ? offer : { ...offer, rules: FIRST_OFFER.rules };
  const handicap = o.rules === "ancient" ? 0 : Math.min(o.handicap, mostHandicap(o.size, o.placement));
  const color = (handicap > 0 || o.white !== null) && o.color === "nigiri" ? "white" : o.color;
  return { ...o, handicap, color };
}

/** How far the audience is behind; a private game has none. */
function delayOf(o: Offer): AudienceDelay | null {
  if (o.private || o.behind === "no") return null;
  return o.behind === "moves" ? { moves: o.behindBy } : { ms: minutesMs(o.behindBy) };
}

/** The wire's form of the offer. */
export function toWire(o: Offer, id: string): NewChallenge {
  const delay = delayOf(o);
  return {
    id, size: o.size, rules: o.rules, komi_quarters: o.komi === null ? null : Math.round(o.komi * 4), handicap: o.handicap,
    placement: o.placement, clock: clockOf(o), color: o.color, private: o.private,
    ...(o.white === null ? {} : { white_clock: ownClock(o.white) }),
    pauses: { most: o.pauses, length_ms: minutesMs(o.pauseMinutes), adjourn: o.adjourn },
    ...(delay === null ? {} : { delay }),
    ...(o.startsAt === null ? {} : { appointment: { start_ms: new Date(o.startsAt).getTime(), venue: o.venue } }),
  };
}
