// Whether this page plays for its player, or another of the player's connections does. Without sockets or time.

/** How long after a loss a page asks for its seat by itself, in milliseconds: until then the server may think its old socket there. */
export const OWN_SEAT_MS = 40_000;

/** What the page knows of its seat: whether it holds it, and since when it has been cut off. */
export type Seat = { held: boolean; lostAt: number | null };

/** Nobody's. */
export const NO_SEAT: Seat = { held: false, lostAt: null };

/** The page is cut off from the room; a later loss is none. */
export function lostSeat(seat: Seat, now: number): Seat {
  return seat.held && seat.lostAt === null ? { ...seat, lostAt: now } : seat;
}

/** The server says, as the page watches again, who holds the seat; `take`: it was this page's a moment ago and is asked for. */
export function seatAfter(seat: Seat, held: boolean, now: number): { seat: Seat; take: boolean } {
  const mine = seat.held && seat.lostAt !== null && now - seat.lostAt < OWN_SEAT_MS;
  return { seat: { held: held || mine, lostAt: null }, take: !held && mine };
}

const KEY = "ty-seat";

/** A page that goes, perhaps to be loaded again at once, leaves a note of what it held. */
export function leaveNote(rooms: readonly string[], now: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ rooms, now }));
  } catch {
    // Without a storage it is asked for by hand.
  }
}

/** What a room's seat was to the page before this one in the same tab. */
export function noted(room: string): Seat {
  try {
    const note = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as { rooms: string[]; now: number } | null;
    if (!note?.rooms.includes(room)) return NO_SEAT;
    // What it says of other rooms stays for them.
    leaveNote(note.rooms.filter((other) => other !== room), note.now);
    return { held: true, lostAt: note.now };
  } catch {
    return NO_SEAT;
  }
}
