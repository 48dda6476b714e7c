/** Shows one agent of another maker: its rights, the projects to which it is limited, and whether it is blocked. */
import type { AgentRight, AgentView } from "@waldo/contracts";
import { type FormEvent, useState } from "react";
import { useSend } from "../../api/api.tsx";
import { Button, Field, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { namesOf, Rights } from "./agent-rights.tsx";

/** Returns null for an empty text, which means all projects. */
function projectsIn(text: string): string[] | null {
  const names = text.split(",").map((name) => name.trim());
  const said = [...new Set(names)].filter((name) => name !== "");
  return said.length === 0 ? null : said;
}

function Projects({ agentId, projects = [] }: Pick<AgentView, "agentId" | "projects">) {
  const { agents, settings } = words;
  const [typed, setTyped] = useState<string>();
  const save = useSend("changeAgent", ["agents"], { inOrder: agentId });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined) return;
    const done = () => setTyped((now) => (now === typed ? undefined : now));
    save.mutate({ params: { agentId }, body: { projects: projectsIn(typed) } }, { onSuccess: done });
  };
  const help = `projects-help-${agentId}`;
  return (
    <form className="stack close" onSubmit={submit}>
      <Field label={agents.projects}>
        <input
          value={typed ?? projects.join(", ")}
          onChange={({ target }) => setTyped(target.value)}
          aria-describedby={help}
          autoComplete="off"
          autoCapitalize="off"
        />
      </Field>
      <p id={help} className="quiet">
        {agents.projectsHelp}
      </p>
      {save.error && <Trouble error={save.error} />}
      <div className="row">
        <Button type="submit" busy={save.isPending}>
          {agents.save}
        </Button>
        <span className="quiet" role="status">
          {save.isSuccess && typed === undefined && settings.saved}
        </span>
      </div>
    </form>
  );
}

function stateOf({ rights, revokedAt, lastAt, keyed }: AgentView): string {
  const { agents } = words;
  const may = revokedAt === undefined ? agents.may(namesOf(rights)) : agents.isOut;
  const last = lastAt === undefined ? agents.neverHere : agents.lastHere(shown(lastAt, "both"));
  return [may, last, ...(keyed ? [agents.keyed] : [])].join(" · ");
}

export function Agent({ agent }: { agent: AgentView }) {
  const { agents, settings } = words;
  const { agentId, name, projects } = agent;
  const params = { agentId };
  const allow = useSend("changeAgent", ["agents"], { inOrder: agentId });
  const turn = useSend("changeAgent", ["agents"], { inOrder: agentId });
  // A choice is shown at once. When it was not saved, the value of the server is shown again with the reason.
  const [chosen, setChosen] = useState<AgentRight[]>();
  const rights = chosen ?? agent.rights;
  const choose = (wanted: AgentRight[]) => {
    setChosen(wanted);
    allow.mutate({ params, body: { rights: wanted } }, { onSettled: () => setChosen(undefined) });
  };
  const isOut = agent.revokedAt !== undefined;
  const error = allow.error ?? turn.error;
  return (
    <li>
      <details className="folded grows">
        <summary>
          {name} <span className="quiet">{stateOf({ ...agent, rights })}</span>
        </summary>
        <div className="stack close">
          <div>
            <Rights legend={agents.mayDo(name)} held={rights} onChange={choose} />
            <p className="quiet" role="status">
              {allow.isSuccess && settings.saved}
            </p>
          </div>
          <Projects agentId={agentId} {...(projects ? { projects } : {})} />
          {error && <Trouble error={error} />}
          <div className="row">
            <Button
              busy={turn.isPending}
              aria-label={`${isOut ? agents.letIn : agents.shutOut}: ${name}`}
              onClick={() => turn.mutate({ params, body: { revoked: !isOut } })}
            >
              {isOut ? agents.letIn : agents.shutOut}
            </Button>
            <span className="quiet grows">{isOut ? agents.letInHelp : agents.shutOutHelp}</span>
          </div>
        </div>
      </details>
    </li>
  );
}
