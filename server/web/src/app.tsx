// The routes, and what stands over every page.

import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "./i18n";
import { banned } from "./net/http";
import { onGameStarted, playing } from "./net/live";
import { account } from "./net/session";
import { go, route } from "./router";
import { AccountDialog } from "./ui/account-dialog";
import { BannedPage } from "./ui/banned";
import { ChallengePage } from "./ui/challenge-page";
import { OfferDialog } from "./ui/offer-dialog";
import { Questions, toast, Toasts } from "./ui/feedback";
import { GamePage } from "./ui/game/game-page";
import { bell } from "./ui/game/sound";
import { GamesPage } from "./ui/games-page";
import { JoinPage } from "./ui/join-page";
import { Header } from "./ui/header";
import { Lobby } from "./ui/lobby";
import { PersonPage } from "./ui/person-page";
import { ProfilePage } from "./ui/profile-page";
import { RematchNotices } from "./ui/rematch-notice";
import { ForgottenPage, MailPage, ResetPage } from "./ui/security/links";
import { SecurityPage } from "./ui/security/page";
import { ProveDialog } from "./ui/security/prove";
import { OrderNotices } from "./ui/order-notice";
import { StaffNotice } from "./ui/security/staff-notice";

function Page() {
  const r = route.value;
  // Whoever is banned reads why, wherever that is, and nothing else asks the server for what it refuses.
  if (banned.value && account.value) return <BannedPage />;
  switch (r.page) {
    case "lobby": return <Lobby />;
    case "games": return <GamesPage />;
    case "game": return <GamePage key={r.id} id={r.id} moment={r.moment} />;
    case "challenge": return <ChallengePage key={r.id} id={r.id} />;
    case "person": return <PersonPage key={r.name} name={r.name} />;
    case "profile": return <ProfilePage key={account.value?.id} />;
    case "join": return <JoinPage />;
    case "account": return <SecurityPage />;
    case "forgotten": return <ForgottenPage />;
    case "reset": return <ResetPage />;
    case "mail": return <MailPage />;
    case "desk": return <Desk part={r.part} of={r.id} />;
    case "nowhere": return <Nowhere />;
  }
}

type DeskProps = { part: string; of: string };

/** The desk, which is loaded for the few who have one. */
function Desk(props: DeskProps) {
  const [Loaded, setLoaded] = useState<ComponentType<DeskProps> | null>(null);
  const [error, setError] = useState(false);
  useEffect(() => { import("./ui/desk/page").then((m) => setLoaded(() => m.DeskPage), () => setError(true)); }, []);
  if (Loaded) return <Loaded {...props} />;
  return error ? <p class="message error" role="alert">{t().refusals.offline}</p> : <p aria-busy="true" class="message">{t().common.loading}</p>;
}

function Nowhere() {
  const x = t().nowhere;
  useEffect(() => { document.title = `${t().brand} · ${x.title}`; });
  return <section class="message"><h1>{x.title}</h1><p>{x.text}</p><a href="/">{x.home}</a></section>;
}

/** The whole page. */
export function App() {
  useEffect(() => onGameStarted((_, room) => {
    toast(t().lobby.gameStarted);
    bell();
    // Somebody in the middle of another game is told, not torn away.
    if (!playing()) go(`/game/${room}`);
  }), []);
  // A new page is read from its beginning, by screen readers too.
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) document.getElementById("main")?.focus({ preventScroll: true });
    first.current = false;
  }, [route.value]);
  return (
    <>
      <Header />
      <RematchNotices />
      <StaffNotice />
      <OrderNotices />
      <main id="main" class={`page ${banned.value ? "closed" : route.value.page}`} tabIndex={-1}>
        {account.value === undefined ? <p aria-busy="true" class="message">{t().common.loading}</p> : <Page />}
      </main>
      <AccountDialog />
      <ProveDialog />
      <OfferDialog />
      <Questions />
      <Toasts />
    </>
  );
}
