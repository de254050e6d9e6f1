// Where the link of an invitation leads.

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { account, invitation } from "../net/session";
import { askAccount } from "./account-dialog";

/** The page. */
export function JoinPage() {
  const x = t().join;
  useEffect(() => {
    const secret = location.hash.slice(1);
    if (secret === "") return;
    invitation.value = secret;
    // It is somebody's to use: not for the next who looks at the history of this browser.
    history.replaceState(null, "", location.pathname);
  }, []);
  useEffect(() => { document.title = `${t().brand} · ${x.title}`; });
  const lead = account.value ? x.already : invitation.value === null ? x.none : x.text;
  return (
    <section class="message" data-testid="join">
      <h1>{x.title}</h1>
      <p>{lead}</p>
      {!account.value && invitation.value !== null && <button type="button" data-testid="join-register" onClick={() => askAccount("register")}>{x.register}</button>}
    </section>
  );
}
