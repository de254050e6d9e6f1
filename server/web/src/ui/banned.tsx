// What somebody sees who is banned, on every page: that it is so, why, until when, and the appeal. Nothing else is asked of the server,
// which would refuse it.

import { useEffect } from "preact/hooks";
import { dateText, t } from "../i18n";
import { banned } from "../net/http";
import { link } from "../net/live";
import { order } from "../net/order";
import { toast } from "./feedback";
import { Sanctions } from "./security/sanctions";
import { useLoad } from "./desk/use-load";

/** So often it is looked whether it is over. */
const AGAIN_MS = 20_000;

/** The page. */
export function BannedPage() {
  const x = t().banned;
  const { data, load } = useLoad(() => order.mine(), []);
  const ban = data?.items.find((s) => s.kind === "ban" && s.holds);
  useEffect(() => { document.title = `${t().brand} · ${x.title}`; });
  useEffect(() => {
    const timer = window.setInterval(() => void load(), AGAIN_MS);
    return () => window.clearInterval(timer);
  }, []);
  useEffect(() => {
    if (data === null || ban) return;
    banned.value = false;
    toast(t().banned.over);
    link.restart();
  }, [data]);
  return (
    <div class="banned security" data-testid="banned">
      <section class="panel">
        <h1>{x.title}</h1>
        {ban && <p><strong data-testid="banned-until">{ban.ends_ms === null ? x.forever : x.until(dateText(ban.ends_ms))}</strong></p>}
        <p>{x.text}</p>
        <button type="button" class="compact outline" data-testid="banned-again" onClick={() => void load()}>{x.again}</button>
      </section>
      <Sanctions />
    </div>
  );
}
