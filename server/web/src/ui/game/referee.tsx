// The referee's panel: a ruling, what it needs, and the reason, which everybody is told. Only for those whom the server
// calls referees, and never in a game of their own; the server asks again at each ruling.

import { useEffect, useId, useState } from "preact/hooks";
import { untilOf } from "../../game/going-on";
import { clockFields, endsGame, FIRST_RULING, rulingsNow, toRuling, type RulingForm, type RulingKind } from "../../game/rulings";
import { t } from "../../i18n";
import { roomTime } from "../../net/clock-sync";
import { chief } from "../../net/live";
import type { RoomView } from "../../net/room";
import { STREAMS, type Talk } from "../../net/talk";
import type { PlayerRef, Snapshot } from "../../wire";
import { account } from "../../net/session";
import { confirm } from "../feedback";
import type { Actions } from "./actions";
import { RulingFields } from "./ruling-fields";

type Props = { view: RoomView; actions: Actions; talk: Talk };

/** Longest reason, in characters. */
const REASON_CHARS = 200;

/** What is asked before a ruling that ends the game. */
function endingText(f: RulingForm): string {
  const x = t().referee;
  const what = f.kind === "result" ? x.verdicts[f.verdict] : f.kind === "stones" ? x.endStones : x.endWarn(t().color[f.color]);
  return x.endText(what);
}

/** Whom a referee can mute or remove here, each once. */
function peopleOf(game: Snapshot, talk: Talk): readonly PlayerRef[] {
  const all = [game.black, game.white, ...(game.muted ?? []), ...(game.removed ?? []), ...STREAMS.flatMap((s) => talk[s].map((l) => l.by))];
  return [...new Map(all.map((who) => [who.id, who])).values()];
}

/** The panel. */
export function RefereePanel({ view, actions, talk }: Props) {
  const { game, anchor } = view;
  const x = t().referee;
  const id = useId();
  const [form, setForm] = useState<RulingForm>(FIRST_RULING);
  const [reason, setReason] = useState("");
  const sits = (game.officers ?? []).includes(account.value?.name ?? "");
  const over = game.phase === "over";
  const kinds = rulingsNow(game, chief.value);
  const kind = kinds.includes(form.kind) ? form.kind : kinds[0] ?? "result";
  const { ruledDead } = actions.around;
  // While the stones are ruled on, the board marks them; the marking begins with what the players have.
  useEffect(() => {
    ruledDead.value = kind === "stones" ? game.agreement?.dead ?? [] : null;
    return () => { ruledDead.value = null; };
  }, [kind, game.phase]);
  const set = (change: Partial<RulingForm>) => setForm((old) => ({ ...old, kind, ...change }));
  const pick = (next: RulingKind, color = form.color) => {
    const now = anchor ? roomTime(anchor, performance.now()) : 0;
    const start = next === "set_clock" ? clockFields(game, color, now) : next === "step_back" ? { moves: Math.max(0, game.moves.length - 1) } : next === "add_time" || next === "add_time_to_both" ? { minutes: 1, seconds: 0 } : {};
    set({ kind: next, color, ...start });
  };
  const submit = async (e: SubmitEvent) => {
    e.preventDefault();
    const now = { ...form, kind };
    const until = anchor ? untilOf(form.until, Date.now(), roomTime(anchor, performance.now())) : null;
    const ruling = toRuling(now, game, ruledDead.peek() ?? [], until);
    if (endsGame(now, game) && !(await confirm({ title: x.endTitle, text: endingText(now), yes: x.submit, danger: true }))) return;
    if (await actions.around.rule(ruling, reason.trim())) setReason("");
  };
  return (
    <details class="fold referee" data-testid="referee">
      <summary>{x.title}</summary>
      <form onSubmit={(e) => void submit(e)}>
        <p class="quiet">{over ? x.leadOver : x.lead}</p>
        {!sits && !over && <p><button type="button" class="compact secondary" disabled={actions.busy.value} data-testid="sit-down" onClick={() => void actions.takeSeat()}>{x.sit}</button> <small>{x.sitHint}</small></p>}
        <label>{x.what}
          <select value={kind} data-testid="ruling-kind" onChange={(e) => pick(e.currentTarget.value as RulingKind)}>
            {kinds.map((k) => <option key={k} value={k}>{x.kinds[k]}</option>)}
          </select>
        </label>
        <RulingFields form={{ ...form, kind }} game={game} marked={ruledDead.value?.length ?? 0} people={peopleOf(game, talk)} set={set} onSide={(color) => pick(kind, color)} />
        <label for={id}>{x.reason}</label>
        <textarea id={id} rows={2} required maxLength={REASON_CHARS} value={reason} aria-describedby={`${id}-hint`} data-testid="ruling-reason" onInput={(e) => setReason(e.currentTarget.value)} />
        <small id={`${id}-hint`}>{x.reasonHint}</small>
        <button type="submit" class={endsGame({ ...form, kind }, game) ? "danger" : ""} disabled={actions.busy.value || reason.trim() === ""} data-testid="rule">{x.submit}</button>
      </form>
    </details>
  );
}
