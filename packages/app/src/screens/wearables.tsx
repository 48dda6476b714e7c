/** Shows the wearable clouds that can be connected here, the state of each, and the key of a phone. */
import type { VendorName, WearableView } from "@waldo/contracts";
import { useState } from "react";
import { isRefusal, useRoute, useSend } from "../api/api.tsx";
import { Button, Loaded, Notice, Trouble } from "../design/parts.tsx";
import { words } from "../words/words.ts";

function Wearable({ vendor, name, state, isFilling, troubleWords }: WearableView) {
  const { settings } = words;
  const begin = useSend("beginWearable");
  const remove = useSend("removeWearable", ["wearables"]);
  const params = { vendor: vendor as VendorName };
  const error = begin.error ?? remove.error;
  return (
    <li>
      <span className="grows">
        {name}: {settings.stands[state]}
        {isFilling && `, ${settings.filling}`}
        {troubleWords && <span className="quiet"> {troubleWords}</span>}
      </span>
      {(state === "none" || state === "reconnect") && (
        <Button
          busy={begin.isPending}
          onClick={() => begin.mutate({ params }, { onSuccess: ({ url }) => location.assign(url) })}
        >
          {settings.connect(name)}
        </Button>
      )}
      {state === "active" && (
        <Button busy={remove.isPending} onClick={() => remove.mutate({ params })}>
          {settings.disconnect(name)}
        </Button>
      )}
      {error && <Trouble error={error} />}
    </li>
  );
}

export function Wearables() {
  const wearables = useRoute("wearables", {}, { retry: false });
  if (isRefusal(wearables.error, "NotFound")) return <p className="quiet">{words.settings.noVendors}</p>;
  return (
    <Loaded of={wearables}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="quiet">{words.settings.noVendors}</p>
        ) : (
          <ul className="items">
            {items.map((view) => (
              <Wearable key={view.vendor} {...view} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** Shows the key with which a phone posts Apple Health. The key is shown once, because only its digest is kept. */
export function PhoneKey() {
  const { settings } = words;
  const make = useSend("appleToken");
  const forget = useSend("forgetAppleToken");
  const [shown, setShown] = useState<{ readonly header: string; readonly token: string }>();
  const error = make.error ?? forget.error;
  return (
    <div className="stack close">
      <h3>{settings.phone}</h3>
      <p className="quiet">{settings.phoneHelp}</p>
      {shown && (
        <Notice>
          <code>POST {location.origin}/v1/hooks/apple</code>
          <br />
          <code>
            {shown.header}: {shown.token}
          </code>
        </Notice>
      )}
      {forget.isSuccess && !shown && <Notice>{settings.phoneForgotten}</Notice>}
      {error && <Trouble error={error} />}
      <div className="row">
        <Button busy={make.isPending} onClick={() => make.mutate({}, { onSuccess: setShown })}>
          {settings.phoneKey}
        </Button>
        <Button busy={forget.isPending} onClick={() => forget.mutate({}, { onSuccess: () => setShown(undefined) })}>
          {settings.phoneForget}
        </Button>
      </div>
    </div>
  );
}
