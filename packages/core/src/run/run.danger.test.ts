/** A person in danger is answered first: before the lease, past rows that cannot be read, and nothing repeats it later. */
import { DREAM_PHASES, dreamIdOf, keys, type Lease, WaldoError } from "@waldo/contracts";
import { prepareCheckpoint } from "@waldo/core/agent/checkpoint";
import { judge } from "@waldo/core/agent/judge";
import { flushDue, outboxOf } from "@waldo/core/channels/outbox";
import { dreamTask } from "@waldo/core/dream/dream";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { receiveMessage } from "@waldo/core/run/receive";
import { queryAll } from "@waldo/core/store/query-all";
import { type Line, scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";

const CERTAIN = "I want to kill myself, and zanzibarium is the reason";
const PHYSICAL = "I took all my pills because of zanzibarium";
const POSSIBLE = "I am such a burden, zanzibarium made me see it";
const TOKEN = "zanzibarium";
const TOMORROW = "2026-10-31";

async function say(world: TestWorld, text: string, messageId = "m1") {
  const runId = await receiveMessage(world, "me", { messageId, text }, DATE);
  await world.machines.idle();
  return runId;
}

const chat = (lines: readonly Line[]) => {
  const model = scriptedModel(lines);
  return testWorld({ model }).then((world) => ({ world, model }));
};

describe("while another run holds the lease", () => {
  it.each([CERTAIN, PHYSICAL])("the answer goes out once, and the run that follows adds nothing: %j", async (text) => {
    const { world, model } = await chat([{ text: "I should not be asked." }]);
    const taken: Lease = { owner: "run-other", fence: 7, expiresAt: world.clock.now() + 600_000 };
    await world.store.transact([{ op: "put", key: keys.lease("me"), body: taken }]);
    const runId = await say(world, text);
    expect((await loadRun(world.store, "me", runId)).header.state).toBe("PENDING");
    expect(world.telegram).toHaveLength(1);
    expect((await outboxOf(world, "me", runId)).map(({ state }) => state)).toEqual(["sent", "sent"]);

    await world.store.transact([{ op: "put", key: keys.lease("me"), body: { fence: 7, expiresAt: 0 } }]);
    await world.machines.startRun(`${runId}-again`, { userId: "me", runId });
    await say(world, text);
    await flushDue(world, "me");
    expect((await loadRun(world.store, "me", runId)).header.state).toBe("DONE");
    expect(world.telegram).toHaveLength(1);
    expect(model.asked).toHaveLength(0);
  });
});

describe("rows that cannot be read", () => {
  const broken = { nonsense: true };
  it.each([
    ["score", keys.crs("me", DATE), broken],
    ["lease", keys.lease("me"), broken],
    ["checkpoint", keys.checkpoint("me", DATE, "brief"), broken],
    ["profile", keys.profile("me"), { timeZone: 5, channels: { telegramChatId: "42" } }],
    ["whole profile", keys.profile("me"), broken],
  ])("%s: the answer goes out", async (name, key, body) => {
    const { world } = await chat([{ text: "no" }]);
    await world.store.transact([{ op: "put", key, body }]);
    await receiveMessage(world, "me", { messageId: "m1", text: CERTAIN }, DATE).catch(() => {});
    await world.machines.idle().catch(() => {});
    const said = await threadOf(world);
    expect(said.filter(({ from }) => from === "waldo")).toHaveLength(1);
    expect(said.at(-1)?.text).toMatch(name.includes("profile") ? /findahelpline\.com/ : /116 123/);
    expect(world.telegram).toHaveLength(name === "whole profile" ? 0 : 1);
  });
});

async function threadOf(world: TestWorld) {
  const { table, pk } = keys.message("me", `day-${DATE}`, 0, "");
  return (await world.store.query({ table, pk, prefix: "MESSAGE#" })).rows.map(({ body }) => ({
    from: String(body["from"]),
    text: String(body["text"]),
  }));
}

describe("words that may be about danger", () => {
  it.each<[string, Line]>([
    ["a model", { text: "That sounds heavy. I am here." }],
    ["a model that is refused by the gates", { text: "Your HRV is 12 ms." }],
    ["no model at all", { error: new WaldoError("ModelUnavailable", "down") }],
  ])("the reply of %s ends with where help is", async (_who, line) => {
    const { world, model } = await chat([line]);
    const runId = await say(world, POSSIBLE);
    const steps = await loadSteps(world.store, "me", runId);
    const text = String(steps.find(({ to }) => to === "GATED")?.data["text"]);
    expect(text).toMatch(/a real person can listen\. .*116 123.* call emergency services: 999\.$/);
    expect(text).not.toContain("HRV");
    expect(JSON.stringify(model.asked[0]?.messages ?? "")).toContain("Take it seriously and be kind");
  });
});

it("a model that recognises danger itself gets its help through the gates", () => {
  for (const text of [
    "This sounds serious, please call 112 now.",
    "Please call or text 988, or 911 if you are not safe.",
    "Samaritans listen day and night: call 116 123.",
    "Tele-MANAS is free, call 14416.",
  ])
    expect(judge(text, { results: [], today: "2026-10-30", reply: true })).toMatchObject({ ok: true });
  expect(judge("You walked 911 steps.", { results: [], today: "2026-10-30", reply: true })).toMatchObject({
    ok: false,
  });
});

describe("nothing repeats it", () => {
  it.each([CERTAIN, PHYSICAL, POSSIBLE])("in diary, memory, pages or a later prompt: %j", async (text) => {
    const note = { id: "1", name: "update_memory", args: { hall: "facts", claim: `they said ${TOKEN}` } };
    const { world, model } = await chat([...(text === POSSIBLE ? [{ calls: [note] }] : []), { text: "I hear you." }]);
    await say(world, text);
    const before = model.asked.length;
    // A talk without danger on the same day is remembered as ever, and its prompt does not know of the other.
    await say(world, "remember that I like tea", "m2");
    for (const phase of DREAM_PHASES) await dreamTask(world, { userId: "me", dreamId: dreamIdOf(TOMORROW), phase });
    await prepareCheckpoint(world, "me", DATE);
    await say(world, "catch me up, what was my week like?", "m3");
    expect(JSON.stringify(model.asked.slice(before))).not.toContain(TOKEN);
    const kept: string[] = [];
    const { table, pk } = keys.profile("me");
    for (const prefix of ["EPISODE", "INBOX", "BLOCK", "MEMORY", "TASK", "DRAFT", "CHECKPOINT", "PROPOSAL"])
      for await (const { body } of queryAll(world.store, { table, pk, prefix })) kept.push(JSON.stringify(body));
    for (const name of await world.archive.list(""))
      kept.push(new TextDecoder().decode(await world.archive.read(name)));
    expect(kept.some((row) => row.includes("tea"))).toBe(true);
    expect(kept.filter((row) => row.includes(TOKEN))).toEqual([]);
    // The person still reads their own words.
    expect((await threadOf(world)).some((said) => said.text === text)).toBe(true);
  });

  it.each([CERTAIN, POSSIBLE])("in the offline composer's catch-up and weekly review: %j", async (text) => {
    const world = await testWorld();
    for (const words of [text, "hello, what did I miss?", "weekly review please", "catch me up"])
      await say(world, words, words.slice(0, 12));
    expect(world.telegram.some((said) => said.text.includes(TOKEN))).toBe(false);
    const { table, pk } = keys.profile("me");
    const { rows } = await world.store.query({ table, pk, prefix: "PROPOSAL" });
    expect(JSON.stringify(rows)).not.toContain(TOKEN);
  });
});
