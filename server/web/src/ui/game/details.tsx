// What was agreed, how the colours were drawn, and the viewer's own options.

import type { Signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { canStop } from "../../game/around";
import { guessedRight, verify, type Check } from "../../game/nigiri";
import { dateText, t } from "../../i18n";
import { roomTime, type Anchor } from "../../net/clock-sync";
import type { Nigiri, Snapshot } from "../../wire";
import { clocksText, delayText, komiName, komiText, pausesText, rulesText } from "../parts";
import { coordinates, READINGS, readings, sound, twoStep, type OnOff, type Readings } from "../prefs";

/** The agreed settings. */
export function GameDetails({ game, anchor, watchers }: { game: Snapshot; anchor: Anchor | null; watchers: number | null }) {
  const x = t().settings;
  const { settings: s, standing } = game;
  return (
    <details class="fold" open>
      <summary>{t().game.details}</summary>
      <dl class="terms">
        <div><dt>{x.board}</dt><dd>{s.size}×{s.size}</dd></div>
        <div><dt>{x.rules}</dt><dd data-testid="rules-name">{rulesText(s)}</dd></div>
        <div><dt>{komiName(s.axes.counting === "territory")}</dt><dd>{komiText(s)}</dd></div>
        {s.handicap > 0 && <div><dt>{x.handicap}</dt><dd>{t().offer.stones(s.handicap)}</dd></div>}
        <div><dt>{x.time}</dt><dd>{clocksText(s)}</dd></div>
        {canStop(s) && <div><dt>{t().pauses.label}</dt><dd data-testid="pauses">{pausesText(s.pauses)}{standing.pauses > 0 && <small> ({t().pauses.used(standing.pauses, s.pauses.most)})</small>}</dd></div>}
        {s.appointment && anchor && <div><dt>{t().schedule.term}</dt><dd data-testid="appointment">{dateText(Date.now() - (roomTime(anchor, performance.now()) - s.appointment.start_ms))} · {t().waiting.venues[s.appointment.venue]}</dd></div>}
        {s.delay && <div><dt>{t().audience.label}</dt><dd data-testid="delay">{delayText(s.delay)}</dd></div>}
        {(standing.warnings.black > 0 || standing.warnings.white > 0) && <div><dt>{t().warnings.term}</dt><dd>{t().warnings.text(standing.warnings.black, standing.warnings.white)}</dd></div>}
        {game.officers && <div><dt>{t().referee.term}</dt><dd data-testid="officers">{game.officers.join(", ")}</dd></div>}
      </dl>
      {watchers !== null && watchers > 0 && <p class="quiet" data-testid="watchers">{t().game.watchers(watchers)}</p>}
      {s.nigiri && <Draw nigiri={s.nigiri} />}
    </details>
  );
}

/** The draw of colours, checked by this browser on request. */
function Draw({ nigiri: n }: { nigiri: Nigiri }) {
  const x = t().nigiri;
  const [check, setCheck] = useState<Check | null>(null);
  return (
    <div class="draw" data-testid="nigiri">
      <h3>{x.title}</h3>
      <p>{x.text(n.number, n.guess_odd ? x.odd : x.even)} {guessedRight(n) ? x.right : x.wrong}</p>
      {check !== null && (
        <>
          <p class={`check ${check}`} role="status" data-testid="nigiri-check" data-check={check}>
            {check === "right" ? x.ok : check === "wrong" ? x.bad : x.unavailable}
          </p>
          <dl class="seal">
            <dt>{x.sealed}</dt><dd><code>{n.number}:{n.nonce}</code></dd>
            <dt>{x.hash}</dt><dd><code>{n.hash}</code></dd>
          </dl>
        </>
      )}
      {check === null && <button type="button" class="link" data-testid="nigiri-verify" onClick={() => void verify(n).then(setCheck)}>{x.verify}</button>}
    </div>
  );
}

/** The viewer's options, kept in this browser. */
export function Options({ player }: { player: boolean }) {
  const x = t().game;
  return (
    <details class="fold">
      <summary data-testid="options">{x.options}</summary>
      <Switch label={x.coordinates} value={coordinates} testId="toggle-coordinates" />
      <Switch label={x.sound} value={sound} testId="toggle-sound" />
      <label class="inline">{t().reading.label}
        <select value={readings.value} data-testid="readings" onChange={(e) => { readings.value = e.currentTarget.value as Readings; }}>
          {READINGS.map((way) => <option key={way} value={way}>{t().reading.ways[way]}</option>)}
        </select>
      </label>
      {player && (
        <label class="inline">{x.twoStep}
          <select value={twoStep.value} data-testid="two-step" onChange={(e) => { twoStep.value = e.currentTarget.value as "auto" | "always" | "never"; }}>
            <option value="auto">{x.twoStepAuto}</option>
            <option value="always">{x.twoStepAlways}</option>
            <option value="never">{x.twoStepNever}</option>
          </select>
        </label>
      )}
    </details>
  );
}

function Switch({ label, value, testId }: { label: string; value: Signal<OnOff>; testId: string }) {
  return (
    <label class="inline">{label}
      <input type="checkbox" role="switch" checked={value.value === "on"} data-testid={testId} onChange={(e) => { value.value = e.currentTarget.checked ? "on" : "off"; }} />
    </label>
  );
}
