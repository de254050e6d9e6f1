// Sounds made on the spot, so that no file has to be loaded. Silent until the page was touched once.

import { sound } from "../prefs";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (sound.peek() === "off" || typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A short burst of filtered noise: wood under a stone. */
function knock(a: AudioContext, at: number, hz: number, loud: number): void {
  const length = Math.floor(a.sampleRate * 0.09);
  const buffer = a.createBuffer(1, length, a.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * Math.exp(-i / (length * 0.12));
  const source = a.createBufferSource();
  source.buffer = buffer;
  const filter = a.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = hz;
  filter.Q.value = 3.2;
  const gain = a.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(a.destination);
  source.start(at);
}

/** A soft tone. */
function tone(a: AudioContext, at: number, hz: number, seconds: number, loud: number): void {
  const o = a.createOscillator();
  const gain = a.createGain();
  o.frequency.value = hz;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  o.connect(gain).connect(a.destination);
  o.start(at);
  o.stop(at + seconds);
}

/** A stone on the board; with captures also stones into the lid. */
export function stoneSound(captures: number): void {
  const a = audio();
  if (!a) return;
  knock(a, a.currentTime, 1150, 1.5);
  for (let i = 0; i < Math.min(captures, 4); i += 1) knock(a, a.currentTime + 0.13 + i * 0.06, 2300 + i * 90, 0.5);
}

/** A pass, a refusal, the last seconds. */
export function tick(): void {
  const a = audio();
  if (a) tone(a, a.currentTime, 880, 0.07, 0.12);
}

/** The end of the game. */
export function bell(): void {
  const a = audio();
  if (!a) return;
  tone(a, a.currentTime, 523, 1.2, 0.14);
  tone(a, a.currentTime + 0.16, 784, 1.4, 0.1);
}
