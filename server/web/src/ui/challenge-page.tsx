// A challenge by its link: the challenger waits here, the invited one accepts, and guesses at 猜先.

import { useEffect, useState } from "preact/hooks";
import { canStop } from "../game/around";
import { dateText, t } from "../i18n";
import { api, ApiError } from "../net/http";
import { link, lobby, watchLobby } from "../net/live";
import { account } from "../net/session";
import { go } from "../router";
import type { Challenge } from "../wire";
import { askAccount } from "./account-dialog";
import { errorText, toastError } from "./feedback";
import { forgetOffer } from "./kept-offers";
import { withdraw } from "./lobby";
import { clocksText, CopyLink, komiName, komiText, pausesText, rulesText, Stone, venueRule } from "./parts";

/** The challenge, asked again when somebody logs in, when the connection is back, and when the lobby lists it no longer. */
function useChallenge(id: string): { challenge: Challenge | null; error: string | null; gone: boolean } {
  const [state, setState] = useState<{ challenge: Challenge | null; error: string | null; gone: boolean }>({ challenge: null, error: null, gone: false });
  const me = account.value?.id;
  const online = link.state.value === "online";
  useEffect(watchLobby, []);
  const isListed = lobby.value?.challenges.some((c) => c.id === id) ?? false;
  useEffect(() => {
    let here = true;
    api.challenge(id)
      .then((challenge) => {
        if (!here) return;
        if (challenge.game) {
          forgetOffer(id);
          go(`/game/${challenge.game}`);
        }
        else setState({ challenge, error: null, gone: false });
      })
      .catch((e: unknown) => {
        const gone = e instanceof ApiError && (e.code === "not_found" || e.code === "challenge_gone");
        if (here) setState((old) => ({ challenge: gone ? null : old.challenge, error: errorText(e), gone }));
      });
    return () => { here = false; };
  }, [id, me, online, isListed]);
  return state;
}

/** The page. */
export function ChallengePage({ id }: { id: string }) {
  const x = t().challenge;
  const { challenge: c, error, gone } = useChallenge(id);
  const own = c !== null && c.by.id === account.value?.id;
  const title = c ? (own ? x.ownTitle : x.title(c.by.name)) : t().brand;
  useEffect(() => { document.title = `${t().brand} · ${title}`; });
  if (!c) {
    return (
      <section class="message" data-testid="challenge-gone">
        {error ? <p>{gone ? x.gone : error}</p> : <p aria-busy="true">{t().common.loading}</p>}
        <a href="/">{t().nowhere.home}</a>
      </section>
    );
  }
  return (
    <section class="panel challenge" data-testid="challenge-page">
      <h1>{title}</h1>
      <Terms challenge={c} own={own} />
      {own ? <Waiting challenge={c} /> : <Invited challenge={c} />}
      {c.nigiri_hash && (
        <details class="seal" open={!own}>
          <summary>{x.hash}</summary>
          <code data-testid="nigiri-hash">{c.nigiri_hash}</code>
          <small>{x.hashHint}</small>
        </details>
      )}
    </section>
  );
}

function Terms({ challenge: c, own }: { challenge: Challenge; own: boolean }) {
  const x = t().settings;
  const s = c.settings;
  return (
    <dl class="terms">
      <div><dt>{x.board}</dt><dd>{s.size}×{s.size}</dd></div>
      <div><dt>{x.time}</dt><dd>{clocksText(s)}</dd></div>
      <div><dt>{own ? t().challenge.yourColour : t().challenge.theirColour}</dt>
        <dd><Stone color={c.color} />{c.color === "nigiri" ? t().challenge.drawn : t().color[c.color]}</dd></div>
      <div><dt>{komiName(s.axes.counting === "territory")}</dt><dd>{komiText(s)}</dd></div>
      {s.handicap > 0 && <div><dt>{x.handicap}</dt><dd>{x.handicapPlaced(s.handicap, s.placement === "free")}</dd></div>}
      <div><dt>{x.rules}</dt><dd>{rulesText(s)}</dd></div>
      {canStop(s) && <div><dt>{t().pauses.label}</dt><dd>{pausesText(s.pauses)}</dd></div>}
      {s.appointment && (
        <div class="whole" data-testid="challenge-start"><dt>{t().schedule.term}</dt>
          <dd>{dateText(s.appointment.start_ms)} · {t().waiting.venues[s.appointment.venue]}<small>{venueRule(s.appointment.venue, s.rules)}</small></dd></div>
      )}
    </dl>
  );
}

function Waiting({ challenge: c }: { challenge: Challenge }) {
  const x = t().challenge;
  const cancel = async () => {
    await withdraw(c.id);
    go("/");
  };
  return (
    <>
      <p>{c.private ? x.ownPrivate : x.ownOpen}</p>
      <CopyLink url={`${location.origin}/challenge/${c.id}`} />
      <p class="waiting" data-testid="waiting"><span class="dots" aria-hidden="true"><Stone color="black" /><Stone color="white" /><Stone color="black" /></span>{x.waiting}</p>
      <button type="button" class="secondary outline" data-testid={`challenge-withdraw-${c.id}`} onClick={() => void cancel()}>{t().lobby.withdraw}</button>
    </>
  );
}

function Invited({ challenge: c }: { challenge: Challenge }) {
  const x = t().challenge;
  const [busy, setBusy] = useState(false);
  const accept = async (guess_odd: boolean | null) => {
    setBusy(true);
    try {
      go(`/game/${(await api.accept(c.id, { guess_odd })).game}`);
    } catch (e) {
      toastError(e);
    } finally {
      setBusy(false);
    }
  };
  if (!account.value) {
    return (
      <div class="actions">
        <button type="button" onClick={() => askAccount("register")} data-testid="challenge-register">{t().account.registerTitle}</button>
        <button type="button" class="outline" onClick={() => askAccount("logIn")} data-testid="challenge-login">{t().nav.logIn}</button>
      </div>
    );
  }
  if (c.color !== "nigiri") {
    return <button type="button" disabled={busy} aria-busy={busy} data-testid={`challenge-accept-${c.id}`} onClick={() => void accept(null)}>{x.accept}</button>;
  }
  return (
    <div class="guess">
      <h2>{x.guessTitle}</h2>
      <p>{x.guessLead(c.by.name)}</p>
      <div class="actions">
        <button type="button" class="outline" disabled={busy} data-testid="guess-odd" onClick={() => void accept(true)}><Stone color="black" />{x.odd}</button>
        <button type="button" class="outline" disabled={busy} data-testid="guess-even" onClick={() => void accept(false)}><Stone color="black" /><Stone color="black" />{x.even}</button>
      </div>
    </div>
  );
}
