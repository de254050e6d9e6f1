// The count of a marking, so that everybody can add it up: what the board gives, what is given away, and the margin.
// Area is told in 子 and 目, territory in 目 alone.

import { baseQuarters, points, quarters, signed } from "../../game/format";
import { t } from "../../i18n";
import type { Count } from "../../wire";
import { komiName, Stone } from "../parts";

type Line = { name: string; black: string; white: string; sum?: "area" };

/** The table. Its rows add up to the margin, for either side. */
export function CountTable({ count: c, size }: { count: Count; size: number }) {
  const x = t().count;
  const m = c.margin_quarters;
  const unit = c.territory ? x.mu : x.zi;
  const told = c.territory ? points : quarters;
  return (
    <div class="count" data-testid="count" data-counting={c.territory ? "territory" : "area"}>
      <table>
        <caption>{c.territory ? x.titleTerritory : x.title(unit)}</caption>
        <thead>
          <tr><th /><th scope="col"><Stone color="black" />{t().color.black}</th><th scope="col"><Stone color="white" />{t().color.white}</th></tr>
        </thead>
        <tbody>{[...(c.territory ? territoryLines(c) : areaLines(c, size)), ...givenLines(c, told)].map((line) => <Row key={line.name} {...line} />)}</tbody>
        <tfoot>
          <tr class="sum margin"><th scope="row">{x.margin}</th><td data-testid="margin-black">{signed(told(m))} {unit}</td><td data-testid="margin-white">{signed(told(-m))} {unit}</td></tr>
          {!c.territory && <tr><th scope="row">{x.inPoints}</th><td>{signed(points(m))} {x.mu}</td><td>{signed(points(-m))} {x.mu}</td></tr>}
        </tfoot>
      </table>
      {!c.territory && <small class="quiet">{x.shares(c.black_points, c.white_points, c.shared_points, size * size)}</small>}
      {c.pass_stones && <small class="quiet" data-testid="pass-stones">{x.passStones(c.pass_stones.black, c.pass_stones.white)}</small>}
    </div>
  );
}

function areaLines(c: Count, size: number): Line[] {
  const x = t().count;
  const shared = signed(quarters(c.shared_points * 2));
  const base = quarters(-baseQuarters(size));
  return [
    { name: x.points, black: quarters(c.black_points * 4), white: quarters(c.white_points * 4) },
    { name: x.shared, black: shared, white: shared },
    { name: x.total, black: quarters(c.black_quarters), white: quarters(c.white_quarters), sum: "area" },
    { name: x.base, black: base, white: base },
  ];
}

function territoryLines(c: Count): Line[] {
  const x = t().count;
  const parts = c.territory;
  if (!parts) return [];
  const line = (name: string, { black, white }: { black: number; white: number }): Line => ({ name, black: String(black), white: String(white) });
  const total = (side: "black" | "white") => parts.territory[side] + parts.prisoners[side] + parts.dead[side];
  const off = (n: number) => (n === 0 ? "0" : `−${n}`);
  const totals: Line = { ...line(x.totalTerritory, { black: total("black"), white: total("white") }), sum: "area" };
  // The margin is the difference, so the other side's total comes off.
  const others: Line = { name: x.others, black: off(total("white")), white: off(total("black")) };
  return [line(x.territory, parts.territory), line(x.prisoners, parts.prisoners), line(x.dead, parts.dead), totals, others];
}

/** What one side gives the other; nothing is told that is nothing. */
function givenLines(c: Count, told: (quarterZi: number) => string): Line[] {
  const x = t().count;
  const tax = c.groups ? (c.groups.black - c.groups.white) * 4 : 0;
  const given: [string, number][] = [
    [komiName(c.territory !== undefined), c.komi_quarters], [x.back, c.back_quarters], [x.firstPass, c.first_pass_quarters],
    [c.groups ? x.groups(c.groups.black, c.groups.white) : "", tax], [x.warnings, c.warning_quarters_black - c.warning_quarters_white],
  ];
  return given.filter(([, n]) => n !== 0).map(([name, n]) => ({ name, black: signed(told(-n)), white: signed(told(n)) }));
}

function Row({ name, black, white, sum }: Line) {
  return (
    <tr class={sum ? "sum" : undefined}>
      <th scope="row">{name}</th>
      <td data-testid={sum && `${sum}-black`}>{black}</td><td data-testid={sum && `${sum}-white`}>{white}</td>
    </tr>
  );
}

/** Who leads, in one line. */
export function leadText(c: Count): string {
  const x = t().count;
  const m = c.margin_quarters;
  if (m === 0) return x.even;
  const leader = t().color[m > 0 ? "black" : "white"];
  return c.territory ? x.leadsPoints(leader, points(Math.abs(m))) : x.leads(leader, quarters(Math.abs(m)), points(Math.abs(m)));
}
