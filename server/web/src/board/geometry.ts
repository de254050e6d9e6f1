// Lengths of the drawn board, in SVG units. One line distance is `CELL`.

import { fromSgf } from "../game/points";

/** Distance of two lines. */
export const CELL = 20;
/** Radius of a stone: neighbours almost touch, as on a real board. */
export const STONE = 9.55;

/** Lines and letters grow less than the board's cells: fewer lines, larger cells, hardly thicker lines. */
export const scale = (size: number): number => Math.sqrt(Math.min(1.3, (size + 1) / 20));

/** Space between the outermost line and the board's edge. */
export const margin = (size: number, coordinates: boolean): number => (coordinates ? 0.62 + 0.68 * scale(size) : 0.78) * CELL;

/** The whole picture's side. */
export const side = (size: number, coordinates: boolean): number => (size - 1) * CELL + 2 * margin(size, coordinates);

/** Where a line lies, with the first at 0. */
export const at = (i: number): number => i * CELL;

/** A point's place, or nothing for a pass. */
export function place(sgf: string, size: number): { cx: number; cy: number } | null {
  const p = fromSgf(sgf, size);
  return p ? { cx: at(p.x), cy: at(p.y) } : null;
}

/** Circles around many places as one path: one node instead of hundreds. */
export function circles(places: readonly { cx: number; cy: number }[], r: number): string {
  return places.map(({ cx, cy }) => `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`).join("");
}
