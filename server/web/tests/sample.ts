// A small game for tests, built by hand.

import { emptyRows } from "../src/game/position";
import type { Agreement, Clock, Snapshot } from "../src/wire";

export const clock: Clock = {
  black: { main_ms: 60_000, periods: 3 },
  white: { main_ms: 60_000, periods: 3 },
  running: { color: "black", elapsed_ms: 0, from_ms: 1_000 },
};

export function game(size = 5): Snapshot {
  return {
    seq: 1,
    black: { id: "b", name: "Hei" },
    white: { id: "w", name: "Bai" },
    settings: {
      size, rules: "chinese", komi_quarters: 15, handicap: 0, placement: "fixed", nigiri: null,
      axes: {
        counting: "area", ko: "positional", repetition: "forbid", suicide: false, handicap_back: "n", ties: "draw", group_tax: false,
        passes: "plain", start: "empty", first: "black", resumption: "claimant", warning_quarters: 4,
      },
      standard: true,
      clock: { system: "byoyomi", main_ms: 60_000, periods: 3, period_ms: 30_000 },
      pauses: { most: 3, length_ms: 600_000, adjourn: true },
    },
    phase: "play",
    rows: emptyRows(size),
    handicap_stones: [],
    moves: [],
    ply: 0,
    to_move: "black",
    last: null,
    prisoners: { black: 0, white: 0 },
    clock,
    agreement: null,
    offer: null,
    standing: { phase: "play", ply: 0, to_move: "black", warnings: { black: 0, white: 0 }, pauses: 0 },
    result: null,
    counted: null,
  };
}

export function agreement(revision: number): Agreement {
  return {
    revision, dead: [], neutral: [], black_accepted: false, white_accepted: false, due_ms: 180_000, area: "-".repeat(25),
    count: {
      black_points: 0, white_points: 0, shared_points: 25, black_quarters: 50, white_quarters: 50,
      board_quarters: 0, komi_quarters: 15, back_quarters: 0, first_pass_quarters: 0, warning_quarters_black: 0, warning_quarters_white: 0,
      margin_quarters: -15,
    },
  };
}
