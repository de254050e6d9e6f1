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

/** The form. */
export type Offer = {
  private: boolean; size: number; color: ColorChoice; handicap: number; placement: Placement;
  /** In 子; nothing for the rules' own. */
  komi: number | null;
  preset: Preset; system: ClockSettings["system"]; minutes: number; periods: number; seconds: number;
};

/** What the form shows at first. */
export const FIRST_OFFER: Offer = {
  private: false, size: 19, color: "nigiri", handicap: 0, placement: "fixed", komi: null,
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

/** Keeps the form consistent: with a handicap the colour is named, and there are only so many star points. */
export function settle(o: Offer): Offer {
  const handicap = Math.min(o.handicap, mostHandicap(o.size, o.placement));
  const color = handicap > 0 && o.color === "nigiri" ? "white" : o.color;
  return { ...o, handicap, color };
}

/** The wire's form of the offer. */
export function toWire(o: Offer, id: string): NewChallenge {
  return {
    id, size: o.size, komi_quarters: o.komi === null ? null : Math.round(o.komi * 4), handicap: o.handicap,
    placement: o.placement, clock: clockOf(o), color: o.color, private: o.private,
  };
}
