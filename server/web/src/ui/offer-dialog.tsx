// The form of a new game: friend or anyone, board, time and colour at sight, the rest folded away.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { points, quarters } from "../game/format";
import { clockOf, FIRST_CLOCK, FIRST_OFFER, mostHandicap, ownKomi, PRESET_NAMES, RULES, settle, TERRITORY, toWire, type Offer, type Preset, type Rules } from "../game/offer";
import { t } from "../i18n";
import { remember, remembered } from "../lib/storage";
import { uuid } from "../lib/uuid";
import { api } from "../net/http";
import { account } from "../net/session";
import { go } from "../router";
import { askAccount } from "./account-dialog";
import { ClockFields, DaysFields, NumberField } from "./clock-fields";
import { Dialog, FormError } from "./feedback";
import { keepOffer } from "./kept-offers";
import { AudiencePart, PausePart, StartPart, type PartProps } from "./offer-parts";
import { clockSettingsText, komiName, Segmented, Stone } from "./parts";

const open = signal<{ private: boolean; id: string } | null>(null);

/** Opens the form; `forFriend` begins with a private link. */
export function openOffer(forFriend: boolean): void {
  if (account.peek() === null) askAccount("logIn");
  else open.value = { private: forFriend, id: uuid() };
}

/** The form's place. */
export function OfferDialog() {
  const o = open.value;
  return o ? <Form key={o.id} id={o.id} forFriend={o.private} /> : null;
}

/** The last offer made in this browser, so that a second game is one click. */
function lastOffer(forFriend: boolean): Offer {
  try {
    const kept = JSON.parse(remembered("offer") ?? "{}") as Partial<Offer>;
    return settle({ ...FIRST_OFFER, ...kept, private: forFriend, startsAt: null });
  } catch {
    return { ...FIRST_OFFER, private: forFriend };
  }
}

function Form({ id, forFriend }: { id: string; forFriend: boolean }) {
  const x = t().offer;
  const [o, setO] = useState(() => lastOffer(forFriend));
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // Open at first where there is something to see; from then on it is only the user who opens and shuts it.
  const [more, setMore] = useState(o.handicap > 0 || o.komi !== null || o.rules !== "chinese" || o.white !== null);
  const set = (change: Partial<Offer>) => setO((old) => settle({ ...old, ...change }));
  const submit = async (e: SubmitEvent) => {
    e.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const c = await api.offer(toWire(o, id));
      remember("offer", JSON.stringify(o));
      if (c.private) keepOffer(c.id);
      open.value = null;
      go(`/challenge/${c.id}`);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={x.title} onClose={() => { open.value = null; }} testId="offer-dialog">
      <form class="offer" onSubmit={(e) => void submit(e)}>
        <Segmented
          label={x.opponent} focus testId="opponent" value={o.private ? "private" : "open"} hint={o.private ? x.privateHint : x.openHint}
          options={[{ value: "private", text: x.private }, { value: "open", text: x.open }]}
          onChange={(v) => set({ private: v === "private" })}
        />
        <BoardPart o={o} set={set} />
        <TimePart o={o} set={set} />
        <ColourPart o={o} set={set} />
        <StartPart o={o} set={set} />
        <details open={more} onToggle={(e) => setMore(e.currentTarget.open)}>
          <summary data-testid="offer-more">{x.more}</summary>
          <HandicapPart o={o} set={set} />
          <WhiteClockPart o={o} set={set} />
          <PausePart o={o} set={set} />
          <AudiencePart o={o} set={set} />
        </details>
        {error !== null && <FormError error={error} testId="offer-error" />}
        <footer><button type="submit" aria-busy={busy} disabled={busy} data-testid="challenge-submit">{x.submit}</button></footer>
      </form>
    </Dialog>
  );
}

const SIZES = ["19", "13", "9"] as const;

function BoardPart({ o, set }: PartProps) {
  const x = t().offer;
  const usual = SIZES.find((s) => Number(s) === o.size);
  const [other, setOther] = useState(usual === undefined);
  return (
    <>
      <Segmented
        label={x.board} testId="size" value={other || usual === undefined ? "other" : usual}
        options={[...SIZES.map((s) => ({ value: s as string, text: `${s}×${s}` })), { value: "other", text: x.other }]}
        onChange={(v) => { setOther(v === "other"); if (v !== "other") set({ size: Number(v) }); }}
      />
      {other && (
        <label class="inline">{x.lines}
          <input type="number" min={2} max={25} required value={o.size} data-testid="size-lines" onInput={(e) => set({ size: e.currentTarget.valueAsNumber || 0 })} />
        </label>
      )}
    </>
  );
}

function ColourPart({ o, set }: PartProps) {
  const x = t().offer;
  const handicap = o.handicap > 0 || o.white !== null;
  return (
    <Segmented
      label={x.colour} testId="colour" value={o.color} hint={o.handicap > 0 ? x.handicapNeedsColour : handicap ? x.whiteClockNeedsColour : o.color === "nigiri" ? x.nigiriHint : ""}
      options={[
        { value: "nigiri", text: <><Stone color="nigiri" />{x.nigiri}</>, disabled: handicap },
        { value: "black", text: <><Stone color="black" />{t().color.black}</> },
        { value: "white", text: <><Stone color="white" />{t().color.white}</> },
      ]}
      onChange={(color) => set({ color })}
    />
  );
}

function TimePart({ o, set }: PartProps) {
  const x = t().offer;
  return (
    <>
      <Segmented
        label={x.clock} testId="clock" value={o.preset} hint={o.preset === "own" ? "" : clockSettingsText(clockOf(o))}
        options={PRESET_NAMES.map((p: Preset) => ({ value: p, text: x.presets[p] }))} onChange={(preset) => set({ preset })}
      />
      {o.preset === "own" && <ClockFields form={o} set={set} testId="clock" />}
      {o.preset === "correspondence" && <div class="fields"><DaysFields form={o} set={set} testId="clock" /></div>}
    </>
  );
}

/** A handicap in time: White has a clock of its own. */
function WhiteClockPart({ o, set }: PartProps) {
  const white = o.white;
  return (
    <>
      <label class="inline">{t().offer.whiteClock}
        <input type="checkbox" role="switch" checked={white !== null} data-testid="white-clock" onChange={(e) => set({ white: e.currentTarget.checked ? FIRST_CLOCK : null })} />
      </label>
      {white && <ClockFields form={white} set={(change) => set({ white: { ...white, ...change } })} testId="white" />}
    </>
  );
}

function HandicapPart({ o, set }: PartProps) {
  const x = t().offer;
  const most = o.rules === "ancient" ? 0 : mostHandicap(o.size, o.placement);
  const counts = Array.from({ length: Math.max(0, most - 1) }, (_, i) => i + 2);
  const own = ownKomi(o.rules, o.handicap);
  const inPoints = TERRITORY.has(o.rules);
  const auto = own === 0 ? x.komiNone : inPoints ? x.komiAutoPoints(points(own)) : x.komiAuto(quarters(own), points(own));
  return (
    <div class="fields">
      <label>{x.rules}
        <select value={o.rules} data-testid="rules" onChange={(e) => set({ rules: e.currentTarget.value as Rules })}>
          {(Object.keys(RULES) as Rules[]).map((name) => <option key={name} value={name}>{t().rules[name]}</option>)}
        </select>
      </label>
      <label>{x.handicap}
        <select value={String(o.handicap)} data-testid="handicap" onChange={(e) => set({ handicap: Number(e.currentTarget.value) })}>
          <option value="0">{x.even}</option>
          {counts.map((n) => <option key={n} value={String(n)}>{x.stones(n)}</option>)}
        </select>
      </label>
      <label>{x.placement}
        <select value={o.placement} data-testid="placement" onChange={(e) => set({ placement: e.currentTarget.value === "free" ? "free" : "fixed" })}>
          <option value="fixed">{x.fixed}</option>
          <option value="free">{x.free}</option>
        </select>
      </label>
      <label class="wide">{komiName(inPoints)}
        <select value={o.komi === null ? "auto" : "own"} data-testid="komi" onChange={(e) => set({ komi: e.currentTarget.value === "auto" ? null : own / 4 })}>
          <option value="auto">{auto}</option>
          <option value="own">{x.komiOwn}</option>
        </select>
      </label>
      {o.komi !== null && !inPoints && <NumberField label={x.komiUnit} value={o.komi} min={-50} max={50} step="0.25" testId="komi-zi" onValue={(komi) => set({ komi })} />}
      {o.komi !== null && inPoints && <NumberField label={x.komiUnitPoints} value={o.komi * 2} min={-100} max={100} step="0.5" testId="komi-points" onValue={(mu) => set({ komi: mu / 2 })} />}
    </div>
  );
}
