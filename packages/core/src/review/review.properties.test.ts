/**
 * A review under anything that a person and a machine may do: answers, requests, danger, skips, delays, days that pass,
 * messages that come twice, and processes that die. No answer is lost or counted twice, and every review ends.
 */
import { keys, type Profile, type Review } from "@waldo/contracts";
import { Killed } from "@waldo/testkit/faults";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { offlineComposer } from "../../../embedded/src/offline-composer.ts";
import { resumeReview } from "../../../embedded/src/reviews.ts";
import { type Process, processOver } from "../../../embedded/test/mortal-process.ts";
import { DATE, type TestWorld, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { hearPerson } from "../chat/intake.ts";
import { runIdFor } from "../digest.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { latestReview } from "./rows.ts";
import { isOver } from "./state.ts";
import { keepReview, weeklyReview } from "./weekly.ts";

const COACHED: Profile = { ...PERSON, coaching: { weeklyReview: { weekday: 5, time: "10:00" } } };

const ANSWERS = ["a long walk", "too many calls", "Noor and the choir", "finish the draft", "no", "yes"];
const OTHERS = ["what time is it?", "remind me tomorrow at 5 to call Ana", "I want to kill myself"];
const COMMANDS = ["skip", "later", "stop", "go on", "leave it", "yes"];

type Step =
  | { readonly is: "says"; readonly text: string; readonly twice: boolean; readonly dies: number }
  | { readonly is: "waits"; readonly hours: number; readonly dies: number };

const dies = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
);
const said = (texts: readonly string[]) =>
  fc.record({ is: fc.constant("says" as const), text: fc.constantFrom(...texts), twice: fc.boolean(), dies });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: said(ANSWERS) },
  { weight: 2, arbitrary: said(OTHERS) },
  { weight: 2, arbitrary: said(COMMANDS) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("waits" as const), hours: fc.constantFrom(1, 5, 22), dies }) },
);

/** Does a piece of work in a process that may die in it, and then in one that lives. */
async function survive(base: TestWorld, at: number, work: (ports: Process) => Promise<unknown>): Promise<void> {
  if (at > 0) {
    const { ports } = processOver(base, offlineComposer(), { at, when: at % 2 === 0 ? "before" : "after" });
    await work(ports).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    await ports.machines.idle();
  }
  const { ports } = processOver(base, offlineComposer());
  await work(ports);
  await ports.machines.idle();
  await resumeReview(ports, "me");
  await ports.machines.idle();
}

async function take(base: TestWorld, steps: readonly Step[]): Promise<string[]> {
  const messages: string[] = [];
  await survive(base, 0, (ports) => weeklyReview(ports, "me", DATE));
  for (const [i, one] of steps.entries()) {
    base.clock.set(base.clock.now() + (one.is === "waits" ? one.hours * HOUR_MS : 7 * MINUTE_MS));
    if (one.is === "waits") {
      await survive(base, one.dies, (ports) => keepReview(ports, "me", DATE));
      continue;
    }
    const messageId = `said-${i}`;
    messages.push(messageId);
    const hear = (ports: Process) => hearPerson(ports, COACHED, { messageId, text: one.text }, "app");
    await survive(base, one.dies, hear);
    if (one.twice) await survive(base, 0, hear);
  }
  return messages;
}

/** Every message is a move of the review or a run, and never both. */
async function fates({ store }: TestWorld, messages: readonly string[], review: Review) {
  return Promise.all(
    messages.map(async (nonce) => {
      const run = await store.get(keys.run("me", runIdFor({ userId: "me", trigger: "user_message", nonce })));
      return { nonce, run: run !== undefined, move: review.moves.some(({ of }) => of === nonce) };
    }),
  );
}

describe("a review under anything", () => {
  it("takes each message once, asks each question once a turn, and ends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const base = await testWorld({ days: 0, profile: COACHED });
        base.clock.set(WAKE + 3 * HOUR_MS);
        const messages = await take(base, steps);
        const open = (await latestReview(base.store, "me"))?.review as Review;
        const texts = new Map<string, string>(
          steps.flatMap((one, i) => (one.is === "says" ? [[`said-${i}`, one.text] as [string, string]] : [])),
        );
        const taken = await fates(base, messages, open);
        // What interrupted the review is both noted and a run. Nothing that the review answered is a run.
        const answers = open.answers.flatMap(({ text }) => text ?? []);
        const pure = taken.filter(({ run, move }) => move && !run).map(({ nonce }) => texts.get(nonce) ?? "");
        for (const { nonce, run, move } of taken) expect(run || move, `${nonce} is lost`).toBe(true);
        // The answers are, in order, words of messages that no run has.
        let from = 0;
        for (const answer of answers) {
          const found = pure.indexOf(answer, from);
          expect(found, `“${answer}” is counted twice`).toBeGreaterThanOrEqual(from);
          from = found + 1;
        }
        expect(new Set(open.answers.map(({ question }) => question)).size).toBe(open.answers.length);
        expect(open.answers.map(({ question }) => question)).toEqual(
          open.questions.slice(0, open.answers.length).map(({ name }) => name),
        );
        // What is said at a turn is said once, to the person and in the thread.
        const spoken = new Map<string, number>();
        for await (const { body } of queryAll(base.store, keys.message.startingWith("me", "day-"))) {
          const runId = String(body["runId"] ?? "");
          if (runId.startsWith("run-review-")) spoken.set(runId, (spoken.get(runId) ?? 0) + 1);
        }
        expect([...spoken.values()].filter((times) => times > 1)).toEqual([]);
        // Nobody says anything more.
        for (let days = 0; days < 4; days++) {
          base.clock.set(base.clock.now() + DAY_MS);
          await survive(base, 0, (ports) => keepReview(ports, "me", DATE));
        }
        expect(isOver((await latestReview(base.store, "me"))?.review as Review)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
