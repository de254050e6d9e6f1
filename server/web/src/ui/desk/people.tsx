// Somebody, as far as offices have to do with them: the record, a sanction, offices, a link by hand.

import { useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { desk, may } from "../../net/desk";
import { api } from "../../net/http";
import { go } from "../../router";
import type { FoundPerson, Office, PersonFile } from "../../wire";
import { FormError, toast } from "../feedback";
import { FinishedGames } from "../finished-games";
import { GameRow } from "../game-row";
import { usePending } from "../security/pending";
import { proven } from "../security/prove";
import { TextForm, Who } from "./common";
import { kinds } from "./parts";
import { Record } from "./report";
import { SanctionForm } from "./sanction-form";
import { useLoad } from "./use-load";

/** The search, and whom it found. */
export function People({ name }: { name: string }) {
  const x = t().desk.people;
  const [found, setFound] = useState<readonly FoundPerson[] | null>(null);
  const { busy, error, run } = usePending();
  const show = (who: string) => go(`/desk/people/${encodeURIComponent(who)}`);
  const find = (e: SubmitEvent) => {
    e.preventDefault();
    const wanted = String(new FormData(e.currentTarget as HTMLFormElement).get("name") ?? "").trim();
    // Only moderators are given names; others must know them.
    if (!may("moderate")) return show(wanted);
    void run(async () => {
      const { items } = await desk.find(wanted);
      const only = items.find((one) => one.name === wanted) ?? (items.length === 1 ? items[0] : undefined);
      setFound(only ? null : items);
      if (only) show(only.name);
    });
  };
  return (
    <>
      <search class="panel"><form class="find" onSubmit={find}>
        <label class="hidden" for="desk-name">{x.search}</label>
        <input id="desk-name" name="name" type="search" defaultValue={name} placeholder={x.search} maxLength={40} required autocomplete="off" autocapitalize="off" spellcheck={false} data-testid="people-name" />
        <button type="submit" class="compact" data-testid="people-find" disabled={busy}>{x.find}</button>
      </form></search>
      {error !== null && <FormError error={error} testId="people-find-error" />}
      {found !== null && <Found people={found} />}
      {name !== "" && <Somebody name={name} />}
    </>
  );
}

/** Whose names begin as was asked. */
function Found({ people }: { people: readonly FoundPerson[] }) {
  return (
    <section class="panel" data-testid="people-found">
      {people.length === 0 && <p class="quiet">{t().desk.people.nobody}</p>}
      <ul class="rows">{people.map((one) => <li key={one.name}><div class="what"><Who name={one.name} />{one.offices.map((office) => <span key={office} class="tag">{t().desk.offices.names[office]}</span>)}<small>{t().person.since(dateText(one.created_ms))}</small></div></li>)}</ul>
    </section>
  );
}

function Somebody({ name }: { name: string }) {
  const x = t().desk.people;
  const moderates = may("moderate");
  const { data, error, load } = useLoad(async () => {
    const [person, file] = await Promise.all([api.person(name), moderates ? desk.file(name) : null]);
    const live = await api.games("live", null, person.id);
    return { person, file, live: live.items };
  }, [name, moderates]);
  if (error !== null) return <section class="panel"><FormError error={error} testId="people-error" /></section>;
  if (data === null) return <p aria-busy="true">{t().common.loading}</p>;
  const { person, file, live } = data;
  return (
    <>
      <section class="panel" data-testid="record">
        <h2><bdi>{person.name}</bdi> <a href={`/people/${encodeURIComponent(person.name)}`}>{x.page}</a></h2>
        <p class="quiet">{t().person.since(dateText(person.since_ms))}{file?.offices.map((office) => <span key={office} class="tag">{t().desk.offices.names[office]}</span>)}</p>
        {file ? <Record file={file} onDone={load} /> : <p class="quiet">{x.noRecord}</p>}
        {live.length > 0 && <><h3>{x.live}</h3><ul class="rows">{live.map((game) => <GameRow key={game.id} game={game} />)}</ul></>}
        <h3>{x.games}</h3>
        <FinishedGames player={person.id} empty={t().desk.none} />
      </section>
      {kinds().length > 0 && <section class="panel"><SanctionForm key={person.name} name={person.name} game={null} report={null} onDone={() => void load()} /></section>}
      {may("appoint") && file && <Offices file={file} onDone={load} />}
      {may("appoint") && <ResetLink name={person.name} />}
    </>
  );
}

const OFFICES: readonly Office[] = ["referee", "chief_referee", "organiser", "rank_officer", "moderator", "administrator"];

function Offices({ file, onDone }: { file: PersonFile; onDone: () => Promise<void> }) {
  const x = t().desk.offices;
  const [chosen, setChosen] = useState<readonly Office[]>(file.offices);
  const turn = (office: Office, on: boolean) => setChosen(OFFICES.filter((one) => (one === office ? on : chosen.includes(one))));
  const give = async (reason: string) => {
    await desk.appoint(file.name, { offices: [...chosen], reason });
    toast(t().desk.offices.given);
    await onDone();
  };
  return (
    <section class="panel" data-testid="offices">
      <h2>{t().desk.people.offices}</h2>
      <p class="quiet">{x.lead}</p>
      <fieldset>
        {OFFICES.map((office) => (
          <label key={office}>
            <input type="checkbox" checked={chosen.includes(office)} data-testid={`office-${office}`} onChange={(e) => turn(office, e.currentTarget.checked)} /> {x.names[office]} <small>{x.powers[office]}</small>
          </label>
        ))}
      </fieldset>
      <TextForm id="offices" label={t().desk.reason} send={x.give} onSend={give} />
    </section>
  );
}

function ResetLink({ name }: { name: string }) {
  const x = t().desk.reset;
  const [link, setLink] = useState<string | null>(null);
  const make = async (reason: string) => {
    const made = await proven(() => desk.resetLink(name, reason));
    setLink(location.origin + made.path);
  };
  return (
    <section class="panel" data-testid="reset-link">
      <h2>{x.title}</h2>
      <p class="quiet">{x.lead}</p>
      {link !== null && <Once title={x.once} text={link} />}
      <TextForm id="reset-link" label={x.reason} send={x.make} onSend={make} />
    </section>
  );
}

/** Something that is shown once, to be copied. */
export function Once({ title, text }: { title: string; text: string }) {
  const copy = () => void navigator.clipboard.writeText(text).then(() => toast(t().common.copied), () => {});
  return (
    <div class="made">
      <p>{title}</p>
      <div class="copy-link"><input type="text" readOnly value={text} data-testid="once" onFocus={(e) => e.currentTarget.select()} /><button type="button" class="compact" onClick={copy}>{t().common.copy}</button></div>
    </div>
  );
}
