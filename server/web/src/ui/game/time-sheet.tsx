// The time sheet (用时): what is left, what every move cost, every reading and every outage. For players and spectators,
// while the game runs and after it.

import { useEffect, useState } from "preact/hooks";
import { clockText, spentText } from "../../game/format";
import { label } from "../../game/points";
import { readingText } from "../../game/reading";
import { t } from "../../i18n";
import { clockOfSide, readClock } from "../../net/clock-sync";
import { api } from "../../net/http";
import type { ClockSettings, Color, Settings, TimeEntry, TimeLeft, TimeSheet } from "../../wire";
import { Dialog, FormError } from "../feedback";
import { Stone } from "../parts";

/** Pages that are read at once; a game that has more shows a button for the rest. */
const PAGES = 10;

/** A sheet as far as it has been read. */
async function read(id: string, before: TimeSheet | null): Promise<TimeSheet> {
  let sheet = await api.timeSheet(id, before?.next ?? 0);
  if (before) sheet = { ...sheet, entries: [...before.entries, ...sheet.entries] };
  for (let page = 1; page < PAGES && sheet.next !== undefined; page += 1) {
    const more = await api.timeSheet(id, sheet.next);
    sheet = { ...more, entries: [...sheet.entries, ...more.entries] };
  }
  return sheet;
}

type Props = { id: string; settings: Settings; seq: number };

/** The button that opens it. */
export function TimeSheetButton(p: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="link" data-testid="time-sheet-open" onClick={() => setOpen(true)}>{t().sheet.title}</button>
      {open && <TimeSheetDialog {...p} onClose={() => setOpen(false)} />}
    </>
  );
}

function TimeSheetDialog({ id, settings, seq, onClose }: Props & { onClose: () => void }) {
  const x = t().sheet;
  const [sheet, setSheet] = useState<TimeSheet | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const load = (before: TimeSheet | null) => {
    setBusy(true);
    read(id, before).then((s) => { setSheet(s); setError(null); }, setError).finally(() => setBusy(false));
  };
  useEffect(() => load(null), [id]);
  return (
    <Dialog title={x.title} onClose={onClose} testId="time-sheet">
      {error !== null && <FormError error={error} testId="time-sheet-error" />}
      {sheet ? <Sheet sheet={sheet} settings={settings} /> : error === null && <p aria-busy="true">{t().common.loading}</p>}
      <div class="actions">
        {sheet?.next !== undefined && <button type="button" class="secondary outline" disabled={busy} data-testid="time-sheet-more" onClick={() => load(sheet)}>{x.more}</button>}
        {(error !== null || (sheet !== null && sheet.seq < seq)) && <button type="button" class="outline" disabled={busy} data-testid="time-sheet-again" onClick={() => load(null)}>{error === null ? x.again : t().common.retry}</button>}
      </div>
    </Dialog>
  );
}

/** Both sides first, then one row for each entry. */
function Sheet({ sheet: s, settings }: { sheet: TimeSheet; settings: Settings }) {
  const x = t().sheet;
  return (
    <div class="time-sheet" data-seq={s.seq}>
      <table class="sides">
        <thead><tr><th /><th scope="col">{x.left}</th><th scope="col">{x.spent}</th></tr></thead>
        <tbody>
          {(["black", "white"] as const).map((c) => (
            <tr key={c}>
              <th scope="row"><Stone color={c} />{t().color[c]}</th>
              <td data-testid={`sheet-left-${c}`}>{leftNow(s, clockOfSide(settings, c), c)}</td>
              <td data-testid={`sheet-spent-${c}`} data-ms={c === "black" ? s.black_spent_ms : s.white_spent_ms}>{spentText(c === "black" ? s.black_spent_ms : s.white_spent_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {s.entries.length === 0 ? <p class="quiet">{x.empty}</p> : (
        <table class="entries">
          <thead><tr><th scope="col">{x.number}</th><th scope="col">{x.move}</th><th scope="col">{x.spent}</th><th scope="col">{x.left}</th></tr></thead>
          <tbody>{s.entries.map((e) => <Row key={e.seq} entry={e} settings={settings} />)}</tbody>
        </table>
      )}
    </div>
  );
}

function Row({ entry: { seq, at_ms, entry: e }, settings }: { entry: TimeEntry; settings: Settings }) {
  const x = t().sheet;
  const row = { "data-testid": "sheet-row", "data-kind": e.kind, "data-seq": seq, "data-at-ms": at_ms };
  switch (e.kind) {
    case "moved":
      return (
        <tr {...row} data-spent-ms={e.spent_ms}>
          <td>{e.number}</td>
          <td><Stone color={e.color} />{e.lost ? x.lost : e.point === "pass" ? t().game.pass : label(e.point, settings.size)}</td>
          <td>{spentText(e.spent_ms)}{e.credit_ms !== undefined && <small>{x.credit(e.credit_ms)}</small>}</td>
          <td>{leftText(e.left, clockOfSide(settings, e.color))}</td>
        </tr>
      );
    case "read": {
      const clock = clockOfSide(settings, e.color);
      const text = readingText({ ...e, kind: "read" }, clock.system === "byoyomi" ? clock.period_ms : 0);
      return <tr {...row} class="aside"><td /><td><Stone color={e.color} />{text}</td><td>{spentText(e.spent_ms)}</td><td>{x.roomTime(spentText(at_ms))}</td></tr>;
    }
    case "lapsed":
      return <tr {...row} class="aside"><td /><td colSpan={3}>{t().lapse.announce(t().color[e.color])}</td></tr>;
    case "changed": {
      const left = e.left ? leftText(e.left, clockOfSide(settings, e.color)) : "";
      const text = x.changes[e.change](t().color[e.color], seconds(e.ms ?? 0));
      return <tr {...row} class="aside"><td /><td colSpan={2}><Stone color={e.color} />{text}</td><td>{left}</td></tr>;
    }
    case "restored":
      return <tr {...row} class="aside"><td /><td colSpan={3}>{x.outage(seconds(e.uncharged_ms), seconds(e.charged_ms), seconds(e.hold_ms))}</td></tr>;
    case "ended":
      return (
        <tr {...row} data-spent-ms={e.spent_ms}>
          <td />
          <td>{e.color && <Stone color={e.color} />}{t().phase.over}</td>
          <td>{e.color && spentText(e.spent_ms)}</td>
          <td>{x.both(leftText(e.black, settings.clock), leftText(e.white, clockOfSide(settings, "white")))}</td>
        </tr>
      );
    default:
      return later(e);
  }
}

/** Kinds of entries that came after this client was built are not shown. */
function later(_: never): null {
  return null;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** What a side has left now, the running turn taken off. */
function leftNow(s: TimeSheet, clock: ClockSettings, color: Color): string {
  const r = readClock(s.clock, clock, color, s.room_ms);
  if (r.phase === "none") return t().clock.none;
  if (r.phase === "up") return t().clock.up;
  const rest = r.phase === "main" ? moreOf(s.clock[color], clock) : r.phase === "period" ? t().clock.period(r.periods) : r.phase === "stint" ? t().clock.stint(r.moves) : "";
  return rest === "" ? clockText(r.left_ms) : `${clockText(r.left_ms)} ${rest}`;
}

/** What a side had left once its turn was over. */
function leftText(left: TimeLeft, clock: ClockSettings): string {
  if (clock.system === "unlimited") return "–";
  const more = moreOf(left, clock);
  if (left.main_ms > 0) return more === "" ? clockText(left.main_ms) : `${clockText(left.main_ms)} ${more}`;
  if (clock.system === "canadian") return t().sheet.stint(clockText(left.stint_ms ?? 0), left.moves ?? 0);
  return clock.system === "byoyomi" && left.periods > 0 ? t().sheet.periods(left.periods) : clockText(0);
}

/** What stands behind the main time. */
function moreOf(left: TimeLeft, clock: ClockSettings): string {
  return clock.system === "byoyomi" ? t().sheet.plus(left.periods) : "";
}
