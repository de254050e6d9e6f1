// All finished games that the reader may see.

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { FinishedGames } from "./finished-games";

/** The page. */
export function GamesPage() {
  const x = t().games;
  useEffect(() => { document.title = `${t().brand} · ${x.title}`; });
  return (
    <section class="panel games">
      <h1>{x.title}</h1>
      <FinishedGames player={null} empty={x.empty} />
    </section>
  );
}
