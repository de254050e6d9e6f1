// A scheduled game waits for its time and its players: when it begins, who is there, what lateness costs.

import { wholeText } from "../../game/format";
import { costOf, forfeitsFrom } from "../../game/lateness";
import { dateText, t } from "../../i18n";
import { clockOfSide, type Anchor } from "../../net/clock-sync";
import type { Presence } from "../../net/live";
import type { Arrival, Color, Snapshot } from "../../wire";
import { Stone, venueRule } from "../parts";
import { useRoomNow } from "./room-now";

type Props = { game: Snapshot; seat: Color | null; presence: Presence | null; anchor: Anchor | null };

/** The panel. */
export function WaitingPanel({ game, seat, presence, anchor }: Props) {
  const now = useRoomNow(anchor);
  const { appointment } = game.settings;
  const x = t().waiting;
  if (!appointment) return null;
  const late = now - appointment.start_ms;
  const begun = anchor !== null && late >= 0;
  return (
    <section class="around waiting" data-testid="waiting-game" data-begun={begun}>
      <h2>{x.title}</h2>
      {anchor && (begun ? <p>{x.begun}</p> : <p class="starts">{x.startsIn} <span class="due" role="timer" aria-label={x.startsIn} data-testid="starts-in">{wholeText(-late)}</span></p>)}
      {anchor && <p>{x.startsAt(dateText(Date.now() - late))} · {x.venues[appointment.venue]}</p>}
      <ul class="arrivals">
        {(["black", "white"] as const).map((c) => (
          <Side key={c} game={game} color={c} late={begun ? late : 0} arrival={arrivalOf(game, c, begun, presence)} />
        ))}
      </ul>
      <p><small data-testid="venue-rule">{venueRule(appointment.venue, game.settings.rules)}{seat && !begun ? ` ${x.stay}` : ""}</small></p>
    </section>
  );
}

/** Before the start nobody has come or is late: who is connected is there. */
function arrivalOf(game: Snapshot, color: Color, begun: boolean, presence: Presence | null): Arrival {
  const told = game.standing.arrivals?.[color] ?? "awaited";
  if (told !== "awaited") return told;
  return !begun && presence?.[color] ? "there" : "awaited";
}

function Side({ game, color, late, arrival }: { game: Snapshot; color: Color; late: number; arrival: Arrival }) {
  const x = t().waiting;
  const text = { there: x.here, awaited: x.awaited, forfeited: x.forfeited }[arrival](game[color].name);
  return (
    <li class={arrival} data-testid={`arrival-${color}`} data-arrival={arrival}>
      <Stone color={color} /><span>{text}{arrival === "awaited" && late > 0 && <Late game={game} color={color} late={late} />}</span>
    </li>
  );
}

/** How late a side is, what that has cost so far, and when it loses. */
function Late({ game, color, late }: { game: Snapshot; color: Color; late: number }) {
  const x = t().waiting;
  const { appointment, rules } = game.settings;
  if (!appointment) return null;
  const cost = costOf(appointment.venue, rules, late);
  const limit = forfeitsFrom(game.settings, clockOfSide(game.settings, color), game.clock[color]);
  const parts = [`${x.late} ${wholeText(late)}`, cost > 0 ? x.cost(wholeText(cost)) : x.costNone, limit === null ? "" : `${x.loses} ${wholeText(limit - late)}`];
  return <small data-testid={`late-${color}`}>{parts.filter((p) => p !== "").join(" · ")}</small>;
}
