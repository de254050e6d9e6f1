// What was imposed on oneself, why and until when, and the appeal against it.

import { useEffect, useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { order } from "../../net/order";
import type { Sanction } from "../../wire";
import { FormError } from "../feedback";
import { lookSanctions } from "../order-notice";
import { usePending } from "./pending";

/** The panel; nothing for almost everybody. */
export function Sanctions() {
  const [list, setList] = useState<Sanction[]>([]);
  const { busy, error, run } = usePending();
  const load = async () => setList((await order.mine()).items);
  useEffect(() => { void run(load); }, []);
  if (list.length === 0) return error === null ? null : <FormError error={error} testId="sanctions-error" />;
  const act = (work: () => Promise<unknown>) => void run(async () => {
    await work();
    await Promise.all([load(), lookSanctions()]);
  });
  return (
    <section class="panel" data-testid="sanctions">
      <h2>{t().order.title}</h2>
      {list.map((s) => <One key={s.id} sanction={s} busy={busy} act={act} />)}
      {error !== null && <FormError error={error} testId="sanctions-error" />}
    </section>
  );
}

function One({ sanction: s, busy, act }: { sanction: Sanction; busy: boolean; act: (work: () => Promise<unknown>) => void }) {
  const x = t().order;
  const [text, setText] = useState("");
  const ends = s.ends_ms === null ? x.forever : x.until(dateText(s.ends_ms));
  return (
    <article class="sanction" data-testid="sanction">
      <h3>{x.kinds[s.kind]}{!s.holds && <span class="tag">{x.over}</span>}</h3>
      <p class="quiet">{[x.since(dateText(s.begins_ms)), ...(s.kind === "notice" || s.kind === "annulment" ? [] : [ends])].join(" · ")}</p>
      <p class="said">{s.reason}</p>
      {s.game !== null && <p><a href={`/game/${s.game}`}>{t().desk.sanction.game}</a></p>}
      {s.lifted !== null && <p class="made"><strong>{x.lifted}</strong> <span class="said">{s.lifted.text}</span></p>}
      {s.decision !== null && s.lifted === null && <p class="made"><strong>{x.decided}</strong> <span class="said">{s.decision.text}</span></p>}
      {s.appeal !== null && s.decision === null && <p class="made" data-testid="appealed">{x.appealed}</p>}
      {!s.seen && <button type="button" class="compact outline" disabled={busy} data-testid="understood" onClick={() => act(() => order.seen(s.id))}>{x.understood}</button>}
      {s.holds && s.appeal === null && (
        <details>
          <summary data-testid="appeal">{x.appeal}</summary>
          <form onSubmit={(e) => { e.preventDefault(); act(() => order.appeal(s.id, text)); }}>
            <label>{x.appealText}
              <textarea required maxLength={4000} rows={4} value={text} onInput={(e) => setText(e.currentTarget.value)} data-testid="appeal-text" />
              <small>{x.appealHint}</small>
            </label>
            <button type="submit" class="compact" disabled={busy} data-testid="appeal-send">{x.send}</button>
          </form>
        </details>
      )}
    </article>
  );
}
