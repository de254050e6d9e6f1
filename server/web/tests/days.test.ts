import { expect, test } from "vitest";
import { daysText, isWeekend, parts, readDays, vacationLeft } from "../src/game/days";
import { FIRST_OFFER, toWire } from "../src/game/offer";
import { applyEvent, fromSnapshot } from "../src/net/room";
import type { Clock, ClockSettings } from "../src/wire";
import { agreement, game } from "./sample";

const DAY = 86_400_000;
/** Friday 2026-05-08 00:00 UTC. */
const FRIDAY = 1_778_198_400_000;
const settings: ClockSettings = { system: "correspondence", move_ms: 3 * DAY, weekend_stop: true, vacation_days: 7 };
const left = { main_ms: 3 * DAY, periods: 0 };

function clock(until: number | null = null): Clock {
  return {
    black: left, white: left, running: { color: "black", elapsed_ms: 0, from_ms: 0 },
    days: { due_ms: 5 * DAY, wall_ms: FRIDAY, black: { left_ms: 7 * DAY, until_ms: until }, white: { left_ms: 7 * DAY, until_ms: null } },
  };
}

test("weekends turn at midnight of Universal Time", () => {
  expect([DAY - 1, DAY, 3 * DAY - 1, 3 * DAY].map((ms) => isWeekend(FRIDAY + ms))).toEqual([false, true, true, false]);
});

test("the side to move has until its deadline, the other its whole time", () => {
  expect(readDays(clock(), settings, "black", DAY / 2, 0)).toEqual({ left_ms: 4.5 * DAY, due_at: FRIDAY + 5 * DAY, stands: null, away_until: null });
  expect(readDays(clock(), settings, "white", DAY / 2, 0)).toEqual({ left_ms: 3 * DAY, due_at: null, stands: null, away_until: null });
  expect(readDays(clock(), settings, "black", 9 * DAY, 0).left_ms).toBe(0);
});

test("it says why a clock stands", () => {
  const stands = (c: Clock, room: number, s = settings) => readDays(c, s, "black", room, 0).stands;
  expect([DAY - 1, DAY, 3 * DAY - 1, 3 * DAY].map((room) => stands(clock(), room))).toEqual([null, "weekend", "weekend", null]);
  const paused = { ...clock(), running: { color: "black" as const, elapsed_ms: 0, from_ms: 2 ** 53 - 1 } };
  expect(stands(paused, DAY / 2)).toBe("pause");
  expect(stands({ ...paused, running: { ...paused.running, from_ms: DAY } }, DAY / 2)).toBe("server");
  expect(stands(clock(), DAY, { system: "correspondence", move_ms: 3 * DAY })).toBe(null);
  expect([0, 2 * DAY, 4 * DAY - 1, 4 * DAY].map((room) => stands(clock(4 * DAY), room))).toEqual(["vacation", "vacation", "vacation", null]);
  expect(readDays(clock(4 * DAY), settings, "black", 0, 0).away_until).toBe(FRIDAY + 4 * DAY);
  const held: Clock = { ...clock(), running: { color: "black", elapsed_ms: 0, from_ms: 1_000 } };
  expect([999, 1_000].map((room) => stands(held, room))).toEqual(["server", null]);
});

test("without the server's calendar this machine's clock tells the date", () => {
  const c = clock();
  const undated: Clock = { ...c, days: { ...c.days!, wall_ms: null } };
  expect(readDays(undated, settings, "black", 0, FRIDAY).due_at).toBe(FRIDAY + 5 * DAY);
});

test("a vacation under way is used up by time", () => {
  expect(vacationLeft(clock(), "black", DAY)).toBe(7 * DAY);
  expect(vacationLeft(clock(4 * DAY), "black", DAY)).toBe(3 * DAY);
  expect(vacationLeft(clock(4 * DAY), "black", 5 * DAY)).toBe(0);
  expect(vacationLeft({ black: left, white: left, running: null }, "black", 0)).toBe(0);
});

test.each([
  [0, 0, 0, 0], [1, 0, 0, 1], [60_000, 0, 0, 1], [3_599_000, 0, 1, 0], [DAY - 1, 1, 0, 0], [2 * DAY + 3_600_000 + 60_000, 2, 1, 0],
])("%i ms are %i days, %i hours, %i minutes", (ms, days, hours, minutes) => {
  expect(parts(ms)).toEqual({ days, hours, minutes });
});

test("the form's correspondence becomes the wire's", () => {
  const offer = { ...FIRST_OFFER, preset: "correspondence" as const, days: 1.5, weekendStop: true, vacationDays: 9 };
  expect(toWire(offer, "x").clock).toEqual({ system: "correspondence", move_ms: 1.5 * DAY, weekend_stop: true, vacation_days: 9 });
  expect(toWire({ ...offer, weekendStop: false, vacationDays: 0 }, "x").clock).toEqual({ system: "correspondence", move_ms: 1.5 * DAY });
  expect(daysText(1.5 * DAY)).toBe("1.5");
});

test("a vacation moves what is due in agreement", () => {
  const view = fromSnapshot({ ...game(), agreement: agreement(1) }, "black", null);
  const began = { kind: "vacation_began" as const, by: "white" as const, until_ms: 9 * DAY, due_ms: 11 * DAY, clock: clock() };
  const after = applyEvent(view, { seq: 2, at_ms: 1, event: began }).view.game;
  expect(after.agreement?.due_ms).toBe(11 * DAY);
  expect(after.clock.days?.due_ms).toBe(5 * DAY);
  const ended = { kind: "vacation_ended" as const, by: "white" as const, due_ms: null, clock: clock(7 * DAY) };
  const last = applyEvent({ ...view, game: { ...after, agreement: null } }, { seq: 3, at_ms: 2, event: ended }).view.game;
  expect([last.agreement, last.clock.days?.black.until_ms]).toEqual([null, 7 * DAY]);
});
