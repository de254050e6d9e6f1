// Another password.

import { t } from "../../i18n";
import { security } from "../../net/security";
import { FormError, toast } from "../feedback";
import { usePending } from "./pending";

/** The panel. */
export function Password() {
  const x = t().security.password;
  const { busy, error, run } = usePending();
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const form = e.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    void run(async () => {
      await security.changePassword({ password: String(data.get("present") ?? ""), new_password: String(data.get("wanted") ?? "") });
      form.reset();
      toast(x.changed);
    });
  };
  return (
    <section class="panel" data-testid="password">
      <h2>{x.title}</h2>
      <form onSubmit={submit} class="narrow">
        <label>{x.present}<input name="present" type="password" autocomplete="current-password" required maxLength={128} data-testid="password-present" /></label>
        <label>
          {x.wanted}
          <input name="wanted" type="password" autocomplete="new-password" required minLength={8} maxLength={128} data-testid="password-wanted" />
          <small>{x.hint}</small>
        </label>
        {error !== null && <FormError error={error} testId="password-error" />}
        <button type="submit" class="compact" aria-busy={busy} disabled={busy} data-testid="password-submit">{x.change}</button>
      </form>
    </section>
  );
}
