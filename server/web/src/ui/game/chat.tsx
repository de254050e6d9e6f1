// What people say about a game: a tab for each conversation, the lines with the move at which each was said, and a field.
// Readers of screens hear new lines by the log's role. Chat can be hidden, which this browser remembers.

import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { uuid } from "../../lib/uuid";
import { api } from "../../net/http";
import { command, referee, type Room } from "../../net/live";
import { account } from "../../net/session";
import { isMuted } from "../../game/rulings";
import { blocked } from "../../net/people";
import { heard, missingBefore, readable, speakable, unread, withLines, type Viewer } from "../../net/talk";
import type { Color, Line, Snapshot, TalkStream } from "../../wire";
import { toast, toastError } from "../feedback";
import { Name } from "../parts";
import { chat } from "../prefs";
import { ReportDialog } from "../report-form";

/** The line to which a link leads. */
type Focus = { stream: TalkStream; line: number };
type Props = { room: Room; game: Snapshot; seat: Color | null; focus: Focus | null; onMove: ((ply: number) => void) | null };

/** Longest line, in characters. */
const LINE_CHARS = 300;
/** Longest reason for hiding one, in characters. */
const REASON_CHARS = 200;

/** The panel. */
export function ChatPanel({ room, game, seat, focus, onMove }: Props) {
  const x = t().talk;
  const me = account.value?.id ?? null;
  const viewer: Viewer = { seated: seat !== null, over: game.phase === "over", referee: referee.value && seat === null, guest: me === null };
  const streams = readable(viewer);
  const [chosen, setChosen] = useState<TalkStream>(focus?.stream ?? (seat === null && !viewer.referee ? "spectators" : "players"));
  const stream = streams.includes(chosen) ? chosen : streams[0] ?? "players";
  const [seen, setSeen] = useState<Record<TalkStream, number>>({ players: 0, spectators: 0, staff: 0 });
  useEffect(() => { if (focus !== null) setChosen(focus.stream); }, [focus]);
  const talk = room.talk.value;
  // Whom one has blocked one does not hear, but a referee at work hears everybody.
  const unheard = viewer.referee ? new Set<string>() : blocked.value;
  const players = [game.black.id, game.white.id];
  const hears = (s: TalkStream) => heard(talk[s], s, unheard, players);
  const ruled = room.muting.value;
  const shown = chat.value === "on" || focus !== null;
  const visible = useVisible();
  const last = talk[stream].at(-1)?.number ?? 0;
  useEffect(() => {
    if (shown && visible && seen[stream] < last) setSeen({ ...seen, [stream]: last });
  }, [shown, visible, stream, last]);
  const news = (s: TalkStream) => unread(hears(s), seen[s], me);
  const all = streams.reduce((n, s) => n + news(s), 0);
  const id = useId();
  return (
    <section class="chat" aria-label={x.title} data-testid="chat" data-unread={all}>
      <header>
        <h2>{x.title}{!shown && all > 0 && <Unread n={all} />}</h2>
        <button type="button" class="link" aria-expanded={shown} aria-controls={id} data-testid="chat-toggle" onClick={() => { chat.value = shown ? "off" : "on"; }}>{shown ? x.hide : x.show}</button>
      </header>
      {shown && (
        <div id={id}>
          <Tabs streams={streams} chosen={stream} news={news} onChoose={setChosen} panel={`${id}-panel`} />
          <div id={`${id}-panel`} role="tabpanel" aria-label={x.streams[stream]}>
            <Lines key={stream} room={room} stream={stream} lines={talk[stream]} heard={hears(stream)} aim={focus?.stream === stream ? focus.line : null} onMove={onMove} hides={viewer.referee} />
            {me !== null && isMuted(game, me) ? <p class="quiet" data-testid="chat-muted">{t().refusals.muted}</p>
              : speakable(viewer, stream) ? <Say key={stream} room={room} stream={stream} />
                : <p class="quiet" data-testid="chat-closed">{!viewer.guest ? x.closed[stream] : viewer.over ? x.guest : x.guestRunning}</p>}
            {ruled && <p class="quiet" data-testid="chat-ruled">{t().news.ruled(ruled.officer, ruled.reason)}</p>}
            {!viewer.over && stream === "spectators" && <p class="quiet">{x.later}</p>}
          </div>
        </div>
      )}
    </section>
  );
}

function Unread({ n }: { n: number }) {
  return <span class="unread" data-testid="chat-unread"><span aria-hidden="true">{n}</span><span class="hidden">{t().talk.unread(n)}</span></span>;
}

/** Whether the page is looked at. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const on = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", on);
    return () => document.removeEventListener("visibilitychange", on);
  }, []);
  return visible;
}

type TabsProps = { streams: readonly TalkStream[]; chosen: TalkStream; news: (s: TalkStream) => number; onChoose: (s: TalkStream) => void; panel: string };

/** The tabs: arrow keys go from one to the next. */
function Tabs({ streams, chosen, news, onChoose, panel }: TabsProps) {
  const x = t().talk;
  const list = useRef<HTMLDivElement>(null);
  const onKey = (e: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (step === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    const at = (streams.indexOf(chosen) + step + streams.length) % streams.length;
    onChoose(streams[at] ?? chosen);
    list.current?.querySelectorAll("button")[at]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={x.title} ref={list} onKeyDown={onKey}>
      {streams.map((s) => (
        <button
          key={s} type="button" role="tab" aria-selected={s === chosen} aria-controls={panel} tabIndex={s === chosen ? 0 : -1}
          data-testid={`chat-tab-${s}`} onClick={() => onChoose(s)}
        >{x.streams[s]}{news(s) > 0 && s !== chosen && <Unread n={news(s)} />}</button>
      ))}
    </div>
  );
}

type LinesProps = { room: Room; stream: TalkStream; lines: readonly Line[]; heard: readonly Line[]; aim: number | null; onMove: Props["onMove"]; hides: boolean };

/** The lines; the newest are in view unless somebody reads earlier ones. */
function Lines({ room, stream, lines, heard: some, aim, onMove, hides }: LinesProps) {
  const x = t().talk;
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(aim === null);
  const [busy, setBusy] = useState(false);
  const last = lines.at(-1)?.number;
  useLayoutEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  const before = missingBefore(lines);
  const earlier = async () => {
    if (before === null) return;
    setBusy(true);
    try {
      const page = await api.chat(room.id, stream, before);
      room.talk.value = withLines(room.talk.peek(), stream, page.lines);
    } catch (e) {
      toastError(e);
    } finally {
      setBusy(false);
    }
  };
  // Back, page by page, to the line that is looked for; once it is there it is shown.
  const first = lines[0]?.number ?? 0;
  useEffect(() => {
    if (aim === null || first === 0) return;
    if (aim < first && !busy) void earlier();
    else box.current?.querySelector(`[data-number="${aim}"]`)?.scrollIntoView({ block: "center" });
  }, [aim, first]);
  const onScroll = () => {
    const el = box.current;
    if (el) follows.current = el.scrollHeight - el.scrollTop - el.clientHeight < 24;
  };
  return (
    <div class="lines" ref={box} onScroll={onScroll} tabIndex={0} role="log" aria-live="polite" aria-relevant="additions" aria-label={x.streams[stream]} data-testid="chat-lines">
      {before !== null && <button type="button" class="link" disabled={busy} data-testid="chat-earlier" onClick={() => void earlier()}>{x.earlier}</button>}
      {some.length === 0 && <p class="quiet">{x.empty}</p>}
      {some.map((l) => <OneLine key={l.number} room={room} stream={stream} line={l} aimed={l.number === aim} onMove={onMove} hides={hides} />)}
    </div>
  );
}

type OneLineProps = { room: Room; stream: TalkStream; line: Line; aimed: boolean; onMove: Props["onMove"]; hides: boolean };

function OneLine({ room, stream, line: l, aimed, onMove, hides }: OneLineProps) {
  const x = t().talk;
  const when = dateText(l.wall_ms);
  const [asks, setAsks] = useState(false);
  const [reports, setReports] = useState(false);
  const me = account.value;
  return (
    <div class={aimed ? "line aimed" : "line"} data-testid="chat-line" data-number={l.number} data-aimed={aimed}>
      {onMove ? <button type="button" class="link ply" title={x.jump(l.ply)} aria-label={x.jump(l.ply)} onClick={() => onMove(l.ply)}>{l.ply}</button>
        : <span class="ply" title={x.at(l.ply)}>{l.ply}</span>}
      <strong title={when}><Name name={l.by.name} /></strong>
      {l.hidden ? <em>{l.hiding ? x.hiddenBy(l.hiding.by.name, l.hiding.reason) : x.hidden}</em> : <span class="text"><bdi>{l.text}</bdi></span>}
      {me && me.id !== l.by.id && !l.hidden && <button type="button" class="link report" aria-label={x.reportLine(l.by.name)} title={x.reportLine(l.by.name)} data-testid="chat-report" onClick={() => setReports(true)}>⚑</button>}
      {hides && !l.hidden && <button type="button" class="link hide" aria-label={x.hideLine(l.by.name)} title={x.hideLine(l.by.name)} aria-expanded={asks} data-testid="chat-hide-line" onClick={() => setAsks(!asks)}>×</button>}
      {hides && !l.hidden && asks && <Why room={room} stream={stream} number={l.number} />}
      {reports && <ReportDialog names={[l.by.name]} about={{ game: room.id, ply: l.ply, stream, line: l.number }} onDone={() => setReports(false)} />}
    </div>
  );
}

/** Why a referee hides a line: kept, and told to referees. */
function Why({ room, stream, number }: { room: Room; stream: TalkStream; number: number }) {
  const x = t().talk;
  const [reason, setReason] = useState("");
  const hide = async () => {
    const answer = await command({ type: "hide_line", id: uuid(), room: room.id, stream, number, reason: reason.trim() });
    if (!answer.ok && answer.code !== "lost") toast(t().refusals[answer.code], "bad");
  };
  const onKey = (e: KeyboardEvent) => {
    if (e.key === "Enter" && reason.trim() !== "") void hide();
  };
  return (
    <span class="why">
      <input type="text" value={reason} maxLength={REASON_CHARS} placeholder={x.why} aria-label={x.why} autocomplete="off" data-testid="chat-hide-reason" onInput={(e) => setReason(e.currentTarget.value)} onKeyDown={onKey} />
      <button type="button" class="compact" disabled={reason.trim() === ""} data-testid="chat-hide-yes" onClick={() => void hide()}>{x.hideYes}</button>
    </span>
  );
}

/** The field. What was refused stays in it. */
function Say({ room, stream }: { room: Room; stream: TalkStream }) {
  const x = t().talk;
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = async (e: SubmitEvent) => {
    e.preventDefault();
    const said = text.trim();
    if (said === "" || busy) return;
    setBusy(true);
    const answer = await command({ type: "say", id: uuid(), room: room.id, stream, text: said });
    setBusy(false);
    if (answer.ok) setText((now) => (now.trim() === said ? "" : now));
    else if (answer.code !== "lost") toast(t().refusals[answer.code], "bad");
    field.current?.focus();
  };
  return (
    <form role="group" onSubmit={(e) => void submit(e)}>
      <input
        ref={field} type="text" value={text} maxLength={LINE_CHARS} autocomplete="off" enterkeyhint="send" placeholder={x.placeholder} aria-label={x.label(x.streams[stream])}
        data-testid="chat-text" onInput={(e) => setText(e.currentTarget.value)}
      />
      <button type="submit" disabled={busy || text.trim() === ""} data-testid="chat-send">{x.send}</button>
    </form>
  );
}
