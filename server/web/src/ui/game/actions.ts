// What a player does in a room, and what the page shows until the server has answered.
// The server is the judge: the page only knows whose turn it is and where stones are.

import { signal } from "@preact/signals";
import type { Means } from "../../board/board";
import { label } from "../../game/points";
import { cellAt } from "../../game/position";
import { t } from "../../i18n";
import { uuid } from "../../lib/uuid";
import { command, type Room } from "../../net/live";
import type { Answer, Command } from "../../net/outbox";
import type { Snapshot } from "../../wire";
import { confirm, toast } from "../feedback";
import { twoStep } from "../prefs";
import { Around } from "./around";
import { tick } from "./sound";

const REJECTED_MS = 1_700;

/** A refusal in the reader's words. */
export function refusalText(a: Exclude<Answer, { ok: true }>): string {
  return a.code === "ko" && a.repeats !== null ? t().koRepeats(a.repeats) : t().refusals[a.code] ?? t().refusals.internal;
}

/** The actions of one room's player. */
export class Actions {
  /** A stone on its way to the server. */
  readonly sent = signal<{ point: string; ply: number } | null>(null);
  /** A stone that waits for its second step. */
  readonly ghost = signal<{ point: string; ply: number } | null>(null);
  /** Where a stone was refused a moment ago. */
  readonly rejected = signal<string | null>(null);
  /** A command other than a stone is on its way. */
  readonly busy = signal(false);
  /** What can be done around the moves. */
  readonly around = new Around(this);

  /** `room` is absent where a game is only read. */
  constructor(private readonly room: Room | null) {}

  /** The room. */
  get id(): string {
    return this.room?.id ?? "";
  }

  /** The game as it is. */
  get game(): Snapshot | null {
    return this.room?.view.peek()?.game ?? null;
  }

  private get myTurn(): boolean {
    const v = this.room?.view.peek();
    return v != null && v.seat !== null && v.game.to_move === v.seat;
  }

  /** A point was chosen on the board. */
  choose(point: string, means: Means): void {
    const game = this.game;
    if (!game || game.phase === "over") return;
    if (this.around.ruledDead.peek()) return this.around.toggleRuled(point);
    if (game.standing.pause) return void toast(t().refusals.paused);
    if (game.phase === "agreement") return void this.mark(point);
    if (game.standing.to_seal && this.myTurn) return this.around.chooseToSeal(point);
    if (!this.myTurn) return void toast(t().refusals.not_your_turn);
    if (this.sent.peek()?.ply === game.ply) return;
    if (cellAt(game.rows, point) !== ".") return this.refuse(point, t().refusals.occupied);
    const careful = twoStep.peek() === "always" || (twoStep.peek() === "auto" && means === "touch");
    const ghost = this.ghost.peek();
    if (careful && !(ghost?.point === point && ghost.ply === game.ply)) this.ghost.value = { point, ply: game.ply };
    else void this.play(point);
  }

  /** The waiting stone is confirmed. */
  confirmGhost(): void {
    const ghost = this.ghost.peek();
    if (ghost && this.game?.ply === ghost.ply) void this.play(ghost.point);
  }

  /** Plays a stone; it is shown as provisional until it is acknowledged. */
  async play(point: string): Promise<void> {
    const game = this.game;
    if (!game) return;
    const mine = { point, ply: game.ply };
    this.ghost.value = null;
    this.sent.value = mine;
    const answer = await command({ type: "play", id: uuid(), room: this.id, ply: game.ply, point });
    // Acknowledged, it stays provisional until its event has come: until then the board does not have it.
    if (answer.ok) return;
    if (this.sent.peek() === mine) this.sent.value = null;
    if (answer.code !== "lost") this.refuse(point, refusalText(answer));
  }

  /** Passes, after a question. */
  async pass(): Promise<void> {
    const game = this.game;
    if (!game || !this.myTurn) return;
    const x = t().game;
    const answersPass = game.last?.point === "pass";
    if (!(await confirm({ title: x.passTitle, text: answersPass ? x.passAnswer : x.passText, yes: x.passYes, danger: false }))) return;
    await this.run({ type: "pass", id: uuid(), room: this.id, ply: game.ply });
  }

  /** Has the last period that was used up count as a pass; at once, because time is short. */
  async claimPass(): Promise<void> {
    const game = this.game;
    if (game) await this.run({ type: "claim_pass", id: uuid(), room: this.id, ply: game.ply });
  }

  /** Resigns, after a question. */
  async resign(): Promise<void> {
    const x = t().game;
    if (!(await confirm({ title: x.resignTitle, text: x.resignText, yes: x.resignYes, danger: true }))) return;
    await this.run({ type: "resign", id: uuid(), room: this.id });
  }

  /** Goes on vacation, after a question. */
  async beginVacation(): Promise<void> {
    const x = t().vacation;
    if (!(await confirm({ title: x.title, text: x.text, yes: x.yes, danger: false }))) return;
    await this.run({ type: "begin_vacation", id: uuid(), room: this.id });
  }

  /** Plays here from now on rather than on another device. */
  async takeSeat(): Promise<void> {
    await this.run({ type: "take_seat", id: uuid(), room: this.id });
  }

  /** Comes back from vacation. */
  async endVacation(): Promise<void> {
    await this.run({ type: "end_vacation", id: uuid(), room: this.id });
  }

  /** Marks the group on a point as the opposite of what it is; where territory is counted, sets an empty region aside or back. */
  async mark(point: string): Promise<void> {
    const game = this.game;
    const a = game?.agreement;
    if (!game || !a || this.room?.view.peek()?.seat == null) return;
    if (cellAt(game.rows, point) === ".") {
      if (game.settings.axes.counting !== "territory") return;
      const neutral = !a.neutral.includes(point);
      await this.run({ type: "set_aside", id: uuid(), room: this.id, revision: a.revision, point, neutral });
      return;
    }
    const dead = !a.dead.includes(point);
    await this.run({ type: "mark", id: uuid(), room: this.id, revision: a.revision, point, dead });
  }

  /** Accepts the marking that is shown. */
  async accept(): Promise<void> {
    const a = this.game?.agreement;
    if (a) await this.run({ type: "accept", id: uuid(), room: this.id, revision: a.revision });
  }

  /** Disputes the marking, after a question. */
  async dispute(): Promise<void> {
    const a = this.game?.agreement;
    const x = t().agreement;
    if (!a || !(await confirm({ title: x.disputeTitle, text: x.disputeText[this.game?.settings.axes.resumption ?? "claimant"], yes: x.disputeYes, danger: false }))) return;
    await this.run({ type: "resume_play", id: uuid(), room: this.id, revision: this.game?.agreement?.revision ?? a.revision });
  }

  /** Answers what a repetition offers. */
  async answer(accept: boolean): Promise<void> {
    const game = this.game;
    if (game?.offer) await this.run({ type: "answer_repetition", id: uuid(), room: this.id, ply: game.ply, accept });
  }

  /** A stone does not stand: says why, and shows where. */
  private refuse(point: string, why: string): void {
    const size = this.game?.settings.size ?? 19;
    toast(`${t().game.rolledBack(label(point, size))}${t().lang === "en" ? ": " : "："}${why}`, "bad");
    tick();
    this.rejected.value = point;
    window.setTimeout(() => { if (this.rejected.peek() === point) this.rejected.value = null; }, REJECTED_MS);
  }

  /** Gives a command and says why it was refused; whether it was carried out. */
  async run(c: Command): Promise<boolean> {
    this.busy.value = true;
    try {
      const answer = await command(c);
      if (!answer.ok && answer.code !== "lost") toast(refusalText(answer), "bad");
      return answer.ok;
    } finally {
      this.busy.value = false;
    }
  }
}
