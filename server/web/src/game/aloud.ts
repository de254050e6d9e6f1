// Which readings of the clock (读秒报时) are said. Pure: time is an argument, speaking and waiting are given.
//
// Every reading is said as it comes. One that comes late — the tab was asleep, the network was away — may have others
// right behind it: of those only the latest is said, and none once its turn is over. What is read of both sides at the
// same moment, while both are awaited, is said once. All of them are shown.

import type { Reading } from "../net/room";
import type { Event, RoomEvent } from "../wire";

/** A reading that comes later than this after its second, in room time, is late. */
export const LATE_MS = 2_000;
/** How long a late reading waits for a later one. */
export const WAIT_MS = 100;

/** What ends a turn, and with it the wish to hear how long it has lasted. A flag does not: its "ten" is still said. */
const ENDS_TURN: readonly Event["kind"][] = ["played", "passed", "handicap_placed"];

/** Says readings. */
export class Aloud {
  private waits: Reading | null = null;
  private last: { at_ms: number; words: string } | null = null;

  constructor(private readonly say: (r: Reading) => void, private readonly later: (f: () => void, ms: number) => void) {}

  /** Events that came together; `now` is room time, where it is known. */
  heard(events: readonly RoomEvent[], now: number | null): void {
    for (const e of events) {
      if (ENDS_TURN.includes(e.event.kind)) this.waits = null;
      if (e.event.kind !== "read" || this.isSaid(e.at_ms, e.event)) continue;
      const late = events.length > 1 || (now !== null && now - e.at_ms > LATE_MS);
      if (late) this.wait(e.event);
      else {
        this.waits = null;
        this.say(e.event);
      }
    }
  }

  /** Whether the same was read of the other side at that very moment. */
  private isSaid(at_ms: number, { second, count, periods }: Reading): boolean {
    const words = `${second} ${count ?? ""} ${periods}`;
    const said = this.last?.at_ms === at_ms && this.last.words === words;
    this.last = { at_ms, words };
    return said;
  }

  private wait(r: Reading): void {
    const waiting = this.waits !== null;
    this.waits = r;
    if (!waiting) this.later(() => this.sayLatest(), WAIT_MS);
  }

  private sayLatest(): void {
    const r = this.waits;
    this.waits = null;
    if (r) this.say(r);
  }
}
