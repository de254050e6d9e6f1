// Who plays for a player who has several pages open.

import { expect, test } from "vitest";
import { lostSeat, NO_SEAT, OWN_SEAT_MS, seatAfter } from "../src/net/seat";

test("a page that comes back soon asks for the seat that it had", () => {
  const lost = lostSeat({ held: true, lostAt: null }, 1_000);
  expect(lostSeat(lost, 9_000)).toEqual(lost);
  expect(seatAfter(lost, false, 1_000 + OWN_SEAT_MS - 1)).toEqual({ seat: { held: true, lostAt: null }, take: true });
  expect(seatAfter(lost, true, 1_001)).toEqual({ seat: { held: true, lostAt: null }, take: false });
});

test("after a while the seat is another device's, and is left to it", () => {
  const lost = lostSeat({ held: true, lostAt: null }, 1_000);
  expect(seatAfter(lost, false, 1_000 + OWN_SEAT_MS)).toEqual({ seat: NO_SEAT, take: false });
});

test("who did not have it does not take it", () => {
  expect(lostSeat(NO_SEAT, 5)).toEqual(NO_SEAT);
  expect(seatAfter(NO_SEAT, false, 6)).toEqual({ seat: NO_SEAT, take: false });
  // It was told in time that the seat is elsewhere now.
  expect(seatAfter({ held: false, lostAt: null }, false, 6).take).toBe(false);
});
