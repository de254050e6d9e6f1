// Stone agreement (死活确认): the marking's count, who has accepted it, and the phase's limit.

import type { JSX } from "preact";
import { useEffect, useReducer } from "preact/hooks";
import { clockText } from "../../game/format";
import { t } from "../../i18n";
import { roomTime, type Anchor } from "../../net/clock-sync";
import type { Agreement, Color } from "../../wire";
import type { Actions } from "./actions";
import { CountTable, leadText } from "./count-table";
import { lengthText } from "./days-face";

type Props = { agreement: Agreement; size: number; seat: Color | null; anchor: Anchor | null; actions: Actions; stopped: boolean; since: number | undefined; call: JSX.Element };

/** From so long on days and hours are shown. */
const LONG_MS = 6 * 3_600_000;

/** The panel. */
export function AgreementPanel({ agreement: a, size, seat, anchor, actions, stopped, since, call }: Props) {
  const x = t().agreement;
  const mine = seat === "black" ? a.black_accepted : seat === "white" && a.white_accepted;
  const busy = actions.busy.value || stopped;
  return (
    <section class="agreement" data-testid="agreement" data-revision={a.revision}>
      <header><h2>{x.title}</h2><Due due={a.due_ms} anchor={anchor} label={x.due} since={since} /></header>
      <p>{seat ? x.lead : x.spectator}{seat && a.count.territory ? ` ${x.leadTerritory}` : ""}</p>
      <p class="lead" data-testid="lead">{leadText(a.count)}</p>
      {seat && (
        <div class="actions thumb">
          <button type="button" disabled={busy || mine} data-testid="accept-marking" onClick={() => void actions.accept()}>{mine ? x.accepted : x.accept}</button>
          <button type="button" class="secondary outline" disabled={busy} data-testid="dispute" onClick={() => void actions.dispute()}>{x.dispute}</button>
        </div>
      )}
      <ul class="acceptances">
        {(["black", "white"] as const).map((c) => {
          const yes = c === "black" ? a.black_accepted : a.white_accepted;
          return <li key={c} class={yes ? "yes" : "no"} data-testid={`accepted-${c}`} data-accepted={yes}>{yes ? x.hasAccepted(t().color[c]) : x.waits(t().color[c])}</li>;
        })}
      </ul>
      <CountTable count={a.count} size={size} />
      {call}
      {seat && <button type="button" class="link danger" disabled={busy} data-testid="resign" onClick={() => void actions.resign()}>{x.resign}</button>}
    </section>
  );
}

type DueProps = { due: number; anchor: Anchor | null; label: string; since?: number | undefined };

/** The time that is left until a room time; it stands still while the clocks do, `since` a room time. */
export function Due({ due, anchor, label, since }: DueProps) {
  const [, again] = useReducer((n: number) => n + 1, 0);
  const left = anchor ? Math.max(0, due - (since ?? roomTime(anchor, performance.now()))) : 0;
  useEffect(() => {
    if (left <= 0 || since !== undefined) return undefined;
    const timer = window.setTimeout(again, Math.max(15, (left % 1000) + 1), undefined);
    return () => window.clearTimeout(timer);
  });
  return <span class="due" role="timer" aria-label={label} title={label} data-testid="agreement-due">{left > LONG_MS ? lengthText(left) : clockText(Math.ceil(left / 1000) * 1000)}</span>;
}
