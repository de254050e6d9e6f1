// Every text of the page in English. The other catalogue has exactly this shape.

import type { Rules } from "../game/offer";
import type { Code, Color, How, Phase, Repeated, Resumption } from "../wire";

const refusals: Record<Code | "offline" | "lost", string> = {
  malformed_frame: "The server could not read that message.",
  unknown_command: "The server does not know that command. Reload the page.",
  bad_command: "The server could not understand that command. Reload the page.",
  hello_expected: "The conversation began the wrong way. Reload the page.",
  unsupported_version: "This page is older than the server. Reload it.",
  bad_token: "Your log-in has run out. Log in again.",
  rate_limited: "That was very fast. Wait a moment and try again.",
  too_many_rooms: "You are watching too many games at once.",
  busy: "The server is busy. Try again.",
  going_away: "The server is restarting. It will be back in a moment.",
  internal: "The server failed. See whether it was done; if not, try again.",
  not_found: "That does not exist, or is not open to you.",
  not_logged_in: "Log in first.",
  not_a_player: "You are not playing in this game.",
  id_reused: "That command was already used for something else.",
  not_your_turn: "It is not your turn.",
  wrong_phase: "That is not possible in this phase of the game.",
  game_over: "The game is over.",
  stale_ply: "The position has changed meanwhile.",
  stale_revision: "The marking has changed meanwhile. Look again.",
  bad_point: "There is no such point on this board.",
  occupied: "There is a stone on that point.",
  suicide: "That stone would have no liberties.",
  ko: "Ko: that would repeat an earlier position.",
  no_stone: "There is no stone on that point.",
  no_territory: "There is no territory at that point.",
  already_marked: "That is already marked so.",
  already_accepted: "You have already accepted this.",
  too_often: "That has been done as often as is allowed.",
  time_up: "Your time has run out.",
  bad_request: "Something in the form is not allowed.",
  name_taken: "That name is taken.",
  bad_name: "The name must have 2 to 20 letters or digits, without look-alike characters, and must not be one that is kept for the staff.",
  bad_password: "The password must have 8 to 128 characters and must be neither a common one nor only spaces.",
  wrong_credentials: "Name and password do not belong together.",
  challenge_gone: "This challenge was taken by somebody else, or withdrawn.",
  own_challenge: "This is your own challenge.",
  too_many_challenges: "You have as many open challenges as is allowed.",
  bad_origin: "This page does not belong to the server.",
  too_large: "That is too large.",
  offline: "The server cannot be reached.",
  lost: "The command was given up.",
};

const color: Record<Color, string> = { black: "Black", white: "White" };
const phase: Record<Phase, string> = {
  placing: "Placing handicap stones", play: "In play", lapsed: "Byo-yomi used up", agreement: "Agreeing on stones", repetition: "The position repeats", over: "Game over",
};
const how: Record<How, string> = {
  counting: "by counting", resignation: "by resignation", time: "on time", repetition: "by repetition", aborted: "game aborted",
};

const rules: Record<Rules, string> = {
  chinese: "Chinese", "chinese-1988": "Chinese (1988)", japanese: "Japanese", korean: "Korean", ing: "Ing", "wmsg-2008": "WMSG 2008",
  aga: "AGA", nz: "New Zealand", ancient: "Ancient Chinese",
};
const verdicts: Record<Repeated, string> = { draw: "a draw", no_result: "no result", replay: "to be played again" };

/** `1 point`, `7½ points`. */
const points = (mu: string): string => `${mu} ${mu === "1" || mu === "½" ? "point" : "points"}`;

/** The English catalogue. */
export const en = {
  lang: "en", locale: "en-GB",
  brand: "Tianyuan",
  common: {
    loading: "Loading…", cancel: "Cancel", close: "Close", retry: "Try again",
    copy: "Copy", copied: "Copied", you: "you",
  },
  nav: {
    lobby: "Lobby", games: "Games", logIn: "Log in", register: "Sign up", logOut: "Log out",
    otherLanguage: "中文", otherLanguageLabel: "切换到中文", menu: "Account", skip: "Skip to content",
  },
  link: {
    connecting: "Connecting…", reconnecting: "Connection lost – reconnecting…", online: "Connected",
    yourTurnTitle: "Your turn",
  },
  refusals,
  koRepeats: (move: number) =>
    move === 0 ? "Ko: that would repeat the first position." : `Ko: that would repeat the position after move ${move}.`,
  color,
  phase,
  how,
  rules,
  account: {
    logInTitle: "Welcome back", registerTitle: "Make an account", name: "Name", password: "Password",
    nameHint: "2–20 characters, any language", passwordHint: "At least 8 characters",
    logIn: "Log in", register: "Sign up", toRegister: "New here? Make an account", toLogIn: "I have an account",
    welcome: (name: string) => `Welcome, ${name}.`,
  },
  lobby: {
    tagline: "A quiet place to play Go",
    lead: "Play Weiqi with a friend under the Chinese rules. Send a link, draw for colours, and begin.",
    newGame: "New game", playFriend: "Invite a friend", yourGames: "Your games",
    challenges: "Open challenges", noChallenges: "Nobody is waiting right now. Offer a game and be the first.",
    live: "Games being played", noLive: "No games at the moment.",
    recent: "Recent results", noRecent: "No finished games yet.", all: "All games",
    accept: "Play", view: "View", withdraw: "Withdraw", watch: "Watch", resume: "Continue", yours: "Yours", privateTag: "Private",
    gameStarted: "Your challenge was accepted. The game begins.", withdrawn: "The challenge was withdrawn.",
  },
  offer: {
    title: "New game", opponent: "Opponent", open: "Anyone", private: "Private link",
    openHint: "Shown in the lobby to everybody.", privateHint: "Only those who have the link can see and accept it.",
    board: "Board", other: "Other", lines: "Lines", rules: "Rules",
    colour: "Your colour", nigiri: "Draw", nigiriHint: "猜先: your opponent guesses odd or even.",
    handicap: "Handicap", even: "None", stones: (n: number) => `${n} stones`, placement: "Placement",
    fixed: "Star points", free: "Free", komi: "Komi", komiAuto: (zi: string, mu: string) => `By the rules (${zi} 子, ${points(mu)})`, komiOwn: "Custom",
    komiAutoPoints: (mu: string) => `By the rules (${points(mu)})`,
    komiUnitPoints: "Points given to White", komiUnit: "子 given to White", komiNone: "By the rules (none)",
    clock: "Time", presets: { blitz: "Blitz", quick: "Quick", normal: "Normal", slow: "Slow", sudden: "Absolute", own: "Custom" },
    systems: {
      byoyomi: "Byo-yomi", absolute: "Main time only", fischer: "Fischer (time added)", canadian: "Canadian (moves per stint)", simple: "Time per move",
      correspondence: "Correspondence", unlimited: "No clock",
    },
    lastPasses: "The last period may count as a pass", increment: "Added per move (s)", hasCap: "Limit what is added", cap: "Limit (min)",
    stintMoves: "Moves per stint", stintMinutes: "Stint (min)", carryOver: "Unused time goes to the next stint", moveSeconds: "Per move (s)", days: "Per move (days)",
    whiteClock: "Another clock for White", whiteClockNeedsColour: "With a clock for each side the colour is chosen, not drawn.",
    system: "System", mainMinutes: "Main time (min)",
    periods: "Periods", periodSeconds: "Period (s)", submit: "Offer the game", more: "Rules, handicap, komi",
    handicapNeedsColour: "With a handicap the weaker player takes Black, so the colour is chosen, not drawn.",
  },
  challenge: {
    title: (name: string) => `${name} invites you to a game`, ownTitle: "Your challenge is open",
    ownPrivate: "Send this link to your friend. The game begins as soon as it is accepted.",
    ownOpen: "It is shown in the lobby; you can also send this link.",
    waiting: "Waiting for an opponent…", link: "Link", theirColour: "Their colour", yourColour: "Your colour", drawn: "by draw (猜先)",
    guessTitle: "Odd or even?", guessLead: (name: string) =>
      `For ${name} the server holds a hidden handful of stones. Guess right and you take Black.`,
    odd: "Odd", even: "Even", hash: "Sealed number (SHA-256)",
    hashHint: "Published before you guess. After the draw the game page shows number and nonce, so that you can check it.",
    accept: "Accept the game", gone: "This challenge is not open any more.",
  },
  settings: {
    board: "Board", rules: "Rules", komi: "Komi", handicap: "Handicap", time: "Time", colour: "Colour",
    changed: (name: string) => `${name}, changed`,
    komiText: (zi: string, mu: string) => `${zi} 子 (${points(mu)})`, noKomi: "none",
    komiTerritory: "Komi", komiPoints: (mu: string) => points(mu), komiBack: (komi: string) => `White gives ${komi}`,
    handicapPlaced: (n: number, free: boolean) => `${n} stones (${free ? "free" : "star points"})`,
    absolute: (main: string) => `${main}, no byo-yomi`, byoyomi: (main: string, n: number, s: string) => `${main} + ${n}\u00a0×\u00a0${s}`,
    lastPasses: ", last period may pass",
    fischer: (main: string, s: string, cap: string | null) => `${main} + ${s} a move${cap === null ? "" : `, up to ${cap}`}`,
    canadian: (main: string, n: number, stint: string, carry: boolean) => `${main} + ${n}\u00a0moves in ${stint}${carry ? ", the rest carried over" : ""}`,
    simple: (s: string) => `${s} a move`, correspondence: (d: string) => (d === "1" ? "1\u00a0day a move" : `${d}\u00a0days a move`), unlimited: "no clock",
    twoClocks: (b: string, w: string) => `Black ${b}; White ${w}`,
    noMain: "no main time", minutes: (n: string) => `${n}\u00a0min`, seconds: (n: number) => `${n}\u00a0s`,
    handicapShort: (n: number) => `H${n}`,
  },
  game: {
    credit: (ms: number) => `network credit ${ms}\u00a0ms`,
    toMove: (c: string) => `${c} to move`, yourMove: "Your move", waitFor: (name: string) => `Waiting for ${name}`,
    yourPlacing: (left: number) => `Place your handicap stones: ${left} left`, placing: "Black places handicap stones",
    move: (n: number) => (n === 0 ? "" : `Move ${n}`), captures: "Captures", captured: (n: number) => (n === 1 ? "1 captured" : `${n} captured`),
    pass: "Pass", resign: "Resign", passed: (c: string) => `${c} passed`, board: "Go board",
    passTitle: "Pass?", passText: "You propose that the game is over. If your opponent passes too, the stones are counted.",
    passAnswer: "Your opponent has passed. If you pass too, play ends and the stones are counted.",
    passYes: "Pass", resignTitle: "Resign the game?", resignText: "Your opponent wins by resignation. This cannot be undone.",
    resignYes: "Resign", opponentPassed: (name: string) => `${name} passed and proposes the end. Pass too, or play on.`,
    watchers: (n: number) => (n === 1 ? "1 watching" : `${n} watching`), connected: "connected", away: "not connected",
    spectator: "You are watching.", confirmMove: (p: string) => `Play ${p}`, cancelMove: "Cancel",
    moveEntry: "Move by text", moveEntryHint: "e.g. Q16", play: "Play",
    badEntry: "No such point. Write a letter and a number, such as Q16.",
    details: "Game details", options: "Options", coordinates: "Coordinates", sound: "Sound", twoStep: "Confirm each move",
    twoStepAuto: "by touch", twoStepAlways: "always", twoStepNever: "never",
    restored: (s: string) => `The server was away; ${s} s were charged to nobody.`,
    resumed: "Play goes on.", resumedBy: (c: string) => `${c} disputes the marking. Play goes on.`,
    notFound: "There is no such game.", rolledBack: (p: string) => `${p} was not played`,
    keyboard: "Arrow keys move the cursor, Enter plays. Or write the point and press Enter.",
    at: (p: string, what: string) => `${p}, ${what}`, comma: ", ", empty: "empty", lastMove: "last move", dead: "dead",
    announce: (n: number, c: string, p: string) => `Move ${n}: ${c} ${p}`, announceCaptures: (n: number) => `${n} captured.`,
  },
  clock: {
    main: "Main time", period: (n: number) => (n === 1 ? "Byo-yomi, last period" : `Byo-yomi, ${n} periods left`),
    stint: (n: number) => (n === 1 ? "Stint, 1 move to go" : `Stint, ${n} moves to go`), move: "Time for this move", none: "No clock",
    increment: (s: string) => `+ ${s} a move`, stints: (n: number) => `+ stints of ${n} moves`,
    up: "Time is up", reserve: (n: number, s: string) => `+ ${n} × ${s}`, only: "no byo-yomi", label: (name: string) => `Clock of ${name}`,
  },
  reading: {
    label: "Byo-yomi readings", voice: "spoken", sound: "as a sound", none: "silent",
    second: (s: number) => `${s}\u00a0seconds`, count: (n: number) => String(n),
    minuteUsed: (n: number) => (n === 0 ? "One minute, time is up" : n === 1 ? "One minute, one minute left" : `One minute, ${n} minutes left`),
    used: (n: number) => (n === 0 ? "Time is up" : n === 1 ? "Last period" : `${n} periods left`),
    countedOut: (count: string, over: string) => `${count}, ${over}`,
  },
  lapse: {
    text: (c: string, s: number) => `${c} has used up the last period, and loses in ${s} s unless it counts as a pass.`,
    claim: "Count it as a pass", announce: (c: string) => `${c} has used up the last period.`,
  },
  agreement: {
    title: "Which stones are dead?",
    lead: "Click a group to mark it dead or alive. Both sides must accept the same marking.",
    spectator: "The players are agreeing on dead stones.",
    accept: "Accept this count", accepted: "You have accepted", dispute: "Dispute – play on",
    leadTerritory: "Click an empty region to set it aside as nobody's territory.",
    disputeTitle: "Play on?", disputeText: {
      claimant: "The marking is dropped and play goes on. Whoever claims that stones are dead moves first.",
      last_passer: "The marking is dropped and play goes on. The opponent of whoever passed last moves first.",
      asker: "The marking is dropped and play goes on. Your opponent moves first.",
    } satisfies Record<Resumption, string>,
    disputeYes: "Play on", due: "Time to agree", hasAccepted: (c: string) => `${c} has accepted`, waits: (c: string) => `${c}: not yet`,
    askedAgain: "The time to agree has run out. Answer now.", marked: (c: string, n: number, dead: boolean) =>
      `${c} marked ${n} ${n === 1 ? "stone" : "stones"} as ${dead ? "dead" : "alive"}.`, resign: "Resign",
    setAside: (c: string, n: number, neutral: boolean) =>
      `${c} set ${n} ${n === 1 ? "point" : "points"} ${neutral ? "aside as nobody's" : "back as territory"}.`,
  },
  repetition: {
    title: "The same position for the third time",
    lead: (verdict: string, first: number) =>
      `The position stands again as it did ${first === 0 ? "at the beginning" : `after move ${first}`}. If both of you accept, the game ends: ${verdict}. Otherwise play goes on, and the fourth time ends it. The clocks stand.`,
    accept: (verdict: string) => `Accept: ${verdict}`, decline: "Decline – play on", due: "Time to answer", verdicts,
    declined: (c: string) => `${c} declines. Play goes on.`,
  },
  count: {
    title: (unit: string) => `The count (${unit})`, titleTerritory: "The count (points)", totalTerritory: "Total",
    points: "Stones and territory", shared: "Half the shared points", total: "Area", base: "Half the board",
    komi: "Komi", back: "Handicap given back", margin: "Margin", territory: "Territory", prisoners: "Prisoners", dead: "Dead stones",
    others: "The other side's", firstPass: "White passed first", warnings: "Warnings",
    groups: (b: number, w: number) => `Living groups (${b} : ${w})`,
    passStones: (b: number, w: number) => `Stones handed over by passing: Black ${b}, White ${w}.`,
    leadsPoints: (c: string, mu: string) => `${c} leads by ${points(mu)}`, inPoints: "in points", zi: "子", mu: "points",
    leads: (c: string, zi: string, mu: string) => `${c} leads by ${zi} 子 (${points(mu)})`, even: "Even",
    shares: (b: number, w: number, s: number, all: number) => `${b} + ${w} + ${s} shared = ${all}`,
  },
  result: {
    title: "Result", wins: (c: string) => `${c} wins`, byCount: (zi: string, mu: string) => `by ${zi} 子 (${points(mu)})`, byPoints: (mu: string) => `by ${points(mu)}`,
    draw: "Draw", nobody: "No result",
    repeated: { draw: "Draw by repetition", no_result: "Void by repetition", replay: "To be played again: repetition" } satisfies Record<Repeated, string>,
    youWin: "You won", youLose: "You lost", rematch: "New game",
  },
  replay: {
    title: "Replay", first: "First position", previous: "Previous move", next: "Next move", last: "Last position",
    slider: "Move number", at: (n: number, all: number) => `${n} / ${all}`, sgf: "Download SGF", start: "Start",
  },
  nigiri: {
    title: "The draw (猜先)", text: (n: number, guess: string) => `${n} stones were hidden; the guess was ${guess}.`,
    odd: "odd", even: "even", right: "The guess was right: the guesser took Black.", wrong: "The guess was wrong: the guesser took White.",
    verify: "Verify the draw", ok: "Checked: the number was fixed before the guess.", bad: "The published hash does not fit this number!",
    unavailable: "This browser checks only over HTTPS. Compare by hand: SHA-256 of the text above.",
    hash: "Published hash", sealed: "Sealed text",
  },
  games: { title: "Finished games", empty: "No finished games yet.", more: "Older games" },
  nowhere: { title: "Nothing here", text: "This page does not exist.", home: "To the lobby" },
};
