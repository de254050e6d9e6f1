// Once more after a game, in two real browsers: resigned, offered, declined, offered again and seen in the lobby, accepted
// there, and played with colours changed.
//
// node e2e/rematch.mjs PORT SIZE [FOLDER FOR PICTURES]

import assert from "node:assert/strict";
import { DESK, PHONE, Person, beginGame } from "./people.mjs";

const [port, size, pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const desk = new Person(base, DESK);
const phone = new Person(base, { ...PHONE, viewport: { width: 390, height: 844 } });
const both = [desk, phone];
const each = (f) => Promise.all(both.map(f));
const press = (who, id) => (who.options.hasTouch ? who.at(id).tap() : who.at(id).click());
const path = (who) => new URL(who.page.url()).pathname;
const seat = (who) => who.at("game").getAttribute("data-seat");

/** A picture of a page in both languages. */
async function pictured(who, name) {
  if (!pictures) return;
  for (const lang of ["one", "other"]) {
    await who.picture(pictures, `${name}-${lang}`);
    // By the page itself: a notice may lie over the button.
    await who.page.evaluate(() => document.querySelector("[data-testid=lang-toggle]").click());
  }
}

async function finish() {
  await each((who) => who.open());
  await desk.register(`hei${process.pid}`);
  await phone.register(`bai${process.pid}`);
  const game = await beginGame(desk, phone, size);
  await desk.play("cc");
  await phone.sees(1);
  await phone.play("ee");
  await desk.sees(2);
  await desk.at("resign").click();
  await desk.at("confirm-yes").click();
  await each((who) => who.at("result").waitFor());
  await each((who) => who.at("rematch").waitFor());
  return game;
}

/** Offered on the finished game's page, seen there, taken back and declined. */
async function offerAndDecline() {
  await press(desk, "rematch");
  await desk.at("my-rematch").waitFor();
  await phone.at("their-rematch").waitFor();
  assert.equal(await desk.at("rematch").count(), 0);
  await pictured(desk, "rematch-mine-desk");
  await pictured(phone, "rematch-theirs-phone");
  await press(desk, "rematch-withdraw");
  await phone.at("their-rematch").waitFor({ state: "detached" });
  await press(phone, "rematch");
  await desk.at("their-rematch").waitFor();
  await pictured(desk, "rematch-theirs-desk");
  await press(desk, "rematch-decline");
  await phone.at("my-rematch").waitFor({ state: "detached" });
}

/** Seen in the lobby as a notice, and accepted there; both come to the new game. */
async function acceptElsewhere(game) {
  await press(phone, "home");
  await phone.at("game").waitFor({ state: "detached" });
  await press(desk, "rematch");
  await phone.at("rematch-notice").waitFor();
  await pictured(phone, "rematch-notice-phone");
  await press(phone, "rematch-accept");
  await Promise.all(both.map((who) => who.page.waitForURL((url) => url.pathname.startsWith("/game/") && url.pathname !== game)));
  await each((who) => who.at("resign").waitFor());
  assert.equal(path(desk), path(phone));
  assert.deepEqual(await Promise.all(both.map(seat)), ["white", "black"]);
  assert.equal(await phone.at("rematch-notice").count(), 0);
  await phone.play("gg");
  await each((who) => who.sees(1));
  await desk.play("cc");
  await each((who) => who.sees(2));
}

/** The finished game names its rematch, and offers no second one, also to a page that is loaded anew. */
async function comeBack(game) {
  await desk.page.goto(base + game);
  await desk.at("rematch-begun").waitFor();
  assert.equal(await desk.at("rematch").count(), 0);
  await pictured(desk, "rematch-begun-desk");
  await desk.at("rematch-go").click();
  await desk.at("resign").waitFor();
  assert.equal(path(desk), path(phone));
}

try {
  const game = await finish();
  await offerAndDecline();
  await acceptElsewhere(game);
  await comeBack(game);
  for (const who of both) assert.deepEqual(who.errors, []);
} finally {
  await each((who) => who.close());
}
