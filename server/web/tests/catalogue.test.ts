import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogues } from "../src/i18n";

/** Every text of a catalogue by its path; functions are called with something for each argument. */
function texts(node: unknown, path = ""): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  if (typeof node === "function") return [[path, String((node as (...a: unknown[]) => unknown)(2, 3, 4, 5))]];
  return Object.entries(node as object).flatMap(([k, v]) => texts(v, path === "" ? k : `${path}.${k}`));
}

const { en, zh } = catalogues;

test("both catalogues have the same texts, none of them empty", () => {
  expect(texts(zh).map(([p]) => p)).toEqual(expect.arrayContaining(texts(en).map(([p]) => p)));
  expect(texts(zh)).toHaveLength(texts(en).length);
  for (const [path, text] of [...texts(en), ...texts(zh)]) expect(text.trim(), path).not.toBe("");
});

test("the Chinese texts are Chinese and the English ones are not", () => {
  const han = /\p{Script=Han}/u;
  const either = new Set(["lang", "locale", "nav.otherLanguage", "nav.otherLanguageLabel", "replay.at", "game.at", "game.comma", "game.announce"]);
  const game = /[子目]|猜先|死活/g;
  for (const [path, text] of texts(zh)) if (!either.has(path)) expect(han.test(text), `${path}: ${text}`).toBe(true);
  for (const [path, text] of texts(en)) if (!either.has(path)) expect(han.test(text.replace(game, "")), `${path}: ${text}`).toBe(false);
});

test("every refusal code of the protocol has a text", () => {
  const source = readFileSync(new URL("../src/protocol/Code.ts", import.meta.url), "utf8");
  const codes = source.slice(source.indexOf("export type Code")).match(/"[a-z_]+"/g)?.map((c) => c.slice(1, -1)) ?? [];
  expect(codes.length).toBeGreaterThan(30);
  for (const code of codes) expect(Object.keys(en.refusals), code).toContain(code);
});
