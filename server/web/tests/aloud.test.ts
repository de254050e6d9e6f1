import { expect, test } from "vitest";
import { Aloud, LATE_MS } from "../src/game/aloud";
import type { RoomEvent } from "../src/wire";
import { clock } from "./sample";

let seq = 1;

const read = (at_ms: number, second: number): RoomEvent =>
  ({ seq: seq++, at_ms, event: { kind: "read", color: "black", second, periods: 2 } });
const passed = (at_ms: number): RoomEvent => ({ seq: seq++, at_ms, event: { kind: "passed", color: "black", ply: 3, clock } });

/** What is said, and a way to let the wait pass. */
function listener(): { said: number[]; aloud: Aloud; wait: () => void } {
  const said: number[] = [];
  const waits: (() => void)[] = [];
  const aloud = new Aloud((r) => said.push(r.second), (f) => waits.push(f));
  return { said, aloud, wait: () => { for (const f of waits.splice(0)) f(); } };
}

test("what comes in time is said at once, each of it", () => {
  const { said, aloud } = listener();
  for (const s of [30, 40, 50, 55, 58, 60]) aloud.heard([read(s * 1000, s)], s * 1000 + 80);
  expect(said).toEqual([30, 40, 50, 55, 58, 60]);
});

test("of what comes late and together only the latest is said", () => {
  const { said, aloud, wait } = listener();
  for (let s = 41; s <= 50; s += 1) aloud.heard([read(s * 1000, s)], 60_000);
  expect(said).toEqual([]);
  wait();
  expect(said).toEqual([50]);
  wait();
  expect(said, "and once").toEqual([50]);
});

test("what was missed comes in one answer, and its latest is said", () => {
  const { said, aloud, wait } = listener();
  aloud.heard([30, 40, 50, 55].map((s) => read(s * 1000, s)), null);
  wait();
  expect(said).toEqual([55]);
});

test("a reading in time takes the place of late ones that wait", () => {
  const { said, aloud, wait } = listener();
  aloud.heard([read(30_000, 30)], 30_001 + LATE_MS);
  aloud.heard([read(40_000, 40)], 40_000);
  wait();
  expect(said).toEqual([40]);
});

test("nothing late is said of a turn that is over", () => {
  const { said, aloud, wait } = listener();
  aloud.heard([read(30_000, 30), passed(31_000)], 90_000);
  wait();
  expect(said).toEqual([]);
  aloud.heard([read(30_000, 30)], 90_000);
  aloud.heard([passed(31_000)], 90_000);
  wait();
  expect(said).toEqual([]);
});

test("what is read of both sides at one moment is said once", () => {
  const { said, aloud } = listener();
  const of = (color: "black" | "white", at_ms: number): RoomEvent => ({ seq: seq++, at_ms, event: { kind: "read", color, second: 10, periods: 2 } });
  aloud.heard([of("black", 10_000)], 10_010);
  aloud.heard([of("white", 10_000)], 10_010);
  expect(said).toEqual([10]);
  aloud.heard([of("white", 40_000)], 40_010);
  expect(said).toEqual([10, 10]);
});
