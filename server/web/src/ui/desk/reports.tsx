// The queue of reports, the longest waiting first.

import { useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { desk } from "../../net/desk";
import type { Report, ReportState } from "../../wire";
import { Choice, Pages } from "./common";
import { usePages } from "./use-load";

type Filter = keyof ReturnType<typeof t>["desk"]["reports"]["filters"];

const STATE: Record<Filter, ReportState> = { open: "open", mine: "claimed", claimed: "claimed", upheld: "upheld", dismissed: "dismissed" };

/** The list with its filters. */
export function Reports() {
  const x = t().desk.reports;
  const [filter, setFilter] = useState<Filter>("open");
  const { items, again, ...list } = usePages((after: string | null) => desk.reports(STATE[filter], filter === "mine", after), [filter]);
  return (
    <section class="panel" data-testid="reports">
      <div class="bar">
        <Choice label={t().desk.parts.reports} all={(Object.keys(STATE) as Filter[]).map((one) => [one, x.filters[one], `reports-${one}`] as const)} chosen={filter} onChoose={setFilter} />
        <button type="button" class="link" onClick={again}>{t().desk.again}</button>
      </div>
      <Pages items={items} {...list}>
        <ul class="rows">{items?.map((report) => <ReportRow key={report.id} report={report} />)}</ul>
      </Pages>
    </section>
  );
}

/** One report in a list; the row leads to it. */
export function ReportRow({ report: r }: { report: Report }) {
  const x = t().desk.reports;
  return (
    <li data-testid="report-row" data-state={r.state}>
      <div class="what">
        <a class="whole" href={`/desk/reports/${r.id}`}>
          <strong>{x.one(r.name)}</strong> <span class="tag">{t().report.reasons[r.kind]}</span> <span class="tag">{x.states[r.state]}</span>
          <small>{x.from(r.by, dateText(r.made_ms))}{r.officer !== null && ` · ${r.state === "claimed" ? x.officer(r.officer) : x.closedBy(r.officer)}`}</small>
          <small class="excerpt">{r.text}</small>
        </a>
      </div>
    </li>
  );
}
