// Speaks the readings of the clock, in the language that the viewer chose. The text stands beside the clock all the
// same, and the live region has it.

import { Aloud } from "../../game/aloud";
import { readingText } from "../../game/reading";
import { catalogues, lang, type Lang } from "../../i18n";
import { clockOfSide, roomTime } from "../../net/clock-sync";
import { onRoomEvents } from "../../net/live";
import type { Reading, RoomView } from "../../net/room";
import { readings } from "../prefs";
import { tick } from "./sound";

const TAGS: Record<Lang, string> = { zh: "zh-CN", en: "en" };

/** The language that is spoken: a chosen one, or the page's; nothing when nothing is to be spoken. */
export function spokenLanguage(): Lang | null {
  const wanted = readings.peek();
  if (wanted === "zh" || wanted === "en") return wanted;
  return wanted === "voice" ? lang.peek() : null;
}

/** Says a reading as the viewer wants it: spoken, as a short sound (also without a voice), or not at all. */
function say(r: Reading, periodMs: number): void {
  if (readings.peek() === "none") return;
  const language = spokenLanguage();
  if (language === null || typeof speechSynthesis === "undefined") return tick();
  const voices = speechSynthesis.getVoices();
  const voice = voices.find((v) => v.lang.toLowerCase().startsWith(language));
  // Some systems list no voices and speak all the same; so that something is heard in any case, it is both.
  if (!voice) tick();
  if (!voice && voices.length > 0) return;
  // What is late is worse than nothing: the newest reading takes the place of one still being said.
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(readingText(r, periodMs, catalogues[language].reading));
  if (voice) words.voice = voice;
  words.lang = voice?.lang ?? TAGS[language];
  words.rate = 1.2;
  speechSynthesis.speak(words);
}

/** The length of the periods of the side that is read. */
export function periodOf(view: RoomView, r: Reading): number {
  const clock = clockOfSide(view.game.settings, r.color);
  return clock.system === "byoyomi" ? clock.period_ms : 0;
}

/** Reads a room's clock aloud; call the returned function to stop. */
export function readAloud(room: string): () => void {
  let here = true;
  let view: RoomView | null = null;
  const aloud = new Aloud(
    (r) => { if (here && view) say(r, periodOf(view, r)); },
    (f, ms) => { window.setTimeout(f, ms); },
  );
  const stop = onRoomEvents(room, (events, after) => {
    view = after;
    aloud.heard(events, after.anchor ? roomTime(after.anchor, performance.now()) : null);
  });
  return () => { here = false; stop(); };
}
