// The ids of private challenges made in this browser: the lobby does not list them, and whoever made one
// should find it again after closing its page.

import { remember, remembered } from "../lib/storage";

const KEY = "offers";
const MOST = 5;

/** The ids, newest first. */
export function keptOffers(): string[] {
  try {
    const ids: unknown = JSON.parse(remembered(KEY) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps one. */
export function keepOffer(id: string): void {
  remember(KEY, JSON.stringify([id, ...keptOffers().filter((x) => x !== id)].slice(0, MOST)));
}

/** Forgets one. */
export function forgetOffer(id: string): void {
  remember(KEY, JSON.stringify(keptOffers().filter((x) => x !== id)));
}
