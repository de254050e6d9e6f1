// Proving once more who one is, where the server asks for that.

import { signal } from "@preact/signals";
import { t } from "../../i18n";
import { ApiError } from "../../net/http";
import { security } from "../../net/security";
import { Dialog, errorText } from "../feedback";
import { usePending } from "./pending";

const asked = signal<((proven: boolean) => void) | null>(null);

function ask(): Promise<boolean> {
  asked.peek()?.(false);
  return new Promise((resolve) => {
    asked.value = (proven) => { asked.value = null; resolve(proven); };
  });
}

/** Does something; where it was too long ago that somebody has proven who it is, asks for that and does it then. */
export async function proven<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (e) {
    if (!(e instanceof ApiError) || e.code !== "prove_again" || !(await ask())) throw e;
    return work();
  }
}

/** Whether a text is a code rather than a password: six digits, or a recovery code. */
export function isCode(text: string): boolean {
  const plain = text.replace(/[\s-]/g, "").toLowerCase();
  return /^\d{6}$/.test(plain) || /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/.test(text.trim().toLowerCase());
}

/** Asks at once, for who needs it and has done nothing yet. */
export const proveNow = ask;

/** The question's place. */
export function ProveDialog() {
  const answer = asked.value;
  return answer ? <Form answer={answer} /> : null;
}

function Form({ answer }: { answer: (proven: boolean) => void }) {
  const x = t().security.prove;
  const { busy, error, run } = usePending();
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const text = String(new FormData(e.currentTarget as HTMLFormElement).get("proof") ?? "");
    void run(async () => {
      await security.prove(isCode(text) ? { code: text } : { password: text });
      answer(true);
    });
  };
  return (
    <Dialog title={x.title} onClose={() => answer(false)} testId="prove" small>
      <form onSubmit={submit}>
        <p>{x.text}</p>
        <label>
          {x.by}
          <input name="proof" type="password" autocomplete="current-password" required maxLength={128} autoFocus data-testid="prove-field" />
        </label>
        {error !== null && <p class="error" role="alert">{errorText(error)}</p>}
        <button type="submit" aria-busy={busy} disabled={busy} data-testid="prove-submit">{x.go}</button>
      </form>
    </Dialog>
  );
}
