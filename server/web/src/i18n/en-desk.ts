// Texts of the desk, for those with an office, in English; the model for the other language.

import type { Office, PauseReason, ReportState, RoomsOrder, SanctionKind } from "../wire";

const offices: Record<Office, string> = {
  referee: "Referee", chief_referee: "Chief referee", organiser: "Organiser", rank_officer: "Rank officer", moderator: "Moderator", administrator: "Administrator",
};
const officePowers: Record<Office, string> = {
  referee: "rules on games that are not their own, and is called to them",
  chief_referee: "the same, all rulings, and annuls results",
  organiser: "runs events",
  rank_officer: "freezes ranks",
  moderator: "sees to reports, reads records; notices, mutes, suspends",
  administrator: "everything: bans, rooms, offices, invitations, the log, maintenance",
};
const states: Record<ReportState, string> = { open: "Open", claimed: "Being seen to", upheld: "Something was done", dismissed: "Nothing to do" };
const orders: Record<RoomsOrder, string> = { pause: "Pause", continue: "Go on", adjourn: "Adjourn" };
const ordersDo: Record<RoomsOrder, string> = {
  pause: "The clocks stop at once, until somebody lets play go on, at the latest after 90 days.",
  continue: "Play goes on after any pause; the clocks run after a moment to find back.",
  adjourn: "Whoever is to move seals that move, and then the clocks stop.",
};
const pauses: Record<PauseReason, string> = { agreed: "paused by both", absence: "paused: one is away", referee: "stopped by a referee", adjourned: "adjourned" };

const acts: Record<string, string> = {
  "sanction.notice": "Notice", "sanction.mute": "Mute", "sanction.suspension": "Suspension", "sanction.ban": "Ban", "sanction.rank_freeze": "Rank frozen",
  "sanction.annulment": "Result annulled", "sanction.lift": "Sanction lifted", "sanction.appeal": "Appeal", "sanction.decide": "Appeal decided",
  "report.claim": "Report taken", "report.release": "Report let go of", "report.uphold": "Report upheld", "report.dismiss": "Report dismissed",
  "offices.give": "Offices given", "account.create": "Account made", "account.reset_link": "Link handed over", "game.rule": "Ruling in a game",
  "rooms.pause": "Many rooms paused", "rooms.continue": "Many rooms let go on", "rooms.adjourn": "Many rooms adjourned",
  "invitation.make": "Invitation made", "invitation.withdraw": "Invitation withdrawn", "maintenance.begin": "Maintenance begun", "maintenance.end": "Maintenance ended",
  "account.password": "Password changed", "account.reset": "Password set by a link", "account.factor_on": "Second factor set up", "account.factor_off": "Second factor taken away",
  "account.recovery_codes": "New recovery codes", "account.token_made": "Personal token made", "account.token_revoked": "Personal token taken away",
};

const parts = { calls: "Calls", reports: "Reports", appeals: "Appeals", people: "People", rooms: "Rooms", audit: "Log", settings: "Server" };

/** What a sanction of a kind does to somebody; `until` is `until …` or `without end`. */
const effects: Record<SanctionKind, (who: string, until: string) => string> = {
  notice: (who) => `${who} reads your text at the next visit. It has no other effect.`,
  mute: (who, until) => `${who} may say nothing on this server, ${until}. Games go on.`,
  suspension: (who, until) => `${who} may begin no new game, ${until}. Open challenges cannot be accepted any more.`,
  ban: (who, until) => `${who} is thrown out at once on every device and may only read why and appeal, ${until}.`,
  rank_freeze: (who, until) => `The rank of ${who} does not change, ${until}.`,
  annulment: () => "The result of this game counts for nothing, for both players; the game's page and all lists say so.",
};

export const deskEn = {
  desk: {
    title: "Desk", parts, nothing: "Your account has no office that is used here.", more: "More", again: "Look again", none: "There are none.", send: "Send", reason: "Reason", done: "Done.", cancel: "Cancel", days: (n: number) => (n === 1 ? "1 day" : `${n} days`), year: "1 year",
    calls: { lead: "Games in which a referee was called, those that wait longest first.", none: "Nobody calls." },
    reports: {
      filters: { open: "Open", mine: "Mine", claimed: "With somebody", upheld: "Closed: done", dismissed: "Closed: nothing" }, states,
      one: (who: string) => `Report about ${who}`, from: (who: string, when: string) => `by ${who}, ${when}`, officer: (who: string) => `${who} sees to it`,
      closedBy: (who: string) => `closed by ${who}`, back: "All reports", claim: "I see to it", release: "Let go of it",
      moment: (ply: number) => `Open the game at move ${ply}`, game: "Open the game", line: "Open the line in its conversation", said: "The line, and what was said around it", noLine: "The line is not there, or not for you to read.",
      notes: "Notes for other moderators", note: "Another note", addNote: "Keep the note", closing: "Close the report", upheld: "Something was done", dismissed: "There was nothing to do",
      decision: "What was done, or why not; for other moderators", close: "Close", sanction: "Impose a sanction", history: "History of both sides",
      reported: "reported", reporter: "reporter", claimFirst: "Take the report first to close it.", counts: (sanctions: number, about: number, by: number) => `${sanctions} sanctions · ${about} reports about them · ${by} by them`,
      private: "A private game opens only for a referee who sits down in it.",
    },
    appeals: {
      lead: "Appeals that wait, the longest first. Somebody else than who imposed the sanction decides, and that is final.", says: "The appeal", stands: "It stands", lifts: "It is lifted",
      decide: "Decide", text: "Why, for whom it is on", yours: "You imposed this, or it is on you: somebody else decides.",
    },
    people: {
      search: "Name, or how it begins", nobody: "Nobody has a name that begins so.", find: "Find", page: "Page that everybody sees", sanctions: "Sanctions", about: "Reports about them", by: "Reports by them", games: "Recent games", offices: "Offices",
      noRecord: "Records are shown to moderators.", lift: "Lift it", liftText: "Why, for whom it is on", holds: "in force", over: "over", forfeits: "games under way are lost", imposed: (who: string) => `imposed by ${who}`,
      unread: "not read yet", appeal: "Appeal", report: "Report", live: "Games under way", conduct: "Games left otherwise than by ending them",
      left: { stalled: (min: number, ply: number) => `let ${min} min run out after move ${ply}, being there`, escaped: (min: number, ply: number) => `away for ${min} min after move ${ply}, until the game was lost` },
    },
    sanction: {
      title: (who: string) => `A sanction on ${who}`, kind: "What", end: "For how long", forever: "Without end", game: "Game", gameHint: "Its address, or what stands behind /game/ in it",
      noGame: "That is no game's address.", reason: "Why, for whom it is on", reasonHint: "They read this text, but not who wrote it nor who reported them.",
      forfeits: "The games under way are lost", willHappen: "What will happen", effects,
      gamesLost: "All games under way are lost at once.", gamesGo: "Games under way go on.", gamesRun: "Games under way go on, with that clock running.", appeals: "They read the reason and may appeal once.",
      impose: "Impose it", sure: "Impose this?", until: (when: string) => `until ${when}`, noEnd: "without end", imposed: "It is imposed.",
    },
    offices: { lead: "These offices and no others. Whoever has the account is told by what the page then shows.", names: offices, powers: officePowers, give: "Give these offices", given: "It is so from now on." },
    reset: {
      title: "A link to another password", lead: "For somebody who cannot get in and has shown you who they are. Whoever has the link has the account: hand it over in person or by a way that is theirs for certain.",
      reason: "How they have shown it, for the log", make: "Make a link", once: "Shown now and never again; good once, within a day:",
    },
    rooms: {
      lead: "Every game that is under way, private ones too, as its players see it.", player: "Of this player", find: "Show", all: "All", since: (when: string) => `since ${when}`, moves: (n: number) => `move ${n}`, private: "private",
      called: "referee called", sealing: "being adjourned", broken: "cannot be read", open: "Open", pauses, mark: (pair: string) => `Choose ${pair}`, markAll: "Choose all that are shown",
      chosen: (n: number) => (n === 1 ? "1 room chosen" : `${n} rooms chosen`), most: "At most 50 at once.", reason: "Why, for the players", orders, ordersDo, sure: (what: string, n: number) => `${what}: ${n === 1 ? "1 room" : `${n} rooms`}?`,
      outcome: "What came of it", did: "done", refused: (n: number) => (n === 1 ? "1 room refused" : `${n} rooms refused`),
    },
    audit: {
      lead: "Everything that officers do, the newest first. Nobody can change or delete an entry here.",
      verify: "Whether the log is whole", verifyText: "Each entry has a hash over itself and the hash before it, so nothing in the middle can be changed, taken out or put in without breaking all that follows. Whoever keeps the server runs “tianyuan audit verify”. It says how many entries there are and that each follows the one before, with the hash of the last one; or it names the first entry that is not what was written. That the end was not cut off shows only a hash that was noted elsewhere: note number and hash of the newest entry now and then, and look whether the log still has them.",
      who: "By whom", act: "What", any: "Anything", subject: "To whom or what", subjectHint: "person:NAME, game:ID, report:ID or server", search: "Search", acts, hash: "Hash",
    },
    settings: {
      maintenance: "Maintenance", on: "Maintenance is on: games under way go on, none begins.", off: "Maintenance is off.", text: "What people are told beside that (at most 300 characters)", begin: "Begin", change: "Change the text", end: "End it",
      sure: "Begin the maintenance?", sureText: "At all servers no game begins from now on, and everybody is told. Games under way go on.",
      invitations: "Invitations", uses: "Accounts", lasts: "Days", note: "Note, for yourselves", invite: "Make an invitation", made: "This is the link. It is shown now and never again:", left: (left: number, uses: number) => `${left} of ${uses} left`,
      until: (when: string) => `until ${when}`, withdraw: "Withdraw", withdrawn: "The invitation is good no more.", officers: "Who has which office",
    },
  },
  banned: {
    title: "You are banned from this server", until: (when: string) => `Until ${when}.`, forever: "Without end.", text: "You cannot play, look on or speak here meanwhile. You can read why, and appeal once; somebody else than who decided looks at it.", why: "Why", again: "Look again", over: "It is over.",
  },
  suspended: { text: (until: string) => `You are suspended from new games until ${until}. Games under way go on.`, read: "Why, and how to appeal" },
  annulled: { tag: "annulled", text: "Officers have annulled this result: it counts for nothing." },
};
