// Who people are, in two real browsers: a profile that another sees, a block that hides both from each other in the lobby,
// a conversation without the blocked, the API's document as a page, and leaving.
//
// node e2e/profile.mjs PORT SIZE [FOLDER FOR PICTURES]

import assert from "node:assert/strict";
import { DESK, PHONE, Person, beginGame } from "./people.mjs";

const [port, size, pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const desk = new Person(base, DESK);
const phone = new Person(base, { ...PHONE, viewport: { width: 390, height: 844 } });
const both = [desk, phone];
const each = (f) => Promise.all(both.map(f));
const names = [`hei${process.pid}`, `bai${process.pid}`];

async function fillIn() {
  await desk.page.goto(`${base}/profile`);
  await desk.at("profile-shown").fill("Lee Sedol");
  await desk.at("profile-country").selectOption("KR");
  await desk.at("profile-zone").selectOption("Asia/Seoul");
  await desk.at("profile-save").click();
  await desk.at("toasts").getByText("Your profile is saved.").waitFor();
  await desk.picture(pictures, "profile-desk");
  await desk.at("profile-shown").fill(names[1]);
  await desk.at("profile-save").click();
  await desk.at("profile-error").waitFor();
}

async function lookAt() {
  await phone.page.goto(`${base}/people/${names[0].toUpperCase()}`);
  await phone.at("person-shown").getByText("Lee Sedol").waitFor();
  assert.match(await phone.at("person-country").textContent(), /韩国/);
  await phone.at("person-games").locator("li").first().waitFor();
  await phone.picture(pictures, "person-phone");
  await phone.page.goto(`${base}/people/nobody-at-all`);
  await phone.at("nobody").waitFor();
}

async function block() {
  await desk.page.goto(`${base}/people/${names[1]}`);
  await desk.at("block").click();
  await desk.at("confirm-yes").click();
  await desk.at("unblock").waitFor();
  await phone.page.goto(base);
  await phone.at("new-challenge").first().tap();
  await phone.at("opponent-open").click({ force: true });
  await phone.at("challenge-submit").tap();
  await phone.at("challenge-page").waitFor();
  const id = phone.page.url().split("/").pop();
  const guest = new Person(base, DESK);
  try {
    // Whom it is not kept from sees it: so it is there.
    await guest.open();
    await guest.at(`challenge-${id}`).waitFor();
  } finally {
    await guest.close();
  }
  await desk.page.goto(base);
  await desk.at("challenges").waitFor();
  assert.equal(await desk.at(`challenge-${id}`).count(), 0);
  await desk.page.goto(`${base}/profile`);
  await desk.at("blocks").getByRole("button").click();
  await desk.page.goto(base);
  await desk.at(`challenge-${id}`).waitFor();
}

async function readDocument() {
  await desk.page.goto(`${base}/api/docs`);
  await desk.page.locator(".opblock-summary").nth(20).waitFor();
  await desk.picture(pictures, "docs-desk");
}

async function leave() {
  await phone.page.goto(`${base}/profile`);
  await phone.at("leave-password").fill("a long enough password");
  await phone.at("leave").tap();
  await phone.at("confirm-yes").tap();
  await phone.at("login-open").waitFor();
  await phone.page.goto(`${base}/people/${names[1]}`);
  await phone.at("nobody").waitFor();
  await desk.page.goto(`${base}/people/${names[0]}`);
  await desk.at("person-games").getByText(/deleted-[0-9a-f]{8}/).first().waitFor();
}

try {
  await each((who) => who.open());
  await Promise.all(both.map((who, n) => who.register(names[n])));
  await beginGame(desk, phone, size);
  await desk.at("resign").click();
  await desk.at("confirm-yes").click();
  await desk.at("result").waitFor();
  await fillIn();
  await lookAt();
  await block();
  await readDocument();
  await leave();
  for (const who of both) assert.deepEqual(who.errors, []);
} finally {
  await each((who) => who.close());
}
