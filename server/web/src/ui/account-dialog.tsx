// Log in and sign up.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { logIn, register } from "../net/session";
import { Dialog, errorText, toast } from "./feedback";

type Mode = "logIn" | "register";

const open = signal<Mode | null>(null);

/** Opens the dialog. */
export function askAccount(mode: Mode): void {
  open.value = mode;
}

/** The dialog's place. */
export function AccountDialog() {
  const mode = open.value;
  return mode ? <Form key={mode} mode={mode} /> : null;
}

function Form({ mode }: { mode: Mode }) {
  const x = t().account;
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isNew = mode === "register";
  const submit = async (e: SubmitEvent) => {
    e.preventDefault();
    const data = new FormData(e.currentTarget as HTMLFormElement);
    const name = String(data.get("name") ?? "").trim();
    setBusy(true);
    setError(null);
    try {
      await (isNew ? register : logIn)(name, String(data.get("password") ?? ""));
      open.value = null;
      toast(t().account.welcome(name));
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={isNew ? x.registerTitle : x.logInTitle} onClose={() => { open.value = null; }} testId="account-dialog" small>
      <form onSubmit={(e) => void submit(e)}>
        <label>
          {x.name}
          <input name="name" autocomplete="username" autocapitalize="off" spellcheck={false} required minLength={2} maxLength={20}
            autoFocus data-testid="login-name" />
          {isNew && <small>{x.nameHint}</small>}
        </label>
        <label>
          {x.password}
          <input name="password" type="password" autocomplete={isNew ? "new-password" : "current-password"} required
            minLength={isNew ? 8 : 1} maxLength={128} data-testid="login-password" />
          {isNew && <small>{x.passwordHint}</small>}
        </label>
        {error && <p class="error" role="alert" data-testid="login-error">{error}</p>}
        <button type="submit" aria-busy={busy} disabled={busy} data-testid={isNew ? "register-submit" : "login-submit"}>
          {isNew ? x.register : x.logIn}
        </button>
        <button type="button" class="link" data-testid="account-switch" onClick={() => { open.value = isNew ? "logIn" : "register"; }}>
          {isNew ? x.toLogIn : x.toRegister}
        </button>
      </form>
    </Dialog>
  );
}
