// What happened around the moves, kept with what its words need. The page shows it as the game's news; what happened
// before the page came is not in a snapshot, and so not here (the time sheet tells what concerned the clocks).

import { stepBackTo } from "../game/around";
import type { Color, Event, PauseReason, RequestKind, RoomEvent, Snapshot } from "../wire";

/** One event, and what only the state before it says. */
export type NewsItem = RoomEvent & {
  /** The request that was closed. */
  asked: { by: Color; kind: RequestKind } | null;
  /** Why the clocks stood that run again; `sealing`: an adjournment was called off before a move was sealed. */
  stood: PauseReason | "sealing" | null;
  /** How many moves there were before, without and with free handicap stones. */
  moves: number;
  plies: number;
};

/** Kinds of events that are news. Moves are seen on the board, and the end has a place of its own. */
const NEWS: readonly Event["kind"][] = [
  "started", "arrived", "missed", "requested", "request_closed", "referee_called", "call_closed", "paused", "continued", "adjourning", "sealed", "seal_lost", "turn_lost", "undone",
  "time_added", "ruled", "clock_set", "reading_restarted", "stones_ruled", "warned", "warning_withdrawn", "muted", "unmuted", "officer_seated", "removed", "readmitted",
  "colors_swapped", "restored", "play_resumed", "vacation_began", "vacation_ended",
];
/** So many are kept. */
export const NEWS_MOST = 40;

/** An event with what its words need of the state before it. */
export function newsItem(before: Snapshot, e: RoomEvent): NewsItem {
  const { black_asks, white_asks, pause, to_seal } = before.standing;
  const number = e.event.kind === "request_closed" ? e.event.number : null;
  const asked = number === null ? null
    : black_asks?.number === number ? { by: "black" as const, kind: black_asks.kind }
      : white_asks?.number === number ? { by: "white" as const, kind: white_asks.kind } : null;
  const stood = e.event.kind !== "continued" ? null : pause?.reason ?? (to_seal ? "sealing" : null);
  const moves = before.moves.length;
  return { ...e, asked, stood, moves, plies: stepBackTo(before, moves) };
}

/** The news with one more event, if it is news. */
export function addNews(news: readonly NewsItem[], before: Snapshot, e: RoomEvent): readonly NewsItem[] {
  return NEWS.includes(e.event.kind) ? [...news, newsItem(before, e)].slice(-NEWS_MOST) : news;
}
