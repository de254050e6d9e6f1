// The form by which somebody is reported: as a person, in a game at the position that is shown, or for a line that they said.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { uuid } from "../lib/uuid";
import { order } from "../net/order";
import type { NewReport, ReportKind } from "../wire";
import { Dialog, FormError, toast } from "./feedback";
import { usePending } from "./security/pending";

/** What of a game it is about. */
type About = { game: string; ply: number; stream?: NewReport["stream"]; line?: number };
type Props = { names: readonly string[]; about?: About };

/** A button, and behind it the form as a dialog. */
export function ReportForm(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="compact secondary outline" data-testid="report" onClick={() => setOpen(true)}>{t().report.open}</button>
      {open && <ReportDialog {...props} onDone={() => setOpen(false)} />}
    </>
  );
}

/** The form; with more than one name it is chosen who is meant. */
export function ReportDialog({ names, about, onDone }: Props & { onDone: () => void }) {
  const x = t().report;
  const [name, setName] = useState(names[0] ?? "");
  const [kind, setKind] = useState<ReportKind>("abuse");
  const [text, setText] = useState("");
  // One report, however often it is sent, and about the moment at which the form was opened.
  const [id] = useState(uuid);
  const [{ game, ply, stream, line }] = useState<Partial<About>>(about ?? {});
  const { busy, error, run } = usePending();
  const send = () => void run(async () => {
    await order.report({ id, name, kind, game: game ?? null, ply: ply ?? null, stream: stream ?? null, line: line ?? null, text });
    toast(t().report.sent);
    onDone();
  });
  return (
    <Dialog title={x.title(name)} onClose={onDone} testId="report-form">
      <form onSubmit={(e) => { e.preventDefault(); send(); }}>
        {names.length > 1 && (
          <label>{x.whom}
            <select value={name} onChange={(e) => setName(e.currentTarget.value)} data-testid="report-whom">{names.map((one) => <option key={one} value={one}>{one}</option>)}</select>
          </label>
        )}
        {ply !== undefined && <p class="quiet" data-testid="report-moment">{line === undefined ? x.atMove(ply) : x.forLine}</p>}
        <label>{x.kind}
          <select value={kind} onChange={(e) => setKind(e.currentTarget.value as ReportKind)} data-testid="report-kind">
            {(Object.keys(x.reasons) as ReportKind[]).map((k) => <option key={k} value={k}>{x.reasons[k]}</option>)}
          </select>
        </label>
        <label>{x.text}
          <textarea required maxLength={4000} rows={4} value={text} onInput={(e) => setText(e.currentTarget.value)} data-testid="report-text" />
        </label>
        {error !== null && <FormError error={error} testId="report-error" />}
        <footer>
          <button type="button" class="secondary outline" onClick={onDone}>{x.cancel}</button>
          <button type="submit" disabled={busy} data-testid="report-send">{x.send}</button>
        </footer>
      </form>
    </Dialog>
  );
}
