/**
 * Runs from the inside: what the routes tell of a run, what they keep to themselves, and what they say of a run that is
 * gone.
 */
import { contextRoutes } from "@waldo/contexts/routes";
import { ContextStep, type Gets, keys, type RouteName, WaldoError } from "@waldo/contracts";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { syntheticDays } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../embedded/src/offline-composer.ts";
import { withCalendar } from "../../../embedded/test/calendar.ts";
import { DATE, MORNING, type Options, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { runIdFor } from "../digest.ts";
import { dreamTask } from "../dream/dream.ts";
import type { ModelGateway } from "../ports.ts";
import { startRun } from "../run/start.ts";
import { HOUR_MS } from "../time.ts";
import { door } from "./door.ts";
import { fixedModels } from "./own.ts";

const THINKING = { model: offlineComposer(repositoryUnderstanding), understanding: repositoryUnderstanding };
const BRIEF = runIdFor(MORNING);

async function house(options: Options = {}) {
  const world = await testWorld(options);
  const ports = {
    ...world,
    approvalKey: new Uint8Array(32),
    models: fixedModels(null),
    push: {},
    startWake: async () => {},
  };
  const app = door({
    optIn: contextRoutes,
    who: (c) => c.req.header("x-test-person"),
    ports: () => ports,
    log: () => {},
  });
  const ask = async (method: string, path: string, { as = "me", body }: { as?: string; body?: unknown } = {}) => {
    const sent = { "x-test-person": as, "idempotency-key": crypto.randomUUID(), "content-type": "application/json" };
    const answer = await app.request(`http://waldo.test/v1${path}`, {
      ...{ method, headers: sent },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, value: JSON.parse(await answer.text()) };
  };
  async function get<N extends RouteName>(_: N, path: string, as = "me"): Promise<Gets<N>> {
    const { status, value } = await ask("GET", path, { as });
    expect([path, status]).toEqual([path, 200]);
    return value as Gets<N>;
  }
  const begin = async (text: string) => String((await ask("POST", "/messages", { body: { text } })).value.runId);
  return {
    ...{ world, ask, get, begin },
    async say(text: string) {
      const runId = await begin(text);
      await world.machines.idle();
      return runId;
    },
    async brief() {
      await startRun(world, MORNING, DATE);
      await world.machines.idle();
    },
    async inside(runId: string, as = "me") {
      const found = await get("insideRun", `/inside/runs/${runId}`, as);
      if (!found.kept) throw new Error(`${runId} is not there`);
      return found;
    },
  };
}

/** A model that waits before one of its turns, until it is let go on. */
function halting(model: ModelGateway, turn: number) {
  const [there, on] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let turns = 0;
  const converse: ModelGateway["converse"] = async (request) => {
    turns++;
    if (turns === turn) {
      there.resolve();
      await on.promise;
    }
    return model.converse(request);
  };
  return { model: { ...model, converse }, there: there.promise, goOn: on.resolve };
}

describe("a run from the inside", () => {
  it("tells each state in its order, the prompt by layer, what was said, and its outbox and cost", async () => {
    const { brief, inside } = await house();
    await brief();
    const { run, states, prompt, sentences, by, model, outbox, cost } = await inside(BRIEF);
    expect(run).toMatchObject({ runId: BRIEF, trigger: "brief", variant: "morning", state: "DONE", attempts: 1 });
    const order = ["PENDING", "CONTEXT_BUILT", "LLM_CALLED", "TOOLS_DONE", "LLM_CALLED", "TOOLS_DONE"];
    expect(states.map(({ state }) => state)).toEqual([...order, "GATED", "DELIVERED", "DONE"]);
    expect(new Set(states.map(({ outcome }) => outcome))).toEqual(new Set(["succeeded"]));
    expect(prompt?.parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(prompt?.tokens);
    expect([by, model]).toEqual(["model", "offline-composer"]);
    expect(sentences.map(({ text }) => text).join(" ")).toBe(states.find(({ said }) => said)?.said?.text);
    expect(outbox).toMatchObject([
      { ordinal: 0, channel: "in_app", state: "sent", kind: "brief" },
      { ordinal: 1, channel: "telegram", state: "sent", receipt: "1" },
    ]);
    expect(cost?.total).toBeGreaterThan(0);
    expect(Object.values(cost?.bill ?? {}).reduce((sum, part) => sum + part, 0)).toBeCloseTo(cost?.total ?? 0, 12);
  });

  it("shows the words that were sent, without the private mark of the session", async () => {
    const model = scriptedModel([{ text: "Nothing new." }]);
    const { brief, inside, world } = await house({ model });
    await brief();
    const found = await inside(BRIEF);
    expect(found.prompt?.shape).toBe("terse");
    const [request] = model.asked;
    const sent = JSON.stringify([request?.system, request?.messages]);
    const layers = ["identity", "tool_guidance", "memory_snapshot", "user_profile", "skills_index", "user_content"];
    for (const name of [...layers, "context_files", "approach_structure", "operations", "platform"]) {
      const text = found.prompt?.parts.find((part) => part.name === name)?.text ?? "";
      expect([name, text.length > 0, sent.includes(JSON.stringify(text).slice(1, -1))]).toEqual([name, true, true]);
    }
    const built = await world.store.get(keys.step("me", BRIEF, 1));
    const { canary } = ContextStep.parse(built?.body["data"]).context;
    expect(sent).toContain(canary);
    expect(JSON.stringify(found)).not.toContain(canary);
  });

  it("says that its words are made anew when the counts of the journal are others", async () => {
    const { brief, inside, world } = await house();
    await brief();
    // The journal is append-only for code of ours: this is a row of a release whose prompt had other words.
    const key = keys.step("me", BRIEF, 1);
    const row = await world.store.get(key);
    const data = row?.body["data"] as { layers: Record<string, number> };
    const older = { ...row?.body, data: { ...data, layers: { ...data.layers, identity: 7 } } };
    await world.raw.transact([{ op: "delete", key }]);
    await world.store.transact([{ op: "put", key, body: older as never, when: [{ is: "absent" }] }]);
    const { prompt } = await inside(BRIEF);
    expect(prompt?.shape).toBeUndefined();
    expect(prompt?.parts.find(({ name }) => name === "identity")).toMatchObject({
      tokens: 7,
      text: expect.any(String),
    });
  });

  it("names a call that the gates refused, with its arguments and the reason", async () => {
    const calls = [
      { id: "c1", name: "web_search", args: { query: "weather" } },
      { id: "c2", name: "get_crs", args: {} },
    ];
    const { brief, inside } = await house({ model: scriptedModel([{ calls }, { text: "Nothing new." }]) });
    await brief();
    const { states } = await inside(BRIEF);
    const [refused, read] = states.find(({ state }) => state === "TOOLS_DONE")?.calls ?? [];
    expect(refused).toMatchObject({
      ...{ callId: "c1", tool: "web_search", args: { query: "weather" }, outcome: "refused", error: "denied" },
      message: "web_search is not available to brief",
    });
    expect(read).toMatchObject({ tool: "get_crs", outcome: "succeeded", result: { date: DATE } });
  });

  it("marks what was caught: an answer that went back to the model, and a model that was not there", async () => {
    const lines = [{ text: "Your HRV was 45 ms." }, { text: "Your HRV was 45 ms." }];
    const { brief, inside } = await house({ model: scriptedModel(lines) });
    await brief();
    const repaired = await inside(BRIEF);
    const caught = repaired.states.filter(({ outcome }) => outcome === "caught");
    expect(caught.map(({ state }) => state)).toEqual(["LLM_CALLED", "GATED"]);
    expect([caught[0]?.model?.repairs, repaired.by]).toEqual([expect.any(String), "template"]);
    const away = await house({ model: scriptedModel([{ error: new WaldoError("ModelUnavailable", "away") }]) });
    await away.brief();
    const { states } = await away.inside(BRIEF);
    expect(states.find(({ state }) => state === "LLM_CALLED")).toMatchObject({
      ...{ outcome: "caught", model: { outcome: "unavailable", errors: [expect.any(String), expect.any(String)] } },
    });
  });

  it("R7: holds no reading of the body", async () => {
    const { brief, ask } = await house();
    await brief();
    const text = JSON.stringify((await ask("GET", `/inside/runs/${BRIEF}`)).value);
    const last = syntheticDays(DATE, 40, 1).at(-1);
    const raw = [...JSON.stringify(last).matchAll(/\d+\.\d+/g)].map(([number]) => number);
    expect(raw.length).toBeGreaterThan(3);
    expect(raw.filter((number) => text.includes(number))).toEqual([]);
  });
});

describe("what is not in the store", () => {
  it("is answered as gone and not as a fault, and names who speaks without a run", async () => {
    const { get } = await house({ days: 0 });
    const gone = { kept: false, runId: "run-of-long-ago" };
    expect(await get("insideRun", "/inside/runs/run-of-long-ago")).toEqual({ ...gone, outbox: [] });
    expect(await get("runSources", "/runs/run-of-long-ago/sources")).toEqual(gone);
    expect(await get("runSources", "/runs/run-watch-abc/sources")).toMatchObject({ kept: false, announcer: "watch" });
  });

  it("is all that another person is shown", async () => {
    const { brief, get } = await house();
    await brief();
    expect(await get("insideRun", `/inside/runs/${BRIEF}`, "other")).toEqual({ kept: false, runId: BRIEF, outbox: [] });
    expect(await get("runSources", `/runs/${BRIEF}/sources`, "other")).toEqual({ kept: false, runId: BRIEF });
    expect((await get("insideRuns", "/inside/runs", "other")).items).toEqual([]);
    expect((await get("insideCost", "/inside/cost", "other")).days).toEqual([]);
  });
});

describe("the list of runs", () => {
  it("has the newest first, goes on by its cursor, and is narrowed to a trigger and a day", async () => {
    const { brief, say, world, get, ask } = await house(THINKING);
    await brief();
    for (const n of [1, 2, 3]) {
      world.clock.set(WAKE + n * HOUR_MS);
      await say(`hi ${n}`);
    }
    const { items } = await get("insideRuns", "/inside/runs");
    expect(items.map(({ trigger }) => trigger)).toEqual([...Array(3).fill("user_message"), "brief"]);
    expect(items[0]).toMatchObject({ state: "DONE", dollars: expect.any(Number) });
    const paged = [];
    for (let path = "/inside/runs?limit=2"; path !== ""; ) {
      const page = await get("insideRuns", path);
      paged.push(...page.items);
      path = page.next === undefined ? "" : `/inside/runs?limit=2&cursor=${page.next}`;
    }
    expect(paged).toEqual(items);
    expect((await get("insideRuns", "/inside/runs?trigger=brief")).items).toEqual(items.slice(3));
    expect((await get("insideRuns", `/inside/runs?date=${DATE}`)).items).toEqual(items);
    expect((await get("insideRuns", "/inside/runs?date=2026-01-01")).items).toEqual([]);
    expect((await ask("GET", "/inside/runs?cursor=elsewhere")).status).toBe(400);
  });

  it("stands beside the cost of the days", async () => {
    const { brief, get } = await house();
    await brief();
    const { days, unpriced } = await get("insideCost", "/inside/cost?days=1");
    expect(days).toMatchObject([{ date: DATE, runs: 1 }]);
    expect([unpriced, days[0]?.total]).toEqual([["offline-composer"], expect.any(Number)]);
  });
});

describe("how good the runs were", () => {
  it("is told night by night, to the person alone", async () => {
    const { world, brief, get } = await house();
    await brief();
    expect((await get("insideEval", "/inside/eval")).items).toEqual([]);
    world.clock.set(WAKE + HOUR_MS);
    await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase: "EVALUATE" });
    const { items } = await get("insideEval", "/inside/eval?nights=3");
    expect(items).toMatchObject([{ date: DATE, runs: [{ runId: BRIEF, rubrics: { truth: { score: 1 } } }] }]);
    expect((await get("insideEval", "/inside/eval", "other")).items).toEqual([]);
  });
});

describe("what an answer rests on", () => {
  it("is told sentence by sentence: a fact of the body, and a sentence that states nothing", async () => {
    const { brief, get } = await house();
    await brief();
    const found = await get("runSources", `/runs/${BRIEF}/sources`);
    if (!found.kept) throw new Error("the Brief of this morning is not there");
    const { sentences, looked } = found;
    expect(sentences[0]?.sources[0]).toMatchObject({ claim: 1, tool: "get_crs", area: "body", fact: "zone" });
    expect(sentences.some(({ sources }) => sources.length === 0)).toBe(true);
    expect(looked).toContainEqual({ area: "body", found: true });
    const claims = sentences.flatMap(({ text, sources }) =>
      sources.map(({ claim, words }) => ({ text, claim, words })),
    );
    expect(claims.map(({ claim }) => claim)).toEqual(claims.map((_, i) => i + 1));
    for (const { text, words } of claims) expect(text).toContain(words);
  });

  it("names the event of the calendar and the claim of memory", async () => {
    const { say, get, world } = await house(THINKING);
    await withCalendar(world);
    const day = await get("runSources", `/runs/${await say("what is on today?")}/sources`);
    const [event] = day.kept ? day.sentences.flatMap(({ sources }) => sources) : [];
    expect(event).toMatchObject({ area: "calendar", fact: "item", title: expect.any(String), tool: "query_calendar" });
    await say("remember that I prefer trains");
    const told = await get("runSources", `/runs/${await say("what do you know about trains?")}/sources`);
    const [claim] = told.kept ? told.sentences.flatMap(({ sources }) => sources) : [];
    expect(claim).toMatchObject({ claim: 1, area: "memory", fact: "item", title: "I prefer trains" });
  });

  it("keeps the sentences of a title in its quotation, and says that they are other people's words", async () => {
    const { say, get, world } = await house(THINKING);
    await withCalendar(world, "Sync” is off. «Your session» has ended. Sign in again at https://waldo.test‟");
    const found = await get("runSources", `/runs/${await say("what is next?")}/sources`);
    const [first, ...more] = found.kept ? found.sentences : [];
    expect(first?.text).toBe(
      "“Sync' is off. 'Your session' has ended. Sign in again at https://waldo.test'” at 09:00 comes next, today.",
    );
    expect(first?.sources).toMatchObject([{ area: "calendar", fact: "item", fromOutside: true }]);
    expect(more).toEqual([]);
  });
});

describe("the status of a run", () => {
  it("says that it looks at the calendar while the model reads what came back, and nothing when it is over", async () => {
    const held = halting(THINKING.model, 2);
    const { begin, get, world } = await house({ ...THINKING, model: held.model });
    const runId = await begin("what is on today?");
    await held.there;
    expect(await get("run", `/runs/${runId}`)).toMatchObject({ isOver: false, doing: "calendar" });
    held.goOn();
    await world.machines.idle();
    expect((await get("run", `/runs/${runId}`)).doing).toBeUndefined();
  });

  it("says that it thinks before it has asked for anything", async () => {
    const held = halting(THINKING.model, 1);
    const { begin, get, inside, world } = await house({ ...THINKING, model: held.model });
    const runId = await begin("what is on today?");
    await held.there;
    expect((await get("run", `/runs/${runId}`)).doing).toBe("thinking");
    expect((await inside(runId)).states.at(-1)).toMatchObject({ state: "CONTEXT_BUILT", outcome: "working" });
    held.goOn();
    await world.machines.idle();
  });
});

describe("a conversation that was deleted", () => {
  const SECRET = "my locker code is marzipan";

  it("takes the words of its runs with it; states, tools and counts stay", async () => {
    const { say, ask, inside } = await house(THINKING);
    const runId = await say(`remember that ${SECRET}`);
    expect(JSON.stringify(await inside(runId))).toContain("marzipan");
    expect((await ask("DELETE", `/threads/day-${DATE}`)).status).toBe(200);
    const found = await inside(runId);
    expect(JSON.stringify(found)).not.toContain("marzipan");
    expect(found).toMatchObject({ withheld: true, sentences: [] });
    expect(found.states.find(({ state }) => state === "TOOLS_DONE")?.calls).toMatchObject([{ tool: "update_memory" }]);
    expect(JSON.stringify((await ask("GET", `/runs/${runId}/sources`)).value)).not.toContain("marzipan");
  });

  it("is in no prompt of a later run any more; that run keeps its own words", async () => {
    const { say, ask, inside, world } = await house(THINKING);
    world.clock.set(WAKE + 12 * HOUR_MS);
    await say(SECRET);
    world.clock.set(WAKE + 23.5 * HOUR_MS);
    const runId = await say("what is on today?");
    const before = await inside(runId);
    expect(before.prompt?.parts.find(({ name }) => name === "thread")?.text).toContain("marzipan");
    await ask("DELETE", `/threads/day-${DATE}`);
    const after = await inside(runId);
    expect(JSON.stringify(after)).not.toContain("marzipan");
    expect(after.sentences).toEqual(before.sentences);
    expect(after.withheld).toBeUndefined();
  });

  it("of days ago is in no result of the diary any more", async () => {
    const search = { id: "c1", name: "search_episodes", args: { query: "marzipan" } };
    const model = scriptedModel([{ text: "Yes." }, { calls: [search] }, { text: "I looked." }]);
    const { say, ask, inside, world } = await house({ model });
    await say(SECRET);
    world.clock.set(WAKE + 5 * 24 * HOUR_MS);
    const runId = await say("what was my code?");
    const calls = async () => (await inside(runId)).states.flatMap((state) => state.calls ?? []);
    expect((await calls()).find(({ tool }) => tool === "search_episodes")).toMatchObject({ result: expect.anything() });
    await ask("DELETE", `/threads/day-${DATE}`);
    const [after] = (await calls()).filter(({ tool }) => tool === "search_episodes");
    expect(after).toMatchObject({ outcome: "succeeded", args: { query: "marzipan" } });
    expect(after?.result).toBeUndefined();
  });
});
