// A game: board, both sides, and beside them what can be done now. Players, spectators and readers of
// finished games see the same page; only the buttons differ.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Board, type Describe } from "../../board/board";
import { clockShown } from "../../game/lateness";
import { label } from "../../game/points";
import { other, replay, type Step } from "../../game/position";
import { lang, t } from "../../i18n";
import { save } from "../../lib/save";
import { api } from "../../net/http";
import { clockOfSide } from "../../net/clock-sync";
import { link, referee, type Room } from "../../net/live";
import type { RoomView } from "../../net/room";
import { account } from "../../net/session";
import { SILENCE } from "../../net/talk";
import type { Color, Snapshot } from "../../wire";
import { toastError } from "../feedback";
import type { Moment } from "../../router";
import { openOffer } from "../offer-dialog";
import { coordinates } from "../prefs";
import { ReportForm } from "../report-form";
import type { Actions } from "./actions";
import { ChatPanel } from "./chat";
import { CountTable } from "./count-table";
import { GameDetails, Options } from "./details";
import { useNews } from "./news";
import { NewsList } from "./news-list";
import { NotePanel } from "./note";
import { PlayerBar } from "./player-bar";
import { RefereePanel } from "./referee";
import { RematchButton, RematchPanel } from "./rematch";
import { ReplayBar } from "./replay-bar";
import { ResultBanner } from "./result-banner";
import { Running } from "./running";
import { SeatElsewhere } from "./seat-elsewhere";
import { TimeSheetButton } from "./time-sheet";
import { readAloud } from "./voice";

type Props = { id: string; view: RoomView; room: Room | null; actions: Actions; moment: Moment | null; annulled: boolean };

/** The page's content. */
export function GameView({ id, view, room, actions, moment, annulled }: Props) {
  const presence = room?.presence.value ?? null;
  const { game, seat } = view;
  const over = game.phase === "over";
  const away = seat !== null && room !== null && !room.seat.value.held && !over;
  // Who plays elsewhere sees here what a spectator sees, from its own side.
  const shown = away ? { ...view, seat: null } : view;
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => { if (moment !== null && "ply" in moment) setAt(moment.ply); }, [moment]);
  // Of a game that runs, only whom a link leads to an earlier moment looks back.
  const looksBack = !over && at !== null;
  const steps = useMemo(() => (over || looksBack ? replay(game) : null), [over, looksBack, game.moves]);
  const index = Math.min(at ?? Infinity, steps ? steps.length - 1 : 0);
  const step = steps && index < steps.length - 1 ? steps[index] ?? null : null;
  const lines = useNews(id, view);
  useTitle(game, seat);
  useEffect(() => readAloud(id), [id]);
  // Who is there is not known while we are not there ourselves.
  const online = link.state.value === "online";
  const lower: Color = seat ?? "black";
  const bar = (color: Color, place: "top" | "bottom") => (
    <PlayerBar
      color={color} place={place} name={game[color].name} me={seat === color} won={game.result?.winner === color}
      toMove={game.to_move === color} prisoners={(step ?? game).prisoners[color]} present={over || !presence || !online ? null : presence[color]}
      warnings={game.standing.warnings[color]} clock={clockShown(game, color)} settings={clockOfSide(game.settings, color)} anchor={view.anchor} reading={view.readings[color]}
    />
  );
  return (
    <div class={`game ${game.phase}${seat ? " seated" : ""}`} data-testid="game" data-phase={game.phase} data-ply={game.ply} data-seq={game.seq} data-seat={seat ?? ""}>
      {bar(other(lower), "top")}
      <div class="board-place"><GameBoard view={shown} step={step} actions={actions} /></div>
      {bar(lower, "bottom")}
      <aside class="side">
        {away && <SeatElsewhere actions={actions} />}
        {looksBack && steps && (
          <section class="look-back" data-testid="look-back">
            <ReplayBar at={index} all={steps.length - 1} onGo={setAt} />
            <button type="button" class="compact" data-testid="back-to-now" onClick={() => setAt(null)}>{t().game.backToNow}</button>
          </section>
        )}
        {over ? <Over id={id} view={view} index={index} steps={steps ?? []} annulled={annulled} onGo={setAt} /> : <Running view={shown} presence={online ? presence : null} actions={actions} />}
        {(!over || room) && seat === null && referee.value && <RefereePanel view={view} actions={actions} talk={room?.talk.value ?? SILENCE} />}
        {room && <ChatPanel room={room} game={game} seat={seat} focus={moment !== null && "line" in moment ? moment : null} onMove={steps && ((ply) => setAt(Math.min(ply, steps.length - 1)))} />}
        <NewsList view={view} />
        <GameDetails game={game} anchor={view.anchor} watchers={presence?.watchers ?? null} />
        {account.value && <NotePanel key={account.value.id} id={id} />}
        <TimeSheetButton id={id} settings={game.settings} seq={game.seq} />
        <Options player={seat !== null} />
        <ReportGame id={id} view={view} ply={steps ? index : game.ply} />
      </aside>
      <div class="hidden" role="log" aria-live="assertive" data-testid="announce">{lines.map((l) => <p key={l.seq}>{l.text}</p>)}</div>
    </div>
  );
}

/** When it is over: result, count, replay, record. */
function Over({ id, view, index, steps, annulled, onGo }: { id: string; view: RoomView; index: number; steps: Step[]; annulled: boolean; onGo: (at: number) => void }) {
  const { game } = view;
  return (
    <>
      {game.result && <ResultBanner result={game.result} seat={view.seat} />}
      {annulled && <p class="annulled" role="note" data-testid="annulled"><strong>{t().annulled.tag}</strong> {t().annulled.text}</p>}
      {view.seat && <RematchPanel id={id} />}
      <ReplayBar at={index} all={Math.max(0, steps.length - 1)} onGo={onGo} />
      <div class="actions after">
        {view.seat && <RematchButton id={id} />}
        {view.seat && <button type="button" class="outline secondary" data-testid="new-game" onClick={() => openOffer(true)}>{t().rematch.newGame}</button>}
        <SgfButton id={id} />
      </div>
      {game.counted && <CountTable count={game.counted.count} size={game.settings.size} />}
    </>
  );
}

/** Whoever is logged in reports a player, at the position that is shown. */
function ReportGame({ id, view: { game, seat }, ply }: { id: string; view: RoomView; ply: number }) {
  const me = account.value;
  const sides: readonly Color[] = seat ? [other(seat)] : ["black", "white"];
  return me ? <ReportForm names={sides.map((side) => game[side].name)} about={{ game: id, ply }} /> : null;
}

/** Saves the record. A plain link would come without the token that a private game needs. */
function SgfButton({ id }: { id: string }) {
  const [busy, setBusy] = useState(false);
  const fetchIt = async () => {
    setBusy(true);
    try {
      save(await api.sgf(id), `tianyuan-${id}.sgf`);
    } catch (e) {
      toastError(e);
    } finally {
      setBusy(false);
    }
  };
  return <button type="button" class="outline secondary" disabled={busy} data-testid="sgf" onClick={() => void fetchIt()}>{t().replay.sgf}</button>;
}

function useTitle(game: Snapshot, seat: Color | null): void {
  // Made while drawing, not in the effect, so that it follows the switch of the language.
  const names = `${game.black.name} – ${game.white.name}`;
  const mine = seat !== null && game.to_move === seat;
  const title = mine ? `● ${t().link.yourTurnTitle} · ${names}` : `${names} · ${t().brand}`;
  useEffect(() => { document.title = title; }, [title]);
}

function GameBoard({ view, step, actions }: { view: RoomView; step: Step | null; actions: Actions }) {
  const { game, seat } = view;
  const size = game.settings.size;
  const describe = useMemo<Describe>(() => (sgf, cell, isLast, isDead) => {
    const x = t();
    const what = cell === "." ? x.game.empty : x.color[cell === "X" ? "black" : "white"];
    return [x.game.at(label(sgf, size), what), isLast ? x.game.lastMove : "", isDead ? x.game.dead : ""].filter((s) => s !== "").join(x.game.comma);
  }, [lang.value, size]);
  const marking = step ? null : game.agreement ?? (game.phase === "over" ? game.counted : null);
  const ruled = actions.around.ruledDead.value;
  const myTurn = seat !== null && game.to_move === seat;
  const sent = actions.sent.value;
  const sealing = actions.around.envelope.value;
  const ghost = sealing && game.standing.to_seal === seat ? sealing : actions.ghost.value;
  // A stone is provisional until its answer; once its event has come the position has more moves.
  const shown = sent && sent.ply === game.ply ? { point: sent.point, kind: "sent" as const }
    : ghost && ghost.ply === game.ply && myTurn ? { point: ghost.point, kind: "ghost" as const } : null;
  const usable = step === null && (seat !== null || ruled !== null) && game.phase !== "over" && game.phase !== "waiting";
  return (
    <Board
      rows={step?.rows ?? game.rows} label={t().game.board} describe={describe} coordinates={coordinates.value === "on"}
      last={step ? step.last : game.last?.point ?? null} dead={ruled ?? marking?.dead ?? []} area={ruled ? null : marking?.area ?? null}
      ghost={shown && seat ? { ...shown, color: seat } : null} hover={myTurn && !shown ? seat : null}
      rejected={actions.rejected.value} explore={game.phase !== "over"} onPoint={usable ? (p, means) => actions.choose(p, means) : undefined}
    />
  );
}
