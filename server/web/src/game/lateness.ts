// What coming late to a scheduled game costs (RULES 6), as it is shown while a game waits. Pure; the server decides.

import type { Clock, ClockSettings, Color, Settings, Snapshot, TimeLeft, Venue } from "../wire";

const MINUTE_MS = 60_000;

/** The venues, in the order of the list. */
export const VENUES: readonly Venue[] = ["remote", "same", "campus", "reading"];

/** With more lateness than this the game is lost, whatever the clock; a campus game already with so much. */
const FORFEIT_MS: Record<Venue, number | null> = { remote: 60 * MINUTE_MS, same: 15 * MINUTE_MS, campus: 20 * MINUTE_MS, reading: null };

/** What a millisecond of lateness costs, in milliseconds. */
function rate(venue: Venue, rules: string): 0 | 1 | 2 {
  if (venue === "campus") return 0;
  return venue === "reading" || rules === "chinese-1988" ? 1 : 2;
}

/** What so much lateness takes off the time, in milliseconds. */
export const costOf = (venue: Venue, rules: string, late_ms: number): number => rate(venue, rules) * late_ms;

/** All that a clock can still give, in milliseconds; nothing where it never runs out. */
function allOf(c: ClockSettings, left: TimeLeft): number | null {
  switch (c.system) {
    case "byoyomi": return left.main_ms + left.periods * c.period_ms;
    case "canadian": return left.main_ms + (left.stint_ms ?? 0);
    case "absolute":
    case "fischer":
    case "simple":
    case "correspondence": return left.main_ms;
    case "unlimited": return null;
  }
}

/** From how much lateness on a side loses, in milliseconds: by the venue's limit, or because its time is gone. */
export function forfeitsFrom(settings: Settings, clock: ClockSettings, left: TimeLeft): number | null {
  const venue = settings.appointment?.venue;
  if (venue === undefined) return null;
  const all = allOf(clock, left);
  const r = rate(venue, settings.rules);
  const gone = all === null || r === 0 ? null : all / r;
  const limits = [FORFEIT_MS[venue], gone].filter((ms) => ms !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

/** The clocks as a side's bar shows them: in absence byo-yomi that of an absent side runs from the appointed time. */
export function clockShown(game: Snapshot, color: Color): Clock {
  const { appointment } = game.settings;
  const awaited = game.phase === "waiting" && game.standing.arrivals?.[color] !== "there";
  if (appointment?.venue !== "reading" || !awaited) return game.clock;
  return { ...game.clock, running: { color, elapsed_ms: 0, from_ms: appointment.start_ms } };
}
