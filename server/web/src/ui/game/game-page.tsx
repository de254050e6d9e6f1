// Finds a game: a running one is watched over the socket, a finished one is read from the archive.

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
    const follow = () => {
      if (!here) return;
      const w = watch(id);
      stop = w.stop;
      setFound({ archive: null, room: w.room, missing: false });
    };
    api.game(id).then(
      (record) => {
        if (!here) return;
        if (record.game.phase === "over") setFound({ archive: fromSnapshot(record.game, seatOf(record.game), null), room: null, missing: false });
        else follow();
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
  const view = found.archive ?? room?.view.value ?? null;
  if (found.missing || (room?.refused.value && !view)) {
    return <section class="message" data-testid="game-missing"><h1>{t().game.notFound}</h1><a href="/">{t().nowhere.home}</a></section>;
  }
  if (!view) return <p class="message" aria-busy="true">{t().common.loading}</p>;
  return <GameView id={id} view={view} presence={room?.presence.value ?? null} actions={actions} />;
}
