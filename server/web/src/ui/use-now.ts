// The page's running time, drawn anew as it goes.

import { useEffect, useReducer } from "preact/hooks";

/** `performance.now()`, four times a second for as long as somebody waits for something. */
export function useNow(waits: boolean): number {
  const [, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = window.setInterval(again, 250, undefined);
    return () => window.clearInterval(timer);
  }, [waits]);
  return performance.now();
}
