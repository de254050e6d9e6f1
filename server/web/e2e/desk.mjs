// The desk of those with an office, in real browsers: a line of the chat and a position are reported, the reports are taken, lead to the
// very moment and to a sanction; whom it is on reads why and appeals; somebody else decides, and the log has it. Two rooms are stopped at once.
//
// node e2e/desk.mjs PORT SIZE [FOLDER FOR PICTURES]; the account `guanli` is an administrator's.

import assert from "node:assert/strict";
import { DESK, PHONE, Person, beginGame } from "./people.mjs";

const [port, size, pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const narrow = { ...PHONE, viewport: { width: 390, height: 844 } };
const hei = new Person(base, DESK);
const bai = new Person(base, narrow);
const moderator = new Person(base, narrow);
const administrator = new Person(base, DESK);
const all = [hei, bai, moderator, administrator];
const names = { hei: `hei${process.pid}`, bai: `bai${process.pid}`, moderator: `zhu${process.pid}` };
const WORDS = "you play like a goose";
const WHY = "你在对局中辱骂对手。";

async function call(method, path, token, body) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${base}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.status === 204 ? null : answer.json();
}

async function logIn(who, name) {
  await who.at("login-open").first().click();
  await who.at("login-name").fill(name);
  await who.at("login-password").fill("a long enough password");
  await who.at("login-submit").click();
  await who.at("account").waitFor();
}

/** Both languages of a page, at the width of whoever looks at it; of a desk's page on a phone, too. */
async function pictures2(who, name) {
  if (!pictures) return;
  if (!who.options.isMobile) {
    await who.page.setViewportSize({ width: 375, height: 812 });
    await who.picture(pictures, `${name}-narrow`);
    await who.page.setViewportSize(DESK.viewport);
  }
  await who.picture(pictures, `${name}-one`);
  await who.at("lang-toggle").click();
  await who.picture(pictures, `${name}-other`);
  await who.at("lang-toggle").click();
}

async function play() {
  await Promise.all(all.map((one) => one.open()));
  await Promise.all([hei.register(names.hei), bai.register(names.bai), moderator.register(names.moderator), logIn(administrator, "guanli")]);
  // Nobody without an office finds a desk.
  await hei.page.goto(`${base}/desk/rooms`);
  await hei.at("desk-nothing").waitFor();
  assert.equal(await hei.at("nav-desk").count(), 0);
  await hei.page.goto(base);
  const game = await beginGame(hei, bai, size);
  await hei.play("cc");
  await bai.sees(1);
  await bai.play("gg");
  await hei.sees(2);
  await bai.at("chat-text").fill(WORDS);
  await bai.at("chat-send").click();
  await hei.at("chat-line").getByText(WORDS).waitFor();
  return game;
}

/** The administrator makes somebody a moderator, at the desk. */
async function appoint() {
  await administrator.at("nav-desk").click();
  await administrator.at("desk-people").click();
  // By how the name begins, and then by the whole of it.
  await administrator.at("people-name").fill("nobody");
  await administrator.at("people-find").click();
  await administrator.at("people-found").waitFor();
  await administrator.at("people-name").fill(names.moderator.slice(0, 3).toUpperCase());
  await administrator.at("people-find").click();
  await administrator.at("offices").waitFor();
  await administrator.at("office-moderator").check();
  await administrator.at("offices-text").fill("elected by the club");
  await pictures2(administrator, "desk-people-desk");
  await administrator.at("offices-send").click();
  await administrator.at("record").locator(".tag").filter({ hasText: "Moderator" }).waitFor();
}

async function report() {
  await hei.at("chat-report").click();
  await hei.at("report-text").fill("He insults me.");
  await hei.picture(pictures, "report-line-desk");
  await hei.at("report-send").click();
  await hei.at("report-form").waitFor({ state: "detached" });
  await hei.at("report").click();
  await hei.at("report-kind").selectOption("help");
  await hei.at("report-text").fill("This move is not his own.");
  await hei.picture(pictures, "report-position-desk");
  await hei.at("report-send").click();
  await hei.at("report-form").waitFor({ state: "detached" });
}

/** The moderator's phone: the queue, the two moments, the sanction. */
async function moderate(game) {
  await moderator.page.goto(`${base}/desk`);
  await moderator.at("desk").waitFor();
  // What is an administrator's is not there.
  for (const part of ["rooms", "audit", "settings", "calls"]) assert.equal(await moderator.at(`desk-${part}`).count(), 0, part);
  await moderator.page.goto(`${base}/desk/rooms`);
  await moderator.at("reports").waitFor();
  const rows = moderator.at("report-row");
  await rows.nth(1).waitFor();
  await pictures2(moderator, "desk-reports-phone");

  await rows.filter({ hasText: "This move is not his own." }).click();
  await moderator.at("claim").click();
  await moderator.at("release").waitFor();
  assert.equal(await moderator.at("moment").getAttribute("href"), `${game}#move-2`);
  await moderator.at("moment").click();
  await moderator.at("game").waitFor();
  await moderator.at("look-back").waitFor();
  assert.match(await moderator.at("replay-at").textContent(), /2/);
  await moderator.picture(pictures, "desk-moment-phone");
  await moderator.at("replay-prev").click();
  await moderator.at("back-to-now").click();
  await moderator.at("look-back").waitFor({ state: "detached" });
  await moderator.page.goBack();
  await moderator.at("release").waitFor();
  await moderator.at("note-text").fill("一手棋说明不了什么");
  await moderator.at("note-send").click();
  await moderator.at("report-note").getByText("一手棋说明不了什么").waitFor();
  await moderator.at("close-dismissed").click();
  await moderator.at("close-text").fill("没有依据");
  await moderator.at("close-send").click();
  await moderator.at("closing").waitFor({ state: "detached" });

  await moderator.page.goto(`${base}/desk/reports`);
  await moderator.at("report-row").filter({ hasText: "He insults me." }).click();
  await moderator.at("claim").click();
  await moderator.at("said").locator(".aimed").getByText(WORDS).waitFor();
  await pictures2(moderator, "desk-report-phone");
  assert.equal(await moderator.at("moment-line").getAttribute("href"), `${game}#line-players-1`);
  await moderator.at("moment-line").click();
  await moderator.at("chat").locator(".aimed").getByText(WORDS).waitFor();
  await moderator.page.goBack();
  await moderator.at("sanction-open").click();
  assert.deepEqual(await moderator.at("sanction-kind").locator("option").evaluateAll((all) => all.map((one) => one.value)), ["notice", "mute", "suspension"]);
  await moderator.at("sanction-kind").selectOption("suspension");
  await moderator.at("sanction-days").selectOption("3");
  await moderator.at("sanction-reason").fill(WHY);
  await moderator.at("will-happen").getByText("不能开始新对局").waitFor();
  await pictures2(moderator, "desk-sanction-phone");
  await moderator.at("sanction-impose").click();
  await moderator.at("confirm-yes").click();
  await moderator.at("sanction-form").waitFor({ state: "detached" });
  await moderator.at("close-text").fill("停赛三天");
  await moderator.at("close-send").click();
  await moderator.at("closing").waitFor({ state: "detached" });
}

/** Whom it is on sees one clear text, and appeals. */
async function appeal() {
  await bai.page.goto(base);
  await bai.at("suspended").waitFor();
  await bai.picture(pictures, "suspended-phone");
  await bai.at("suspended").locator("a").click();
  await bai.at("sanction").getByText(WHY).waitFor();
  await bai.at("appeal").click();
  await bai.at("appeal-text").fill("只是开玩笑");
  await bai.at("appeal-send").click();
  await bai.at("appealed").waitFor();
  // Who imposed it does not decide.
  await moderator.page.goto(`${base}/desk/appeals`);
  await moderator.at("appeal-yours").waitFor();
  assert.equal(await moderator.at("decide").count(), 0);
  await pictures2(moderator, "desk-appeals-phone");
  await administrator.at("desk-appeals").click();
  await administrator.at("decide-lift").click();
  await administrator.at("decide-text").fill("这次作为玩笑，下不为例");
  await pictures2(administrator, "desk-appeals-desk");
  await administrator.at("decide-send").click();
  await administrator.at("desk-none").waitFor();
  await bai.page.goto(`${base}/account`);
  await bai.at("sanction").getByText("下不为例").waitFor();
  await bai.page.goto(base);
  await bai.at("challenges").waitFor();
  assert.equal(await bai.at("suspended").count(), 0);
}

/** Two games are stopped at once, one of them private; both players see it with the reason. */
async function stopAll(game) {
  const session = async (name) => (await call("POST", "/sessions", null, { name, password: "a long enough password", refresh_in_body: true })).access_token;
  const [black, white] = [await session(names.hei), await session(names.bai)];
  const clock = { system: "byoyomi", main_ms: 600_000, periods: 3, period_ms: 30_000 };
  const offer = await call("POST", "/challenges", black, { id: crypto.randomUUID(), size: 9, clock, color: "black", private: true });
  const accepted = await call("POST", `/challenges/${offer.id}/accept`, white, {});
  await bai.page.goto(`${base}/game/${accepted.game}`);
  await bai.at("game").waitFor();

  await administrator.at("desk-rooms").click();
  const rooms = [game.split("/").pop(), accepted.game].map((id) => administrator.at(`room-${id}`));
  for (const room of rooms) await room.waitFor();
  await administrator.at("rooms-player").fill(names.hei);
  await administrator.at("rooms-find").click();
  await administrator.at("rooms-all").check();
  await administrator.page.waitForFunction(() => document.querySelector("[data-testid=bulk-count]")?.textContent.startsWith("2"));
  await administrator.at("bulk-reason").fill("the network of the hall is away");
  await pictures2(administrator, "desk-rooms-desk");
  await administrator.at("bulk-pause").click();
  await administrator.at("confirm-yes").click();
  await administrator.at("bulk-outcome").waitFor();
  for (const room of rooms) await administrator.page.waitForFunction((id) => document.querySelector(`[data-testid=${id}]`)?.dataset.pause === "referee", await room.getAttribute("data-testid"));
  for (const [who, path] of [[hei, game], [bai, `/game/${accepted.game}`]]) {
    if (who === hei) await who.page.goto(base + path);
    await who.at("pause").waitFor();
  }
  await bai.picture(pictures, "stopped-phone");
  await pictures2(administrator, "desk-rooms-stopped-desk");
  // The private one opens for who keeps the rooms.
  await rooms[1].getByText("Open").click();
  await administrator.at("game").waitFor();
  await administrator.at("pause").waitFor();
  await administrator.page.goBack();
  await rooms[1].waitFor();
  await administrator.at("rooms-player").fill(names.hei);
  await administrator.at("rooms-find").click();
  await administrator.at("rooms-all").check();
  await administrator.page.waitForFunction(() => document.querySelector("[data-testid=bulk-count]")?.textContent.startsWith("2"));
  await administrator.at("bulk-reason").fill("it is back");
  await administrator.at("bulk-continue").click();
  await administrator.at("confirm-yes").click();
  await hei.at("pause").waitFor({ state: "detached" });
  await bai.at("pause").waitFor({ state: "detached" });
}

/** A ban: one page, without a bar that says that something is broken; and a link by hand, maintenance, invitations, the log. */
async function administer() {
  await administrator.page.goto(`${base}/desk/people/${names.bai}`);
  await administrator.at("sanction-kind").selectOption("ban");
  await administrator.at("sanction-days").selectOption("0");
  await administrator.at("sanction-reason").fill("An engine was used in two games.");
  await administrator.at("sanction-forfeits").check();
  await pictures2(administrator, "desk-record-desk");
  await administrator.at("sanction-impose").click();
  await administrator.at("confirm-yes").click();
  await bai.at("banned").waitFor();
  await bai.at("sanction").getByText("An engine was used").waitFor();
  assert.equal(await bai.at("connection").getAttribute("data-state"), "closed");
  await pictures2(bai, "banned-phone");

  await administrator.at("reset-link-text").fill("showed a passport");
  await administrator.at("reset-link-send").click();
  assert.match(await administrator.at("once").inputValue(), /\/reset#.+/);

  await administrator.at("desk-settings").click();
  await administrator.at("invite-note").fill("the club");
  await administrator.at("invite").click();
  assert.match(await administrator.at("once").inputValue(), /\/join#.+/);
  await administrator.at("officers-list").getByText(names.moderator).waitFor();
  await administrator.at("maintenance-text").fill("until ten");
  await administrator.at("maintenance-begin").click();
  await administrator.at("confirm-yes").click();
  await hei.at("maintenance").getByText("until ten").waitFor();
  await pictures2(administrator, "desk-settings-desk");
  await administrator.at("maintenance-end").click();
  await hei.at("maintenance").waitFor({ state: "detached" });
  await administrator.at("withdraw").first().click();

  await administrator.at("desk-audit").click();
  await administrator.at("audit-entry").first().waitFor();
  await pictures2(administrator, "desk-audit-desk");
  await administrator.at("audit-subject").fill(`person:${names.bai}`);
  await administrator.at("audit-search").click();
  await administrator.page.waitForFunction((wanted) => {
    const acts = [...document.querySelectorAll("[data-testid=audit-entry]")].map((one) => one.dataset.act);
    return acts.join(" ") === wanted;
  }, "account.reset_link sanction.ban sanction.decide sanction.appeal sanction.suspension");
  await administrator.at("audit-subject").fill("server");
  await administrator.at("audit-act").selectOption("rooms.pause");
  await administrator.at("audit-search").click();
  await administrator.at("audit-entry").getByText("2 rooms").waitFor();
  assert.equal(await administrator.at("audit-entry").count(), 1);
}

/** A result that officers annul says so. */
async function annul(game) {
  await administrator.page.goto(`${base}/desk/people/${names.hei}`);
  await administrator.at("sanction-kind").selectOption("annulment");
  await administrator.at("sanction-game").fill(`${base}${game}`);
  await administrator.at("sanction-reason").fill("The opponent used an engine.");
  await administrator.at("sanction-impose").click();
  await administrator.at("confirm-yes").click();
  await administrator.at("desk-sanction").first().waitFor();
  await hei.page.goto(base + game);
  await hei.at("annulled").waitFor();
  await pictures2(hei, "annulled-desk");
  await hei.page.goto(`${base}/games`);
  await hei.at("annulled").first().waitFor();
  await hei.picture(pictures, "annulled-list-desk");
}

try {
  const game = await play();
  await appoint();
  await report();
  await moderate(game);
  await appeal();
  await stopAll(game);
  await administer();
  await annul(game);
  for (const one of all) assert.deepEqual(one.errors, []);
} finally {
  await Promise.all(all.map((one) => one.close()));
}
