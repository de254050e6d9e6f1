// Finished games that the reader may see, newest first, page by page: everybody's, or one player's.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { api } from "../net/http";
import { account } from "../net/session";
import type { GameSummary } from "../wire";
import { errorText } from "./feedback";
import { GameRow } from "./game-row";

/** The list. */
export function FinishedGames({ player, empty }: { player: string | null; empty: string }) {
  const [games, setGames] = useState<GameSummary[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const load = async (before: string | null) => {
    setBusy(true);
    setError(null);
    try {
      const page = await api.games("finished", before, player);
      setGames((old) => [...(before === null ? [] : old ?? []), ...page.items]);
      setNext(page.next);
    } catch (e) {
      setError(errorText(e));
    } finally {
      setBusy(false);
    }
  };
  // Own private games are among them, so the list is another one for another account.
  const me = account.value?.id ?? null;
  useEffect(() => { void load(null); }, [me, player]);
  return (
    <>
      {games && games.length === 0 && <p class="quiet">{empty}</p>}
      {games && games.length > 0 && <ul class="rows wide">{games.map((g) => <GameRow key={g.id} game={g} />)}</ul>}
      {error && <p class="error" role="alert">{error} <button type="button" class="link" onClick={() => void load(next)}>{t().common.retry}</button></p>}
      {busy && <p aria-busy="true">{t().common.loading}</p>}
      {next !== null && !busy && <button type="button" class="outline" data-testid="games-more" onClick={() => void load(next)}>{t().games.more}</button>}
    </>
  );
}
