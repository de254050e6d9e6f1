// What the server does and whom it lets in: maintenance, invitations, who has which office.

import { useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { desk, may } from "../../net/desk";
import { maintenance } from "../../net/order";
import type { Invitation } from "../../wire";
import { confirm, FormError, toast } from "../feedback";
import { usePending } from "../security/pending";
import { Pages, Who } from "./common";
import { Once } from "./people";
import { useLoad, usePages } from "./use-load";

const TEXT_CHARS = 300;
const NOTE_CHARS = 200;

/** The part. */
export function Settings() {
  return (
    <>
      {may("operate") && <Maintenance />}
      {may("appoint") && <Invitations />}
      {may("appoint") && <Officers />}
    </>
  );
}

function Maintenance() {
  const x = t().desk.settings;
  const now = maintenance.value;
  const [text, setText] = useState(now ?? "");
  const { busy, error, run } = usePending();
  const turn = (on: boolean) => void run(async () => {
    if (on && maintenance.peek() === null && !(await confirm({ title: x.sure, text: x.sureText, yes: x.begin, danger: true }))) return;
    const told = await desk.operate({ maintenance: on, text: on ? text.trim() : "" });
    maintenance.value = told.maintenance ? told.text : null;
  });
  return (
    <section class="panel" data-testid="maintenance-form" data-on={now !== null}>
      <h2>{x.maintenance}</h2>
      <p>{now === null ? x.off : x.on}</p>
      <label>{x.text}<input type="text" maxLength={TEXT_CHARS} value={text} autocomplete="off" data-testid="maintenance-text" onInput={(e) => setText(e.currentTarget.value)} /></label>
      {error !== null && <FormError error={error} testId="maintenance-error" />}
      <p class="deeds">
        <button type="button" class={now === null ? "compact danger" : "compact outline"} disabled={busy} data-testid="maintenance-begin" onClick={() => turn(true)}>{now === null ? x.begin : x.change}</button>
        {now !== null && <button type="button" class="compact" disabled={busy} data-testid="maintenance-end" onClick={() => turn(false)}>{x.end}</button>}
      </p>
    </section>
  );
}

function Invitations() {
  const x = t().desk.settings;
  const { items, again, ...list } = usePages((after: string | null) => desk.invitations(after), []);
  const [link, setLink] = useState<string | null>(null);
  const { busy, error, run } = usePending();
  const invite = (e: SubmitEvent) => {
    e.preventDefault();
    const form = new FormData(e.currentTarget as HTMLFormElement);
    void run(async () => {
      const made = await desk.invite({ uses: Number(form.get("uses")), days: Number(form.get("days")), note: String(form.get("note") ?? "").trim() });
      setLink(location.origin + made.path);
      again();
    });
  };
  const withdraw = (invitation: Invitation) => void run(async () => {
    await desk.uninvite(invitation.id);
    toast(t().desk.settings.withdrawn);
    again();
  });
  return (
    <section class="panel" data-testid="invitations">
      <h2>{x.invitations}</h2>
      <Pages items={items} {...list}>
        <ul class="rows">
          {items?.map((one) => (
            <li key={one.id} data-testid="invitation">
              <div class="what"><span>{x.left(one.left, one.uses)}{one.note !== "" && ` · ${one.note}`}</span><small>{x.until(dateText(one.expires_ms))}</small></div>
              <button type="button" class="compact secondary outline" disabled={busy} data-testid="withdraw" onClick={() => withdraw(one)}>{x.withdraw}</button>
            </li>
          ))}
        </ul>
      </Pages>
      {link !== null && <Once title={x.made} text={link} />}
      <form class="fields" onSubmit={invite}>
        <label>{x.uses}<input name="uses" type="number" min={1} max={1000} required defaultValue="1" data-testid="invite-uses" /></label>
        <label>{x.lasts}<input name="days" type="number" min={1} max={365} required defaultValue="7" data-testid="invite-days" /></label>
        <label>{x.note}<input name="note" type="text" maxLength={NOTE_CHARS} autocomplete="off" data-testid="invite-note" /></label>
        <button type="submit" disabled={busy} data-testid="invite">{x.invite}</button>
      </form>
      {error !== null && <FormError error={error} testId="invite-error" />}
    </section>
  );
}

function Officers() {
  const x = t().desk.settings;
  const { data, error, busy } = useLoad(() => desk.officers(), []);
  const items = data?.items ?? null;
  return (
    <section class="panel" data-testid="officers-list">
      <h2>{x.officers}</h2>
      <Pages items={items} error={error} busy={busy} more={null}>
        <ul class="rows">{items?.map((one) => <li key={one.name}><div class="what"><Who name={one.name} />{one.offices.map((office) => <span key={office} class="tag">{t().desk.offices.names[office]}</span>)}</div></li>)}</ul>
      </Pages>
    </section>
  );
}
