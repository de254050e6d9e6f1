// What people say about a game, in three real browsers: the players talk, somebody looks on and reads it, and what is said by
// those who look on is in nothing that a player's page gets before the result is final, and in both after it. Notes, unread
// marks, the switch, and the jump to the move of a line.
//
// node e2e/talk.mjs PORT SIZE [FOLDER FOR PICTURES]

import assert from "node:assert/strict";
import { DESK, PHONE, Person, beginGame } from "./people.mjs";

const [port, size, pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const black = new Person(base, DESK);
const white = new Person(base, PHONE);
const viewer = new Person(base, { ...DESK, locale: "zh-CN" });
const players = [black, white];
const everybody = [...players, viewer];

const ADVICE = "白棋该走三三";
const HELLO = "请多关照 <b>&amp;</b>";
const NOTE = "星位\n下次先占小目";

const press = (who, id) => (who.options.hasTouch ? who.at(id).tap() : who.at(id).click());
const each = (people, f) => Promise.all(people.map(f));

/** Says something with Enter and waits until it is kept: the field is then empty. */
async function say(who, text) {
  await who.at("chat-text").fill(text);
  await who.at("chat-text").press("Enter");
  await who.page.waitForFunction(() => document.querySelector("[data-testid=chat-text]").value === "");
}

const hears = (who, text) => who.at("chat-line").filter({ hasText: text }).first().waitFor();
const lines = (who) => who.at("chat-line").allInnerTexts();

async function begin() {
  await each(everybody, (who) => who.open());
  await black.register(`hei${process.pid}`);
  await white.register(`bai${process.pid}`);
  await viewer.register(`kan${process.pid}`);
  await beginGame(black, white, size);
  await viewer.page.goto(black.page.url());
  await viewer.at("game").waitFor();
}

/** Everything of a page, its frames and its storage that could tell a player what those who look on say. */
async function isUntold(who) {
  for (const told of [...who.frames, ...who.answers]) assert.ok(!told.includes(ADVICE), `the page is told: ${told}`);
  const found = await who.page.evaluate(async (text) => {
    // As a guest, who reads what the players say: the way to it is right.
    const players = await fetch(`/api/v1/games/${location.pathname.split("/").pop()}/chat?stream=players`).then((r) => r.text());
    // Nor as one, what those who look on say.
    const spectators = await fetch(`/api/v1/games/${location.pathname.split("/").pop()}/chat?stream=spectators`).then((r) => r.status);
    return { spectators, page: document.documentElement.innerHTML.includes(text), kept: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]).includes(text), tab: document.querySelector("[data-testid=chat-tab-spectators]") !== null, hello: players.includes("请多关照") };
  }, ADVICE);
  assert.deepEqual(found, { spectators: 404, page: false, kept: false, tab: false, hello: true });
}

async function talk() {
  await say(black, HELLO);
  await each([black, white], (who) => hears(who, "请多关照"));
  await white.sees(0);
  await black.play("cc");
  await white.sees(1);
  await say(white, "Have a good game!");
  await hears(black, "Have a good game!");
  assert.deepEqual((await lines(black)).map((l) => l.includes("<b>&amp;</b>")), [true, false], "it is shown as it was written");
  // Whoever looks on begins with the spectators' conversation and reads the players' in its tab.
  await viewer.at("chat-tab-spectators").waitFor();
  assert.equal(await viewer.at("chat-tab-spectators").getAttribute("aria-selected"), "true");
  await viewer.at("chat-tab-players").locator("[data-testid=chat-unread]").waitFor();
  await say(viewer, ADVICE);
  await hears(viewer, ADVICE);
  await viewer.picture(pictures, "talk-viewer-desk-zh");
  await viewer.at("chat-tab-spectators").press("ArrowLeft");
  await hears(viewer, "请多关照");
  await viewer.at("chat-closed").waitFor();
  await viewer.at("chat-tab-spectators").click();
}

/** Chat is hidden, which is remembered, and what came meanwhile is counted. */
async function hide() {
  await press(white, "chat-toggle");
  await white.at("chat-lines").waitFor({ state: "detached" });
  await say(black, "Still there?");
  await white.at("chat").locator("[data-testid=chat-unread]").waitFor();
  assert.equal(await white.at("chat").getAttribute("data-unread"), "1");
  await white.page.reload();
  await white.at("chat-toggle").waitFor();
  assert.equal(await white.at("chat-lines").count(), 0, "the switch is kept");
  await press(white, "chat-toggle");
  await hears(white, "Still there?");
  await white.page.waitForFunction(() => document.querySelector("[data-testid=chat]").dataset.unread === "0");
}

async function note() {
  await black.at("note").click();
  await black.at("note-text").fill(NOTE);
  await black.at("note-save").click();
  await black.page.waitForFunction(() => document.querySelector("[data-testid=note-state]").dataset.state === "kept");
  await black.picture(pictures, "talk-note-desk-en");
  await black.page.reload();
  await black.at("note").click();
  await black.page.waitForFunction((text) => document.querySelector("[data-testid=note-text]").value === text, NOTE);
  await press(white, "note");
  await white.page.waitForFunction(() => !document.querySelector("[data-testid=note-text]").disabled);
  assert.equal(await white.at("note-text").inputValue(), "", "a note is its writer's alone");
  for (const who of [white, viewer]) for (const frame of who.frames) assert.ok(!frame.includes("小目"));
}

async function end() {
  await each(players, isUntold);
  await white.picture(pictures, "talk-phone-zh");
  await black.picture(pictures, "talk-desk-en");
  await white.at("resign").tap();
  await white.at("confirm-yes").tap();
  await each(everybody, (who) => who.at("result").waitFor());
  for (const who of players) {
    await who.at("chat-tab-spectators").waitFor();
    await who.at("chat-tab-spectators").locator("[data-testid=chat-unread]").waitFor();
    await press(who, "chat-tab-spectators");
    await hears(who, ADVICE);
  }
  // Now all talk with each other, in the room and to whoever comes by the archive.
  await say(black, "Thank you!");
  await each([white, viewer], (who) => hears(who, "Thank you!"));
  await viewer.page.reload();
  await hears(viewer, "Thank you!");
  await say(viewer, "下得好");
  await each(players, (who) => hears(who, "下得好"));
  await black.picture(pictures, "talk-over-desk-en");
  await white.picture(pictures, "talk-over-phone-zh");
  // A line leads to the position at which it was said.
  await black.at("chat-tab-players").click();
  await black.at("chat-line").filter({ hasText: "请多关照" }).locator("button.ply").click();
  await black.page.waitForFunction(() => document.querySelectorAll(".stones circle").length === 0);
}

try {
  await begin();
  await talk();
  await hide();
  await note();
  await end();
  for (const who of everybody) assert.deepEqual(who.errors, []);
  console.log("said, hidden, noted, and read by all in the end");
} catch (error) {
  await each(everybody, (who) => who.picture(pictures, `failed-${who.options.locale}`).catch(() => {}));
  console.error(error);
  process.exitCode = 1;
} finally {
  await each(everybody, (who) => who.close());
}
