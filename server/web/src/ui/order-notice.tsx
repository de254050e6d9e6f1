// Tells everybody of a maintenance, and somebody of what is to be read about the own account.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { dateText, t } from "../i18n";
import { banned } from "../net/http";
import { maintenance, order } from "../net/order";
import { account } from "../net/session";
import { route } from "../router";

/** Whether a sanction waits to be read. */
const unread = signal(false);
/** Until when no game may be begun; null: one may. */
const suspended = signal<number | null>(null);

/** Looks it up. */
export async function lookSanctions(): Promise<void> {
  // Where it cannot be looked up nothing is claimed; the server refuses what is not allowed in any case.
  const items = account.peek() ? await order.mine().then((list) => list.items, () => []) : [];
  unread.value = items.some((s) => !s.seen);
  suspended.value = items.reduce<number | null>((until, s) => (s.kind === "suspension" && s.holds ? Math.max(until ?? 0, s.ends_ms ?? 0) : until), null);
}

/** The notices, over every page; one's own not over the page that it leads to. */
export function OrderNotices() {
  const me = account.value?.id ?? null;
  const at = route.value.page;
  // Something may have been imposed since the last page.
  useEffect(() => { void lookSanctions(); }, [me, at]);
  const x = t().order;
  // Whoever is banned has a page of its own for all of it.
  const shows = !banned.value && at !== "account";
  return (
    <>
      {maintenance.value !== null && <p class="staff-notice" role="status" data-testid="maintenance">{x.maintenance(maintenance.value)}</p>}
      {shows && suspended.value !== null && (
        <p class="staff-notice" role="status" data-testid="suspended">{t().suspended.text(dateText(suspended.value))} <a href="/account">{t().suspended.read}</a></p>
      )}
      {shows && unread.value && suspended.value === null && (
        <p class="staff-notice" role="status" data-testid="order-notice">{x.notice} <a href="/account">{x.read}</a></p>
      )}
    </>
  );
}
