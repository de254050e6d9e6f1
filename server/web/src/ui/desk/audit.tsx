// The log of what officers do, searched and read page by page; and how somebody finds out that it is whole.

import { useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { desk, type AuditAsked } from "../../net/desk";
import type { AuditEntry } from "../../wire";
import { Pages } from "./common";
import { usePages } from "./use-load";

/** The log. */
export function AuditLog() {
  const x = t().desk.audit;
  const [asked, setAsked] = useState<AuditAsked>({ by: "", act: "", subject: "" });
  const { items, again: _, ...list } = usePages((before: number | null) => desk.audit(asked, before), [asked]);
  const search = (e: SubmitEvent) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget as HTMLFormElement);
    const field = (name: string) => String(form.get(name) ?? "").trim();
    setAsked({ by: field("by"), act: field("act"), subject: field("subject") });
  };
  return (
    <section class="panel" data-testid="audit">
      <p class="quiet">{x.lead}</p>
      <details class="plain"><summary data-testid="audit-verify">{x.verify}</summary><p>{x.verifyText}</p></details>
      <search><form class="fields" onSubmit={search}>
        <label>{x.who}<input name="by" type="search" maxLength={40} autocomplete="off" autocapitalize="off" spellcheck={false} data-testid="audit-by" /></label>
        <label>{x.act}
          <select name="act" data-testid="audit-act">
            <option value="">{x.any}</option>
            {Object.entries(x.acts).map(([act, name]) => <option key={act} value={act}>{name}</option>)}
          </select>
        </label>
        <label>{x.subject}<input name="subject" type="search" maxLength={80} placeholder={x.subjectHint} autocomplete="off" autocapitalize="off" spellcheck={false} data-testid="audit-subject" /></label>
        <button type="submit" data-testid="audit-search">{x.search}</button>
      </form></search>
      <Pages items={items} {...list}>
        <ul class="rows">{items?.map((entry) => <Entry key={entry.number} entry={entry} />)}</ul>
      </Pages>
    </section>
  );
}

/** Where a subject leads, if it leads anywhere here. */
function address(subject: string): string | null {
  const [, kind, what = ""] = /^(person|game|report):(.+)$/.exec(subject) ?? [];
  if (kind === "person") return `/desk/people/${encodeURIComponent(what)}`;
  if (kind === "game") return `/game/${what}`;
  return kind === "report" ? `/desk/reports/${what}` : null;
}

/** What stood there, a moment as the reader's clock shows it. */
function readable(text: string): string {
  const [, ms] = /^until (\d{12,14})$/.exec(text) ?? [];
  return ms !== undefined ? t().order.until(dateText(Number(ms))) : text === "" ? "–" : text;
}

function Entry({ entry: e }: { entry: AuditEntry }) {
  const x = t().desk.audit;
  const to = address(e.subject);
  const change = [e.before, e.after].map(readable).join(" → ");
  return (
    <li data-testid="audit-entry" data-act={e.act} data-number={e.number}>
      <div class="what">
        <span><small class="number">{e.number}</small> <strong>{x.acts[e.act] ?? e.act}</strong> · <bdi>{e.by}</bdi> · {to === null ? e.subject : <a href={to}><bdi>{e.subject}</bdi></a>}</span>
        <small>{dateText(e.at_ms)}{(e.before !== "" || e.after !== "") && ` · ${change}`}</small>
        {e.reason !== "" && <span class="said">{e.reason}</span>}
        <small class="hash" title={`${x.hash} ${e.hash}`}>{x.hash} <code>{e.hash}</code></small>
      </div>
    </li>
  );
}
