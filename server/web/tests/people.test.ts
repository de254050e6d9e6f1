import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COUNTRIES, countryName } from "../src/lib/countries";
import { heard } from "../src/net/talk";
import { parseRoute } from "../src/router";
import type { Line } from "../src/wire";

test("the countries are the server's, and have names", () => {
  const source = readFileSync(new URL("../src/protocol/Country.ts", import.meta.url), "utf8");
  const codes = source.slice(source.indexOf("export type Country")).match(/"[A-Z]{2}"/g)?.map((c) => c.slice(1, -1)) ?? [];
  expect(codes.length).toBeGreaterThan(200);
  expect([...COUNTRIES].sort()).toEqual(codes.sort());
  expect(countryName("CN", "en")).toBe("China");
});

test("a person's page is found by the name", () => {
  expect(parseRoute("/people/Lee")).toEqual({ page: "person", name: "Lee" });
  expect(parseRoute("/people/%E6%9D%8E%E4%B8%96%E7%9F%B3")).toEqual({ page: "person", name: "李世石" });
  for (const path of ["/people", "/people/a/b", "/people/%E0%A4%A"]) expect(parseRoute(path), path).toEqual({ page: "nowhere" });
});

test("the blocked are not heard, but referees where only players and referees speak", () => {
  const line = (number: number, id: string): Line => ({ number, by: { id, name: id }, text: "", ply: 0, wall_ms: 0 });
  const lines = [line(1, "black"), line(2, "white"), line(3, "officer")];
  const who = (all: readonly Line[]) => all.map((l) => l.by.id);
  const blocked = new Set(["white", "officer"]);
  expect(who(heard(lines, "players", blocked, ["black", "white"]))).toEqual(["black", "officer"]);
  expect(who(heard(lines, "spectators", blocked, ["black", "white"]))).toEqual(["black"]);
  expect(heard(lines, "players", new Set(), ["black", "white"])).toBe(lines);
});
