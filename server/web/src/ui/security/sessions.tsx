// Where one is logged in.

import { useEffect, useState } from "preact/hooks";
import { dateText, t } from "../../i18n";
import { security } from "../../net/security";
import type { OpenSession } from "../../wire";
import { FormError, toast } from "../feedback";
import { usePending } from "./pending";

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"], [/OPR\//, "Opera"], [/Firefox\//, "Firefox"], [/MicroMessenger/, "微信 WeChat"], [/Chrome\//, "Chrome"], [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, "Android"], [/iPhone|iPad/, "iOS"], [/Windows/, "Windows"], [/Mac OS X/, "macOS"], [/Linux/, "Linux"],
];

/** What a client says it is, in two words where it is a known browser. */
export function clientName(agent: string): string | null {
  const known = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(agent))?.[1];
  const words = [known(BROWSERS), known(SYSTEMS)].filter((word) => word !== undefined);
  if (words.length > 0) return words.join(" · ");
  return agent === "" ? null : agent.slice(0, 40);
}

/** The panel. */
export function Sessions() {
  const x = t().security.sessions;
  const [list, setList] = useState<OpenSession[] | null>(null);
  const { busy, error, run } = usePending();
  const load = async () => setList((await security.sessions()).sessions);
  useEffect(() => { void run(load); }, []);
  const end = (work: () => Promise<unknown>, done: string) => void run(async () => {
    await work();
    toast(done);
    await load();
  });
  return (
    <section class="panel" data-testid="sessions">
      <h2>{x.title}</h2>
      <ul class="rows">
        {list?.map((s) => (
          <li key={s.id} class={s.current ? "own" : ""}>
            <span class="what">
              <strong>{clientName(s.agent) ?? x.unknown}</strong>
              {s.current && <span class="tag">{x.here}</span>}
              {s.second_factor && <span class="tag">{x.second}</span>}
              <small>{[s.network, x.since(dateText(s.began_ms)), x.used(dateText(s.used_ms))].filter(Boolean).join(" · ")}</small>
            </span>
            {!s.current && (
              <button type="button" class="compact secondary outline" disabled={busy} data-testid="session-end"
                onClick={() => end(() => security.endSession(s.id), x.ended)}>{x.end}</button>
            )}
          </li>
        ))}
      </ul>
      {error !== null && <FormError error={error} testId="sessions-error" />}
      {list && list.length > 1 && (
        <button type="button" class="compact outline" disabled={busy} data-testid="sessions-end"
          onClick={() => end(security.endOthers, x.endedOthers)}>{x.endOthers}</button>
      )}
    </section>
  );
}
