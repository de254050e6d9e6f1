import { expect, test } from "vitest";
import { isRead, readingText } from "../src/game/reading";
import { lang } from "../src/i18n";
import { applyEvent, applyEvents, fromSnapshot, type Reading } from "../src/net/room";
import type { RoomEvent } from "../src/wire";
import { clock, game } from "./sample";

const reading = (second: number, periods: number, count?: number): Reading =>
  ({ kind: "read", color: "black", second, periods, ...(count === undefined ? {} : { count }) });

test.each([
  [reading(30, 3), 60_000, "30 秒", "30 seconds"],
  [reading(58, 3), 60_000, "58 秒", "58 seconds"],
  [reading(60, 2), 60_000, "1 分，还剩 2 分", "One minute, 2 minutes left"],
  [reading(60, 1), 60_000, "1 分，还剩 1 分", "One minute, one minute left"],
  [reading(50, 1), 60_000, "50 秒", "50 seconds"],
  [reading(51, 1, 1), 60_000, "一", "1"],
  [reading(60, 0, 10), 60_000, "十", "10"],
  [reading(30, 2, 10), 30_000, "读十，还剩 2 次", "10, 2 periods left"],
  [reading(20, 1, 10), 20_000, "读十，还剩 1 次", "10, Last period"],
  [reading(8, 3, 8), 10_000, "八", "8"],
  [reading(45, 2), 45_000, "还剩 2 次", "2 periods left"],
  [reading(30, 0), 30_500, "时间到", "Time is up"],
])("%o of %i ms", (r, period, zh, en) => {
  const was = lang.peek();
  lang.value = "zh";
  expect(readingText(r, period).replaceAll("\u00a0", " ")).toBe(zh);
  lang.value = "en";
  expect(readingText(r, period).replaceAll("\u00a0", " ")).toBe(en);
  lang.value = was;
});

test("only official lengths are read", () => {
  expect([60_000, 30_000, 20_000, 10_000, 45_000, 30_500].map(isRead)).toEqual([true, true, true, true, false, false]);
});

test("a reading stands until the turn is over, and no longer", () => {
  const at = (seq: number, event: RoomEvent["event"]): RoomEvent => ({ seq, at_ms: 0, event });
  const start = fromSnapshot({ ...game(), seq: 1 }, "black", null);
  expect(start.readings.black).toBeNull();
  const { view } = applyEvents(start, [at(2, reading(30, 3)), at(3, { kind: "restored", uncharged_ms: 1, clock })]);
  expect(view.readings.black).toEqual(reading(30, 3));
  expect(applyEvent(view, at(4, { kind: "passed", color: "black", ply: 1, clock })).view.readings.black).toBeNull();
});
