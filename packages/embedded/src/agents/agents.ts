/** `waldo agents`: which agents of other makers may call Waldo, what each may do, and what they called. */
import { AgentRight, type AgentsView, type EpochMs, MCP_PATH, WaldoError } from "@waldo/contracts";
import { localDate, localTime } from "@waldo/core/time";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { withDoor } from "../own/own-door.ts";
import { USUAL_PORT } from "../port.ts";
import { servedPort } from "../serve/served-port.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { WALDO } from "./program-line.ts";

export type AgentOptions = MemoryOptions & { readonly rights?: string; readonly projects?: string };

const stateOf = ({ rights, projects, revokedAt }: AgentsView["items"][number]) =>
  revokedAt !== undefined
    ? "shut out"
    : `may: ${rights.length === 0 ? "nothing" : rights.join(", ")}${projects === undefined ? "" : `; only ${projects.join(", ")}`}`;

export function listAgents(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const [view, { timeZone }] = [await call("agents"), await call("me")];
    const when = (at: EpochMs) => `${localDate(at, timeZone)} ${localTime(at, timeZone)}`;
    if (options.json) return terminal.print(JSON.stringify(view, null, 2));
    const { c } = terminal;
    for (const agent of view.items) terminal.print(`${c.bold(agent.agentId)}  ${agent.name}, ${stateOf(agent)}`);
    if (view.items.length === 0)
      terminal.print(
        `No agent has asked yet. Give an agent the program \`${WALDO} mcp\`, or make a key: waldo agents key <name>.`,
      );
    if (view.calls.length > 0) terminal.print(c.dim("Lately:"));
    for (const { at, agentId, what, outcome } of view.calls.slice(0, 10))
      terminal.print(c.dim(`  ${when(at)}  ${agentId}  ${what}  ${outcome}`));
  });
}

function rightsIn(words: string): AgentRight[] {
  return words
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .map((word) => typed(AgentRight, word, "the right"));
}

export function makeKey(name: string, options: AgentOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const rights = rightsIn(options.rights ?? "contexts");
    const { agent, key } = await call("makeAgent", { body: { name, rights } });
    if (options.json) return terminal.print(JSON.stringify({ agent, key }));
    terminal.print(`${agent.name} ${stateOf(agent)}. Its key, which is shown once:\n\n  ${key}\n`);
    terminal.print(
      `Give it to the agent as a bearer token for the address of waldo serve: http://127.0.0.1:${servedPort(options.home) ?? USUAL_PORT}${MCP_PATH}`,
    );
  });
}

/** Gives rights, withdraws them, or blocks an agent. */
export function changeAgent(
  agentId: string,
  { give = "", take = "", revoked }: { readonly give?: string; readonly take?: string; readonly revoked?: boolean },
  options: AgentOptions,
  terminal: Terminal,
): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { items } = await call("agents");
    const known = items.find((one) => one.agentId === agentId);
    if (!known) throw new WaldoError("InvalidInput", `there is no agent ${agentId}: waldo agents shows them`);
    const taken = rightsIn(take);
    const rights = [...known.rights, ...rightsIn(give)].filter((right) => !taken.includes(right));
    const projects =
      options.projects === undefined
        ? {}
        : { projects: options.projects === "all" ? null : options.projects.split(",").map((one) => one.trim()) };
    const body = { rights, ...projects, ...(revoked === undefined ? {} : { revoked }) };
    const changed = await call("changeAgent", { params: { agentId }, body });
    terminal.print(options.json ? JSON.stringify(changed) : `${changed.name} ${stateOf(changed)}.`);
  });
}
