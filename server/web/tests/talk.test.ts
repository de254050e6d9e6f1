import { expect, test } from "vitest";
import { missingBefore, readable, SILENCE, speakable, STREAMS, unread, withHidden, withLines, type Viewer } from "../src/net/talk";
import type { Line } from "../src/wire";

const line = (number: number, text = `line ${number}`, by = "a"): Line => ({ number, by: { id: by, name: by }, text, ply: 0, wall_ms: 0 });
const numbers = (lines: readonly Line[]) => lines.map((l) => l.number);

test("lines come in any order and more than once", () => {
  let talk = withLines(SILENCE, "players", [line(3)]);
  talk = withLines(talk, "players", [line(2), line(3), line(1)]);
  expect(numbers(talk.players)).toEqual([1, 2, 3]);
  expect(talk.spectators).toEqual([]);
});

test("a hidden line stays hidden by what comes of it later", () => {
  const talk = withLines(SILENCE, "spectators", [line(1), line(2)]);
  const hidden = withHidden(talk, "spectators", 1);
  expect(hidden.spectators[0]).toMatchObject({ number: 1, text: "", hidden: true });
  expect(hidden.spectators[1]).toEqual(line(2));
  expect(withHidden(hidden, "spectators", 9)).toEqual(hidden);
  expect(talk.spectators[0]?.text).toBe("line 1");
  const why = { by: { id: "r", name: "Referee" }, reason: "advice" };
  const told = withHidden(talk, "spectators", 1, why);
  expect(told.spectators[0]).toMatchObject({ hidden: true, hiding: why });
  expect(withHidden(told, "spectators", 1, { ...why, reason: "again" })).toEqual(told);
});

test("what is missing is asked for from the latest gap on", () => {
  expect(missingBefore([])).toBeNull();
  expect(missingBefore([line(1), line(2)])).toBeNull();
  expect(missingBefore([line(51), line(52)])).toBe(51);
  expect(missingBefore([line(1), line(2), line(7), line(8)])).toBe(7);
});

test("one's own lines are not unread", () => {
  const lines = [line(1), line(2, "x", "me"), line(3)];
  expect([unread(lines, 0, "me"), unread(lines, 1, "me"), unread(lines, 3, "me"), unread(lines, 0, null)]).toEqual([2, 1, 0, 3]);
});

test("who reads and speaks where", () => {
  const viewer = (v: Partial<Viewer>): Viewer => ({ seated: false, over: false, referee: false, guest: false, ...v });
  const may = (v: Viewer) => [readable(v), STREAMS.filter((s) => speakable(v, s))];
  expect(may(viewer({ seated: true }))).toEqual([["players"], ["players"]]);
  expect(may(viewer({ seated: true, over: true }))).toEqual([["players", "spectators"], ["players", "spectators"]]);
  expect(may(viewer({}))).toEqual([["players", "spectators"], ["spectators"]]);
  expect(may(viewer({ referee: true }))).toEqual([["players", "spectators", "staff"], ["players", "staff"]]);
  expect(may(viewer({ guest: true }))).toEqual([["players"], []]);
  expect(may(viewer({ guest: true, over: true }))).toEqual([["players", "spectators"], []]);
});
