// The page's head: name, places, language, account, and the state of the connection when it is not well.

import { t, toggleLang } from "../i18n";
import { link } from "../net/live";
import { account, logOut } from "../net/session";
import { route } from "../router";
import { askAccount } from "./account-dialog";
import { parts } from "./desk/parts";

/** The mark: a stone on 天元, the board's centre. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#dcb26a" />
      <path d="M16 3v26M3 16h26" stroke="#5d4320" stroke-width="1.4" />
      <circle cx="16" cy="16" r="8.5" fill="#1c1b1a" />
      <circle cx="13" cy="12.6" r="2.6" fill="#fff" opacity=".28" />
    </svg>
  );
}

/** Header of every page. */
export function Header() {
  const x = t().nav;
  const who = account.value;
  const page = route.value.page;
  return (
    <header class="top">
      <a class="skip" href="#main">{x.skip}</a>
      <nav aria-label={t().brand}>
        <a class="brand" href="/" data-testid="home"><Mark /><strong>天元</strong><span class="latin">Tianyuan</span></a>
        <a href="/" class="place first" aria-current={page === "lobby" ? "page" : undefined} data-testid="nav-lobby">{x.lobby}</a>
        <a href="/games" class="place" aria-current={page === "games" ? "page" : undefined} data-testid="nav-games">{x.games}</a>
        {parts().length > 0 && <a href="/desk" class="place" aria-current={page === "desk" ? "page" : undefined} data-testid="nav-desk">{t().desk.title}</a>}
        <span class="space" />
        <button type="button" class="plain" onClick={toggleLang} aria-label={x.otherLanguageLabel} data-testid="lang-toggle">{x.otherLanguage}</button>
        {who === null && (
          <>
            <button type="button" class="plain" onClick={() => askAccount("logIn")} data-testid="login-open">{x.logIn}</button>
            <button type="button" class="compact" onClick={() => askAccount("register")} data-testid="register-open">{x.register}</button>
          </>
        )}
        {who && (
          <details class="dropdown account">
            <summary data-testid="account" aria-label={`${x.menu}: ${who.name}`}><span>{who.name}</span></summary>
            <ul dir="rtl">
              <li><a href={`/people/${encodeURIComponent(who.name)}`} data-testid="my-page">{x.myPage}</a></li>
              <li><a href="/profile" data-testid="my-profile">{x.profile}</a></li>
              <li><a href="/account" data-testid="nav-account" onClick={(e) => e.currentTarget.closest("details")?.removeAttribute("open")}>{t().security.title}</a></li>
              <li><button type="button" class="plain" onClick={() => void logOut()} data-testid="logout">{x.logOut}</button></li>
            </ul>
          </details>
        )}
      </nav>
      <Connection />
    </header>
  );
}

/** Says so plainly when the connection is away. */
function Connection() {
  const state = link.state.value;
  const text = t().link[state];
  return (
    <div class={`connection ${state}`} role="status" data-testid="connection" data-state={state}>
      {state === "reconnecting" ? <span aria-busy="true">{text}</span> : <span class="hidden">{text}</span>}
    </div>
  );
}
