/** A promise to look at something again is taken back by its words, without a model, and by the person alone. */
import { Intention, keys, TOOL_PERMISSIONS, TRIGGERS } from "@waldo/contracts";
import { expect, it } from "vitest";
import { talk } from "./talk.ts";

async function promised(...about: string[]) {
  const house = await talk({ days: 0 });
  for (const one of about)
    expect(await house.say(`look at ${one} again on Monday`)).toMatch(/^I will look at “.*” again/);
  const states = async () => {
    const { rows } = await house.world.store.query(keys.intention.all("me"));
    return Object.fromEntries(rows.map(({ body }) => [Intention.parse(body).text, Intention.parse(body).state]));
  };
  return { ...house, states };
}

it.each([
  ["don't look at the offer again", "I will not look at “the offer” again."],
  ["don't look at the offer", "I will not look at “the offer” again."],
  ["never mind the offer", "I will not look at “the offer” again."],
  ["you don't need to look at the offer any more", "I will not look at “the offer” again."],
  ["schau dir the offer nicht noch einmal an", "Ich sehe nicht noch einmal nach “the offer”."],
])("%s", async (words, answer) => {
  const { say, states } = await promised("the offer", "the garden plan");
  expect(await say(words)).toBe(answer);
  expect(await states()).toEqual({ "the offer": "dropped", "the garden plan": "open" });
});

it("is taken back by an undo", async () => {
  const { say, states } = await promised("the offer");
  await say("don't look at the offer again");
  await say("undo that");
  expect(await states()).toEqual({ "the offer": "open" });
});

it("is left as it is where another thing is named, or where none was made", async () => {
  const { say, states } = await promised("the offer");
  expect(await say("don't look at the budget again")).toMatch(/^I found no promise/);
  expect(await states()).toEqual({ "the offer": "open" });
});

it("is dropped in a chat alone", () => {
  expect(TRIGGERS.filter((trigger) => TOOL_PERMISSIONS[trigger].includes("drop_intention"))).toEqual(["user_message"]);
});
