// When a stopped game goes on by itself: from a field for local date and time to room time, and back. Pure; the
// server checks the moment again.

import { localField } from "./offer";

const MINUTE_MS = 60_000;
/** How far ahead a game may be stopped, in milliseconds. */
const LONGEST_MS = 90 * 86_400_000;

/** The earliest and the latest moment that can be chosen: a field knows whole minutes, and takes a while to be sent. */
export function goOnRange(now: number): { min: string; max: string } {
  return { min: localField(now + 2 * MINUTE_MS), max: localField(now + LONGEST_MS - MINUTE_MS) };
}

/** The chosen moment in room time, `now` being the wall time at the room time `room`; nothing when none is chosen. */
export function untilOf(field: string, now: number, room: number): number | null {
  const wall = field === "" ? Number.NaN : new Date(field).getTime();
  return Number.isNaN(wall) ? null : Math.max(0, Math.round(room + wall - now));
}

/** The wall time of a moment of the room. */
export const wallOf = (until_ms: number, now: number, room: number): number => now + until_ms - room;
