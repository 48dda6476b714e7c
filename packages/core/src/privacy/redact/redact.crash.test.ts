/** A redaction whose process dies at any await: the next wake goes on, and the end is the same. */

import { loadProject, readAllContexts } from "@waldo/contexts/rows";
import { saveContext } from "@waldo/contexts/save";
import { indexProject, searchProject } from "@waldo/contexts/search";
import { pruneExpired } from "@waldo/contexts/tiers";
import { keys, Redaction } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../../embedded/src/offline-composer.ts";
import { deathsIn } from "../../../../embedded/test/deaths.ts";
import { wordsLeft } from "../../../../embedded/test/words-left.ts";
import { type TestWorld, testWorld } from "../../../../embedded/test/world.ts";
import { hearPerson } from "../../chat/intake.ts";
import { dreamTask } from "../../dream/dream.ts";
import { runScribe } from "../../memory/claims/scribe.ts";
import { buildIndex } from "../../memory/search/index-files.ts";
import { DAY_MS, MINUTE_MS } from "../../time.ts";
import { resumeRedactions } from "./resume.ts";

const THINKING = { model: offlineComposer(repositoryUnderstanding), understanding: repositoryUnderstanding };
const ORDER = { messageId: "m-redact", text: "/redact 2" };

/** Two things were said, a night has passed, and the second one is to go. */
async function told(): Promise<TestWorld> {
  const world = await testWorld({ days: 0, ...THINKING });
  for (const [i, text] of [
    "remember that I prefer trains to planes",
    "remember that my quuxwidget is zorbulating purple",
  ].entries()) {
    world.clock.set(world.clock.now() + MINUTE_MS);
    await hearPerson(world, PERSON, { messageId: `m-${i}`, text }, "app");
    await world.machines.idle();
  }
  await kept(world, "remember that my quuxwidget is zorbulating purple");
  await runScribe(world, "me", "dream-test");
  await buildIndex(world, "me");
  await dreamTask(world, { userId: "me", dreamId: "dream-2026-10-30", phase: "PRECOMPUTE" });
  world.clock.set(world.clock.now() + MINUTE_MS);
  return world;
}

/** An agent keeps the words: in the store, in its index, and in the archive beside others. */
async function kept(world: TestWorld, words: string): Promise<void> {
  const now = world.clock.now();
  const save = (content: string, at: number) =>
    saveContext(world, "me", { project: "boat", content, source: "test", client: "an-editor" }, at);
  for (const at of [now - 40 * DAY_MS, now - DAY_MS]) await save(`${words}, at ${at}`, at);
  await save("The mast is of oak.", now - 40 * DAY_MS);
  await indexProject(world, "me", "boat");
  await pruneExpired(world, "me", { now, limit: 10 });
  await save(`${words}, and it waits for the index`, now);
}

/** The final rows, without instants and counts. */
async function ended(world: TestWorld) {
  const [row] = (await world.store.query(keys.redaction.all("me"))).rows;
  const { rows } = await world.store.query(keys.message.startingWith("me", "day-"));
  const { state, messages, left: found } = Redaction.parse(row?.body);
  return {
    ...{ state, found, asked: messages.length },
    thread: rows.map(({ body }) => (String(body["text"]).startsWith("I deleted") ? "receipt" : body["text"])),
    left: await wordsLeft(world, "quux"),
    contexts: await contextsOf(world),
  };
}

/** The contexts that agents still find. */
async function contextsOf(world: TestWorld) {
  const now = world.clock.now();
  const words = [];
  for await (const { content, tags } of readAllContexts(world, "me", "boat")) words.push(`${content} ${tags}`);
  const found = await searchProject(world, "me", "boat", { text: "mast redacted waits", limit: 9, now });
  const { total, archived, tags } = (await loadProject(world.store, "me", "boat")).state;
  return { words: words.sort(), found: found.map(({ id }) => id).sort(), total, archived, tags };
}

it("ends the same, wherever the process dies", async () => {
  const whole = await told();
  let deaths = 0;
  let expected: unknown;
  const live = async () => {
    await hearPerson(whole, PERSON, ORDER, "app");
    const all = await ended(whole);
    expect(all).toMatchObject({ state: "done", found: 0, asked: 2, left: [] });
    expect(all.contexts).toMatchObject({ total: 4, archived: 0, found: { length: 4 } });
    expect(all.thread.filter((text) => text === "receipt")).toHaveLength(1);
    expected = all;
  };
  for await (const { world, label } of deathsIn(whole, live)) {
    // Either the wake continues the work, or the person repeats the request because nothing happened.
    await resumeRedactions(world, "me");
    await hearPerson(world, PERSON, ORDER, "app");
    expect(await ended(world), label).toEqual(expected);
    deaths++;
  }
  expect(deaths).toBeGreaterThan(10);
});
