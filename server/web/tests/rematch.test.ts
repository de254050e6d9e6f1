// Rematches as the page knows them.

import { expect, test } from "vitest";
import { NO_REMATCHES, offersElsewhere, openOffer, withEnded, withRematch, type Rematch } from "../src/net/rematch";
import type { ServerMessage } from "../src/wire";

const lee = { id: "l", name: "Lee" };

function says(revision: number, more: Partial<Extract<ServerMessage, { type: "rematch" }>> = {}): Extract<ServerMessage, { type: "rematch" }> {
  return { type: "rematch", room: "r", revision, offers_left: 3, ...more };
}

const offered = withRematch(NO_REMATCHES, says(1, { offer: { by: lee, left_ms: 120_000 } }), 1_000);

test("an offer is open until its moment, and nobody need say that it is over", () => {
  const known = offered.get("r") as Rematch;
  expect(openOffer(known, 120_999)).toEqual({ by: lee, until: 121_000 });
  expect(openOffer(known, 121_000)).toBeNull();
});

test("what is older than what is known changes nothing", () => {
  const declined = withRematch(offered, says(2), 2_000);
  expect(declined.get("r")?.offer).toBeNull();
  expect(withRematch(declined, says(1, { offer: { by: lee, left_ms: 5_000 } }), 3_000)).toBe(declined);
  expect(withRematch(declined, says(2, { offers_left: 2 }), 3_000).get("r")?.offersLeft).toBe(2);
});

test("a game that ends before our eyes can have a rematch, whatever comes first", () => {
  expect(withEnded(NO_REMATCHES, "r").get("r")).toEqual({ revision: 0, offer: null, offersLeft: 1, game: null });
  expect(withEnded(offered, "r")).toBe(offered);
  expect(withRematch(withEnded(NO_REMATCHES, "r"), says(0), 1).get("r")?.offersLeft).toBe(3);
});

test("elsewhere only the open offers of others are told", () => {
  expect(offersElsewhere(offered, "me", null, 2_000)).toEqual([{ room: "r", by: lee, until: 121_000 }]);
  expect(offersElsewhere(offered, "me", "r", 2_000)).toEqual([]);
  expect(offersElsewhere(offered, lee.id, null, 2_000)).toEqual([]);
  expect(offersElsewhere(offered, "me", null, 121_000)).toEqual([]);
});

test("old ones are forgotten", () => {
  let all = NO_REMATCHES;
  for (let i = 0; i < 100; i += 1) all = withRematch(all, says(1, { room: `r${i}` }), 0);
  expect(all.size).toBe(32);
  expect(all.has("r99")).toBe(true);
});
