// A game in a list, running or finished; the whole row leads to it, but for the names, which lead to the players.

import { dateText, t } from "../i18n";
import type { GameSummary } from "../wire";
import { Player, resultText } from "./parts";

/** One row. */
export function GameRow({ game: g, action, strong }: { game: GameSummary; action?: string; strong?: boolean }) {
  const sizes = `${g.size}×${g.size}${g.handicap > 0 ? ` · ${t().settings.handicapShort(g.handicap)}` : ""}`;
  return (
    <li data-testid={`game-${g.id}`}>
      <div class="what">
        <span class="pair">
          <Player color="black" name={g.black.name} won={g.result?.winner === "black"} />
          <Player color="white" name={g.white.name} won={g.result?.winner === "white"} />
        </span>
        <a class="whole" href={`/game/${g.id}`}>
          <span class="hidden">{g.black.name} – {g.white.name}</span>
          <small>
            {g.result && <span class="result-text">{resultText(g.result)}</span>}
            {g.annulled && <span class="tag" data-testid="annulled">{t().annulled.tag}</span>}
            {g.result ? ` · ${sizes} · ${dateText(g.ended_ms ?? g.started_ms)}` : sizes}
          </small>
        </a>
      </div>
      {action && <span aria-hidden="true" class={`go ${strong ? "strong" : ""}`}>{action}</span>}
    </li>
  );
}
