// Small things remembered in this browser. Where storage is forbidden everything still works.

/** Reads a remembered value. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`tianyuan.${key}`);
  } catch {
    return null;
  }
}

/** Remembers a value. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`tianyuan.${key}`, value);
  } catch {
    // Private windows may forbid it; the value then lasts as long as the page.
  }
}
