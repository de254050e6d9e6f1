// A call for the referee in real browsers: the agreement waits, a referee finds the game in the lobby, comes and answers.
//
// node e2e/call.mjs PORT SIZE [FOLDER FOR PICTURES]; the account `caipan` is a referee's.

import assert from "node:assert/strict";
import { DESK, PHONE, Person, beginGame } from "./people.mjs";

const [port, size, pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const black = new Person(base, DESK);
const white = new Person(base, PHONE);
const referee = new Person(base, DESK);
const press = (who, id) => (who.options.hasTouch ? who.at(id).tap() : who.at(id).click());
const due = (who) => who.at("agreement-due").textContent();

async function toAgreement() {
  await Promise.all([black, white].map((who) => who.open()));
  await black.register(`hei${process.pid}`);
  await white.register(`bai${process.pid}`);
  await beginGame(black, white, size);
  for (const [ply, who] of [black, white].entries()) {
    await who.sees(ply);
    await press(who, "pass");
    await press(who, "confirm-yes");
  }
  await Promise.all([black, white].map((who) => who.at("agreement").waitFor()));
}

async function refereeComes() {
  await referee.open();
  await referee.at("login-open").first().click();
  await referee.at("login-name").fill("caipan");
  await referee.at("login-password").fill("a long enough password");
  await referee.at("login-submit").click();
  await referee.at("called-games").waitFor();
  await referee.picture(pictures, "call-lobby-desk");
  await referee.at("called-games").locator('a[href^="/game/"]').first().click();
  await referee.at("call").waitFor();
}

try {
  await toAgreement();
  await press(white, "call-referee");
  await Promise.all([black, white].map((who) => who.at("call").waitFor()));
  assert.equal(await black.at("call-referee").count(), 0);
  assert.equal(await black.at("withdraw-call").count(), 0);
  // The limit stands still: after the referee has come and sat down it is what it was.
  const stood = await due(black);
  await black.picture(pictures, "call-desk");
  await white.picture(pictures, "call-phone");
  await refereeComes();
  assert.equal(await due(black), stood);

  await referee.at("referee").locator("summary").click();
  await referee.at("ruling-kind").selectOption("answer_call");
  await referee.at("ruling-reason").fill("The marking is right.");
  await referee.picture(pictures, "call-referee-desk");
  await referee.at("rule").click();
  await Promise.all([black, white].map((who) => who.at("call").waitFor({ state: "detached" })));
  await black.at("news-call_closed").first().waitFor();

  // A second one, taken back; then the two agree.
  await press(black, "call-referee");
  await press(black, "withdraw-call");
  await Promise.all([black, white].map((who) => who.at("call").waitFor({ state: "detached" })));
  await press(black, "accept-marking");
  await press(white, "accept-marking");
  await Promise.all([black, white, referee].map((who) => who.at("result").waitFor()));
  for (const who of [black, white, referee]) assert.deepEqual(who.errors, []);
} finally {
  await Promise.all([black, white, referee].map((who) => who.close()));
}
