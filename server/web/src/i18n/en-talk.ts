// What people say and note, in English; the model for the other language.

import type { TalkStream } from "../wire";

export const talkEn = {
  talk: {
    title: "Chat", show: "Show chat", hide: "Hide chat", unread: (n: number) => (n === 1 ? "1 new line" : `${n} new lines`), empty: "Nothing has been said yet.",
    streams: { players: "Players", spectators: "Spectators", staff: "Referees" } satisfies Record<TalkStream, string>,
    earlier: "Earlier lines", placeholder: "Say something", label: (to: string) => `Say something to: ${to}`, send: "Send",
    jump: (ply: number) => (ply === 0 ? "Go to the first position" : `Go to move ${ply}`), at: (ply: number) => (ply === 0 ? "Before the first move" : `At move ${ply}`),
    hidden: "A referee has hidden this line.", hiddenBy: (who: string, why: string) => `Hidden by referee ${who}: ${why}`, why: "Reason, for referees", hideYes: "Hide", reportLine: (who: string) => `Report this line of ${who}`, hideLine: (who: string) => `Hide this line of ${who}`,
    guest: "Log in to say something.",
    guestRunning: "Log in to say something, and to read what those who look on say. To everybody else that is open when the game is over.", later: "The players read this only after the game.",
    closed: {
      players: "Only the players and referees speak here.", spectators: "Referees do not speak here.", staff: "Only referees speak here.",
    } satisfies Record<TalkStream, string>,
    muted: (who: string) => `${who} may not say anything in this game any more.`, unmuted: (who: string) => `${who} may speak again.`,
    person: "Who", isMuted: (who: string) => `${who} (muted)`, mutes: "Will not be able to say anything in this game.", unmutes: "Will be able to speak again.",
    nobody: "Choose somebody", isRemoved: (who: string) => `${who} (removed)`, removes: "Is sent away, and sees the game again when it is over.", readmits: "Will be able to look on again.",
  },
  note: {
    title: "My note", lead: "Only you can read this.", changed: "Not saved yet", kept: (date: string) => `Saved ${date}`, save: "Save",
  },
};
