// The form by which somebody is reported.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { uuid } from "../lib/uuid";
import { order } from "../net/order";
import type { ReportKind } from "../wire";
import { FormError, toast } from "./feedback";
import { usePending } from "./security/pending";

/** A button, and behind it the form. */
export function ReportForm({ name }: { name: string }) {
  const x = t().report;
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<ReportKind>("abuse");
  const [text, setText] = useState("");
  // One report, however often it is sent.
  const [id, setId] = useState(uuid);
  const { busy, error, run } = usePending();
  if (!open) return <button type="button" class="compact secondary outline" data-testid="report" onClick={() => setOpen(true)}>{x.open}</button>;
  const send = () => void run(async () => {
    await order.report({ id, name, kind, game: null, ply: null, stream: null, line: null, text });
    toast(t().report.sent);
    setOpen(false);
    setText("");
    setId(uuid());
  });
  return (
    <form class="report" data-testid="report-form" onSubmit={(e) => { e.preventDefault(); send(); }}>
      <h2>{x.title(name)}</h2>
      <label>{x.kind}
        <select value={kind} onChange={(e) => setKind(e.currentTarget.value as ReportKind)} data-testid="report-kind">
          {(Object.keys(x.reasons) as ReportKind[]).map((k) => <option key={k} value={k}>{x.reasons[k]}</option>)}
        </select>
      </label>
      <label>{x.text}
        <textarea required maxLength={4000} rows={4} value={text} onInput={(e) => setText(e.currentTarget.value)} data-testid="report-text" />
      </label>
      {error !== null && <FormError error={error} testId="report-error" />}
      <p class="deeds">
        <button type="submit" class="compact" disabled={busy} data-testid="report-send">{x.send}</button>
        <button type="button" class="compact secondary outline" onClick={() => setOpen(false)}>{x.cancel}</button>
      </p>
    </form>
  );
}
