// The board's layers from bottom to top. All are plain drawings of their arguments and know no game.

import { memo } from "preact/compat";
import { columnLabel, starPoints, toSgf } from "../game/points";
import type { Color } from "../wire";
import { at, CELL, circles, margin, place, scale, STONE } from "./geometry";

/** Colours of the stones, shared by all boards of a page. */
export function StoneColours({ id }: { id: string }) {
  return (
    <defs>
      <radialGradient id={`${id}-black`} cx="36%" cy="30%" r="75%">
        <stop offset="0" stop-color="#6a6866" />
        <stop offset="0.35" stop-color="#343231" />
        <stop offset="1" stop-color="#0f0e0e" />
      </radialGradient>
      <radialGradient id={`${id}-white`} cx="36%" cy="30%" r="85%">
        <stop offset="0" stop-color="#ffffff" />
        <stop offset="0.55" stop-color="#f6f3ec" />
        <stop offset="1" stop-color="#cfc9bc" />
      </radialGradient>
    </defs>
  );
}

/** Lines, stars and coordinates: drawn once for a size. */
export const Lines = memo(function Lines({ size, coordinates }: { size: number; coordinates: boolean }) {
  const end = at(size - 1);
  const inner = Array.from({ length: Math.max(0, size - 2) }, (_, i) => at(i + 1));
  const all = Array.from({ length: size }, (_, i) => i);
  const k = scale(size);
  const away = (margin(size, true) + STONE) / 2;
  const stars = starPoints(size).flatMap((p) => place(p, size) ?? []);
  return (
    <g class="lines" aria-hidden="true">
      <path class="inner" stroke-width={0.62 * k} d={inner.map((v) => `M0 ${v}H${end}M${v} 0V${end}`).join("")} />
      <rect class="edge" stroke-width={1.25 * k} x="0" y="0" width={end} height={end} />
      <path class="stars" d={circles(stars, 2 * k)} />
      {coordinates && all.map((i) => (
        <g class="coordinates" font-size={7.6 * k} key={i}>
          <text x={at(i)} y={-away}>{columnLabel(i)}</text>
          <text x={at(i)} y={end + away}>{columnLabel(i)}</text>
          <text x={-away} y={at(i)}>{size - i}</text>
          <text x={end + away} y={at(i)}>{size - i}</text>
        </g>
      ))}
    </g>
  );
});

type StonesProps = { id: string; rows: readonly string[]; dead: ReadonlySet<string>; fresh: string | null };

/** All stones; dead ones dimmed, the last one falling into its place. */
export const Stones = memo(function Stones({ id, rows, dead, fresh }: StonesProps) {
  const stones = rows.flatMap((row, y) => row.split("").flatMap((c, x) =>
    c === "X" || c === "O" ? [{ cx: at(x), cy: at(y), sgf: toSgf(x, y), color: c === "X" ? "black" : "white" }] : []));
  const alive = stones.filter((s) => !dead.has(s.sgf));
  return (
    <g class="stones" aria-hidden="true">
      <path class="shadow" d={circles(alive.map(({ cx, cy }) => ({ cx: cx + 0.9, cy: cy + 1.5 })), STONE)} />
      {stones.map((s) => (
        <circle
          key={`${s.sgf}${s.color}`}
          class={`stone ${s.color}${dead.has(s.sgf) ? " dead" : ""}${fresh === s.sgf ? " fresh" : ""}`}
          cx={s.cx} cy={s.cy} r={STONE} fill={`url(#${id}-${s.color})`}
        />
      ))}
    </g>
  );
});

/** Whose each point is: small squares on empty points and on dead stones, a dot for shared points. */
export const Area = memo(function Area({ rows, dead, area }: { rows: readonly string[]; dead: ReadonlySet<string>; area: string }) {
  const n = rows.length;
  const squares = { B: [] as string[], W: [] as string[] };
  const shared: { cx: number; cy: number }[] = [];
  const h = 0.17 * CELL;
  for (let i = 0; i < n * n; i += 1) {
    const x = i % n;
    const y = Math.floor(i / n);
    if (rows[y]?.[x] !== "." && !dead.has(toSgf(x, y))) continue;
    const owner = area[i];
    if (owner === "B" || owner === "W") squares[owner].push(`M${at(x) - h} ${at(y) - h}h${2 * h}v${2 * h}h${-2 * h}z`);
    else shared.push({ cx: at(x), cy: at(y) });
  }
  return (
    <g class="area" aria-hidden="true">
      <path class="black" d={squares.B.join("")} />
      <path class="white" d={squares.W.join("")} />
      <path class="shared" d={circles(shared, 0.13 * CELL)} />
    </g>
  );
});

/** A stone that is not (yet) on the board: under the pointer, awaiting confirmation, or on its way to the server. */
export function Ghost({ id, point, color, size, kind }: { id: string; point: string; color: Color; size: number; kind: "hover" | "ghost" | "sent" }) {
  const p = place(point, size);
  if (!p) return null;
  return (
    <g class={`ghost ${kind}`} aria-hidden="true" data-testid={`stone-${kind}`}>
      <circle {...p} r={STONE} fill={`url(#${id}-${color})`} />
      {kind === "ghost" && <circle class="ring" {...p} r={STONE + 2.4} />}
    </g>
  );
}

/** The last move's mark, in a colour that stands out from its stone. */
export function LastMark({ point, color, size }: { point: string; color: "X" | "O" | "."; size: number }) {
  const p = place(point, size);
  return p && color !== "." ? <circle class={`last ${color === "X" ? "on-black" : "on-white"}`} {...p} r={0.23 * CELL} aria-hidden="true" /> : null;
}

/** Shows where a stone was refused. */
export function Rejected({ point, size }: { point: string; size: number }) {
  const p = place(point, size);
  const d = 0.26 * CELL;
  return p ? <path class="rejected" aria-hidden="true" d={`M${p.cx - d} ${p.cy - d}l${2 * d} ${2 * d}M${p.cx + d} ${p.cy - d}l${-2 * d} ${2 * d}`} /> : null;
}

/** The keyboard's cursor. */
export function Cursor({ point, size }: { point: string; size: number }) {
  const p = place(point, size);
  const r = 0.5 * CELL;
  return p ? <rect class="cursor" aria-hidden="true" x={p.cx - r} y={p.cy - r} width={2 * r} height={2 * r} rx="3" /> : null;
}
