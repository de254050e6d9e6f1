// What those with an office ask of the server. What somebody may, the server says; the page only follows.

import { signal } from "@preact/signals";
import type {
  AuditPage, Decision, FoundPeople, InvitationPage, MadeInvitation, NewInvitation, NewOffices, NewRoomsRuling, NewSanction, OfficeHolders, Operation, PersonFile, Power, Report, ReportFile,
  ReportPage, ReportState, ResetLink, RoomsRuled, Sanction, SanctionList, StaffRoomPage,
} from "../wire";
import { call } from "./http";

/** What the account may do here and now beyond playing. */
export const powers = signal<ReadonlySet<Power>>(new Set());

/** Whether it may do this. */
export const may = (power: Power): boolean => powers.value.has(power);

const id = encodeURIComponent;

function query(fields: Record<string, string | null>): string {
  const given = Object.entries(fields).filter((f): f is [string, string] => f[1] !== null && f[1] !== "");
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** What to look for in the log. */
export type AuditAsked = { by: string; act: string; subject: string };

/** The endpoints. */
export const desk = {
  reports: (state: ReportState, mine: boolean, after: string | null) => call<ReportPage>("GET", `/reports${query({ state, mine: mine ? "true" : null, after })}`),
  report: (r: string) => call<ReportFile>("GET", `/reports/${id(r)}`),
  claim: (r: string, claim: boolean) => call<Report>("POST", `/reports/${id(r)}/claim`, { claim }),
  note: (r: string, text: string) => call<undefined>("POST", `/reports/${id(r)}/notes`, { text }),
  close: (r: string, upheld: boolean, text: string) => call<Report>("POST", `/reports/${id(r)}/close`, { upheld, text }),
  find: (name: string) => call<FoundPeople>("GET", `/people${query({ name })}`),
  file: (name: string) => call<PersonFile>("GET", `/people/${id(name)}/file`),
  impose: (s: NewSanction) => call<Sanction>("POST", "/sanctions", s),
  lift: (s: string, text: string) => call<Sanction>("POST", `/sanctions/${id(s)}/lift`, { text }),
  appeals: () => call<SanctionList>("GET", "/appeals"),
  decide: (s: string, d: Decision) => call<Sanction>("POST", `/sanctions/${id(s)}/decision`, d),
  officers: () => call<OfficeHolders>("GET", "/officers"),
  appoint: (name: string, o: NewOffices) => call<undefined>("PUT", `/people/${id(name)}/offices`, o),
  resetLink: (name: string, text: string) => call<ResetLink>("POST", `/people/${id(name)}/reset-link`, { text }),
  rooms: (player: string, before: string | null) => call<StaffRoomPage>("GET", `/rooms${query({ player, before })}`),
  rule: (r: NewRoomsRuling) => call<RoomsRuled>("POST", "/rooms/rulings", r),
  audit: (asked: AuditAsked, before: number | null) => call<AuditPage>("GET", `/audit${query({ ...asked, before: before === null ? null : String(before) })}`),
  operation: () => call<Operation>("GET", "/operation"),
  operate: (o: Operation) => call<Operation>("PUT", "/operation", o),
  invitations: (after: string | null) => call<InvitationPage>("GET", `/invitations${query({ after })}`),
  invite: (i: NewInvitation) => call<MadeInvitation>("POST", "/invitations", i),
  uninvite: (i: string) => call<undefined>("DELETE", `/invitations/${id(i)}`),
};
