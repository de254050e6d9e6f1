// One socket that is always there: connects, says hello, measures the server's time, notices silence
// and connects again. What is said over it (rooms, lobby, commands) is live.ts's business.

import { signal } from "@preact/signals";
import { uuid } from "../lib/uuid";
import type { ClientMessage, ServerMessage } from "../wire";
import { backoff } from "./backoff";
import { ClockSync } from "./clock-sync";

/** `online` after `welcome`; `reconnecting` once a connection was lost; `closed` when the server wants none of this account. */
export type LinkState = "connecting" | "online" | "reconnecting" | "closed";

/** What the socket's user supplies. */
export type Handlers = {
  /** A valid access token, or nothing for a guest. */
  token: () => Promise<string | null>;
  /** The token was refused, or its session has ended. */
  badToken: () => Promise<void>;
  /** The conversation is open; whether this account may rule on games, and as a chief referee. */
  /** What the account may do here, and what is told of a maintenance. */
  welcome: (isReferee: boolean, isChief: boolean, maintenance: string | null) => void;
  /** Anything but `welcome` and `pong`. */
  message: (m: ServerMessage) => void;
};

const FIRST_PINGS = 5;
const FIRST_PING_GAP_MS = 120;
const PING_EVERY_MS = 10_000;
const SILENCE_MS = 8_000;
const OPEN_MS = 8_000;

/** The connection. `start` and `stop` belong together; both may be called again. */
export class Link {
  readonly state = signal<LinkState>("connecting");
  /** Served time as measured on the current connection. */
  sync = new ClockSync();

  private ws: WebSocket | null = null;
  private attempt = 0;
  private wanted = false;
  private pings = new Map<string, number>();
  private pingsLeft = 0;
  private timers = { retry: 0, ping: 0, silence: 0 };

  constructor(private readonly url: string, private readonly handlers: Handlers) {}

  /** Connects and stays connected. */
  start(): void {
    if (this.wanted) return;
    this.wanted = true;
    document.addEventListener("visibilitychange", this.check);
    window.addEventListener("online", this.check);
    window.addEventListener("pageshow", this.check);
    void this.connect();
  }

  /** Disconnects and stays so. */
  stop(): void {
    this.wanted = false;
    document.removeEventListener("visibilitychange", this.check);
    window.removeEventListener("online", this.check);
    window.removeEventListener("pageshow", this.check);
    this.drop();
  }

  /** Connects anew at once, for instance as somebody else. */
  restart(): void {
    if (!this.wanted) return;
    this.attempt = 0;
    this.drop();
    void this.connect();
  }

  /** Sends if the conversation is open; false if not. */
  send(m: ClientMessage): boolean {
    if (this.state.peek() !== "online" || this.ws?.readyState !== WebSocket.OPEN) return false;
    this.ws.send(JSON.stringify(m));
    return true;
  }

  /** The page is seen again or the network is back: ask at once instead of waiting. */
  private readonly check = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.state.peek() === "online") this.ping();
    else if (this.timers.retry !== 0) this.restart();
  };

  private async connect(): Promise<void> {
    const token = await this.handlers.token().catch(() => null);
    if (!this.wanted || this.ws) return;
    const ws = new WebSocket(this.url, ["tianyuan.v1"]);
    this.ws = ws;
    ws.onopen = () => ws.send(JSON.stringify({ type: "hello", version: 1, ...(token ? { token } : {}) } satisfies ClientMessage));
    ws.onmessage = (e) => { if (this.ws === ws) this.heard(String(e.data)); };
    ws.onclose = () => { if (this.ws === ws) this.lost(); };
    this.timers.silence = window.setTimeout(() => this.lost(), OPEN_MS);
  }

  private heard(text: string): void {
    let m: ServerMessage;
    try {
      m = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (m.type === "welcome") this.welcomed([m.referee ?? false, m.chief ?? false, m.maintenance ?? null], m.served_ms);
    else if (m.type === "pong") this.ponged(m.id, m.served_ms);
    else if ((m.type === "refused" || m.type === "closing") && m.code === "bad_token") void this.handlers.badToken().finally(() => this.lost());
    else {
      if ((m.type === "refused" || m.type === "closing") && m.code === "banned") this.shut();
      else if (m.type === "closing") this.lost(m.retry_after_ms);
      this.handlers.message(m);
    }
  }

  private welcomed(told: Parameters<Handlers["welcome"]>, served: number): void {
    window.clearTimeout(this.timers.silence);
    this.timers.silence = 0;
    this.attempt = 0;
    this.sync = new ClockSync();
    this.sync.welcome(served, performance.now());
    this.state.value = "online";
    this.pings.clear();
    this.pingsLeft = FIRST_PINGS;
    this.ping();
    this.handlers.welcome(...told);
  }

  private ping(): void {
    window.clearTimeout(this.timers.ping);
    const id = uuid();
    this.pings.set(id, performance.now());
    if (!this.send({ type: "ping", id })) return;
    if (this.timers.silence === 0) this.timers.silence = window.setTimeout(() => this.lost(), SILENCE_MS);
    this.timers.ping = window.setTimeout(() => this.ping(), PING_EVERY_MS);
  }

  private ponged(id: string, served: number): void {
    const sent = this.pings.get(id);
    if (sent === undefined) return;
    this.pings.clear();
    this.sync.pong(sent, performance.now(), served);
    window.clearTimeout(this.timers.silence);
    this.timers.silence = 0;
    this.pingsLeft -= 1;
    window.clearTimeout(this.timers.ping);
    this.timers.ping = window.setTimeout(() => this.ping(), this.pingsLeft > 0 ? FIRST_PING_GAP_MS : PING_EVERY_MS);
  }

  /** The connection is gone or silent. */
  private lost(afterMs?: number): void {
    this.drop();
    if (!this.wanted) return;
    this.state.value = "reconnecting";
    this.timers.retry = window.setTimeout(() => {
      this.timers.retry = 0;
      void this.connect();
    }, afterMs ?? backoff(this.attempt));
    this.attempt += 1;
  }

  /** Nobody is let in before somebody restarts: asking again and again would say that something is broken. */
  private shut(): void {
    this.drop();
    this.state.value = "closed";
  }

  private drop(): void {
    for (const t of Object.values(this.timers)) window.clearTimeout(t);
    this.timers = { retry: 0, ping: 0, silence: 0 };
    const ws = this.ws;
    this.ws = null;
    if (this.state.peek() === "online") this.state.value = "reconnecting";
    ws?.close();
  }
}
