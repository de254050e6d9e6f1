import { expect, test } from "vitest";
import { clockText } from "../src/game/format";
import { clockOfSide, ClockSync, read, readClock, roomTime } from "../src/net/clock-sync";
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
  expect(read(left, byoyomi, spent, true)).toEqual({ phase, left_ms, periods, moves: 0, runs: true });
});

test.each([
  [59_999, "main", 1],
  [60_000, "up", 0],
])("absolute after %i ms: %s", (spent, phase, left_ms) => {
  expect(read({ main_ms: 60_000, periods: 0 }, { system: "absolute", main_ms: 60_000 }, spent, true)).toMatchObject({ phase, left_ms });
});

test.each([
  ["fischer", { system: "fischer", main_ms: 60_000, increment_ms: 5_000 }, { main_ms: 60_000, periods: 0 }, 59_999, "main", 1, 0],
  ["fischer", { system: "fischer", main_ms: 60_000, increment_ms: 5_000 }, { main_ms: 60_000, periods: 0 }, 60_000, "up", 0, 0],
  ["canadian", { system: "canadian", main_ms: 1_000, moves: 15, stint_ms: 600_000, carry_over: true }, { main_ms: 1_000, periods: 0, stint_ms: 600_000, moves: 15 }, 999, "main", 1, 15],
  ["canadian", { system: "canadian", main_ms: 1_000, moves: 15, stint_ms: 600_000, carry_over: true }, { main_ms: 1_000, periods: 0, stint_ms: 600_000, moves: 15 }, 1_000, "stint", 600_000, 15],
  ["canadian", { system: "canadian", main_ms: 1_000, moves: 15, stint_ms: 600_000, carry_over: true }, { main_ms: 0, periods: 0, stint_ms: 9_000, moves: 3 }, 8_999, "stint", 1, 3],
  ["canadian", { system: "canadian", main_ms: 1_000, moves: 15, stint_ms: 600_000, carry_over: true }, { main_ms: 0, periods: 0, stint_ms: 9_000, moves: 3 }, 9_000, "up", 0, 0],
  ["simple", { system: "simple", move_ms: 30_000 }, { main_ms: 30_000, periods: 0 }, 29_999, "move", 1, 0],
  ["simple", { system: "simple", move_ms: 30_000 }, { main_ms: 30_000, periods: 0 }, 30_000, "up", 0, 0],
  ["correspondence", { system: "correspondence", move_ms: 86_400_000 }, { main_ms: 86_400_000, periods: 0 }, 400_000, "move", 86_000_000, 0],
  ["unlimited", { system: "unlimited" }, { main_ms: 0, periods: 0 }, 9e9, "none", 0, 0],
] as const)("%s: every phase has its name and its end", (_, settings, has, spent, phase, left_ms, moves) => {
  expect(read(has, settings, spent, true)).toMatchObject({ phase, left_ms, moves });
});

test("White may have a clock of its own", () => {
  const white: ClockSettings = { system: "unlimited" };
  expect(clockOfSide({ clock: byoyomi, white_clock: white }, "white")).toBe(white);
  expect(clockOfSide({ clock: byoyomi, white_clock: white }, "black")).toBe(byoyomi);
  expect(clockOfSide({ clock: byoyomi }, "white")).toBe(byoyomi);
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
