// Small pieces that several pages share.

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { daysText } from "../game/days";
import { points, quarters } from "../game/format";
import { dateText, t } from "../i18n";
import type { AudienceDelay, ClockSettings, Color, ColorChoice, GameResult, PauseSettings, Settings, Venue } from "../wire";

/** A small stone as a sign for a side; both halves for a draw of colours. */
export function Stone({ color }: { color: ColorChoice }) {
  return <span class={`stone-sign ${color}`} aria-hidden="true" />;
}

/** A length of time in words: minutes from one minute on, seconds below. */
export function duration(ms: number): string {
  const s = t().settings;
  const minutes = ms / 60_000;
  return minutes >= 1 ? s.minutes(Number.isInteger(minutes) ? String(minutes) : minutes.toFixed(1)) : s.seconds(ms / 1000);
}

/** A time control in words. */
export function clockSettingsText(c: ClockSettings): string {
  const s = t().settings;
  const main = (ms: number) => (ms === 0 ? s.noMain : duration(ms));
  switch (c.system) {
    case "absolute": return s.absolute(main(c.main_ms));
    case "byoyomi": return s.byoyomi(main(c.main_ms), c.periods, s.seconds(c.period_ms / 1000)) + (c.last_passes ? s.lastPasses : "");
    case "fischer": return s.fischer(main(c.main_ms), s.seconds(c.increment_ms / 1000), c.cap_ms === undefined ? null : duration(c.cap_ms));
    case "canadian": return s.canadian(main(c.main_ms), c.moves, duration(c.stint_ms), c.carry_over);
    case "simple": return s.simple(duration(c.move_ms));
    case "correspondence":
      return s.correspondence(daysText(c.move_ms)) + (c.weekend_stop ? s.weekendStop : "") + (c.vacation_days ? s.vacation(c.vacation_days) : "");
    case "unlimited": return s.unlimited;
  }
}

/** Both sides' time controls in words. */
export function clocksText(s: Pick<Settings, "clock" | "white_clock">): string {
  const x = t();
  if (!s.white_clock) return clockSettingsText(s.clock);
  return x.settings.twoClocks(clockSettingsText(s.clock), clockSettingsText(s.white_clock));
}

/** Komi in words: where territory is counted in points alone. */
export function komiText(s: Settings): string {
  const x = t().settings;
  const n = s.komi_quarters;
  if (n === 0) return x.noKomi;
  const [zi, mu] = [quarters(Math.abs(n)), points(Math.abs(n))];
  const text = s.axes.counting === "territory" ? x.komiPoints(mu) : x.komiText(zi, mu);
  return n < 0 ? x.komiBack(text) : text;
}

/** What komi is called: in Chinese it tells what is counted. */
export function komiName(isTerritory: boolean): string {
  return isTerritory ? t().settings.komiTerritory : t().settings.komi;
}

/** The rules in words; it says so when a game has changed them. */
export function rulesText(s: Settings): string {
  const names: Record<string, string> = t().rules;
  const name = names[s.rules] ?? s.rules;
  return s.standard ? name : t().settings.changed(name);
}

/** What the players may do with their clocks, in words. */
export function pausesText(p: PauseSettings): string {
  const x = t().pauses;
  const minutes = p.length_ms / 60_000;
  const length = Number.isInteger(minutes) ? String(minutes) : minutes.toFixed(1);
  return [x.text(p.most, length), p.adjourn ? x.adjournYes : x.adjournNo].join(" · ");
}

/** How far an audience is behind, in words. */
export function delayText(delay: AudienceDelay): string {
  const x = t().audience;
  if ("moves" in delay) return x.behindMoves(delay.moves);
  return delay.ms % 60_000 === 0 ? x.behindMinutes(delay.ms / 60_000) : x.behindSeconds(Math.round(delay.ms / 1000));
}

/** What lateness costs at a venue, in words. */
export function venueRule(venue: Venue, rules: string): string {
  const x = t().waiting;
  return rules === "chinese-1988" && (venue === "remote" || venue === "same") ? x.rulesOnce[venue] : x.rules[venue];
}

/** What is offered, in one line. */
export function settingsLine(s: Settings): string {
  const parts = [`${s.size}×${s.size}`, clocksText(s)];
  if (s.rules !== "chinese") parts.splice(1, 0, rulesText(s));
  if (s.handicap > 0) parts.splice(1, 0, t().settings.handicapShort(s.handicap));
  // In an offer the start is wall time.
  if (s.appointment) parts.push(t().schedule.line(dateText(s.appointment.start_ms)));
  return parts.join(" · ");
}

/** A result in the reader's words: 黑胜¾子, or "Black wins by ¾ 子 (1½ points)". */
export function resultText(r: GameResult): string {
  const x = t();
  if (r.repetition) return x.result.repeated[r.repetition];
  if (x.lang !== "en" && r.chinese !== "") return r.chinese;
  if (r.winner === "nobody") return r.how === "aborted" ? x.how.aborted : r.chinese === "重赛" ? x.result.replay : x.result.nobody;
  if (r.winner === "both_lose") return x.result.bothLose;
  if (r.winner === "draw") return r.how === "counting" ? x.result.draw : `${x.result.draw} ${x.how[r.how]}`;
  const margin = Math.abs(r.margin_quarters ?? 0);
  // Rules that count in 目 tell nothing in 子.
  const count = r.chinese.includes("子") ? x.result.byCount(quarters(margin), points(margin)) : x.result.byPoints(points(margin));
  const by = r.how === "counting" && r.margin_quarters !== null ? count : x.how[r.how];
  return `${x.result.wins(x.color[r.winner])} ${by}`;
}

/** Somebody's name, which leads to their page. */
export function Name({ name }: { name: string }) {
  const mark = /^deleted-([0-9a-f]{8})$/.exec(name)?.[1];
  if (mark !== undefined) return <span class="quiet">{t().person.gone(mark)}</span>;
  return <a class="person" href={`/people/${encodeURIComponent(name)}`}><bdi>{name}</bdi></a>;
}

/** A player's name with the stone before it. */
export function Player({ color, name, won }: { color: Color; name: string; won?: boolean }) {
  return <span class={`player-name${won ? " won" : ""}`}><Stone color={color} /><Name name={name} /></span>;
}

/** A choice of few, as a row of buttons; a radio group for keyboard and screen reader. */
export function Segmented<T extends string>(props: {
  label: string; value: T; options: readonly { value: T; text: ComponentChildren; disabled?: boolean }[];
  onChange: (v: T) => void; testId: string; hint?: string;
  /** A dialog begins with it. */
  focus?: boolean;
}) {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend>{props.label}</legend>
      <div class={`segments n${props.options.length}`}>
        {props.options.map((o) => (
          <label key={o.value} class={o.value === props.value ? "on" : ""} data-testid={`${props.testId}-${o.value}`}>
            <input
              type="radio" name={name} checked={o.value === props.value} disabled={o.disabled}
              autoFocus={props.focus && o.value === props.value}
              onChange={() => props.onChange(o.value)}
            />
            <span>{o.text}</span>
          </label>
        ))}
      </div>
      {props.hint && <small>{props.hint}</small>}
    </fieldset>
  );
}

/** A link to send to somebody, with a button that copies it. */
export function CopyLink({ url }: { url: string }) {
  const [copied, setCopied] = useState(false);
  const id = useId();
  const copy = async () => {
    const field = document.getElementById(id);
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // No clipboard on pages over plain HTTP: mark the text, so that it can be copied by hand.
      if (field instanceof HTMLInputElement) field.select();
    }
  };
  return (
    <div class="copy-link">
      <input id={id} readOnly value={url} aria-label={t().challenge.link} data-testid="challenge-link" onFocus={(e) => e.currentTarget.select()} />
      <button type="button" onClick={() => void copy()} data-testid="copy-link">{copied ? t().common.copied : t().common.copy}</button>
    </div>
  );
}
