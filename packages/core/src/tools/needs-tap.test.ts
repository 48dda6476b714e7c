/** The table at the head of needs-tap.ts: what each effect needs, at each level, before and after text from outside. */
import { type Autonomy, TOOL_EFFECT, TOOL_NAMES, TOOL_PERMISSIONS, TRIGGERS } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { tapWorld } from "../../../embedded/test/tap-world.ts";
import { newProposal } from "../approve/proposal.ts";
import type { Json } from "../ports.ts";
import { HOUR_MS } from "../time.ts";
import { proposedAction } from "./approval.ts";
import { aclGate, effectGate, egressGate } from "./needs-tap.ts";
import { REGISTRY } from "./registry.ts";
import type { Tool, ToolContext } from "./tool.ts";

type Kind = "read" | "send" | "outside read" | "note" | "staging" | "proposal" | "own write" | "third parties";
const CALLS: Record<Kind, readonly [keyof typeof REGISTRY, Json]> = {
  read: ["get_tasks", {}],
  send: ["send_message", { text: "Hello." }],
  "outside read": ["web_search", { query: "weather" }],
  note: ["update_memory", { hall: "facts", claim: "likes tea" }],
  staging: ["watch", { text: "drink", time: "11:00" }],
  proposal: ["propose_action", { actions: [{ tool: "write_task", args: { title: "x" } }] }],
  "own write": ["write_task", { title: "buy milk" }],
  "third parties": ["write_sheet_cell", { sheet: "s", cell: "A1", value: "x" }],
};
const KINDS = Object.keys(CALLS) as Kind[];

async function verdict(kind: Kind, autonomy: Autonomy, outside: boolean, more: Partial<ToolContext> = {}) {
  const w = await tapWorld(autonomy);
  const [name, given] = CALLS[kind];
  const tool = REGISTRY[name] as Tool | undefined;
  if (!tool) throw new Error(`${name} is not registered`);
  const parsed = tool.args.parse(given);
  const args: Json = JSON.parse(JSON.stringify(parsed));
  const heard = { owner: [], outside, recalled: [] };
  const found = await effectGate({ tool, parsed, args }, w.context({ heard, ...more }));
  return found.allowed ? "allowed" : found.error;
}

/** L1, L2, L3 without outside text, and the same after it. `+` allowed, `?` needs a tap, `-` denied. */
const TABLE: Record<Kind, string> = {
  read: "+++ +++",
  send: "+++ +++",
  "outside read": "+++ ???",
  note: "+++ -??",
  staging: "-++ -??",
  proposal: "-++ -++",
  "own write": "-?+ -??",
  "third parties": "-?? -??",
};
const SIGN = { allowed: "+", needs_approval: "?", denied: "-" } as Record<string, string>;

describe("the effect gate", () => {
  it.each(KINDS)("for a call of kind %s is as its table says", async (kind) => {
    const row = async (outside: boolean) =>
      (await Promise.all((["L1", "L2", "L3"] as const).map((level) => verdict(kind, level, outside))))
        .map((one) => SIGN[one] ?? one)
        .join("");
    expect(`${await row(false)} ${await row(true)}`).toBe(TABLE[kind]);
  });

  it.each(KINDS)("R14: opens for a call of kind %s that a tap covers, and for no other", async (kind) => {
    const [name, given] = CALLS[kind];
    const tool = REGISTRY[name] as Tool | undefined;
    const args: Json = JSON.parse(JSON.stringify(tool?.args.parse(given)));
    const now = (await tapWorld()).ports.clock.now();
    const tapped = (what: Json) => ({
      ...newProposal("me", "r", [proposedAction(name as never, what, "t")], now),
      state: "approved" as const,
    });
    expect(await verdict(kind, "L2", true, { approval: tapped(args) })).toBe("allowed");
    const without = await verdict(kind, "L2", true);
    expect(await verdict(kind, "L2", true, { approval: tapped({ other: true }) })).toBe(without);
    expect(await verdict(kind, "L2", true, { approval: tapped(args), now: now + 2 * HOUR_MS })).toBe(without);
  });

  it("lets the person's own request pass after outside text, only where the effect is free", async () => {
    const heard = { owner: ["add buy milk, and put x in sheet s cell a1"], outside: true, recalled: [] };
    expect(await verdict("own write", "L3", true, { heard })).toBe("allowed");
    expect(await verdict("own write", "L2", true, { heard })).toBe("allowed");
    expect(await verdict("own write", "L1", true, { heard })).toBe("denied");
    expect(await verdict("third parties", "L3", true, { heard })).toBe("needs_approval");
  });

  it("R9: denies each tool that the trigger's row does not name", async () => {
    const { context } = await tapWorld();
    for (const trigger of TRIGGERS)
      for (const name of TOOL_NAMES) {
        const refusal = aclGate(name, context({ trigger }));
        if (TOOL_PERMISSIONS[trigger].includes(name)) expect(refusal).toBeUndefined();
        else expect(refusal).toEqual({ error: "denied", message: `${name} is not available to ${trigger}` });
      }
    expect(Object.keys(TOOL_EFFECT)).toHaveLength(TOOL_NAMES.length);
  });

  it("lets a call reach only a listed place", async () => {
    const { context } = await tapWorld();
    expect(egressGate(undefined, context())).toBeUndefined();
    expect(egressGate("notes", context({ egress: ["notes"] }))).toBeUndefined();
    expect(egressGate("notes", context({ egress: ["note", "notes.evil"] }))?.error).toBe("unavailable");
    expect(egressGate("notes", context())?.error).toBe("unavailable");
  });
});
