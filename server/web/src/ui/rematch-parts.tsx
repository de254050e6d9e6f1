// What the finished game's page and the notice on every other page have in common about rematches.

import { useState } from "preact/hooks";
import { wholeText } from "../game/format";
import { t } from "../i18n";
import { rematch } from "../net/live";
import type { RematchAction } from "../wire";
import { toast } from "./feedback";
import { refusalText } from "./game/actions";

/** Does something about a rematch and says why it was refused; and whether that is under way. */
export function useRematch(room: string): { busy: boolean; act: (action: RematchAction) => void } {
  const [busy, setBusy] = useState(false);
  const act = async (action: RematchAction) => {
    setBusy(true);
    const answer = await rematch(room, action);
    setBusy(false);
    if (!answer.ok && answer.code !== "lost") toast(refusalText(answer), "bad");
  };
  return { busy, act: (action) => void act(action) };
}

type TheirsProps = { room: string; name: string; left: number };

/** The other's offer: until when, and the two answers. */
export function TheirOffer({ room, name, left }: TheirsProps) {
  const { busy, act } = useRematch(room);
  const x = t().rematch;
  return (
    <>
      <p><strong>{x.theirs(name)}</strong> <LeftOf left={left} /><small>{x.hint}</small></p>
      <div class="actions">
        <button type="button" class="compact" disabled={busy} data-testid="rematch-accept" onClick={() => act("accept")}>{x.accept}</button>
        <button type="button" class="compact secondary outline" disabled={busy} data-testid="rematch-decline" onClick={() => act("decline")}>{x.decline}</button>
      </div>
    </>
  );
}

/** The time that is left for the answer. */
export function LeftOf({ left }: { left: number }) {
  const label = t().rematch.due;
  return <span class="due" role="timer" aria-label={label} title={label} data-testid="rematch-due">{wholeText(left)}</span>;
}
