// Speaks the readings of the clock, where the browser has a voice for the page's language. The text stands beside
// the clock all the same, and the live region has it.

import { lang } from "../../i18n";
import { readings } from "../prefs";
import { tick } from "./sound";

/** The voice of a language, or nothing. */
function voiceFor(language: string): SpeechSynthesisVoice | null {
  const of = language.slice(0, 2).toLowerCase();
  return speechSynthesis.getVoices().find((v) => v.lang.toLowerCase().startsWith(of)) ?? null;
}

/** Says a reading as the viewer wants it: spoken, as a short sound (also without a voice), or not at all. */
export function say(text: string): void {
  if (readings.peek() === "none") return;
  const language = lang.peek() === "zh" ? "zh-CN" : "en";
  const voice = readings.peek() === "voice" && typeof speechSynthesis !== "undefined" ? voiceFor(language) : null;
  if (voice === null) return tick();
  // What is late is worse than nothing: the newest reading takes the place of one still being said.
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.voice = voice;
  words.lang = voice.lang;
  words.rate = 1.2;
  speechSynthesis.speak(words);
}
