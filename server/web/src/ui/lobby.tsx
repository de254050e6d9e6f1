// The lobby: own games first, open challenges, games to watch, recent results.

import { useEffect, useState } from "preact/hooks";
import { Board } from "../board/board";
import { t } from "../i18n";
import { api } from "../net/http";
import { lobby, watchLobby } from "../net/live";
import { account } from "../net/session";
import { forgetOffer, keptOffers } from "./kept-offers";
import { go } from "../router";
import type { Challenge, GameSummary } from "../wire";
import { Called } from "./called";
import { askAccount } from "./account-dialog";
import { toast, toastError } from "./feedback";
import { GameRow } from "./game-row";
import { openOffer } from "./offer-dialog";
import { Name, settingsLine, Stone } from "./parts";

/** The page. */
export function Lobby() {
  const x = t().lobby;
  const me = account.value?.id ?? null;
  useEffect(watchLobby, []);
  useEffect(() => { document.title = `${t().brand} · ${t().nav.lobby}`; });
  const games = lobby.value?.games ?? null;
  const changed = games?.map((g) => g.id).join() ?? "";
  // The lists have one's own private games too, so they are asked for again when somebody logs in or out.
  const recent = useList("finished", `${me}${changed}`)?.slice(0, RECENT) ?? null;
  const mine = useList(me === null ? null : "mine", `${me}${changed}`) ?? [];
  const others = games?.filter((g) => g.black.id !== me && g.white.id !== me) ?? null;
  const challenges = useOffers(lobby.value?.challenges ?? null, me);
  return (
    <>
      {me === null ? <Hero /> : <Start />}
      <div class="lobby-columns">
        <div>
          <Called />
          {mine.length > 0 && (
            <section class="panel mine" data-testid="my-games">
              <h2>{x.yourGames}</h2>
              <ul class="rows">{mine.map((g) => <GameRow key={g.id} game={g} action={x.resume} strong />)}</ul>
            </section>
          )}
          <Challenges list={challenges} me={me} />
          <section class="panel" data-testid="live-games">
            <h2>{x.live}</h2>
            {others === null ? <p aria-busy="true">{t().common.loading}</p>
              : others.length === 0 ? <p class="quiet">{x.noLive}</p>
                : <ul class="rows">{others.map((g) => <GameRow key={g.id} game={g} action={x.watch} />)}</ul>}
          </section>
        </div>
        <section class="panel recent" data-testid="recent-games">
          <h2>{x.recent}<a href="/games">{x.all}</a></h2>
          {recent === null ? <p aria-busy="true">{t().common.loading}</p>
            : recent.length === 0 ? <p class="quiet">{x.noRecent}</p>
              : <ul class="rows">{recent.map((g) => <GameRow key={g.id} game={g} />)}</ul>}
        </section>
      </div>
    </>
  );
}

const RECENT = 8;

/** The first page of a list of games, asked again when `changed` has; nothing while it is unknown. */
function useList(state: "finished" | "mine" | null, changed: string): GameSummary[] | null {
  const [list, setList] = useState<GameSummary[] | null>(null);
  useEffect(() => {
    let here = true;
    if (state === null) setList(null);
    else {
      api.games(state, null)
        .then((page) => { if (here) setList(page.items); })
        .catch(() => { if (here) setList((old) => old ?? []); });
    }
    return () => { here = false; };
  }, [state, changed]);
  return list;
}

/** The public challenges, and before them one's own private ones that were made in this browser. */
function useOffers(open: Challenge[] | null, me: string | null): Challenge[] | null {
  const [hidden, setHidden] = useState<Challenge[]>([]);
  useEffect(() => {
    let here = true;
    void Promise.all(keptOffers().map((id) => api.challenge(id).catch(() => null))).then((all) => {
      const still = all.filter((c) => c !== null && c.by.id === me && c.game === null && c.private) as Challenge[];
      if (here) setHidden(still);
    });
    return () => { here = false; };
  }, [open, me]);
  return open && [...hidden, ...open.filter((c) => !hidden.some((h) => h.id === c.id))];
}

/** A quiet corner opening, for the eye alone. */
const PICTURE = [
  "...........", "...........", "..O.....X..", "...........", ".....O.....", "..X.....X..", "...OX......", "..OXX...O..", "...O..X....", "...........", "...........",
];

function Hero() {
  const x = t().lobby;
  return (
    <section class="hero">
      <div class="words">
        <h1>{x.tagline}</h1>
        <p>{x.lead}</p>
        <div class="actions">
          <button type="button" onClick={() => askAccount("register")} data-testid="hero-register">{t().account.registerTitle}</button>
          <button type="button" class="outline" onClick={() => askAccount("logIn")}>{t().nav.logIn}</button>
        </div>
      </div>
      <div class="picture" aria-hidden="true"><Board rows={PICTURE} label="" describe={() => ""} coordinates={false} /></div>
    </section>
  );
}

function Start() {
  const x = t().lobby;
  return (
    <section class="start">
      <h1>{x.tagline}</h1>
      <div class="actions">
        <button type="button" onClick={() => openOffer(false)} data-testid="new-challenge">{x.newGame}</button>
        <button type="button" class="outline" onClick={() => openOffer(true)} data-testid="invite">{x.playFriend}</button>
      </div>
    </section>
  );
}

function Challenges({ list, me }: { list: Challenge[] | null; me: string | null }) {
  const x = t().lobby;
  const sorted = [...(list ?? [])].sort((a, b) => Number(b.by.id === me) - Number(a.by.id === me));
  return (
    <section class="panel" data-testid="challenges">
      <h2>{x.challenges}</h2>
      {list === null ? <p aria-busy="true">{t().common.loading}</p>
        : sorted.length === 0 ? <p class="quiet">{x.noChallenges}</p>
          : <ul class="rows">{sorted.map((c) => <ChallengeRow key={c.id} challenge={c} me={me} />)}</ul>}
    </section>
  );
}

/** Withdraws a challenge of one's own. */
export async function withdraw(id: string): Promise<void> {
  try {
    await api.withdraw(id);
    forgetOffer(id);
    toast(t().lobby.withdrawn);
  } catch (e) {
    toastError(e);
  }
}

function ChallengeRow({ challenge: c, me }: { challenge: Challenge; me: string | null }) {
  const x = t().lobby;
  const own = c.by.id === me;
  const accept = async () => {
    if (me === null) return askAccount("logIn");
    // A draw of colours is guessed on the challenge's own page, where the sealed number is shown.
    if (c.color === "nigiri") return go(`/challenge/${c.id}`);
    try {
      go(`/game/${(await api.accept(c.id, { guess_odd: null })).game}`);
    } catch (e) {
      toastError(e);
    }
  };
  return (
    <li class={own ? "own" : ""} data-testid={`challenge-${c.id}`}>
      <Stone color={c.color === "nigiri" ? "nigiri" : c.color} />
      <div class="what">
        <strong><Name name={c.by.name} /></strong>
        {own && <span class="tag">{x.yours}</span>}
        {c.private && <span class="tag">{x.privateTag}</span>}
        <small>{settingsLine(c.settings)}{c.color === "nigiri" ? ` · ${t().offer.nigiri}` : ""}</small>
      </div>
      {own ? (
        <>
          <a href={`/challenge/${c.id}`} role="button" class="compact outline" data-testid={`challenge-view-${c.id}`}>{x.view}</a>
          <button type="button" class="compact secondary outline" data-testid={`challenge-withdraw-${c.id}`} onClick={() => void withdraw(c.id)}>{x.withdraw}</button>
        </>
      ) : <button type="button" class="compact" data-testid={`challenge-accept-${c.id}`} onClick={() => void accept()}>{x.accept}</button>}
    </li>
  );
}
