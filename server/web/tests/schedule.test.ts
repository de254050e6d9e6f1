// Scheduled games: what lateness costs, and what the new-game form makes of a start.

import { expect, test } from "vitest";
import { costOf, forfeitsFrom } from "../src/game/lateness";
import { firstStart, FIRST_OFFER, localField, startRange, toWire } from "../src/game/offer";
import type { Settings, TimeLeft, Venue } from "../src/wire";
import { game } from "./sample";

const MINUTE = 60_000;
const long: TimeLeft = { main_ms: 180 * MINUTE, periods: 3 };
const at = (venue: Venue, rules = "chinese"): Settings => ({ ...game().settings, rules, appointment: { start_ms: 0, venue } });

test.each([
  ["remote", "chinese", 10, 20], ["same", "chinese", 10, 20], ["campus", "chinese", 10, 0], ["reading", "chinese", 10, 10],
  ["remote", "chinese-1988", 10, 10], ["campus", "chinese-1988", 10, 0],
] as const)("at %s under %s %i minutes cost %i", (venue, rules, late, cost) => {
  expect(costOf(venue, rules, late * MINUTE)).toBe(cost * MINUTE);
});

test.each([["remote", 60], ["same", 15], ["campus", 20]] as const)("at %s the game is lost from %i minutes on", (venue, limit) => {
  expect(forfeitsFrom(at(venue), game().settings.clock, long)).toBe(limit * MINUTE);
});

test("who has little time loses it before the venue's limit", () => {
  const left = { main_ms: 60_000, periods: 3 }; // and three periods of half a minute
  expect(forfeitsFrom(at("remote"), game().settings.clock, left)).toBe(75_000);
  expect(forfeitsFrom(at("reading"), game().settings.clock, left)).toBe(150_000);
  expect(forfeitsFrom(at("campus"), game().settings.clock, left)).toBe(20 * MINUTE);
  expect(forfeitsFrom(at("reading"), { system: "unlimited" }, { main_ms: 0, periods: 0 })).toBeNull();
  expect(forfeitsFrom(at("remote"), { system: "canadian", main_ms: MINUTE, moves: 5, stint_ms: MINUTE, carry_over: false }, { main_ms: MINUTE, periods: 0, stint_ms: MINUTE, moves: 5 })).toBe(MINUTE);
});

test("a start is written as local time and sent as a moment", () => {
  const start = localField(Date.UTC(2026, 4, 4, 12, 30));
  expect(toWire({ ...FIRST_OFFER, startsAt: start, venue: "same" }, "x").appointment).toEqual({ start_ms: Date.UTC(2026, 4, 4, 12, 30), venue: "same" });
  expect(toWire(FIRST_OFFER, "x")).not.toHaveProperty("appointment");
  const now = Date.UTC(2026, 4, 4, 12, 7, 30);
  expect(firstStart(now)).toBe(localField(Date.UTC(2026, 4, 4, 12, 30)));
  expect(startRange(now)).toEqual({ min: localField(now), max: localField(now + 28 * 86_400_000) });
});

test("pauses go with every offer", () => {
  expect(toWire({ ...FIRST_OFFER, pauses: 2, pauseMinutes: 5, adjourn: false }, "x").pauses).toEqual({ most: 2, length_ms: 300_000, adjourn: false });
});
