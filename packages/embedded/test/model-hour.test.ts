/**
 * The scripted hour with a language model: a stub says what real models say to everyday messages (lists, numbers, jokes,
 * code, other languages), calls tools, and is wrong now and then. The gates may refuse at most three answers in a hundred.
 */
import { loadSteps } from "@waldo/core/run/journal";
import { receiveMessage } from "@waldo/core/run/receive";
import { instantAt, localTime, MINUTE_MS } from "@waldo/core/time";
import { casesOf } from "@waldo/testkit/data";
import { type Line, scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { withCalendar } from "./calendar.ts";
import { DATE, testWorld } from "./world.ts";

/** What the person says, and what the model says to it, turn by turn. */
const HOUR = casesOf<[said: string, ...lines: Line[]]>("chat-hours", "an hour with a model");

const MOST_REFUSED = 0.03;

it("an hour with a model: what it may say is said, what is not true is mended, and little is refused", async () => {
  const world = await testWorld({ model: scriptedModel(HOUR.flatMap(([, ...lines]) => lines)) });
  await withCalendar(world);
  world.clock.set(instantAt(DATE, "10:20", PERSON.timeZone));
  const lines: string[] = [];
  const refused: string[] = [];
  for (const [n, [text]] of HOUR.entries()) {
    const runId = await receiveMessage(world, "me", { messageId: `m${n}`, text }, DATE);
    await world.machines.idle();
    const gated = (await loadSteps(world.store, "me", runId)).find(({ to }) => to === "GATED");
    if (gated?.data["source"] !== "model") refused.push(text);
    const mended = gated?.data["mended"] === undefined ? "" : ` [${gated.data["mended"]}]`;
    lines.push(`${localTime(world.clock.now(), PERSON.timeZone)} > ${text}`);
    lines.push(
      ...String(gated?.data["text"] ?? "(no answer)")
        .split("\n")
        .map((line) => `        ${line}`),
    );
    if (mended !== "") lines.push(`       ${mended}`);
    world.clock.set(world.clock.now() + 2 * MINUTE_MS);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../../../data/golden/transcripts/model-hour.txt");
  expect([refused, refused.length / HOUR.length <= MOST_REFUSED]).toEqual([refused, true]);
});
