// Personal tokens for bots and tools.

import { useEffect, useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { security } from "../../net/security";
import type { PersonalToken, TokenScope } from "../../wire";
import { FormError, toast } from "../feedback";
import { usePending } from "./pending";
import { proven } from "./prove";

const SCOPES: readonly TokenScope[] = ["read", "play", "chat"];
const DAYS = [7, 30, 90, 365] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The panel. */
export function Tokens() {
  const x = t().security.tokens;
  const [list, setList] = useState<PersonalToken[] | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const { busy, error, run } = usePending();
  const load = async () => setList((await security.tokens()).tokens);
  useEffect(() => { void run(load); }, []);
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const form = e.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const scopes = SCOPES.filter((scope) => data.get(scope) !== null);
    if (scopes.length === 0) {
      toast(x.pickScope, "bad");
      return;
    }
    const ends_ms = Date.now() + Number(data.get("days")) * DAY_MS;
    void run(async () => {
      const token = await proven(() => security.makeToken({ name: String(data.get("name") ?? ""), scopes, ends_ms }));
      setMade(token.token);
      form.reset();
      await load();
    });
  };
  const revoke = (token: PersonalToken) => void run(async () => {
    await security.revokeToken(token.id);
    toast(x.revoked);
    await load();
  });
  return (
    <section class="panel" data-testid="tokens">
      <h2>{x.title}</h2>
      <p>{x.lead}</p>
      {list?.length === 0 && <p class="quiet">{x.none}</p>}
      <ul class="rows">
        {list?.map((token) => (
          <li key={token.id}>
            <span class="what">
              <strong>{token.name}</strong>
              <small>
                {[token.scopes.map((s) => x.scope[s]).join(", "), x.ends(dateText(token.ends_ms)),
                  token.used_ms === undefined ? x.never : x.used(dateText(token.used_ms))].join(" · ")}
              </small>
            </span>
            <button type="button" class="compact secondary outline" disabled={busy} data-testid="token-revoke" onClick={() => revoke(token)}>{x.revoke}</button>
          </li>
        ))}
      </ul>
      {made !== null && <p class="made">{x.made}<br /><code data-testid="token-made">{made}</code></p>}
      <details>
        <summary data-testid="token-open">{x.make}</summary>
        <form onSubmit={submit} class="narrow">
          <label>{x.name}<input name="name" required maxLength={50} data-testid="token-name" /></label>
          <fieldset>
            <legend>{x.scopes}</legend>
            {SCOPES.map((scope) => (
              <label key={scope}><input type="checkbox" name={scope} defaultChecked={scope === "read"} data-testid={`token-${scope}`} />{x.scope[scope]}</label>
            ))}
          </fieldset>
          <label>{x.lasts}<select name="days">{DAYS.map((n) => <option key={n} value={n} selected={n === 90}>{x.days(n)}</option>)}</select></label>
          <button type="submit" class="compact" aria-busy={busy} disabled={busy} data-testid="token-make">{x.make}</button>
        </form>
      </details>
      {error !== null && <FormError error={error} testId="tokens-error" />}
    </section>
  );
}
