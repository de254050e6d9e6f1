// The language in use: chosen in the header, remembered, else the browser's.

import { computed, effect, signal } from "@preact/signals";
import { remember, remembered } from "../lib/storage";
import { en } from "./en";
import { zh } from "./zh";

/** The languages. */
export type Lang = "zh" | "en";

/** All catalogues. */
export const catalogues: Record<Lang, typeof en> = { en, zh };

function initial(): Lang {
  const kept = remembered("lang");
  if (kept === "zh" || kept === "en") return kept;
  return typeof navigator !== "undefined" && navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** The language in use. */
export const lang = signal<Lang>(initial());

const catalogue = computed(() => catalogues[lang.value]);

/** The texts in the language in use; read inside a component it follows the switch. */
export const t = (): typeof en => catalogue.value;

/** Switches to the other language and remembers it. */
export function toggleLang(): void {
  lang.value = lang.value === "zh" ? "en" : "zh";
  remember("lang", lang.value);
}

/** Keeps the document's language in step. */
export function startLang(): void {
  effect(() => { document.documentElement.lang = t().lang; });
}

/** The time zone that the reader has chosen in the profile; none: the browser's. */
export const timeZone = signal<string | null>(null);

/** Uses a language that the account prefers, unless this browser was told another. */
export function preferLang(preferred: Lang): void {
  if (remembered("lang") === null) lang.value = preferred;
}

/** A date and time of the viewer's place, short; the year only when it is not this one. */
export function dateText(ms: number, now: number = Date.now()): string {
  const otherYear = new Date(ms).getFullYear() !== new Date(now).getFullYear();
  const day: Intl.DateTimeFormatOptions = { month: "short", day: "numeric", ...(otherYear ? { year: "numeric" } : {}) };
  const zone = timeZone.value === null ? {} : { timeZone: timeZone.value };
  return new Intl.DateTimeFormat(t().locale, { ...day, ...zone, hour: "2-digit", minute: "2-digit", hour12: false }).format(ms);
}
