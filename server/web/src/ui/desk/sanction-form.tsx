// The form by which a sanction is imposed. What will happen is said in plain words before it does.

import { useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { uuid } from "../../lib/uuid";
import { desk } from "../../net/desk";
import type { NewSanction, SanctionKind } from "../../wire";
import { confirm, FormError, toast } from "../feedback";
import { usePending } from "../security/pending";
import { kinds } from "./parts";

const DAY_MS = 86_400_000;
/** How many days it may last; 0 is without end. */
const DAYS = [1, 3, 7, 30, 90, 365, 0];

type Props = { name: string; game: string | null; report: string | null; onDone: () => void };
type Form = { kind: SanctionKind; days: number; game: string; forfeits: boolean; reason: string };

const lasts = (kind: SanctionKind) => kind !== "notice" && kind !== "annulment";
const canForfeit = (kind: SanctionKind) => kind === "suspension" || kind === "ban";

/** The id of a game in its address, or by itself. */
export function gameId(text: string): string | null {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0] ?? null;
}

/** What a form comes to, in whole sentences. */
function happens(name: string, { kind, days, forfeits }: Form): string[] {
  const x = t().desk.sanction;
  const until = days === 0 ? x.noEnd : x.until(dateText(Date.now() + days * DAY_MS));
  const games = kind === "suspension" ? [forfeits ? x.gamesLost : x.gamesGo] : kind === "ban" ? [forfeits ? x.gamesLost : x.gamesRun] : [];
  return [x.effects[kind](name, until), ...games, x.appeals];
}

/** The form; from a report its game and the report itself are filled in. */
export function SanctionForm({ name, game, report, onDone }: Props) {
  const x = t().desk.sanction;
  const all = kinds();
  const [form, setForm] = useState<Form>({ kind: all[0] ?? "notice", days: 7, game: game ?? "", forfeits: false, reason: "" });
  // One sanction, however often it is sent.
  const [id, setId] = useState(uuid);
  const { busy, error, run } = usePending();
  const set = (change: Partial<Form>) => setForm((now) => ({ ...now, ...change }));
  const pick = (kind: SanctionKind) => set({ kind, forfeits: false, days: kind === "suspension" && form.days === 0 ? 7 : form.days });
  const named = gameId(form.game);
  const isLost = form.game.trim() !== "" && named === null;
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    void run(async () => {
      const sure = await confirm({ title: x.sure, text: happens(name, form).join(" "), yes: x.impose, danger: true });
      if (!sure) return;
      const wish: NewSanction = {
        id, name, kind: form.kind, for_ms: lasts(form.kind) && form.days > 0 ? form.days * DAY_MS : null, game: named, report, reason: form.reason.trim(), forfeits: form.forfeits,
      };
      await desk.impose(wish);
      toast(t().desk.sanction.imposed);
      setId(uuid());
      set({ reason: "" });
      onDone();
    });
  };
  return (
    <form class="narrow" data-testid="sanction-form" onSubmit={submit}>
      <h2>{x.title(name)}</h2>
      <label>{x.kind}
        <select value={form.kind} data-testid="sanction-kind" onChange={(e) => pick(e.currentTarget.value as SanctionKind)}>
          {all.map((kind) => <option key={kind} value={kind}>{t().order.kinds[kind]}</option>)}
        </select>
      </label>
      {lasts(form.kind) && (
        <label>{x.end}
          <select value={form.days} data-testid="sanction-days" onChange={(e) => set({ days: Number(e.currentTarget.value) })}>
            {DAYS.filter((days) => days > 0 || form.kind !== "suspension").map((days) => <option key={days} value={days}>{days === 0 ? x.forever : days === 365 ? t().desk.year : t().desk.days(days)}</option>)}
          </select>
        </label>
      )}
      <label>{x.game}
        <input type="text" value={form.game} required={form.kind === "annulment"} autocomplete="off" spellcheck={false} aria-invalid={isLost || undefined} data-testid="sanction-game" onInput={(e) => set({ game: e.currentTarget.value })} />
        <small>{isLost ? x.noGame : x.gameHint}</small>
      </label>
      {canForfeit(form.kind) && (
        <label><input type="checkbox" checked={form.forfeits} data-testid="sanction-forfeits" onChange={(e) => set({ forfeits: e.currentTarget.checked })} /> {x.forfeits}</label>
      )}
      <label>{x.reason}
        <textarea required rows={4} maxLength={4000} value={form.reason} data-testid="sanction-reason" onInput={(e) => set({ reason: e.currentTarget.value })} />
        <small>{x.reasonHint}</small>
      </label>
      <section class="made" aria-live="polite" data-testid="will-happen"><strong>{x.willHappen}</strong><ul>{happens(name, form).map((text) => <li key={text}>{text}</li>)}</ul></section>
      {error !== null && <FormError error={error} testId="sanction-error" />}
      <button type="submit" class="danger" disabled={busy || isLost || form.reason.trim() === ""} aria-busy={busy} data-testid="sanction-impose">{x.impose}</button>
    </form>
  );
}
