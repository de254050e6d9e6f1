import { expect, test } from "vitest";
import { play, replay } from "../src/game/position";
import { applyEvent, applyEvents, fromSnapshot, type RoomView } from "../src/net/room";
import type { Event, RoomEvent } from "../src/wire";
import { agreement, clock, game } from "./sample";

const start = (): RoomView => fromSnapshot(game(), "black", null);
const at = (seq: number, event: Event): RoomEvent => ({ seq, at_ms: seq * 1000, event });
const none = { black: 0, white: 0 };

function played(color: "black" | "white", point: string, ply: number, captures: string[] = [], black = 0): Event {
  return { kind: "played", color, point, captures, prisoners: { black, white: 0 }, ply, clock };
}

/** Black takes the white corner stone. */
const CAPTURE: RoomEvent[] = [
  at(2, played("black", "ab", 1)),
  at(3, played("white", "aa", 2)),
  at(4, played("black", "ba", 3, ["aa"], 1)),
];

test("a played stone stands, its captures are gone, the turn passes on", () => {
  const { view, gap } = applyEvents(start(), CAPTURE);
  expect(gap).toBe(false);
  expect(view.game.rows).toEqual([".X...", "X....", ".....", ".....", "....."]);
  expect(view.game).toMatchObject({ seq: 4, ply: 3, to_move: "white", prisoners: { black: 1, white: 0 }, last: { color: "black", point: "ba" } });
  expect(view.game.moves.map((m) => [m.point, m.at_ms])).toEqual([["ab", 2000], ["aa", 3000], ["ba", 4000]]);
});

test("the replay reaches the same position from the moves alone", () => {
  const { view } = applyEvents(start(), CAPTURE);
  const steps = replay(view.game);
  expect(steps).toHaveLength(4);
  expect(steps[3]?.rows).toEqual(view.game.rows);
  expect(steps[3]?.prisoners).toEqual(view.game.prisoners);
  expect(steps[2]?.rows[0]).toBe("O....");
});

test("the reducer changes nothing in place", () => {
  const before = start();
  const copy = JSON.stringify(before);
  applyEvents(before, CAPTURE);
  expect(JSON.stringify(before)).toBe(copy);
});

test("an event seen before is ignored, a missing one is reported and not patched", () => {
  const { view } = applyEvent(start(), CAPTURE[0]!);
  expect(applyEvent(view, CAPTURE[0]!)).toEqual({ view, gap: false });
  expect(applyEvent(view, CAPTURE[2]!)).toEqual({ view, gap: true });
});

test("two passes, marking, acceptance of exactly one revision, dispute", () => {
  const { view: asked } = applyEvents(start(), [
    at(2, { kind: "passed", color: "black", ply: 1, clock }),
    at(3, { kind: "passed", color: "white", ply: 2, clock }),
    at(4, { kind: "agreement_opened", agreement: agreement(1), clock: { ...clock, running: null } }),
    at(5, { kind: "accepted", by: "black", revision: 1 }),
  ]);
  expect(asked.game).toMatchObject({ phase: "agreement", to_move: null, ply: 2, agreement: { black_accepted: true, white_accepted: false } });
  const { view: marked } = applyEvents(asked, [
    at(6, { kind: "marked", by: "white", stones: ["ab"], dead: true, agreement: { ...agreement(2), dead: ["ab"] } }),
    at(7, { kind: "accepted", by: "white", revision: 1 }),
    at(8, { kind: "asked_again", due_ms: 240_000 }),
  ]);
  expect(marked.game.agreement).toMatchObject({ revision: 2, dead: ["ab"], black_accepted: false, white_accepted: false, due_ms: 240_000 });
  const { view: resumed } = applyEvent(marked, at(9, { kind: "play_resumed", by: "black", to_move: "white", clock }));
  expect(resumed.game).toMatchObject({ phase: "play", to_move: "white", agreement: null });
});

test("the end carries result and counted marking", () => {
  const result = { winner: "white", how: "counting", margin_quarters: -15, sgf: "W+7.5", chinese: "白胜3¾子" } as const;
  const { view } = applyEvent(start(), at(2, { kind: "ended", result, counted: agreement(3), clock: { ...clock, running: null } }));
  expect(view.game).toMatchObject({ phase: "over", to_move: null, agreement: null, result, counted: { revision: 3 } });
});

test("free handicap stones are black, and White begins after the last", () => {
  const open: Event = {
    kind: "opened", black: { id: "b", name: "Hei" }, white: { id: "w", name: "Bai" }, handicap_stones: [], to_move: "black", clock,
    settings: { ...game().settings, handicap: 2, placement: "free" },
  };
  const { view: placing } = applyEvent(start(), at(2, open));
  expect(placing.game.phase).toBe("placing");
  const { view } = applyEvents(placing, [
    at(3, { kind: "handicap_placed", point: "bb", ply: 1, to_move: "black", clock }),
    at(4, { kind: "handicap_placed", point: "dd", ply: 2, to_move: "white", clock }),
  ]);
  expect(view.game).toMatchObject({ phase: "play", to_move: "white", ply: 2, handicap_stones: ["bb", "dd"], moves: [] });
  expect(replay(view.game)[0]?.rows).toEqual(view.game.rows);
});

test("an outage is charged to nobody: the clock of the event is taken over", () => {
  const moved = { ...clock, running: { color: "black" as const, elapsed_ms: 400, from_ms: 9_000 } };
  const { view } = applyEvent(start(), at(2, { kind: "restored", uncharged_ms: 5_000, clock: moved }));
  expect(view.game.clock).toEqual(moved);
});

test("an event of an unknown kind only moves the sequence on", () => {
  const { view, gap } = applyEvent(start(), at(2, { kind: "from_the_future" } as unknown as Event));
  expect(gap).toBe(false);
  expect({ ...view.game, seq: 1 }).toEqual(game());
  expect(view.game.prisoners).toEqual(none);
});

test("a suicide is gone as the event says, and in the replay", () => {
  const base = fromSnapshot({ ...game(), rows: ["O.X..", "XX...", ".....", ".....", "....."], to_move: "white" }, null, null);
  const { view } = applyEvent(base, at(2, {
    kind: "played", color: "white", point: "ba", captures: [], own_removed: ["aa", "ba"], prisoners: { black: 2, white: 0 }, ply: 1, clock,
  }));
  expect(view.game.rows).toEqual(["..X..", "XX...", ".....", ".....", "....."]);
  expect(play(base.game.rows, "white", "ba")).toEqual({ rows: view.game.rows, captured: 0, lost: 2 });
});

test("a region is set aside, and the stones of an ancient game lie there from the start", () => {
  const aside = { ...agreement(2), neutral: ["aa"] };
  const base = fromSnapshot({ ...game(), phase: "agreement", agreement: agreement(1), to_move: null }, "black", null);
  const { view } = applyEvent(base, at(2, { kind: "set_aside", by: "white", points: ["aa"], neutral: true, agreement: aside }));
  expect(view.game.agreement?.neutral).toEqual(["aa"]);
  const settings = { ...game().settings, start_stones: { black: ["bb"], white: ["dd"] } };
  const { black, white } = game();
  const opened = applyEvent(start(), at(2, { kind: "opened", black, white, settings, handicap_stones: [], to_move: "white", clock })).view;
  expect(opened.game.rows).toEqual([".....", ".X...", ".....", "...O.", "....."]);
  expect(replay(opened.game)[0]?.rows).toEqual(opened.game.rows);
  expect(opened.game.to_move).toBe("white");
});

test("a repetition is offered, answered, declined", () => {
  const offer = { verdict: "no_result", first: 0, due_ms: 60_000, black_accepted: false, white_accepted: false } as const;
  const still = { ...clock, running: null };
  const { view: offered } = applyEvents(start(), [at(2, { kind: "repetition_offered", offer, clock: still }), at(3, { kind: "repetition_accepted", by: "white" })]);
  expect(offered.game).toMatchObject({ phase: "repetition", to_move: null, offer: { white_accepted: true, black_accepted: false } });
  const { view } = applyEvent(offered, at(4, { kind: "repetition_declined", by: null, to_move: "black", clock }));
  expect(view.game).toMatchObject({ phase: "play", to_move: "black", offer: null });
});
