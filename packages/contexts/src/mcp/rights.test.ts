/** An agent reads of a person what its rights open, whatever tool or copy brings it. */
import { AGENT_RIGHTS, type AgentRight, keys, type MemoryBlock } from "@waldo/contracts";
import { outboxOf } from "@waldo/core/channels/outbox";
import { hearPerson } from "@waldo/core/chat/intake";
import { dreamTask } from "@waldo/core/dream/dream";
import { startRun } from "@waldo/core/run/start";
import { MINUTE_MS } from "@waldo/core/time";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { madeUpClaim } from "@waldo/testkit/made-up-rows";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { beforeAll, describe, expect, it } from "vitest";
import { MORNING, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { RESOURCES, wikiPage, wikiPages } from "./own-tools.ts";
import { AGENT_TOOLS } from "./server.ts";
import { type Asking, runTool } from "./tool.ts";

const THINKING = { model: offlineComposer(repositoryUnderstanding), understanding: repositoryUnderstanding };

let world: TestWorld;
/** What Waldo said of the body, and the run that said it. */
let said: { readonly runId: string; readonly text: string };
let brief: string;

const asking = (rights: readonly AgentRight[]): Asking =>
  ({
    ports: world,
    userId: "me",
    agent: { agentId: "a-1", name: "an-editor", rights, createdAt: 1 },
    summarises: false,
  }) as unknown as Asking;

async function call(rights: readonly AgentRight[], name: string, args: object): Promise<string> {
  const tool = AGENT_TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  if (!rights.includes(tool.right)) return "refused";
  const parsed = tool.input.parse(args);
  return runTool(tool, asking(rights), parsed, () => {}).then(
    JSON.stringify,
    (error: Error) => `refused: ${error.message}`,
  );
}

async function textOf(runId: string) {
  const rows = await outboxOf(world, "me", runId);
  return rows.flatMap(({ message }) => ("text" in message ? [message.text] : [])).join("\n");
}

beforeAll(async () => {
  world = await testWorld({ days: 40, ...THINKING });
  const runId = await startRun(world, MORNING, "2026-10-30");
  await world.machines.idle();
  brief = await textOf(runId);
  const say = async (messageId: string, text: string) => {
    world.clock.set(world.clock.now() + MINUTE_MS);
    const id = await hearPerson(world, PERSON, { messageId, text }, "app");
    await world.machines.idle();
    return { runId: id, text: await textOf(id) };
  };
  said = await say("m-1", "how am I doing today?");
  await say("m-2", "remember that my zorbulating widget is purple");
  const learned = (claim: string, more: Partial<MemoryBlock>) => {
    const block = madeUpClaim(claim, 1, more);
    return [keys.block("me", block.patternId), keys.memoryDelta("me", block.patternId)].map((key) => ({
      ...{ op: "put" as const, key, body: block },
    }));
  };
  await world.store.transact([
    ...learned("Flimbert nights are short", { patternId: "aaaaaaaaaaa1", areas: ["body"], hall: "discoveries" }),
    ...learned("Quuxwidget moved the meeting", { patternId: "aaaaaaaaaaa2", areas: ["calendar"], hall: "events" }),
    ...learned("Snarkmeter is owed a call", { patternId: "aaaaaaaaaaa3", areas: [], hall: "facts" }),
    ...learned("Vlimshed was noted long ago", { patternId: "aaaaaaaaaaa4", hall: "facts", origin: "agent" }),
    ...learned("Trains are preferred to planes", { patternId: "aaaaaaaaaaa5", hall: "preferences", origin: "owner" }),
  ]);
  await dreamTask(world, { userId: "me", dreamId: "dream-2026-10-30", phase: "PRECOMPUTE" });
  expect(said.text).not.toBe("");
  expect(brief).not.toBe("");
});

/** The first words of what was said of the body: no agent without the right may find them. */
const words = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 40);

describe("what is about the body", () => {
  const queries = [
    "how am I doing, sleep, form",
    "today",
    "nights",
    "energized steady flagging depleted heart recovery",
  ];

  it("reaches no agent with the right memory alone, by recall, why_do_you_say or what holds", async () => {
    for (const query of queries) {
      const found = await call(["memory"], "recall", { query, limit: 20 });
      for (const text of [said.text, brief]) expect(found).not.toContain(words(text));
      expect(found).not.toContain("Flimbert");
    }
    expect(await call(["memory"], "why_do_you_say", { runId: said.runId })).toMatch(/refused/);
    expect(await call(["memory"], "why_do_you_say", { patternId: "aaaaaaaaaaa1" })).toMatch(/refused/);
    for (const [name, args] of [
      ["what_holds", {}],
      ["what_held", { at: new Date(world.clock.now()).toISOString() }],
    ] as const) {
      const all = await call(["memory"], name, { ...args, limit: 100 });
      expect(all).not.toMatch(/Flimbert|Quuxwidget|Vlimshed/);
      if (name === "what_holds") expect(all).toMatch(/Snarkmeter[\s\S]*Trains|Trains[\s\S]*Snarkmeter/);
    }
  });

  it("reaches one that may hear of the body, but a Brief only one that may read Briefs", async () => {
    const found = await call(["memory", "body"], "recall", { query: "how am I doing today", limit: 20 });
    expect(found).toContain(JSON.stringify(words(said.text)).slice(1, -1).slice(0, 20));
    expect(found).not.toContain(brief.replaceAll(/\s+/g, " "));
    expect(await call(["memory", "body"], "recall", { query: "Flimbert nights" })).toContain("Flimbert");
    expect(await call(["memory", "body"], "why_do_you_say", { runId: said.runId })).not.toMatch(/refused/);
    expect(await call(["memory", "body"], "what_holds", { limit: 100 })).toMatch(/Vlimshed/);
  });
});

it("what came from a calendar is told by no copy, because no right opens a calendar", async () => {
  for (const name of ["recall", "what_holds"])
    expect(
      await call(AGENT_RIGHTS, name, name === "recall" ? { query: "Quuxwidget meeting", limit: 20 } : { limit: 100 }),
    ).not.toContain("Quuxwidget");
});

it("what the person asked to be remembered is found with the right memory", async () => {
  expect(await call(["memory"], "recall", { query: "zorbulating widget" })).toContain("zorbulating");
});

it("the wiki has the claims that the agent may read, and no others", async () => {
  const all = async (rights: readonly AgentRight[]) => {
    const own = asking(rights);
    const pages = await wikiPages(own);
    const texts = await Promise.all(pages.map(({ name }) => wikiPage(own, name)));
    return [...pages.map(({ title }) => title), ...texts].join("\n");
  };
  const memory = await all(["memory"]);
  expect(memory).toContain("Snarkmeter");
  expect(memory).not.toMatch(/Flimbert|Quuxwidget|Vlimshed/);
  expect(await all(["memory", "body"])).toMatch(/Flimbert/);
});

it("an agent that may only leave notes is not told what is known", async () => {
  const claim = "Snarkmeter is owed a call";
  const tells = async (rights: readonly AgentRight[]) => JSON.parse(await call(rights, "remember", { claim })).outcome;
  expect(await tells(["remember"])).toBe("noted");
});

it("an agent that may propose is not told the words of the row that it would change", async () => {
  const dates = { createdAt: 1, updatedAt: 1 };
  const body = { taskId: "t1", title: "Ask Doctor Vlimmer", origin: "owner", status: "open", ...dates };
  const agent = { agentId: "a-1", name: "an-editor", rights: ["propose"], createdAt: 1 };
  await world.store.transact([
    { op: "put", key: keys.task("me", "t1"), body },
    { op: "put", key: keys.agentClient("me", "a-1"), body: agent },
  ]);
  const args = { taskId: "t1", status: "done" };
  const answer = await call(["propose"], "propose", { tool: "update_task", args });
  expect(answer).toMatch(/"title":"update_task"/);
  expect(answer).not.toContain("Vlimmer");
});

/** A new tool or resource must say what it tells of, or this list. */
it("every tool and resource needs a right, and what each tells of is known", () => {
  const told: Record<string, AgentRight> = Object.fromEntries([
    ...AGENT_TOOLS.map(({ name, right }) => [name, right] as const),
    ...RESOURCES.map(({ uri, right }) => [uri, right] as const),
  ]);
  expect(Object.entries(told).filter(([, right]) => right !== "contexts")).toEqual(
    Object.entries({
      recall: "memory",
      remember: "remember",
      what_holds: "memory",
      what_held: "memory",
      why_do_you_say: "memory",
      get_form: "body",
      todays_brief: "brief",
      propose: "propose",
      "waldo://today": "brief",
      "waldo://goals": "goals",
    }),
  );
});
