// Tells whoever has an office that it does not hold here yet.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { powers } from "../../net/desk";
import { link } from "../../net/live";
import { security } from "../../net/security";
import { account } from "../../net/session";
import { route } from "../../router";

/** Whether this session lacks the second factor that an office needs. */
export const factorNeeded = signal(false);

/** Looks it up, and what the account may do here. */
export async function lookFactor(): Promise<void> {
  // Where it cannot be looked up nothing is claimed; the server decides in any case.
  const me = account.peek() ? await security.me().catch(() => null) : null;
  factorNeeded.value = me?.second_factor_needed ?? false;
  powers.value = new Set(me?.powers ?? []);
}

/** The notice, over every page but the one that it leads to. */
export function StaffNotice() {
  const me = account.value?.id ?? null;
  // An office that begins or ends closes the socket.
  const online = link.state.value === "online";
  useEffect(() => { void lookFactor(); }, [me, online]);
  if (!factorNeeded.value || route.value.page === "account") return null;
  const x = t().security;
  return <p class="staff-notice" role="status" data-testid="staff-notice">{x.staff} <a href="/account">{x.staffGo}</a></p>;
}
