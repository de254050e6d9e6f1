// The second factor: setting it up, its recovery codes, switching it off.

import { useEffect, useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { save } from "../../lib/save";
import { security } from "../../net/security";
import { sessionOver } from "../../net/session";
import type { SecondFactor, SecondFactorSetUp } from "../../wire";
import { FormError, toast } from "../feedback";
import { usePending } from "./pending";
import { proven, proveNow } from "./prove";
import { factorNeeded, lookFactor } from "./staff-notice";

/** The panel. */
export function Factor() {
  const x = t().security.factor;
  const [standing, setStanding] = useState<SecondFactor | null>(null);
  const [setUp, setSetUp] = useState<SecondFactorSetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { busy, error, run } = usePending();
  const load = async () => setStanding(await security.factor());
  useEffect(() => { void run(load); }, []);
  const told = (given: string[]) => {
    setSetUp(null);
    setCodes(given);
  };
  return (
    <section class="panel" data-testid="factor">
      <h2>{x.title}</h2>
      {factorNeeded.value && <p class="error">{t().security.staff}</p>}
      {codes ? <Recovery codes={codes} /> : setUp ? <SetUp made={setUp} onCodes={told} /> : standing && (standing.since_ms === undefined
        ? (
          <>
            <p>{x.off}</p>
            <button type="button" class="compact" disabled={busy} data-testid="factor-set-up"
              onClick={() => void run(async () => setSetUp(await proven(security.setUpFactor)))}>{x.setUp}</button>
          </>
        )
        : <On standing={standing} since={standing.since_ms} onCodes={told} />)}
      {error !== null && <FormError error={error} testId="factor-error" />}
    </section>
  );
}

function SetUp({ made, onCodes }: { made: SecondFactorSetUp; onCodes: (codes: string[]) => void }) {
  const x = t().security.factor;
  const { busy, error, run } = usePending();
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const code = String(new FormData(e.currentTarget as HTMLFormElement).get("code") ?? "");
    void run(async () => onCodes((await security.confirmFactor(code)).codes));
  };
  return (
    <form onSubmit={submit}>
      <p>{x.scan}</p>
      <div class="factor">
        <img class="qr" alt={x.picture} src={`data:image/svg+xml,${encodeURIComponent(made.qr_svg)}`} />
        <div>
          <p>{x.secret}: <code data-testid="factor-secret">{made.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code></p>
          <label>
            {x.first}
            <input name="code" inputMode="numeric" autocomplete="one-time-code" required maxLength={10} autoFocus data-testid="factor-code" />
          </label>
          {error !== null && <FormError error={error} testId="factor-code-error" />}
          <button type="submit" class="compact" aria-busy={busy} disabled={busy} data-testid="factor-confirm">{x.confirm}</button>
        </div>
      </div>
    </form>
  );
}

function Recovery({ codes }: { codes: string[] }) {
  const x = t().security.factor;
  const text = `${t().brand} · ${x.recoveryTitle}\n\n${codes.join("\n")}\n`;
  return (
    <div class="recovery">
      <h3>{x.recoveryTitle}</h3>
      <p>{x.recovery}</p>
      <ul data-testid="recovery-codes">{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ul>
      <div class="actions">
        <button type="button" class="compact outline" data-testid="recovery-save"
          onClick={() => save(new Blob([text], { type: "text/plain;charset=utf-8" }), "tianyuan-recovery.txt")}>{x.download}</button>
        <button type="button" class="compact outline" onClick={() => window.print()}>{x.print}</button>
        {/* Read anew, so that an office that was waited for is held on the socket, too. */}
        <button type="button" class="compact" data-testid="recovery-kept" onClick={() => window.location.assign("/account")}>{x.kept}</button>
      </div>
    </div>
  );
}

function On({ standing, since, onCodes }: { standing: SecondFactor; since: number; onCodes: (codes: string[]) => void }) {
  const x = t().security.factor;
  const { busy, error, run } = usePending();
  const off = (e: SubmitEvent) => {
    e.preventDefault();
    const data = new FormData(e.currentTarget as HTMLFormElement);
    void run(async () => {
      await security.switchFactorOff({ password: String(data.get("password") ?? ""), code: String(data.get("code") ?? "") });
      toast(x.turnedOff);
      sessionOver();
    });
  };
  const prove = () => void run(async () => {
    if (!(await proveNow())) return;
    await lookFactor();
    if (!factorNeeded.value) window.location.assign("/account");
  });
  return (
    <>
      <p data-testid="factor-on">{x.on(dateText(since))} {x.left(standing.recovery_codes)}</p>
      <div class="actions">
        {factorNeeded.value && <button type="button" class="compact" disabled={busy} data-testid="factor-prove" onClick={prove}>{x.prove}</button>}
        <button type="button" class="compact outline" disabled={busy} data-testid="factor-renew"
          onClick={() => void run(async () => onCodes((await proven(security.renewRecovery)).codes))}>{x.renew}</button>
      </div>
      <details>
        <summary data-testid="factor-off-open">{x.turnOff}</summary>
        <form onSubmit={off} class="narrow">
          <label>{t().security.password.present}<input name="password" type="password" autocomplete="current-password" required maxLength={128} data-testid="factor-off-password" /></label>
          <label>
            {x.code}
            <input name="code" autocomplete="one-time-code" autocapitalize="off" required maxLength={40} data-testid="factor-off-code" />
            <small>{x.codeHint}. {x.offHint}</small>
          </label>
          <button type="submit" class="compact danger" aria-busy={busy} disabled={busy} data-testid="factor-off">{x.turnOff}</button>
        </form>
      </details>
      {error !== null && <FormError error={error} testId="factor-on-error" />}
    </>
  );
}
