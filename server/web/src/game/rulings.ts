// The form of a referee's ruling and what it becomes on the wire. Pure; the server checks everything again.

import type { ClockSettings, Color, Ruling, Snapshot, TimeLeft, Verdict } from "../wire";
import { clockOfSide, readClock } from "../net/clock-sync";
import { stepBackTo } from "./around";

/** Whether somebody may not speak in a game. */
export const isMuted = (game: Snapshot, account: string): boolean => game.muted?.some((who) => who.id === account) ?? false;

/** Whether somebody may not look on. */
export const isRemoved = (game: Snapshot, account: string): boolean => game.removed?.some((who) => who.id === account) ?? false;

/** Whether somebody plays a game: players are not removed from it. */
export const plays = (game: Snapshot, account: string): boolean => game.black.id === account || game.white.id === account;

/** The account that a mute or a removal is about; empty while nobody has been chosen for a removal. */
export function accountOf(f: RulingForm, game: Snapshot): string {
  if (f.kind === "remove") return plays(game, f.account) ? "" : f.account;
  return f.account === "" ? game.black.id : f.account;
}

/** The kinds of rulings that the form has. */
export type RulingKind = Ruling["kind"];

/** The form: all fields of all kinds, of which each kind uses its own. */
export type RulingForm = {
  kind: RulingKind; color: Color; minutes: number; seconds: number; periods: number; stintMinutes: number; stintMoves: number;
  second: number; moves: number; verdict: Verdict;
  /** Whom a mute or a removal is about; empty: nobody has been chosen. */
  account: string;
  /** When play is to go on after a pause or an adjournment, as a field for local date and time has it. */
  until: string;
};

/** What the form begins with. */
export const FIRST_RULING: RulingForm = {
  kind: "pause", color: "black", minutes: 1, seconds: 0, periods: 1, stintMinutes: 5, stintMoves: 1, second: 0, moves: 0, verdict: "black", account: "", until: "",
};

/** Whether a kind can do anything now; the rest the server refuses, with its reason. */
function fits(game: Snapshot, kind: RulingKind): boolean {
  const { pause, to_seal, warnings } = game.standing;
  // After the end there is nothing to rule on but who may speak.
  if (game.phase === "over") return kind === "mute";
  switch (kind) {
    case "pause": return !pause && game.phase !== "waiting";
    case "continue": return pause !== undefined || to_seal !== undefined;
    case "adjourn": return !pause && !to_seal && game.phase === "play";
    case "set_clock":
    case "add_time_to_both":
    case "add_time": return game.settings.clock.system !== "unlimited" || game.settings.white_clock !== undefined;
    case "restart_reading": return game.phase === "play" && game.to_move !== null && clockOfSide(game.settings, game.to_move).system === "byoyomi";
    case "step_back": return game.moves.length > 0 && game.phase !== "waiting" && game.phase !== "placing" && pause?.reason !== "adjourned";
    case "stones": return game.phase === "agreement";
    case "withdraw_warning": return warnings.black + warnings.white > 0;
    case "swap_colors": return game.phase === "play" && game.settings.handicap === 0 && game.ply <= SWAP_PLIES;
    case "answer_call": return game.standing.call !== undefined;
    case "result":
    case "mute":
    case "remove":
    case "warn": return true;
  }
}

const KINDS: readonly RulingKind[] = [
  "answer_call", "pause", "continue", "adjourn", "set_clock", "add_time", "add_time_to_both", "restart_reading", "step_back", "swap_colors", "stones", "warn",
  "withdraw_warning", "mute", "remove", "result",
];
/** Up to so many moves the colours can be swapped. */
const SWAP_PLIES = 10;
/** What only a chief referee rules. */
const OF_THE_CHIEF: readonly RulingKind[] = ["set_clock", "add_time"];
const VERDICTS: readonly Verdict[] = ["black", "white", "draw", "both_lose", "no_result", "replay"];
const VERDICTS_OF_THE_CHIEF: readonly Verdict[] = ["draw", "both_lose", "replay"];

/** What a referee can rule now. */
export const rulingsNow = (game: Snapshot, isChief: boolean): RulingKind[] => KINDS.filter((kind) => fits(game, kind) && (isChief || !OF_THE_CHIEF.includes(kind)));

/** The results that a referee can rule. */
export const verdictsOf = (isChief: boolean): Verdict[] => VERDICTS.filter((v) => isChief || !VERDICTS_OF_THE_CHIEF.includes(v));

const ms = (minutes: number, seconds: number): number => Math.round(minutes * 60_000 + seconds * 1000);

/** A clock's reading out of the form's fields; each system has its own. */
function timeLeft(f: RulingForm, clock: ClockSettings): TimeLeft {
  const main_ms = ms(f.minutes, f.seconds);
  if (clock.system === "byoyomi") return { main_ms, periods: f.periods };
  if (clock.system === "canadian") return { main_ms, periods: 0, stint_ms: ms(f.stintMinutes, 0), moves: f.stintMoves };
  return { main_ms, periods: 0 };
}

/** The wire's form of a ruling; `dead` are the stones marked on the board, `until_ms` is room time. */
export function toRuling(f: RulingForm, game: Snapshot, dead: readonly string[], until_ms: number | null = null): Ruling {
  switch (f.kind) {
    case "pause":
    case "adjourn": return { kind: f.kind, ...(until_ms === null ? {} : { until_ms }) };
    case "continue":
    case "answer_call":
    case "swap_colors": return { kind: f.kind };
    case "set_clock": return { kind: f.kind, color: f.color, left: timeLeft(f, clockOfSide(game.settings, f.color)) };
    case "add_time": return { kind: f.kind, color: f.color, ms: ms(f.minutes, f.seconds) };
    case "add_time_to_both": return { kind: f.kind, ms: ms(f.minutes, f.seconds) };
    case "restart_reading": return { kind: f.kind, second: f.second };
    case "step_back": return { kind: f.kind, moves: stepBackTo(game, f.moves) };
    case "stones": return { kind: f.kind, dead: [...dead] };
    case "result": return { kind: f.kind, verdict: f.verdict };
    case "warn":
    case "withdraw_warning": return { kind: f.kind, color: f.color };
    case "mute": {
      const account = accountOf(f, game);
      return { kind: f.kind, account, on: !isMuted(game, account) };
    }
    case "remove": {
      const account = accountOf(f, game);
      return { kind: f.kind, account, on: !isRemoved(game, account) };
    }
  }
}

/** The clock as it stands, for the fields in which it is to be set. */
export function clockFields(game: Snapshot, color: Color, room_ms: number): Partial<RulingForm> {
  const clock = clockOfSide(game.settings, color);
  const now = readClock(game.clock, clock, color, room_ms);
  const main = now.phase === "main" || now.phase === "move" ? Math.floor(now.left_ms / 1000) : 0;
  const stint = now.phase === "stint" ? now.left_ms : game.clock[color].stint_ms ?? 0;
  return {
    minutes: Math.floor(main / 60), seconds: main % 60, periods: now.periods,
    stintMinutes: Math.round(stint / 6000) / 10, stintMoves: Math.max(1, now.moves),
  };
}

/** Whether a ruling ends the game: it is asked about before. */
export function endsGame(f: RulingForm, game: Snapshot): boolean {
  return f.kind === "result" || f.kind === "stones" || (f.kind === "warn" && game.standing.warnings[f.color] > 0);
}
