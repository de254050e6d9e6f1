// Parts of the new-game form that concern what happens around the moves: when the game begins, and its pauses.

import { useState } from "preact/hooks";
import { firstStart, startRange, type Offer } from "../game/offer";
import { VENUES } from "../game/lateness";
import { t } from "../i18n";
import type { Venue } from "../wire";
import { NumberField } from "./clock-fields";
import { Segmented, venueRule } from "./parts";

/** What each part gets. */
export type PartProps = { o: Offer; set: (change: Partial<Offer>) => void };

/** When the game begins, and what lateness costs then. */
export function StartPart({ o, set }: PartProps) {
  const x = t().schedule;
  const [range] = useState(() => startRange(Date.now()));
  const later = o.startsAt !== null;
  return (
    <>
      <Segmented
        label={x.label} testId="starts" value={later ? "later" : "now"} options={[{ value: "now", text: x.now }, { value: "later", text: x.later }]}
        onChange={(v) => set({ startsAt: v === "later" ? firstStart(Date.now()) : null })}
      />
      {o.startsAt !== null && (
        <div class="fields starts">
          <label>{x.at}
            <input type="datetime-local" required value={o.startsAt} min={range.min} max={range.max} title={x.past} data-testid="starts-at" onInput={(e) => { if (e.currentTarget.value !== "") set({ startsAt: e.currentTarget.value }); }} />
          </label>
          <label>{x.venue}
            <select value={o.venue} data-testid="venue" onChange={(e) => set({ venue: e.currentTarget.value as Venue })}>
              {VENUES.map((v) => <option key={v} value={v}>{t().waiting.venues[v]}</option>)}
            </select>
          </label>
          <small class="wide">{venueRule(o.venue, o.rules)}</small>
        </div>
      )}
    </>
  );
}

/** Whether the audience sees the game late; nobody else sees a private one at all. */
export function AudiencePart({ o, set }: PartProps) {
  const x = t().audience;
  if (o.private) return null;
  return (
    <div class="fields">
      <label>{x.label}
        <select value={o.behind} data-testid="behind" onChange={(e) => { const v = e.currentTarget.value; set({ behind: v === "moves" || v === "minutes" ? v : "no" }); }}>
          <option value="no">{x.no}</option>
          <option value="moves">{x.byMoves}</option>
          <option value="minutes">{x.byMinutes}</option>
        </select>
      </label>
      {o.behind !== "no" && <NumberField label={o.behind === "moves" ? x.moves : x.minutes} value={o.behindBy} min={1} max={o.behind === "moves" ? 50 : 30} step="1" testId="behind-by" onValue={(behindBy) => set({ behindBy })} />}
    </div>
  );
}

/** How often and how long the players may pause, and whether they may adjourn. */
export function PausePart({ o, set }: PartProps) {
  const x = t().pauses;
  return (
    <div class="fields">
      <NumberField label={x.most} value={o.pauses} min={0} max={20} step="1" testId="pauses-most" onValue={(pauses) => set({ pauses })} />
      {o.pauses > 0 && <NumberField label={x.length} value={o.pauseMinutes} min={1} max={60} step="1" testId="pauses-length" onValue={(pauseMinutes) => set({ pauseMinutes })} />}
      <label class="inline wide">{x.adjourn}
        <input type="checkbox" role="switch" checked={o.adjourn} data-testid="may-adjourn" onChange={(e) => set({ adjourn: e.currentTarget.checked })} />
      </label>
    </div>
  );
}
