// The pages that links in letters lead to, and the one that asks for such a link. What a link has after `#` no server sees.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { security } from "../../net/security";
import { go } from "../../router";
import { askAccount } from "../account-dialog";
import { FormError, toast } from "../feedback";
import { usePending } from "./pending";

const ticket = () => window.location.hash.slice(1);

function useTitle(title: string): void {
  useEffect(() => { document.title = `${t().brand} · ${title}`; });
}

/** Asks for a link to another password. */
export function ForgottenPage() {
  const x = t().security.forgotten;
  useTitle(x.title);
  const [byMail, setByMail] = useState<boolean | null>(null);
  const { busy, error, run } = usePending();
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const who = String(new FormData(e.currentTarget as HTMLFormElement).get("who") ?? "").trim();
    void run(async () => setByMail((await security.askReset(who)).by_mail));
  };
  return (
    <section class="panel alone">
      <h1>{x.title}</h1>
      {byMail !== null ? <p role="status" data-testid="forgotten-asked">{byMail ? x.asked : x.byHand}</p> : (
        <form onSubmit={submit}>
          <label>{x.who}<input name="who" required maxLength={254} autocomplete="username" autocapitalize="off" spellcheck={false} data-testid="forgotten-who" /></label>
          {error !== null && <FormError error={error} testId="forgotten-error" />}
          <button type="submit" aria-busy={busy} disabled={busy} data-testid="forgotten-submit">{x.ask}</button>
        </form>
      )}
    </section>
  );
}

/** Sets another password by a link. */
export function ResetPage() {
  const x = t().security.forgotten;
  useTitle(x.resetTitle);
  const { busy, error, run } = usePending();
  const token = ticket();
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const password = String(new FormData(e.currentTarget as HTMLFormElement).get("password") ?? "");
    void run(async () => {
      await security.reset({ token, password });
      toast(x.done);
      go("/");
      askAccount("logIn");
    });
  };
  return (
    <section class="panel alone">
      <h1>{x.resetTitle}</h1>
      {token === "" ? <p>{x.noLink}</p> : (
        <form onSubmit={submit}>
          <label>
            {x.wanted}
            <input name="password" type="password" autocomplete="new-password" required minLength={8} maxLength={128} data-testid="reset-password" />
            <small>{x.hint}</small>
          </label>
          {error !== null && <FormError error={error} testId="reset-error" />}
          <button type="submit" aria-busy={busy} disabled={busy} data-testid="reset-submit">{x.set}</button>
        </form>
      )}
      <a href="/forgotten">{x.again}</a>
    </section>
  );
}

/** Confirms a mail address by a link. */
export function MailPage() {
  const x = t().security.mail;
  useTitle(x.title);
  const { busy, error, run } = usePending();
  useEffect(() => { if (ticket() !== "") void run(() => security.confirmMail(ticket())); }, []);
  const text = ticket() === "" ? x.noLink : busy ? x.confirming : x.confirmed;
  return (
    <section class="panel alone">
      <h1>{x.title}</h1>
      {error !== null ? <FormError error={error} testId="mail-confirm-error" /> : <p role="status" aria-busy={busy} data-testid="mail-confirmed">{text}</p>}
      <a href="/account">{t().security.title}</a>
    </section>
  );
}
