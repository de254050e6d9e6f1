// The player's buttons and the field for moves by text.

import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { label, parseLabel } from "../../game/points";
import { t } from "../../i18n";
import type { Snapshot } from "../../wire";
import type { Actions } from "./actions";

type Props = { game: Snapshot; myTurn: boolean; actions: Actions };

/** Pass, resign and the second step of a move; within reach of a thumb on a phone. */
export function Controls({ game, myTurn, actions, more }: Props & { more: JSX.Element | null }) {
  const x = t().game;
  const ghost = actions.ghost.value;
  const waiting = ghost !== null && ghost.ply === game.ply && myTurn;
  const busy = actions.busy.value || actions.sent.value?.ply === game.ply;
  if (waiting) {
    return (
      <div class="actions thumb">
        <button type="button" data-testid="confirm-move" onClick={() => actions.confirmGhost()}>{x.confirmMove(label(ghost.point, game.settings.size))}</button>
        <button type="button" class="secondary outline" data-testid="cancel-move" onClick={() => { actions.ghost.value = null; }}>{x.cancelMove}</button>
      </div>
    );
  }
  // Where no move can be made only resigning is left, and that need not be within reach of a thumb.
  if (game.phase === "waiting" || game.standing.pause || game.standing.to_seal) {
    return <button type="button" class="link danger" disabled={actions.busy.value} data-testid="resign" onClick={() => void actions.resign()}>{x.resign}</button>;
  }
  return (
    <div class="actions thumb">
      <button type="button" class="outline" disabled={!myTurn || busy || game.phase !== "play"} data-testid="pass" onClick={() => void actions.pass()}>{x.pass}</button>
      {more}
      <button type="button" class="outline danger" disabled={actions.busy.value} data-testid="resign" onClick={() => void actions.resign()}>{x.resign}</button>
    </div>
  );
}

/** Plays what is written: the whole game can be played without seeing the board. */
export function MoveEntry({ game, myTurn, actions }: Props) {
  const x = t().game;
  const id = useId();
  const [text, setText] = useState("");
  const [bad, setBad] = useState(false);
  useEffect(() => setBad(false), [game.ply]);
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const point = parseLabel(text, game.settings.size);
    setBad(point === null);
    if (point === null) return;
    setText("");
    // Written moves are deliberate: they need no second step.
    actions.choose(point, "key");
  };
  return (
    <form class="move-entry" onSubmit={submit}>
      <label for={id}>{x.moveEntry}</label>
      <div role="group">
        <input
          id={id} value={text} placeholder={x.moveEntryHint} autocomplete="off" autocapitalize="characters" spellcheck={false} maxLength={5}
          aria-invalid={bad ? true : undefined} aria-describedby={bad ? `${id}-bad` : undefined} data-testid="move-entry"
          onInput={(e) => { setText(e.currentTarget.value); setBad(false); }}
        />
        <button type="submit" disabled={!myTurn} data-testid="move-entry-submit">{game.standing.to_seal ? t().seal.choose : x.play}</button>
      </div>
      {bad ? <small id={`${id}-bad`} class="error" role="alert">{x.badEntry}</small> : <small>{x.keyboard}</small>}
    </form>
  );
}
