// Room time that draws itself anew each second, and what is left until a moment.

import { useEffect, useReducer } from "preact/hooks";
import { wholeText } from "../../game/format";
import { roomTime, type Anchor } from "../../net/clock-sync";

/** Room time in milliseconds, drawn anew each second; 0 where it is not known. */
export function useRoomNow(anchor: Anchor | null): number {
  const [, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!anchor) return undefined;
    const timer = window.setInterval(again, 250, undefined);
    return () => window.clearInterval(timer);
  }, [anchor]);
  return anchor ? roomTime(anchor, performance.now()) : 0;
}

type Props = { due: number; anchor: Anchor | null; label: string; testId: string };

/** The time that is left until a room time. */
export function TimeLeft({ due, anchor, label, testId }: Props) {
  const left = due - useRoomNow(anchor);
  return <span class="due" role="timer" aria-label={label} title={label} data-testid={testId} data-left-ms={Math.max(0, Math.round(left))}>{wholeText(left)}</span>;
}
