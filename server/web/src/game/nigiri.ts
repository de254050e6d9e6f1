// Checks a draw of the colours (猜先): the published hash must belong to the number revealed.

import type { Nigiri } from "../wire";

/** What the check found; `unavailable` where the browser gives no digests (pages over plain HTTP). */
export type Check = "right" | "wrong" | "unavailable";

/** Hexadecimal SHA-256 of a text. */
async function sha256(subtle: SubtleCrypto, text: string): Promise<string> {
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Recomputes the hash of `number:nonce`. */
export async function verify(nigiri: Nigiri, subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle): Promise<Check> {
  if (!subtle) return "unavailable";
  const hash = await sha256(subtle, `${nigiri.number}:${nigiri.nonce}`);
  return hash === nigiri.hash.toLowerCase() ? "right" : "wrong";
}

/** Whether the guesser was right, and so took Black. */
export const guessedRight = (n: Nigiri): boolean => (n.number % 2 === 1) === n.guess_odd;
