// Saves what the page holds as a file.

const KEPT_MS = 60_000;

/** Has the browser download it under this name. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  document.body.append(a);
  a.click();
  a.remove();
  // Some browsers read the address only after a while.
  window.setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
