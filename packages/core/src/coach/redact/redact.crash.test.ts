/** A redaction whose process dies at any await: the next wake goes on, and the end is the same. */
import { keys, OBJECT_ROOTS, Redaction } from "@waldo/contracts";
import { hearPerson } from "@waldo/core/review/hear";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../../embedded/src/offline-composer.ts";
import { deathsIn } from "../../../../embedded/test/deaths.ts";
import { type TestWorld, testWorld } from "../../../../embedded/test/world.ts";
import { dreamTask } from "../../dream/dream.ts";
import { runScribe } from "../../memory/claims/scribe.ts";
import { buildIndex } from "../../memory/search/index-files.ts";
import { queryAll } from "../../store/query-all.ts";
import { MINUTE_MS } from "../../time.ts";
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
  await runScribe(world, "me", "dream-test");
  await buildIndex(world, "me");
  await dreamTask(world, { userId: "me", dreamId: "dream-2026-10-30", phase: "PRECOMPUTE" });
  world.clock.set(world.clock.now() + MINUTE_MS);
  return world;
}

async function left(world: TestWorld): Promise<string[]> {
  const found = [];
  const { table, pk } = keys.profile("me");
  for await (const { key, body } of queryAll(world.store, { table, pk }))
    if (`${key.sk} ${JSON.stringify(body)}`.includes("quux")) found.push(key.sk);
  for (const root of OBJECT_ROOTS)
    for (const name of await world.archive.list(`${root}/me/`))
      if (new TextDecoder().decode(await world.archive.read(name)).includes("quux")) found.push(name);
  return found;
}

/** What is there in the end, apart from instants and counts. */
async function ended(world: TestWorld) {
  const [row] = (await world.store.query(keys.redaction.all("me"))).rows;
  const { rows } = await world.store.query(keys.message.startingWith("me", "day-"));
  const { state, messages, left: found } = Redaction.parse(row?.body);
  return {
    ...{ state, found, asked: messages.length },
    thread: rows.map(({ body }) => (String(body["text"]).startsWith("I deleted") ? "receipt" : body["text"])),
    left: await left(world),
  };
}

it("ends the same, wherever the process dies", async () => {
  const whole = await told();
  let deaths = 0;
  let expected: unknown;
  const live = async () => {
    await hearPerson(whole, PERSON, ORDER, "app");
    const all = await ended(whole);
    expect(all).toMatchObject({ state: "done", found: 0, asked: 2, left: [] });
    expect(all.thread.filter((text) => text === "receipt")).toHaveLength(1);
    expected = all;
  };
  for await (const { world, label } of deathsIn(whole, live)) {
    // Either the wake goes on, or the person sends it again because nothing came of it.
    await resumeRedactions(world, "me");
    await hearPerson(world, PERSON, ORDER, "app");
    expect(await ended(world), label).toEqual(expected);
    deaths++;
  }
  expect(deaths).toBeGreaterThan(10);
});
