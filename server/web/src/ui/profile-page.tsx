// What one says of oneself, and whom one has blocked.

import { useEffect, useState } from "preact/hooks";
import { dateText, lang, t } from "../i18n";
import { save } from "../lib/save";
import { remember } from "../lib/storage";
import { COUNTRIES, countryName } from "../lib/countries";
import { api, ApiError } from "../net/http";
import { blocked, follow, setBlocked } from "../net/people";
import { account, leave } from "../net/session";
import type { Block, Country, Locale, Profile, ProfileChanges } from "../wire";
import { confirm, FormError, toast, toastError } from "./feedback";
import { Name } from "./parts";

/** The page. */
export function ProfilePage() {
  const x = t().profile;
  const me = account.value ?? null;
  const [profile, setProfile] = useState<Profile | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = () => api.profile().then(setProfile, setError);
  useEffect(() => { if (me) void read(); }, [me?.id]);
  useEffect(() => { document.title = `${t().brand} · ${x.title}`; });
  if (me === null) return <section class="message"><h1>{x.title}</h1><p>{x.logIn}</p></section>;
  return (
    <>
      <section class="panel profile" data-testid="profile">
        <h1>{x.title}</h1>
        <p>{x.name}: <strong><Name name={me.name} /></strong> <small>{x.nameHint}</small></p>
        {profile ? <Form key={profile.revision} profile={profile} onSaved={setProfile} onStale={read} /> : error === null && <p aria-busy="true">{t().common.loading}</p>}
        {error !== null && <FormError error={error} testId="profile-unread" />}
      </section>
      <Blocks />
      <Data />
      <Leave name={me.name} />
    </>
  );
}

type FormProps = { profile: Profile; onSaved: (p: Profile) => void; onStale: () => Promise<void> };

function Form({ profile, onSaved, onStale }: FormProps) {
  const x = t().profile;
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (e: SubmitEvent) => {
    e.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const kept = await api.changeProfile(profile, changes(new FormData(e.currentTarget as HTMLFormElement), profile));
      if (kept.locale !== null) {
        lang.value = kept.locale;
        remember("lang", kept.locale);
      }
      follow(kept);
      onSaved(kept);
      toast(t().profile.saved);
    } catch (failure) {
      setError(failure);
      if (failure instanceof ApiError && failure.code === "changed_meanwhile") {
        toastError(failure);
        await onStale();
      }
    } finally {
      setBusy(false);
    }
  };
  const countries = COUNTRIES.map((c) => ({ code: c, name: countryName(c, t().locale) })).sort((a, b) => a.name.localeCompare(b.name, t().locale));
  return (
    <form onSubmit={(e) => void submit(e)}>
      <label>{x.shown}<input name="shown" maxLength={40} defaultValue={profile.shown ?? ""} autocomplete="name" data-testid="profile-shown" /><small>{x.shownHint}</small></label>
      <label>{x.country}
        <select name="country" data-testid="profile-country">
          <option value="" selected={profile.country === null}>{x.unset}</option>
          {countries.map((c) => <option key={c.code} value={c.code} selected={profile.country === c.code}>{c.name}</option>)}
        </select>
      </label>
      <label>{x.locale}
        <select name="locale" data-testid="profile-locale">
          <option value="" selected={profile.locale === null}>{x.browser}</option>
          {(["zh", "en"] as const).map((l) => <option key={l} value={l} selected={profile.locale === l}>{x.locales[l]}</option>)}
        </select>
      </label>
      <label>{x.timeZone}
        <select name="time_zone" data-testid="profile-zone">
          <option value="" selected={profile.time_zone === null}>{x.browser}</option>
          {zones(profile.time_zone).map((z) => <option key={z} value={z} selected={profile.time_zone === z}>{z.replaceAll("_", " ")}</option>)}
        </select>
        <small>{x.zoneHint}</small>
      </label>
      {error !== null && <FormError error={error} testId="profile-error" />}
      <button type="submit" aria-busy={busy} disabled={busy} data-testid="profile-save">{x.save}</button>
    </form>
  );
}

/** The zones that this browser knows, and the one that is set. */
function zones(set: string | null): string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return set === null || known.includes(set) ? known : [set, ...known];
}

/** What the form says otherwise than the profile. */
function changes(form: FormData, was: Profile): ProfileChanges {
  const value = (name: string) => String(form.get(name) ?? "").trim() || null;
  const now = {
    shown: value("shown"), country: value("country") as Country | null, locale: value("locale") as Locale | null, time_zone: value("time_zone"),
  };
  const fields = Object.entries(now) as [keyof typeof now, string | null][];
  return Object.fromEntries(fields.filter(([name, text]) => was[name] !== text)) as ProfileChanges;
}

/** Whom one has blocked, each with a way back. */
function Blocks() {
  const x = t().profile;
  const [list, setList] = useState<Block[] | null>(null);
  // Read again whenever somebody was blocked or unblocked.
  useEffect(() => {
    let here = true;
    api.blocks().then((all) => { if (here) setList(all.items); }, toastError);
    return () => { here = false; };
  }, [blocked.value]);
  const unblock = async (name: string) => {
    try {
      await setBlocked(name, false);
      toast(t().person.unblocked(name));
    } catch (e) {
      toastError(e);
    }
  };
  return (
    <section class="panel" data-testid="blocks">
      <h2>{x.blocks}</h2>
      {list === null ? <p aria-busy="true">{t().common.loading}</p>
        : list.length === 0 ? <p class="quiet">{x.noBlocks}</p>
          : (
            <ul class="rows">
              {list.map((b) => (
                <li key={b.who.id}>
                  <div class="what"><Name name={b.who.name} /><small>{x.since(dateText(b.since_ms))}</small></div>
                  <button type="button" class="compact secondary outline" onClick={() => void unblock(b.who.name)}>{t().person.unblock}</button>
                </li>
              ))}
            </ul>
          )}
    </section>
  );
}

/** All that is kept about oneself. */
function Data() {
  const x = t().profile;
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      save(await api.exported(), "tianyuan-export.json");
    } catch (e) {
      toastError(e);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="panel">
      <h2>{x.data}</h2>
      <p>{x.dataText}</p>
      <button type="button" class="compact outline" aria-busy={busy} disabled={busy} data-testid="export" onClick={() => void download()}>{x.download}</button>
    </section>
  );
}

/** Leaving: the password, and a question. */
function Leave({ name }: { name: string }) {
  const x = t().profile;
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (e: SubmitEvent) => {
    e.preventDefault();
    const password = String(new FormData(e.currentTarget as HTMLFormElement).get("password") ?? "");
    if (!await confirm({ title: x.leaveTitle, text: x.leaveText, yes: x.leaveButton, danger: true })) return;
    setBusy(true);
    setError(null);
    try {
      await leave(password);
      toast(t().profile.left);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="panel profile">
      <h2>{x.leave}</h2>
      <p>{x.leaveText}</p>
      <form onSubmit={(e) => void submit(e)}>
        <input type="hidden" name="username" autocomplete="username" value={name} />
        <label>{x.leavePassword}<input name="password" type="password" autocomplete="current-password" required maxLength={128} data-testid="leave-password" /></label>
        {error !== null && <FormError error={error} testId="leave-error" />}
        <button type="submit" class="danger" aria-busy={busy} disabled={busy} data-testid="leave">{x.leaveButton}</button>
      </form>
    </section>
  );
}
