// What one notes about a game for oneself. It is read when the fold is opened and kept when the field is left, or by the button.

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { api } from "../../net/http";
import type { Note } from "../../wire";
import { errorText } from "../feedback";

/** Longest note, in characters. */
const NOTE_CHARS = 4_000;

/** The fold; for those who are logged in. */
export function NotePanel({ id }: { id: string }) {
  const x = t().note;
  const field = useId();
  const [open, setOpen] = useState(false);
  const [kept, setKept] = useState<Note | null>(null);
  const [text, setText] = useState("");
  const [error, setError] = useState<unknown>(null);
  const saving = useRef(false);
  useEffect(() => {
    if (!open || kept) return;
    let here = true;
    api.note(id).then(
      (note) => { if (here) { setKept(note); setText(note.text); setError(null); } },
      (e: unknown) => { if (here) setError(e); },
    );
    return () => { here = false; };
  }, [open, id]);
  const dirty = kept !== null && text.trim() !== kept.text;
  const save = async () => {
    if (!dirty || saving.current) return;
    saving.current = true;
    try {
      setKept(await api.writeNote(id, text));
      setError(null);
    } catch (e) {
      setError(e);
    } finally {
      saving.current = false;
    }
  };
  return (
    <details class="fold note" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary data-testid="note">{x.title}</summary>
      <label for={field} class="quiet">{x.lead}</label>
      <textarea
        id={field} rows={4} maxLength={NOTE_CHARS} value={text} disabled={kept === null} data-testid="note-text"
        onInput={(e) => setText(e.currentTarget.value)} onBlur={() => void save()}
      />
      <div class="kept">
        <small role="status" data-testid="note-state" data-state={dirty ? "changed" : "kept"}>
          {error !== null ? <span class="error">{errorText(error)}</span> : dirty ? x.changed : kept?.changed_ms ? x.kept(dateText(kept.changed_ms)) : ""}
        </small>
        <button type="button" class="outline secondary" disabled={!dirty} data-testid="note-save" onClick={() => void save()}>{x.save}</button>
      </div>
    </details>
  );
}
