/**
 * A weekly review on one machine, where no Step Functions remembers executions. The process dies at a call of any port or
 * machine, and another process goes on from the row: no answer is lost or counted twice, and every word is said once.
 */
import { type GoalsFile, keys, type Profile } from "@waldo/contracts";
import { hearPerson } from "@waldo/core/chat/intake";
import { liveBlocks } from "@waldo/core/memory/claims/blocks";
import { pendingIntents } from "@waldo/core/memory/claims/inbox";
import { latestReview } from "@waldo/core/review/rows";
import { keepReview, weeklyReview } from "@waldo/core/review/weekly";
import { queryAll } from "@waldo/core/store/query-all";
import { DAY_MS, HOUR_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { offlineComposer } from "../src/offline-composer.ts";
import { deathsIn } from "./deaths.ts";
import { look, type Process, processOver } from "./mortal-process.ts";
import { DATE, type TestWorld, testWorld, WAKE } from "./world.ts";

const COACHED: Profile = { ...PERSON, coaching: { weeklyReview: { weekday: 5, time: "10:00" } } };
const GOALS: GoalsFile = {
  ...{ text: "## This Week\n- Finish the draft\n", revision: 1, at: WAKE, by: "app" },
  goals: { quarter: [], week: ["Finish the draft"], today: [], commitments: [], people: [], targets: {} },
};

async function person(): Promise<TestWorld> {
  const w = await testWorld({ days: 0, profile: COACHED });
  w.clock.set(WAKE + 3 * HOUR_MS);
  await w.store.transact([{ op: "put", key: keys.goals("me"), body: GOALS }]);
  return w;
}

/** Begins the review, unless it has begun, and says these words one after the other. */
async function through(ports: Process, words: readonly string[]): Promise<void> {
  await weeklyReview(ports, "me", DATE);
  await ports.machines.idle();
  for (const [i, text] of words.entries()) {
    await hearPerson(ports, COACHED, { messageId: `said-${i}`, text }, "app");
    await ports.machines.idle();
  }
}

async function outcome({ store }: TestWorld) {
  const said: unknown[] = [];
  for await (const { body } of queryAll(store, keys.message.startingWith("me", "day-"))) said.push(body["text"]);
  const review = (await latestReview(store, "me"))?.review;
  return {
    answers: review?.answers.map(({ question, text }) => `${question}: ${text}`),
    state: review?.state,
    goals: (await store.get(keys.goals("me")))?.body["text"],
    revision: (await store.get(keys.goals("me")))?.body["revision"],
    // A night may have made a claim of the note.
    notes: (await pendingIntents(store, "me")).length + (await liveBlocks(store, "me")).length,
    said: said.sort(),
  };
}

const WHOLE = ["ran twice", "the draft", "Noor", "skip", "Write the outline", "nothing", "skip"];
const ASIDE = ["ran twice", "what time is it?", "yes", "stop"];

/** A review says many things in the same way, so each third effect shows all that a death can leave. */
const EACH = 3;

describe("a review whose process dies", () => {
  it.each([
    ["with all its answers", WHOLE, { state: "done", revision: 2, notes: 1 }],
    ["with something else between", ASIDE, { state: "skipped", revision: 1, notes: 0 }],
  ] as const)("R3: is gone on with by the next process %s", async (_, words, end) => {
    const whole = await person();
    const first = processOver(whole, offlineComposer());
    let deaths = 0;
    let expected: unknown;
    const live = async () => {
      await through(first.ports, words);
      expected = await outcome(whole);
      expect(expected).toMatchObject(end);
    };
    for await (const { world: base, label } of deathsIn(whole, live, EACH)) {
      const next = processOver(base, offlineComposer());
      // What had no answer comes again: from Telegram, or from the page.
      await look(base, next.ports);
      await through(next.ports, words);
      await look(base, next.ports);
      expect({ label, outcome: await outcome(base) }).toEqual({ label, outcome: expected });
      deaths++;
    }
    expect(deaths).toBeGreaterThan(15);
  });

  it("ends after a day of silence in whatever process looks then, with what there is", async () => {
    const base = await person();
    const first = processOver(base, offlineComposer());
    await through(first.ports, ["ran twice"]);
    base.clock.set(base.clock.now() + DAY_MS);
    const next = processOver(base, offlineComposer());
    await keepReview(next.ports, "me", DATE);
    await look(base, next.ports);
    expect(await outcome(base)).toMatchObject({ state: "incomplete", notes: 1, revision: 1 });
  });
});
