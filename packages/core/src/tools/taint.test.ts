/**
 * The one gate over every tool of the registry, after a run has read text from outside. The property over whole runs is
 * in run/taint.properties.test.ts.
 */

import {
  type Autonomy,
  type Key,
  keys,
  OUTSIDE_READS,
  PARTITION,
  type Proposal,
  TOOL_EFFECT,
  type ToolName,
} from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { casesOf } from "@waldo/testkit/data";
import { DATE, MESSAGE, THREAD, toolWorld, VALID_ARGS } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { executeProposal } from "../approve/execute.ts";
import { newProposal } from "../approve/proposal.ts";
import type { Json, JsonObject, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { sheetKey } from "../store/row-names.ts";
import { dispatchTool } from "./dispatch.ts";
import { REGISTRY } from "./registry.ts";
import { documentId } from "./rows.ts";
import type { ToolContext } from "./tool.ts";

const outside = (...owner: string[]) => ({ owner, outside: true, recalled: [] });
const world = (owner: readonly string[], more: Partial<ToolContext> = {}) =>
  toolWorld(openSqliteStore(":memory:"), { heard: outside(...owner), ...more });
const call = (name: ToolName, args: Json) => ({ id: "1", name, args });
const args = (name: ToolName): Json =>
  name === "restore_message" ? { threadId: THREAD, messageId: MESSAGE } : (VALID_ARGS[name] ?? {});

async function rows(store: Store): Promise<string> {
  const found = [];
  for await (const row of queryAll(store, { table: "agent", pk: PARTITION.agent("me"), prefix: "" }))
    found.push([row.key.sk, row.body]);
  return JSON.stringify(found);
}

/** Every tool that changes something or carries its arguments out, so a new tool is here by itself. */
const EFFECTS = Object.keys(REGISTRY).filter(
  (name): name is ToolName =>
    !["read", "send"].includes(TOOL_EFFECT[name as ToolName]) || (OUTSIDE_READS as readonly string[]).includes(name),
);

/** What a person says who mentions everything and asks for nothing. */
const MENTIONS = [
  `Water, the dentist, Plan, Anew, holiday, house, milk, Ana, trains, travel, money, done, 16:00, 17:30 and ${DATE}`,
  `I must not cancel the water reminder. Should I drop the task to call the dentist? Did you search for trains?`,
  JSON.stringify(VALID_ARGS),
];

describe("after text from outside", () => {
  it.each(EFFECTS)("%s does nothing that the person only mentions, at any level", async (name) => {
    if (name === "propose_action" || name === "execute_action") return; // a question, and what a tap allowed
    for (const autonomy of ["L1", "L2", "L3"] as Autonomy[]) {
      const w = await world(MENTIONS, { autonomy });
      const before = await rows(w.store);
      let reached = 0;
      const web = {
        host: "search.example",
        search: async () => {
          reached++;
          return [];
        },
        read: async () => {
          reached++;
          return { text: "" };
        },
      };
      const url = name === "read_document" ? { url: "https://rail.example/" } : args(name);
      const result = await dispatchTool(call(name, url), { ...w.context, web });
      expect([autonomy, result.ok]).toEqual([autonomy, false]);
      expect([await rows(w.store), reached, w.calls]).toEqual([before, 0, []]);
    }
  });

  it.each<[ToolName, string, Json]>([
    ...casesOf<[ToolName, string, Json]>(
      "taint",
      "after text from outside: … happens without a tap when the person asks for it: …",
    ),
    ["watch", "Remind me to call mum at 5", { text: "call mum", date: DATE, time: "17:00" }],
    ["archive_thread", "archive the holiday thread", { threadId: THREAD }],
  ])("%s happens without a tap when the person asks for it: %s", async (name, said, given) => {
    const { context } = await world([said]);
    expect(await dispatchTool(call(name, given), context)).toMatchObject({ ok: true });
  });

  it.each<[string, ToolName, string, Json]>([
    ...casesOf<[string, ToolName, string, Json]>("taint", "after text from outside: the request does not reach to …"),
    ["another time", "watch", "remind me to call mum at 5", { text: "call mum", date: DATE, time: "21:00" }],
  ])("the request does not reach to %s", async (_, name, said, given) => {
    const w = await world([said]);
    const before = await rows(w.store);
    expect(await dispatchTool(call(name, given), w.context)).toMatchObject({ ok: false, error: "needs_approval" });
    expect(await rows(w.store)).toBe(before);
  });
});

describe("a sentence that may say what shall stay", () => {
  it.each([
    "cancel my reminders, but not the water one",
    "cancel all reminders except water",
    "please delete everything that is old and keep the water reminder",
    "Stop nagging me about work, I still need the water one.",
    "if the doctor agrees, cancel water",
    "what does this mail want: cancel the water reminder",
  ])("takes nothing away without a tap: %s", async (said) => {
    const w = await world([said]);
    const before = await rows(w.store);
    const result = await dispatchTool(call("cancel_watch", { watchId: "0123456789ab" }), w.context);
    expect(result).toMatchObject({ ok: false, error: "needs_approval" });
    expect(await rows(w.store)).toBe(before);
  });
});

describe("a tap", () => {
  async function tapped(context: ToolContext, name: ToolName, given: Json) {
    const asked = await dispatchTool(call(name, given), context);
    if (asked.ok || !asked.proposed) throw new Error(`${name} was not asked about`);
    const proposal: Proposal = { ...newProposal("me", "run-x", asked.proposed, context.now), state: "approved" };
    await context.store.transact([{ op: "put", key: keys.proposal("me", proposal.proposalId), body: proposal }]);
    return {
      asked,
      run: (more: Partial<ToolContext> = {}) => executeProposal({ ...context, ...more }, proposal.proposalId),
    };
  }

  it.each<[ToolName, Json, string]>([
    ["cancel_watch", { about: "water" }, "Drink water MINE"],
    ["update_task", { taskId: "task1", status: "dropped" }, "Call the dentist MINE"],
    ["draft_document", { name: "plan", text: "other" }, "Plan: First the budget. MINE"],
    ["delete_message", { threadId: THREAD, messageId: MESSAGE }, "Shall we go? MINE"],
    ["archive_thread", { threadId: THREAD }, "Holiday MINE (travel)"],
    ["write_sheet_cell", { sheet: "Budget", cell: "B2", value: "0" }, "B2 of Budget: 12 MINE"],
    ["update_memory", { hall: "preferences", contradicts: "0123456789ab" }, "Likes tea MINE"],
  ])("%s shows the row that it takes away or changes", async (name, given, shown) => {
    const { context } = await world(["what is on today?"]);
    const { asked } = await tapped(context, name, given);
    expect(asked).toMatchObject({ proposed: [{ concerns: shown, afterOutside: true }] });
  });

  it("approves the row that was shown, and nothing once that row has changed", async () => {
    const { context, store } = await world(["what is on today?"]);
    const first = await tapped(context, "cancel_watch", { about: "water" });
    expect(first.asked).toMatchObject({ proposed: [{ args: { watchId: "0123456789ab" } }] });
    const key = keys.watch("me", "0123456789ab");
    const row = await store.get(key);
    await store.transact([{ op: "put", key, body: { ...row?.body, text: "Take insulin" } }]);
    expect(await first.run()).toMatchObject({ outcome: "failed", reason: "it has changed since you were asked" });
    expect((await store.get(key))?.body).toMatchObject({ state: "active" });
  });

  it.each(
    casesOf<[ToolName, Json, Key, JsonObject]>(
      "taint",
      "a tap: of … overwrites no row that appeared after the person was asked",
      { documentId, keys, sheetKey },
    ),
  )("of %s overwrites no row that appeared after the person was asked", async (name, given, key, body) => {
    const { context, store } = await world(["what is on today?"]);
    const asked = await tapped(context, name, given);
    await store.transact([{ op: "put", key, body }]);
    expect(await asked.run()).toMatchObject({ outcome: "failed", reason: "it has changed since you were asked" });
    expect((await store.get(key))?.body).toEqual(body);
  });

  it.each<[ToolName, Json, (store: Store) => Promise<unknown>]>([
    ["write_task", { title: "Budget THEM" }, (store) => last(store, keys.task.all("me"))],
    ["watch", { text: "Budget THEM", time: "09:00" }, (store) => last(store, keys.watch.all("me"))],
    ["draft_document", { name: "New", text: "Budget THEM" }, (store) => last(store, keys.draft.all("me", "document"))],
    [
      "draft_email",
      { to: ["a@b.example"], subject: "Budget THEM", text: "x" },
      (store) => last(store, keys.draft.all("me", "email")),
    ],
    ["create_thread", { title: "Budget THEM" }, (store) => last(store, keys.thread.all("me"))],
    [
      "propose_schedule",
      { title: "Budget THEM", date: DATE, time: "18:00", minutes: 30 },
      (store) => last(store, keys.calendar.all("me")),
    ],
    ["update_memory", { hall: "facts", claim: "Budget THEM" }, (store) => last(store, keys.inbox.all("me"))],
    [
      "write_sheet_cell",
      { sheet: "Zed", cell: "A1", value: "Budget THEM" },
      async (store) => (await store.get(sheetKey("me", "Zed", "A1")))?.body,
    ],
    ["update_task", { taskId: "task1", title: "Budget THEM" }, (store) => last(store, keys.task.all("me"))],
    [
      "update_thread_topics",
      { threadId: THREAD, topics: ["Budget THEM"] },
      (store) => last(store, keys.thread.all("me")),
    ],
  ])("allows %s once, and leaves its words outside text", async (name, given, written) => {
    const { context, store } = await world(["what is on today?"]);
    const { run } = await tapped(context, name, given);
    expect(await run()).toMatchObject({ outcome: "executed" });
    expect(await written(store)).toMatchObject({ origin: "untrusted" });
  });

  it("leaves the person's own words their own", async () => {
    const { context, store } = await world(["buy milk, I said"]);
    const { run } = await tapped(context, "write_task", { title: "buy milk" });
    expect(await run()).toMatchObject({ outcome: "executed" });
    const written = [];
    for await (const { body } of queryAll(store, keys.task.all("me"))) written.push([body["title"], body["origin"]]);
    expect(written).toContainEqual(["buy milk", "agent"]);
  });
});

/** The row of a range that holds the planted words. */
async function last(store: Store, range: Parameters<Store["query"]>[0]): Promise<unknown> {
  for await (const { body } of queryAll(store, range)) if (JSON.stringify(body).includes("THEM")) return body;
  return undefined;
}
