import { beforeEach, expect, test } from "vitest";
import { may, powers } from "../src/net/desk";
import { parseRoute } from "../src/router";
import { kinds, parts } from "../src/ui/desk/parts";
import { gameId } from "../src/ui/desk/sanction-form";
import type { Power } from "../src/wire";

const ALL: Power[] = ["rule", "rule_as_chief", "organise", "keep_ranks", "moderate", "ban", "keep_rooms", "appoint", "audit", "operate"];

beforeEach(() => { powers.value = new Set(); });

test("whoever has no office has no desk, and each office its own parts", () => {
  expect([parts(), kinds(), may("moderate")]).toEqual([[], [], false]);
  const table: [Power[], string][] = [
    [["rule"], "calls /"],
    [["rule", "rule_as_chief"], "calls people / annulment"],
    [["organise"], "/"],
    [["keep_ranks"], "people / rank_freeze"],
    [["moderate"], "reports appeals people / notice mute suspension"],
    [ALL, "reports calls appeals people rooms audit settings / notice mute suspension ban rank_freeze annulment"],
  ];
  for (const [has, wanted] of table) {
    powers.value = new Set(has);
    expect([...parts(), "/", ...kinds()].join(" ")).toBe(wanted);
  }
});

test("a link leads to a moment of a game", () => {
  expect(parseRoute("/game/abc", "#move-57")).toEqual({ page: "game", id: "abc", moment: { ply: 57 } });
  expect(parseRoute("/game/abc", "#line-spectators-3")).toEqual({ page: "game", id: "abc", moment: { stream: "spectators", line: 3 } });
  for (const hash of ["", "#main", "#move-", "#move--1", "#move-1e9", "#move-1234567890", "#line-nobody-1", "#line-players", "#move-1 "]) {
    expect(parseRoute("/game/abc", hash), hash).toEqual({ page: "game", id: "abc", moment: null });
  }
});

test("the desk has addresses", () => {
  expect(parseRoute("/desk")).toEqual({ page: "desk", part: "", id: "" });
  expect(parseRoute("/desk/reports/1")).toEqual({ page: "desk", part: "reports", id: "1" });
  expect(parseRoute("/desk/people/%E6%9D%8E%E4%B8%96%E7%9F%B3")).toEqual({ page: "desk", part: "people", id: "李世石" });
  for (const path of ["/desk/people/%E0%A4%A", "/desk/a/b/c"]) expect(parseRoute(path), path).toEqual({ page: "nowhere" });
});

test("a game is named by its address or its id", () => {
  const id = "0190a6f2-7c3e-7bd2-9b41-2f5f0c1d2e3f";
  for (const text of [id, `/game/${id}`, `https://go.example.org/game/${id}#move-5`, ` ${id.toUpperCase()} `]) expect(gameId(text)?.toLowerCase(), text).toBe(id);
  for (const text of ["", "game", "0190a6f2-7c3e-7bd2-9b41"]) expect(gameId(text), text).toBeNull();
});
