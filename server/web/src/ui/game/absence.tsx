// An opponent who is away: from a certain moment on the game or a pause can be claimed, in the opponent's turn.

import { canClaim, hasPauseLeft } from "../../game/around";
import { other } from "../../game/position";
import { t } from "../../i18n";
import type { Anchor } from "../../net/clock-sync";
import type { Presence } from "../../net/live";
import type { Color, Snapshot } from "../../wire";
import type { Actions } from "./actions";
import { TimeLeft, useRoomNow } from "./room-now";

type Props = { game: Snapshot; seat: Color; presence: Presence; anchor: Anchor | null; actions: Actions };

/** The panel; nothing while the opponent is there, or while nothing could be claimed. */
export function AbsencePanel({ game, seat, presence, anchor, actions }: Props) {
  const away = other(seat);
  const from = presence.claim_ms[away];
  const now = useRoomNow(anchor);
  if (presence[away] || from === null || !anchor || !canClaim(game, seat)) return null;
  const x = t().absence;
  const name = game[away].name;
  const may = now >= from;
  return (
    <section class="around absence" data-testid="absence" data-may={may}>
      {may ? <p role="alert">{x.now(name)}</p> : <p><strong>{x.away(name)}</strong> {x.from} <TimeLeft due={from} anchor={anchor} label={x.from} testId="claim-left" /></p>}
      {may && (
        <div class="actions">
          <button type="button" class="compact" disabled={actions.busy.value} data-testid="claim-win" onClick={() => void actions.around.claim("win")}>{x.win}</button>
          {hasPauseLeft(game) && <button type="button" class="compact secondary outline" disabled={actions.busy.value} data-testid="claim-pause" onClick={() => void actions.around.claim("pause")}>{x.pause}</button>}
        </div>
      )}
    </section>
  );
}
