/** A model may ask for any number of calls. The run makes a bounded number, and says why it made no more. */
import { CALLS_PER_RUN, CALLS_PER_TURN } from "@waldo/contracts";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { expect, it } from "vitest";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { readTranscript, resultsOf } from "../agent/transcript.ts";
import { loadSteps } from "./journal.ts";
import { receiveMessage } from "./receive.ts";

const batch = (n: number, turn = 0) => ({
  calls: Array.from({ length: n }, (_, i) => ({
    id: `c${turn}-${i}`,
    name: "write_task",
    args: { title: `task ${turn} ${i}` },
  })),
});

async function play(...lines: Parameters<typeof scriptedModel>[0]) {
  const model = scriptedModel(lines);
  const world = await testWorld({ model });
  const runId = await receiveMessage(world, "me", { messageId: "m1", text: "do it all" }, DATE);
  await world.machines.idle();
  const transcript = readTranscript(await loadSteps(world.store, "me", runId));
  const made = resultsOf(transcript).map((result) =>
    result.ok || result.error === "needs_approval" ? "made" : "refused",
  );
  return { made: made.filter((one) => one === "made").length, results: resultsOf(transcript), model };
}

it("makes at most 20 calls of one turn, and tells the model why the rest were refused", async () => {
  const { made, results, model } = await play(batch(CALLS_PER_TURN + 7), { text: "That is a lot." });
  expect(CALLS_PER_TURN).toBe(20);
  expect(made).toBe(CALLS_PER_TURN);
  expect(results).toHaveLength(CALLS_PER_TURN + 7);
  expect(results.at(-1)).toMatchObject({ ok: false, error: "denied", message: expect.stringContaining("next turn") });
  expect(JSON.stringify(model.asked[1]?.messages)).toContain("a turn makes at most 20 calls");
});

it("makes at most 40 calls of one run", async () => {
  const { made, results } = await play(batch(15, 0), batch(15, 1), batch(15, 2), batch(3, 3), { text: "Done." });
  expect(CALLS_PER_RUN).toBe(40);
  expect(made).toBe(CALLS_PER_RUN);
  expect(results.at(-1)).toMatchObject({ ok: false, message: expect.stringContaining("at most 40 calls") });
});

it("counts calls that were refused, so refusals cannot be used to go on", async () => {
  const { made } = await play(batch(100, 0), batch(20, 1), { text: "Done." });
  expect(made).toBe(CALLS_PER_TURN);
});
