// The board, drawn by ourselves in SVG.
//
// @sabaki/shudan 1.7 was tried beside it in the same page, 240 stones set one by one on 19×19: Shudan has
// 1,772 nodes and takes 5–7 ms a move in the median (17–27 ms at the 95th percentile), this board 733 nodes
// and 0.6 ms (4–8 ms). Shudan also has no keyboard, no texts for screen readers, and sizes in whole pixels
// that its owner must measure, where SVG scales by itself from a phone to a large window.
//
// It draws what it is told and reports points; whose turn it is and what is legal is not its business.

import { memo } from "preact/compat";
import { useId, useRef, useState } from "preact/hooks";
import { fromSgf, toSgf } from "../game/points";
import { cellAt, type Cell } from "../game/position";
import type { Color } from "../wire";
import { at, CELL, margin, side } from "./geometry";
import { Area, Cursor, Ghost, LastMark, Lines, Rejected, StoneColours, Stones } from "./layers";

/** How a point was chosen: a finger slips more easily than a mouse. */
export type Means = "mouse" | "touch" | "key";

/** Makes a point's text; keep the function the same as long as the language is. */
export type Describe = (sgf: string, cell: Cell, isLast: boolean, isDead: boolean) => string;

/** What the board shows and reports. */
export type BoardProps = {
  rows: readonly string[];
  /** Its name for screen readers. */
  label: string;
  /** A point's text for screen readers. */
  describe: Describe;
  coordinates: boolean;
  /** The last move, marked. */
  last?: string | null;
  /** Stones shown dimmed. */
  dead?: readonly string[];
  /** One letter per point: `B`, `W`, `-`. */
  area?: string | null;
  /** A stone to confirm (`ghost`) or on its way (`sent`). */
  ghost?: { point: string; color: Color; kind: "ghost" | "sent" } | null;
  /** A stone that follows the mouse over empty points. */
  hover?: Color | null;
  /** A point where a stone was refused just now. */
  rejected?: string | null;
  /** The cursor can be moved even where nothing is played, to hear what stands where. */
  explore?: boolean;
  /** Absent: the board is only looked at. */
  onPoint?: ((sgf: string, means: Means) => void) | undefined;
};

const NONE: readonly string[] = [];
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** The board with everything on it. */
export function Board(props: BoardProps) {
  const { rows, coordinates, last = null, dead = NONE, area = null, ghost = null, rejected = null, onPoint } = props;
  const size = rows.length;
  const id = useId().replace(/[^\w-]/g, "");
  const means = useRef<Means>("mouse");
  const [cursor, setCursor] = useState(() => last && last !== "pass" ? last : toSgf(size >> 1, size >> 1));
  const [keys, setKeys] = useState(false);
  const [under, setUnder] = useState<string | null>(null);
  const deadSet = useDeadSet(dead);
  const m = margin(size, coordinates);
  const whole = side(size, coordinates);
  const focusable = onPoint !== undefined || props.explore === true;

  const onKeyDown = (e: KeyboardEvent) => {
    const step = STEPS[e.key];
    if (step) {
      const p = fromSgf(cursor, size) ?? { x: 0, y: 0 };
      const clamp = (v: number) => Math.min(size - 1, Math.max(0, v));
      setCursor(toSgf(clamp(p.x + step[0]), clamp(p.y + step[1])));
      setKeys(true);
    } else if (e.key === "Enter" || e.key === " ") {
      setKeys(true);
      onPoint?.(cursor, "key");
    } else return;
    e.preventDefault();
  };
  const onClick = (e: MouseEvent) => {
    const point = pointOf(e.target);
    if (!point) return;
    setCursor(point);
    setKeys(false);
    onPoint?.(point, means.current);
  };

  const showHover = props.hover && under && under !== ghost?.point && cellAt(rows, under) === ".";
  return (
    <div class="board" data-testid="board">
      <svg
        viewBox={`${-m} ${-m} ${whole} ${whole}`} role="grid" aria-label={props.label}
        aria-readonly={!onPoint} aria-activedescendant={keys ? `${id}-${cursor}` : undefined}
        tabIndex={focusable ? 0 : undefined} class={onPoint ? "playable" : ""}
        onKeyDown={focusable ? onKeyDown : undefined} onClick={onPoint ? onClick : undefined}
        onFocus={(e) => setKeys(e.currentTarget.matches(":focus-visible"))} onBlur={() => setKeys(false)}
        onPointerDown={(e) => { means.current = e.pointerType === "mouse" ? "mouse" : "touch"; }}
        onPointerMove={props.hover ? (e) => setUnder(e.pointerType === "mouse" ? pointOf(e.target) : null) : undefined}
        onPointerLeave={() => setUnder(null)}
      >
        <StoneColours id={id} />
        <Lines size={size} coordinates={coordinates} />
        <Stones id={id} rows={rows} dead={deadSet} fresh={last} />
        {area && <Area rows={rows} dead={deadSet} area={area} />}
        {last && <LastMark point={last} color={cellAt(rows, last)} size={size} />}
        {showHover && props.hover && <Ghost id={id} point={under} color={props.hover} size={size} kind="hover" />}
        {ghost && cellAt(rows, ghost.point) === "." && <Ghost id={id} {...ghost} size={size} />}
        {rejected && <Rejected point={rejected} size={size} />}
        {keys && focusable && <Cursor point={cursor} size={size} />}
        {rows.map((row, y) => (
          <HitRow
            key={y} id={id} y={y} row={row} last={last !== null && onRow(last, y) ? last : ""}
            dead={dead.filter((p) => onRow(p, y)).join()} describe={props.describe}
          />
        ))}
      </svg>
    </div>
  );
}

/** The same set object for the same stones, so that layers below are not drawn again. */
function useDeadSet(dead: readonly string[]): ReadonlySet<string> {
  const kept = useRef<{ key: string; set: ReadonlySet<string> }>({ key: "", set: new Set() });
  const key = dead.join();
  if (kept.current.key !== key) kept.current = { key, set: new Set(dead) };
  return kept.current.set;
}

function pointOf(target: EventTarget | null): string | null {
  return target instanceof Element ? target.getAttribute("data-point") : null;
}

const onRow = (sgf: string, y: number): boolean => sgf.length === 2 && sgf.charCodeAt(1) - 97 === y;

type HitRowProps = { id: string; y: number; row: string; last: string; dead: string; describe: Describe };

/** One row of invisible squares that take clicks and carry the texts for screen readers. */
const HitRow = memo(function HitRow({ id, y, row, last, dead, describe }: HitRowProps) {
  return (
    <g role="row">
      {(row.split("") as Cell[]).map((cell, x) => {
        const sgf = toSgf(x, y);
        const isDead = dead.split(",").includes(sgf);
        return (
          <rect
            key={sgf} id={`${id}-${sgf}`} class="hit" role="gridcell" data-point={sgf} data-testid={`point-${sgf}`}
            data-dead={isDead} aria-label={describe(sgf, cell, sgf === last, isDead)}
            x={at(x) - CELL / 2} y={at(y) - CELL / 2} width={CELL} height={CELL}
          />
        );
      })}
    </g>
  );
});
