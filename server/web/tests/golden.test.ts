// The golden frames of the protocol, read by this client as the server's own tests read them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replay } from "../src/game/position";
import { applyEvent, applyEvents, fromSnapshot } from "../src/net/room";
import type { ClientMessage, ServerMessage } from "../src/wire";
import { game } from "./sample";

const folder = join(import.meta.dirname, "../../../protocol/tests/golden");
const files = readdirSync(folder).filter((f) => f.endsWith(".json")).sort();

const client: Record<ClientMessage["type"], true> = {
  hello: true, ping: true, watch: true, unwatch: true, lobby: true, play: true, pass: true, resign: true, mark: true, accept: true, resume_play: true,
  set_aside: true, claim_pass: true, answer_repetition: true, ask: true, reply: true, withdraw: true, seal: true,
  claim_absence: true, rule: true, call_referee: true, withdraw_call: true, begin_vacation: true, end_vacation: true, say: true, hide_line: true, take_seat: true, rematch: true,
};
const server: Record<ServerMessage["type"], true> = {
  welcome: true, pong: true, ack: true, refused: true, snapshot: true, resumed: true, event: true, presence: true, lagged: true,
  lobby: true, game_started: true, closing: true, talk: true, said: true, line_hidden: true, muted: true, seat: true, removed: true, rematch: true, maintenance: true,
};

const frame = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
const messages = files.filter((f) => f.startsWith("server-")).map((f) => [f, frame(f) as ServerMessage] as const);

test.each(files)("%s has a type that this client knows", (file) => {
  const known = Object.keys(file.startsWith("client-") ? client : server);
  expect(known).toContain((frame(file) as { type: string }).type);
});

test.each(messages.filter(([, m]) => m.type === "snapshot"))("%s becomes a view whose moves can be replayed", (_, m) => {
  if (m.type !== "snapshot") throw new Error("filtered above");
  const view = fromSnapshot(m.game, m.seat, null);
  expect(view.game.rows).toHaveLength(m.game.settings.size);
  for (const row of view.game.rows) expect(row).toMatch(new RegExp(`^[.XO]{${m.game.settings.size}}$`));
  expect(replay(view.game)).toHaveLength(m.game.moves.length + 1);
});

test.each(messages.filter(([, m]) => m.type === "event"))("%s is applied", (_, m) => {
  if (m.type !== "event") throw new Error("filtered above");
  const before = fromSnapshot({ ...game(19), seq: m.seq - 1 }, null, null);
  const { view, gap } = applyEvent(before, m);
  expect(gap).toBe(false);
  expect(view.game.seq).toBe(m.seq);
  if (!["accepted", "asked_again", "repetition_accepted", "read", "ruled", "removed", "readmitted"].includes(m.event.kind)) expect({ ...view.game, seq: 0 }).not.toEqual({ ...before.game, seq: 0 });
});

test.each(messages.filter(([, m]) => m.type === "resumed"))("%s is applied without a gap", (_, m) => {
  if (m.type !== "resumed") throw new Error("filtered above");
  const before = fromSnapshot({ ...game(19), seq: (m.events[0]?.seq ?? 1) - 1 }, null, null);
  const { view, gap } = applyEvents(before, m.events);
  expect(gap).toBe(false);
  expect(view.game.seq).toBe(m.events.at(-1)?.seq ?? before.game.seq);
});
