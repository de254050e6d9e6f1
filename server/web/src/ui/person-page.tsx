// Somebody: names, country, office, and their games, page by page.

import { useEffect, useState } from "preact/hooks";
import { dateText, t } from "../i18n";
import { countryName } from "../lib/countries";
import { ApiError, api } from "../net/http";
import { blocked, setBlocked } from "../net/people";
import { account } from "../net/session";
import type { GameSummary, Person } from "../wire";
import { confirm, errorText, toast, toastError } from "./feedback";
import { FinishedGames } from "./finished-games";
import { GameRow } from "./game-row";
import { ReportForm } from "./report-form";

/** The page. */
export function PersonPage({ name }: { name: string }) {
  const x = t().person;
  const [person, setPerson] = useState<Person | null>(null);
  const [live, setLive] = useState<GameSummary[]>([]);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let here = true;
    api.person(name).then(
      async (found) => {
        if (!here) return;
        setPerson(found);
        const page = await api.games("live", null, found.id).catch(() => null);
        if (here && page) setLive(page.items);
      },
      (e: unknown) => { if (here) setError(e); },
    );
    return () => { here = false; };
  }, [name]);
  useEffect(() => { document.title = `${t().brand} · ${person?.name ?? name}`; });
  if (error !== null) {
    const isNobody = error instanceof ApiError && error.code === "not_found";
    return <section class="message" data-testid="nobody"><h1>{name}</h1><p>{isNobody ? x.nobody : errorText(error)}</p><a href="/">{t().nowhere.home}</a></section>;
  }
  if (person === null) return <p aria-busy="true" class="message">{t().common.loading}</p>;
  return (
    <>
      <section class="panel person-head" data-testid="person">
        <div>
          <h1><bdi>{person.name}</bdi></h1>
          {person.shown !== undefined && <p class="shown" data-testid="person-shown"><bdi>{person.shown}</bdi></p>}
          <p class="quiet">
            {person.office !== undefined && <span class="tag" data-testid="person-office">{x.office[person.office]}</span>}
            {person.country !== undefined && <span data-testid="person-country">{countryName(person.country, t().locale)} · </span>}
            {x.since(dateText(person.since_ms))}
          </p>
        </div>
        <Deeds person={person} />
      </section>
      {live.length > 0 && (
        <section class="panel">
          <h2>{x.live}</h2>
          <ul class="rows">{live.map((g) => <GameRow key={g.id} game={g} action={t().lobby.watch} />)}</ul>
        </section>
      )}
      <section class="panel games" data-testid="person-games">
        <h2>{x.finished}</h2>
        <FinishedGames player={person.id} empty={x.none} />
      </section>
    </>
  );
}

/** What the reader can do: change the own profile, or block somebody. */
function Deeds({ person }: { person: Person }) {
  const x = t().person;
  const me = account.value;
  if (!me) return null;
  if (me.id === person.id) return <a role="button" class="compact outline" href="/profile" data-testid="person-edit">{x.edit}</a>;
  const isBlocked = blocked.value.has(person.id);
  const turn = async () => {
    const sure = isBlocked || await confirm({ title: x.blockTitle(person.name), text: x.blockText, yes: x.block, danger: true });
    if (!sure) return;
    try {
      await setBlocked(person.name, !isBlocked);
      toast(isBlocked ? t().person.unblocked(person.name) : t().person.blocked(person.name));
    } catch (e) {
      toastError(e);
    }
  };
  return <div class="deeds">
    <button type="button" class="compact secondary outline" data-testid={isBlocked ? "unblock" : "block"} onClick={() => void turn()}>{isBlocked ? x.unblock : x.block}</button>
    <ReportForm names={[person.name]} />
  </div>;
}
