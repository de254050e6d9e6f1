// Texts about sanctions, reports and maintenance in English; the model for the other language.

import type { ReportKind, SanctionKind } from "../wire";

const kinds: Record<SanctionKind, string> = {
  notice: "Notice", mute: "May not speak", suspension: "Suspended from new games", ban: "Banned", rank_freeze: "Rank frozen", annulment: "Result annulled",
};
const reasons: Record<ReportKind, string> = {
  abuse: "Insults, threats, advertising", help: "Help by a program or somebody else", stalling: "Letting the clock run in a lost game",
  escaping: "Leaving instead of ending the game", sandbagging: "Losing on purpose, several accounts", name: "The name", other: "Something else",
};

export const orderEn = {
  order: {
    maintenance: (text: string) => `The server is being looked after: games that run go on, none begins.${text === "" ? "" : ` ${text}`}`,
    notice: "There is something about your account to read.", read: "Read it",
    title: "About your account", kinds, since: (when: string) => `since ${when}`, until: (when: string) => `until ${when}`, forever: "without end", over: "over",
    understood: "I have read this", appeal: "Appeal", appealHint: "Once; somebody else than who decided this looks at it, and that is final.",
    appealText: "What should be considered", send: "Send the appeal", appealed: "Your appeal is waiting for somebody else to look at it.",
    lifted: "Lifted", decided: "Decided",
  },
  report: {
    open: "Report", title: (who: string) => `Report ${who}`, whom: "Whom", atMove: (ply: number) => `With the position after move ${ply}.`, forLine: "With the line, and what was said around it.", kind: "What for", reasons, text: "What happened", send: "Send the report",
    sent: "Thank you. A moderator will look at it.", cancel: "Cancel",
  },
};
