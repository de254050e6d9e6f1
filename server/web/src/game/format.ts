// Numbers for people: quarter-子 as fractions, clocks, dates. No language texts here.

const FRACTIONS = ["", "¼", "½", "¾"];

/** Quarters as a whole number and ¼ ½ ¾: 15 is `3¾`, −3 is `−¾`, 0 is `0`. */
export function quarters(n: number): string {
  const abs = Math.abs(n);
  const whole = Math.floor(abs / 4);
  const fraction = FRACTIONS[abs % 4] ?? "";
  const text = whole === 0 && fraction !== "" ? fraction : `${whole}${fraction}`;
  return n < 0 ? `−${text}` : text;
}

/** 目 from quarter-子: one quarter-子 is half a 目, so 15 is `7½`. */
export function points(quarterZi: number): string {
  return quarters(quarterZi * 2);
}

/** The same with its sign always shown, for margins. */
export function signed(text: string): string {
  return text.startsWith("−") || text === "0" ? text : `+${text}`;
}

/** A clock's reading: `1:05:00`, `10:00`, `0:09.4` (tenths below ten seconds). Rounded up, so 0 means gone. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 10_000) {
    const tenths = Math.ceil(left / 100);
    return tenths >= 100 ? "0:10" : `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const s = Math.ceil(left / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const h = Math.floor(s / 3600);
  const m = Math.floor(s / 60) % 60;
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

/** The same in whole seconds, rounded up: `1:05:00`, `0:09`. */
export function wholeText(ms: number): string {
  const s = Math.ceil(Math.max(0, ms) / 1000);
  return s < 10 ? `0:0${s}` : clockText(s * 1000);
}

/** A length of time to the tenth: `0:12.3`, `1:05:00.0`; cut off, so that nothing is told that was not spent. */
export function spentText(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const s = Math.floor(tenths / 10);
  const two = (n: number) => String(n).padStart(2, "0");
  const h = Math.floor(s / 3600);
  const m = Math.floor(s / 60) % 60;
  return `${h > 0 ? `${h}:${two(m)}` : m}:${two(s % 60)}.${tenths % 10}`;
}

/** Half the points of a board (归本数) in quarters: 180½ 子 on 19×19 is 722. */
export const baseQuarters = (size: number): number => size * size * 2;
