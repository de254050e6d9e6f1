// Two people play one of our own games to its count while a third watches; one loses the network for a
// while, and one whole browser is killed and comes back.
//
// node e2e/whole-game.mjs PORT GAME.sgf [FOLDER FOR PICTURES]

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DESK, PHONE, Person } from "./people.mjs";
import { network } from "./proxy.mjs";

const [port, file, pictures] = process.argv.slice(2);
const sgf = readFileSync(file, "utf8");
const size = sgf.match(/SZ\[(\d+)\]/)[1];
const result = sgf.match(/RE\[([^\]]+)\]/)[1];
const moves = [...sgf.matchAll(/;([BW])\[(\w*)\]/g)].map((m) => m[2] || "pass");
const dead = [...(sgf.match(/DEAD((?:\[\w\w\])+)/)?.[1] ?? "").matchAll(/\w\w/g)].map((m) => m[0]).sort();

const way = await network(Number(port));
const base = `http://127.0.0.1:${port}`;
const black = new Person(base, DESK);
const white = new Person(way.base, PHONE);
const guest = new Person(base, { ...DESK, locale: "zh-CN" });

async function begin() {
  await Promise.all([black.open(), white.open(), guest.open()]);
  await guest.picture(pictures, "lobby-guest-zh");
  await black.register(`desk${process.pid}`);
  await white.register(`phone${process.pid}`);
  await white.picture(pictures, "lobby-phone-zh");
  await black.at("new-challenge").first().click();
  await black.at("opponent-open").click({ force: true });
  if (size !== "19") await black.at(`size-${size}`).click({ force: true });
  await black.at("colour-black").click({ force: true });
  await black.picture(pictures, "offer-en");
  await black.at("challenge-submit").click();
  await black.at("challenge-page").waitFor();
  const id = black.page.url().split("/").pop();
  await white.at(`challenge-accept-${id}`).first().click();
  await Promise.all([black.at("game").waitFor(), white.at("game").waitFor()]);
  const room = black.page.url().split("/").pop();
  await guest.at(`game-${room}`).first().click();
  await guest.at("game").waitFor();
}

/** What happens before a move, besides the move. */
async function incident(ply) {
  if (ply === Math.floor(moves.length / 3)) {
    way.cut();
    await white.page.waitForFunction(() => document.querySelector("[data-testid=connection]")?.dataset.state !== "open");
    await white.picture(pictures, "phone-without-network-zh");
    if (ply % 2 === 0) return; // Black moves meanwhile, and White finds it on return.
    way.mend();
  } else if (ply === Math.floor(moves.length / 2)) {
    await black.die();
    await black.open(new URL(guest.page.url()).pathname);
    await black.at("game").waitFor();
    await black.sees(ply);
  }
}

async function playOut() {
  for (const [ply, point] of moves.entries()) {
    await incident(ply);
    const mover = ply % 2 === 0 ? black : white;
    await mover.sees(ply);
    await (point === "pass" ? mover.pass() : mover.play(point));
    await mover.sees(ply + 1);
    way.mend();
    if (ply === 60) {
      await checkClocks();
      await black.picture(pictures, "game-desk-en");
      await white.picture(pictures, "game-phone-zh");
      await guest.picture(pictures, "game-guest-zh");
    }
  }
}

/** How far apart the pages show a clock. A busy machine can only make one reading look worse, so the best counts. */
async function spread(color) {
  const runs = color === "white" ? 1 : 0; // 61 moves are played: White's clock runs.
  const spreads = [];
  for (let reading = 0; reading < 20; reading++) {
    const shown = await Promise.all([black, white, guest].map((who) => who.clock(color)));
    const ends = shown.map((r) => r.left + runs * r.at);
    spreads.push(Math.max(...ends) - Math.min(...ends));
    await black.page.waitForTimeout(45); // Not in step with the pages, which draw their clocks at moments of their own.
  }
  return Math.min(...spreads);
}

/** All pages show the same clocks, within what they draw anew at a time. */
async function checkClocks() {
  await Promise.all([black, white, guest].map((who) => who.sees(61)));
  for (const color of ["black", "white"]) {
    const ms = await spread(color);
    console.log(`clock ${color}: the pages differ by ${ms} ms`);
    assert.ok(ms <= 150, `clocks differ by ${ms} ms`);
  }
}

async function agree() {
  await Promise.all([black, white, guest].map((who) => who.at("agreement").waitFor()));
  const marked = () => black.page.evaluate(
    () => [...document.querySelectorAll("[data-dead=true]")].map((e) => e.dataset.point).sort(),
  );
  for (let turn = 0; turn < 50; turn++) {
    const now = await marked();
    const point = now.find((p) => !dead.includes(p)) ?? dead.find((p) => !now.includes(p));
    if (!point) break;
    await black.at(`point-${point}`).click();
    await black.page.waitForFunction(
      (before) => [...document.querySelectorAll("[data-dead=true]")].map((e) => e.dataset.point).sort().join() !== before,
      now.join(),
    );
  }
  assert.deepEqual(await marked(), dead, "the stones marked dead are those of the record");
  await black.picture(pictures, "agreement-desk-en");
  await white.picture(pictures, "agreement-phone-zh");
  await black.at("accept-marking").click();
  await white.page.waitForFunction(() => document.querySelector("[data-testid=accepted-black]")?.dataset.accepted === "true");
  await white.at("accept-marking").tap();
}

async function end() {
  for (const who of [black, white, guest]) {
    await who.at("result").waitFor();
    assert.equal(await who.at("result").getAttribute("data-sgf"), result);
  }
  await black.picture(pictures, "result-desk-en");
  await white.picture(pictures, "result-phone-zh");
  await guest.at("replay-first").click();
  await guest.at("replay-next").click();
  assert.match(await guest.at("replay-at").innerText(), /1/);
  const [download] = await Promise.all([guest.page.waitForEvent("download"), guest.at("sgf").click()]);
  const text = readFileSync(await download.path(), "utf8");
  assert.ok(text.includes(`RE[${result}]`), text.slice(0, 300));
  await guest.at("nav-games").click();
  await guest.page.getByText(`desk${process.pid}`).first().waitFor();
  await guest.picture(pictures, "games-zh");
}

try {
  await begin();
  await playOut();
  await agree();
  await end();
  for (const who of [black, white, guest]) assert.deepEqual(who.errors, []);
  console.log(`played ${moves.length} moves to ${result}`);
} catch (error) {
  await Promise.all([black, white, guest].map((who) => who.picture(pictures, `failed-${who.options.locale}-${who.base.slice(-5)}`).catch(() => {})));
  console.error(error);
  process.exitCode = 1;
} finally {
  await Promise.all([black, white, guest].map((who) => who.close()));
  way.close();
}
