// Texts about accounts and their security in English; the model for the other language.

import type { TokenScope } from "../wire";

const scopes: Record<TokenScope, string> = { read: "See games and lists", play: "Offer and play games", chat: "Chat" };

export const securityEn = {
  security: {
    title: "Account and security", guest: "Log in to see your account.", saved: "Done.", failed: "It could not be loaded.",
    staff: "Your office needs a second factor. Until you have proven one here, you are a player like everybody.", staffGo: "Set it up",
    sessions: {
      title: "Where you are logged in", here: "this one", since: (when: string) => `since ${when}`, used: (when: string) => `last used ${when}`,
      unknown: "Unknown client", second: "with second factor", end: "Log out there", endOthers: "Log out everywhere else",
      ended: "Logged out there.", endedOthers: "Logged out everywhere else.",
    },
    password: {
      title: "Password", present: "Present password", wanted: "New password", change: "Change the password",
      hint: "At least 8 characters. You are then logged out everywhere else.", changed: "The password is changed.",
    },
    factor: {
      title: "Second factor", off: "Besides the password, a code from an app on your phone is asked for. Whoever learns your password then still cannot get in.",
      on: (when: string) => `On since ${when}.`, left: (n: number) => `${n} recovery ${n === 1 ? "code" : "codes"} left.`,
      setUp: "Set it up", scan: "Scan this picture with an authenticator app, or type the secret into it:", picture: "The secret as a QR code",
      secret: "Secret", code: "Code", first: "Then enter the code that the app shows:", codeHint: "Six digits from the app, or a recovery code", confirm: "Switch it on",
      recoveryTitle: "Recovery codes", recovery: "Keep these where your phone is not. Each is good once when you have lost the app. They are shown now and never again.",
      download: "Download", print: "Print", kept: "I have kept them", renew: "New recovery codes", turnOff: "Switch it off",
      offHint: "You are then logged out everywhere.", turnedOff: "The second factor is off. Log in again.", prove: "Prove it here",
    },
    tokens: {
      title: "Tokens for bots and tools", lead: "A token lets a program act for you, as far as you say. It goes where an access token goes.",
      none: "You have none.", name: "Name", scopes: "It may", scope: scopes, lasts: "It lasts", days: (n: number) => `${n} days`, make: "Make a token",
      made: "This is the token. It is shown now and never again:", ends: (when: string) => `until ${when}`, never: "never used",
      used: (when: string) => `last used ${when}`, revoke: "Revoke", revoked: "The token is good no more.", pickScope: "Choose at least one.",
    },
    mail: {
      title: "Mail address", lead: "For a link when you have forgotten your password. Nobody else sees it.", none: "You have none.",
      off: "This server sends no mail; when you have forgotten your password, ask its administrator for a link.",
      address: "Address", set: "Send a link to confirm it", sent: "A link is on its way. Open it to confirm the address.", remove: "Take it away", removed: "You have no address any more.",
      confirming: "Confirming the address…", confirmed: "The address is confirmed.", noLink: "This link is not complete. Open it from the letter once more.",
    },
    prove: { title: "Is it you?", text: "It was some time ago that you have proven who you are.", by: "Password, or a code of your second factor", go: "Go on" },
    second: { title: "Second step", text: "Enter the code that your app shows, or a recovery code.", code: "Code", go: "Log in", back: "Begin anew" },
    forgotten: {
      link: "Forgotten the password?", title: "Forgotten password", who: "Name or mail address", ask: "Send me a link",
      asked: "If that is somebody's who has confirmed a mail address, a link is on its way there.", byHand: "This server sends no mail. Ask its administrator for a link.",
      resetTitle: "A new password", wanted: "New password", hint: "At least 8 characters. You are then logged out everywhere.", set: "Set it", done: "The password is the new one. Log in with it.",
      noLink: "This link is not complete. Open it as you got it, or ask for another one.", again: "Ask for another link",
    },
  },
};
