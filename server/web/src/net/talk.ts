// What has been said about a game, as this page has heard it. Pure: lines come in any order and more than once.

import type { Hiding, Line, TalkStream } from "../wire";

/** The conversations, each in the order of its numbers. */
export type Talk = Readonly<Record<TalkStream, readonly Line[]>>;

/** All conversations. */
export const STREAMS: readonly TalkStream[] = ["players", "spectators", "staff"];

/** Nothing has been heard. */
export const SILENCE: Talk = { players: [], spectators: [], staff: [] };

/** The same with more lines; of two with one number the later one stands, since it may have been hidden. */
export function withLines(talk: Talk, stream: TalkStream, lines: readonly Line[]): Talk {
  const all = new Map(talk[stream].map((l) => [l.number, l]));
  for (const l of lines) all.set(l.number, l);
  return { ...talk, [stream]: [...all.values()].sort((a, b) => a.number - b.number) };
}

/** The same with a line hidden; who did it and why is told to referees, and the first time stays. */
export function withHidden(talk: Talk, stream: TalkStream, number: number, hiding?: Hiding): Talk {
  const hide = (l: Line): Line => ({ ...l, text: "", hidden: true, ...(hiding && !l.hidden ? { hiding } : {}) });
  return { ...talk, [stream]: talk[stream].map((l) => (l.number === number ? hide(l) : l)) };
}

/** The number before which a conversation has lines that this page has not: a gap, or its beginning. None: it has all. */
export function missingBefore(lines: readonly Line[]): number | null {
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const number = lines[i]?.number ?? 1;
    if (number !== (lines[i - 1]?.number ?? 0) + 1) return number;
  }
  return null;
}

/** How many lines there are after the last one that was seen, without one's own. */
export function unread(lines: readonly Line[], seen: number, me: string | null): number {
  return lines.filter((l) => l.number > seen && l.by.id !== me).length;
}

/** Who a viewer is to a game. */
export type Viewer = { seated: boolean; over: boolean; referee: boolean; guest: boolean };

/** Which conversations a viewer reads: the server decides, this only spares empty tabs. */
export function readable(v: Viewer): readonly TalkStream[] {
  if (v.seated || v.guest) return v.over ? ["players", "spectators"] : ["players"];
  return v.referee ? STREAMS : ["players", "spectators"];
}

/** Whether a viewer may say something there. */
export function speakable(v: Viewer, stream: TalkStream): boolean {
  if (v.guest) return false;
  if (v.seated) return stream === "players" || (stream === "spectators" && v.over);
  return v.referee ? stream !== "spectators" : stream === "spectators";
}

/** The lines of those who are not blocked. Where only players and referees speak, a referee is heard all the same. */
export function heard(lines: readonly Line[], stream: TalkStream, blocked: ReadonlySet<string>, players: readonly string[]): readonly Line[] {
  if (blocked.size === 0) return lines;
  return lines.filter((l) => !blocked.has(l.by.id) || (stream !== "spectators" && !players.includes(l.by.id)));
}
