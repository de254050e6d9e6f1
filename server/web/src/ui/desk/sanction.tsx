// A sanction as officers see it: what, until when, why, by whom; and lifting it, or deciding an appeal.

import { useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { desk } from "../../net/desk";
import { account } from "../../net/session";
import type { Sanction } from "../../wire";
import { toast } from "../feedback";
import { Choice, TextForm, Who } from "./common";
import { kinds } from "./parts";

type Props = { sanction: Sanction; named?: boolean; onDone: () => Promise<void> };

/** One sanction, and what can be done about it. */
export function SanctionCard({ sanction: s, named, onDone }: Props) {
  const x = t().desk.people;
  const ends = s.kind === "notice" || s.kind === "annulment" ? [] : [s.ends_ms === null ? t().order.forever : t().order.until(dateText(s.ends_ms))];
  const facts = [t().order.since(dateText(s.begins_ms)), ...ends, ...(s.by === null ? [] : [x.imposed(s.by)]), ...(s.forfeits ? [x.forfeits] : []), ...(s.seen ? [] : [x.unread])];
  const waits = s.appeal !== null && s.decision === null && s.lifted === null;
  return (
    <article class="sanction" data-testid="desk-sanction" data-kind={s.kind} data-holds={s.holds}>
      <h4>{t().order.kinds[s.kind]}{named && <Who name={s.name} />}<span class={s.holds ? "tag won" : "tag"}>{s.holds ? x.holds : x.over}</span></h4>
      <p class="quiet">{facts.join(" · ")}</p>
      <p class="said">{s.reason}</p>
      {(s.game !== null || s.report !== null) && (
        <p class="deeds">{s.game !== null && <a href={`/game/${s.game}`}>{t().desk.sanction.game}</a>}{s.report !== null && <a href={`/desk/reports/${s.report}`}>{x.report}</a>}</p>
      )}
      {s.lifted !== null && <p class="made"><strong>{t().order.lifted}</strong> {s.lifted.by} · {dateText(s.lifted.at_ms)}<br /><span class="said">{s.lifted.text}</span></p>}
      {s.appeal !== null && <p class="made"><strong>{x.appeal}</strong><br /><span class="said">{s.appeal}</span></p>}
      {s.decision !== null && s.lifted === null && <p class="made"><strong>{t().order.decided}</strong> {s.decision.by} · {dateText(s.decision.at_ms)}<br /><span class="said">{s.decision.text}</span></p>}
      {kinds().includes(s.kind) && (waits ? <Decide sanction={s} onDone={onDone} /> : s.lifted === null && <Lift sanction={s} onDone={onDone} />)}
    </article>
  );
}

function Lift({ sanction: s, onDone }: Props) {
  const x = t().desk.people;
  const lift = async (text: string) => {
    await desk.lift(s.id, text);
    toast(t().desk.done);
    await onDone();
  };
  return <details class="plain"><summary data-testid="lift">{x.lift}</summary><TextForm id="lift" label={x.liftText} send={x.lift} onSend={lift} /></details>;
}

function Decide({ sanction: s, onDone }: Props) {
  const x = t().desk.appeals;
  const [lift, setLift] = useState(false);
  const me = account.value?.name;
  if (s.by === me || s.name === me) return <p class="quiet" data-testid="appeal-yours">{x.yours}</p>;
  const decide = async (text: string) => {
    await desk.decide(s.id, { lift, text });
    toast(t().desk.done);
    await onDone();
  };
  return (
    <div class="decide" data-testid="decide">
      <Choice label={x.decide} all={[[false, x.stands, "decide-stands"], [true, x.lifts, "decide-lift"]]} chosen={lift} onChoose={setLift} />
      <TextForm id="decide" label={x.text} send={x.decide} onSend={decide} />
    </div>
  );
}
