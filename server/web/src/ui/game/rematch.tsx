// The rematch of a finished game, for its players: offer it, answer, take it back, go there.

import { t } from "../../i18n";
import { rematches } from "../../net/live";
import { openOffer } from "../../net/rematch";
import { account } from "../../net/session";
import { LeftOf, TheirOffer, useRematch } from "../rematch-parts";
import { useNow } from "../use-now";

/** What is open about it, or that it has begun. */
export function RematchPanel({ id }: { id: string }) {
  const known = rematches.value.get(id);
  const now = useNow(known?.offer != null);
  const { busy, act } = useRematch(id);
  const offer = known ? openOffer(known, now) : null;
  const x = t().rematch;
  if (known?.game) {
    return (
      <section class="around rematch" role="status" data-testid="rematch-begun">
        <p><strong>{x.begun}</strong></p>
        <div class="actions"><a role="button" class="compact" href={`/game/${known.game}`} data-testid="rematch-go">{x.go}</a></div>
      </section>
    );
  }
  if (!offer) return null;
  const left = offer.until - now;
  if (offer.by.id !== account.value?.id) {
    return <section class="around rematch theirs" role="status" data-testid="their-rematch"><TheirOffer room={id} name={offer.by.name} left={left} /></section>;
  }
  return (
    <section class="around rematch" role="status" data-testid="my-rematch">
      <p><strong>{x.mine}</strong> <LeftOf left={left} /><small>{x.hint}</small></p>
      <div class="actions"><button type="button" class="compact secondary outline" disabled={busy} data-testid="rematch-withdraw" onClick={() => act("withdraw")}>{x.withdraw}</button></div>
    </section>
  );
}

/** The button that offers it, while it can be offered. */
export function RematchButton({ id }: { id: string }) {
  const known = rematches.value.get(id);
  const now = useNow(known?.offer != null);
  const { busy, act } = useRematch(id);
  if (!known || known.game !== null || known.offersLeft === 0 || openOffer(known, now)) return null;
  const x = t().rematch;
  return <button type="button" disabled={busy} title={x.hint} data-testid="rematch" onClick={() => act("offer")}>{x.offer}</button>;
}
