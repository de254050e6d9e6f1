// Short messages and questions, shown over any page.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { ApiError } from "../net/http";

type Toast = { key: number; text: string; kind: "info" | "bad" };

const toasts = signal<Toast[]>([]);
let nextKey = 0;
const SHOWN_MS = 5_000;

/** Shows a short message for a few seconds; the same text is not stacked. */
export function toast(text: string, kind: Toast["kind"] = "info"): void {
  const key = nextKey++;
  toasts.value = [...toasts.value.filter((x) => x.text !== text), { key, text, kind }].slice(-3);
  window.setTimeout(() => { toasts.value = toasts.value.filter((x) => x.key !== key); }, SHOWN_MS);
}

/** An error's text in the language in use. */
export function errorText(e: unknown): string {
  return t().refusals[e instanceof ApiError ? e.code : "internal"] ?? t().refusals.internal;
}

/** What exactly is wrong with a request, in the server's own words (English), where the general text says too little. */
function detailOf(e: unknown): string | null {
  return e instanceof ApiError && e.code === "bad_request" ? e.detail : null;
}

/** What went wrong with a form. */
export function FormError({ error, testId }: { error: unknown; testId: string }) {
  const detail = detailOf(error);
  return (
    <div class="error" role="alert" data-testid={testId}>
      {errorText(error)}
      {detail !== null && <small lang="en" data-testid={`${testId}-detail`}>{detail}</small>}
    </div>
  );
}

/** Shows what went wrong; whoever is banned has a page that says so. */
export function toastError(e: unknown): void {
  if (!(e instanceof ApiError && e.code === "banned")) toast(errorText(e), "bad");
}

/** The messages' place; a live region, so that they are also heard. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite" data-testid="toasts">
      {toasts.value.map((x) => <div key={x.key} class={`toast ${x.kind}`}>{x.text}</div>)}
    </div>
  );
}

type DialogProps = { title: string; onClose: () => void; children: ComponentChildren; testId?: string; small?: boolean };

/** A modal dialog: the browser's own, with focus kept inside and Escape to close. */
export function Dialog({ title, onClose, children, testId, small }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const d = ref.current;
    if (d && !d.open) d.showModal();
    return () => d?.close();
  }, []);
  const onClick = (e: MouseEvent) => { if (e.target === ref.current) onClose(); };
  return (
    <dialog ref={ref} onCancel={(e) => { e.preventDefault(); onClose(); }} onClick={onClick} data-testid={testId} aria-label={title}>
      <article class={small ? "small" : ""}>
        <header>
          <button type="button" aria-label={t().common.close} class="close" onClick={onClose} />
          <h2>{title}</h2>
        </header>
        {children}
      </article>
    </dialog>
  );
}

type Question = { title: string; text: string; yes: string; danger: boolean; answer: (yes: boolean) => void };

const question = signal<Question | null>(null);

/** Asks a yes-or-no question; a second question answers the first with no. */
export function confirm(q: Omit<Question, "answer">): Promise<boolean> {
  question.peek()?.answer(false);
  return new Promise((resolve) => {
    question.value = { ...q, answer: (yes) => { question.value = null; resolve(yes); } };
  });
}

/** Withdraws an open question, as when the game has gone on meanwhile. */
export function dropQuestion(): void {
  question.peek()?.answer(false);
}

/** The question's place. */
export function Questions() {
  const q = question.value;
  if (!q) return null;
  return (
    <Dialog key={q.title} title={q.title} onClose={() => q.answer(false)} testId="confirm" small>
      <p>{q.text}</p>
      <footer>
        <button type="button" class="secondary outline" data-testid="confirm-no" autoFocus={q.danger} onClick={() => q.answer(false)}>{t().common.cancel}</button>
        <button type="button" class={q.danger ? "danger" : ""} data-testid="confirm-yes" autoFocus={!q.danger} onClick={() => q.answer(true)}>{q.yes}</button>
      </footer>
    </Dialog>
  );
}
