/** Tests that deleted data disappear from every place that keeps data of the person, and that everything else stays. */

import { findContext, readAllContexts } from "@waldo/contexts/rows";
import { type NewContext, saveContext } from "@waldo/contexts/save";
import { indexProject, searchProject } from "@waldo/contexts/search";
import { pruneExpired } from "@waldo/contexts/tiers";
import { takeRecords } from "@waldo/contexts/wake-file";
import { keys, OBJECT_ROOTS, objects, PARTITION, PERSON_PARTITIONS, Redaction } from "@waldo/contracts";
import { takeBack } from "@waldo/core/review/end";
import { latestReview } from "@waldo/core/review/rows";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../../embedded/src/offline-composer.ts";
import { wordsLeft } from "../../../../embedded/test/words-left.ts";
import { DATE, type TestWorld, testWorld } from "../../../../embedded/test/world.ts";
import { activeWatches } from "../../cadence/watches.ts";
import { outboxOf } from "../../channels/outbox.ts";
import { hearPerson } from "../../chat/intake.ts";
import { runIdFor } from "../../digest.ts";
import { dreamTask } from "../../dream/dream.ts";
import { ambientCycle } from "../../living/cycle.ts";
import { momentFor } from "../../living/moment.ts";
import { submitMemoryIntent } from "../../memory/claims/inbox.ts";
import { runScribe } from "../../memory/claims/scribe.ts";
import { buildIndex } from "../../memory/search/index-files.ts";
import { startWaiting } from "../../run/start.ts";
import { moveToArchive } from "../../store/archived-rows.ts";
import { putNew } from "../../store/cas.ts";
import { queryAll } from "../../store/query-all.ts";
import { DAY_MS, MINUTE_MS } from "../../time.ts";
import { livingRows } from "../../tools/living-rows.ts";
import { resumeRedactions } from "./resume.ts";

const THINKING = { model: offlineComposer(repositoryUnderstanding), understanding: repositoryUnderstanding };

async function talkWorld() {
  const world = await testWorld({ days: 0, ...THINKING });
  let messages = 0;
  const say = async (text: string, via: "app" | "telegram" = "app") => {
    world.clock.set(world.clock.now() + MINUTE_MS);
    const runId = await hearPerson(world, PERSON, { messageId: `m-${++messages}`, text }, via);
    await world.machines.idle();
    const rows = await outboxOf(world, "me", runId);
    return rows
      .flatMap(({ channel, message }) => (channel === "in_app" && "text" in message ? [message.text] : []))
      .join("\n");
  };
  return { world, say };
}

/** Every row and file of the person, as text. */
async function everything({ store, archive }: Pick<TestWorld, "store" | "archive">): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const partition of PERSON_PARTITIONS)
    for (const table of ["agent", "health"] as const)
      for await (const { key, body } of queryAll(store, { table, pk: PARTITION[partition]("me") }))
        all.set(`${key.pk} ${key.sk}`, `${key.sk} ${JSON.stringify(body)}`);
  for (const root of OBJECT_ROOTS)
    for (const name of await archive.list(`${root}/me/`))
      all.set(name, new TextDecoder().decode(await archive.read(name)));
  return all;
}

async function placesOf(world: TestWorld, word: string): Promise<string[]> {
  const found = [];
  for (const [place, text] of await everything(world))
    if (text.toLowerCase().includes(word.toLowerCase())) found.push(place);
  return found;
}

async function queryRows({ store }: TestWorld, range: Parameters<TestWorld["store"]["query"]>[0]) {
  return (await store.query(range)).rows;
}

/** Settles the notes, writes the pages and the index, as a night does. */
async function night(world: TestWorld) {
  await runScribe(world, "me", "dream-test");
  await buildIndex(world, "me");
  await buildIndex(world, "me");
  for (const phase of ["PRECOMPUTE"] as const)
    await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase });
}

describe("/redact", () => {
  it("takes the words of a promise out of what was done when the promise was taken back", async () => {
    const { world, say } = await talkWorld();
    await say("look at the offer of the snarkmeter again tomorrow at 10:00");
    expect(await say("don't look at the snarkmeter again")).toBe(
      "I will not look at “the offer of the snarkmeter” again.",
    );
    expect(await placesOf(world, "snarkmeter")).not.toEqual([]);
    await say("/redact 4");
    expect(await placesOf(world, "snarkmeter")).toEqual([]);
  });

  it("takes the words out of concerns, thoughts, themes, what waits and what is promised", async () => {
    const { world, say } = await talkWorld();
    await say("let me tell you about the zorbulating quuxwidget that I have");
    const claim = `the zorbulating quuxwidget ${"needs a coat of paint and a lamp and two long screws ".repeat(5)}`;
    const runId = runIdFor({ userId: "me", trigger: "user_message", nonce: "m-1" });
    const said = { trigger: "user_message", runId, at: world.clock.now(), owner: [claim], outside: false } as const;
    await submitMemoryIntent(world, "me", { hall: "facts", claim }, { ...said, recalled: [] });
    await runScribe(world, "me", "dream-test");
    await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase: "REFLECT" });
    await say("look at the snarkmeter again tomorrow at 10:00");
    await ambientCycle(world, PERSON);
    const [concern] = (await livingRows(world.store, "me").concerns()).map((row) => row.concern);
    if (!concern) throw new Error("no concern came of it");
    const title = concern.summary.slice(0, 120);
    const [at, seen] = [world.clock.now(), { kind: "concern", id: concern.id } as const];
    const thought = { kind: "reflection", text: `“${concern.summary}” came up again.`, topic: "t", saw: [seen] };
    await world.store.transact([
      putNew(keys.thought("me", at, "t"), {
        ...{ ...thought, at, concerns: [concern.id], mood: "neutral", by: "rules", origin: "agent" },
      }),
      putNew(keys.theme("me", DATE, "t"), { date: DATE, title, text: "Several.", thoughts: [at, at], origin: "agent" }),
    ]);
    const promised = async () => (await world.store.query(keys.intention.all("me"))).rows.map(({ body }) => body);
    expect(await promised()).toMatchObject([{ text: "the snarkmeter", state: "open" }]);
    expect(await placesOf(world, "quuxwidget")).toEqual(
      expect.arrayContaining([expect.stringMatching(/CONCERN/), expect.stringMatching(/THEME/)]),
    );

    await say("/redact 4");
    expect(await placesOf(world, "quuxwidget")).toEqual([]);
    expect(await placesOf(world, "snarkmeter")).toEqual([]);
    expect(await promised()).toMatchObject([{ state: "dropped" }]);
    // A concern that has no words left is not in the moment.
    expect(JSON.stringify(await momentFor(world, PERSON, "user_message", world.clock.now()))).not.toMatch(/redacted/);
  });

  it("deletes what was said, answered and learned, also after the night, and says how much", async () => {
    const { world, say } = await talkWorld();
    await say("remember that I prefer trains to planes");
    await say("remember that my zorbulating quuxwidget is purple");
    await night(world);
    expect((await placesOf(world, "quuxwidget")).length).toBeGreaterThan(5);
    const trains = (await placesOf(world, "trains")).length;

    const receipt = await say("/redact 2");
    expect(receipt).toMatch(/^I deleted 2 messages\. Their words are also gone from the journal \(\d+\)/);
    expect(receipt).toMatch(/found them nowhere\.$/);
    expect(await placesOf(world, "quuxwidget")).toEqual([]);
    expect((await placesOf(world, "trains")).length).toBeGreaterThan(trains / 2);
    expect(await say("what do I prefer, trains or planes?")).toMatch(/trains/);
    // The pages and the next night do not bring it back.
    await night(world);
    expect(await placesOf(world, "quuxwidget")).toEqual([]);
  });

  it("deletes the last exchange where no number is given: an answer goes with what it answered", async () => {
    const { world, say } = await talkWorld();
    await say("remember that my locker code is 99887766 zebra crossing");
    await say("remember that my bike is a green tandem");
    expect(await say("/redact")).toMatch(/^I deleted 2 messages\..*nowhere\.$/);
    expect([(await placesOf(world, "tandem")).length, (await placesOf(world, "zebra")).length > 0]).toEqual([0, true]);
    expect(await say("/redact")).toMatch(/^I deleted 2 messages\./);
    expect(await placesOf(world, "zebra")).toEqual([]);
  });

  it("leaves what was known before, when an answer that names it goes", async () => {
    const { world, say } = await talkWorld();
    await say("remember that the lisbon trip with Ana begins in May");
    await night(world);
    await dreamTask(world, { userId: "me", dreamId: `dream-${DATE}`, phase: "REFLECT" });
    world.clock.set(world.clock.now() + 2 * DAY_MS);
    expect(await say("/thinking")).toContain("lisbon trip");
    expect(await say("/redact")).toMatch(/^I deleted 2 messages\./);
    expect(await say("/thinking")).toContain("lisbon trip");
    const [claim] = (await queryRows(world, keys.block.all("me"))).map(({ body }) => body["claim"]);
    expect(claim).toMatch(/lisbon trip/);
  });

  it("reaches what a promise left behind, also when the promise is in the archive by now", async () => {
    const { world, say } = await talkWorld();
    await say("look at the snarkmeter again tomorrow at 10:00");
    await ambientCycle(world, PERSON);
    const [row] = await queryRows(world, keys.intention.all("me"));
    if (!row) throw new Error("nothing was promised");
    await moveToArchive(world, { userId: "me", kind: "thoughts" }, [row]);
    await say("/redact");
    expect(await placesOf(world, "snarkmeter")).toEqual([]);
  });

  it("takes an answer of a review with the question that came after it", async () => {
    const { world, say } = await talkWorld();
    await say("start the weekly review");
    await say("I quarrelled with Flimbert Oxgrove all week");
    expect((await placesOf(world, "Flimbert")).length).toBeGreaterThan(0);
    expect(await say("/redact")).toMatch(/^I deleted 2 messages\./);
    expect(await placesOf(world, "Flimbert")).toEqual([]);
  });

  it("refuses a number that is none, and takes all there is", async () => {
    const { world, say } = await talkWorld();
    expect(await say("/redact")).toBe("There is no message to delete.");
    await say("hello there friend of mine");
    expect(await say("/redact all")).toMatch(/from 1 to 50/);
    expect(await say("/redact 51")).toMatch(/from 1 to 50/);
    // The two refusals and the refused messages are in the thread too.
    expect(await say("/redact")).toMatch(/^I deleted 2 messages\./);
    expect(await say("/redact 50")).toMatch(/^I deleted [56] messages\./);
    expect(await placesOf(world, "friend of mine")).toEqual([]);
  });

  it("reaches the archive, and the rest of each part stays readable", async () => {
    const { world, say } = await talkWorld();
    await say("remember that my dentist is called Flimbert Oxgrove");
    await say("remember that I like walnut bread in the morning");
    for (const [kind, range] of [
      ["runs", keys.run.all("me")],
      ["episodes", keys.episode.all("me")],
    ] as const) {
      const rows = [];
      for await (const row of queryAll(world.store, range)) {
        if (kind === "runs") {
          const [runId = ""] = keys.run.parse(row.key.sk) ?? [];
          for await (const one of queryAll(world.store, keys.step.all("me", runId))) rows.push(one);
          for await (const one of queryAll(world.store, keys.outbox.all("me", runId))) rows.push(one);
        }
        rows.push(row);
      }
      expect(await moveToArchive(world, { userId: "me", kind }, rows)).toBe(rows.length);
    }
    expect((await placesOf(world, "walnut")).some((place) => place.startsWith("archive/"))).toBe(true);
    expect(await say("/redact 2")).toMatch(/the archive \(\d\).*nowhere\.$/);
    expect(await placesOf(world, "walnut")).toEqual([]);
    expect((await placesOf(world, "Flimbert")).some((place) => place.includes("/runs/"))).toBe(true);
    const { readArchived } = await import("../../store/archived-rows.ts");
    expect(await readArchived(world.archive, "me", "runs")).not.toEqual([]);
    expect((await readArchived(world.archive, "me", "episodes")).map(({ body }) => body["summary"])).toContain("");
  });

  it("leaves reminders and older messages, and says where the words still stand", async () => {
    const { world, say } = await talkWorld();
    await say("my favourite colour is a deep sea green");
    await say("my favourite colour is a deep sea green");
    await say("remind me tomorrow at 9 to call the blacksmith");
    expect(await say("/redact 4")).toMatch(/They still stand in 2 other messages, which I left as they are\.$/);
    expect(await activeWatches(world.store, "me")).toMatchObject([{ text: "call the blacksmith" }]);
  });

  it("stops what was proposed and what was not sent yet", async () => {
    const { world, say } = await talkWorld();
    await say("hello there friend of mine");
    const [row] = (await world.store.query(keys.outbox.all("me"))).rows;
    if (!row) throw new Error("nothing was said");
    await world.store.transact([
      { op: "put", key: row.key, body: { ...row.body, state: "failed", channel: "telegram" } },
    ]);
    await say("/redact 2");
    expect((await world.store.get(row.key))?.body).toMatchObject({ state: "dead", reason: "the person deleted it" });
  });

  it("waits for a run at work, says so, and is done by the next wake", async () => {
    const { world, say } = await talkWorld();
    await say("remember that my zorbulating quuxwidget is purple");
    const lease = await world.store.get(keys.lease("me"));
    const held = { ...lease?.body, owner: "run-other", expiresAt: world.clock.now() + 10 * MINUTE_MS };
    await world.store.transact([{ op: "put", key: keys.lease("me"), body: held }]);
    expect(await say("/redact 2")).toBe("");
    const thread = await world.store.query(keys.message.startingWith("me", "day-"));
    expect(thread.rows.map(({ body }) => body["text"])).toContain(
      "I am still answering something. I delete it as soon as that is over, and tell you.",
    );
    await world.store.transact([{ op: "put", key: keys.lease("me"), body: { ...lease?.body } }]);
    await resumeRedactions(world, "me");
    expect(await placesOf(world, "quuxwidget")).toEqual([]);
    const [row] = (await world.store.query(keys.redaction.all("me"))).rows;
    expect(Redaction.parse(row?.body)).toMatchObject({ state: "done", left: 0 });
  });

  it("takes the answer too that came after it was asked for", async () => {
    const { world, say } = await talkWorld();
    await say("good morning");
    const lease = await world.store.get(keys.lease("me"));
    const held = { ...lease?.body, owner: "run-other", expiresAt: world.clock.now() + 10 * MINUTE_MS };
    await world.store.transact([{ op: "put", key: keys.lease("me"), body: held }]);
    await say("remember that my locker is left of the door of Flimbert");
    await say("/redact 1");
    await world.store.transact([{ op: "put", key: keys.lease("me"), body: { ...lease?.body } }]);
    await startWaiting(world, "me");
    await world.machines.idle();
    await resumeRedactions(world, "me");
    expect(await placesOf(world, "Flimbert")).toEqual([]);
  });

  it("keeps a claim that was known before, and drops the one that came with the message", async () => {
    const { world, say } = await talkWorld();
    await say("remember that I am allergic to hazelnuts");
    await night(world);
    await say("remember that I am allergic to hazelnuts");
    await night(world);
    await say("/redact 2");
    const claims = (await world.store.query(keys.block.all("me"))).rows.map(({ body }) => body["claim"]);
    expect(claims).toEqual([expect.stringMatching(/hazelnuts/)]);
  });

  it("tells what it could not take out, hides the messages, and goes on with the next wake", async () => {
    const { world, say } = await talkWorld();
    await say("remember that my zorbulating quuxwidget is purple");
    const odd = `archive/me/odd.txt`;
    const write = (text: string) => world.archive.write(odd, new TextEncoder().encode(text));
    await write("my zorbulating quuxwidget is purple");
    await say("/redact 2");
    const state = async () => {
      const [row] = (await world.store.query(keys.redaction.all("me"))).rows;
      return Redaction.parse(row?.body);
    };
    const thread = async () =>
      (await queryRows(world, keys.message.startingWith("me", "day-")))
        .filter(({ body }) => body["hiddenAt"] === undefined)
        .map(({ body }) => String(body["text"]));
    expect(await state()).toMatchObject({ state: "asked", left: 1 });
    expect((await thread()).at(-1)).toMatch(/^I deleted what I could\. .* in 1 row that I could not change yet\./);
    expect((await thread()).join()).not.toMatch(/quuxwidget/);
    await resumeRedactions(world, "me");
    expect((await thread()).filter((text) => text.startsWith("I deleted what I could"))).toHaveLength(1);

    await write("");
    await resumeRedactions(world, "me");
    expect(await state()).toMatchObject({ state: "done", left: 0 });
    expect(await thread()).toContainEqual(expect.stringMatching(/^I deleted 2 messages\..*nowhere\.$/));
    expect(await placesOf(world, "quuxwidget")).toEqual([]);
  });

  it("leaves a run that lost its words so that the night can judge it", async () => {
    const { world, say } = await talkWorld();
    await say("remember that my zorbulating quuxwidget is purple");
    await say("/redact 2");
    const errors: unknown[] = [];
    const own = { ...world, log: (...line: unknown[]) => void errors.push(line) };
    const task = { userId: "me", dreamId: `dream-${DATE}`, phase: "EVALUATE" } as const;
    expect(await dreamTask(own, task)).toMatchObject({ outcome: "done" });
    expect(errors.filter((line) => /failed|unreadable/.test(JSON.stringify(line)))).toEqual([]);
  });

  it("leaves a time zone that the person has named where it is no word of theirs", async () => {
    const { world, say } = await talkWorld();
    await say(PERSON.timeZone);
    expect(await say("/redact 2")).toMatch(/nowhere\.$/);
    const steps = [];
    for await (const { body } of queryAll(world.store, keys.step.all("me"))) steps.push(JSON.stringify(body));
    expect(steps.join()).toContain(`"timeZone":"${PERSON.timeZone}"`);
  });

  it("says that short words were not searched for", async () => {
    const { say } = await talkWorld();
    await say("hm, no");
    expect(await say("/redact 2")).toMatch(/1 of them is too short to search for, and may stand elsewhere\.$/);
  });

  it("takes the answers out of a review, and what came of it cannot be taken back", async () => {
    const { world, say } = await talkWorld();
    await say("start the weekly review");
    for (const words of ["ran", "zub", "Quex", "my cousin", "nap", "tidy the vlimshed", "rest"]) await say(words);
    const review = async () => (await latestReview(world.store, "me"))?.review;
    expect(await review()).toMatchObject({
      state: "done",
      outcome: { kept: { claim: expect.stringContaining("zub") } },
    });
    expect(await say("/redact 50")).toMatch(/are too short to search for/);
    for (const word of ["zub", "Quex", "vlimshed"]) expect(await placesOf(world, word)).toEqual([]);
    const { reviewId = "", answers, outcome } = (await review()) ?? {};
    expect(answers?.flatMap(({ text }) => text ?? [])).toEqual([]);
    expect(Object.keys(outcome ?? {})).toEqual(["at"]);
    expect(await takeBack(world, "me", reviewId)).toBe("not_undoable");
  });

  it("takes one answer out of a review that goes on, and the end does not say it", async () => {
    const { world, say } = await talkWorld();
    await say("start the weekly review");
    await say("zub");
    await say("/redact 2");
    for (const words of ["fine", "Quex", "aunt", "nap", "paint", "rest"]) await say(words);
    expect((await latestReview(world.store, "me"))?.review).toMatchObject({ state: "done" });
    expect(await placesOf(world, "zub")).toEqual([]);
    expect(await placesOf(world, "Quex")).not.toEqual([]);
  });

  it("reaches what other agents keep, and says so", async () => {
    const { world, say } = await talkWorld();
    const text = "remember that my zorbulating quuxwidget is purple";
    await say(text);
    const now = world.clock.now();
    const save = (content: string, at: number, more: Partial<NewContext> = {}) =>
      saveContext(world, "me", { project: "boat", content, source: "test", client: "an-editor", ...more }, at);
    await save(`They said: ${text}. The mast is of oak.`, now - 40 * DAY_MS);
    await indexProject(world, "me", "boat");
    await pruneExpired(world, "me", { now, limit: 10 });
    await save("We paint the keel.", now, { rationale: `because they said: ${text}`, tags: ["zorbulating", "keel"] });
    await save("Nothing of it stands here.", now + 1);
    expect(await wordsLeft(world, "quuxwidget")).toContainEqual(expect.stringMatching(/^archive\/me\/contexts/));

    expect(await say("/redact 2")).toMatch(/what other agents keep \(1\), the archive \(1\).*nowhere\.$/);
    expect(await wordsLeft(world, "quuxwidget")).toEqual([]);
    expect(await wordsLeft(world, "zorbulating")).toEqual([]);
    const kept = [];
    for await (const one of readAllContexts(world, "me", "boat")) kept.push([one.content, one.causality?.rationale]);
    expect(kept.sort()).toEqual([
      ["Nothing of it stands here.", undefined],
      ["They said: [redacted]. The mast is of oak.", undefined],
      ["We paint the keel.", "because they said: [redacted]"],
    ]);
    const found = await searchProject(world, "me", "boat", { text: "oak mast", limit: 5, now });
    expect(found.map(({ words }) => words)).toEqual([["oak", "mast"]]);
  });

  it("leaves names of projects and of contexts, by which agents find them, and says so", async () => {
    const { world, say } = await talkWorld();
    await say("the boat of my aunt Quexilda");
    const record = {
      id: "the-boat-of-my-aunt-Quexilda",
      project: "The boat of my aunt Quexilda",
      tags: "",
      source: "",
    };
    const timestamp = new Date(world.clock.now()).toISOString();
    await takeRecords(world, "me", [
      { ...record, timestamp, summary: "It is painted.\nThe boat of my aunt Quexilda is sold." },
    ]);
    expect(await say("/redact 2")).toMatch(
      /They still stand in 2 names of projects or contexts, by which agents find them\.$/,
    );
    expect((await findContext(world, "me", record.id))?.context.content).toBe("It is painted.\n[redacted]");
  });

  it("takes a word out of the pages, and leaves the person's own file", async () => {
    const { world, say } = await talkWorld();
    await say("remember that my zorbulating quuxwidget is purple");
    const page = "# Notes\n- my zorbulating quuxwidget is purple\n- other\n";
    await world.archive.write(objects.workspace("me", "memory.md"), new TextEncoder().encode(page));
    await say("/redact 2");
    expect(new TextDecoder().decode(await world.archive.read(objects.workspace("me", "memory.md")))).toBe(
      "# Notes\n- other\n\n## Recent Context\n",
    );
  });
});

it("leaves no byte of what was deleted, whatever was said", async () => {
  const token = fc
    .array(fc.constantFrom(..."bcdfghjklmnpqrstvwxz"), { minLength: 9, maxLength: 14 })
    .map((all) => all.join(""));
  const sentence = fc.record({
    shape: fc.constantFrom(
      (one: string, two: string) => `remember that my ${one} is ${two}`,
      (one: string, two: string) => `I was at "${one}" with ${two}\nand it was fine`,
      (one: string, two: string) => `do you know ${one}? and \\${two}\\ too`,
      (one: string, two: string) => `call me ${one} of <${two}>`,
      (one: string, two: string) => `I am sad about ${one} and 0${two}0`,
      (one: string, two: string) => `${one} ${two}`,
      (one: string, two: string) => `My ${one} is gone. Tell nobody of ${two}! Really.`,
    ),
    words: fc.tuple(token, token),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(sentence, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      async (said, most, sleeps) => {
        const { world, say } = await talkWorld();
        const spoken = said.map(({ shape, words }) => shape(...words));
        for (const one of spoken) await say(one);
        if (sleeps) await night(world);
        const gone = Math.min(most, said.length);
        await say(`/redact ${gone * 2}`);
        const left = [...(await everything(world))];
        for (const { words } of said.slice(-gone))
          for (const word of words)
            expect(
              left.filter(([place, text]) => text.includes(word) && !/PROFILE/.test(place)).map(([place]) => place),
            ).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
});
