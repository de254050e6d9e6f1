// Log in, in one step or two, and sign up.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { logIn, register, secondStep } from "../net/session";
import { go } from "../router";
import { Dialog, errorText, toast } from "./feedback";
import { usePending } from "./security/pending";

type Mode = "logIn" | "register";

const open = signal<Mode | null>(null);

/** Opens the dialog. */
export function askAccount(mode: Mode): void {
  open.value = mode;
}

const close = () => { open.value = null; };

/** The dialog's place. */
export function AccountDialog() {
  const mode = open.value;
  return mode ? <Entrance key={mode} mode={mode} /> : null;
}

function Entrance({ mode }: { mode: Mode }) {
  const [step, setStep] = useState<{ ticket: string; name: string } | null>(null);
  return step ? <Second {...step} onBack={() => setStep(null)} /> : <Form mode={mode} onTicket={(ticket, name) => setStep({ ticket, name })} />;
}

function welcome(name: string): void {
  close();
  toast(t().account.welcome(name));
}

function Form({ mode, onTicket }: { mode: Mode; onTicket: (ticket: string, name: string) => void }) {
  const x = t().account;
  const { busy, error, run } = usePending();
  const isNew = mode === "register";
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const data = new FormData(e.currentTarget as HTMLFormElement);
    const name = String(data.get("name") ?? "").trim();
    const password = String(data.get("password") ?? "");
    void run(async () => {
      if (isNew) await register(name, password);
      const ticket = isNew ? null : await logIn(name, password);
      if (ticket === null) welcome(name);
      else onTicket(ticket, name);
    });
  };
  return (
    <Dialog title={isNew ? x.registerTitle : x.logInTitle} onClose={close} testId="account-dialog" small>
      <form onSubmit={submit}>
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
        {error !== null && <p class="error" role="alert" data-testid="login-error">{errorText(error)}</p>}
        <button type="submit" aria-busy={busy} disabled={busy} data-testid={isNew ? "register-submit" : "login-submit"}>
          {isNew ? x.register : x.logIn}
        </button>
        <div class="below">
          <button type="button" class="link" data-testid="account-switch" onClick={() => { open.value = isNew ? "logIn" : "register"; }}>
            {isNew ? x.toLogIn : x.toRegister}
          </button>
          {!isNew && (
            <button type="button" class="link" data-testid="forgotten" onClick={() => { close(); go("/forgotten"); }}>
              {t().security.forgotten.link}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function Second({ ticket, name, onBack }: { ticket: string; name: string; onBack: () => void }) {
  const x = t().security.second;
  const { busy, error, run } = usePending();
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const code = String(new FormData(e.currentTarget as HTMLFormElement).get("code") ?? "");
    void run(async () => {
      await secondStep(ticket, code);
      welcome(name);
    });
  };
  return (
    <Dialog title={x.title} onClose={close} testId="second-step" small>
      <form onSubmit={submit}>
        <p>{x.text}</p>
        <label>
          {x.code}
          <input name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck={false} required maxLength={40} autoFocus data-testid="second-code" />
        </label>
        {error !== null && <p class="error" role="alert" data-testid="second-error">{errorText(error)}</p>}
        <button type="submit" aria-busy={busy} disabled={busy} data-testid="second-submit">{x.go}</button>
        <button type="button" class="link" onClick={onBack}>{x.back}</button>
      </form>
    </Dialog>
  );
}
