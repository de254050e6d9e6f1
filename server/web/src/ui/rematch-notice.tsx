// Rematches that somebody offers while another page is on view: over the page's head, where it is in nobody's way at the board.

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { rematches } from "../net/live";
import { offersElsewhere } from "../net/rematch";
import { account } from "../net/session";
import { route } from "../router";
import { bell } from "./game/sound";
import { TheirOffer } from "./rematch-parts";
import { useNow } from "./use-now";

/** The place of these notices. */
export function RematchNotices() {
  const me = account.value?.id ?? "";
  const all = rematches.value;
  const r = route.value;
  const now = useNow([...all.values()].some((known) => known.offer !== null));
  const offers = offersElsewhere(all, me, r.page === "game" ? r.id : null, now);
  const heard = offersElsewhere(all, me, null, now).map((offer) => `${offer.room} ${offer.until}`).join();
  useEffect(() => { if (heard !== "") bell(); }, [heard]);
  if (offers.length === 0) return null;
  const x = t().rematch;
  return (
    <div class="notices" role="status" aria-label={x.label} data-testid="rematch-notices">
      {offers.map(({ room, by, until }) => (
        <section key={room} class="around rematch theirs" data-testid="rematch-notice">
          <TheirOffer room={room} name={by.name} left={until - now} />
          <a href={`/game/${room}`} data-testid="rematch-see">{x.see}</a>
        </section>
      ))}
    </div>
  );
}
