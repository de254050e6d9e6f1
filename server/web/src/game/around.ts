// What can be asked, claimed and ruled at a moment, so that only buttons that can do something are shown.
// Pure, and no judge: the server decides, and refuses what this takes for possible and is not.

import { clockOfSide } from "../net/clock-sync";
import type { ClockSettings, Color, Request, RequestKind, Settings, Snapshot } from "../wire";
import { cellAt, other } from "./position";

/** The kinds of requests, in the order in which they are shown. */
export const REQUESTS: readonly RequestKind[] = ["undo", "draw", "pause", "adjourn", "time"];

/** What a side asks, if anything. */
export function askOf(game: Snapshot, color: Color): Request | null {
  return (color === "black" ? game.standing.black_asks : game.standing.white_asks) ?? null;
}

/** Free handicap stones that count as plies. */
const placed = (game: Snapshot): number => (game.settings.placement === "free" ? game.handicap_stones.length : 0);

/** Whether both sides have moved: before that a game is not begun, and can be aborted but not drawn or adjourned. */
export function isBegun(game: Snapshot): boolean {
  return game.moves.length >= 2 || game.ply > game.moves.length + placed(game);
}

/** Whether somebody sits at this clock. */
const countsSeconds = (c: ClockSettings): boolean => c.system !== "correspondence" && c.system !== "unlimited";

/** Whether a pause or an adjournment means anything in this game. */
export function canStop(settings: Settings): boolean {
  return countsSeconds(settings.clock) || countsSeconds(clockOfSide(settings, "white"));
}

/** Whether the players may pause once more. */
export const hasPauseLeft = (game: Snapshot): boolean => game.standing.pauses < game.settings.pauses.most;

/** Whether a side can ask for this now. */
export function canAsk(game: Snapshot, seat: Color, kind: RequestKind): boolean {
  const { pause, to_seal } = game.standing;
  if (kind === "continue") return (pause !== undefined && pause.reason !== "referee") || (pause === undefined && to_seal !== undefined);
  if (pause || to_seal || game.phase !== "play") return false;
  switch (kind) {
    case "undo": return game.moves.some((m) => m.color === seat);
    case "draw": return isBegun(game);
    case "pause": return canStop(game.settings) && hasPauseLeft(game);
    case "adjourn": return canStop(game.settings) && game.settings.pauses.adjourn && isBegun(game);
    case "time": return countsSeconds(clockOfSide(game.settings, other(seat)));
  }
}

/** What a side can ask for now: nothing while it waits for an answer, and not what the other side asks already. */
export function askable(game: Snapshot, seat: Color): RequestKind[] {
  if (askOf(game, seat)) return [];
  const theirs = askOf(game, other(seat))?.kind;
  return REQUESTS.filter((kind) => canAsk(game, seat, kind) && (kind !== theirs || kind === "undo" || kind === "time"));
}

/** Whether an absent opponent's game can be claimed at all now: in its turn, once the game has begun. */
export function canClaim(game: Snapshot, seat: Color): boolean {
  const begun = isBegun(game) || game.settings.appointment !== undefined;
  return game.phase === "play" && !game.standing.pause && game.to_move === other(seat) && begun;
}

/** Whether a stone sealed there would be a lost turn for all that the board shows: a stone lies there already. */
export const wouldLoseTurn = (game: Snapshot, point: string): boolean => point !== "pass" && cellAt(game.rows, point) !== ".";

/** So many moves as the protocol counts them: free handicap stones among them. */
export const stepBackTo = (game: Snapshot, moves: number): number => moves + placed(game);
