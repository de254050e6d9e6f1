// One report: what it is about, the very moment of it, what moderators noted, and what is done.

import { useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { desk } from "../../net/desk";
import { account } from "../../net/session";
import type { PersonFile, Report as Reported, ReportFile } from "../../wire";
import { FormError, toast } from "../feedback";
import { usePending } from "../security/pending";
import { Choice, TextForm, Who } from "./common";
import { SanctionForm } from "./sanction-form";
import { SanctionCard } from "./sanction";
import { ReportRow } from "./reports";
import { useLoad } from "./use-load";

/** The page of a report. */
export function Report({ id }: { id: string }) {
  const x = t().desk.reports;
  const { data: file, error, load } = useLoad(() => desk.report(id), [id]);
  if (file === null) return error === null ? <p aria-busy="true">{t().common.loading}</p> : <FormError error={error} testId="desk-error" />;
  const r = file.report;
  const mine = r.state === "claimed" && r.officer === account.value?.name;
  return (
    <>
      <section class="panel" data-testid="report-file" data-state={r.state}>
        <p><a href="/desk/reports">← {x.back}</a></p>
        <h2><span>{t().report.reasons[r.kind]}: <Who name={r.name} /></span></h2>
        <p class="quiet">
          <span class="tag first">{x.states[r.state]}</span> {x.from(r.by, dateText(r.made_ms))}
          {r.officer !== null && ` · ${r.state === "claimed" ? x.officer(r.officer) : x.closedBy(r.officer)}`}
        </p>
        <p class="said">{r.text}</p>
        <Moment file={file} />
        <Claim report={r} mine={mine} onDone={load} />
      </section>
      <Notes file={file} onDone={load} />
      {mine && <Closing report={r} onDone={load} />}
      {(r.state === "open" || r.state === "claimed") && <Sanctioning report={r} />}
      <section class="panel">
        <h2>{x.history}</h2>
        <History name={r.name} title={x.reported} but={r.id} />
        <History name={r.by} title={x.reporter} but={r.id} />
      </section>
    </>
  );
}

/** Where it happened: one press leads to the position, or to the line. */
function Moment({ file: { report: r, said, private: hidden } }: { file: ReportFile }) {
  const x = t().desk.reports;
  if (r.game === null) return null;
  const game = `/game/${r.game}`;
  return (
    <>
      <p class="deeds">
        <a role="button" class="compact outline" data-testid="moment" href={r.ply === null ? game : `${game}#move-${r.ply}`}>{r.ply === null ? x.game : x.moment(r.ply)}</a>
        {r.line !== null && <a role="button" class="compact outline" data-testid="moment-line" href={`${game}#line-${r.stream}-${r.line}`}>{x.line}</a>}
        {hidden && <small data-testid="moment-private">{x.private}</small>}
      </p>
      {r.line !== null && (
        <figure class="quoted" data-testid="said">
          <figcaption>{said.some((line) => line.number === r.line) ? x.said : x.noLine}</figcaption>
          {said.map((line) => (
            <p key={line.number} class={line.number === r.line ? "aimed" : ""}>
              <strong><bdi>{line.by.name}</bdi></strong> {line.hidden ? <em>{line.hiding ? t().talk.hiddenBy(line.hiding.by.name, line.hiding.reason) : t().talk.hidden}</em> : <bdi>{line.text}</bdi>} <small>{dateText(line.wall_ms)}</small>
            </p>
          ))}
        </figure>
      )}
    </>
  );
}

type DeedProps = { report: Reported; onDone: () => Promise<void> };

function Claim({ report: r, mine, onDone }: DeedProps & { mine: boolean }) {
  const x = t().desk.reports;
  const { busy, error, run } = usePending();
  if (r.state !== "open" && !mine) return null;
  const turn = () => void run(async () => {
    await desk.claim(r.id, !mine);
    await onDone();
  });
  return (
    <>
      <p class="deeds"><button type="button" class={mine ? "compact secondary outline" : "compact"} disabled={busy} data-testid={mine ? "release" : "claim"} onClick={turn}>{mine ? x.release : x.claim}</button>
        {r.state === "open" && <small>{x.claimFirst}</small>}</p>
      {error !== null && <FormError error={error} testId="claim-error" />}
    </>
  );
}

function Notes({ file, onDone }: { file: ReportFile; onDone: () => Promise<void> }) {
  const x = t().desk.reports;
  const note = async (text: string) => {
    await desk.note(file.report.id, text);
    await onDone();
  };
  return (
    <section class="panel">
      <h2>{x.notes}</h2>
      {file.notes.map((n) => <p key={n.at_ms} class="said" data-testid="report-note"><strong>{n.by}</strong> <small>{dateText(n.at_ms)}</small><br />{n.text}</p>)}
      <TextForm id="note" label={x.note} send={x.addNote} onSend={note} />
    </section>
  );
}

function Closing({ report: r, onDone }: DeedProps) {
  const x = t().desk.reports;
  const [upheld, setUpheld] = useState(true);
  const close = async (text: string) => {
    await desk.close(r.id, upheld, text);
    toast(t().desk.done);
    await onDone();
  };
  return (
    <section class="panel" data-testid="closing">
      <h2>{x.closing}</h2>
      <Choice label={x.closing} all={[[true, x.upheld, "close-upheld"], [false, x.dismissed, "close-dismissed"]]} chosen={upheld} onChoose={setUpheld} />
      <TextForm id="close" label={x.decision} send={x.close} onSend={close} />
    </section>
  );
}

function Sanctioning({ report: r }: { report: Reported }) {
  const [open, setOpen] = useState(false);
  if (!open) return <p><button type="button" class="danger outline" data-testid="sanction-open" onClick={() => setOpen(true)}>{t().desk.reports.sanction}</button></p>;
  return <section class="panel"><SanctionForm name={r.name} game={r.game} report={r.id} onDone={() => setOpen(false)} /></section>;
}

/** What there is about one side, apart from this report. */
function History({ name, title, but }: { name: string; title: string; but: string }) {
  const x = t().desk;
  const { data: file, error } = useLoad(() => desk.file(name), [name]);
  if (error !== null) return <FormError error={error} testId="desk-error" />;
  if (file === null) return <p aria-busy="true">{name}</p>;
  return (
    <details class="fold" data-testid="history">
      <summary><bdi>{name}</bdi> ({title}) <small>{x.reports.counts(file.sanctions.length, file.reported.length, file.reporting.length)}</small></summary>
      <Record file={file} but={but} onDone={async () => {}} />
    </details>
  );
}

/** Sanctions on somebody, reports about them and by them. */
export function Record({ file, but, onDone }: { file: PersonFile; but?: string; onDone: () => Promise<void> }) {
  const x = t().desk.people;
  const [about, by] = [file.reported, file.reporting].map((list) => list.filter((r) => r.id !== but));
  return (
    <>
      <h3>{x.sanctions}</h3>
      {file.sanctions.length === 0 ? <p class="quiet">{t().desk.none}</p> : file.sanctions.map((s) => <SanctionCard key={s.id} sanction={s} onDone={onDone} />)}
      {([[x.about, about], [x.by, by]] as const).map(([title, list]) => (
        <>
          <h3>{title}</h3>
          {list === undefined || list.length === 0 ? <p class="quiet">{t().desk.none}</p> : <ul class="rows">{list.map((r) => <ReportRow key={r.id} report={r} />)}</ul>}
        </>
      ))}
      <h3>{x.conduct}</h3>
      {file.conduct.length === 0 ? <p class="quiet">{t().desk.none}</p> : (
        <ul class="rows" data-testid="conduct">
          {file.conduct.map((c) => (
            <li key={c.game}>
              <a href={`/game/${c.game}#move-${c.ply}`}>{x.left[c.conduct](Math.round(c.lasted_ms / 60_000), c.ply)}</a> <small class="quiet">{dateText(c.at_ms)}</small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
