// What several parts of the desk show alike.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../i18n";
import { FormError } from "../feedback";
import { usePending } from "../security/pending";

/** A name that leads to what the desk has about somebody. */
export function Who({ name }: { name: string }) {
  return <a class="person" href={`/desk/people/${encodeURIComponent(name)}`}><bdi>{name}</bdi></a>;
}

type ListProps = { items: readonly unknown[] | null; error: unknown; busy: boolean; more: (() => void) | null; none?: string; children: ComponentChildren };

/** What stands under a list: that it is empty, what went wrong, more of it. */
export function Pages({ items, error, busy, more, none, children }: ListProps) {
  const x = t().desk;
  return (
    <>
      {items !== null && items.length === 0 && <p class="quiet" data-testid="desk-none">{none ?? x.none}</p>}
      {children}
      {error !== null && <FormError error={error} testId="desk-error" />}
      {busy && <p aria-busy="true">{t().common.loading}</p>}
      {more !== null && !busy && <button type="button" class="outline compact" data-testid="desk-more" onClick={more}>{x.more}</button>}
    </>
  );
}

type TextProps = { id: string; label: string; send: string; most?: number; danger?: boolean; onSend: (text: string) => Promise<unknown> };

/** A text and a button; what was refused stays in it. */
export function TextForm({ id, label, send, most = 4000, danger, onSend }: TextProps) {
  const [text, setText] = useState("");
  const { busy, error, run } = usePending();
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    void run(async () => {
      await onSend(text.trim());
      setText("");
    });
  };
  return (
    <form onSubmit={submit}>
      <label>{label}
        <textarea required rows={2} maxLength={most} value={text} data-testid={`${id}-text`} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      {error !== null && <FormError error={error} testId={`${id}-error`} />}
      <button type="submit" class={danger ? "compact danger" : "compact"} disabled={busy || text.trim() === ""} aria-busy={busy} data-testid={`${id}-send`}>{send}</button>
    </form>
  );
}

type ChoiceProps<T> = { label: string; all: readonly (readonly [T, string, string])[]; chosen: T; onChoose: (one: T) => void };

/** A few things of which one is chosen: each with its text and the name by which tests find it. */
export function Choice<T>({ label, all, chosen, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset class="segments">
      <legend class="hidden">{label}</legend>
      {all.map(([one, text, id]) => (
        <button key={id} type="button" class={one === chosen ? "compact" : "compact secondary outline"} aria-pressed={one === chosen} data-testid={id} onClick={() => onChoose(one)}>{text}</button>
      ))}
    </fieldset>
  );
}
