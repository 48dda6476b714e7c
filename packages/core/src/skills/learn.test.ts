/** Tests what nights learn from a person's feedback, on a real store with real Briefs. */
import { keys } from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { dreamTask } from "@waldo/core/dream/dream";
import { addDays, DAY_MS, HOUR_MS } from "@waldo/core/time";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  feedbackOf,
  feedbackWorld,
  morning,
  nightAfter,
  OWN,
  recipesOf,
  standingOf,
  tap,
  tapped,
} from "../../../embedded/test/feedback-world.ts";
import { taskAction } from "../../../embedded/test/tap-world.ts";
import { DATE, type TestWorld } from "../../../embedded/test/world.ts";
import { keepRecipe, stateOf } from "./effectiveness.ts";

/** Days in a row with a Brief, a thumb for it, and a night. Returns the run of the last Brief. */
async function days(world: TestWorld, from: number, count: number, verb: "up" | "down"): Promise<void> {
  for (let i = from; i < from + count; i++) {
    const date = addDays(DATE, i);
    await tap(world, `${verb}:${await morning(world, date)}`);
    await nightAfter(world, date);
  }
}

describe("a thumb for a message", () => {
  it("is for all recipes of its run, and a second one takes the place of the first", async () => {
    const world = await feedbackWorld();
    const runId = await morning(world);
    expect(await recipesOf(world, runId)).toEqual(["morning-brief", OWN]);
    expect(await tap(world, `up:${runId}`)).toMatch(/helpful/);
    world.clock.set(world.clock.now() + HOUR_MS);
    await tap(world, `up:${runId}`);
    expect(await feedbackOf(world)).toMatchObject([{ kind: "up", runId, recipes: ["morning-brief", OWN] }]);
    expect((await feedbackOf(world))[0]?.at).toBe(world.clock.now() - HOUR_MS);
    expect(await tap(world, `down:${runId}`)).toMatch(/not helpful/);
    expect((await feedbackOf(world)).map(({ kind }) => kind)).toEqual(["down"]);
  });

  it("for an unknown run, another person's run or no run at all is answered and changes nothing", async () => {
    const world = await feedbackWorld();
    for (const data of ["up:run-brief-0", "down:run-user-message-xyz", "up:", "down:RUN#../x", "up:p-0123456789abcdef"])
      expect(await tap(world, data)).toBe("I do not know that message any more.");
    expect(await feedbackOf(world)).toEqual([]);
  });

  it("names what the Brief suggested", async () => {
    const world = await feedbackWorld({ days: 40 });
    const runId = await morning(world);
    await tap(world, `up:${runId}`);
    expect((await feedbackOf(world))[0]?.phrase).toEqual(expect.any(String));
  });
});

describe("nights", () => {
  it("send a recipe to review: Briefs leave it out, the lifecycle stays, and the person brings it back", async () => {
    const world = await feedbackWorld();
    await days(world, 0, 4, "down");
    const standing = await standingOf(world, OWN);
    expect(standing && stateOf(standing)).toBe("review");
    expect(await recipesOf(world, await morning(world, addDays(DATE, 4)))).toEqual(["morning-brief"]);

    await keepRecipe(world.store, "me", OWN);
    expect(await recipesOf(world, await morning(world, addDays(DATE, 5)))).toEqual(["morning-brief", OWN]);
  });

  it("make a recipe preferred after ten good ones", async () => {
    const world = await feedbackWorld();
    // The first three nights are not high yet.
    await days(world, 0, 12, "up");
    expect(await standingOf(world, OWN)).toMatchObject({ highs: 9 });
    await days(world, 12, 1, "up");
    const standing = await standingOf(world, OWN);
    expect(standing && stateOf(standing)).toBe("preferred");
  });

  it("that run twice count once, and a night without new feedback does not count", async () => {
    const world = await feedbackWorld();
    await days(world, 0, 2, "down");
    const once = await standingOf(world, OWN);
    expect(once).toMatchObject({ lows: 1 });
    await nightAfter(world, addDays(DATE, 1));
    await nightAfter(world, addDays(DATE, 2));
    await nightAfter(world, addDays(DATE, 3));
    expect(await standingOf(world, OWN)).toEqual(once);
  });

  it("give the same score whatever the order of the thumbs, and however often each arrives", async () => {
    const taps = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom("up", "down")), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(taps, fc.integer({ min: 1, max: 3 }), async (wanted, times) => {
        const latest = new Map(wanted);
        const scores = [];
        for (const order of [[...latest], [...latest].reverse()]) {
          const world = await feedbackWorld();
          const runs = [0, 1, 2].map((i) => morning(world, addDays(DATE, i)));
          for (const [i, verb] of order)
            for (let n = 0; n < times; n++) await tap(world, `${verb}:${(await Promise.all(runs))[i]}`);
          await nightAfter(world, addDays(DATE, 3));
          scores.push((await standingOf(world, OWN))?.score);
        }
        expect(scores[0]).toBe(scores[1]);
      }),
      { numRuns: 5 },
    );
  });

  it("skip a row that cannot be read, and learn from the others", async () => {
    const world = await feedbackWorld();
    for (const i of [0, 1]) await tap(world, `down:${await morning(world, addDays(DATE, i))}`);
    const bad = {
      op: "put",
      key: keys.feedback("me", 5 + world.clock.now(), "bad"),
      body: { kind: "sideways" },
    } as const;
    await world.raw.transact([bad]);
    await nightAfter(world, addDays(DATE, 1));
    expect((await standingOf(world, OWN))?.score).toBeLessThan(0.4);
  });
});

describe("what other rows hold", () => {
  it("is noted: a proposal that was done or put off, but not one to be modified", async () => {
    const world = await feedbackWorld();
    const runId = await morning(world);
    const proposals = ["Pack", "Call Ana", "Water the plants"].map((title) =>
      newProposal("me", runId, [taskAction(title)], world.clock.now()),
    );
    await world.store.transact(proposals.map(proposalWrite));
    const [done, later, other] = proposals.map(({ proposalId }) => proposalId);
    const screen = await tapped(world, `do:${done}`);
    const answer = await tapped(world, (screen.kind === "screen" && screen.buttons[0]?.data) || "");
    await tap(world, `no:${later}`);
    await tap(world, `mod:${other}`);
    await nightAfter(world, DATE);
    const noted = async () => (await feedbackOf(world)).map(({ kind, runId: of }) => [kind, of]).sort();
    const first = ["dismissed", "done", "ignored"].map((kind) => [kind, runId]);
    expect(await noted()).toEqual(first);

    expect(await tap(world, (answer.kind === "done" && answer.undo[0]?.data) || "")).toBe("Undone.");
    await nightAfter(world, addDays(DATE, 1));
    expect(await noted()).toEqual([...first, ["undone", runId]]);
  });

  it("is noted: how the suggestion of the morning was answered, and silence as silence", async () => {
    for (const [reply, kind] of [
      ["done", "followed"],
      ["not today", "dismissed"],
      [undefined, "ignored"],
    ] as const) {
      const world = await feedbackWorld();
      await morning(world);
      const at = world.clock.now() + HOUR_MS;
      if (reply !== undefined) {
        const body = { from: "owner", kind: "message", at, text: reply };
        await world.store.transact([{ op: "put", key: keys.message("me", `day-${DATE}`, at, "0-m"), body }]);
      }
      await nightAfter(world, DATE);
      await nightAfter(world, addDays(DATE, 1));
      expect((await feedbackOf(world)).map((one) => one.kind)).toEqual([kind]);
      expect((await standingOf(world, OWN)) === undefined).toBe(kind === "ignored");
    }
  });

  it("older than a score looks at counts no more, and leaves the store", async () => {
    const world = await feedbackWorld();
    for (const i of [0, 1]) await tap(world, `down:${await morning(world, addDays(DATE, i))}`);
    world.clock.set(world.clock.now() + 30 * DAY_MS);
    await nightAfter(world, addDays(DATE, 31));
    expect(await standingOf(world, OWN)).toBeUndefined();
    world.clock.set(world.clock.now() + 10 * DAY_MS);
    await dreamTask(world, { userId: "me", dreamId: `dream-${addDays(DATE, 42)}`, phase: "ARCHIVE" });
    expect(await feedbackOf(world)).toEqual([]);
  });
});
