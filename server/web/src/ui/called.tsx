// For referees: the games that wait for one, those that wait longest first. Asked for anew every so often, because
// nothing tells the lobby of a call.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { api } from "../net/http";
import { referee } from "../net/live";
import type { CalledGame } from "../wire";
import { GameRow } from "./game-row";

const AGAIN_MS = 10_000;

/** The list; nothing for those who are no referees, or while nobody waits. */
export function Called() {
  const [list, setList] = useState<readonly CalledGame[]>([]);
  const isReferee = referee.value;
  useEffect(() => {
    if (!isReferee) return undefined;
    let here = true;
    const ask = () => void api.calls().then((called) => { if (here) setList(called.items); }).catch(() => undefined);
    ask();
    const timer = window.setInterval(ask, AGAIN_MS);
    return () => { here = false; window.clearInterval(timer); };
  }, [isReferee]);
  if (!isReferee || list.length === 0) return null;
  return (
    <section class="panel mine" data-testid="called-games">
      <h2>{t().call.waiting}</h2>
      <ul class="rows">{list.map(({ game }) => <GameRow key={game.id} game={game} action={t().call.go} strong />)}</ul>
    </section>
  );
}
