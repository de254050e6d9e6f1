// People in real browsers.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
const PATIENCE_MS = 20_000;

export const DESK = { viewport: { width: 1280, height: 900 }, locale: "en-GB" };
export const PHONE = {
  viewport: { width: 375, height: 812 }, locale: "zh-CN", hasTouch: true, isMobile: true, deviceScaleFactor: 2,
};

/** Somebody with a browser of their own, whose cookies outlive it. */
export class Person {
  constructor(base, options) {
    this.base = base;
    this.options = options;
    this.folder = mkdtempSync(join(tmpdir(), "tianyuan-"));
    this.errors = [];
    /** Every frame that came over the page's sockets, as text. */
    this.frames = [];
    /** Every answer of the API that the page has got, as text. */
    this.answers = [];
    /** What runs in every page before its own scripts: a function and its argument. */
    this.before = null;
  }

  async open(path = "/") {
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    this.context = await chromium.launchPersistentContext(this.folder, { executablePath, args: FLAGS, ...this.options });
    if (this.before) await this.context.addInitScript(...this.before);
    this.page = this.context.pages()[0] ?? await this.context.newPage();
    this.page.setDefaultTimeout(PATIENCE_MS);
    this.page.on("pageerror", (error) => this.errors.push(String(error)));
    this.page.on("console", (line) => {
      if (line.type() === "error" && line.text().includes("Content Security Policy")) this.errors.push(line.text());
    });
    this.page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.frames.push(String(payload))));
    this.page.on("response", (response) => {
      if (response.url().includes("/api/")) void response.text().then((text) => this.answers.push(text), () => {});
    });
    await this.page.goto(this.base + path);
    return this;
  }

  /** What a crash leaves: the browser is gone without a goodbye. */
  async die() {
    await this.context.close();
  }

  async close() {
    await this.context?.close().catch(() => {});
    rmSync(this.folder, { recursive: true, force: true });
  }

  at(id) {
    return this.page.getByTestId(id);
  }

  async register(name) {
    await this.at("register-open").first().click();
    await this.at("login-name").fill(name);
    await this.at("login-password").fill("a long enough password");
    await this.at("register-submit").click();
    await this.at("account").waitFor();
  }

  /** Waits until the game page shows at least so many moves. */
  async sees(ply) {
    await this.page.waitForFunction(
      (wanted) => Number(document.querySelector("[data-testid=game]")?.dataset.ply ?? -1) >= wanted, ply,
    );
  }

  async play(point) {
    const cell = this.at(`point-${point}`);
    if (this.options.hasTouch) {
      await cell.tap();
      await this.at("confirm-move").tap();
    } else {
      await cell.click();
    }
  }

  async pass() {
    await this.at("pass").click();
    await this.at("confirm-yes").click();
  }

  /** Milliseconds left on a clock, and the moment on this machine at which the page shows them. */
  async clock(color) {
    return this.page.evaluate((id) => {
      const shown = document.querySelector(`[data-testid=${id}]`);
      return { left: Number(shown.dataset.leftMs), phase: shown.dataset.phase, at: Date.now() };
    }, `clock-${color}`);
  }

  async picture(folder, name) {
    if (folder) await this.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }
}

/** Two players with accounts, and the game of `size` lines that the first of them offers and begins as Black; its path. */
export async function beginGame(black, white, size) {
  await black.at("new-challenge").first().click();
  await black.at("opponent-open").click({ force: true });
  await black.at(`size-${size}`).click({ force: true });
  await black.at("colour-black").click({ force: true });
  await black.at("challenge-submit").click();
  await black.at("challenge-page").waitFor();
  const accept = white.at(`challenge-accept-${black.page.url().split("/").pop()}`).first();
  await (white.options.hasTouch ? accept.tap() : accept.click());
  await Promise.all([black, white].map((who) => who.at("game").waitFor()));
  return new URL(black.page.url()).pathname;
}
