// The HTTP API under /api/v1: one typed call per endpoint. The access token lives in memory only.

import { signal } from "@preact/signals";
import type {
  AcceptChallenge, Accepted, BlockList, CalledGames, Challenge, Code, Credentials, GamePage, GameRecord, Leaving, NewAccount, NewChallenge, NewNote, Note, Person, Problem, Profile, ProfileChanges, SecondStep, SecondStepCode, Session, TalkPage, TalkStream, TimeSheet,
} from "../wire";

/** Whether the server answers that the account is banned. */
export const banned = signal(false);

/** A request that failed: the server's code, or `offline` when no answer came. */
export class ApiError extends Error {
  constructor(readonly code: Code | "offline", readonly status: number, readonly detail: string | null) {
    super(detail ?? code);
  }
}

/** Where requests get their token, and a new one when the old one is refused. */
export type TokenSource = { current: () => string | null; renew: () => Promise<string | null> };

let tokens: TokenSource = { current: () => null, renew: async () => null };

/** Called once by the session. */
export function useTokens(source: TokenSource): void {
  tokens = source;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function once(method: Method, path: string, body: unknown, token: string | null, match?: string): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method !== "GET") headers["Content-Type"] = "application/json";
  if (match !== undefined) headers["If-Match"] = match;
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (method === "POST" || method === "PUT" || method === "PATCH" || body !== undefined) init.body = JSON.stringify(body ?? {});
  try {
    return await fetch(`/api/v1${path}`, init);
  } catch {
    throw new ApiError("offline", 0, null);
  }
}

async function problem(r: Response): Promise<ApiError> {
  const p = (await r.json().catch(() => null)) as Problem | null;
  const fallback: Code = r.status === 404 ? "not_found" : r.status === 429 ? "rate_limited" : "internal";
  if (p?.code === "banned") banned.value = true;
  return new ApiError(p?.code ?? fallback, r.status, p?.detail ?? null);
}

async function answered(method: Method, path: string, body?: unknown, match?: string): Promise<Response> {
  let r = await once(method, path, body, tokens.current(), match);
  if (r.status === 401 && tokens.current() !== null) {
    const renewed = await tokens.renew();
    if (renewed) r = await once(method, path, body, renewed, match);
  }
  if (!r.ok) throw await problem(r);
  return r;
}

/** The body, if there is one. */
async function answer(r: Response): Promise<unknown> {
  const text = await r.text();
  return text === "" ? undefined : JSON.parse(text);
}

/** A call in the name of whoever is logged in. */
export async function call<T>(method: Method, path: string, body?: unknown, match?: string): Promise<T> {
  const r = await answered(method, path, body, match);
  return (await answer(r)) as T;
}

/** Calls without a token of their own: they make or end one. */
export async function bare<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const r = await once(method, path, body, tokens.current());
  if (!r.ok) throw await problem(r);
  return (await answer(r)) as T;
}

const id = encodeURIComponent;

/** Every endpoint that the page uses. */
export const api = {
  register: (a: NewAccount) => bare<Session>("POST", "/accounts", a),
  logIn: (c: Credentials) => bare<Session | SecondStep>("POST", "/sessions", c),
  secondStep: (s: SecondStepCode) => bare<Session>("POST", "/log-in/second", s),
  refresh: () => bare<Session>("POST", "/sessions/refresh", {}),
  logOut: () => bare<undefined>("DELETE", "/sessions/current"),
  challenges: () => call<Challenge[]>("GET", "/challenges"),
  challenge: (c: string) => call<Challenge>("GET", `/challenges/${id(c)}`),
  offer: (c: NewChallenge) => call<Challenge>("POST", "/challenges", c),
  withdraw: (c: string) => call<undefined>("DELETE", `/challenges/${id(c)}`),
  accept: (c: string, a: AcceptChallenge) => call<Accepted>("POST", `/challenges/${id(c)}/accept`, a),
  /** A page of a list of games, of all people or of one. */
  games: (state: "live" | "finished" | "mine", before: string | null, player: string | null = null) =>
    call<GamePage>("GET", `/games?state=${state}${player ? `&player=${id(player)}` : ""}${before ? `&before=${id(before)}` : ""}`),
  person: (name: string) => call<Person>("GET", `/people/${id(name)}`),
  profile: () => call<Profile>("GET", "/me/profile"),
  /** Changes the profile that was read, unless another device has changed it meanwhile. */
  changeProfile: (read: Profile, changes: ProfileChanges) => call<Profile>("PATCH", "/me/profile", changes, `"${read.revision}"`),
  /** All that is kept about oneself, as a file. */
  exported: async () => (await answered("GET", "/me/export")).blob(),
  /** Ends the account. */
  leave: (password: string) => call<undefined>("DELETE", "/me", { password } satisfies Leaving),
  blocks: () => call<BlockList>("GET", "/me/blocks"),
  block: (name: string) => call<undefined>("PUT", `/me/blocks/${id(name)}`),
  unblock: (name: string) => call<undefined>("DELETE", `/me/blocks/${id(name)}`),
  /** For referees: the games that wait for one. */
  calls: (after: string | undefined) => call<CalledGames>("GET", `/calls${after ? `?after=${id(after)}` : ""}`),
  game: (g: string) => call<GameRecord>("GET", `/games/${id(g)}`),
  /** A page of a game's time sheet, after the event of this number. */
  timeSheet: (g: string, after: number) => call<TimeSheet>("GET", `/games/${id(g)}/clock?after=${after}`),
  /** What was said in a conversation before a line; none: the last lines. */
  chat: (g: string, stream: TalkStream, before: number | null) =>
    call<TalkPage>("GET", `/games/${id(g)}/chat?stream=${stream}${before === null ? "" : `&before=${before}`}`),
  note: (g: string) => call<Note>("GET", `/games/${id(g)}/note`),
  writeNote: (g: string, text: string) => call<Note>("PUT", `/games/${id(g)}/note`, { text } satisfies NewNote),
  /** A finished game's SGF file; asked for like everything else, because a private game needs the token. */
  sgf: async (g: string) => (await answered("GET", `/games/${id(g)}/sgf`)).blob(),
};

