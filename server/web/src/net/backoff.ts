// How long to wait before connecting again. Pure: chance is an argument.

const FIRST_MS = 200;
const LONGEST_MS = 10_000;

/** Jittered exponential wait before attempt `n` (from 0), in milliseconds: 0.2 s to 10 s, never less than half of its step. */
export function backoff(n: number, random: number = Math.random()): number {
  const step = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(n, 16));
  return Math.max(FIRST_MS, step / 2 + (step / 2) * random);
}
