import { expect, test } from "vitest";
import { goOnRange, untilOf, wallOf } from "../src/game/going-on";
import { clockShown } from "../src/game/lateness";
import { localField } from "../src/game/offer";
import { readClock } from "../src/net/clock-sync";
import { applyEvents, fromSnapshot } from "../src/net/room";
import type { RoomEvent, Snapshot } from "../src/wire";
import { clock, game } from "./sample";

const NOW = new Date(2026, 10, 30, 12, 0, 30).getTime();

test("the chosen moment becomes room time, and back", () => {
  const chosen = new Date(2026, 11, 24, 20, 15).getTime();
  const until = untilOf(localField(chosen), NOW, 5_000);
  expect(until).toBe(5_000 + chosen - NOW);
  expect(wallOf(until ?? 0, NOW + 60_000, 65_000), "as long as the room's clock goes with the world's").toBe(chosen);
  expect(untilOf("", NOW, 5_000)).toBeNull();
  expect(untilOf("nonsense", NOW, 5_000)).toBeNull();
});

test("what the field lets choose is what the server takes", () => {
  const { min, max } = goOnRange(NOW);
  expect(new Date(min).getTime() - NOW).toBeGreaterThanOrEqual(60_000);
  expect(new Date(max).getTime() - NOW).toBeLessThanOrEqual(90 * 86_400_000);
});

/** Black is there, White is awaited since 10 s. */
function awaited(venue: "reading" | "remote"): Snapshot {
  const g = game();
  const settings = { ...g.settings, appointment: { start_ms: 10_000, venue } };
  const standing = { ...g.standing, phase: "waiting" as const, to_move: null, arrivals: { black: "there" as const, white: "awaited" as const } };
  return { ...g, settings, standing, phase: "waiting", to_move: null, clock: { black: clock.black, white: clock.white, running: null } };
}

test("in absence byo-yomi the clock of who is absent runs", () => {
  const now = awaited("reading");
  const shown = (color: "black" | "white", room: number) => readClock(clockShown(now, color), now.settings.clock, color, room);
  expect(shown("white", 9_000)).toMatchObject({ phase: "main", left_ms: 60_000, runs: false });
  expect(shown("white", 105_000)).toMatchObject({ phase: "period", left_ms: 25_000, periods: 2, runs: true });
  expect(shown("black", 105_000)).toMatchObject({ phase: "main", left_ms: 60_000, runs: false });
  const remote = awaited("remote");
  expect(clockShown(remote, "white")).toBe(remote.clock);
});

test("each side's reading stands beside its own clock until it has come", () => {
  const start = fromSnapshot(awaited("reading"), null, null);
  const read = (seq: number, color: "black" | "white"): RoomEvent => ({ seq, at_ms: 80_000, event: { kind: "read", color, second: 10, periods: 3 } });
  const both = applyEvents(start, [read(2, "black"), read(3, "white")]).view;
  expect([both.readings.black?.second, both.readings.white?.second]).toEqual([10, 10]);
  const { standing } = start.game;
  const come = applyEvents(both, [{ seq: 4, at_ms: 81_000, event: { kind: "arrived", color: "white", late_ms: 1, standing, clock } }]).view;
  expect(come.readings).toEqual({ black: null, white: null });
});
