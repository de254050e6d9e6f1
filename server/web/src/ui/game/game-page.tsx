// Finds a game: it is watched over the socket, and a finished one is shown as the archive has it.

import { useEffect, useMemo, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/http";
import { enter, referee, watch, type Room } from "../../net/live";
import { fromSnapshot, type RoomView } from "../../net/room";
import { account } from "../../net/session";
import type { Moment } from "../../router";
import { toast } from "../feedback";
import { Actions, refusalText } from "./actions";
import { GameView } from "./game-view";

type Found = { archive: RoomView | null; annulled: boolean; room: Room | null; missing: boolean };
type Game = Found & { /** Sits down as a referee, and looks in. */ enterAs: () => Promise<void> };

function useGame(id: string): Game {
  const [entered, setEntered] = useState(0);
  const [found, setFound] = useState<Found>({ archive: null, annulled: false, room: null, missing: false });
  useEffect(() => {
    let here = true;
    let stop = () => {};
    const follow = (archive: RoomView | null = null, annulled = false) => {
      if (!here) return;
      const w = watch(id);
      stop = w.stop;
      setFound({ archive, annulled, room: w.room, missing: false });
    };
    // What is closed to others has no page; who has sat down sees it over the socket.
    if (entered > 0) follow();
    else api.game(id).then(
      (record) => {
        if (!here) return;
        // A finished game is watched too: people go on talking about it.
        follow(record.game.phase === "over" ? fromSnapshot(record.game, seatOf(record.game), null) : null, record.summary.annulled ?? false);
      },
      (e: unknown) => {
        if (here && e instanceof ApiError && e.code === "not_found") setFound({ archive: null, annulled: false, room: null, missing: true });
        else follow();
      },
    );
    return () => { here = false; stop(); };
  }, [id, entered]);
  const enterAs = async () => {
    const answer = await enter(id);
    if (answer.ok) setEntered((n) => n + 1);
    else toast(refusalText(answer), "bad");
  };
  return { ...found, enterAs };
}

function seatOf(game: RoomView["game"]): RoomView["seat"] {
  const me = account.peek()?.id;
  return game.black.id === me ? "black" : game.white.id === me ? "white" : null;
}

/** The page. */
export function GamePage({ id, moment }: { id: string; moment: Moment | null }) {
  const found = useGame(id);
  const { room } = found;
  const actions = useMemo(() => new Actions(room), [room]);
  const live = room?.view.value ?? null;
  // Whose seat it is follows whoever logs in.
  const view = found.archive ? { ...found.archive, seat: live?.seat ?? found.archive.seat } : live;
  if (found.missing || (room?.refused.value && !view)) {
    return (
      <section class="message" data-testid="game-missing">
        <h1>{room?.refused.value === "removed" ? t().refusals.removed : t().game.notFound}</h1>
        {found.missing && referee.value && <button type="button" class="compact" data-testid="enter" onClick={() => void found.enterAs()}>{t().referee.enter}</button>}
        <a href="/">{t().nowhere.home}</a>
      </section>
    );
  }
  if (!view) return <p class="message" aria-busy="true">{t().common.loading}</p>;
  return <GameView id={id} view={view} room={room} actions={actions} moment={moment} annulled={found.annulled} />;
}
