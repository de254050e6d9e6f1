// One side: name, presence, captures and clock. The clock draws itself exactly when its text changes.

import { useEffect, useReducer } from "preact/hooks";
import { clockText } from "../../game/format";
import { isRead, readingText } from "../../game/reading";
import { t } from "../../i18n";
import { NEVER_MS, readClock, roomTime, type Anchor, type Reading } from "../../net/clock-sync";
import type { Reading as ClockReading } from "../../net/room";
import type { Clock, ClockSettings, Color } from "../../wire";
import { Name, Stone } from "../parts";
import { DaysFace } from "./days-face";
import { tick } from "./sound";

type Props = {
  color: Color; name: string; me: boolean; won: boolean; toMove: boolean; prisoners: number; warnings: number;
  /** Unknown: shown as neither. */
  present: boolean | null;
  clock: Clock; settings: ClockSettings; anchor: Anchor | null; reading: ClockReading | null; place: "top" | "bottom";
};

/** The bar. */
export function PlayerBar(p: Props) {
  const x = t().game;
  const presence = p.present === null ? "" : p.present ? x.connected : x.away;
  return (
    <section class={`player-bar ${p.place} ${p.color}${p.toMove ? " to-move" : ""}`} aria-label={`${t().color[p.color]}: ${p.name}`} data-testid={`player-${p.color}`}>
      <Stone color={p.color} />
      <div class="who">
        <strong><span class="name"><Name name={p.name} /></span>{p.me && <span class="tag">{t().common.you}</span>}{p.won && <span class="tag won">{t().result.wins(t().color[p.color])}</span>}</strong>
        <small>
          {p.present !== null && <span class={`presence ${p.present ? "here" : "away"}`} title={presence} data-testid={`presence-${p.color}`}><i aria-hidden="true" /><span class={p.present ? "hidden" : ""}>{presence}</span></span>}
          <span data-testid={`captures-${p.color}`}>{x.captured(p.prisoners)}</span>
          {p.warnings > 0 && <span class="error" data-testid={`warnings-${p.color}`}>{t().warnings.tag(p.warnings)}</span>}
        </small>
      </div>
      {p.settings.system === "correspondence" ? <DaysFace {...p} /> : <ClockFace {...p} />}
    </section>
  );
}

/** Milliseconds until the shown text changes. */
function untilChange(r: Reading): number {
  const unit = r.left_ms < 10_050 ? 100 : 1000;
  return Math.max(15, (r.left_ms % unit) + 1);
}

const LAST_SECONDS_MS = 10_000;

function ClockFace({ color, name, me, clock, settings, anchor, reading }: Props) {
  const [, again] = useReducer((n: number) => n + 1, 0);
  const room = anchor ? roomTime(anchor, performance.now()) : 0;
  const r = readClock(clock, settings, color, room);
  // A clock that stands until somebody lets it run need not be looked at.
  const stands = (clock.running?.from_ms ?? 0) >= NEVER_MS;
  const ticking = clock.running?.color === color && !stands && anchor !== null && r.phase !== "up" && r.phase !== "none";
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = window.setTimeout(again, r.runs ? untilChange(r) : 100, undefined);
    return () => window.clearTimeout(timer);
  });
  const final = r.phase === "period" || r.phase === "stint" || r.phase === "move" || settings.system === "absolute" || settings.system === "fischer";
  const low = r.runs && final && r.left_ms <= LAST_SECONDS_MS;
  const second = low ? Math.ceil(r.left_ms / 1000) : null;
  // Where the server reads the clock aloud, that is what is heard.
  const isAloud = settings.system === "byoyomi" && isRead(settings.period_ms);
  useEffect(() => { if (me && !isAloud && second !== null && second > 0) tick(); }, [me, isAloud, second]);
  const x = t().clock;
  return (
    <div class={`clock ${r.phase}${r.runs ? " runs" : ""}${low ? " low" : ""}`} role="timer" aria-label={x.label(name)} data-testid={`clock-${color}`} data-left-ms={Math.round(r.left_ms)} data-phase={r.phase} data-periods={r.periods} data-moves={r.moves}>
      <span class="time">{r.phase === "none" ? "–" : clockText(r.left_ms)}</span>
      <small class="phase">{phaseText(r, settings)}</small>
      {settings.system === "byoyomi" && (reading
        ? <small class="reading" data-testid={`reading-${color}`}>{readingText(reading, settings.period_ms)}</small>
        // The line is kept free: a board that moves away under the finger is played on the wrong point.
        : <small class="reading" aria-hidden="true">{"\u00a0"}</small>)}
    </div>
  );
}

/** The phase by name, with what follows it. */
function phaseText(r: Reading, s: ClockSettings): string {
  const x = t().clock;
  switch (r.phase) {
    case "up": return x.up;
    case "none": return x.none;
    case "period": return x.period(r.periods);
    case "stint": return x.stint(r.moves);
    case "move": return x.move;
    case "main": break;
  }
  const seconds = (ms: number) => t().settings.seconds(ms / 1000);
  switch (s.system) {
    case "byoyomi": return `${x.main} ${x.reserve(r.periods, seconds(s.period_ms))}`;
    case "fischer": return `${x.main} · ${x.increment(seconds(s.increment_ms))}`;
    case "canadian": return `${x.main} ${x.stints(s.moves)}`;
    case "absolute": return `${x.main} · ${x.only}`;
    case "simple":
    case "correspondence":
    case "unlimited": return x.move;
  }
}
