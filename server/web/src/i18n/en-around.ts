// The English texts of everything around the moves: requests, pauses, absence, scheduled games, referees, news.

import type { CallEnd, PauseReason, RequestEnd, RequestKind, Ruling, Venue, Verdict } from "../wire";

/** `1 minute`, `10 minutes`. */
const minutes = (n: string): string => `${n} ${n === "1" ? "minute" : "minutes"}`;
const moves = (n: number): string => `${n} ${n === 1 ? "move" : "moves"}`;

/** A part of the English catalogue. */
export const aroundEn = {
  ask: {
    more: "More", title: "Ask your opponent", due: "Time to answer",
    until: "Pause or adjourn until (optional)", untilHint: "At that moment play goes on of itself, whoever is there.",
    kinds: {
      undo: "Take back", draw: "Offer a draw", pause: "Pause", adjourn: "Adjourn", continue: "Go on", time: "Give a minute",
    } satisfies Record<RequestKind, string>,
    hints: {
      undo: "Back to your latest move; no time is given back.", draw: "The game ends without a winner.", pause: "Both clocks stand.",
      adjourn: "The next move is sealed, and the game goes on another time.", continue: "Both clocks run again after ten seconds.",
      time: "Your opponent gets one minute more.",
    } satisfies Record<RequestKind, string>,
    theirs: {
      undo: (name: string) => `${name} asks to take back the latest move.`, draw: (name: string) => `${name} offers a draw.`,
      pause: (name: string) => `${name} asks for a pause.`, adjourn: (name: string) => `${name} asks to adjourn the game.`,
      continue: (name: string) => `${name} asks to go on.`, time: (name: string) => `${name} wants to give you a minute more.`,
    } satisfies Record<RequestKind, (name: string) => string>,
    mine: {
      undo: "You ask to take back your latest move.", draw: "You offer a draw.", pause: "You ask for a pause.", adjourn: "You ask to adjourn the game.",
      continue: "You ask to go on.", time: "You offer your opponent a minute more.",
    } satisfies Record<RequestKind, string>,
    what: {
      undo: "taking back", draw: "a draw", pause: "a pause", adjourn: "adjourning", continue: "going on", time: "a minute more",
    } satisfies Record<RequestKind, string>,
    accept: "Accept", decline: "Decline", withdraw: "Withdraw", none: "Nothing can be asked for now.",
  },
  call: {
    call: "Call the referee", hint: "About what is at hand, three times a game. Your clock runs on; the limit of an agreement stands still.",
    mine: "You have called the referee.", theirs: (name: string) => `${name} has called the referee.`, byRules: "This is for the referee to settle, who has been called.",
    waits: "The limit stands still until the referee rules, at most ten minutes; an hour once one sits here. You can settle it between you all the same.",
    runs: "The clocks run on until the referee stops them.",
    news: (color: string) => `${color} has called the referee`,
    closed: {
      answered: "The referee has answered the call", withdrawn: "The call for the referee was withdrawn", expired: "No referee came: the game goes on without",
    } satisfies Record<CallEnd, string>,
    waiting: "Waiting for a referee", go: "Go there",
  },
  seat: { title: "You play on another device.", text: "Here you can follow the game.", here: "Play here" },
  pause: {
    title: {
      agreed: "Pause by agreement", absence: "Pause: a player is away", referee: "The referee has stopped the clocks", adjourned: "Adjourned, one move sealed",
    } satisfies Record<PauseReason, string>,
    text: {
      agreed: "Both clocks stand.", absence: "Both clocks stand. Whoever comes back may go on at once.", referee: "Both clocks stand until the referee lets play go on, or its time has come.",
      adjourned: "Both clocks stand, and you may leave. Nobody can read the sealed move; it is played when both agree to go on, or when its time has come: then the clock runs, whoever is there.",
    } satisfies Record<PauseReason, string>,
    until: "Play goes on of itself in", goesOnAt: (date: string) => `Play goes on of itself at ${date}.`, askOn: "Ask to go on", goOn: "Go on now", stands: "The clocks stand",
    holds: (s: number) => `Play goes on in ${s} s`,
  },
  seal: {
    title: "Seal your move", text: "Choose a point. Your clock runs until the move is sealed; nobody can read it before play goes on.",
    confirm: (p: string) => `Seal ${p}`, pass: "Seal a pass", passName: "a pass", other: "Another point", callOff: "Rather go on",
    lost: (p: string) => `There is a stone on ${p}: sealed there, your turn would be lost.`,
    unsure: "Only when it is opened does the server judge it: an illegal move loses the turn.",
    theirs: (name: string) => `${name} is sealing a move. Then the game is adjourned.`, choose: "Choose",
  },
  absence: {
    away: (name: string) => `${name} is away.`, from: "You can claim the game or a pause in", now: (name: string) => `${name} has been away for long. Claim the game, or call it a pause?`,
    win: "Claim the win", pause: "Call it a pause", winTitle: "Claim the win?", winText: "The game ends, and you win because your opponent stayed away.",
    winYes: "Claim the win",
  },
  waiting: {
    title: "Scheduled game", startsIn: "It begins in", startsAt: (when: string) => `Start: ${when}`, begun: "The appointed time has come. The game begins when both are here.",
    here: (name: string) => `${name} is here`, awaited: (name: string) => `${name} is not here yet`, forfeited: (name: string) => `${name} came too late and has lost`,
    late: "late by", cost: (lost: string) => `so far off the clock: ${lost}`, costNone: "nothing is taken off the clock", loses: "loses in",
    stay: "Stay on this page, or be back in time: who is here at the start is not late.",
    venues: { remote: "Each at home", same: "All in one place", campus: "School event", reading: "Fast game" } satisfies Record<Venue, string>,
    rules: {
      remote: "Twice the lateness is taken off the time. More than 60 minutes late loses.",
      same: "Twice the lateness is taken off the time. More than 15 minutes late loses.",
      campus: "Lateness costs no time, but 20 minutes lose the game.",
      reading: "The clock is read against whoever is absent; what is used up stays used.",
    } satisfies Record<Venue, string>,
    rulesOnce: {
      remote: "The lateness is taken off the time. More than 60 minutes late loses.",
      same: "The lateness is taken off the time. More than 15 minutes late loses.",
    },
    status: "Waiting for the start",
  },
  schedule: {
    label: "Begins", now: "When accepted", later: "At a set time", at: "Starts at", venue: "Where you play", past: "Choose a time from now on, at most four weeks ahead.",
    line: (when: string) => `starts ${when}`, term: "Start",
  },
  pauses: {
    label: "Pauses", most: "Pauses", length: "Length of each (min)", adjourn: "May be adjourned",
    text: (n: number, length: string) => (n === 0 ? "no pauses" : `${n} × ${minutes(length)}`), adjournYes: "may be adjourned", adjournNo: "no adjournment",
    used: (n: number, most: number) => `${n} of ${most} used`,
  },
  audience: {
    label: "Audience", no: "sees the game at once", byMoves: "is some moves behind", byMinutes: "is some minutes behind", moves: "Moves", minutes: "Minutes",
    behindMoves: (n: number) => (n === 1 ? "1 move behind" : `${n} moves behind`), behindMinutes: (n: number) => (n === 1 ? "1 minute behind" : `${n} minutes behind`), behindSeconds: (n: number) => (n === 1 ? "1 second behind" : `${n} seconds behind`),
    late: (by: string) => `You see the game ${by}, until its result is final.`,
  },
  warnings: {
    term: "Warnings", tag: (n: number) => (n === 1 ? "1 warning" : `${n} warnings`), text: (b: number, w: number) => `Black ${b}, White ${w}`,
  },
  referee: {
    until: "Until (optional)", untilHint: "At that moment play goes on of itself; without one, after 90 days.",
    term: "Referees here", sit: "Sit down at this game", sitHint: "Both players are told that you are here.", enter: "Enter as a referee",
    swapLead: "The players change sides. Stones and clocks stay with their colours; warnings go with the players. Possible up to move 10.",
    title: "Referee", lead: "You rule on the game as it is now. The reason is told to everybody.", leadOver: "The game is over: you rule on who may speak about it. The reason is told to everybody.", what: "Ruling", reason: "Reason",
    reasonHint: "1 to 200 characters, told to both players and all who watch", submit: "Rule", done: "The ruling is carried out.", side: "Side",
    kinds: {
      answer_call: "Answer the call: it stands as it is", pause: "Stop the clocks", continue: "Let play go on", adjourn: "Adjourn the game", set_clock: "Set a clock", add_time: "Add time", restart_reading: "Restart the reading",
      step_back: "Step back to a move", stones: "Rule on the stones", result: "Rule the result", warn: "Warn", withdraw_warning: "Withdraw a warning", mute: "Mute or unmute", remove: "Remove or readmit",
      add_time_to_both: "Add time for both", swap_colors: "Swap the colours",
    } satisfies Record<Ruling["kind"], string>,
    minutes: "Minutes", seconds: "Seconds", periods: "Periods left", stintMinutes: "Stint (min)", stintMoves: "Moves to go", second: "From second",
    stepTo: "Moves that remain", verdict: "Result", stonesLead: (n: number) => `Mark dead stones on the board: ${n} marked. Then the game is counted.`,
    verdicts: { black: "Black wins", white: "White wins", draw: "Draw", both_lose: "Both lose", no_result: "No result", replay: "To be played again" } satisfies Record<Verdict, string>,
    endTitle: "End the game?", endText: (what: string) => `${what}. The game is over then; this cannot be undone.`, endWarn: (c: string) => `${c} has been warned before; a second warning loses the game`,
    endStones: "The marked stones are taken off and the game is counted",
  },
  news: {
    title: "What happened", side: (c: string) => c, started: "The appointed time has come.", arrived: (c: string, late: string, lost: string | null) => `${c} came ${late} late${lost === null ? "" : `: ${lost} off the clock`}.`,
    missed: (c: string) => `${c} came too late and has lost.`,
    closed: {
      accepted: (c: string, what: string) => `Accepted: ${what}, asked by ${c}.`, declined: (c: string, what: string) => `Declined: ${what}, asked by ${c}.`,
      withdrawn: (c: string, what: string) => `Withdrawn: ${what}, asked by ${c}.`, expired: (c: string, what: string) => `No answer: ${what}, asked by ${c}.`,
    } satisfies Record<RequestEnd, (c: string, what: string) => string>,
    continued: "Play goes on.", calledOff: "The adjournment is called off.", adjourning: (c: string) => `The game is being adjourned: ${c} seals its move.`,
    sealed: (c: string) => `${c} has sealed its move. The game is adjourned.`, sealLost: "The sealed move cannot be read any more; its side moves anew.",
    turnLost: (c: string) => `The sealed move of ${c} was not legal: the turn is lost.`, undone: (n: number) => `${moves(n)} taken back.`,
    added: (c: string, time: string) => `${c} got ${time} more.`, ruled: (who: string, why: string) => `Referee ${who}: ${why}`,
    clockSet: (c: string) => `The clock of ${c} was set.`, rereading: (s: number) => `The reading goes on from second ${s}.`,
    stones: "The referee has ruled which stones are dead.", warned: (c: string) => `${c} was warned.`, warningWithdrawn: (c: string) => `The warning of ${c} was withdrawn.`,
    officerSeated: (who: string) => `Referee ${who} sits at this game.`, removed: (who: string) => `${who} was removed from the game.`, readmitted: (who: string) => `${who} may look on again.`,
    swapped: (black: string, white: string) => `The colours were swapped: ${black} plays Black, ${white} White.`,
  },
};
