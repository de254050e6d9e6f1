// Commands that wait for their answers. Each keeps its id for as long as it waits, so that sending it
// again after a lost connection cannot make it happen twice. No sockets here.

import type { ClientMessage, Code } from "../wire";

/** A command in a room. */
export type Command = Extract<
  ClientMessage,
  {
    type:
      | "play" | "pass" | "claim_pass" | "resign" | "mark" | "accept" | "resume_play" | "set_aside" | "answer_repetition"
      | "ask" | "reply" | "withdraw" | "seal" | "claim_absence" | "rule" | "call_referee" | "withdraw_call" | "begin_vacation" | "end_vacation" | "take_seat"
      | "say" | "hide_line" | "rematch";
  }
>;

/** How a command ended. `lost`: given up before any answer came (the room was left). */
export type Answer = { ok: true } | { ok: false; code: Code | "lost"; repeats: number | null };

type Waiting = { command: Command; settle: (a: Answer) => void; tries: number };

/** Refusals that changed nothing and ask for the same command again. */
const AGAIN: readonly Code[] = ["busy", "rate_limited", "going_away", "internal"];
const MOST_TRIES = 6;

/** The commands under way. */
export class Outbox {
  private waiting = new Map<string, Waiting>();

  /** Takes a command in; the promise is settled by its answer. */
  add(command: Command): Promise<Answer> {
    return new Promise((settle) => this.waiting.set(command.id, { command, settle, tries: 0 }));
  }

  /** The unanswered commands of a room, in the order in which they were given. */
  of(room: string): Command[] {
    return [...this.waiting.values()].map((w) => w.command).filter((c) => c.room === room);
  }

  /** The unanswered commands of rooms that are not among these. */
  outside(rooms: { has: (room: string) => boolean }): Command[] {
    return [...this.waiting.values()].map((w) => w.command).filter((c) => !rooms.has(c.room));
  }

  /** An `ack`. */
  acked(id: string): void {
    this.settle(id, { ok: true });
  }

  /** A `refused`; returns the command if it should be sent once more, else settles it. */
  refused(id: string, code: Code, repeats: number | null): Command | null {
    const w = this.waiting.get(id);
    if (!w) return null;
    w.tries += 1;
    if (AGAIN.includes(code) && w.tries < MOST_TRIES) return w.command;
    this.settle(id, { ok: false, code, repeats });
    return null;
  }

  /** Gives up what still waits for a room that is no longer watched. */
  drop(room: string): void {
    for (const c of this.of(room)) this.settle(c.id, { ok: false, code: "lost", repeats: null });
  }

  private settle(id: string, answer: Answer): void {
    const w = this.waiting.get(id);
    this.waiting.delete(id);
    w?.settle(answer);
  }
}
