// The appeals that wait.

import { t } from "../../i18n";
import { desk } from "../../net/desk";
import { Pages } from "./common";
import { SanctionCard } from "./sanction";
import { useLoad } from "./use-load";

/** The list. */
export function Appeals() {
  const { data, error, busy, load } = useLoad(() => desk.appeals(), []);
  const items = data?.items ?? null;
  return (
    <section class="panel" data-testid="appeals">
      <p class="quiet">{t().desk.appeals.lead}</p>
      <Pages items={items} error={error} busy={busy} more={null}>
        {items?.map((s) => <SanctionCard key={s.id} sanction={s} named onDone={load} />)}
      </Pages>
    </section>
  );
}
