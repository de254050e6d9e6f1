// Addresses of the page, without a library: a few routes do not need one.

import { signal } from "@preact/signals";
import type { TalkStream } from "./wire";

/** What of a game a link leads to: the position after so many moves, or a line of a conversation about it. */
export type Moment = { ply: number } | { stream: TalkStream; line: number };

/** Where we are. */
export type Route =
  | { page: "lobby" }
  | { page: "games" }
  | { page: "game"; id: string; moment: Moment | null }
  | { page: "challenge"; id: string }
  | { page: "person"; name: string }
  | { page: "profile" }
  | { page: "join" }
  | { page: "account" }
  | { page: "forgotten" }
  | { page: "reset" }
  | { page: "mail" }
  | { page: "desk"; part: string; id: string }
  | { page: "nowhere" };

/** Reads a path, and for a game what stands behind its `#`. */
export function parseRoute(path: string, hash = ""): Route {
  const [first = "", id = "", ...rest] = path.replace(/^\/+|\/+$/g, "").split("/");
  if (first === "desk" && rest.length <= 1) return desk(id, rest[0] ?? "");
  if (rest.length > 0) return { page: "nowhere" };
  if (first === "") return { page: "lobby" };
  if (first === "games" && id === "") return { page: "games" };
  if ((first === "account" || first === "forgotten" || first === "reset" || first === "mail") && id === "") return { page: first };
  if (first === "game" && id !== "") return { page: "game", id, moment: parseMoment(hash) };
  if (first === "challenge" && id !== "") return { page: "challenge", id };
  if (first === "people" && id !== "") return person(id);
  if (first === "join" && id === "") return { page: "join" };
  if (first === "profile" && id === "") return { page: "profile" };
  return { page: "nowhere" };
}

/** Reads `#move-57` or `#line-players-3`. */
export function parseMoment(hash: string): Moment | null {
  const [, what, number] = /^#(move|line-players|line-spectators|line-staff)-(\d{1,9})$/.exec(hash) ?? [];
  if (what === undefined) return null;
  return what === "move" ? { ply: Number(number) } : { stream: what.slice("line-".length) as TalkStream, line: Number(number) };
}

/** A part of the desk, and what of it. */
function desk(part: string, text: string): Route {
  try {
    return { page: "desk", part, id: decodeURIComponent(text) };
  } catch {
    return { page: "nowhere" };
  }
}

/** A name as it stands in an address; one that is no text is nobody's. */
function person(text: string): Route {
  try {
    return { page: "person", name: decodeURIComponent(text) };
  } catch {
    return { page: "nowhere" };
  }
}

/** The current route. */
export const route = signal<Route>(typeof location === "undefined" ? { page: "lobby" } : parseRoute(location.pathname, location.hash));

/** Goes to a path of this page, which may have a `#`. */
export function go(path: string): void {
  if (path === location.pathname + location.hash) return;
  history.pushState(null, "", path);
  route.value = parseRoute(location.pathname, location.hash);
  window.scrollTo(0, 0);
}

/** Follows the browser's buttons, and links of this page without loading it again. */
export function startRouter(): void {
  window.addEventListener("popstate", () => { route.value = parseRoute(location.pathname, location.hash); });
  document.addEventListener("click", (e) => {
    if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const a = e.target instanceof Element ? e.target.closest("a") : null;
    if (!a || a.target !== "" || a.hasAttribute("download") || a.origin !== location.origin) return;
    if (a.pathname.startsWith("/api/") || (a.hash !== "" && a.pathname === location.pathname)) return;
    e.preventDefault();
    go(a.pathname + a.hash);
  });
}
