import { expect, test } from "vitest";
import { readingText } from "../src/game/reading";
import { spentText } from "../src/game/format";
import { catalogues, lang } from "../src/i18n";
import { READINGS, readings } from "../src/ui/prefs";
import { spokenLanguage } from "../src/ui/game/voice";

test("the voice speaks the page's language, or the one that was chosen, or not", () => {
  const [page, wanted] = [lang.peek(), readings.peek()];
  for (const here of ["zh", "en"] as const) {
    lang.value = here;
    const spoken = READINGS.map((way) => {
      readings.value = way;
      return spokenLanguage();
    });
    expect(spoken).toEqual([here, "zh", "en", null, null]);
  }
  lang.value = "en";
  const ten = { kind: "read", color: "black", second: 60, count: 10, periods: 0 } as const;
  expect([readingText(ten, 60_000), readingText(ten, 60_000, catalogues.zh.reading)]).toEqual(["10", "十"]);
  [lang.value, readings.value] = [page, wanted];
});

test("what was spent is told to the tenth, and never more than was spent", () => {
  expect([0, 99, 100, 12_345, 59_999, 60_000, 3_905_040].map(spentText))
    .toEqual(["0:00.0", "0:00.0", "0:00.1", "0:12.3", "0:59.9", "1:00.0", "1:05:05.0"]);
});
