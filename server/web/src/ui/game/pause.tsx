// The clocks stand (暂停), or will as soon as a move is sealed (封棋).

import { wouldLoseTurn } from "../../game/around";
import { label } from "../../game/points";
import { t } from "../../i18n";
import { NEVER_MS, type Anchor } from "../../net/clock-sync";
import type { Color, Snapshot } from "../../wire";
import type { Actions } from "./actions";
import { GoesOn, UntilText } from "./go-on";
import { GoOn } from "./requests";
import { useRoomNow } from "./room-now";

type Props = { game: Snapshot; seat: Color | null; anchor: Anchor | null; actions: Actions };

/** Why the clocks stand, for how long, and what can be done about it. */
export function PauseBanner({ game, seat, anchor, actions }: Props) {
  const { pause } = game.standing;
  const x = t().pause;
  if (!pause) return null;
  return (
    <section class="around pause" data-testid="pause" data-reason={pause.reason}>
      <h2>{x.title[pause.reason]}</h2>
      <p>{x.text[pause.reason]}</p>
      {pause.until_ms !== null && <GoesOn until={pause.until_ms} anchor={anchor} testId="pause-left" />}
      {seat && <div class="actions"><GoOn game={game} seat={seat} actions={actions} text={pause.reason === "absence" ? x.goOn : x.askOn} /></div>}
    </section>
  );
}

/** After a pause the clocks stand for a moment more. */
export function Hold({ game, anchor }: { game: Snapshot; anchor: Anchor | null }) {
  const from = game.clock.running?.from_ms ?? 0;
  const left = Math.ceil((from - useRoomNow(anchor)) / 1000);
  if (!anchor || from >= NEVER_MS || left <= 0) return null;
  return <p class="around" data-testid="hold">{t().pause.holds(left)}</p>;
}

/** Before an adjournment: who is to seal its move, and how. */
export function SealPanel({ game, seat, anchor, actions }: Props) {
  const sealing = game.standing.to_seal;
  const until = game.standing.adjourns_until_ms;
  const goesOn = until !== undefined && <p><UntilText until={until} anchor={anchor} testId="adjourns-until" /></p>;
  const x = t().seal;
  if (!sealing || game.standing.pause) return null;
  if (seat !== sealing) {
    return (
      <section class="around seal" data-testid="sealing">
        <p>{x.theirs(game[sealing].name)}</p>
        {goesOn}
        {seat && <div class="actions"><GoOn game={game} seat={seat} actions={actions} text={x.callOff} /></div>}
      </section>
    );
  }
  const chosen = actions.around.envelope.value;
  return (
    <section class="around seal mine" data-testid="seal">
      <h2>{x.title}</h2>
      <p>{x.text}</p>
      {goesOn}
      {chosen?.ply === game.ply ? <Envelope game={game} point={chosen.point} actions={actions} /> : (
        <div class="actions">
          <button type="button" class="compact secondary outline" data-testid="seal-pass" onClick={() => actions.around.chooseToSeal("pass")}>{x.pass}</button>
          <GoOn game={game} seat={seat} actions={actions} text={x.callOff} />
        </div>
      )}
    </section>
  );
}

/** The move that waits for its second step. */
function Envelope({ game, point, actions }: { game: Snapshot; point: string; actions: Actions }) {
  const x = t().seal;
  const name = point === "pass" ? x.passName : label(point, game.settings.size);
  const loses = wouldLoseTurn(game, point);
  return (
    <>
      {loses ? <p class="error" role="alert" data-testid="seal-warning">{x.lost(name)}</p> : point !== "pass" && <p><small>{x.unsure}</small></p>}
      <div class="actions">
        <button type="button" class={`compact${loses ? " danger" : ""}`} disabled={actions.busy.value} data-testid="seal-confirm" onClick={() => void actions.around.seal()}>{x.confirm(name)}</button>
        <button type="button" class="compact secondary outline" data-testid="seal-cancel" onClick={() => { actions.around.envelope.value = null; }}>{x.other}</button>
      </div>
    </>
  );
}
