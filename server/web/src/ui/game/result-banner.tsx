// The result, in words and in both written forms.

import { points } from "../../game/format";
import { t } from "../../i18n";
import type { Color, GameResult } from "../../wire";
import { resultText, Stone } from "../parts";

/** The banner. */
export function ResultBanner({ result: r, seat }: { result: GameResult; seat: Color | null }) {
  const x = t().result;
  const decided = r.winner === "black" || r.winner === "white";
  const won = r.winner === seat;
  const personal = seat && decided ? (won ? x.youWin : x.youLose) : null;
  // Beside the reader's own words stand the Chinese form, or in Chinese the margin in 目, and the SGF form.
  const second = t().lang === "en" ? r.chinese : r.margin_quarters === null || r.margin_quarters === 0 || !r.chinese.includes("子") ? null : `${points(Math.abs(r.margin_quarters))} ${t().count.mu}`;
  return (
    <section class={`result ${r.winner}`} data-testid="result" data-winner={r.winner} data-how={r.how} data-sgf={r.sgf} data-chinese={r.chinese}>
      {decided && <Stone color={r.winner === "black" ? "black" : "white"} />}
      <div>
        {personal && <strong class={won ? "personal won" : "personal"}>{personal}</strong>}
        <h2 data-testid="result-text">{resultText(r)}</h2>
        <small>{second !== null && <span lang={t().lang === "en" ? "zh-CN" : undefined}>{second} · </span>}<span data-testid="result-sgf">{r.sgf}</span></small>
      </div>
    </section>
  );
}
