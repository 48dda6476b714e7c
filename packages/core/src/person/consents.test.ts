/**
 * Tests what a person agrees to: who came before it was asked, what is written of a decision, and what stops without
 * one.
 */
import { CONSENT_TEXTS, keys, PURPOSES, type Purpose } from "@waldo/contracts";
import { repositoryUnderstanding } from "@waldo/embedded/bundled-intents";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { DATE, MORNING, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { calendarKey } from "../calendar/rows.ts";
import { outboxOf } from "../channels/outbox.ts";
import { dreamTask } from "../dream/dream.ts";
import { findScore } from "../health/ledger.ts";
import { sense } from "../health/sense.ts";
import { liveBlocks } from "../memory/claims/blocks.ts";
import { noteByOwner } from "../memory/claims/inbox.ts";
import type { ModelGateway } from "../ports.ts";
import { receiveMessage } from "../run/receive.ts";
import { startRun } from "../run/start.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS } from "../time.ts";
import { decide } from "../wake/decide.ts";
import { agreed } from "./agreed.ts";
import { agrees, consentViews, decideConsent, requireConsent } from "./consents.ts";
import { findProfile, saveProfile } from "./profile.ts";

const AT = Date.UTC(2026, 9, 30, 9);

function rows() {
  const store = openSqliteStore(":memory:");
  let now = AT;
  const clock = { now: () => now };
  const decide = (purpose: Purpose, given: boolean) => decideConsent({ store, clock }, "me", { purpose, given });
  const states = async () =>
    (await consentViews(store, "me")).map(({ state, version }) => `${state} ${version ?? "-"}`);
  const log = async () => {
    const entries = [];
    for await (const { body } of queryAll(store, keys.consentLog.all("me"))) entries.push(body);
    return entries;
  };
  return { store, decide, states, log, later: (ms: number) => (now += ms) };
}

describe("a decision", () => {
  it("is in force from then on, and the log keeps it and every one after it", async () => {
    const { store, decide, log, later } = rows();
    await decide("body", true);
    expect(await agrees(store, "me", "body")).toBe(true);
    later(1000);
    await decide("body", false);
    expect(await agrees(store, "me", "body")).toBe(false);
    expect(await log()).toEqual([
      { purpose: "body", given: true, version: CONSENT_TEXTS.body.version, since: AT },
      { purpose: "body", given: false, version: CONSENT_TEXTS.body.version, since: AT + 1000 },
    ]);
  });

  it("that is in force already writes nothing, and two at one instant are two entries", async () => {
    const { decide, log } = rows();
    await decide("memory", true);
    await decide("memory", true);
    await decide("memory", false);
    expect((await log()).map(({ given, since }) => [given, since])).toEqual([
      [true, AT],
      [false, AT + 1],
    ]);
  });

  it("for one purpose is none for another", async () => {
    const { states, decide } = rows();
    await decide("memory", true);
    expect(await states()).toEqual(["open -", "given 1", "open -", "open -"]);
  });

  it("survives many at once", async () => {
    const { states, decide, log } = rows();
    await Promise.all(PURPOSES.map((purpose) => decide(purpose, true)));
    expect(await states()).toEqual(["given 1", "given 1", "given 1", "given 1"]);
    expect(await log()).toHaveLength(4);
  });

  it("whose row cannot be read counts as not made", async () => {
    const { raw, store } = await testWorld({ days: 0 });
    await raw.transact([{ op: "put", key: keys.consents("me"), body: { body: "yes", memory: { given: true } } }]);
    for (const purpose of PURPOSES) expect(await agrees(store, "me", purpose), purpose).toBe(false);
  });
});

describe("a person who came before consent was asked for", () => {
  const before = async (channels: object = {}) => {
    const made = rows();
    const { store } = made;
    await store.transact([
      { op: "put", key: keys.profile("me"), body: { ...PERSON, channels: { telegramChatId: "42", ...channels } } },
      { op: "put", key: keys.habits("me"), body: { turn: 0, arrivals: [] } },
    ]);
    return made;
  };

  it("keeps what was in force, as version 0, with Telegram as they had set it", async () => {
    expect(await (await before()).states()).toEqual(["given 0", "given 0", "open -", "given 0"]);
    const agreed = await before({ telegramHealth: true });
    expect(await agreed.states()).toEqual(["given 0", "given 0", "given 0", "given 0"]);
  });

  it("loses nothing by their first decision, and agrees to the words when they say so", async () => {
    const { states, decide, store } = await before({ telegramHealth: true });
    await decide("model", false);
    expect(await states()).toEqual(["given 0", "given 0", "given 0", "declined 1"]);
    await decide("body", true);
    expect(await states()).toEqual(["given 1", "given 0", "given 0", "declined 1"]);
    expect((await findProfile(store, "me"))?.channels.telegramHealth).toBe(true);
    await decide("telegram", false);
    expect((await findProfile(store, "me"))?.channels.telegramHealth).toBe(false);
  });

  it("keeps what their device sends when they get a profile, although they had none", async () => {
    const { states, store } = rows();
    await store.transact([{ op: "put", key: keys.habits("me"), body: { turn: 0, arrivals: [] } }]);
    expect(await states()).toEqual(["given 0", "open -", "open -", "open -"]);
    await saveProfile(store, "me", () => PERSON);
    expect(await states()).toEqual(["given 0", "open -", "open -", "open -"]);
    await requireConsent(store, "me", "body");
  });

  it("is nobody who comes now: a new profile agrees to nothing", async () => {
    const { states, store } = rows();
    await saveProfile(store, "me", () => PERSON);
    await store.transact([{ op: "put", key: keys.habits("me"), body: { turn: 0, arrivals: [] } }]);
    expect(await states()).toEqual(["open -", "open -", "open -", "open -"]);
    await expect(requireConsent(store, "me", "body")).rejects.toMatchObject({ name: "ConsentNeeded", purpose: "body" });
  });
});

describe("without consent", () => {
  it("body: nothing is computed and no score is read, and what is stored stays", async () => {
    const world = await testWorld();
    await decideConsent(world, "me", { purpose: "body", given: false });
    const { store, archive } = await agreed(world, "me");
    expect(await findScore(store, "me", DATE)).toBeUndefined();
    expect(await archive.read("workspace/me/today.md")).toBeUndefined();
    const stored = await world.store.get(keys.crs("me", DATE));
    expect(stored).toBeDefined();
    const wake = {
      userId: "me",
      job: "sync",
      scheduledAt: new Date(world.clock.now()).toISOString(),
      settled: true,
    } as const;
    await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } }]);
    const { date } = await sense(world, wake);
    expect([date, await world.store.get(keys.crs("me", DATE))]).toEqual([DATE, stored]);
  });

  it("body: the morning Brief does not wait for a night, and no answer says that one is to come", async () => {
    const understanding = repositoryUnderstanding;
    const world = await testWorld({ model: offlineComposer(understanding), understanding });
    await decideConsent(world, "me", { purpose: "body", given: false });
    const meeting = meetingOf("Standup", WAKE + 2 * HOUR_MS);
    await world.store.transact([{ op: "put", key: calendarKey("me", meeting), body: meeting }]);
    const wake = { userId: "me", date: DATE, variant: "morning", job: "brief" } as const;
    const decided = await decide(world, { ...wake, scheduledAt: new Date(WAKE).toISOString() });
    expect(decided.outcome).toBe("run");
    const asked = await receiveMessage(world, "me", { messageId: "m1", text: "how am I?" }, DATE);
    await world.machines.idle();
    const said = async (runId = "") => (await outboxOf(world, "me", runId)).map(({ message }) => message)[0];
    expect(await said(decided.runId)).toMatchObject({
      text: expect.stringMatching(/^[^.]*“Standup” at 09:00[^.]*\.$/),
    });
    expect(await said(asked)).toMatchObject({
      text: expect.stringMatching(/^You have not agreed that I read what your/),
    });
  });

  it("memory: no note, no diary entry and no claim is written, and nothing is recalled", async () => {
    const wants = scriptedModel([
      { calls: [{ id: "1", name: "update_memory", args: { hall: "facts", claim: "Has two cats" } }] },
      { text: "Noted." },
    ]);
    const world = await testWorld({ model: wants });
    await noteByOwner(world, "me", { hall: "facts", claim: "Lives by the sea" });
    await decideConsent(world, "me", { purpose: "memory", given: false });
    const note = noteByOwner(world, "me", { hall: "facts", claim: "Has a dog" });
    await expect(note).rejects.toMatchObject({ name: "ConsentNeeded", purpose: "memory" });
    await receiveMessage(world, "me", { messageId: "m1", text: "remember that I have two cats" }, DATE);
    await world.machines.idle();
    expect(JSON.stringify(wants.asked[0])).not.toContain("by the sea");
    for (const kind of [keys.episode, keys.inbox]) expect((await world.store.query(kind.all("me"))).rows).toEqual([]);
    for (const phase of ["CONSOLIDATE", "SCRIBE"] as const)
      expect(await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase })).toEqual({ outcome: "skipped" });
    expect(await liveBlocks(world.store, "me")).toMatchObject([{ claim: "Lives by the sea" }]);
  });

  it("memory: a Brief says nothing that was remembered", async () => {
    const brief = async (given: boolean) => {
      const world = await testWorld();
      await noteByOwner(world, "me", { hall: "facts", claim: "On Friday I will visit the beehives" });
      await decideConsent(world, "me", { purpose: "memory", given });
      const runId = await startRun(world, MORNING, DATE);
      await world.machines.idle();
      return JSON.stringify(await outboxOf(world, "me", runId));
    };
    expect(await brief(true)).toContain("visit the beehives");
    expect(await brief(false)).not.toContain("visit the beehives");
  });

  it("model: one outside is not asked, what stands in for it writes, and one on the own machine goes on", async () => {
    const [far, near, instead] = [scripted(), scripted(), scripted()];
    const ask = async (model: ModelGateway) => {
      const world = await testWorld({ model });
      await decideConsent(world, "me", { purpose: "model", given: false });
      const runId = await receiveMessage(world, "me", { messageId: "m1", text: "how am I?" }, DATE);
      await world.machines.idle();
      return (await outboxOf(world, "me", runId)).map(({ message }) => ("text" in message ? message.text : ""));
    };
    expect((await ask({ ...far, outside: {} }))[0]).toMatch(/have not agreed that a model outside of your own machine/);
    await ask({ ...far, outside: { instead } });
    await ask(near);
    expect([far.asked.length, near.asked.length > 0, instead.asked.length > 0]).toEqual([0, true, true]);
  });

  it("model: a night compresses its diary by plain code", async () => {
    const far = scripted();
    const world = await testWorld({ model: { ...far, outside: {} } });
    await decideConsent(world, "me", { purpose: "model", given: false });
    for (const text of ["I planted beans today", "The roof was mended by my brother"]) {
      await receiveMessage(world, "me", { messageId: `m-${text.length}`, text }, DATE);
      await world.machines.idle();
    }
    const done = await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase: "CONSOLIDATE" });
    expect([done.outcome, far.asked]).toEqual(["done", []]);
  });
});

const scripted = () => scriptedModel([{ text: "All is well." }]);
