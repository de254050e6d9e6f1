// The new-game form's state and what it becomes on the wire. Pure; the server checks everything again.

import type { ClockSettings, ColorChoice, NewChallenge, Placement } from "../wire";

/** Names of the clock presets, `own` for free values. */
export type Preset = "blitz" | "quick" | "normal" | "slow" | "sudden" | "own";

const byoyomi = (minutes: number, periods: number, seconds: number): ClockSettings =>
  ({ system: "byoyomi", main_ms: minutes * 60_000, periods, period_ms: seconds * 1000 });

/** The presets' clocks. */
export const PRESETS: Record<Exclude<Preset, "own">, ClockSettings> = {
  blitz: byoyomi(3, 3, 10),
  quick: byoyomi(10, 3, 30),
  normal: byoyomi(30, 3, 60),
  slow: byoyomi(60, 5, 60),
  sudden: { system: "absolute", main_ms: 15 * 60_000 },
};

/** The rules by their names on the wire, with their own komi in quarter-子 for an even game. */
export const RULES = {
  chinese: 15, "chinese-1988": 11, japanese: 13, korean: 13, ing: 16, "wmsg-2008": 13, aga: 15, nz: 14, ancient: 0,
} as const;

/** The name of a rule set. */
export type Rules = keyof typeof RULES;

/** The rules' own komi in quarter-子: with a handicap none, but half a point under the American rules. */
export function ownKomi(rules: Rules, handicap: number): number {
  if (handicap < 2) return RULES[rules];
  return rules === "aga" ? 1 : 0;
}

/** The form. */
export type Offer = {
  private: boolean; rules: Rules; size: number; color: ColorChoice; handicap: number; placement: Placement;
  /** In 子; nothing for the rules' own. */
  komi: number | null;
  preset: Preset; system: ClockSettings["system"]; minutes: number; periods: number; seconds: number;
};

/** What the form shows at first. */
export const FIRST_OFFER: Offer = {
  private: false, rules: "chinese", size: 19, color: "nigiri", handicap: 0, placement: "fixed", komi: null,
  preset: "quick", system: "byoyomi", minutes: 20, periods: 5, seconds: 30,
};

/** The clock that the form describes. */
export function clockOf(o: Offer): ClockSettings {
  if (o.preset !== "own") return PRESETS[o.preset];
  return o.system === "absolute" ? { system: "absolute", main_ms: Math.round(o.minutes * 60_000) } : byoyomi(o.minutes, o.periods, o.seconds);
}

/** Most handicap stones: on star points by the published table, freely at most a quarter of the board. */
export function mostHandicap(size: number, placement: Placement): number {
  if (placement === "free") return Math.min(9, Math.floor((size * size) / 4));
  return size < 7 ? 0 : size % 2 === 0 || size === 7 ? 4 : 9;
}

/**
 * Keeps the form consistent: with a handicap the colour is named, there are only so many star points, and the corner
 * stones of an ancient game leave none.
 */
export function settle(offer: Offer): Offer {
  const o = offer.rules in RULES ? offer : { ...offer, rules: FIRST_OFFER.rules };
  const handicap = o.rules === "ancient" ? 0 : Math.min(o.handicap, mostHandicap(o.size, o.placement));
  const color = handicap > 0 && o.color === "nigiri" ? "white" : o.color;
  return { ...o, handicap, color };
}

/** The wire's form of the offer. */
export function toWire(o: Offer, id: string): NewChallenge {
  return {
    id, size: o.size, rules: o.rules, komi_quarters: o.komi === null ? null : Math.round(o.komi * 4), handicap: o.handicap,
    placement: o.placement, clock: clockOf(o), color: o.color, private: o.private,
  };
}
