/** Makes a key for an agent that speaks HTTP. The key is shown once, because only its digest is kept. */
import type { AgentRight } from "@waldo/contracts";
import { type FormEvent, useState } from "react";
import { useSend } from "../../api/api.tsx";
import { Plain } from "../../design/copy.tsx";
import { Button, Field, Notice, Trouble } from "../../design/parts.tsx";
import { typedIn } from "../../design/typed.ts";
import { words } from "../../words/words.ts";
import { addressEntry } from "./agent-entry.ts";
import { Rights } from "./agent-rights.tsx";

/** What a new agent may do, unless the person chooses otherwise. */
const FIRST: readonly AgentRight[] = ["contexts"];

export function NewKey({ url }: { url: string | undefined }) {
  const { agents } = words;
  const [rights, setRights] = useState(FIRST);
  const make = useSend("makeAgent", ["agents"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const done = () => {
      form.reset();
      setRights(FIRST);
    };
    make.mutate({ body: { name: typedIn(form)("name"), rights: [...rights] } }, { onSuccess: done });
  };
  return (
    <form className="stack close" onSubmit={submit}>
      <h3>{agents.newKey}</h3>
      <Field label={agents.name}>
        <input name="name" required maxLength={80} autoComplete="off" />
      </Field>
      <Rights legend={agents.rights} held={rights} onChange={setRights} />
      {make.error && <Trouble error={make.error} />}
      <div>
        <Button type="submit" busy={make.isPending}>
          {agents.make}
        </Button>
      </div>
      {make.data && (
        <>
          <Notice>{agents.made(make.data.agent.name)}</Notice>
          <Plain label={agents.key} worded>
            {make.data.key}
          </Plain>
          {url !== undefined && (
            <>
              <p className="quiet">{agents.madeEntry}</p>
              <Plain label={agents.entry} worded>
                {addressEntry(url, make.data.key)}
              </Plain>
            </>
          )}
          <div>
            <Button onClick={() => make.reset()}>{agents.hide}</Button>
          </div>
        </>
      )}
      <p className="quiet">{agents.lost}</p>
    </form>
  );
}
