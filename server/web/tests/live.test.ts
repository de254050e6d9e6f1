// The conversation with a server that is played by the test, on fake time: what is said first, what is said
// again after a lost connection, and what is never said twice.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RoomEvent } from "../src/wire";
import { FakeSocket, open, Page, played } from "./fake-socket";
import { clock, game } from "./sample";

const ROOM = "room";
let live: typeof import("../src/net/live");

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  new Page().stub();
  live = await import("../src/net/live");
  live.startLive();
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  live.link.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers the newest `watch` with everything. */
function snapshot(s: FakeSocket): void {
  const id = s.said.filter((m) => m.type === "watch").at(-1)?.id ?? "";
  s.say({ type: "snapshot", id, room: ROOM, seat: "black", room_ms: 5_000, served_ms: 1_000, game: game() });
}

test("hello comes first, with the token and the subprotocol; then the clock is measured", async () => {
  const s = await open();
  expect(s.protocols).toEqual(["tianyuan.v1"]);
  expect(s.said[0]).toEqual({ type: "hello", version: 1, token: "token-1" });
  for (let i = 0; i < 5; i += 1) {
    expect(s.count("ping")).toBe(i + 1);
    s.say({ type: "pong", id: s.said.filter((m) => m.type === "ping").at(-1)?.id ?? "", served_ms: 1_000 });
    await vi.advanceTimersByTimeAsync(150);
  }
  expect(s.count("ping")).toBe(5);
  expect(live.link.sync.rtt()).toBe(0);
});

test.each(["closing", "refused"] as const)("whoever is banned (%s) is told so and connects no more until it is asked for", async (how) => {
  const { banned } = await import("../src/net/http");
  const s = await open();
  expect([banned.value, live.link.state.value]).toEqual([false, "online"]);
  if (how === "closing") s.say({ type: "closing", code: "banned", retry_after_ms: 1_000 });
  else s.say({ type: "refused", id: null, code: "banned", message: "" });
  s.onclose?.();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([banned.value, live.link.state.value, FakeSocket.all.length]).toEqual([true, "closed", 1]);
  live.link.restart();
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all.length).toBe(2);
});

test.each([[5_000, 1], [60_000, 0]])("who comes back after %d ms asks for its seat before it says anything again: %d", async (away_ms, asks) => {
  const first = await open();
  const { room } = live.watch(ROOM);
  snapshot(first);
  first.say({ type: "seat", room: ROOM, held: true });
  void live.command({ type: "resign", id: "c", room: ROOM });
  first.onclose?.();
  vi.setSystemTime(Date.now() + away_ms);
  await vi.advanceTimersByTimeAsync(1_000);
  const again = await open();
  again.say({ type: "resumed", id: again.heard("watch").id, room: ROOM, seat: "black", room_ms: 0, served_ms: 0, events: [] });
  expect(again.count("take_seat")).toBe(asks);
  expect(room.seat.value.held).toBe(asks === 1);
  const said = again.said.map((m) => m.type);
  expect(said.indexOf("take_seat")).toBeLessThan(said.indexOf("resign"));
});

test("a lost connection: watch with the last seq, then the unanswered command with the same id", async () => {
  const first = await open();
  const { room, stop } = live.watch(ROOM);
  snapshot(first);
  first.say({ type: "event", room: ROOM, ...played(2, 1, "aa") });
  const answer = live.command({ type: "play", id: "cmd", room: ROOM, ply: 1, point: "bb" });
  expect(first.heard("play").id).toBe("cmd");

  first.onclose?.();
  expect(live.link.state.value).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(1_000);
  const second = await open();
  expect(second).not.toBe(first);
  const again = second.heard("watch");
  expect(again.after).toBe(2);
  expect(second.count("play")).toBe(0);
  second.say({ type: "resumed", id: again.id, room: ROOM, seat: "black", room_ms: 9_000, served_ms: 1_000, events: [played(3, 2, "bb")] });
  expect(second.heard("play").id).toBe("cmd");
  second.say({ type: "ack", id: "cmd", seq: 3 });
  expect(await answer).toEqual({ ok: true });
  expect(room.view.value?.game).toMatchObject({ seq: 3, ply: 2 });
  stop();
  expect(second.heard("unwatch").room).toBe(ROOM);
});

test("a command given while the connection is away waits for it", async () => {
  const first = await open();
  live.watch(ROOM);
  snapshot(first);
  first.onclose?.();
  void live.command({ type: "pass", id: "later", room: ROOM, ply: 0 });
  expect(first.count("pass")).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  const second = await open();
  expect(second.count("pass")).toBe(0);
  snapshot(second);
  expect(second.heard("pass").id).toBe("later");
});

test("a gap and a lag are answered by watch with the last seq, and patched by nothing", async () => {
  const s = await open();
  const { room } = live.watch(ROOM);
  snapshot(s);
  s.say({ type: "event", room: ROOM, ...played(4, 3, "cc") });
  expect(room.view.value?.game.seq).toBe(1);
  expect(s.count("watch")).toBe(2);
  s.say({ type: "event", room: ROOM, ...played(5, 4, "dd") });
  expect(s.count("watch")).toBe(2);
  snapshot(s);
  s.say({ type: "lagged", room: ROOM });
  expect(s.count("watch")).toBe(3);
  expect(s.said.filter((m) => m.type === "watch").at(-1)).toMatchObject({ after: 1 });
});

test("after an outage what lay ahead is asked for whole, where anything did", async () => {
  const s = await open();
  const { room } = live.watch(ROOM);
  snapshot(s);
  const restored = (seq: number): RoomEvent => ({ seq, at_ms: 0, event: { kind: "restored", uncharged_ms: 5_000, clock } });
  s.say({ type: "event", room: ROOM, ...restored(2) });
  expect(s.count("watch")).toBe(1);
  const request = { number: 1, kind: "draw" as const, due_ms: 100_000 };
  const standing = { ...game().standing, white_asks: request };
  s.say({ type: "event", room: ROOM, seq: 3, at_ms: 0, event: { kind: "requested", by: "white", request, standing } });
  s.say({ type: "event", room: ROOM, ...restored(4) });
  expect(s.count("watch")).toBe(2);
  expect(s.said.filter((m) => m.type === "watch").at(-1)).not.toHaveProperty("after");
  const id = s.said.filter((m) => m.type === "watch").at(-1)?.id ?? "";
  const moved = { ...game(), seq: 4, standing: { ...standing, white_asks: { ...request, due_ms: 120_000 } } };
  s.say({ type: "snapshot", id, room: ROOM, seat: "black", room_ms: 5_000, served_ms: 1_000, game: moved });
  expect(room.view.value?.game.standing.white_asks?.due_ms).toBe(120_000);
  expect(room.view.value?.news.map((n) => n.event.kind)).toEqual(["restored", "requested", "restored"]);
});

test("who may rule is told with the welcome, and the moments of claims with who is there", async () => {
  const s = await open();
  expect(live.referee.value).toBe(false);
  const { room } = live.watch(ROOM);
  s.say({ type: "presence", room: ROOM, black: true, white: false, watchers: 1, white_claim_ms: 99_000 });
  expect(room.presence.value).toEqual({ black: true, white: false, watchers: 1, claim_ms: { black: null, white: 99_000 } });
  s.say({ type: "welcome", version: 1, account: { id: "r", name: "Cai" }, served_ms: 1_000, referee: true });
  expect(live.referee.value).toBe(true);
});

test("a rematch is offered wherever the page is, and said again after a lost connection", async () => {
  const first = await open();
  first.say({ type: "rematch", room: "old", revision: 1, offer: { by: { id: "w", name: "Bai" }, left_ms: 9_000 }, offers_left: 3 });
  expect(live.rematches.value.get("old")?.offer?.by.name).toBe("Bai");
  const answer = live.rematch("old", "accept");
  const said = first.heard("rematch");
  expect(said).toMatchObject({ room: "old", action: "accept" });
  first.onclose?.();
  await vi.advanceTimersByTimeAsync(1_000);
  const again = await open();
  expect(again.heard("rematch")).toEqual(said);
  again.say({ type: "refused", id: said.id, code: "busy", message: "" });
  await vi.advanceTimersByTimeAsync(600);
  expect(again.count("rematch")).toBe(2);
  again.say({ type: "ack", id: said.id });
  expect(await answer).toEqual({ ok: true });
});

test("silence of eight seconds counts as a lost connection", async () => {
  await open();
  await vi.advanceTimersByTimeAsync(7_900);
  expect(live.link.state.value).toBe("online");
  await vi.advanceTimersByTimeAsync(200);
  expect(live.link.state.value).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
});

test("a server that closes says when to come back", async () => {
  const s = await open();
  const before = FakeSocket.all.length;
  s.say({ type: "closing", code: "going_away", retry_after_ms: 3_000 });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(FakeSocket.all.length).toBe(before);
  await vi.advanceTimersByTimeAsync(200);
  expect(FakeSocket.all.length).toBe(before + 1);
});

test("a room that is not there is reported, a busy one is asked again", async () => {
  const s = await open();
  const { room } = live.watch(ROOM);
  s.say({ type: "refused", id: s.heard("watch").id, code: "busy", message: "" });
  expect(room.refused.value).toBeNull();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(s.count("watch")).toBe(2);
  s.say({ type: "refused", id: s.said.filter((m) => m.type === "watch").at(-1)?.id ?? "", code: "not_found", message: "" });
  expect(room.refused.value).toBe("not_found");
});

test("a session that was ended elsewhere: no old token is said again, and the page goes on as a guest", async () => {
  const s = await open();
  const ended = { type: "about:blank", title: "", status: 401, code: "bad_token" };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(ended), { status: 401 }));
  s.say({ type: "closing", code: "bad_token", retry_after_ms: 1_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  const next = FakeSocket.all.at(-1);
  expect(next).not.toBe(s);
  next?.onopen?.();
  expect(next?.said).toEqual([{ type: "hello", version: 1 }]);
});
