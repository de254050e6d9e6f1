// Addresses of the page, without a library: a few routes do not need one.

import { signal } from "@preact/signals";

/** Where we are. */
export type Route =
  | { page: "lobby" }
  | { page: "games" }
  | { page: "game"; id: string }
  | { page: "challenge"; id: string }
  | { page: "person"; name: string }
  | { page: "profile" }
  | { page: "join" }
  | { page: "account" }
  | { page: "forgotten" }
  | { page: "reset" }
  | { page: "mail" }
  | { page: "nowhere" };

/** Reads a path. */
export function parseRoute(path: string): Route {
  const [first = "", id = "", ...rest] = path.replace(/^\/+|\/+$/g, "").split("/");
  if (rest.length > 0) return { page: "nowhere" };
  if (first === "") return { page: "lobby" };
  if (first === "games" && id === "") return { page: "games" };
  if ((first === "account" || first === "forgotten" || first === "reset" || first === "mail") && id === "") return { page: first };
  if (first === "game" && id !== "") return { page: "game", id };
  if (first === "challenge" && id !== "") return { page: "challenge", id };
  if (first === "people" && id !== "") return person(id);
  if (first === "join" && id === "") return { page: "join" };
  if (first === "profile" && id === "") return { page: "profile" };
  return { page: "nowhere" };
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
export const route = signal<Route>(typeof location === "undefined" ? { page: "lobby" } : parseRoute(location.pathname));

/** Goes to a path of this page. */
export function go(path: string): void {
  if (path === location.pathname) return;
  history.pushState(null, "", path);
  route.value = parseRoute(path);
  window.scrollTo(0, 0);
}

/** Follows the browser's buttons, and links of this page without loading it again. */
export function startRouter(): void {
  window.addEventListener("popstate", () => { route.value = parseRoute(location.pathname); });
  document.addEventListener("click", (e) => {
    if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const a = e.target instanceof Element ? e.target.closest("a") : null;
    if (!a || a.target !== "" || a.hasAttribute("download") || a.origin !== location.origin) return;
    if (a.pathname.startsWith("/api/") || (a.hash !== "" && a.pathname === location.pathname)) return;
    e.preventDefault();
    go(a.pathname);
  });
}
