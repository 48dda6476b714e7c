/** Names of rows are not sealed. So none holds words of a person, of a model or of another agent. */

import { changeAgent, findAgent, knownAgent, makeAgent } from "@waldo/contexts/mcp/agents";
import { findContext } from "@waldo/contexts/rows";
import { saveContext } from "@waldo/contexts/save";
import { indexProject } from "@waldo/contexts/search";
import { takeRecords } from "@waldo/contexts/wake-file";
import { keys, type ToolName } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../embedded/src/offline-composer.ts";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { hearPerson } from "../chat/intake.ts";
import { countCall } from "../door/application.ts";
import { dreamTask } from "../dream/dream.ts";
import { changeGoals } from "../goals/change.ts";
import { ambientCycle } from "../living/cycle.ts";
import { topicHolder } from "../memory/claims/blocks.ts";
import { noteByOwner } from "../memory/claims/inbox.ts";
import { runScribe } from "../memory/claims/scribe.ts";
import { keepRecipe, loadStandings } from "../skills/effectiveness.ts";
import { MINUTE_MS } from "../time.ts";
import { toolContext } from "../tools/context.ts";
import { REGISTRY } from "../tools/registry.ts";
import { queryAll } from "./query-all.ts";
import { agentKey, moveToNames, recipeKey, sheetKey, topicKey } from "./row-names.ts";

const THINKING = { model: offlineComposer(repositoryUnderstanding), understanding: repositoryUnderstanding };
/** It stands in every place that somebody words. */
const WORD = "quuxwidget";

async function names({ store }: Pick<TestWorld, "store">): Promise<string[]> {
  const found = [];
  const { table, pk } = keys.profile("me");
  for await (const { key } of queryAll(store, { table, pk })) found.push(key.sk);
  return found;
}

/** Does what a tool plans, as after a tap. */
async function tool(world: TestWorld, name: ToolName, args: object, n = 0): Promise<void> {
  const own = REGISTRY[name];
  const context = toolContext(world, {
    ...{ userId: "me", runId: `run-user-message-${n}`, trigger: "user_message", autonomy: "L3", date: DATE },
    heard: { owner: [], outside: false, recalled: [] },
  });
  if (!own || !("plan" in own)) throw new Error(`${name} writes nothing`);
  await world.store.transact((await own.plan(own.args.parse(args) as never, context)).writes);
}

it("no name of a row holds words, whoever worded them", async () => {
  const world = await testWorld({ days: 12, ...THINKING });
  const say = async (n: number, text: string) => {
    world.clock.set(world.clock.now() + MINUTE_MS);
    await hearPerson(world, PERSON, { messageId: `m-${n}`, text }, "app");
    await world.machines.idle();
  };
  await say(1, `remember that my ${WORD} is purple`);
  await say(2, `remind me tomorrow at 9 to paint the ${WORD}`);
  await say(3, `look at the ${WORD} again tomorrow at 10:00`);
  await say(4, `add a task: wash the ${WORD}`);
  await noteByOwner(world, "me", { hall: "facts", claim: `The ${WORD} is old`, conditions: "", topic: WORD });
  await changeGoals(world, "me", {
    by: "app",
    text: `## This Week\n- sell the ${WORD}\n\n## People to Stay in Touch With\n- ${WORD}\n`,
  });
  const args = [
    ["write_sheet_cell", { sheet: WORD, cell: "B7", value: WORD }],
    ["draft_document", { name: WORD, text: WORD }],
    ["create_thread", { title: WORD, topics: [WORD] }],
    ["update_memory", { hall: "facts", claim: `The ${WORD} has a lamp`, topic: `${WORD} lamp` }],
  ] as const;
  for (const [n, [name, one]] of args.entries()) await tool(world, name, one, n);
  await knownAgent(world, "me", { agentId: WORD, name: WORD });
  await makeAgent(world, "me", { name: `my ${WORD}`, rights: ["contexts"], secret: "s" });
  await countCall(world, "me", WORD);
  await saveContext(
    world,
    "me",
    { project: WORD, content: WORD, source: WORD, client: WORD, tags: [WORD] },
    world.clock.now(),
  );
  const timestamp = new Date(world.clock.now()).toISOString();
  await takeRecords(world, "me", [{ id: "wake-1", project: WORD, tags: "", source: "", summary: "s", timestamp }]);
  await indexProject(world, "me", WORD);
  await ambientCycle(world, PERSON);
  await runScribe(world, "me", "dream-test");
  for (const phase of ["REFLECT", "ARCHIVE", "PRECOMPUTE"] as const)
    await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase });

  const all = await names(world);
  const kinds = new Set(all.map((name) => name.split("#")[0]));
  for (const kind of ["AGENTCLIENT", "DOOR", "MEMORYTOPIC", "SHEET", "CONTEXT", "CONTEXTPROJECT", "DRAFT", "THREAD"])
    expect([...kinds]).toContain(kind);
  expect(all.filter((name) => name.toLowerCase().includes(WORD))).toEqual([]);
  // These words find the same rows as before.
  expect((await findAgent(world.store, "me", WORD))?.agent.name).toBe(WORD);
  // A Wake database makes its own ids, and a context is found by the one it had there.
  expect((await findContext(world, "me", "wake-1"))?.context.project).toBe(WORD);
  expect((await topicHolder(world, "me", { hall: "facts", topic: WORD }, "000000000000"))?.claim).toMatch(WORD);
});

it("rows of an older release are read, move when they are written, and the night moves the rest", async () => {
  const world = await testWorld({ days: 0 });
  const put = (key: ReturnType<typeof keys.profile>, body: object) => world.store.transact([{ op: "put", key, body }]);
  const agent = { agentId: WORD, name: WORD, rights: ["contexts"], createdAt: 1 };
  await put(keys.agentClient("me", WORD), agent);
  await put(keys.agentClient("me", `${WORD}-two`), { ...agent, agentId: `${WORD}-two` });
  await put(keys.sheetCell("me", WORD, "B7"), { sheet: WORD, cell: "B7", value: 1, origin: "owner", updatedAt: 1 });
  await put(keys.memoryTopic("me", "facts", WORD), { patternId: "aaaaaaaaaaaa" });
  await put(keys.recipe("me", `my-${WORD}`), { score: 0.9, lows: 0, highs: 1, newest: 1 });

  expect((await findAgent(world.store, "me", WORD))?.agent.name).toBe(WORD);
  await changeAgent(world, "me", WORD, { rights: ["memory"] });
  expect(await world.store.get(keys.agentClient("me", WORD))).toBeUndefined();
  expect((await findAgent(world.store, "me", WORD))?.agent.rights).toEqual(["memory"]);

  await tool(world, "write_sheet_cell", { sheet: WORD, cell: "B7", value: 2 });
  expect((await world.store.get(sheetKey("me", WORD, "B7")))?.body["value"]).toBe(2);

  await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase: "ARCHIVE" });
  expect((await names(world)).filter((name) => name.includes(WORD))).toEqual([]);
  expect(await world.store.get(agentKey("me", `${WORD}-two`))).toBeDefined();
  expect((await world.store.get(topicKey("me", "facts", WORD)))?.body["patternId"]).toBe("aaaaaaaaaaaa");
  expect((await loadStandings(world.store, "me")).get(`my-${WORD}`)?.standing.score).toBe(0.9);
  await keepRecipe(world.store, "me", `my-${WORD}`);
  expect((await world.store.get(recipeKey("me", `my-${WORD}`)))?.body["keptAt"]).toBeDefined();
  expect(await moveToNames(world, "me")).toBe(0);
});

it("a row that was written under both names loses the old one, and keeps what is newer", async () => {
  const world = await testWorld({ days: 0 });
  for (const [key, id] of [
    [keys.memoryTopic("me", "facts", WORD), "aaaaaaaaaaaa"],
    [topicKey("me", "facts", WORD), "bbbbbbbbbbbb"],
  ] as const)
    await world.store.transact([{ op: "put", key, body: { patternId: id } }]);
  expect(await moveToNames(world, "me")).toBe(1);
  expect((await world.store.get(topicKey("me", "facts", WORD)))?.body["patternId"]).toBe("bbbbbbbbbbbb");
  expect(await world.store.get(keys.memoryTopic("me", "facts", WORD))).toBeUndefined();
});
