// Who we are: log in, register, log out, and a fresh access token before the old one expires.
// Several tabs share the refresh cookie; each keeps an access token of its own in memory.

import { signal } from "@preact/signals";
import type { PlayerRef, Session } from "../wire";
import { api, ApiError, banned, useTokens } from "./http";

/** The account, nobody for a guest, `undefined` until the first refresh has been answered. */
export const account = signal<PlayerRef | null | undefined>(undefined);

/** What the link said by which somebody was invited; it stands behind the `#`, and never goes into an address of the server. */
export const invitation = signal<string | null>(null);

let token: string | null = null;
let good = 0;
let timer = 0;
let renewing: Promise<string | null> | null = null;
const listeners = new Set<() => void>();

/** Called when the account has changed, not at every new token. */
export function onAccountChange(f: () => void): void {
  listeners.add(f);
}

function take(s: Session | null): void {
  token = s?.access_token ?? null;
  good = s ? performance.now() + s.expires_in_s * 1000 : 0;
  window.clearTimeout(timer);
  if (s) timer = window.setTimeout(() => void renew(), Math.max(5_000, s.expires_in_s * 1000 - 60_000));
  const before = account.peek();
  const changed = before === undefined || before?.id !== s?.account.id;
  account.value = s?.account ?? null;
  if (changed) banned.value = false;
  if (changed) for (const f of listeners) f();
}

/** Asks for a new access token once, however many ask for it. */
export function renew(): Promise<string | null> {
  renewing ??= api.refresh()
    .then((s) => { take(s); return s.access_token; })
    .catch((e: unknown) => {
      if (e instanceof ApiError && (e.status === 401 || e.status === 403)) take(null);
      else {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => void renew(), 5_000);
        if (account.peek() === undefined) account.value = null;
      }
      return null;
    })
    .finally(() => { renewing = null; });
  return renewing;
}

/** A token good for at least a little longer; nothing for a guest. */
export async function freshToken(): Promise<string | null> {
  if (account.peek() === undefined) return renew();
  if (token !== null && good - performance.now() < 20_000) return renew();
  return token;
}

/** Logs in, or gives the ticket for the second step; an ApiError says why not. */
export async function logIn(name: string, password: string): Promise<string | null> {
  const answer = await api.logIn({ name, password, refresh_in_body: false });
  if ("ticket" in answer) return answer.ticket;
  take(answer);
  return null;
}

/** The second step of a log-in, with a code; an ApiError says why not. */
export async function secondStep(ticket: string, code: string): Promise<void> {
  take(await api.secondStep({ ticket, code, refresh_in_body: false }));
}

/** The server has ended this session. */
export function sessionOver(): void {
  take(null);
}

/** Makes an account and logs in with it; an ApiError says why not. */
export async function register(name: string, password: string): Promise<void> {
  const invited = invitation.peek();
  take(await api.register({ name, password, refresh_in_body: false, ...(invited === null ? {} : { invitation: invited }) }));
  invitation.value = null;
}

/** Ends the account; an ApiError says why not. */
export async function leave(password: string): Promise<void> {
  await api.leave(password);
  take(null);
}

/** Logs out here and on the server. */
export async function logOut(): Promise<void> {
  await api.logOut().catch(() => undefined);
  take(null);
}

useTokens({ current: () => token, renew });
