import type { FormEvent } from "react";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Field, Loaded, Notice, Trouble } from "../../design/parts.tsx";
import { typedIn } from "../../design/typed.ts";
import { words } from "../../words/words.ts";

export function Model() {
  const { settings } = words;
  const model = useRoute("model");
  const use = useSend("useModel", ["model"]);
  const none = useSend("noModel", ["model"]);
  const error = use.error ?? none.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = typedIn(event.currentTarget);
    const [name, keyEnv] = [text("model"), text("keyEnv")];
    use.mutate({
      body: { what: text("what"), ...(name === "" ? {} : { model: name }), ...(keyEnv === "" ? {} : { keyEnv }) },
    });
  };
  return (
    <Loaded of={model}>
      {({ tiers, changeable, from, local }) => (
        <div className="stack close">
          {from === "none" && <p>{settings.noModel}</p>}
          <ul>
            {Object.entries(tiers ?? {}).map(([tier, one]) => (
              <li key={tier}>{settings.modelIs(tier, one)}</li>
            ))}
          </ul>
          {!changeable && <p className="quiet">{settings.modelFixed}</p>}
          {changeable && (
            <form className="stack close" onSubmit={submit}>
              <Field label={settings.modelWhat}>
                <input name="what" required list="servers" />
              </Field>
              <datalist id="servers">
                {local.map(({ server }) => (
                  <option key={server} value={server} />
                ))}
                <option value="anthropic" />
                <option value="bedrock" />
              </datalist>
              <Field label={settings.modelName}>
                <input name="model" />
              </Field>
              <Field label={settings.modelKey}>
                <input name="keyEnv" pattern="[A-Z][A-Z0-9_]*_API_KEY" placeholder="ANTHROPIC_API_KEY" />
              </Field>
              {use.data && (
                <Notice>
                  {use.data.checks.map(({ name, found }) => `${name}: ${found}`).join("\n")}
                  {`\n${use.data.saved ? settings.saved : settings.modelUnsaved}`}
                </Notice>
              )}
              {error && <Trouble error={error} />}
              <div className="row">
                <Button main type="submit" busy={use.isPending}>
                  {settings.modelTest}
                </Button>
                {from === "home" && (
                  <Button busy={none.isPending} onClick={() => none.mutate({})}>
                    {settings.modelNone}
                  </Button>
                )}
              </div>
            </form>
          )}
        </div>
      )}
    </Loaded>
  );
}
