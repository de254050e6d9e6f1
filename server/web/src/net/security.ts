// The HTTP API about one's own account: sessions, password, second factor, tokens, mail.

import type {
  MailAddress, Me, NewMailAddress, NewPassword, NewReset, NewToken, OpenSessions, PersonalTokens, Proof, RecoveryCodes, ResetAsked,
  SecondFactor, SecondFactorOff, SecondFactorSetUp, TokenMade,
} from "../wire";
import { bare, call } from "./http";

const id = encodeURIComponent;

/** Every endpoint about one's own account. */
export const security = {
  me: () => call<Me>("GET", "/me"),
  sessions: () => call<OpenSessions>("GET", "/sessions"),
  endSession: (s: string) => call<undefined>("DELETE", `/sessions/${id(s)}`),
  endOthers: () => call<undefined>("DELETE", "/sessions"),
  changePassword: (p: NewPassword) => call<undefined>("POST", "/password", p),
  prove: (p: Proof) => call<undefined>("POST", "/prove", p),
  factor: () => call<SecondFactor>("GET", "/second-factor"),
  setUpFactor: () => call<SecondFactorSetUp>("POST", "/second-factor"),
  confirmFactor: (code: string) => call<RecoveryCodes>("POST", "/second-factor/confirm", { code }),
  renewRecovery: () => call<RecoveryCodes>("POST", "/second-factor/recovery"),
  switchFactorOff: (o: SecondFactorOff) => call<undefined>("POST", "/second-factor/off", o),
  tokens: () => call<PersonalTokens>("GET", "/tokens"),
  makeToken: (n: NewToken) => call<TokenMade>("POST", "/tokens", n),
  revokeToken: (t: string) => call<undefined>("DELETE", `/tokens/${id(t)}`),
  mail: () => call<MailAddress>("GET", "/mail"),
  setMail: (m: NewMailAddress) => call<undefined>("PUT", "/mail", m),
  confirmMail: (token: string) => bare<undefined>("POST", "/mail/confirm", { token }),
  askReset: (who: string) => bare<ResetAsked>("POST", "/reset/ask", { who }),
  reset: (r: NewReset) => bare<undefined>("POST", "/reset", r),
};
