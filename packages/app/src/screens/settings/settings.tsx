import { Link } from "wouter";
import { isRefusal, useDoor, useRoute } from "../../api/api.tsx";
import { Button, Field, Panel } from "../../design/parts.tsx";
import { CATALOGUES } from "../../words/catalogues.ts";
import { chooseLanguage } from "../../words/language.ts";
import { spoken, words } from "../../words/words.ts";
import { forgetTyped } from "../chat/typed.ts";
import { Consents } from "../consents.tsx";
import { PhoneKey, Wearables } from "../wearables.tsx";
import { Agents } from "./agents.tsx";
import { Push, Telegram } from "./channels.tsx";
import { Model } from "./model.tsx";
import { Copy, Erase } from "./privacy.tsx";
import { Profile, Quiet } from "./profile.tsx";
import { Rhythm } from "./rhythm.tsx";

function Leave() {
  const { session } = useDoor();
  const { leave } = session;
  const forget = () => forgetTyped(sessionStorage);
  if (leave) {
    const end = () => {
      forget();
      void leave();
    };
    return <Button onClick={end}>{words.session.leave}</Button>;
  }
  // Only the server can end a cookie, so a form asks the server to do so.
  return (
    <form method="post" action="/leave" onSubmit={forget}>
      <Button type="submit">{words.session.leave}</Button>
    </form>
  );
}

/** The language of this browser's page. With one language there is nothing to choose. */
function Language() {
  const offered = Object.entries(CATALOGUES);
  if (offered.length < 2) return null;
  return (
    <Field label={words.settings.language}>
      <select
        value={spoken.language}
        onChange={({ target }) => {
          chooseLanguage(target.value);
          location.reload();
        }}
      >
        {offered.map(([language, { name }]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function Settings() {
  const { settings } = words;
  // Before the person has a profile, these settings cannot be changed.
  const isNew = isRefusal(useRoute("me").error, "NoProfile");
  return (
    <div className="stack">
      <h1>{settings.title}</h1>
      <Panel title={settings.you}>
        <Profile />
        <Language />
      </Panel>
      {!isNew && (
        <>
          <Panel title={settings.quiet}>
            <Quiet />
          </Panel>
          <Panel title={settings.rhythm}>
            <Rhythm />
          </Panel>
        </>
      )}
      <Panel title={settings.devices}>
        <Wearables />
        <Link href="/bring">{words.bring.title}</Link>
        <PhoneKey />
      </Panel>
      {!isNew && (
        <Panel title={settings.channels}>
          <Telegram />
          <Push />
        </Panel>
      )}
      <Panel title={settings.model}>
        <Model />
      </Panel>
      <Panel title={words.agents.title}>
        <Agents />
      </Panel>
      <Panel title={settings.consents}>
        <Consents />
      </Panel>
      <Panel title={settings.privacy}>
        <Copy />
        <div>
          <Erase />
        </div>
      </Panel>
      <Leave />
    </div>
  );
}
