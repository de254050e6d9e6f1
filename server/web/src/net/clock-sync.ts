// The server's time and the clocks' arithmetic. Pure: the local time is always an argument.
// All times are milliseconds; "local" is performance.now(), "served" the server's running time,
// "room" the room's time, in which clocks are written.

import type { Clock, ClockSettings, Color, Settings, TimeLeft } from "../wire";

/** Samples older than this are dropped: two oscillators drift some tens of µs a second apart. */
const SAMPLE_MAX_AGE_MS = 180_000;

type Sample = { offset: number; rtt: number; at: number };

/** Estimates served time from pings of one connection; the quickest ping is believed. */
export class ClockSync {
  private samples: Sample[] = [];

  /** A first, rough value from `welcome`: late by the way from server to here. */
  welcome(served: number, local: number): void {
    this.samples = [{ offset: served - local, rtt: Number.MAX_SAFE_INTEGER, at: local }];
  }

  /** A ping's answer: sent and received at local times, read by the server at `served`. */
  pong(sent: number, received: number, served: number): void {
    const fresh = this.samples.filter((s) => s.rtt !== Number.MAX_SAFE_INTEGER && received - s.at < SAMPLE_MAX_AGE_MS);
    this.samples = [...fresh, { offset: served - (sent + received) / 2, rtt: received - sent, at: received }];
  }

  /** Served time at a local time. */
  served(local: number): number {
    const best = this.samples.reduce<Sample | null>((a, s) => (a === null || s.rtt < a.rtt ? s : a), null);
    return local + (best?.offset ?? 0);
  }

  /** The round trip of the believed ping, if there was one. */
  rtt(): number | null {
    const least = Math.min(...this.samples.map((s) => s.rtt));
    return least < Number.MAX_SAFE_INTEGER ? least : null;
  }
}

/** A clock that runs from this room time on stands until somebody lets it run. */
export const NEVER_MS = 2 ** 53 - 1;

/**
 * A room's time at one moment of a connection, from `snapshot` or `resumed`. `stands`: it moves by events alone, as for an audience
 * that is some moves behind.
 */
export type Anchor = { room_ms: number; served_ms: number; sync: ClockSync; stands?: boolean };

/** Room time at a local time; while the room's clock stands, its served time lies ahead. */
export function roomTime(anchor: Anchor, local: number): number {
  if (anchor.stands) return anchor.room_ms;
  return anchor.room_ms + Math.max(0, anchor.sync.served(local) - anchor.served_ms);
}

/**
 * What a clock says: the phase it is in, what is left of that phase, periods left (the current one included) and moves
 * that the stint still asks for. `none`: there is no clock.
 */
export type Reading = { phase: "main" | "period" | "stint" | "move" | "none" | "up"; left_ms: number; periods: number; moves: number; runs: boolean };

/** Time spent on the current turn at a room time; 0 for the side whose clock stands. */
export function spent(clock: Clock, color: Color, room: number): number {
  const r = clock.running;
  return r && r.color === color ? r.elapsed_ms + Math.max(0, room - r.from_ms) : 0;
}

/** Reads a side's time after `spentMs` of this turn: exactly a period's length uses that period. */
export function read(left: TimeLeft, settings: ClockSettings, spentMs: number, runs: boolean): Reading {
  const { main_ms, periods, stint_ms = 0, moves = 0 } = left;
  const at = (phase: Reading["phase"], left_ms: number, now = periods): Reading => ({ phase, left_ms, periods: now, moves, runs });
  const up: Reading = { phase: "up", left_ms: 0, periods: 0, moves: 0, runs };
  const { system } = settings;
  if (system === "unlimited") return at("none", 0);
  if (spentMs < main_ms) return at(system === "simple" || system === "correspondence" ? "move" : "main", main_ms - spentMs);
  const over = spentMs - main_ms;
  if (system === "canadian") return over < stint_ms ? at("stint", stint_ms - over) : up;
  if (system !== "byoyomi") return up;
  const used = Math.floor(over / settings.period_ms);
  return used < periods ? at("period", settings.period_ms - (over - used * settings.period_ms), periods - used) : up;
}

/** The time control of one side. */
export function clockOfSide(settings: Pick<Settings, "clock" | "white_clock">, color: Color): ClockSettings {
  return color === "white" ? settings.white_clock ?? settings.clock : settings.clock;
}

/** Reads a side's clock at a room time. While `running.from_ms` lies ahead the clock stands. */
export function readClock(clock: Clock, settings: ClockSettings, color: Color, room: number): Reading {
  const runs = clock.running?.color === color && room >= clock.running.from_ms;
  return read(clock[color], settings, spent(clock, color, room), runs);
}
