// The server's end of the page's sockets, played by a test.

import { vi } from "vitest";
import type { ClientMessage, RoomEvent, ServerMessage } from "../src/wire";
import { clock } from "./sample";

/** The server's end of every socket that the client opened. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  said: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string, readonly protocols: string[]) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  say(m: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(m) });
  }

  /** The first message of a kind, which must be there. */
  heard<T extends ClientMessage["type"]>(type: T): Extract<ClientMessage, { type: T }> {
    const m = this.said.find((x) => x.type === type);
    if (!m) throw new Error(`no ${type} in ${JSON.stringify(this.said)}`);
    return m as Extract<ClientMessage, { type: T }>;
  }

  count(type: ClientMessage["type"]): number {
    return this.said.filter((x) => x.type === type).length;
  }
}

/** What the page listens for in its window and document: a test lets it happen. */
export class Page {
  private heard = new Map<string, Set<() => void>>();
  visibility: "visible" | "hidden" = "visible";

  /** The browser, as far as the connection asks for it. */
  stub(): void {
    const events = {
      addEventListener: (name: string, f: () => void) => { this.of(name).add(f); },
      removeEventListener: (name: string, f: () => void) => { this.of(name).delete(f); },
    };
    vi.stubGlobal("window", Object.assign(Object.create(globalThis) as object, events, {
      setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout,
    }));
    const page = this;
    vi.stubGlobal("document", { ...events, get visibilityState() { return page.visibility; } });
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({
      account: { id: "b", name: "Hei" }, access_token: "token-1", expires_in_s: 600,
    }), { status: 200 }));
  }

  /** Something happens to the page. */
  happens(name: "online" | "pageshow" | "visibilitychange"): void {
    for (const f of [...this.of(name)]) f();
  }

  private of(name: string): Set<() => void> {
    const known = this.heard.get(name) ?? new Set();
    this.heard.set(name, known);
    return known;
  }
}

/** The newest socket, greeted. */
export async function open(): Promise<FakeSocket> {
  const s = FakeSocket.all.at(-1);
  if (!s) throw new Error("no socket");
  s.onopen?.();
  s.say({ type: "welcome", version: 1, account: { id: "b", name: "Hei" }, served_ms: 1_000 });
  await vi.advanceTimersByTimeAsync(0);
  return s;
}

/** A move as an event. */
export const played = (seq: number, ply: number, point: string): RoomEvent => ({
  seq, at_ms: 0, event: { kind: "played", color: ply % 2 === 1 ? "black" : "white", point, captures: [], prisoners: { black: 0, white: 0 }, ply, clock },
});
