// Requests between the players: what is open as a plain bar, and the list of what can be asked. Both stand beside the
// board, never over it.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { askable, askOf, canAsk } from "../../game/around";
import { other } from "../../game/position";
import { untilOf } from "../../game/going-on";
import { t } from "../../i18n";
import { roomTime, type Anchor } from "../../net/clock-sync";
import type { Color, Request, RequestKind, Snapshot } from "../../wire";
import type { Actions } from "./actions";
import { canCall } from "./call";
import { GoOnField, UntilText } from "./go-on";
import { TimeLeft } from "./room-now";

type Props = { game: Snapshot; seat: Color; anchor: Anchor | null; actions: Actions };

/** What is open: the other side's request to answer, and one's own to withdraw. */
export function OpenRequests({ game, seat, anchor, actions }: Props) {
  const theirs = askOf(game, other(seat));
  const mine = askOf(game, seat);
  const { around } = actions;
  const x = t().ask;
  const busy = actions.busy.value;
  return (
    <>
      {theirs && (
        <Bar key={theirs.number} request={theirs} text={x.theirs[theirs.kind](game[other(seat)].name)} anchor={anchor} testId="their-request" hint={theirs.kind === "continue" || theirs.kind === "time" ? null : x.hints[theirs.kind]}>
          <button type="button" class="compact" disabled={busy} data-testid="request-accept" onClick={() => void around.reply(theirs.number, true)}>{x.accept}</button>
          <button type="button" class="compact secondary outline" disabled={busy} data-testid="request-decline" onClick={() => void around.reply(theirs.number, false)}>{x.decline}</button>
        </Bar>
      )}
      {mine && (
        <Bar key={mine.number} request={mine} text={x.mine[mine.kind]} anchor={anchor} testId="my-request" hint={null}>
          <button type="button" class="compact secondary outline" disabled={busy} data-testid="request-withdraw" onClick={() => void around.withdraw(mine.number)}>{x.withdraw}</button>
        </Bar>
      )}
    </>
  );
}

type BarProps = { request: Request; text: string; hint: string | null; anchor: Anchor | null; testId: string; children: ComponentChildren };

function Bar({ request, text, hint, anchor, testId, children }: BarProps) {
  return (
    <section class="around ask" data-testid={testId} data-kind={request.kind} data-number={request.number}>
      <p><strong>{text}</strong> <TimeLeft due={request.due_ms} anchor={anchor} label={t().ask.due} testId="request-due" />{request.until_ms !== undefined && <> <UntilText until={request.until_ms} anchor={anchor} testId="request-until" /></>}{hint !== null && <small>{hint}</small>}</p>
      <div class="actions">{children}</div>
    </section>
  );
}

/** What spectators see of open requests. */
export function RequestsSeen({ game }: { game: Snapshot }) {
  const open = (["black", "white"] as const).flatMap((c) => askOf(game, c) ?? []);
  if (open.length === 0) return null;
  return (
    <>
      {(["black", "white"] as const).map((c) => {
        const asked = askOf(game, c);
        return asked && <p key={c} class="around" data-testid={`request-of-${c}`}>{t().ask.theirs[asked.kind](game[c].name)}</p>;
      })}
    </>
  );
}

/** Asks to go on; after a pause for an absence one need not ask. */
export function GoOn({ game, seat, actions, text }: { game: Snapshot; seat: Color; actions: Actions; text: string }) {
  const asks = askOf(game, seat) !== null;
  // The other side's request to go on stands there to be accepted.
  if (asks || !canAsk(game, seat, "continue") || askOf(game, other(seat))?.kind === "continue") return null;
  return <button type="button" class="compact" disabled={actions.busy.value} data-testid="ask-continue" onClick={() => void actions.around.ask("continue")}>{text}</button>;
}

/** What may be asked for with the moment at which play goes on. */
const stops = (kind: RequestKind): boolean => kind === "pause" || kind === "adjourn";

type MenuProps = Props & { open: boolean; onClose: () => void };

/** The list of what can be asked. Escape shuts it, and so does a choice. */
export function RequestMenu({ game, seat, anchor, actions, open, onClose }: MenuProps) {
  const [until, setUntil] = useState("");
  const first = useRef<HTMLElement>(null);
  useEffect(() => { if (open) first.current?.querySelector("button")?.focus(); }, [open]);
  if (!open) return null;
  const x = t().ask;
  const kinds = askable(game, seat);
  const choose = (kind: RequestKind) => {
    onClose();
    const moment = anchor && stops(kind) ? untilOf(until, Date.now(), roomTime(anchor, performance.now())) : null;
    void actions.around.ask(kind, moment);
  };
  return (
    <section
      id="request-menu" class="around menu" aria-label={x.title} data-testid="request-menu" ref={first}
      onKeyDown={(e) => { if (e.key === "Escape") { e.stopPropagation(); onClose(); document.getElementById("request-more")?.focus(); } }}
    >
      <h3>{x.title}</h3>
      {kinds.length === 0 && !canCall(game) ? <p class="quiet">{x.none}</p> : kinds.map((kind) => (
        <button key={kind} type="button" class="choice" disabled={actions.busy.value} data-testid={`ask-${kind}`} onClick={() => choose(kind)}>
          <span>{x.kinds[kind]}</span><small>{x.hints[kind]}</small>
        </button>
      ))}
      {canCall(game) && (
        <button type="button" class="choice" disabled={actions.busy.value} data-testid="call-referee" onClick={() => { onClose(); void actions.around.callReferee(); }}>
          <span>{t().call.call}</span><small>{t().call.hint}</small>
        </button>
      )}
      {kinds.some(stops) && <GoOnField value={until} label={x.until} hint={x.untilHint} testId="ask-until" onValue={setUntil} />}
    </section>
  );
}

/** The button that opens the list, and whether it is open; a change of the position shuts it. */
export function useRequestMenu(game: Snapshot, seat: Color | null): { button: JSX.Element | null; open: boolean; close: () => void } {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [game.ply, game.phase]);
  const there = seat !== null && (game.phase === "play" || game.phase === "placing") && !game.standing.pause && !game.standing.to_seal;
  const isOpen = open && there;
  const button = there ? (
    <button id="request-more" type="button" class="outline secondary" aria-expanded={isOpen} aria-controls="request-menu" disabled={askable(game, seat).length === 0 && !canCall(game)} data-testid="more" onClick={() => setOpen(!isOpen)}>{t().ask.more}</button>
  ) : null;
  return { button, open: isOpen, close: () => setOpen(false) };
}
