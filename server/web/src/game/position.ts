// Positions out of moves, for the replay of a finished game.
// Not a judge: legality, ko and counting belong to the server alone.

import type { Color, Pair, Settings, Snapshot } from "../wire";
import { fromSgf, toSgf } from "./points";

/** A point's content, as in the wire's rows: `.` empty, `X` Black, `O` White. */
export type Cell = "." | "X" | "O";

/** A board as rows from the top; never changed in place. */
export type Rows = readonly string[];

/** The letter of a side. */
export const stoneOf = (color: Color): Cell => (color === "black" ? "X" : "O");

/** The other side. */
export const other = (color: Color): Color => (color === "black" ? "white" : "black");

/** What stands on a point. */
export function cellAt(rows: Rows, sgf: string): Cell {
  const at = fromSgf(sgf, rows.length);
  const c = at ? rows[at.y]?.[at.x] : ".";
  return c === "X" || c === "O" ? c : ".";
}

/** The same board with `cell` on each of `points`. */
export function withCells(rows: Rows, points: readonly string[], cell: Cell): string[] {
  const grid = rows.map((r) => r.split(""));
  for (const p of points) {
    const at = fromSgf(p, rows.length);
    const row = at ? grid[at.y] : undefined;
    if (at && row) row[at.x] = cell;
  }
  return grid.map((r) => r.join(""));
}

/** An empty board. */
export const emptyRows = (size: number): string[] => Array.from({ length: size }, () => ".".repeat(size));

/** The board before the first move: handicap stones, or those that the rules begin with (座子). */
export function firstRows(settings: Settings, handicapStones: readonly string[]): string[] {
  const { black, white } = settings.start_stones ?? { black: [], white: [] };
  return withCells(withCells(emptyRows(settings.size), [...handicapStones, ...black], "X"), white, "O");
}

const NEAR = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const;

/** The stones connected with the one on `start`, and whether they have a liberty (气). */
function group(grid: string[][], start: number): { stones: number[]; free: boolean } {
  const n = grid.length;
  const color = grid[Math.floor(start / n)]?.[start % n];
  const seen = new Set([start]);
  const stack = [start];
  let free = false;
  for (let p = stack.pop(); p !== undefined; p = stack.pop()) {
    for (const [dx, dy] of NEAR) {
      const x = (p % n) + dx;
      const y = Math.floor(p / n) + dy;
      const c = x >= 0 && x < n ? grid[y]?.[x] : undefined;
      if (c === ".") free = true;
      const q = y * n + x;
      if (c === color && c !== undefined && !seen.has(q)) {
        seen.add(q);
        stack.push(q);
      }
    }
  }
  return { stones: [...seen], free };
}

/** The stones connected with the one on a point, that one included; none on an empty point. */
export function groupAt(rows: Rows, sgf: string): string[] {
  const at = fromSgf(sgf, rows.length);
  if (!at || cellAt(rows, sgf) === ".") return [];
  const n = rows.length;
  return group(rows.map((r) => r.split("")), at.y * n + at.x).stones.map((p) => toSgf(p % n, Math.floor(p / n)));
}

function clear(grid: string[][], stones: readonly number[]): void {
  for (const p of stones) {
    const row = grid[Math.floor(p / grid.length)];
    if (row) row[p % grid.length] = ".";
  }
}

/**
 * Sets a stone and removes the opposing groups that it leaves without liberties; where rules allow suicide, a play that
 * takes nothing may leave its own group without any, and `lost` counts what it then loses.
 */
export function play(rows: Rows, color: Color, sgf: string): { rows: string[]; captured: number; lost: number } {
  const n = rows.length;
  const grid = rows.map((r) => r.split(""));
  const at = fromSgf(sgf, n);
  const row = at ? grid[at.y] : undefined;
  if (!at || !row) return { rows: [...rows], captured: 0, lost: 0 };
  row[at.x] = stoneOf(color);
  let captured = 0;
  for (const [dx, dy] of NEAR) {
    const x = at.x + dx;
    const y = at.y + dy;
    if (x < 0 || x >= n || grid[y]?.[x] !== stoneOf(other(color))) continue;
    const g = group(grid, y * n + x);
    if (g.free) continue;
    captured += g.stones.length;
    clear(grid, g.stones);
  }
  const own = group(grid, at.y * n + at.x);
  const lost = captured === 0 && !own.free ? own.stones : [];
  clear(grid, lost);
  return { rows: grid.map((r) => r.join("")), captured, lost: lost.length };
}

/** One step of a replay. */
export type Step = { rows: string[]; prisoners: Pair; last: string | null; color: Color | null };

/** All positions of a game, the one before the first move included. */
export function replay(game: Snapshot): Step[] {
  let rows = firstRows(game.settings, game.handicap_stones);
  let prisoners: Pair = { black: 0, white: 0 };
  const steps: Step[] = [{ rows, prisoners, last: null, color: null }];
  for (const m of game.moves) {
    const done = play(rows, m.color, m.point);
    rows = done.rows;
    const them = other(m.color);
    prisoners = { ...prisoners, [m.color]: prisoners[m.color] + done.captured, [them]: prisoners[them] + done.lost };
    steps.push({ rows, prisoners, last: m.point, color: m.color });
  }
  return steps;
}
