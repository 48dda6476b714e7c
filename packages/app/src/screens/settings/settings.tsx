import { Link } from "wouter";
import { useDoor } from "../../api/api.tsx";
import { Button, Panel } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";
import { Consents } from "../consents.tsx";
import { PhoneKey, Wearables } from "../wearables.tsx";
import { Push, Telegram } from "./channels.tsx";
import { Model } from "./model.tsx";
import { Copy, Erase } from "./privacy.tsx";
import { Profile, Quiet } from "./profile.tsx";
import { Rhythm } from "./rhythm.tsx";

function Leave() {
  const { session } = useDoor();
  const { leave } = session;
  if (leave) return <Button onClick={() => void leave()}>{words.session.leave}</Button>;
  // A cookie is for the server alone, so the server ends it.
  return (
    <form method="post" action="/leave">
      <Button type="submit">{words.session.leave}</Button>
    </form>
  );
}

export function Settings() {
  const { settings } = words;
  return (
    <div className="stack">
      <h1>{settings.title}</h1>
      <Panel title={settings.you}>
        <Profile />
      </Panel>
      <Panel title={settings.quiet}>
        <Quiet />
      </Panel>
      <Panel title={settings.rhythm}>
        <Rhythm />
      </Panel>
      <Panel title={settings.devices}>
        <Wearables />
        <Link href="/bring">{words.bring.title}</Link>
        <PhoneKey />
      </Panel>
      <Panel title={settings.channels}>
        <Telegram />
        <Push />
      </Panel>
      <Panel title={settings.model}>
        <Model />
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
