/** A home that agents ask by MCP, over HTTP and as a program, with one agent that has all rights. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeAgent, knownAgent, makeAgent } from "@waldo/contexts/mcp/agents";
import { saveContext } from "@waldo/contexts/save";
import { AGENT_RIGHTS, keys, Proposal } from "@waldo/contracts";
import { moveProposal } from "@waldo/core/approve/proposal";
import { fixedModels } from "@waldo/core/door/own";
import { noteByOwner } from "@waldo/core/memory/claims/inbox";
import { composeWorld } from "@waldo/embedded/compose";
import { openHome } from "@waldo/embedded/home";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { startServer } from "@waldo/embedded/serve/server";
import { agreeing } from "@waldo/testkit/agreeing";
import { PERSON } from "@waldo/testkit/synthetic-person";

const AGENT = "bench";
const CLI = fileURLToPath(import.meta.resolve("@waldo/embedded/cli"));

/** Starts the home. Each tool has arguments to which it gives an answer. */
export async function mcpHouse() {
  const root = mkdtempSync(join(tmpdir(), "waldo-bench-mcp-"));
  const home = openHome(root);
  const { store } = home;
  const world = composeWorld(home, { now: Date.now, set: () => {} }, offlineComposer());
  await store.transact([
    { op: "put", key: keys.profile("me"), body: PERSON },
    { op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } },
    agreeing("me", ["body", "memory", "model"]),
  ]);
  const ports = {
    ...{ ...world, approvalKey: new Uint8Array(32), startWake: async () => {} },
    ...{ models: fixedModels(null), push: {} },
  };
  const project = "boat";
  const save = (content: string, at: number) =>
    saveContext(ports, "me", { project, content, source: "bench", client: AGENT }, at);
  const cause = await save("We chose steel for the rigging.", Date.now() - 2000);
  const { id: snapshotId } = await save("The rigging is ordered.", Date.now() - 1000);
  const { patternId } = await noteByOwner(ports, "me", { hall: "facts", claim: "I keep a boat in the harbour." });
  // The same agent starts the program, which knows it by its name, and shows the key over HTTP.
  const { key } = await makeAgent(ports, "me", { name: AGENT, rights: AGENT_RIGHTS, secret: "of-the-bench" });
  await knownAgent(ports, "me", { agentId: AGENT, name: AGENT });
  await changeAgent(ports, "me", AGENT, { rights: AGENT_RIGHTS });
  const server = await startServer(ports, "me", 0, store);
  const url = `${server.origin}/mcp`;
  const program = {
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", CLI, "mcp", "--home", root, "--as", AGENT],
  };
  /** The arguments for each tool. `way` keeps the proposals of two ways apart. */
  const asked = (way: string): Record<string, Record<string, unknown>> => ({
    save_context: {
      project,
      content: `The mast is up, says ${way}.`,
      actionType: "implementation",
      causedBy: cause.id,
    },
    load_context: { project, limit: 3, full: true },
    search_context: { query: "steel rigging" },
    reconstruct_reasoning: { snapshotId },
    build_causal_chain: { snapshotId },
    refuse_cause: { snapshotId, causeId: cause.id },
    get_causality_stats: { project },
    get_memory_stats: { project },
    recalculate_memory_tiers: {},
    prune_expired_contexts: {},
    update_predictions: { project },
    get_high_value_contexts: { project, minScore: 0 },
    get_propagation_stats: { project },
    get_learning_stats: { project },
    reindex_project: { project },
    recall: { query: "boat" },
    remember: { claim: `They sail on Sundays, says ${way}.` },
    what_holds: {},
    what_held: { at: "2026-01-01T00:00:00Z" },
    why_do_you_say: { patternId },
    get_form: {},
    todays_brief: {},
    propose: { tool: "write_task", args: { title: `order a winch for ${way}` } },
  });
  return {
    ...{ url, key, program, asked, project },
    /** Lets the proposals expire, so that the next way has room for its own. */
    async tidy() {
      for (const { body, version } of (await store.query(keys.proposal.all("me"))).rows)
        await moveProposal(store, { proposal: Proposal.parse(body), version }, "expired", { patch: {} });
    },
    async close() {
      await server.stop();
      store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A proxy on this machine that adds the key, for a program that cannot send it. It passes on the Host and the Origin. */
export async function keyed(url: string, key: string) {
  const to = new URL(url);
  const proxy = createServer((asking, answer) => {
    const own = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { host, origin } = asking.headers;
    const headers = {
      ...asking.headers,
      authorization: `Bearer ${key}`,
      ...(host === own ? { host: to.host } : {}),
      ...(origin === `http://${own}` ? { origin: to.origin } : {}),
    };
    const passed = request(to, { method: asking.method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    asking.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`,
    close: () => void proxy.close(),
  };
}
