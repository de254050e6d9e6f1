// What the account knows of people wherever it is logged in: whom it has blocked, its language and its time zone.

import { signal } from "@preact/signals";
import { preferLang, timeZone } from "../i18n";
import type { Profile } from "../wire";
import { api } from "./http";
import { account, onAccountChange } from "./session";

/** The ids of the blocked. */
export const blocked = signal<ReadonlySet<string>>(new Set());

/** Has the pages follow a profile. */
export function follow(profile: Profile): void {
  timeZone.value = usable(profile.time_zone);
  if (profile.locale !== null) preferLang(profile.locale);
}

/** A zone that this browser knows too; an older one may not know all of them. */
function usable(zone: string | null): string | null {
  if (zone === null) return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone;
  } catch {
    return null;
  }
}

/** Reads the list of the blocked anew; what was known stays when no answer comes. */
export async function readBlocks(): Promise<void> {
  const me = account.peek()?.id;
  const list = me === undefined ? { items: [] } : await api.blocks().catch(() => null);
  if (list && account.peek()?.id === me) blocked.value = new Set(list.items.map((b) => b.who.id));
}

/** Blocks or unblocks somebody; an ApiError says why not. */
export async function setBlocked(name: string, yes: boolean): Promise<void> {
  await (yes ? api.block(name) : api.unblock(name));
  await readBlocks();
}

/** Follows the account. */
export function startPeople(): void {
  onAccountChange(() => {
    blocked.value = new Set();
    timeZone.value = null;
    const me = account.peek()?.id;
    if (me === undefined) return;
    void readBlocks();
    void api.profile().then((profile) => { if (account.peek()?.id === me) follow(profile); }, () => undefined);
  });
}
