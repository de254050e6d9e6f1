// One person on a desk and a phone: a second factor, both steps of a log-in, sessions, a token, another password, and the pages of links.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { DESK, Person, PHONE } from "./people.mjs";

const [port, , pictures] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;
const PASSWORD = "a long enough password";

/** What an app shows for a secret (RFC 6238), so many steps of 30 seconds from now. */
function shown(secret, steps) {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((c) => letters.indexOf(c).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac("sha1", key).update(counter).digest();
  const code = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff;
  return String(code % 1_000_000).padStart(6, "0");
}

async function picture(person, name) {
  if (pictures) await person.page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

async function account(person) {
  await person.at("account").click();
  await person.at("nav-account").click();
  await person.at("factor").waitFor();
}

const desk = await new Person(base, DESK).open();
const phone = await new Person(base, PHONE).open();
try {
  await desk.register("Shusaku");
  await account(desk);
  await picture(desk, "account-desk");

  // A second factor: nothing is in force before its first code.
  await desk.at("factor-set-up").click();
  const secret = (await desk.at("factor-secret").textContent()).replaceAll(" ", "");
  await picture(desk, "factor-desk");
  await desk.at("factor-code").fill("000000");
  await desk.at("factor-confirm").click();
  await desk.at("factor-code-error").waitFor();
  await desk.at("factor-code").fill(shown(secret, 0));
  await desk.at("factor-confirm").click();
  await desk.at("recovery-codes").waitFor();
  const codes = await desk.at("recovery-codes").locator("code").allTextContents();
  assert.equal(codes.length, 10);
  await picture(desk, "recovery-desk");
  const [file] = await Promise.all([desk.page.waitForEvent("download"), desk.at("recovery-save").click()]);
  assert.equal(file.suggestedFilename(), "tianyuan-recovery.txt");
  await desk.at("recovery-kept").click();
  await desk.at("factor-on").waitFor();

  // On the phone the log-in has two steps then.
  await phone.at("login-open").first().click();
  await phone.at("login-name").fill("Shusaku");
  await phone.at("login-password").fill(PASSWORD);
  await picture(phone, "login-phone");
  await phone.at("login-submit").click();
  await phone.at("second-code").fill("999 999");
  await phone.at("second-submit").click();
  await phone.at("second-error").waitFor();
  await picture(phone, "second-phone");
  await phone.at("second-code").fill(shown(secret, 1));
  await phone.at("second-submit").click();
  await phone.at("account").waitFor();
  await account(phone);
  await phone.at("session-end").waitFor();
  await picture(phone, "account-phone");

  // A token is shown once.
  await desk.at("token-open").click();
  await desk.at("token-name").fill("my bot");
  await desk.at("token-play").check();
  await desk.at("token-make").click();
  const token = await desk.at("token-made").textContent();
  assert.match(token, /^tyn_[0-9a-f]{64}$/);
  const me = await fetch(`${base}/api/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal((await me.json()).name, "Shusaku");
  await picture(desk, "token-desk");
  await desk.at("token-revoke").click();
  await desk.at("token-revoke").waitFor({ state: "detached" });

  // Another password ends the session of the phone, which is told so by its socket.
  await desk.at("password-present").fill("not the password");
  await desk.at("password-wanted").fill("another long password");
  await desk.at("password-submit").click();
  await desk.at("password-error").waitFor();
  await desk.at("password-present").fill(PASSWORD);
  await desk.at("password-submit").click();
  await desk.at("password-error").waitFor({ state: "detached" });
  await phone.at("account-guest").waitFor();

  // Switched off by password and recovery code; everybody is logged out then.
  await desk.at("factor-off-open").click();
  await desk.at("factor-off-password").fill("another long password");
  await desk.at("factor-off-code").fill(codes[0].toUpperCase());
  await desk.at("factor-off").click();
  await desk.at("account-guest").waitFor();

  // Forgotten passwords: this server sends no mail and says so; a link that is none is refused.
  await phone.page.goto(`${base}/forgotten`);
  await phone.at("forgotten-who").fill("Shusaku");
  await picture(phone, "forgotten-phone");
  await phone.at("forgotten-submit").click();
  await phone.at("forgotten-asked").waitFor();
  await desk.page.goto(`${base}/reset#${"0".repeat(64)}`);
  await desk.at("reset-password").fill("one more long password");
  await desk.at("reset-submit").click();
  await desk.at("reset-error").waitFor();
  await picture(desk, "reset-desk");
  await desk.page.goto(`${base}/mail#${"0".repeat(64)}`);
  await desk.at("mail-confirm-error").waitFor();

  for (const person of [desk, phone]) assert.deepEqual(person.errors, []);
} finally {
  await Promise.all([desk.close(), phone.close()]);
}
