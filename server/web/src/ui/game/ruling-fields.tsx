// What each kind of ruling asks for.

import { accountOf, isMuted, isRemoved, plays, verdictsOf, type RulingForm } from "../../game/rulings";
import { t } from "../../i18n";
import { clockOfSide } from "../../net/clock-sync";
import { chief } from "../../net/live";
import type { Color, PlayerRef, Snapshot, Verdict } from "../../wire";
import { NumberField } from "../clock-fields";
import { Segmented, Stone } from "../parts";
import { GoOnField } from "./go-on";

type Props = { form: RulingForm; game: Snapshot; marked: number; people: readonly PlayerRef[]; set: (change: Partial<RulingForm>) => void; onSide: (color: Color) => void };

/** The fields of the chosen kind. */
export function RulingFields(p: Props) {
  const { form: f, game, set } = p;
  const x = t().referee;
  switch (f.kind) {
    case "set_clock": return <><Side {...p} /><ClockFields {...p} /></>;
    case "add_time": return <><Side {...p} /><Minutes {...p} /></>;
    case "add_time_to_both": return <Minutes {...p} />;
    case "swap_colors": return <p>{x.swapLead}</p>;
    case "restart_reading": return <NumberField label={x.second} value={f.second} min={0} max={59} step="1" testId="ruling-second" onValue={(second) => set({ second })} />;
    case "step_back":
      return <NumberField label={x.stepTo} value={f.moves} min={0} max={Math.max(0, game.moves.length - 1)} step="1" testId="ruling-moves" onValue={(moves) => set({ moves })} />;
    case "stones": return <p role="status" data-testid="ruling-stones">{x.stonesLead(p.marked)}</p>;
    case "result":
      return (
        <label>{x.verdict}
          <select value={f.verdict} data-testid="ruling-verdict" onChange={(e) => set({ verdict: e.currentTarget.value as Verdict })}>
            {verdictsOf(chief.value).map((v) => <option key={v} value={v}>{x.verdicts[v]}</option>)}
          </select>
        </label>
      );
    case "warn":
    case "withdraw_warning": return <Side {...p} />;
    case "mute":
    case "remove": return <Person {...p} />;
    case "pause":
    case "adjourn": return <GoOnField value={f.until} label={x.until} hint={x.untilHint} testId="ruling-until" onValue={(until) => set({ until })} />;
    case "continue": return null;
  }
}

function Side({ form, onSide }: Props) {
  return (
    <Segmented
      label={t().referee.side} testId="ruling-side" value={form.color} onChange={onSide}
      options={(["black", "white"] as const).map((c) => ({ value: c, text: <><Stone color={c} />{t().color[c]}</> }))}
    />
  );
}

/** Somebody who has said something or is on the list already; only a mute is for those who play, too. */
function Person({ form: f, game, people, set }: Props) {
  const x = t().talk;
  const account = accountOf(f, game);
  const removes = f.kind === "remove";
  const listed = (id: string) => (removes ? isRemoved(game, id) : isMuted(game, id));
  const named = ({ id, name }: PlayerRef) => (!listed(id) ? name : removes ? x.isRemoved(name) : x.isMuted(name));
  const [does, undoes] = removes ? [x.removes, x.readmits] : [x.mutes, x.unmutes];
  return (
    <label>{x.person}
      <select value={account} required data-testid="ruling-person" onChange={(e) => set({ account: e.currentTarget.value })}>
        {removes && <option value="" disabled>{x.nobody}</option>}
        {people.filter((who) => !removes || !plays(game, who.id)).map((who) => <option key={who.id} value={who.id}>{named(who)}</option>)}
      </select>
      <small>{listed(account) ? undoes : does}</small>
    </label>
  );
}

function Minutes({ form: f, set }: Props) {
  const x = t().referee;
  return (
    <div class="fields">
      <NumberField label={x.minutes} value={f.minutes} min={0} max={1440} step="1" testId="ruling-minutes" onValue={(minutes) => set({ minutes })} />
      <NumberField label={x.seconds} value={f.seconds} min={0} max={59} step="1" testId="ruling-seconds" onValue={(seconds) => set({ seconds })} />
    </div>
  );
}

function ClockFields(p: Props) {
  const { form: f, game, set } = p;
  const x = t().referee;
  const { system } = clockOfSide(game.settings, f.color);
  return (
    <>
      <Minutes {...p} />
      {system === "byoyomi" && <NumberField label={x.periods} value={f.periods} min={0} max={100} step="1" testId="ruling-periods" onValue={(periods) => set({ periods })} />}
      {system === "canadian" && (
        <div class="fields">
          <NumberField label={x.stintMinutes} value={f.stintMinutes} min={0} max={360} step="any" testId="ruling-stint" onValue={(stintMinutes) => set({ stintMinutes })} />
          <NumberField label={x.stintMoves} value={f.stintMoves} min={1} max={200} step="1" testId="ruling-stint-moves" onValue={(stintMoves) => set({ stintMoves })} />
        </div>
      )}
    </>
  );
}
