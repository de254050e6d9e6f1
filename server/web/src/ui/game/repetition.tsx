// A position stands for the third time (全局同形再现): both sides are offered what the rules make of it.

import type { JSX } from "preact";
import { t } from "../../i18n";
import type { Anchor } from "../../net/clock-sync";
import type { Color, RepetitionOffer } from "../../wire";
import type { Actions } from "./actions";
import { Due } from "./agreement";

type Props = { offer: RepetitionOffer; seat: Color | null; anchor: Anchor | null; actions: Actions; stopped: boolean; since: number | undefined; call: JSX.Element };

/** The panel. */
export function RepetitionPanel({ offer: o, seat, anchor, actions, stopped, since, call }: Props) {
  const x = t().repetition;
  const mine = seat === "black" ? o.black_accepted : seat === "white" && o.white_accepted;
  const busy = actions.busy.value || stopped;
  return (
    <section class="agreement" data-testid="repetition" data-verdict={o.verdict}>
      <header><h2>{x.title}</h2><Due due={o.due_ms} anchor={anchor} label={x.due} since={since} /></header>
      <p>{x.lead(x.verdicts[o.verdict], o.first)}</p>
      {seat && (
        <div class="actions thumb">
          <button type="button" disabled={busy || mine} data-testid="accept-repetition" onClick={() => void actions.answer(true)}>{mine ? t().agreement.accepted : x.accept(x.verdicts[o.verdict])}</button>
          <button type="button" class="secondary outline" disabled={busy} data-testid="decline-repetition" onClick={() => void actions.answer(false)}>{x.decline}</button>
        </div>
      )}
      <ul class="acceptances">
        {(["black", "white"] as const).map((c) => {
          const yes = c === "black" ? o.black_accepted : o.white_accepted;
          return <li key={c} class={yes ? "yes" : "no"} data-accepted={yes}>{yes ? t().agreement.hasAccepted(t().color[c]) : t().agreement.waits(t().color[c])}</li>;
        })}
      </ul>
      {call}
      {seat && <button type="button" class="link danger" disabled={busy} data-testid="resign" onClick={() => void actions.resign()}>{t().agreement.resign}</button>}
    </section>
  );
}
