import { expect, test } from "vitest";
import { clockText } from "../src/game/format";
import { ClockSync, read, readClock, roomTime } from "../src/net/clock-sync";
import type { Clock, ClockSettings } from "../src/wire";

const byoyomi: ClockSettings = { system: "byoyomi", main_ms: 60_000, periods: 3, period_ms: 30_000 };
const left = { main_ms: 60_000, periods: 3 };

test.each([
  [0, "main", 60_000, 3],
  [59_999, "main", 1, 3],
  [60_000, "period", 30_000, 3],
  [60_001, "period", 29_999, 3],
  [89_999, "period", 1, 3],
  [90_000, "period", 30_000, 2],
  [90_001, "period", 29_999, 2],
  [119_999, "period", 1, 2],
  [120_000, "period", 30_000, 1],
  [149_999, "period", 1, 1],
  [150_000, "up", 0, 0],
  [150_001, "up", 0, 0],
])("byo-yomi after %i ms: %s, %i ms, %i periods", (spent, phase, left_ms, periods) => {
  expect(read(left, byoyomi, spent, true)).toEqual({ phase, left_ms, periods, runs: true });
});

test.each([
  [59_999, "main", 1],
  [60_000, "up", 0],
])("absolute after %i ms: %s", (spent, phase, left_ms) => {
  expect(read({ main_ms: 60_000, periods: 0 }, { system: "absolute", main_ms: 60_000 }, spent, true)).toMatchObject({ phase, left_ms });
});

test("only the side to move is charged, and nothing before the clock starts", () => {
  const clock: Clock = { black: left, white: left, running: { color: "white", elapsed_ms: 2_000, from_ms: 10_000 } };
  expect(readClock(clock, byoyomi, "black", 50_000)).toMatchObject({ left_ms: 60_000, runs: false });
  expect(readClock(clock, byoyomi, "white", 9_999)).toMatchObject({ left_ms: 58_000, runs: false });
  expect(readClock(clock, byoyomi, "white", 10_000)).toMatchObject({ left_ms: 58_000, runs: true });
  expect(readClock(clock, byoyomi, "white", 10_001)).toMatchObject({ left_ms: 57_999, runs: true });
  expect(readClock({ ...clock, running: null }, byoyomi, "white", 99_000)).toMatchObject({ left_ms: 60_000, runs: false });
});

test("the quickest ping is believed, and its error is at most half its round trip", () => {
  const offset = 123_456;
  const sync = new ClockSync();
  sync.welcome(1_000 + offset - 80, 1_000);
  expect(sync.rtt()).toBeNull();
  sync.pong(1_100, 1_500, 1_110 + offset); // slow and lopsided
  sync.pong(2_000, 2_040, 2_022 + offset); // quick
  sync.pong(3_000, 3_900, 3_890 + offset);
  expect(sync.rtt()).toBe(40);
  expect(Math.abs(sync.served(10_000) - (10_000 + offset))).toBeLessThanOrEqual(20);
});

test("samples grow old, so that drift does not add up", () => {
  const sync = new ClockSync();
  sync.pong(0, 10, 5);
  sync.pong(400_000, 400_050, 400_125);
  expect(sync.served(400_050)).toBe(400_150);
});

test("room time runs beside served time", () => {
  const sync = new ClockSync();
  sync.pong(100, 120, 5_110);
  expect(roomTime({ room_ms: 700, served_ms: 5_100, sync }, 150)).toBe(750);
});

test.each([
  [3_661_000, "1:01:01"], [600_000, "10:00"], [599_999, "10:00"], [59_001, "1:00"], [59_000, "0:59"],
  [10_000, "0:10"], [9_999, "0:10"], [9_900, "0:09.9"], [1, "0:00.1"], [0, "0:00.0"], [-5, "0:00.0"],
])("%i ms reads %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
