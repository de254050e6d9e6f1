// Going through a finished game: slider, buttons, keys.

import { useEffect } from "preact/hooks";
import { t } from "../../i18n";

type Props = { at: number; all: number; onGo: (at: number) => void };

/** The bar. Arrow keys, Home and End work wherever no field has the focus. */
export function ReplayBar({ at, all, onGo }: Props) {
  const x = t().replay;
  const go = (n: number) => onGo(Math.min(all, Math.max(0, n)));
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey) return;
      if (e.target instanceof Element && e.target.closest("input, select, textarea, dialog, [role=log]")) return;
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 10, ArrowDown: at + 10, Home: 0, End: all }[e.key];
      if (to === undefined) return;
      e.preventDefault();
      go(to);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [at, all]);
  return (
    <section class="replay" aria-label={x.title} data-testid="replay">
      <div class="buttons">
        <button type="button" class="outline" disabled={at === 0} aria-label={x.first} title={x.first} data-testid="replay-first" onClick={() => go(0)}><Arrow d="M5 4v12M15 4l-8 6 8 6z" /></button>
        <button type="button" class="outline" disabled={at === 0} aria-label={x.previous} title={x.previous} data-testid="replay-prev" onClick={() => go(at - 1)}><Arrow d="M13 4l-8 6 8 6z" /></button>
        <output data-testid="replay-at">{x.at(at, all)}</output>
        <button type="button" class="outline" disabled={at === all} aria-label={x.next} title={x.next} data-testid="replay-next" onClick={() => go(at + 1)}><Arrow d="M7 4l8 6-8 6z" /></button>
        <button type="button" class="outline" disabled={at === all} aria-label={x.last} title={x.last} data-testid="replay-last" onClick={() => go(all)}><Arrow d="M15 4v12M5 4l8 6-8 6z" /></button>
      </div>
      <input type="range" min={0} max={all} value={at} aria-label={x.slider} data-testid="replay-slider" onInput={(e) => go(e.currentTarget.valueAsNumber)} />
    </section>
  );
}

function Arrow({ d }: { d: string }) {
  return <svg viewBox="0 0 20 20" aria-hidden="true"><path d={d} fill="currentColor" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round" /></svg>;
}
