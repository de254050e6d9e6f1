// 通信棋: what a clock that counts days shows. Pure; dates are Unix milliseconds, the rest room time.

import { NEVER_MS } from "../net/clock-sync";
import type { Clock, ClockSettings, Color } from "../wire";

const DAY_MS = 86_400_000;

/** A clock of a side with days for each move. */
export type DaysReading = {
  /** Until the flag falls by the calendar; for the side whose clock stands, its whole time. */
  left_ms: number;
  /** When the flag falls; unknown for the side that is not to move. */
  due_at: number | null;
  /** Why the clock stands though it is this side's turn. */
  stands: "weekend" | "vacation" | "server" | "pause" | null;
  /** Until when this side is on vacation at most. */
  away_until: number | null;
};

/** Whether it is Saturday or Sunday by Universal Time. */
export function isWeekend(at: number): boolean {
  const day = new Date(at).getUTCDay();
  return day === 0 || day === 6;
}

/** Reads a side's clock; `now` is the date at the room time `room`. */
export function readDays(clock: Clock, settings: ClockSettings, color: Color, room: number, now: number): DaysReading {
  const days = clock.days;
  const runs = clock.running?.color === color;
  const until = days?.[color].until_ms ?? null;
  const away = until !== null && room < until;
  // The server's own calendar where it is told: a wrong clock of this machine moves no weekend.
  const date = (at: number) => (days?.wall_ms == null ? now + (at - room) : days.wall_ms + at);
  const due = runs ? days?.due_ms ?? null : null;
  const weekend = settings.system === "correspondence" && settings.weekend_stop === true && isWeekend(date(room));
  const held = runs && clock.running !== null && room < clock.running.from_ms;
  const isPaused = (clock.running?.from_ms ?? 0) >= NEVER_MS;
  return {
    left_ms: due === null ? clock[color].main_ms : Math.max(0, due - room),
    due_at: due === null ? null : date(due),
    stands: !runs ? null : away ? "vacation" : weekend ? "weekend" : held ? (isPaused ? "pause" : "server") : null,
    away_until: away && until !== null ? date(until) : null,
  };
}

/** What is left of a side's vacation at a room time. */
export function vacationLeft(clock: Clock, color: Color, room: number): number {
  const v = clock.days?.[color];
  if (!v) return 0;
  return v.until_ms === null ? v.left_ms : Math.max(0, v.until_ms - room);
}

/** A length in the two greatest units that it has, rounded up to minutes: 0 means gone. */
export function parts(ms: number): { days: number; hours: number; minutes: number } {
  const all = Math.ceil(Math.max(0, ms) / 60_000);
  const days = Math.floor(all / 1440);
  return { days, hours: Math.floor(all / 60) % 24, minutes: days > 0 ? 0 : all % 60 };
}

/** Days with at most one decimal, as a text. */
export const daysText = (ms: number): string => String(Math.round((ms / DAY_MS) * 10) / 10);
