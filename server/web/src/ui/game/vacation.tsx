// A player's vacation in 通信棋: what is left of it, and its beginning and end.

import { useEffect, useReducer } from "preact/hooks";
import { vacationLeft } from "../../game/days";
import { t } from "../../i18n";
import { roomTime, type Anchor } from "../../net/clock-sync";
import type { Color, Snapshot } from "../../wire";
import type { Actions } from "./actions";
import { lengthText } from "./days-face";

type Props = { game: Snapshot; seat: Color; anchor: Anchor | null; actions: Actions };

/** Only where this player has a vacation. */
export function VacationPanel({ game, seat, anchor, actions }: Props) {
  const x = t().vacation;
  const [, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const timer = window.setInterval(again, 30_000, undefined);
    return () => window.clearInterval(timer);
  }, []);
  const room = anchor ? roomTime(anchor, performance.now()) : 0;
  const left = vacationLeft(game.clock, seat, room);
  const away = game.clock.days?.[seat].until_ms != null;
  if (left === 0 && !away) return null;
  return (
    <section class="vacation" data-testid="vacation" data-left-ms={Math.round(left)}>
      <span>{away ? x.away(lengthText(left)) : x.left(lengthText(left))}</span>
      {away
        ? <button type="button" class="outline" disabled={actions.busy.value} data-testid="vacation-end" onClick={() => void actions.endVacation()}>{x.end}</button>
        : <button type="button" class="outline secondary" disabled={actions.busy.value} data-testid="vacation-begin" onClick={() => void actions.beginVacation()}>{x.begin}</button>}
    </section>
  );
}
