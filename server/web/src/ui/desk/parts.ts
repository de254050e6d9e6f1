// Which parts of the desk somebody sees. The server decides what is done; here only what would be refused is left out.

import { powers } from "../../net/desk";
import type { Power, SanctionKind } from "../../wire";

/** The parts, each with the powers of which one opens it. */
const PARTS = {
  reports: ["moderate"], calls: ["rule"], appeals: ["moderate"], people: ["moderate", "keep_ranks", "rule_as_chief", "appoint"],
  rooms: ["keep_rooms"], audit: ["audit"], settings: ["operate", "appoint"],
} satisfies Record<string, Power[]>;

/** A part of the desk. */
export type Part = keyof typeof PARTS;

/** Those that somebody with the present powers sees. */
export function parts(): Part[] {
  return (Object.keys(PARTS) as Part[]).filter((part) => PARTS[part].some((power: Power) => powers.value.has(power)));
}

/** What each kind of sanction wants. */
const KINDS: Record<SanctionKind, Power> = {
  notice: "moderate", mute: "moderate", suspension: "moderate", ban: "ban", rank_freeze: "keep_ranks", annulment: "rule_as_chief",
};

/** The kinds of sanctions that somebody with the present powers imposes, lifts and decides about. */
export const kinds = (): SanctionKind[] => (Object.keys(KINDS) as SanctionKind[]).filter((kind) => powers.value.has(KINDS[kind]));
