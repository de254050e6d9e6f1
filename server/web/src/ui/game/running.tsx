// While the game runs: whose turn it is, what is asked, why the clocks stand, and the player's buttons.

import { label } from "../../game/points";
import { other } from "../../game/position";
import { t } from "../../i18n";
import type { Presence } from "../../net/live";
import type { RoomView } from "../../net/room";
import type { Color, Snapshot } from "../../wire";
import { delayText } from "../parts";
import { AbsencePanel } from "./absence";
import type { Actions } from "./actions";
import { AgreementPanel } from "./agreement";
import { CallBanner, CallButton } from "./call";
import { Controls, MoveEntry } from "./controls";
import { LapsePanel } from "./lapse";
import { Hold, PauseBanner, SealPanel } from "./pause";
import { RepetitionPanel } from "./repetition";
import { OpenRequests, RequestMenu, RequestsSeen, useRequestMenu } from "./requests";
import { VacationPanel } from "./vacation";
import { WaitingPanel } from "./waiting";

type Props = { view: RoomView; presence: Presence | null; actions: Actions };

/** The panel of a running game. */
export function Running(p: Props) {
  const { game, seat, anchor } = p.view;
  return (
    <>
      {/* First what waits for an answer: on a phone there is little room below the board. */}
      {seat ? <OpenRequests game={game} seat={seat} anchor={anchor} actions={p.actions} /> : <RequestsSeen game={game} />}
      <CallBanner game={game} seat={seat} actions={p.actions} />
      <PauseBanner game={game} seat={seat} anchor={anchor} actions={p.actions} />
      <Phase {...p} />
    </>
  );
}

function Phase({ view, presence, actions }: Props) {
  const { game, seat, anchor } = view;
  // While a referee is awaited only the limit stands: what is talked over can be settled all the same.
  const stopped = game.standing.pause ?? null;
  const since = (stopped ?? game.standing.call)?.since_ms;
  const call = <CallButton game={game} seat={seat} actions={actions} />;
  if (game.phase === "agreement" && game.agreement) {
    return <AgreementPanel agreement={game.agreement} size={game.settings.size} seat={seat} anchor={anchor} actions={actions} stopped={stopped !== null} since={since} call={call} />;
  }
  if (game.phase === "repetition" && game.offer) return <RepetitionPanel offer={game.offer} seat={seat} anchor={anchor} actions={actions} stopped={stopped !== null} since={since} call={call} />;
  return <Play view={view} presence={presence} actions={actions} />;
}

/** Moves are made, or will be. */
function Play({ view, presence, actions }: Props) {
  const { game, seat, anchor } = view;
  const menu = useRequestMenu(game, seat);
  const { pause, to_seal } = game.standing;
  const myTurn = seat !== null && game.to_move === seat;
  const last = game.moves.at(-1);
  return (
    <>
      {game.phase === "waiting" && <WaitingPanel game={game} seat={seat} presence={presence} anchor={anchor} />}
      {game.phase !== "waiting" && (
        <section class={`status${myTurn ? " mine" : ""}`} data-testid="status">
          {/* Why the clocks stand, and who seals, has a place of its own. */}
          {!pause && !to_seal && <strong>{statusText(game, seat)}</strong>}
          <small>{lastText(game)}</small>
        </section>
      )}
      <SealPanel game={game} seat={seat} anchor={anchor} actions={actions} />
      {!pause && <Hold game={game} anchor={anchor} />}
      {game.phase === "lapsed" && <LapsePanel game={game} seat={seat} anchor={anchor} actions={actions} />}
      {seat && presence && <AbsencePanel game={game} seat={seat} presence={presence} anchor={anchor} actions={actions} />}
      {last?.point === "pass" && !last.lost && myTurn && !to_seal && <p class="notice" data-testid="opponent-passed">{t().game.opponentPassed(game[other(seat)].name)}</p>}
      {seat && <RequestMenu game={game} seat={seat} anchor={anchor} actions={actions} open={menu.open} onClose={menu.close} />}
      {seat ? <Controls game={game} myTurn={myTurn} actions={actions} more={menu.button} /> : <p class="quiet">{t().game.spectator}{view.late && game.settings.delay && <strong data-testid="late"> {t().audience.late(delayText(game.settings.delay))}</strong>}</p>}
      {seat && !pause && game.phase !== "waiting" && <MoveEntry game={game} myTurn={myTurn} actions={actions} />}
      {seat && game.phase !== "waiting" && <VacationPanel game={game} seat={seat} anchor={anchor} actions={actions} />}
    </>
  );
}

function statusText(game: Snapshot, seat: Color | null): string {
  const x = t().game;
  const c = game.to_move;
  if (game.phase === "placing") return seat === "black" ? x.yourPlacing(game.settings.handicap - game.handicap_stones.length) : x.placing;
  if (c === null) return t().phase[game.phase];
  if (seat === null) return x.toMove(t().color[c]);
  return seat === c ? x.yourMove : x.waitFor(game[c].name);
}

function lastText(game: Snapshot): string {
  const { last } = game;
  if (!last) return t().game.move(game.moves.length);
  const move = game.moves.at(-1);
  const what = move?.lost ? t().sheet.lost : last.point === "pass" ? t().game.passed(t().color[last.color]) : label(last.point, game.settings.size);
  const credit = move?.credit_ms;
  return [t().game.move(game.moves.length), what, credit === undefined ? "" : t().game.credit(credit)].filter((s) => s !== "").join(" · ");
}
