// What is said over the socket: watched rooms, the lobby, commands. Rooms are counted by their users;
// what `watch` begins, the function that it returns ends.

import { signal, type Signal } from "@preact/signals";
import { uuid } from "../lib/uuid";
import type {
  Challenge, ClientMessage, Code, GameSummary, PlayerRef, RematchAction, RoomEvent, ServerMessage, Snapshot,
} from "../wire";
import { banned } from "./http";
import { maintenance } from "./order";
import { Outbox, type Answer, type Command } from "./outbox";
import { NO_REMATCHES, withEnded, withRematch, type Rematches } from "./rematch";
import { applyEvent, applyEvents, fromSnapshot, type RoomView } from "./room";
import { freshToken, onAccountChange, renew } from "./session";
import { leaveNote, lostSeat, noted, NO_SEAT, seatAfter, type Seat } from "./seat";
import { Link } from "./socket";
import { SILENCE, withHidden, withLines, type Talk } from "./talk";

/** Who is in a room, and from which room time on each side's absence can be claimed. */
export type Presence = { black: boolean; white: boolean; watchers: number; claim_ms: { black: number | null; white: number | null } };

/** A room on this page. */
export type Room = {
  id: string;
  view: Signal<RoomView | null>;
  /** Who is there; unknown until the server says. */
  presence: Signal<Presence | null>;
  /** What has been said. */
  talk: Signal<Talk>;
  /** Whether this page plays for its player. */
  seat: Signal<Seat>;
  /** The `take_seat` that waits for its answer. */
  taking: string | null;
  /** Who may not speak, as it was ruled since the end of the game; unknown: nothing was. */
  muted: readonly PlayerRef[] | null;
  /** The last ruling on that. */
  muting: Signal<{ officer: string; reason: string } | null>;
  /** Why it cannot be watched. */
  refused: Signal<Code | null>;
  users: number;
  /** The `watch` that waits for its answer. */
  asking: string | null;
  synced: boolean;
};

/** The lobby as the server last told it. */
export const lobby = signal<{ challenges: Challenge[]; games: GameSummary[] } | null>(null);
/** Rematches of our finished games. */
export const rematches = signal<Rematches>(NO_REMATCHES);
/** Whether this account may rule on games. */
export const referee = signal(false);
/** Whether it may rule what only a chief referee may. */
export const chief = signal(false);

const rooms = new Map<string, Room>();
const outbox = new Outbox();
type Listener = { room: string; heard: (events: readonly RoomEvent[], after: RoomView) => void };
const listeners = new Set<Listener>();
const started = new Set<(challenge: string, room: string) => void>();
let lobbyUsers = 0;

const address = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;

/** The page's one connection. */
export const link = new Link(typeof location === "undefined" ? "" : address(), {
  token: freshToken,
  badToken: async () => { await renew(); },
  welcome: (isReferee, isChief, told) => {
    maintenance.value = told;
    // What a referee alone may read comes anew, or no more.
    if (referee.peek() !== isReferee) for (const room of rooms.values()) room.talk.value = SILENCE;
    referee.value = isReferee;
    chief.value = isChief;
    for (const room of rooms.values()) ask(room);
    // Those of watched rooms wait for what the watch says.
    for (const c of outbox.outside(rooms)) link.send(c);
    if (lobbyUsers > 0) link.send({ type: "lobby", id: uuid(), on: true });
  },
  message: heard,
});

/** Starts the connection. */
export function startLive(): void {
  link.state.subscribe((state) => {
    if (state === "reconnecting") for (const room of rooms.values()) room.seat.value = lostSeat(room.seat.peek(), Date.now());
  });
  window.addEventListener("pagehide", () => leaveNote([...rooms.values()].filter((r) => r.seat.peek().held).map((r) => r.id), Date.now()));
  onAccountChange(() => {
    rematches.value = NO_REMATCHES;
    for (const room of rooms.values()) {
      room.synced = false;
      // What the next one may read comes anew.
      room.talk.value = SILENCE;
      room.seat.value = NO_SEAT;
    }
    link.restart();
  });
  link.start();
}

/** Watches a room; call the returned function to stop. */
export function watch(id: string): { room: Room; stop: () => void } {
  const room = rooms.get(id) ?? {
    id, view: signal(null), presence: signal(null), talk: signal(SILENCE), seat: signal(noted(id)), taking: null, muted: null, muting: signal(null), refused: signal(null), users: 0, asking: null, synced: false,
  };
  rooms.set(id, room);
  room.users += 1;
  if (room.users === 1) ask(room);
  let done = false;
  const stop = () => {
    if (done) return;
    done = true;
    room.users -= 1;
    if (room.users > 0) return;
    rooms.delete(id);
    outbox.drop(id);
    link.send({ type: "unwatch", id: uuid(), room: id });
  };
  return { room, stop };
}

/** Wants the lobby's messages; call the returned function to stop. */
export function watchLobby(): () => void {
  lobbyUsers += 1;
  if (lobbyUsers === 1) link.send({ type: "lobby", id: uuid(), on: true });
  return () => {
    lobbyUsers -= 1;
    if (lobbyUsers === 0) link.send({ type: "lobby", id: uuid(), on: false });
  };
}

/** Tells when one of our challenges has become a game; call the returned function to stop. */
export function onGameStarted(f: (challenge: string, room: string) => void): () => void {
  started.add(f);
  return () => started.delete(f);
}

/**
 * Tells of a room's events as they come, those that came together at once; what is drawn may pass over one that another
 * follows at once. Call the returned function to stop.
 */
export function onRoomEvents(room: string, heard: Listener["heard"]): () => void {
  const listener = { room, heard };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(room: string, before: RoomView, events: readonly RoomEvent[], after: RoomView): void {
  const fresh = events.filter((e) => e.seq > before.game.seq && e.seq <= after.game.seq);
  if (fresh.length === 0) return;
  for (const l of listeners) if (l.room === room) l.heard(fresh, after);
}

/** Gives a command; it is sent again, with the same id, until it is answered. */
export function command(c: Command): Promise<Answer> {
  const answer = outbox.add(c);
  if (rooms.get(c.room)?.synced ?? true) link.send(c);
  return answer;
}

/** Does something about the rematch of a finished game, which this page need not watch. */
export function rematch(room: string, action: RematchAction): Promise<Answer> {
  return command({ type: "rematch", id: uuid(), room, action });
}

/** Sits down as a referee at a game that this page may not have seen yet. */
export function enter(room: string): Promise<Answer> {
  const c: Command = { type: "take_seat", id: uuid(), room };
  const answer = outbox.add(c);
  link.send(c);
  return answer;
}

/** Whether a game of ours that is not over is open on this page. */
export function playing(): boolean {
  return [...rooms.values()].some((r) => {
    const v = r.view.peek();
    return v !== null && v.seat !== null && v.game.phase !== "over";
  });
}

/** An outage moves on what lay ahead, and its event tells that of the clocks alone: the rest is asked for. */
function mustAskWhole(events: readonly RoomEvent[], { game }: RoomView): boolean {
  const { black_asks, white_asks, pause, call } = game.standing;
  const lies = black_asks ?? white_asks ?? pause ?? call ?? game.agreement ?? game.offer;
  return events.some((e) => e.event.kind === "restored") && (lies != null || game.phase === "waiting" || game.phase === "lapsed");
}

/** Asks for a room's state; unless the `whole` is wanted, only for what was missed. */
function ask(room: Room, whole = false): void {
  room.synced = false;
  room.asking = uuid();
  const seq = whole ? undefined : room.view.peek()?.game.seq;
  const m: ClientMessage = { type: "watch", id: room.asking, room: room.id, ...(seq === undefined ? {} : { after: seq }) };
  if (!link.send(m)) room.asking = null;
}

function heard(m: ServerMessage): void {
  switch (m.type) {
    case "snapshot":
    case "resumed":
      return answered(m);
    case "event": {
      const room = rooms.get(m.room);
      const view = room?.view.peek();
      if (!room || !view) return;
      const next = applyEvent(view, m);
      room.view.value = next.view;
      tell(m.room, view, [m], next.view);
      if (m.event.kind === "ended" && view.seat !== null) rematches.value = withEnded(rematches.peek(), m.room);
      if ((next.gap || mustAskWhole([m], next.view)) && room.asking === null) ask(room, !next.gap);
      return;
    }
    case "presence": {
      const room = rooms.get(m.room);
      if (!room) return;
      const claim_ms = { black: m.black_claim_ms ?? null, white: m.white_claim_ms ?? null };
      room.presence.value = { black: m.black, white: m.white, watchers: m.watchers, claim_ms };
      return;
    }
    case "talk":
    case "said":
    case "line_hidden": {
      const talk = rooms.get(m.room)?.talk;
      if (!talk) return;
      if (m.type === "line_hidden") talk.value = withHidden(talk.peek(), m.stream, m.number, m.hiding);
      else talk.value = withLines(talk.peek(), m.stream, m.type === "talk" ? m.lines : [m]);
      return;
    }
    case "muted": {
      const room = rooms.get(m.room);
      if (!room) return;
      [room.muted, room.muting.value] = [m.muted, m.officer === undefined || m.reason === undefined ? null : { officer: m.officer, reason: m.reason }];
      const view = room.view.peek();
      if (view) room.view.value = { ...view, game: withMuted(room, view.game) };
      return;
    }
    case "seat": {
      const room = rooms.get(m.room);
      if (room) room.seat.value = { held: m.held, lostAt: null };
      return;
    }
    case "removed": {
      const room = rooms.get(m.room);
      if (!room) return;
      [room.view.value, room.synced, room.refused.value] = [null, false, "removed"];
      return outbox.drop(m.room);
    }
    case "lagged": {
      const room = rooms.get(m.room);
      if (!room) return;
      room.seat.value = lostSeat(room.seat.peek(), Date.now());
      return ask(room);
    }
    case "lobby":
      lobby.value = { challenges: m.challenges, games: m.games };
      return;
    case "rematch":
      rematches.value = withRematch(rematches.peek(), m, performance.now());
      return;
    case "game_started":
      for (const f of started) f(m.challenge, m.room);
      return;
    case "maintenance":
      maintenance.value = m.text;
      return;
    case "ack":
      return outbox.acked(m.id);
    case "refused":
      if (m.code === "banned") banned.value = true;
      return refused(m);
    case "closing":
      if (m.code === "banned") banned.value = true;
      return;
    case "welcome":
    case "pong":
  }
}

/** Who may not speak, as it was ruled since the end of the game. */
const withMuted = (room: Room, game: Snapshot): Snapshot => (room.muted && game.phase === "over" ? { ...game, muted: [...room.muted] } : game);

/** The answer to `watch`. */
function answered(m: Extract<ServerMessage, { type: "snapshot" | "resumed" }>): void {
  const room = rooms.get(m.room);
  if (!room) return;
  const before = room.view.peek();
  const late = m.late ?? false;
  const delay = m.type === "snapshot" ? m.game.settings.delay : before?.game.settings.delay;
  const anchor = { room_ms: m.room_ms, served_ms: m.served_ms, sync: link.sync, stands: late && delay !== undefined && "moves" in delay };
  if (m.type === "snapshot") room.view.value = { ...fromSnapshot(withMuted(room, m.game), m.seat, anchor, late), news: before?.news ?? [] };
  else if (before) {
    const next = applyEvents(before, m.events);
    room.view.value = { ...next.view, seat: m.seat, anchor, late };
    tell(m.room, before, m.events, room.view.value);
    if (next.view.game.phase === "over" && m.seat !== null) rematches.value = withEnded(rematches.peek(), m.room);
    if (next.gap) return ask(room);
    if (mustAskWhole(m.events, next.view)) return ask(room, true);
  } else return ask(room);
  room.refused.value = null;
  room.asking = null;
  room.synced = true;
  sitDown(room, m.held ?? false);
  for (const c of outbox.of(room.id)) link.send(c);
}

/** Before anything is said again, the seat that this page had is asked for: the server may think its old socket there. */
function sitDown(room: Room, held: boolean): void {
  const { seat, take } = seatAfter(room.seat.peek(), held, Date.now());
  room.seat.value = seat;
  room.taking = take ? uuid() : null;
  if (room.taking !== null) link.send({ type: "take_seat", id: room.taking, room: room.id });
}

function refused(m: Extract<ServerMessage, { type: "refused" }>): void {
  if (m.id === null) return;
  for (const room of rooms.values()) {
    if (room.asking === m.id) return watchRefused(room, m.code);
    if (room.taking === m.id) room.seat.value = NO_SEAT;
  }
  const again = outbox.refused(m.id, m.code, m.repeats ?? null);
  if (!again) return;
  window.setTimeout(() => { if (rooms.get(again.room)?.synced ?? true) link.send(again); }, 500);
}

const SOON: readonly Code[] = ["busy", "rate_limited", "going_away", "internal"];

function watchRefused(room: Room, code: Code): void {
  room.asking = null;
  if (!SOON.includes(code)) room.refused.value = code;
  else window.setTimeout(() => { if (rooms.get(room.id) === room && !room.synced) ask(room); }, 1_000);
}
