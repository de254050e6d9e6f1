// When a stopped game goes on by itself: the field in which that is chosen, and how it is told.

import { useState } from "preact/hooks";
import { goOnRange, wallOf } from "../../game/going-on";
import { dateText, t } from "../../i18n";
import type { Anchor } from "../../net/clock-sync";
import { TimeLeft, useRoomNow } from "./room-now";

/** Up to so far ahead what is left is counted down; further ahead the date says more. */
const COUNTED_MS = 60 * 60_000;

/** A field for the local date and time at which play is to go on; it may stay empty. */
export function GoOnField({ value, label, hint, testId, onValue }: { value: string; label: string; hint: string; testId: string; onValue: (value: string) => void }) {
  const [range] = useState(() => goOnRange(Date.now()));
  return (
    <label class="go-on">{label}
      <input type="datetime-local" value={value} min={range.min} max={range.max} data-testid={testId} onInput={(e) => onValue(e.currentTarget.value)} />
      <small>{hint}</small>
    </label>
  );
}

/** Until when the clocks stand. */
export function GoesOn({ until, anchor, testId }: { until: number; anchor: Anchor | null; testId: string }) {
  const now = useRoomNow(anchor);
  const x = t().pause;
  if (!anchor) return null;
  if (until - now <= COUNTED_MS) return <p>{x.until} <TimeLeft due={until} anchor={anchor} label={x.until} testId={testId} /></p>;
  return <p data-testid={testId} data-left-ms={Math.round(until - now)}>{x.goesOnAt(dateText(wallOf(until, Date.now(), now)))}</p>;
}

/** The moment that a request or an adjournment names, in words. */
export function UntilText({ until, anchor, testId }: { until: number; anchor: Anchor | null; testId: string }) {
  const now = useRoomNow(anchor);
  return anchor && <small data-testid={testId}>{t().pause.goesOnAt(dateText(wallOf(until, Date.now(), now)))}</small>;
}
