// The clock of 通信棋: what is left in days and hours, the date of the flag, and why it stands.

import { useEffect, useReducer } from "preact/hooks";
import { parts, readDays } from "../../game/days";
import { dateText, t } from "../../i18n";
import { roomTime, type Anchor } from "../../net/clock-sync";
import type { Clock, ClockSettings, Color } from "../../wire";

type Props = { color: Color; name: string; clock: Clock; settings: ClockSettings; anchor: Anchor | null };

/** How often it is drawn anew: it shows minutes. */
const EVERY_MS = 5_000;

/** A length of time in days, hours and minutes. */
export function lengthText(ms: number): string {
  const x = t().days;
  const { days, hours, minutes } = parts(ms);
  const words = [days > 0 ? x.days(days) : "", hours > 0 ? x.hours(hours) : "", minutes > 0 ? x.minutes(minutes) : ""];
  return words.filter((word) => word !== "").join(" ") || x.minutes(0);
}

/** A day of the viewer's place: there is little room beside the name. */
const dayText = (at: number) => new Intl.DateTimeFormat(t().locale, { month: "short", day: "numeric" }).format(at);

/** The clock's place in the bar. */
export function DaysFace({ color, name, clock, settings, anchor }: Props) {
  const x = t().days;
  const [, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const timer = window.setInterval(again, EVERY_MS, undefined);
    return () => window.clearInterval(timer);
  }, []);
  const room = anchor ? roomTime(anchor, performance.now()) : 0;
  const r = readDays(clock, settings, color, room, Date.now());
  const up = clock.running === null && clock[color].main_ms === 0;
  const runs = r.due_at !== null && r.stands === null;
  const why = r.stands ? x.stands[r.stands] : "";
  return (
    <div class={`clock days${runs ? " runs" : ""}${up ? " up" : ""}`} role="timer" aria-label={t().clock.label(name)} data-testid={`clock-${color}`} data-left-ms={Math.round(r.left_ms)} data-phase={up ? "up" : "move"} data-stands={r.stands ?? ""}>
      <span class="time">{up ? t().clock.up : lengthText(r.left_ms)}</span>
      <small class="phase">{r.due_at === null ? t().clock.move : x.due(dateText(r.due_at))}</small>
      {/* The line is kept free, so that the board does not move. */}
      <small class="stands" data-testid={`stands-${color}`}>{r.away_until !== null ? x.awayUntil(dayText(r.away_until)) : why || "\u00a0"}</small>
    </div>
  );
}
