// The viewer's own settings of the game page, remembered in this browser.

import { effect, signal, type Signal } from "@preact/signals";
import { remember, remembered } from "../lib/storage";

function kept<T extends string>(key: string, values: readonly T[], otherwise: T): Signal<T> {
  const found = values.find((v) => v === remembered(key));
  const s = signal<T>(found ?? otherwise);
  effect(() => remember(key, s.value));
  return s;
}

/** A switch. */
export type OnOff = "on" | "off";

/** Whether coordinates stand beside the board. */
export const coordinates = kept<OnOff>("coordinates", ["on", "off"], "on");
/** Whether what people say is shown. */
export const chat = kept<OnOff>("chat", ["on", "off"], "on");
/** Whether stones are heard. */
export const sound = kept<OnOff>("sound", ["on", "off"], "on");
/** How readings of the clock are heard. */
export type Readings = "voice" | "zh" | "en" | "sound" | "none";

/** The ways, in the order of the list. */
export const READINGS: readonly Readings[] = ["voice", "zh", "en", "sound", "none"];

/** Spoken in the page's language, in Chinese, in English; as a sound; not at all. They are always shown. */
export const readings = kept<Readings>("readings", READINGS, "voice");
/** When a move needs a second step: by touch only, always, never. */
export const twoStep = kept<"auto" | "always" | "never">("two-step", ["auto", "always", "never"], "auto");
