// What a click on the board does: a stone is provisional until the server has it, and whoever only looks on does nothing.

import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer, Command } from "../src/net/outbox";
import type { Room } from "../src/net/live";
import type { RoomView } from "../src/net/room";
import { fromSnapshot } from "../src/net/room";
import type { Color, Snapshot } from "../src/wire";
import { agreement, game } from "./sample";

const commands: { command: Command; settle: (a: Answer) => void }[] = [];
const toasts: string[] = [];
vi.mock("../src/net/live", () => ({
  command: (command: Command) => new Promise<Answer>((settle) => commands.push({ command, settle })),
}));
vi.mock("../src/ui/feedback", () => ({ toast: (text: string) => toasts.push(text), confirm: async () => true }));
vi.mock("../src/ui/game/sound", () => ({ tick: () => undefined }));

let actions: import("../src/ui/game/actions").Actions;
let view: ReturnType<typeof signal<RoomView | null>>;

/** The page of somebody who plays a side, or of nobody who does. */
async function sits(seat: Color | null, at: Snapshot): Promise<void> {
  view = signal<RoomView | null>(fromSnapshot(at, seat, null));
  const { Actions } = await import("../src/ui/game/actions");
  actions = new Actions({ id: "room", view } as unknown as Room);
}

/** Everything that was settled is known. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  commands.length = 0;
  toasts.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a stone is provisional until the server has it, and its event puts it on the board", async () => {
  await sits("black", game());
  actions.choose("cc", "mouse");
  expect(actions.sent.value).toEqual({ point: "cc", ply: 0 });
  expect(view.value?.game.rows[2]).toBe(".....");
  // Neither a second click nor one elsewhere sends another.
  actions.choose("cc", "mouse");
  actions.choose("dd", "mouse");
  expect(commands).toHaveLength(1);
  commands[0]?.settle({ ok: true });
  await settled();
  // Acknowledged, but the event has not come: it is still shown as provisional, and for this ply only.
  expect(actions.sent.value).toEqual({ point: "cc", ply: 0 });
  expect(toasts).toEqual([]);
});

test("a stone that the server refuses is taken back for everybody to see", async () => {
  await sits("black", game());
  actions.choose("cc", "mouse");
  commands[0]?.settle({ ok: false, code: "ko", repeats: 12 });
  await settled();
  expect(actions.sent.value).toBeNull();
  expect(view.value?.game.rows[2]).toBe(".....");
  expect(actions.rejected.value).toBe("cc");
  expect(toasts).toHaveLength(1);
  expect(toasts[0]).toContain("12");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(actions.rejected.value).toBeNull();
  // And it can be played elsewhere at once.
  actions.choose("dd", "mouse");
  expect(actions.sent.value).toEqual({ point: "dd", ply: 0 });
  expect(commands).toHaveLength(2);
});

test("a touch needs a second step, and slips of it play nothing", async () => {
  await sits("black", game());
  actions.choose("cc", "touch");
  actions.choose("cd", "touch");
  expect(commands).toHaveLength(0);
  expect(actions.ghost.value).toEqual({ point: "cd", ply: 0 });
  actions.choose("cd", "touch");
  expect(commands[0]?.command).toMatchObject({ type: "play", point: "cd" });
});

test("whoever looks on marks no stones, whatever is clicked", async () => {
  const rows = ["X....", ".....", "..O..", ".....", "....."];
  const marking: Snapshot = { ...game(), phase: "agreement", to_move: null, rows, agreement: agreement(1) };
  for (const phase of ["agreement", "over", "play"] as const) {
    await sits(null, { ...marking, phase });
    for (const point of ["aa", "cc", "ee"]) actions.choose(point, "mouse");
  }
  expect(commands).toEqual([]);
  // The same clicks of a player mark the stones, each click one group of the marking that is shown, and nothing else.
  await sits("black", marking);
  actions.choose("aa", "mouse");
  expect(commands.map((c) => c.command)).toMatchObject([{ type: "mark", point: "aa", revision: 1, dead: true }]);
  // Nor does a player's click mark anything in a game that is over.
  await sits("black", { ...marking, phase: "over" });
  actions.choose("aa", "mouse");
  expect(commands).toHaveLength(1);
});
