// Order among people, as far as everybody has to do with it: sanctions on oneself, reports, and whether the server is looked after.

import { signal } from "@preact/signals";
import type { NewReport, Sanction, SanctionList } from "../wire";
import { call } from "./http";

const id = encodeURIComponent;

/** What people are told while the server is looked after and no game begins; null otherwise. */
export const maintenance = signal<string | null>(null);

/** The endpoints. */
export const order = {
  /** The sanctions on oneself; also for those who are banned. */
  mine: () => call<SanctionList>("GET", "/me/sanctions"),
  seen: (s: string) => call<undefined>("POST", `/me/sanctions/${id(s)}/seen`),
  appeal: (s: string, text: string) => call<Sanction>("POST", `/me/sanctions/${id(s)}/appeal`, { text }),
  report: (r: NewReport) => call<undefined>("POST", "/reports", r),
};
