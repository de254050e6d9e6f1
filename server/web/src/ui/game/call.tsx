// The call for the referee (叫裁判): one of the two calls about the matter at hand, and everybody sees it.

import { t } from "../../i18n";
import type { Color, Snapshot } from "../../wire";
import type { Actions } from "./actions";

type Props = { game: Snapshot; seat: Color | null; actions: Actions };

/** Whether a player can call now; how often it may, the server knows. */
export const canCall = (game: Snapshot): boolean =>
  game.phase !== "over" && game.phase !== "waiting" && !game.standing.call && !game.standing.pause;

/** Who has called, and what that means; its caller takes it back. */
export function CallBanner({ game, seat, actions }: Props) {
  const { call } = game.standing;
  const x = t().call;
  if (!call) return null;
  const waits = game.phase === "agreement" || game.phase === "repetition";
  return (
    <section class="around ask" data-testid="call" data-by={call.by ?? "rules"}>
      <p><strong>{call.by === null ? x.byRules : call.by === seat ? x.mine : x.theirs(game[call.by].name)}</strong><small>{waits ? x.waits : x.runs}</small></p>
      {seat && call.by === seat && (
        <div class="actions"><button type="button" class="compact secondary outline" disabled={actions.busy.value} data-testid="withdraw-call" onClick={() => void actions.around.withdrawCall()}>{t().ask.withdraw}</button></div>
      )}
    </section>
  );
}

/** Calls while something is talked over. */
export function CallButton({ game, seat, actions }: Props) {
  if (!seat || !canCall(game)) return null;
  return <button type="button" class="link" disabled={actions.busy.value} data-testid="call-referee" title={t().call.hint} onClick={() => void actions.around.callReferee()}>{t().call.call}</button>;
}
