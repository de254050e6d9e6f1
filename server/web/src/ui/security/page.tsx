// Account and security: where one is logged in, and what one proves who one is with.

import { useEffect } from "preact/hooks";
import { t } from "../../i18n";
import { account } from "../../net/session";
import { Factor } from "./factor";
import { Mail } from "./mail";
import { Password } from "./password";
import { Sanctions } from "./sanctions";
import { Sessions } from "./sessions";
import { Tokens } from "./tokens";

/** The page. */
export function SecurityPage() {
  const x = t().security;
  const me = account.value;
  useEffect(() => { document.title = `${t().brand} · ${x.title}`; });
  if (!me) return <p class="message" data-testid="account-guest">{x.guest}</p>;
  return (
    <div class="security" key={me.id}>
      <h1>{x.title}</h1>
      <Sanctions />
      <Factor />
      <Password />
      <Sessions />
      <Mail />
      <Tokens />
    </div>
  );
}
