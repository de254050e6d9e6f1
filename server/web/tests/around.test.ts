// What happens around the moves: followed by the reducer, and what can then be asked, claimed and ruled.

import { expect, test } from "vitest";
import { askable, canAsk, canClaim, isBegun, stepBackTo, wouldLoseTurn } from "../src/game/around";
import { accountOf, clockFields, endsGame, FIRST_RULING, rulingsNow, toRuling, verdictsOf } from "../src/game/rulings";
import { groupAt, replay } from "../src/game/position";
import { applyEvent, applyEvents, fromSnapshot, type RoomView } from "../src/net/room";
import type { Event, RoomEvent, Snapshot, Standing } from "../src/wire";
import { agreement, clock, game } from "./sample";

const NEVER_MS = 2 ** 53 - 1;
const at = (seq: number, event: Event): RoomEvent => ({ seq, at_ms: seq * 1000, event });
const standing = (change: Partial<Standing> = {}): Standing => ({ phase: "play", ply: 2, to_move: "black", warnings: { black: 0, white: 0 }, pauses: 0, ...change });
const played = (color: "black" | "white", point: string, ply: number): Event =>
  ({ kind: "played", color, point, captures: [], prisoners: { black: 0, white: 0 }, ply, clock });
const stopped = { ...clock, running: { color: "black" as const, elapsed_ms: 700, from_ms: NEVER_MS } };

/** Two moves have been played. */
function begun(): RoomView {
  return applyEvents(fromSnapshot(game(), "black", null), [at(2, played("black", "bb", 1)), at(3, played("white", "dd", 2))]).view;
}

/** Black asks for something. */
const asked = (kind: "undo" | "pause" | "continue", number = 1): Event => {
  const request = { number, kind, due_ms: 120_000 };
  return { kind: "requested", by: "black", request, standing: standing({ black_asks: request }) };
};

test("a request stands until it is answered, and is told with what was asked", () => {
  const { view } = applyEvent(begun(), at(4, asked("undo")));
  expect(view.game.standing.black_asks).toMatchObject({ number: 1, kind: "undo" });
  expect(askable(view.game, "black")).toEqual([]);
  expect(askable(view.game, "white")).toContain("undo");
  const { view: declined } = applyEvent(view, at(5, { kind: "request_closed", number: 1, how: "declined", standing: standing() }));
  expect(declined.game.standing.black_asks).toBeUndefined();
  expect(declined.news.map((n) => [n.event.kind, n.asked])).toEqual([["requested", null], ["request_closed", { by: "black", kind: "undo" }]]);
});

test("a move voids every request without a word, a reading does not", () => {
  const { view } = applyEvents(begun(), [at(4, asked("pause")), at(5, { kind: "read", color: "black", second: 30, periods: 3 })]);
  expect(view.game.standing.black_asks).toBeDefined();
  const after = applyEvent(view, at(6, played("black", "cc", 3))).view.game;
  expect(after.standing).toEqual(standing({ ply: 3, to_move: "white" }));
});

test("moves taken back leave the board that the event says, and a ply that has grown", () => {
  const rows = [".....", ".X...", ".....", ".....", "....."];
  const { view } = applyEvent(begun(), at(4, {
    kind: "undone", moves: 1, rows, last: { color: "black", point: "bb" }, prisoners: { black: 0, white: 0 }, clock,
    standing: standing({ ply: 4, to_move: "white" }),
  }));
  expect(view.game).toMatchObject({ rows, ply: 4, to_move: "white", last: { point: "bb" }, standing: { ply: 4 } });
  expect(view.game.moves.map((m) => m.point)).toEqual(["bb"]);
  expect(replay(view.game).at(-1)?.rows).toEqual(rows);
  expect(isBegun(view.game)).toBe(true);
  const next = applyEvent(view, at(5, played("white", "cc", 5))).view.game;
  expect(next).toMatchObject({ ply: 5, to_move: "black" });
  expect(next.moves).toHaveLength(2);
});

test("free handicap stones count among the moves that remain", () => {
  const placed: Snapshot = { ...game(), settings: { ...game().settings, handicap: 2, placement: "free" }, handicap_stones: ["aa", "ee"], ply: 2, to_move: "white" };
  const { view } = applyEvents(fromSnapshot(placed, null, null), [at(2, played("white", "bb", 3)), at(3, played("black", "cc", 4)), at(4, {
    kind: "undone", moves: 3, rows: placed.rows, last: { color: "white", point: "bb" }, prisoners: { black: 0, white: 0 }, clock, standing: standing({ ply: 6 }),
  })]);
  expect(view.game.moves.map((m) => m.point)).toEqual(["bb"]);
  expect(stepBackTo(view.game, 1)).toBe(3);
});

test("in a pause nobody moves or asks for anything but to go on, and limits lie as far ahead after it", () => {
  const counting: RoomView = { ...begun(), game: { ...begun().game, phase: "agreement", to_move: null, agreement: { ...agreement(1), due_ms: 100_000 } } };
  const pause = { reason: "referee", since_ms: 40_000, until_ms: null } as const;
  const { view } = applyEvent(counting, { seq: 4, at_ms: 40_000, event: { kind: "paused", standing: standing({ phase: "agreement", to_move: null, pause }), clock: { ...clock, running: null } } });
  expect(view.game.standing.pause).toEqual(pause);
  expect(canAsk(view.game, "black", "continue")).toBe(false);
  const { view: on } = applyEvent(view, { seq: 5, at_ms: 90_000, event: { kind: "continued", standing: standing({ phase: "agreement", to_move: null }), clock: { ...clock, running: null } } });
  expect(on.game.standing.pause).toBeUndefined();
  expect(on.game.agreement?.due_ms).toBe(160_000);
  const own = applyEvent(begun(), at(4, { kind: "paused", standing: standing({ to_move: null, pauses: 1, pause: { reason: "agreed", since_ms: 4000, until_ms: 604_000 } }), clock: stopped })).view.game;
  expect(own.clock.running?.from_ms).toBe(NEVER_MS);
  expect(askable(own, "black")).toEqual([]);
  expect(canAsk(own, "white", "continue")).toBe(true);
});

test("a move is sealed and nothing of it is here; an illegal one is a lost turn and no pass", () => {
  const { view: sealing } = applyEvent(begun(), at(4, { kind: "adjourning", standing: standing({ to_seal: "black" }) }));
  expect(askable(sealing.game, "black")).toEqual([]);
  expect(canAsk(sealing.game, "black", "continue")).toBe(true);
  expect(wouldLoseTurn(sealing.game, "dd")).toBe(true);
  expect(wouldLoseTurn(sealing.game, "cc")).toBe(false);
  expect(wouldLoseTurn(sealing.game, "pass")).toBe(false);
  const pause = { reason: "adjourned", since_ms: 5000, until_ms: null } as const;
  const { view: sealed } = applyEvent(sealing, at(5, { kind: "sealed", color: "black", standing: standing({ to_move: null, pause }), clock: { ...clock, running: null } }));
  expect(sealed.game.moves).toHaveLength(2);
  expect(sealed.game.standing.to_seal).toBeUndefined();
  const { view: lost } = applyEvents(sealed, [
    at(6, { kind: "continued", standing: standing(), clock }),
    at(7, { kind: "turn_lost", color: "black", standing: standing({ ply: 3, to_move: "white" }), clock }),
  ]);
  expect(lost.game.moves.at(-1)).toEqual({ color: "black", point: "pass", at_ms: 7000, lost: true });
  expect(lost.game).toMatchObject({ ply: 3, to_move: "white", last: { color: "black", point: "pass" } });
});

test("what is read of a turn still stands when somebody asks for something, not when the clock was set", () => {
  const read = at(4, { kind: "read", color: "black", second: 30, periods: 3 });
  const { view } = applyEvents(begun(), [read, at(5, asked("pause"))]);
  expect(view.readings.black?.second).toBe(30);
  expect(applyEvent(view, at(6, { kind: "clock_set", color: "black", clock })).view.readings.black).toBeNull();
});

test("a scheduled game waits, and begins when both have come", () => {
  const settings = { ...game().settings, appointment: { start_ms: 60_000, venue: "remote" as const } };
  const { black, white } = game();
  const { view } = applyEvent(fromSnapshot(game(), "white", null), at(2, { kind: "opened", black, white, settings, handicap_stones: [], to_move: "black", clock: { ...clock, running: null } }));
  expect(view.game).toMatchObject({ phase: "waiting", to_move: null, standing: { arrivals: { black: "awaited", white: "awaited" } } });
  const { view: begunView } = applyEvents(view, [
    at(3, { kind: "started", standing: standing({ phase: "waiting", ply: 0, to_move: null, arrivals: { black: "there", white: "awaited" } }), clock: { ...clock, running: null } }),
    at(4, { kind: "arrived", color: "white", late_ms: 4000, standing: standing({ ply: 0 }), clock }),
  ]);
  expect(begunView.game).toMatchObject({ phase: "play", to_move: "black", clock });
  expect(begunView.game.standing.arrivals).toBeUndefined();
});

test("time given to a side that was read out lets it play on", () => {
  const lapsed = applyEvent(begun(), at(4, { kind: "lapsed", color: "black", due_ms: 20_000, clock: { ...clock, running: null } })).view;
  expect(lapsed.game).toMatchObject({ phase: "lapsed", to_move: null, standing: { phase: "lapsed" } });
  const { view } = applyEvent(lapsed, at(5, { kind: "time_added", color: "black", ms: 60_000, clock }));
  expect(view.game).toMatchObject({ phase: "play", to_move: "black", standing: { phase: "play", to_move: "black" } });
});

test("the end leaves nothing open", () => {
  const { view } = applyEvents(begun(), [at(4, asked("pause")), at(5, {
    kind: "ended", counted: null, clock: { ...clock, running: null }, result: { winner: "draw", how: "agreement", margin_quarters: null, sgf: "0", chinese: "和棋" },
  })]);
  expect(view.game.standing).toEqual(standing({ phase: "over", to_move: null }));
});

test("only what can be asked is offered", () => {
  const fresh = game();
  expect(askable(fresh, "black")).toEqual(["pause", "time"]);
  expect(askable(begun().game, "black")).toEqual(["undo", "draw", "pause", "adjourn", "time"]);
  const days = { ...begun().game, settings: { ...fresh.settings, clock: { system: "correspondence", move_ms: 1 } as const, pauses: { most: 3, length_ms: 60_000, adjourn: true } } };
  expect(askable(days, "black")).toEqual(["undo", "draw"]);
  const used = { ...begun().game, standing: standing({ pauses: 3 }), settings: { ...fresh.settings, pauses: { most: 3, length_ms: 60_000, adjourn: false } } };
  expect(askable(used, "black")).toEqual(["undo", "draw", "time"]);
});

test("an absent opponent can be claimed of in its own turn, once the game has begun", () => {
  expect(canClaim(begun().game, "white")).toBe(true);
  expect(canClaim(begun().game, "black")).toBe(false);
  expect(canClaim({ ...game(), to_move: "white" }, "black")).toBe(false);
});

test("a referee is offered what fits, and its form becomes exactly one ruling", () => {
  const now = begun().game;
  expect(rulingsNow(now, true)).toEqual(["pause", "adjourn", "set_clock", "add_time", "add_time_to_both", "restart_reading", "step_back", "swap_colors", "warn", "mute", "remove", "result"]);
  expect(rulingsNow(now, false)).toEqual(["pause", "adjourn", "add_time_to_both", "restart_reading", "step_back", "swap_colors", "warn", "mute", "remove", "result"]);
  expect(rulingsNow({ ...now, phase: "over" }, true)).toEqual(["mute"]);
  expect(rulingsNow({ ...now, ply: 11 }, false)).not.toContain("swap_colors");
  expect(verdictsOf(false)).toEqual(["black", "white", "no_result"]);
  const form = { ...FIRST_RULING, color: "white" as const, minutes: 2, seconds: 5, periods: 3, moves: 1, second: 40 };
  expect(toRuling({ ...form, kind: "set_clock" }, now, [])).toEqual({ kind: "set_clock", color: "white", left: { main_ms: 125_000, periods: 3 } });
  expect(toRuling({ ...form, kind: "add_time" }, now, [])).toEqual({ kind: "add_time", color: "white", ms: 125_000 });
  expect(toRuling({ ...form, kind: "step_back" }, now, [])).toEqual({ kind: "step_back", moves: 1 });
  expect(toRuling({ ...form, kind: "restart_reading" }, now, [])).toEqual({ kind: "restart_reading", second: 40 });
  expect(toRuling({ ...form, kind: "stones" }, now, ["dd"])).toEqual({ kind: "stones", dead: ["dd"] });
  expect(toRuling({ ...form, kind: "result", verdict: "both_lose" }, now, [])).toEqual({ kind: "result", verdict: "both_lose" });
  expect(toRuling({ ...form, kind: "mute" }, now, [])).toEqual({ kind: "mute", account: "b", on: true });
  const muted = { ...now, muted: [{ id: "v", name: "Viewer" }] };
  expect(toRuling({ ...form, kind: "mute", account: "v" }, muted, [])).toEqual({ kind: "mute", account: "v", on: false });
  expect(toRuling({ ...form, kind: "remove", account: "v" }, now, [])).toEqual({ kind: "remove", account: "v", on: true });
  const removed = { ...now, removed: [{ id: "v", name: "Viewer" }] };
  expect(toRuling({ ...form, kind: "remove", account: "v" }, removed, [])).toEqual({ kind: "remove", account: "v", on: false });
  expect(accountOf({ ...form, kind: "remove", account: now.black.id }, now)).toBe("");
  expect(clockFields(now, "black", 11_000)).toMatchObject({ minutes: 0, seconds: 50, periods: 3 });
});

test("what ends the game is asked about: results, stones, a second warning", () => {
  const now = begun().game;
  expect(endsGame({ ...FIRST_RULING, kind: "result" }, now)).toBe(true);
  expect(endsGame({ ...FIRST_RULING, kind: "stones" }, now)).toBe(true);
  expect(endsGame({ ...FIRST_RULING, kind: "warn", color: "white" }, now)).toBe(false);
  const warned = { ...now, standing: standing({ warnings: { black: 0, white: 1 } }) };
  expect(endsGame({ ...FIRST_RULING, kind: "warn", color: "white" }, warned)).toBe(true);
  expect(endsGame({ ...FIRST_RULING, kind: "warn", color: "black" }, warned)).toBe(false);
});

test("a group is marked as a whole", () => {
  const rows = ["XX...", ".X...", "...O.", ".....", "....."];
  expect(groupAt(rows, "aa").sort()).toEqual(["aa", "ba", "bb"]);
  expect(groupAt(rows, "cc")).toEqual([]);
});
