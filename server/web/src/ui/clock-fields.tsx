// The fields of a time control of one's own: a system, and what that system asks for.

import type { ClockForm } from "../game/offer";
import { t } from "../i18n";
import type { ClockSettings } from "../wire";

type Props = { form: ClockForm; set: (change: Partial<ClockForm>) => void; testId: string };

const SYSTEMS: readonly ClockSettings["system"][] = ["byoyomi", "absolute", "fischer", "canadian", "simple", "correspondence", "unlimited"];

/** A second, where there is nothing after the main time; rounded up to what can be written. */
const LEAST_MINUTES = 0.0167;

/** System and numbers. */
export function ClockFields({ form: f, set, testId }: Props) {
  const x = t().offer;
  const chosen = (name: string) => SYSTEMS.find((s) => s === name) ?? "byoyomi";
  const hasMain = f.system !== "simple" && f.system !== "correspondence" && f.system !== "unlimited";
  return (
    <div class="fields">
      <label>{x.system}
        <select value={f.system} data-testid={`${testId}-system`} onChange={(e) => set({ system: chosen(e.currentTarget.value) })}>
          {SYSTEMS.map((s) => <option key={s} value={s}>{x.systems[s]}</option>)}
        </select>
      </label>
      {hasMain && <NumberField label={x.mainMinutes} value={f.minutes} min={f.system === "absolute" || f.system === "fischer" ? LEAST_MINUTES : 0} max={1440} step="any" testId={`${testId}-minutes`} onValue={(minutes) => set({ minutes })} />}
      <SystemFields form={f} set={set} testId={testId} />
    </div>
  );
}

function SystemFields({ form: f, set, testId }: Props) {
  const x = t().offer;
  switch (f.system) {
    case "byoyomi":
      return (
        <>
          <NumberField label={x.periods} value={f.periods} min={1} max={100} step="1" testId={`${testId}-periods`} onValue={(periods) => set({ periods })} />
          <NumberField label={x.periodSeconds} value={f.seconds} min={1} max={3600} step="1" testId={`${testId}-seconds`} onValue={(seconds) => set({ seconds })} />
          <Check label={x.lastPasses} value={f.lastPasses} testId={`${testId}-last-passes`} onValue={(lastPasses) => set({ lastPasses })} />
        </>
      );
    case "fischer":
      return (
        <>
          <NumberField label={x.increment} value={f.increment} min={1} max={3600} step="1" testId={`${testId}-increment`} onValue={(increment) => set({ increment })} />
          <Check label={x.hasCap} value={f.cap !== null} testId={`${testId}-has-cap`} onValue={(on) => set({ cap: on ? Math.max(f.minutes, 1) : null })} />
          {f.cap !== null && <NumberField label={x.cap} value={f.cap} min={LEAST_MINUTES} max={2880} step="any" testId={`${testId}-cap`} onValue={(cap) => set({ cap })} />}
        </>
      );
    case "canadian":
      return (
        <>
          <NumberField label={x.stintMoves} value={f.moves} min={1} max={200} step="1" testId={`${testId}-moves`} onValue={(moves) => set({ moves })} />
          <NumberField label={x.stintMinutes} value={f.stintMinutes} min={0.1} max={360} step="any" testId={`${testId}-stint`} onValue={(stintMinutes) => set({ stintMinutes })} />
          <Check label={x.carryOver} value={f.carryOver} testId={`${testId}-carry-over`} onValue={(carryOver) => set({ carryOver })} />
        </>
      );
    case "simple":
      return <NumberField label={x.moveSeconds} value={f.moveSeconds} min={1} max={3600} step="1" testId={`${testId}-move-seconds`} onValue={(moveSeconds) => set({ moveSeconds })} />;
    case "correspondence":
      return <DaysFields form={f} set={set} testId={testId} />;
    case "absolute":
    case "unlimited":
      return null;
  }
}

/** What 通信棋 asks for. */
export function DaysFields({ form: f, set, testId }: Props) {
  const x = t().offer;
  return (
    <>
      <NumberField label={x.days} value={f.days} min={0.05} max={30} step="any" testId={`${testId}-days`} onValue={(days) => set({ days })} />
      <NumberField label={x.vacationDays} value={f.vacationDays} min={0} max={60} step="1" testId={`${testId}-vacation`} onValue={(vacationDays) => set({ vacationDays })} />
      <Check label={x.weekendStop} value={f.weekendStop} testId={`${testId}-weekend`} onValue={(weekendStop) => set({ weekendStop })} />
    </>
  );
}

function Check(p: { label: string; value: boolean; testId: string; onValue: (v: boolean) => void }) {
  return <label class="inline">{p.label}<input type="checkbox" checked={p.value} data-testid={p.testId} onChange={(e) => p.onValue(e.currentTarget.checked)} /></label>;
}

/** A number that is passed on only while it is one. */
export function NumberField(p: { label: string; value: number; min: number; max: number; step: string; testId: string; onValue: (v: number) => void }) {
  return (
    <label>{p.label}
      <input type="number" required min={p.min} max={p.max} step={p.step} value={p.value} data-testid={p.testId}
        onInput={(e) => { if (Number.isFinite(e.currentTarget.valueAsNumber)) p.onValue(e.currentTarget.valueAsNumber); }} />
    </label>
  );
}
