// A whole reading (读秒报时) of a minute is heard and seen: by both players and a spectator, in Chinese and English, by one
// whose tab was asleep, and seen by one who wants to hear nothing. Then the time sheet tells all of it again.
//
// node e2e/reading.mjs PORT PACE [FOLDER FOR PICTURES]
// PACE: how many times faster than the world's the server's time runs; the pages' time is made as fast.

import assert from "node:assert/strict";
import { DESK, PHONE, Person } from "./people.mjs";

const [port, pace, pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const black = new Person(base, DESK);
const white = new Person(base, PHONE);
const guest = new Person(base, DESK);
const people = [black, white, guest];
/** A minute of room time may take so long, with all that a busy machine adds. */
const MINUTE_MS = 60_000 / Number(pace) + 30_000;

const minute = ["30", "40", "50", "55", "58"];
const ten = { zh: [..."一二三四五六七八九十"], en: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] };
const seconds = { zh: (s) => `${s} 秒`, en: (s) => `${s} seconds` };
const FIRST = {
  zh: [...minute.map(seconds.zh), "1 分，还剩 2 分"],
  en: [...minute.map(seconds.en), "One minute, 2 minutes left"],
};
const SECOND = {
  zh: [...minute.map(seconds.zh), "1 分，还剩 1 分"],
  en: [...minute.map(seconds.en), "One minute, one minute left"],
};
const LAST = {
  zh: [...minute.slice(0, 3).map(seconds.zh), ...ten.zh],
  en: [...minute.slice(0, 3).map(seconds.en), ...ten.en],
};

/** In the page, before anything else: notes what is spoken and what stands beside the clocks, and makes its time quick. */
function listen(times) {
  const now = performance.now.bind(performance);
  performance.now = () => now() * times;
  window.noted = { heard: [], shown: [] };
  SpeechSynthesis.prototype.speak = (words) => { window.noted.heard.push({ text: words.text, lang: words.lang }); };
  const before = {};
  new MutationObserver(() => {
    for (const color of ["black", "white"]) {
      const text = document.querySelector(`[data-testid=reading-${color}]`)?.textContent ?? "";
      if (text !== "" && text !== before[color]) window.noted.shown.push({ text, color });
      before[color] = text;
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

const plain = (list) => list.map(({ text, ...rest }) => ({ text: text.replaceAll("\u00a0", " "), ...rest }));
const noted = async (who) => {
  const { heard, shown } = await who.page.evaluate(() => window.noted);
  return { heard: plain(heard), shown: plain(shown) };
};
const forget = (who) => who.page.evaluate(() => { window.noted.heard.length = 0; window.noted.shown.length = 0; });
const spoken = (texts, lang) => texts.map((text) => ({ text, lang }));
const beside = (texts) => texts.map((text) => ({ text, color: "black" }));

async function choose(who, way) {
  await who.at("options").click();
  await who.at("readings").selectOption(way);
  await who.at("options").click();
}

/** Waits until somebody has heard, or seen, so many readings. */
const until = (who, what, many) =>
  who.page.waitForFunction(([list, n]) => window.noted[list].length >= n, [what, many], { timeout: 2 * MINUTE_MS });

/** A game of byo-yomi without main time, in which Black is to make the third move. */
async function begin(periods, length) {
  await black.page.goto(base);
  await black.at("new-challenge").first().click();
  await black.at("opponent-open").click({ force: true });
  await black.at("size-9").click({ force: true });
  await black.at("colour-black").click({ force: true });
  await black.at("clock-own").click({ force: true });
  await black.at("clock-minutes").fill("0");
  await black.at("clock-periods").fill(String(periods));
  await black.at("clock-seconds").fill(String(length));
  await black.at("challenge-submit").click();
  await black.at("challenge-page").waitFor();
  const id = black.page.url().split("/").pop();
  await white.page.goto(base);
  await white.at(`challenge-accept-${id}`).first().click();
  await Promise.all([black.at("game").waitFor(), white.at("game").waitFor()]);
  const path = new URL(black.page.url()).pathname;
  await guest.page.goto(base + path);
  await guest.at("game").waitFor();
  return path.split("/").pop();
}

async function firstMoves() {
  await black.play("ee");
  await white.sees(1);
  await white.play("cc");
  await Promise.all(people.map((who) => who.sees(2)));
  await Promise.all(people.map(forget));
}

/** The tab stands still, as one that was put to sleep; what comes meanwhile waits for it. */
async function sleep(who) {
  const session = await who.context.newCDPSession(who.page);
  await session.send("Debugger.enable");
  const paused = new Promise((resolve) => session.once("Debugger.paused", resolve));
  await session.send("Debugger.pause");
  await paused;
  return async () => {
    await session.send("Debugger.resume");
    await session.detach();
  };
}

/** A game to the flag, in which Black's tab sleeps through most of the second minute. */
async function wholeReading() {
  const id = await begin(3, 60);
  await choose(guest, "none");
  await firstMoves();
  await until(black, "heard", FIRST.en.length);
  const wake = await sleep(black);
  await guest.at("time-sheet-open").click();
  await guest.at("sheet-row").first().waitFor();
  assert.equal(await guest.page.locator("[data-testid=sheet-row][data-kind=moved]").count(), 2);
  assert.ok((await guest.page.locator("[data-testid=sheet-row][data-kind=read]").count()) >= FIRST.en.length);
  await guest.picture(pictures, "time-sheet-running-en");
  await until(white, "heard", FIRST.zh.length + minute.length);
  await wake();
  await Promise.all(people.map((who) => who.at("result").waitFor({ timeout: 3 * MINUTE_MS })));
  await check();
  return id;
}

async function check() {
  const all = (lang) => [...FIRST[lang], ...SECOND[lang], ...LAST[lang]];
  const [b, w, g] = await Promise.all(people.map(noted));
  for (const who of people) assert.equal(await who.at("result").getAttribute("data-sgf"), "W+T");
  assert.deepEqual(w.heard, spoken(all("zh"), "zh-CN"), "White hears it in Chinese");
  assert.deepEqual(w.shown, beside(all("zh")), "and sees it");
  assert.deepEqual(b.shown, beside(all("en")), "Black sees all of it, what came while asleep too");
  assert.deepEqual(g.shown, beside(all("en")), "the spectator sees the same");
  assert.deepEqual(g.heard, [], "and hears nothing, as wished");
  const [first, last] = [b.heard.slice(0, FIRST.en.length), b.heard.slice(-LAST.en.length)];
  assert.deepEqual(first, spoken(FIRST.en, "en"), "Black hears it in English");
  assert.deepEqual(last, spoken(LAST.en, "en"));
  const woken = b.heard.slice(FIRST.en.length, -LAST.en.length);
  assert.ok(woken.length >= 1 && woken.length <= 2, `after its sleep Black hears only the latest: ${JSON.stringify(woken)}`);
  assert.deepEqual(woken, spoken(SECOND.en, "en").slice(-woken.length));
}

/** The sheet of the finished game, on the phone: every move, every reading in its order, at its second. */
async function timeSheet(id) {
  await white.at("time-sheet-open").tap();
  await white.at("sheet-row").first().waitFor();
  const rows = await white.page.$$eval("[data-testid=sheet-row]", (list) => list.map((row) => ({
    kind: row.dataset.kind, at: Number(row.dataset.atMs), spent: Number(row.dataset.spentMs), text: row.cells[1].textContent,
  })));
  const started = rows.filter((row) => row.kind === "moved").at(-1).at;
  const read = rows.filter((row) => row.kind === "read" && row.at > started);
  assert.deepEqual(read.map((row) => row.text.replaceAll("\u00a0", " ")), [...FIRST.zh, ...SECOND.zh, ...LAST.zh]);
  assert.equal(rows.at(-1).kind, "ended");
  if (!rows.some((row) => row.kind === "restored")) {
    const due = [30, 40, 50, 55, 58, 60, 90, 100, 110, 115, 118, 120, 150, 160, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180];
    for (const [n, row] of read.entries()) assert.ok(row.at - started >= due[n] * 1000, `reading ${n} came early`);
    assert.ok(rows.at(-1).spent >= 180_000, "three minutes were used up");
  }
  const sheet = await white.page.evaluate(async (game) => (await fetch(`/api/v1/games/${game}/clock`)).json(), id);
  assert.equal(sheet.entries.length, rows.length, "the page shows what the server tells");
  const wide = await white.page.$eval("[data-testid=time-sheet] article", (e) => [e.scrollWidth, e.clientWidth, window.innerWidth]);
  assert.ok(wide[0] <= wide[1] && wide[1] <= wide[2], `it fits the phone: ${wide}`);
  await white.picture(pictures, "time-sheet-phone-zh");
}

/** Another language than the page's may be spoken; what is shown stays in the page's. */
async function otherVoices() {
  await begin(20, 10);
  await choose(black, "zh");
  await choose(white, "en");
  await firstMoves();
  // Seconds are counted from the first on: two periods hold a whole count, whatever was forgotten of the first.
  await Promise.all([black, white].flatMap((who) => [until(who, "heard", 20), until(who, "shown", 20)]));
  const [b, w, g] = await Promise.all(people.map(noted));
  const holds = (list, lang) => assert.ok(
    list.map((one) => one.text).join(" ").includes(ten[lang].slice(0, 9).join(" ")), `${lang}: ${JSON.stringify(list)}`,
  );
  const languages = (list) => [...new Set(list.map((one) => one.lang))];
  holds(b.heard, "zh");
  holds(b.shown, "en");
  holds(w.heard, "en");
  holds(w.shown, "zh");
  assert.deepEqual([languages(b.heard), languages(w.heard)], [["zh-CN"], ["en"]]);
  assert.deepEqual(g.heard, [], "who wanted to hear nothing still does not");
}

try {
  for (const who of people) who.before = [listen, Number(pace)];
  await Promise.all(people.map((who) => who.open()));
  await black.register(`black${process.pid}`);
  await white.register(`white${process.pid}`);
  const id = await wholeReading();
  await timeSheet(id);
  await otherVoices();
  for (const who of people) assert.deepEqual(who.errors, []);
  console.log("three minutes were read, heard and seen");
} catch (error) {
  for (const who of people) {
    console.error(JSON.stringify(await noted(who).catch(() => null)));
    await who.picture(pictures, `failed-reading-${who.options.locale}`).catch(() => {});
  }
  console.error(error);
  process.exitCode = 1;
} finally {
  await Promise.all(people.map((who) => who.close()));
}
