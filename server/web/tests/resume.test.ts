// Coming back, on fake time: how long the page waits, what wakes it, and what it does with what it missed.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, open, Page, played } from "./fake-socket";
import { game } from "./sample";

const ROOM = "room";
let live: typeof import("../src/net/live");
let page: Page;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  page = new Page();
  page.stub();
  live = await import("../src/net/live");
  live.startLive();
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  live.link.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** How long until the next socket is opened after the newest has failed, in milliseconds. */
async function waitAfterFailure(): Promise<number> {
  const before = FakeSocket.all.length;
  const from = Date.now();
  FakeSocket.all.at(-1)?.onclose?.();
  while (FakeSocket.all.length === before && Date.now() - from < 60_000) await vi.advanceTimersByTimeAsync(10);
  expect(FakeSocket.all.length).toBe(before + 1);
  return Date.now() - from;
}

test.each([[0, 0.5], [0.5, 0.75], [0.999, 1]])("a server that is away is asked ever more rarely, with chance %d at %d of each step", async (chance, part) => {
  vi.spyOn(Math, "random").mockReturnValue(chance);
  const steps = [200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000];
  for (const step of steps) {
    const wanted = Math.max(200, step * part);
    const waited = await waitAfterFailure();
    expect(waited).toBeGreaterThanOrEqual(wanted - 10);
    expect(waited).toBeLessThanOrEqual(wanted + 20);
  }
  // Whoever was let in begins at the shortest again.
  await open();
  expect(await waitAfterFailure()).toBeLessThanOrEqual(220);
});

test("many pages that lost the same server do not come back at once", async () => {
  const waits = new Set<number>();
  for (let n = 0; n < 6; n += 1) await waitAfterFailure();
  for (let n = 0; n < 8; n += 1) waits.add(await waitAfterFailure());
  expect(waits.size).toBeGreaterThan(3);
});

test("a socket that never opens is given up after eight seconds", async () => {
  const before = FakeSocket.all.length;
  await vi.advanceTimersByTimeAsync(7_900);
  expect(FakeSocket.all.length).toBe(before);
  await vi.advanceTimersByTimeAsync(600);
  expect(FakeSocket.all.length).toBe(before + 1);
});

test.each(["online", "pageshow", "visibilitychange"] as const)("the network is back or the page is seen again (%s): it asks at once", async (what) => {
  vi.spyOn(Math, "random").mockReturnValue(0.999);
  for (let n = 0; n < 6; n += 1) await waitAfterFailure();
  const before = FakeSocket.all.length;
  FakeSocket.all.at(-1)?.onclose?.();
  page.visibility = "hidden";
  page.happens(what);
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all.length).toBe(before);
  page.visibility = "visible";
  page.happens(what);
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all.length).toBe(before + 1);
});

test("a page that is seen again asks over a socket that may be dead, and opens another after eight seconds of silence", async () => {
  const s = await open();
  while (s.count("ping") < 5) {
    s.say({ type: "pong", id: s.said.filter((m) => m.type === "ping").at(-1)?.id ?? "", served_ms: 1_000 });
    await vi.advanceTimersByTimeAsync(150);
  }
  s.say({ type: "pong", id: s.said.filter((m) => m.type === "ping").at(-1)?.id ?? "", served_ms: 1_000 });
  const pings = s.count("ping");
  page.happens("visibilitychange");
  expect(s.count("ping")).toBe(pings + 1);
  await vi.advanceTimersByTimeAsync(8_100);
  expect(live.link.state.value).toBe("reconnecting");
});

test("ten minutes away: the answer is everything anew, and nothing of the old game is left", async () => {
  const first = await open();
  const { room } = live.watch(ROOM);
  first.say({ type: "snapshot", id: first.heard("watch").id, room: ROOM, seat: "black", room_ms: 5_000, served_ms: 1_000, game: game() });
  first.say({ type: "event", room: ROOM, ...played(2, 1, "aa") });
  const lost = live.command({ type: "play", id: "cmd", room: ROOM, ply: 2, point: "cc" });
  first.onclose?.();
  const from = Date.now();
  while (Date.now() - from < 600_000) {
    await vi.advanceTimersByTimeAsync(1_000);
    FakeSocket.all.at(-1)?.onclose?.();
  }
  expect(FakeSocket.all.length).toBeLessThan(150);
  // The next one is let in at once: a socket that does not open is given up.
  const failed = FakeSocket.all.length;
  while (FakeSocket.all.length === failed) await vi.advanceTimersByTimeAsync(100);
  const back = await open();
  expect(back.heard("watch").after).toBe(2);
  const now = { ...game(), seq: 90, ply: 80, rows: [".....", "..X..", "..O..", ".....", "....."] };
  back.say({ type: "snapshot", id: back.heard("watch").id, room: ROOM, seat: "black", room_ms: 700_000, served_ms: 9_000, game: now });
  expect(room.view.value?.game).toMatchObject({ seq: 90, ply: 80, rows: now.rows });
  expect(room.view.value?.anchor?.room_ms).toBe(700_000);
  // The command that nothing was heard of is asked for once more, with its id; the server says what became of it.
  expect(back.heard("play")).toMatchObject({ id: "cmd", ply: 2 });
  back.say({ type: "refused", id: "cmd", code: "stale_ply", message: "" });
  expect(await lost).toMatchObject({ ok: false, code: "stale_ply" });
  back.say({ type: "event", room: ROOM, ...played(91, 81, "ee") });
  expect(room.view.value?.game.seq).toBe(91);
});
