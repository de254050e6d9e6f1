import { createHash, webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import { baseQuarters, points, quarters, signed } from "../src/game/format";
import { guessedRight, verify } from "../src/game/nigiri";
import { clockOf, FIRST_CLOCK, FIRST_OFFER, mostHandicap, ownClock, ownKomi, settle, toWire } from "../src/game/offer";
import { label, parseLabel, starPoints } from "../src/game/points";
import { backoff } from "../src/net/backoff";
import { parseRoute } from "../src/router";

test.each([
  [0, "0"], [1, "¼"], [2, "½"], [3, "¾"], [4, "1"], [5, "1¼"], [15, "3¾"], [722, "180½"], [740, "185"], [-3, "−¾"], [-15, "−3¾"],
])("%i quarters are %s", (n, text) => {
  expect(quarters(n)).toBe(text);
});

test("one 子 is two 目", () => {
  expect([3, 15, 1, -7].map(points)).toEqual(["1½", "7½", "½", "−3½"]);
  expect([signed(quarters(3)), signed(quarters(0)), signed(quarters(-3))]).toEqual(["+¾", "0", "−¾"]);
  expect(quarters(baseQuarters(19))).toBe("180½");
  expect(quarters(baseQuarters(9))).toBe("40½");
});

test("labels leave out I and go both ways on every board", () => {
  expect(label("pd", 19)).toBe("Q16");
  expect(label("ia", 9)).toBe("J9");
  expect(parseLabel(" q 16 ", 19)).toBe("pd");
  for (const bad of ["I5", "T20", "A0", "Q", "16", "", "pass", "U1"]) expect(parseLabel(bad, 19)).toBeNull();
  for (let size = 2; size <= 25; size += 1) {
    const last = String.fromCharCode(96 + size).repeat(2);
    expect(parseLabel(label(last, size), size)).toBe(last);
  }
});

test("star points as the rules give them", () => {
  expect(starPoints(19)).toHaveLength(9);
  expect(starPoints(19)).toContain("jj");
  expect(new Set(starPoints(9))).toEqual(new Set(["cc", "gc", "cg", "gg", "ee"]));
  expect(starPoints(13)).toContain("gg");
  expect(starPoints(2)).toEqual([]);
});

test("the draw is checked against its hash", async () => {
  const hash = createHash("sha256").update("17:00ff").digest("hex");
  const subtle = webcrypto.subtle as unknown as SubtleCrypto;
  const draw = { hash, number: 17, nonce: "00ff", guess_odd: false };
  expect(await verify(draw, subtle)).toBe("right");
  expect(await verify({ ...draw, number: 18 }, subtle)).toBe("wrong");
  expect(guessedRight(draw)).toBe(false);
  expect(guessedRight({ ...draw, number: 18 })).toBe(true);
});

test("an offer names its rules, whose own komi is known", () => {
  expect(toWire(FIRST_OFFER, "1").rules).toBe("chinese");
  expect(toWire(settle({ ...FIRST_OFFER, rules: "aga" }), "1").rules).toBe("aga");
  expect(settle({ ...FIRST_OFFER, rules: "ancient", handicap: 4 }).handicap).toBe(0);
  // A browser may remember a name that is no more.
  expect(settle({ ...FIRST_OFFER, rules: "go" as "nz" }).rules).toBe("chinese");
  expect([ownKomi("chinese", 0), ownKomi("japanese", 0), ownKomi("chinese", 2), ownKomi("aga", 2)]).toEqual([15, 13, 0, 1]);
});

test("an offer keeps to what can be offered", () => {
  expect(settle({ ...FIRST_OFFER, handicap: 3 }).color).toBe("white");
  expect(settle({ ...FIRST_OFFER, size: 6, handicap: 5 }).handicap).toBe(0);
  expect([19, 13, 9, 7, 8, 6].map((n) => mostHandicap(n, "fixed"))).toEqual([9, 9, 9, 4, 4, 0]);
  expect(mostHandicap(4, "free")).toBe(4);
  expect(toWire({ ...FIRST_OFFER, komi: 3.25 }, "x")).toMatchObject({ id: "x", komi_quarters: 13, size: 19, color: "nigiri" });
  expect(toWire(FIRST_OFFER, "x").komi_quarters).toBeNull();
  expect(clockOf({ ...FIRST_OFFER, preset: "own", minutes: 0.5, periods: 2, seconds: 20 })).toEqual({ system: "byoyomi", main_ms: 30_000, periods: 2, period_ms: 20_000 });
});

test.each([
  ["absolute", { main_ms: 1_200_000 }],
  ["byoyomi", { main_ms: 1_200_000, periods: 5, period_ms: 30_000, last_passes: true }],
  ["fischer", { main_ms: 1_200_000, increment_ms: 10_000, cap_ms: 1_800_000 }],
  ["canadian", { main_ms: 1_200_000, moves: 15, stint_ms: 600_000, carry_over: true }],
  ["simple", { move_ms: 30_000 }],
  ["correspondence", { move_ms: 259_200_000 }],
  ["unlimited", {}],
] as const)("the form of %s becomes its wire", (system, rest) => {
  expect(ownClock({ ...FIRST_CLOCK, system, lastPasses: true, cap: 30 })).toEqual({ system, ...rest });
});

test("a clock for each side needs a colour", () => {
  const o = settle({ ...FIRST_OFFER, white: { ...FIRST_CLOCK, system: "unlimited" } });
  expect(toWire(o, "x")).toMatchObject({ color: "white", white_clock: { system: "unlimited" } });
  expect(toWire(FIRST_OFFER, "x")).not.toHaveProperty("white_clock");
});

test("the wait between attempts grows from 0.2 s to 10 s", () => {
  expect(backoff(0, 0)).toBe(200);
  expect(backoff(3, 1)).toBe(1_600);
  expect(backoff(50, 1)).toBe(10_000);
  expect(backoff(50, 0)).toBe(5_000);
});

test("addresses", () => {
  expect(parseRoute("/")).toEqual({ page: "lobby" });
  expect(parseRoute("/game/abc")).toEqual({ page: "game", id: "abc", moment: null });
  expect(parseRoute("/challenge/abc/")).toEqual({ page: "challenge", id: "abc" });
  expect(parseRoute("/games")).toEqual({ page: "games" });
  expect(parseRoute("/game")).toEqual({ page: "nowhere" });
  expect(parseRoute("/a/b/c")).toEqual({ page: "nowhere" });
});
