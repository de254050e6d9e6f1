// What a form waits for, and what went wrong with it.

import { useState } from "preact/hooks";

/** A form's state: one thing at a time, and the last error until the next try. */
export function usePending() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(failure ?? "failed");
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}
