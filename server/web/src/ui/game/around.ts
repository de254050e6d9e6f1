// What can be done around the moves: ask and answer, seal, claim, rule. Each a command, with a question before what
// cannot be taken back.

import { signal } from "@preact/signals";
import { cellAt, groupAt } from "../../game/position";
import { t } from "../../i18n";
import { uuid } from "../../lib/uuid";
import type { AbsenceClaim, RequestKind, Ruling, Snapshot } from "../../wire";
import { confirm, toast } from "../feedback";
import type { Actions } from "./actions";

/** The commands. */
export class Around {
  /** The move that waits to be sealed: a point or `pass`. */
  readonly envelope = signal<{ point: string; ply: number } | null>(null);
  /** The stones that a referee marks as dead, while it rules on them. */
  readonly ruledDead = signal<readonly string[] | null>(null);

  constructor(private readonly actions: Actions) {}

  private get game(): Snapshot | null {
    return this.actions.game;
  }

  /** Asks the other side; for a pause or an adjournment with the room time at which play is to go on. */
  async ask(request: RequestKind, until_ms: number | null = null): Promise<void> {
    const game = this.game;
    const until = until_ms === null ? {} : { until_ms };
    if (game) await this.actions.run({ type: "ask", id: uuid(), room: this.actions.id, ply: game.ply, request, ...until });
  }

  /** Answers what the other side asks. */
  async reply(request: number, accept: boolean): Promise<void> {
    await this.actions.run({ type: "reply", id: uuid(), room: this.actions.id, request, accept });
  }

  /** Takes back what one has asked. */
  async withdraw(request: number): Promise<void> {
    await this.actions.run({ type: "withdraw", id: uuid(), room: this.actions.id, request });
  }

  /** Calls the referee about the matter at hand. */
  async callReferee(): Promise<void> {
    const game = this.game;
    if (game) await this.actions.run({ type: "call_referee", id: uuid(), room: this.actions.id, ply: game.ply });
  }

  /** Takes one's call back. */
  async withdrawCall(): Promise<void> {
    await this.actions.run({ type: "withdraw_call", id: uuid(), room: this.actions.id });
  }

  /** Takes a point, or `pass`, for sealing; it still waits to be confirmed. */
  chooseToSeal(point: string): void {
    const game = this.game;
    if (game) this.envelope.value = { point, ply: game.ply };
  }

  /** Seals what waits. Nothing of it stays on the page. */
  async seal(): Promise<void> {
    const chosen = this.envelope.peek();
    if (!chosen || chosen.ply !== this.game?.ply) return;
    const sealed = await this.actions.run({ type: "seal", id: uuid(), room: this.actions.id, ply: chosen.ply, point: chosen.point });
    if (sealed) this.envelope.value = null;
  }

  /** Claims something of an opponent who is away; the win after a question. */
  async claim(claim: AbsenceClaim): Promise<void> {
    const game = this.game;
    const x = t().absence;
    if (!game) return;
    if (claim === "win" && !(await confirm({ title: x.winTitle, text: x.winText, yes: x.winYes, danger: true }))) return;
    await this.actions.run({ type: "claim_absence", id: uuid(), room: this.actions.id, ply: game.ply, claim });
  }

  /** Rules; whether it was carried out. */
  async rule(ruling: Ruling, reason: string): Promise<boolean> {
    const ruled = await this.actions.run({ type: "rule", id: uuid(), room: this.actions.id, ruling, reason });
    if (ruled) toast(t().referee.done);
    return ruled;
  }

  /** Turns the group on a point dead or alive in a referee's marking. */
  toggleRuled(point: string): void {
    const game = this.game;
    const now = this.ruledDead.peek();
    if (!game || !now || cellAt(game.rows, point) === ".") return;
    const group = groupAt(game.rows, point);
    this.ruledDead.value = now.includes(point) ? now.filter((p) => !group.includes(p)) : [...now, ...group];
  }
}
