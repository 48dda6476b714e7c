/** A conversation without a language model goes on: what was said before completes what is said next. */
import { activeWatches } from "@waldo/core/cadence/watches";
import { goalsInForce } from "@waldo/core/goals/stored";
import { expect, it } from "vitest";
import { talk } from "./talk.ts";

const remindersOf = async ({ world }: Awaited<ReturnType<typeof talk>>) => activeWatches(world.store, "me");

it("moves what was set, adds one before it, and takes the second one of a list away", async () => {
  const house = await talk({ days: 0 });
  await house.say("remind me to call Ana tomorrow at 5 pm");
  expect(await house.say("actually make it 6")).toContain("18:00");
  expect(await remindersOf(house)).toHaveLength(1);
  expect(await house.say("and remind me an hour before")).toContain("17:00");
  expect(await remindersOf(house)).toHaveLength(2);
  await house.say("what reminders do I have?");
  expect(await house.say("delete the second one")).toContain("call Ana");
  expect(await remindersOf(house)).toHaveLength(1);
});

it("does every wish of a message, and what is no wish stays a part of its words", async () => {
  const house = await talk({ days: 0 });
  const said = await house.say("remind me to wash the car and buy milk at 5 pm, and what reminders do I have?");
  expect(said).toContain("“wash the car and buy milk”");
  expect(await remindersOf(house)).toHaveLength(1);
});

it("a goal said in any way is a goal", async () => {
  const house = await talk({ days: 0 });
  expect(await house.say("my goal is to write my thesis by the end of March")).toContain("This Quarter");
  expect(await house.say("keep me honest on coffee")).toContain("Standing Commitments");
  expect(await goalsInForce(house.world.store, "me")).toMatchObject({
    quarter: ["write my thesis by the end of March"],
    commitments: ["coffee"],
  });
});
