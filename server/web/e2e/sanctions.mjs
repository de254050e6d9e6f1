// Order among people, in two real browsers: a report, a maintenance that everybody is told of, and somebody who reads why they
// are banned and appeals. An administrator acts over HTTP.
//
// node e2e/sanctions.mjs PORT SIZE [FOLDER FOR PICTURES]

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { DESK, PHONE, Person } from "./people.mjs";

const [port, , pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const desk = new Person(base, DESK);
const phone = new Person(base, { ...PHONE, viewport: { width: 390, height: 844 } });
const both = [desk, phone];
const each = (f) => Promise.all(both.map(f));
const names = [`hei${process.pid}`, `bai${process.pid}`];

async function call(method, path, token, body) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${base}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.status === 204 ? null : answer.json();
}

async function report() {
  await desk.page.goto(`${base}/people/${names[1]}`);
  await desk.at("report").click();
  await desk.at("report-kind").selectOption("stalling");
  await desk.at("report-text").fill("let the clock run for ten minutes");
  await desk.picture(pictures, "report-desk");
  await desk.at("report-send").click();
  await desk.at("report-form").waitFor({ state: "detached" });
}

async function lookAfter(officer) {
  await call("PUT", "/operation", officer, { maintenance: true, text: "10:00" });
  await each((one) => one.at("maintenance").getByText("10:00").waitFor());
  await desk.picture(pictures, "maintenance-desk");
  await call("PUT", "/operation", officer, { maintenance: false });
  await each((one) => one.at("maintenance").waitFor({ state: "detached" }));
}

async function appeal(officer) {
  const ban = { id: randomUUID(), name: names[1], kind: "ban", for_ms: 86_400_000, reason: "An engine was used in two games." };
  await call("POST", "/sanctions", officer, ban);
  await phone.page.goto(`${base}/`);
  // One page says all of it, wherever one goes, and nothing says that the connection is broken.
  await phone.at("banned").waitFor();
  await phone.picture(pictures, "banned-phone");
  await phone.page.goto(`${base}/account`);
  await phone.at("banned-until").waitFor();
  await phone.page.waitForFunction(() => document.querySelector("[data-testid=connection]")?.dataset.state === "closed");
  assert.equal(await phone.at("toasts").textContent(), "");
  await phone.at("sanction").getByText("An engine was used").waitFor();
  await phone.at("understood").click();
  await phone.at("understood").waitFor({ state: "detached" });
  await phone.at("appeal").click();
  await phone.at("appeal-text").fill("那两局是我自己下的");
  await phone.picture(pictures, "appeal-phone");
  await phone.at("appeal-send").click();
  await phone.at("appealed").waitFor();
  await phone.picture(pictures, "appealed-phone");
  const { items } = await call("GET", "/appeals", officer);
  assert.equal(items[0].appeal, "那两局是我自己下的");
}

try {
  await each((one) => one.open());
  await Promise.all(both.map((one, i) => one.register(names[i])));
  const session = await call("POST", "/sessions", null, { name: "guanli", password: "a long enough password", refresh_in_body: true });
  await report();
  await lookAfter(session.access_token);
  await appeal(session.access_token);
  for (const one of both) assert.deepEqual(one.errors, []);
} finally {
  await each((one) => one.close());
}
