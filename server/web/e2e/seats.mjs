// One player on two devices, in real browsers: the second one watches until it is asked to play there, and a page that is
// loaded anew in the seat keeps it.
//
// node e2e/seats.mjs PORT SIZE [FOLDER FOR PICTURES]

import assert from "node:assert/strict";
import { DESK, PHONE, Person, beginGame } from "./people.mjs";

const [port, size, pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const desk = new Person(base, DESK);
const white = new Person(base, DESK);
const phone = new Person(base, PHONE);
const name = `two${process.pid}`;

/** The number of moves that a page shows. */
const ply = (who) => who.page.evaluate(() => Number(document.querySelector("[data-testid=game]").dataset.ply));

async function begin() {
  await Promise.all([desk, white].map((who) => who.open()));
  await desk.register(name);
  await white.register(`bai${process.pid}`);
  return beginGame(desk, white, size);
}

async function comeByPhone(path) {
  await phone.open();
  await phone.at("login-open").first().tap();
  await phone.at("login-name").fill(name);
  await phone.at("login-password").fill("a long enough password");
  await phone.at("login-submit").tap();
  await phone.at("account").waitFor();
  await phone.page.goto(base + path);
  await phone.at("seat-elsewhere").waitFor();
}

try {
  const path = await begin();
  await desk.play("cc");
  await white.sees(1);
  await comeByPhone(path);
  await white.play("ee");
  await Promise.all([desk.sees(2), phone.sees(2)]);
  // It sees all that a player sees, and its board does nothing.
  await phone.picture(pictures, "seat-elsewhere-phone");
  assert.equal(await phone.at("resign").count(), 0);
  await phone.at("point-cg").tap({ force: true });
  assert.equal(await phone.at("confirm-move").count(), 0);
  assert.equal(await ply(phone), 2);

  await phone.at("take-seat").tap();
  await phone.at("seat-elsewhere").waitFor({ state: "detached" });
  await desk.at("seat-elsewhere").waitFor();
  await desk.picture(pictures, "seat-elsewhere-desk");
  await phone.play("cg");
  await Promise.all([desk.sees(3), white.sees(3)]);

  // The page in the seat is loaded anew, and has it still.
  await phone.page.reload();
  await phone.sees(3);
  await phone.at("resign").waitFor();
  assert.equal(await desk.at("seat-elsewhere").count(), 1);
  // When it goes, the other has the seat by itself.
  await phone.die();
  await desk.at("seat-elsewhere").waitFor({ state: "detached" });
  await white.play("gg");
  await desk.sees(4);
  await desk.play("gc");
  await white.sees(5);
  for (const who of [desk, white, phone]) assert.deepEqual(who.errors, []);
} finally {
  await Promise.all([desk, white, phone].map((who) => who.close()));
}
