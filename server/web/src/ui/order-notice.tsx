// Tells everybody of a maintenance, and somebody of what is to be read about the own account.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { maintenance, order } from "../net/order";
import { account } from "../net/session";
import { route } from "../router";

/** Whether a sanction waits to be read, or holds. */
const unread = signal(false);

/** Looks it up. */
export async function lookSanctions(): Promise<void> {
  // Where it cannot be looked up nothing is claimed; the server refuses what is not allowed in any case.
  unread.value = account.peek() ? await order.mine().then(({ items }) => items.some((s) => !s.seen), () => false) : false;
}

/** The notices, over every page; one's own not over the page that it leads to. */
export function OrderNotices() {
  const me = account.value?.id ?? null;
  useEffect(() => { void lookSanctions(); }, [me]);
  const x = t().order;
  return (
    <>
      {maintenance.value !== null && <p class="staff-notice" role="status" data-testid="maintenance">{x.maintenance(maintenance.value)}</p>}
      {unread.value && route.value.page !== "account" && (
        <p class="staff-notice" role="status" data-testid="order-notice">{x.notice} <a href="/account">{x.read}</a></p>
      )}
    </>
  );
}
