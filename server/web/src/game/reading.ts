// The words of a reading of the clock (读秒报时), as they are shown and spoken.

import { t } from "../i18n";
import type { Reading } from "../net/room";

/** Lengths of periods, in seconds, in which the server reads; in others it tells their end alone. */
const READ_S: readonly number[] = [60, 30, 20, 10];

/** Whether the last seconds of such a period are counted by the server. */
export const isRead = (periodMs: number): boolean => READ_S.includes(periodMs / 1000);

/** `30 秒`, `八`, `1 分，还剩 3 分`, in the page's language or in another. */
export function readingText(r: Reading, periodMs: number, x = t().reading): string {
  // The period is over.
  const used = r.second * 1000 > periodMs - 1000;
  if (r.count !== undefined && !(used && r.periods > 0)) return x.count(r.count);
  if (!used) return x.second(r.second);
  const over = periodMs === 60_000 ? x.minuteUsed(r.periods) : x.used(r.periods);
  return r.count === undefined ? over : x.countedOut(x.count(r.count), over);
}
