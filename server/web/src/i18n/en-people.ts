// Texts about people in English; the model for the other language.

import type { Office } from "../wire";

const office: Record<Office, string> = {
  referee: "Referee", chief_referee: "Chief referee", organiser: "Organiser", rank_officer: "Rank officer", moderator: "Moderator", administrator: "Administrator",
};

export const peopleEn = {
  person: {
    since: (date: string) => `Here since ${date}`, office,
    gone: (mark: string) => `deleted-${mark}`, nobody: "Nobody has this name.", edit: "Edit profile", live: "Playing now", finished: "Finished games", none: "No finished games yet.",
    block: "Block", unblock: "Unblock", blockTitle: (name: string) => `Block ${name}?`,
    blockText: "You will not see or accept each other's challenges, there will be no rematch between you, and what they write is hidden from you. They are not told. Games being played go on.",
    blocked: (name: string) => `${name} is blocked.`, unblocked: (name: string) => `${name} is not blocked any more.`,
  },
  join: {
    title: "You are invited", text: "Make an account to play here. The invitation is used up with it.", register: "Make an account",
    none: "This link has no invitation in it. Open it as it was sent to you, to its last letter.", already: "You have an account already.",
  },
  profile: {
    title: "Profile", name: "Name", nameHint: "It identifies you and cannot be changed here.",
    shown: "Name shown beside it", shownHint: "For example your real name. Optional, up to 40 characters.",
    country: "Country or region", locale: "Language", locales: { zh: "Chinese", en: "English" }, timeZone: "Time zone",
    zoneHint: "Dates on these pages are shown in it.", unset: "Not stated", browser: "As the browser says",
    save: "Save", saved: "Your profile is saved.", logIn: "Log in to see your profile.",
    data: "Your data", dataText: "Everything that is kept about you, but for secrets, in one file.", download: "Download",
    leave: "Delete the account", leaveText: "At once and for ever. Your sessions, profile, blocks and notes are deleted. Your games and what you said stay, under a name like deleted-1a2b3c4d. Nobody can take your name again.",
    leavePassword: "Your password", leaveButton: "Delete my account", leaveTitle: "Delete the account?", left: "Your account is deleted.",
    blocks: "Blocked people", noBlocks: "You have blocked nobody.", since: (date: string) => `since ${date}`,
  },
};
