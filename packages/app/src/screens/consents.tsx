/** What the person agrees to, in the words of the contract, with a button for each decision. */
import type { ConsentView, Purpose } from "@waldo/contracts";
import { useRoute, useSend } from "../api/api.tsx";
import { Button, Loaded, Trouble } from "../design/parts.tsx";
import { words } from "../words/words.ts";

function Consent({ purpose, state, version, text }: ConsentView) {
  const decide = useSend("decideConsent", ["consents", "me"]);
  const { settings } = words;
  const isNewer = state === "given" && version !== text.version;
  const put = (given: boolean) => decide.mutate({ body: { purpose, given, version: text.version } });
  return (
    <li className="card">
      <h3>{settings.purposes[purpose]}</h3>
      <p>{text.asks}</p>
      <p className="quiet">{text.without}</p>
      <p role="status">{isNewer ? `${settings.states.given} ${settings.newer}` : settings.states[state]}</p>
      {decide.error && <Trouble error={decide.error} />}
      <div className="row">
        {(state !== "given" || isNewer) && (
          <Button main busy={decide.isPending} onClick={() => put(true)}>
            {settings.agree}
          </Button>
        )}
        {state === "open" && (
          <Button busy={decide.isPending} onClick={() => put(false)}>
            {settings.decline}
          </Button>
        )}
        {state === "given" && (
          <Button busy={decide.isPending} onClick={() => put(false)}>
            {settings.takeBack}
          </Button>
        )}
      </div>
    </li>
  );
}

export function Consents({ only }: { only?: readonly Purpose[] }) {
  const consents = useRoute("consents");
  return (
    <Loaded of={consents}>
      {({ items }) => (
        <ul className="stack close">
          {items
            .filter(({ purpose }) => !only || only.includes(purpose))
            .map((view) => (
              <Consent key={view.purpose} {...view} />
            ))}
        </ul>
      )}
    </Loaded>
  );
}
