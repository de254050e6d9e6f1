// Rematches of finished games, as the server last told them. Without sockets; `now` is the page's running time.

import type { PlayerRef, ServerMessage } from "../wire";

/** Where the rematch of a game stands. */
export type Rematch = {
  revision: number;
  /** What is offered, and until when in the page's running time. */
  offer: { by: PlayerRef; until: number } | null;
  /** How often we may still offer it. */
  offersLeft: number;
  /** The game that it became. */
  game: string | null;
};

/** Rematches by the finished game. */
export type Rematches = ReadonlyMap<string, Rematch>;

/** None is known. */
export const NO_REMATCHES: Rematches = new Map();

/** More than anybody plays in one sitting; the oldest is forgotten. */
const MOST = 32;

/** A game of ours has just ended: nobody has said anything yet, and how often one may offer is the server's to say. */
export const JUST_ENDED: Rematch = { revision: 0, offer: null, offersLeft: 1, game: null };

/** What the server says, unless something newer is known. */
export function withRematch(all: Rematches, m: Extract<ServerMessage, { type: "rematch" }>, now: number): Rematches {
  const offer = m.offer ? { by: m.offer.by, until: now + m.offer.left_ms } : null;
  return having(all, m.room, { revision: m.revision, offer, offersLeft: m.offers_left, game: m.game ?? null });
}

/** A game of ours has ended before our eyes. */
export const withEnded = (all: Rematches, room: string): Rematches => (all.has(room) ? all : having(all, room, JUST_ENDED));

function having(all: Rematches, room: string, rematch: Rematch): Rematches {
  if ((all.get(room)?.revision ?? 0) > rematch.revision) return all;
  const next = new Map(all).set(room, rematch);
  for (const oldest of next.keys()) {
    if (next.size <= MOST) break;
    next.delete(oldest);
  }
  return next;
}

/** The offer that is open at a moment; silence has closed the others. */
export const openOffer = (rematch: Rematch, now: number): Rematch["offer"] => (rematch.offer && now < rematch.offer.until ? rematch.offer : null);

/** The offers of others that are open at a moment, but for the game that is on view. */
export function offersElsewhere(all: Rematches, me: string, onView: string | null, now: number): { room: string; by: PlayerRef; until: number }[] {
  return [...all].flatMap(([room, r]) => {
    const offer = openOffer(r, now);
    return offer && offer.by.id !== me && room !== onView ? [{ room, ...offer }] : [];
  });
}
