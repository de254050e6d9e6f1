// What a part of the desk has read from the server: whole, or page by page.

import { useEffect, useState } from "preact/hooks";

/** Something that is read when the page opens or `of` changes, and again on demand. */
export function useLoad<T>(read: () => Promise<T>, of: readonly unknown[]) {
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const load = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      setData(await read());
    } catch (e) {
      setError(e);
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    setData(null);
    void load();
  }, of);
  return { data, error, busy, load };
}

type Page<T, C> = { items: T[]; next?: C | null };

/** A list that comes in pages. */
export function usePages<T, C>(read: (after: C | null) => Promise<Page<T, C>>, of: readonly unknown[]) {
  const [items, setItems] = useState<T[] | null>(null);
  const [next, setNext] = useState<C | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const load = async (after: C | null): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const page = await read(after);
      setItems((old) => [...(after === null ? [] : old ?? []), ...page.items]);
      setNext(page.next ?? null);
    } catch (e) {
      setError(e);
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    setItems(null);
    setNext(null);
    void load(null);
  }, of);
  return { items, error, busy, more: next === null ? null : () => void load(next), again: () => void load(null) };
}
