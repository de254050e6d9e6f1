// What happens around the moves, in two real browsers: a move taken back, a draw declined, a pause in which both clocks
// stand, an adjournment whose sealed move nobody can find before play goes on, and a draw.
//
// node e2e/around-the-moves.mjs PORT SIZE [FOLDER FOR PICTURES]

import assert from "node:assert/strict";
import { DESK, PHONE, Person, beginGame } from "./people.mjs";

const [port, size, pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const black = new Person(base, DESK);
const white = new Person(base, PHONE);
const both = [black, white];

/** The point that is sealed, and what people call it on this board. */
const SECRET = "gc";
const SECRET_NAME = `G${Number(size) - 2}`;

const each = (f) => Promise.all(both.map(f));
const there = (id) => each((who) => who.at(id).waitFor());
const gone = (id) => each((who) => who.at(id).waitFor({ state: "detached" }));
const press = (who, id) => (who.options.hasTouch ? who.at(id).tap() : who.at(id).click());

/** Waits until a page says that about a point. */
const shows = (who, point, what) => who.page.waitForFunction(
  ([id, texts]) => texts.some((text) => document.querySelector(`[data-testid=${id}]`)?.getAttribute("aria-label")?.includes(text)),
  [`point-${point}`, what],
);
const EMPTY = ["empty", "空"];
const BLACK = ["Black", "黑"];

async function ask(who, kind) {
  await press(who, "more");
  await press(who, `ask-${kind}`);
  await who.at("my-request").waitFor();
}

async function answer(who, how) {
  await who.at("their-request").waitFor();
  await press(who, `request-${how}`);
  await gone("their-request");
  await gone("my-request");
}

async function begin() {
  await each((who) => who.open());
  await black.register(`hei${process.pid}`);
  await white.register(`bai${process.pid}`);
  await beginGame(black, white, size);
  for (const [ply, point] of ["cc", "ee", "cg"].entries()) {
    const mover = ply % 2 === 0 ? black : white;
    await mover.sees(ply);
    await mover.play(point);
    await each((who) => who.sees(ply + 1));
  }
}

/** Black's latest move is taken back, once White agrees; a draw is declined. */
async function takeBack() {
  await ask(black, "undo");
  await white.at("their-request").waitFor();
  await white.picture(pictures, "undo-asked-phone-zh");
  await answer(white, "accept");
  await each((who) => shows(who, "cg", EMPTY));
  await each((who) => who.at("news-undone").waitFor());
  await ask(white, "draw");
  await black.at("their-request").waitFor();
  await black.picture(pictures, "draw-asked-desk-en");
  await answer(black, "decline");
  await white.at("news-request_closed").first().waitFor();
}

const left = async (who) => [(await who.clock("black")).left, (await who.clock("white")).left];

/** Both clocks stand while the pause's own time runs; after it the clock of the side to move runs. */
async function pause() {
  await ask(white, "pause");
  await answer(black, "accept");
  await there("pause");
  const before = await each(left);
  assert.deepEqual(before[0], before[1], "both pages show the same clocks");
  await each((who) => who.page.waitForFunction(
    (most) => Number(document.querySelector("[data-testid=pause-left]").dataset.leftMs) < most, 598_000,
  ));
  assert.deepEqual(await each(left), before, "the clocks stand");
  await black.picture(pictures, "pause-desk-en");
  await white.picture(pictures, "pause-phone-zh");
  await press(black, "ask-continue");
  await answer(white, "accept");
  await gone("pause");
  await there("hold");
  await gone("hold");
  await each((who) => who.page.waitForFunction(
    (was) => Number(document.querySelector("[data-testid=clock-black]").dataset.leftMs) < was, before[0][0],
  ));
}

/** Nothing that came to a page, stands in it, is kept by it or can be asked for names the sealed move. */
async function isSecret() {
  for (const who of both) {
    for (const frame of who.frames) assert.ok(!frame.includes(`"${SECRET}"`), `a frame tells it: ${frame}`);
    const found = await who.page.evaluate(async ([id, name]) => {
      const point = document.querySelector(`[data-testid=point-${id}]`);
      const kept = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
      const answers = await Promise.all(["", "/sgf", "/clock"].map((path) => fetch(`/api/v1/games/${location.pathname.split("/").pop()}${path}`).then((r) => r.text())));
      return {
        label: point.getAttribute("aria-label"), text: document.body.innerText.includes(name), ghosts: document.querySelectorAll(".ghost").length,
        stones: document.querySelectorAll(".stones circle").length, kept: kept.includes(id), told: answers.filter((a) => a.includes(`"${id}"`) || a.includes(`[${id}]`)),
        asked: answers.some((a) => a.includes('"cc"')),
      };
    }, [SECRET, SECRET_NAME]);
    assert.ok(EMPTY.some((text) => found.label.includes(text)), found.label);
    assert.deepEqual({ ...found, label: "" }, { label: "", text: false, ghosts: 0, stones: 2, kept: false, told: [], asked: true });
  }
}

const DAY_MS = 86_400_000;

/** A moment as a field for local date and time takes it. */
function field(ms) {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

async function adjourn() {
  const until = Date.now() + 7 * DAY_MS;
  await press(black, "more");
  await black.at("ask-until").fill(field(until));
  await black.picture(pictures, "adjourn-until-desk-en");
  await press(black, "ask-adjourn");
  await there("request-until");
  await white.picture(pictures, "adjourn-asked-phone-zh");
  await answer(white, "accept");
  await Promise.all([black.at("seal").waitFor(), white.at("sealing").waitFor()]);
  await there("adjourns-until");
  await black.at("point-ee").click();
  await black.at("seal-warning").waitFor();
  await black.picture(pictures, "seal-warning-desk-en");
  await black.at("seal-cancel").click();
  await black.at(`point-${SECRET}`).click();
  await black.at("seal-confirm").waitFor();
  assert.equal(await black.at("seal-warning").count(), 0);
  await white.picture(pictures, "sealing-phone-zh");
  await black.at("seal-confirm").click();
  await there("pause");
  for (const who of both) {
    assert.equal(await who.at("pause").getAttribute("data-reason"), "adjourned");
    const left = Number(await who.at("pause-left").getAttribute("data-left-ms"));
    assert.ok(Math.abs(Date.now() + left - until) < 90_000, `to the minute that was chosen: ${left}`);
  }
  await isSecret();
  await each((who) => who.page.reload());
  await there("pause");
  await isSecret();
  await black.picture(pictures, "adjourned-desk-en");
  await white.picture(pictures, "adjourned-phone-zh");
}

/** The events of a kind that came to somebody. */
const events = (who, kind) => who.frames.map((f) => JSON.parse(f)).filter((m) => m.type === "event" && m.event.kind === kind);

async function goOn() {
  await press(white, "ask-continue");
  await answer(black, "accept");
  await each((who) => shows(who, SECRET, BLACK));
  await there("hold"); // The move is there before the clocks run.
  const [mine, theirs] = both.map((who) => ({ on: events(who, "continued").at(-1), move: events(who, "played").at(-1) }));
  assert.deepEqual(mine, theirs, "both are told the same");
  assert.equal(mine.move.event.point, SECRET);
  assert.equal(mine.move.seq, mine.on.seq + 1, "nothing lies between going on and the move");
}

async function draw() {
  await ask(white, "draw");
  await black.at("their-request").waitFor();
  await press(black, "request-accept");
  await there("result");
  for (const who of both) {
    const result = who.at("result");
    assert.deepEqual([await result.getAttribute("data-winner"), await result.getAttribute("data-how")], ["draw", "agreement"]);
  }
  await black.picture(pictures, "drawn-desk-en");
  await white.picture(pictures, "drawn-phone-zh");
}

try {
  await begin();
  await takeBack();
  await pause();
  await adjourn();
  await goOn();
  await draw();
  for (const who of both) assert.deepEqual(who.errors, []);
  console.log("taken back, paused, adjourned, gone on, drawn");
} catch (error) {
  await each((who) => who.picture(pictures, `failed-${who.options.locale}`).catch(() => {}));
  console.error(error);
  process.exitCode = 1;
} finally {
  await each((who) => who.close());
}
