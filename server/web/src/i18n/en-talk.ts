// What people say and note, in English; the model for the other language.

import type { TalkStream } from "../wire";

export const talkEn = {
  talk: {
    title: "Chat", show: "Show chat", hide: "Hide chat", unread: (n: number) => (n === 1 ? "1 new line" : `${n} new lines`), empty: "Nothing has been said yet.",
    streams: { players: "Players", spectators: "Spectators", staff: "Referees" } satisfies Record<TalkStream, string>,
    earlier: "Earlier lines", placeholder: "Say something", label: (to: string) => `Say something to: ${to}`, send: "Send",
    jump: (ply: number) => (ply === 0 ? "Go to the first position" : `Go to move ${ply}`), at: (ply: number) => (ply === 0 ? "Before the first move" : `At move ${ply}`),
    hidden: "A referee has hidden this line.", hideLine: (who: string) => `Hide this line of ${who}`,
    guest: "Log in to say something.", later: "The players read this only after the game.",
    closed: {
      players: "Only the players and referees speak here.", spectators: "Referees do not speak here.", staff: "Only referees speak here.",
    } satisfies Record<TalkStream, string>,
    muted: (who: string) => `${who} may not say anything in this game any more.`, unmuted: (who: string) => `${who} may speak again.`,
    person: "Who", isMuted: (who: string) => `${who} (muted)`, mutes: "Will not be able to say anything in this game.", unmutes: "Will be able to speak again.",
  },
  note: {
    title: "My note", lead: "Only you can read this.", changed: "Not saved yet", kept: (date: string) => `Saved ${date}`, save: "Save",
  },
};
