// The last period is used up, and may count as a pass (第22条.5): who was read may say so, for a moment.

import { useEffect, useReducer } from "preact/hooks";
import { t } from "../../i18n";
import { roomTime, type Anchor } from "../../net/clock-sync";
import type { Color, Snapshot } from "../../wire";
import type { Actions } from "./actions";

type Props = { game: Snapshot; seat: Color | null; anchor: Anchor | null; actions: Actions };

/** Whose last period is used up: the one that has none left, and whose turn it was. */
export function lapsedSide(game: Snapshot): Color {
  const last = game.moves.at(-1);
  if (last) return last.color === "black" ? "white" : "black";
  return game.clock.black.periods === 0 ? "black" : "white";
}

/** What can still be done, and how long. */
export function LapsePanel({ game, seat, anchor, actions }: Props) {
  const x = t().lapse;
  const [, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const timer = window.setInterval(again, 250, undefined);
    return () => window.clearInterval(timer);
  }, []);
  const left = anchor && game.lapse_due_ms !== undefined ? Math.max(0, game.lapse_due_ms - roomTime(anchor, performance.now())) : 0;
  const side = lapsedSide(game);
  return (
    <section class="notice" role="alert" data-testid="lapse">
      <p>{x.text(t().color[side], Math.ceil(left / 1000))}</p>
      {seat === side && <button type="button" disabled={actions.busy.value} data-testid="claim-pass" onClick={() => void actions.claimPass()}>{x.claim}</button>}
    </section>
  );
}
