// For referees: the games that wait for one, those that wait longest first and those by correspondence last. Asked for anew every so often, because
// nothing tells the lobby of a call.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { api } from "../net/http";
import { referee } from "../net/live";
import type { CalledGame } from "../wire";
import { GameRow } from "./game-row";

const AGAIN_MS = 10_000;
/** So many pages of the list are read. */
const PAGES = 4;

/** Those who sit at a board wait first. */
async function called(): Promise<readonly CalledGame[]> {
  const all: CalledGame[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES && (page === 0 || after); page += 1) {
    const { items, next } = await api.calls(after);
    all.push(...items);
    after = next;
  }
  return [...all.filter((game) => !game.slow), ...all.filter((game) => game.slow)];
}

/** The list; nothing for those who are no referees, or while nobody waits, unless there is a text for that. */
export function Called({ empty }: { empty?: string }) {
  const [list, setList] = useState<readonly CalledGame[]>([]);
  const isReferee = referee.value;
  useEffect(() => {
    if (!isReferee) return undefined;
    let here = true;
    const ask = () => void called().then((games) => { if (here) setList(games); }).catch(() => undefined);
    ask();
    const timer = window.setInterval(ask, AGAIN_MS);
    return () => { here = false; window.clearInterval(timer); };
  }, [isReferee]);
  if (empty !== undefined && list.length === 0) return <p data-testid="nobody-calls">{empty}</p>;
  if (!isReferee || list.length === 0) return null;
  return (
    <section class="panel mine" data-testid="called-games">
      <h2>{t().call.waiting}</h2>
      <ul class="rows">{list.map(({ game }) => <GameRow key={game.id} game={game} action={t().call.go} strong />)}</ul>
    </section>
  );
}
