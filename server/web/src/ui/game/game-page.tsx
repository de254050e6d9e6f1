// Finds a game: it is watched over the socket, and a finished one is shown as the archive has it.

import { useEffect, useMemo, useState } from "preact/hooks";
import { t } from "../../i18n";
import { api, ApiError } from "../../net/http";
import { watch, type Room } from "../../net/live";
import { fromSnapshot, type RoomView } from "../../net/room";
import { account } from "../../net/session";
import { Actions } from "./actions";
import { GameView } from "./game-view";

type Found = { archive: RoomView | null; room: Room | null; missing: boolean };

function useGame(id: string): Found {
  const [found, setFound] = useState<Found>({ archive: null, room: null, missing: false });
  useEffect(() => {
    let here = true;
    let stop = () => {};
    const follow = (archive: RoomView | null = null) => {
      if (!here) return;
      const w = watch(id);
      stop = w.stop;
      setFound({ archive, room: w.room, missing: false });
    };
    api.game(id).then(
      (record) => {
        if (!here) return;
        // A finished game is watched too: people go on talking about it.
        follow(record.game.phase === "over" ? fromSnapshot(record.game, seatOf(record.game), null) : null);
      },
      (e: unknown) => {
        if (here && e instanceof ApiError && e.code === "not_found") setFound({ archive: null, room: null, missing: true });
        else follow();
      },
    );
    return () => { here = false; stop(); };
  }, [id]);
  return found;
}

function seatOf(game: RoomView["game"]): RoomView["seat"] {
  const me = account.peek()?.id;
  return game.black.id === me ? "black" : game.white.id === me ? "white" : null;
}

/** The page. */
export function GamePage({ id }: { id: string }) {
  const found = useGame(id);
  const { room } = found;
  const actions = useMemo(() => new Actions(room), [room]);
  const live = room?.view.value ?? null;
  // Whose seat it is follows whoever logs in.
  const view = found.archive ? { ...found.archive, seat: live?.seat ?? found.archive.seat } : live;
  if (found.missing || (room?.refused.value && !view)) {
    return <section class="message" data-testid="game-missing"><h1>{t().game.notFound}</h1><a href="/">{t().nowhere.home}</a></section>;
  }
  if (!view) return <p class="message" aria-busy="true">{t().common.loading}</p>;
  return <GameView id={id} view={view} room={room} actions={actions} />;
}
