// One's own mail address.

import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";
import { security } from "../../net/security";
import type { MailAddress } from "../../wire";
import { FormError, toast } from "../feedback";
import { usePending } from "./pending";

/** The panel. */
export function Mail() {
  const x = t().security.mail;
  const [mail, setMail] = useState<MailAddress | null>(null);
  const { busy, error, run } = usePending();
  const load = async () => setMail(await security.mail());
  useEffect(() => { void run(load); }, []);
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const form = e.currentTarget as HTMLFormElement;
    const data = new FormData(form, e.submitter);
    const address = data.get("remove") === null ? String(data.get("address") ?? "") : "";
    void run(async () => {
      await security.setMail({ address, password: String(data.get("password") ?? "") });
      form.reset();
      toast(address === "" ? x.removed : x.sent);
      await load();
    });
  };
  return (
    <section class="panel" data-testid="mail">
      <h2>{x.title}</h2>
      {mail && !mail.by_mail && mail.address === undefined ? <p>{x.off}</p> : mail && (
        <>
          <p>{x.lead}</p>
          <p data-testid="mail-address">{mail.address ?? <span class="quiet">{x.none}</span>}</p>
          <form onSubmit={submit} class="narrow">
            {mail.by_mail && <label>{x.address}<input name="address" type="email" autocomplete="email" maxLength={254} data-testid="mail-field" /></label>}
            <label>{t().security.password.present}<input name="password" type="password" autocomplete="current-password" required maxLength={128} data-testid="mail-password" /></label>
            <div class="actions">
              {mail.by_mail && <button type="submit" class="compact" aria-busy={busy} disabled={busy} data-testid="mail-set">{x.set}</button>}
              {mail.address !== undefined && <button type="submit" name="remove" value="yes" class="compact secondary outline" disabled={busy}>{x.remove}</button>}
            </div>
          </form>
        </>
      )}
      {error !== null && <FormError error={error} testId="mail-error" />}
    </section>
  );
}
