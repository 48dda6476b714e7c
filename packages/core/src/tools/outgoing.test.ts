/** Everything that leaves the system is sanitised as external, whatever tool carries it out. */
import { keys, OUTSIDE_READS, type Proposal, TOOL_EFFECT, type ToolName } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { toolWorld, VALID_ARGS } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { executeProposal } from "../approve/execute.ts";
import { newProposal } from "../approve/proposal.ts";
import type { Json } from "../ports.ts";
import { proposedAction } from "./approval.ts";
import { dispatchTool } from "./dispatch.ts";
import { externalJson } from "./outgoing.ts";
import { REGISTRY } from "./registry.ts";

const LEAVING = Object.keys(REGISTRY).filter(
  (name): name is ToolName =>
    name !== "execute_action" &&
    (TOOL_EFFECT[name as ToolName] === "connector_write" || (OUTSIDE_READS as readonly string[]).includes(name)),
);
const SECRETS = "card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00, 07700900123, ana@b.example, HRV 45 ms";
const LEAKS = /4111|3704|07700|ana@b|45 ms/;

/** Puts the secrets into every text that a tool says is leaving. */
function loaded(name: ToolName): Json {
  const fill = (value: Json): Json =>
    typeof value === "string"
      ? SECRETS
      : value !== null && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member)]))
        : value;
  const leaves = REGISTRY[name]?.leaves ?? [];
  const args = Object.entries((VALID_ARGS[name] ?? {}) as object) as [string, Json][];
  return Object.fromEntries(args.map(([key, value]) => [key, leaves.includes(key) ? fill(value) : value]));
}

async function world() {
  const sent: string[] = [];
  const web = {
    host: "search.example",
    async search(query: string) {
      sent.push(query);
      return [];
    },
    async read(url: string) {
      sent.push(url);
      return { text: "x" };
    },
  };
  return { sent, ...(await toolWorld(openSqliteStore(":memory:"), { web })) };
}

describe("text that leaves", () => {
  it("every tool that carries text out names the arguments that leave, or refuses personal data in them", () => {
    expect(LEAVING.filter((name) => REGISTRY[name]?.leaves === undefined)).toEqual(["read_document"]);
  });

  it.each(LEAVING)("%s sends, shows and stores no personal data and no reading", async (name) => {
    const { context, sent, calls, store } = await world();
    const result = await dispatchTool({ id: "1", name, args: loaded(name) }, context);
    expect(result.ok || result.error === "needs_approval" || name === "read_document").toBe(true);
    if (!result.ok && result.proposed) {
      expect(JSON.stringify(result.proposed.map(({ args }) => args)).replace("ana@example.com", "")).not.toMatch(LEAKS);
      const proposal: Proposal = { ...newProposal("me", "run-x", result.proposed, context.now), state: "approved" };
      await store.transact([{ op: "put", key: keys.proposal("me", proposal.proposalId), body: proposal }]);
      expect(await executeProposal(context, proposal.proposalId)).toMatchObject({ outcome: "executed" });
    }
    expect(JSON.stringify([sent, calls])).not.toMatch(LEAKS);
    const drafts = await store.query(keys.draft.all("me", "email"));
    expect(JSON.stringify(drafts.rows.map(({ body }) => body))).not.toMatch(LEAKS);
  });

  it("an address with personal data in it is not opened", async () => {
    const { context, sent } = await world();
    for (const address of [
      "ana@b.example",
      "ana%40b.example",
      "ana%40b.example&z=%",
      "ana%2540b.example",
      "ana%252540b.example",
      "a%25252520walk",
      "4111111111111111",
      "card=4111%201111%201111%201111",
    ]) {
      const args = { url: `https://rail.example/?q=${address}` };
      expect(await dispatchTool({ id: "1", name: "read_document", args }, context)).toMatchObject({ error: "failed" });
    }
    expect(sent).toEqual([]);
    for (const address of ["t?id=12", "?q=a%20walk", "?q=a%252520walk"])
      expect(
        await dispatchTool(
          { id: "1", name: "read_document", args: { url: `https://rail.example/${address}` } },
          context,
        ),
      ).toMatchObject({ ok: true });
  });

  it("a number and a name of a member are looked at too", () => {
    expect(JSON.stringify(externalJson({ n: 4111111111111111, "a@b.example": [1, null, true] }))).toBe(
      '{"n":"[card]","[email]":[1,null,true]}',
    );
  });

  it("a proposal from before the scrub is not carried out with what it holds", async () => {
    const { context, store, calls } = await world();
    const args = { server: "notes", tool: "add", args: { text: "4111 1111 1111 1111" } };
    const action = proposedAction("call_mcp_tool", args, "Call add on notes");
    const proposal: Proposal = { ...newProposal("me", "run-x", [action], context.now), state: "approved" };
    await store.transact([{ op: "put", key: keys.proposal("me", proposal.proposalId), body: proposal }]);
    expect(await executeProposal(context, proposal.proposalId)).toMatchObject({ outcome: "failed" });
    expect(calls).toEqual([]);
  });
});
