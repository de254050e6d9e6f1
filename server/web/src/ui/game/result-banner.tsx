// The result, in words and in both written forms.

import { t } from "../../i18n";
import type { Color, GameResult } from "../../wire";
import { resultText, Stone } from "../parts";

/** The banner. */
export function ResultBanner({ result: r, seat }: { result: GameResult; seat: Color | null }) {
  const x = t().result;
  const decided = r.winner === "black" || r.winner === "white";
  const personal = seat && decided ? (r.winner === seat ? x.youWin : x.youLose) : null;
  return (
    <section class={`result ${r.winner}`} data-testid="result" data-winner={r.winner} data-how={r.how} data-sgf={r.sgf}>
      {decided && <Stone color={r.winner === "black" ? "black" : "white"} />}
      <div>
        {personal && <strong class="personal">{personal}</strong>}
        <h2>{resultText(r)}</h2>
        <small><span data-testid="result-chinese" lang="zh-CN">{r.chinese}</span> · <span data-testid="result-sgf">{r.sgf}</span></small>
      </div>
    </section>
  );
}
