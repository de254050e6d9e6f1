// Every room that is played in, and rulings on many at once when an incident needs it.

import { useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { uuid } from "../../lib/uuid";
import { desk } from "../../net/desk";
import type { RoomRuled, RoomsOrder, StaffRoom } from "../../wire";
import { confirm, FormError } from "../feedback";
import { Player } from "../parts";
import { usePending } from "../security/pending";
import { Pages } from "./common";
import { usePages } from "./use-load";

/** Rooms on which one ruling can be. */
const MOST = 50;
const REASON_CHARS = 200;
const ORDERS: readonly RoomsOrder[] = ["pause", "continue", "adjourn"];

const pair = ({ game: g }: StaffRoom) => `${g.black.name} – ${g.white.name}`;

/** The list, and what is done with those that are chosen. */
export function Rooms() {
  const x = t().desk.rooms;
  const [player, setPlayer] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [ruled, setRuled] = useState<ReadonlyMap<string, RoomRuled>>(new Map());
  const { items, again, ...list } = usePages((before: string | null) => desk.rooms(player, before), [player]);
  const shown = items?.map((room) => room.game.id) ?? [];
  const turn = (ids: readonly string[], on: boolean) => setChosen((now) => new Set(on ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))));
  const find = (e: SubmitEvent) => {
    e.preventDefault();
    setChosen(new Set());
    setPlayer(String(new FormData(e.currentTarget as HTMLFormElement).get("player") ?? "").trim());
  };
  const done = (outcome: readonly RoomRuled[]) => {
    setRuled(new Map(outcome.map((one) => [one.room, one])));
    // What was refused stays chosen.
    setChosen(new Set(outcome.filter((one) => one.code !== undefined).map((one) => one.room)));
    again();
  };
  return (
    <section class="panel" data-testid="rooms">
      <p class="quiet">{x.lead}</p>
      <search><form class="find" onSubmit={find}>
        <label class="hidden" for="desk-player">{x.player}</label>
        <input id="desk-player" name="player" type="search" placeholder={x.player} maxLength={40} autocomplete="off" autocapitalize="off" spellcheck={false} data-testid="rooms-player" />
        <button type="submit" class="compact" data-testid="rooms-find">{x.find}</button>
        <button type="button" class="link" data-testid="rooms-again" onClick={again}>{t().desk.again}</button>
      </form></search>
      <Pages items={items} {...list}>
        {shown.length > 0 && (
          <>
            <label class="all"><input type="checkbox" checked={shown.every((id) => chosen.has(id))} data-testid="rooms-all" onChange={(e) => turn(shown, e.currentTarget.checked)} /> {x.markAll}</label>
            <ul class="rows">{items?.map((room) => <Row key={room.game.id} room={room} chosen={chosen.has(room.game.id)} ruled={ruled.get(room.game.id)} onTurn={(on) => turn([room.game.id], on)} />)}</ul>
          </>
        )}
      </Pages>
      {chosen.size > 0 && <Bulk rooms={[...chosen]} onDone={done} />}
      <Outcome ruled={[...ruled.values()]} known={new Set(shown)} />
    </section>
  );
}

/** What stands out about a room. */
function signs({ private: hidden, standing: s }: StaffRoom): string[] {
  const x = t().desk.rooms;
  if (!s) return [x.broken];
  return [...(hidden ? [x.private] : []), ...(s.call ? [x.called] : []), ...(s.to_seal ? [x.sealing] : []), ...(s.pause ? [x.pauses[s.pause.reason]] : [])];
}

type RowProps = { room: StaffRoom; chosen: boolean; ruled: RoomRuled | undefined; onTurn: (on: boolean) => void };

function Row({ room, chosen, ruled, onTurn }: RowProps) {
  const x = t().desk.rooms;
  const { game: g, standing: s } = room;
  const stage = s ? [t().phase[s.phase], x.moves(s.ply)] : [];
  return (
    <li class="room" data-testid={`room-${g.id}`} data-pause={s?.pause?.reason ?? ""}>
      <input type="checkbox" checked={chosen} aria-label={x.mark(pair(room))} data-testid="room-choose" onChange={(e) => onTurn(e.currentTarget.checked)} />
      <div class="what">
        <span class="pair"><Player color="black" name={g.black.name} won={false} /><Player color="white" name={g.white.name} won={false} /></span>
        <small>{[`${g.size}×${g.size}`, ...stage, x.since(dateText(g.started_ms))].join(" · ")}{signs(room).map((sign) => <span key={sign} class="tag">{sign}</span>)}</small>
        {ruled && <small class={ruled.code === undefined ? "" : "error"} data-testid="room-ruled">{ruled.code === undefined ? x.did : t().refusals[ruled.code]}</small>}
      </div>
      <a href={`/game/${g.id}`} class="go">{x.open}</a>
    </li>
  );
}

/** What is ruled on all that are chosen. */
function Bulk({ rooms, onDone }: { rooms: readonly string[]; onDone: (outcome: readonly RoomRuled[]) => void }) {
  const x = t().desk.rooms;
  const [reason, setReason] = useState("");
  const { busy, error, run } = usePending();
  const rule = (order: RoomsOrder) => void run(async () => {
    const sure = await confirm({ title: x.sure(x.orders[order], rooms.length), text: x.ordersDo[order], yes: x.orders[order], danger: order !== "continue" });
    if (!sure) return;
    const { items } = await desk.rule({ id: uuid(), rooms: [...rooms], order, reason: reason.trim() });
    setReason("");
    onDone(items);
  });
  const tooMany = rooms.length > MOST;
  return (
    <section class="bulk" aria-label={x.chosen(rooms.length)} data-testid="bulk">
      <p><strong data-testid="bulk-count">{x.chosen(rooms.length)}</strong> {tooMany && <span class="error">{x.most}</span>}</p>
      <label>{x.reason}<input type="text" required maxLength={REASON_CHARS} value={reason} autocomplete="off" data-testid="bulk-reason" onInput={(e) => setReason(e.currentTarget.value)} /></label>
      {error !== null && <FormError error={error} testId="bulk-error" />}
      <p class="deeds">
        {ORDERS.map((order) => <button key={order} type="button" class={order === "continue" ? "compact outline" : "compact"} disabled={busy || tooMany || reason.trim() === ""} aria-busy={busy} data-testid={`bulk-${order}`} onClick={() => rule(order)}>{x.orders[order]}</button>)}
      </p>
    </section>
  );
}

/** How many refused, and those that are not in the list any more. */
function Outcome({ ruled, known }: { ruled: readonly RoomRuled[]; known: ReadonlySet<string> }) {
  const x = t().desk.rooms;
  if (ruled.length === 0) return null;
  const refused = ruled.filter((one) => one.code !== undefined);
  return (
    <div class="made" role="status" data-testid="bulk-outcome" data-refused={refused.length}>
      <strong>{x.outcome}:</strong> {refused.length === 0 ? x.did : x.refused(refused.length)}
      {refused.filter((one) => !known.has(one.room)).map((one) => <p key={one.room}><a href={`/game/${one.room}`}>{one.room}</a> {one.code !== undefined && t().refusals[one.code]}</p>)}
    </div>
  );
}
