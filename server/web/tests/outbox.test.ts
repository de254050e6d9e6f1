import { expect, test } from "vitest";
import { Outbox, type Command } from "../src/net/outbox";

const pass = (id: string, room = "r"): Command => ({ type: "pass", id, room, ply: 0 });

test("a command waits, with its id, until it is answered", async () => {
  const box = new Outbox();
  const answer = box.add(pass("a"));
  expect(box.of("r").map((c) => c.id)).toEqual(["a"]);
  expect(box.of("other")).toEqual([]);
  box.acked("unknown");
  box.acked("a");
  expect(await answer).toEqual({ ok: true });
  expect(box.of("r")).toEqual([]);
});

test("a refusal settles it, with the move that a ko repeats", async () => {
  const box = new Outbox();
  const answer = box.add(pass("a"));
  expect(box.refused("a", "ko", 12)).toBeNull();
  expect(await answer).toEqual({ ok: false, code: "ko", repeats: 12 });
});

test("a refusal that asks for the same command again gets it, but not for ever", async () => {
  const box = new Outbox();
  const answer = box.add(pass("a"));
  let tries = 0;
  while (box.refused("a", "busy", null)?.id === "a") tries += 1;
  expect(tries).toBe(5);
  expect(await answer).toMatchObject({ ok: false, code: "busy" });
});

test("leaving a room gives up its commands only", async () => {
  const box = new Outbox();
  const here = box.add(pass("a"));
  void box.add(pass("b", "other"));
  box.drop("r");
  expect(await here).toMatchObject({ ok: false, code: "lost" });
  expect(box.of("other")).toHaveLength(1);
});
