/** Agents of other makers: how one connects, what each may do, and what they asked lately. */
import type { AgentsView } from "@waldo/contracts";
import { useState } from "react";
import { Link } from "wouter";
import { useRoute } from "../../api/api.tsx";
import { Plain } from "../../design/copy.tsx";
import { Empty, Loaded } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { Agent } from "./agent.tsx";
import { programEntry } from "./agent-entry.ts";
import { NewKey } from "./agent-key.tsx";
import "./agents.css";

function Connect({ connect: { command, url, keys }, isFirst }: Pick<AgentsView, "connect"> & { isFirst: boolean }) {
  const { agents } = words;
  // The part stays open or closed when the first agent comes.
  const [isOpen] = useState(isFirst);
  return (
    <details className="folded" open={isOpen}>
      <summary>{agents.connect}</summary>
      <div className="stack">
        {command !== undefined && (
          <div className="stack close">
            <h3>{agents.program}</h3>
            <p className="quiet">{agents.programHelp}</p>
            <Plain label={agents.entry} worded>
              {programEntry(command)}
            </Plain>
          </div>
        )}
        {url !== undefined && (
          <div className="stack close">
            <h3>{agents.address}</h3>
            <p className="quiet">{keys ? agents.addressKeys : agents.addressSignIn}</p>
            <Plain label={agents.addressName} worded>
              {url}
            </Plain>
          </div>
        )}
        {keys && <NewKey url={url} />}
      </div>
    </details>
  );
}

/** Shows the name of a tool. The line may break after a character that separates its words. */
const broken = (name: string) =>
  name.split(/(?<=[_/])/).flatMap((word, i) => [
    // biome-ignore lint/suspicious/noArrayIndexKey: a word is named by its place
    <wbr key={i} />,
    word,
  ]);

function Calls({ items, calls }: Pick<AgentsView, "items" | "calls">) {
  const { agents } = words;
  const { columns } = agents;
  const names = new Map(items.map(({ agentId, name }) => [agentId, name]));
  return (
    <details className="folded">
      <summary>{agents.calls}</summary>
      <div className="stack close">
        <p className="quiet">{agents.callsHelp}</p>
        <table className="agent-calls">
          <thead>
            <tr>
              <th scope="col">{columns.at}</th>
              <th scope="col">{columns.agent}</th>
              <th scope="col">{columns.what}</th>
              <th scope="col">{columns.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {calls.map(({ at, agentId, what, outcome }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two calls of an agent may begin in one instant
              <tr key={i}>
                <td>{shown(at, "both")}</td>
                <td>{names.get(agentId) ?? agentId}</td>
                <td>
                  <code>{broken(what)}</code>
                </td>
                <td>{agents.outcomes[outcome]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

export function Agents() {
  const { agents } = words;
  const all = useRoute("agents");
  return (
    <Loaded of={all}>
      {({ items, calls, connect }) => {
        const canConnect = connect.command !== undefined || connect.url !== undefined || connect.keys;
        return (
          <div className="stack close">
            <p className="quiet">{canConnect ? agents.about : agents.nowhere}</p>
            {items.length > 0 && (
              <ul className="items">
                {items.map((agent) => (
                  <Agent key={agent.agentId} agent={agent} />
                ))}
              </ul>
            )}
            {items.length === 0 && canConnect && <Empty>{agents.none}</Empty>}
            <Link href="/contexts">{words.contexts.title}</Link>
            {canConnect && <Connect connect={connect} isFirst={items.length === 0} />}
            {calls.length > 0 && <Calls items={items} calls={calls} />}
          </div>
        );
      }}
    </Loaded>
  );
}
