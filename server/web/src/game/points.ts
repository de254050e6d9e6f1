// Points: two SGF letters on the wire ("pd"), letter and number for people ("Q16").
// Nothing here knows stones or rules.

/** Column letters that people read: A–Z without I, enough for 25 lines. */
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** A point as column `x` from the left and row `y` from the top, both from 0. */
export type Xy = { x: number; y: number };

/** The wire's text of a point. */
export function toSgf(x: number, y: number): string {
  return String.fromCharCode(97 + x, 97 + y);
}

/** Reads two SGF letters; nothing for a pass or a point off the board. */
export function fromSgf(text: string, size: number): Xy | null {
  if (text.length !== 2) return null;
  const x = text.charCodeAt(0) - 97;
  const y = text.charCodeAt(1) - 97;
  return x >= 0 && y >= 0 && x < size && y < size ? { x, y } : null;
}

/** The column's letter, as printed beside the board. */
export function columnLabel(x: number): string {
  return COLUMNS[x] ?? "?";
}

/** What people call the point, such as Q16; the wire's text itself if it is no point. */
export function label(sgf: string, size: number): string {
  const at = fromSgf(sgf, size);
  return at ? `${columnLabel(at.x)}${size - at.y}` : sgf;
}

/** Reads what people type (`q16`, ` Q 16 `); nothing if it names no point of this board. */
export function parseLabel(text: string, size: number): string | null {
  const m = /^\s*([A-HJ-Z])\s*(\d{1,2})\s*$/i.exec(text);
  if (!m) return null;
  const x = COLUMNS.indexOf((m[1] ?? "").toUpperCase());
  const y = size - Number(m[2]);
  return x >= 0 && x < size && y >= 0 && y < size ? toSgf(x, y) : null;
}

/** Star points (星) and 天元, in SGF letters: RULES 1 for 19, 13 and 9, the usual pattern elsewhere. */
export function starPoints(size: number): string[] {
  if (size < 7) return size % 2 === 1 && size >= 3 ? [toSgf((size - 1) / 2, (size - 1) / 2)] : [];
  const edge = size >= 12 ? 3 : 2;
  const far = size - 1 - edge;
  const mid = (size - 1) / 2;
  const stars = [toSgf(edge, edge), toSgf(far, edge), toSgf(edge, far), toSgf(far, far)];
  if (size % 2 === 0) return stars;
  stars.push(toSgf(mid, mid));
  if (size >= 13) stars.push(toSgf(mid, edge), toSgf(mid, far), toSgf(edge, mid), toSgf(far, mid));
  return stars;
}
