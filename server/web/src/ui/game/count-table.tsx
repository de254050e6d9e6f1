// The count of a marking, so that everybody can add it up: area, base, komi, margin, in 子 and 目.

import { baseQuarters, points, quarters, signed } from "../../game/format";
import { t } from "../../i18n";
import type { Count } from "../../wire";
import { Stone } from "../parts";

/** The table. Its rows add up to the margin, for either side. */
export function CountTable({ count: c, size }: { count: Count; size: number }) {
  const x = t().count;
  const base = baseQuarters(size);
  const rows: [string, string, string][] = [
    [x.points, quarters(c.black_points * 4), quarters(c.white_points * 4)],
    [x.shared, signed(quarters(c.shared_points * 2)), signed(quarters(c.shared_points * 2))],
    [x.base, quarters(-base), quarters(-base)],
  ];
  if (c.komi_quarters !== 0) rows.push([x.komi, signed(quarters(-c.komi_quarters)), signed(quarters(c.komi_quarters))]);
  if (c.back_quarters !== 0) rows.push([x.back, signed(quarters(-c.back_quarters)), signed(quarters(c.back_quarters))]);
  const m = c.margin_quarters;
  return (
    <div class="count" data-testid="count">
      <table>
        <caption>{x.title}（{x.zi}）</caption>
        <thead>
          <tr><th /><th scope="col"><Stone color="black" />{t().color.black}</th><th scope="col"><Stone color="white" />{t().color.white}</th></tr>
        </thead>
        <tbody>
          {rows.slice(0, 2).map(([name, b, w]) => <Row key={name} name={name} b={b} w={w} />)}
          <tr class="sum"><th scope="row">{x.total}</th><td data-testid="area-black">{quarters(c.black_quarters)}</td><td data-testid="area-white">{quarters(c.white_quarters)}</td></tr>
          {rows.slice(2).map(([name, b, w]) => <Row key={name} name={name} b={b} w={w} />)}
        </tbody>
        <tfoot>
          <tr class="sum margin"><th scope="row">{x.margin}</th><td data-testid="margin-black">{signed(quarters(m))} {x.zi}</td><td data-testid="margin-white">{signed(quarters(-m))} {x.zi}</td></tr>
          <tr><th scope="row">{x.inPoints}</th><td>{signed(points(m))} {x.mu}</td><td>{signed(points(-m))} {x.mu}</td></tr>
        </tfoot>
      </table>
      <small class="quiet">{x.shares(c.black_points, c.white_points, c.shared_points, size * size)}</small>
    </div>
  );
}

function Row({ name, b, w }: { name: string; b: string; w: string }) {
  return <tr><th scope="row">{name}</th><td>{b}</td><td>{w}</td></tr>;
}

/** Who leads, in one line. */
export function leadText(c: Count): string {
  const x = t().count;
  const m = c.margin_quarters;
  return m === 0 ? x.even : x.leads(t().color[m > 0 ? "black" : "white"], quarters(Math.abs(m)), points(Math.abs(m)));
}
