// The desk (管理台): what those with an office do, each part for those whose office has its power.

import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { Called } from "../called";
import { lookFactor } from "../security/staff-notice";
import { Appeals } from "./appeals";
import { AuditLog } from "./audit";
import { parts, type Part } from "./parts";
import { People } from "./people";
import { Report } from "./report";
import { Reports } from "./reports";
import { Rooms } from "./rooms";
import { Settings } from "./settings";

/** The page; `of` names what of the part is shown, such as a report or somebody. */
export function DeskPage({ part, of }: { part: string; of: string }) {
  const x = t().desk;
  const seen = parts();
  useEffect(() => { document.title = `${t().brand} · ${x.title}`; });
  // Offices come and go while the page is open.
  useEffect(() => { void lookFactor(); }, [part]);
  const chosen = seen.find((one) => one === part) ?? seen[0];
  if (chosen === undefined) return <p class="message" data-testid="desk-nothing">{x.nothing}</p>;
  return (
    <div class="desk" data-testid="desk" data-part={chosen}>
      <h1>{x.title}</h1>
      <nav class="desk-parts" aria-label={x.title}>
        {seen.map((one) => <a key={one} href={`/desk/${one}`} aria-current={one === chosen ? "page" : undefined} data-testid={`desk-${one}`}>{x.parts[one]}</a>)}
      </nav>
      <Shown part={chosen} of={chosen === part ? of : ""} />
    </div>
  );
}

function Shown({ part, of }: { part: Part; of: string }) {
  switch (part) {
    case "calls": return <section class="panel"><p class="quiet">{t().desk.calls.lead}</p><Called empty={t().desk.calls.none} /></section>;
    case "reports": return of === "" ? <Reports /> : <Report key={of} id={of} />;
    case "appeals": return <Appeals />;
    case "people": return <People key={of} name={of} />;
    case "rooms": return <Rooms />;
    case "audit": return <AuditLog />;
    case "settings": return <Settings />;
  }
}
