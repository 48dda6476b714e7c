/** Odd messages in a chat without a language model: what is done, and that the answer says just that. */
import { loadWatches } from "@waldo/core/cadence/watches";
import { loadProfile } from "@waldo/core/person/profile";
import { localTime, MINUTE_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { talk } from "./talk.ts";
import type { TestWorld } from "./world.ts";

/** Returns the world and the last answer of a conversation. */
async function after(...messages: readonly string[]): Promise<{ world: TestWorld; answer: string }> {
  const { world, say } = await talk({ days: 0 });
  let answer = "";
  for (const text of messages) answer = await say(text);
  return { world, answer };
}

async function remindersOf({ store }: TestWorld): Promise<string[]> {
  const active = (await loadWatches(store, "me")).filter(({ watch }) => watch.state === "active");
  return active
    .map(({ watch: { text, when } }) => `${text} ${when.on === "time" ? localTime(when.at, PERSON.timeZone) : when.on}`)
    .sort();
}

const TWO = ["remind me tomorrow at 9am to see the dentist", "remind me tomorrow at 10am to water the plants"];

it.each([
  ["cancel all my reminders", []],
  ["delete every reminder please", []],
  ["cancel all reminders except the dentist", ["see the dentist 09:00", "water the plants 10:00"]],
  ["cancel all reminders about the gym", ["see the dentist 09:00", "water the plants 10:00"]],
  ["cancel the plants reminder", ["see the dentist 09:00"]],
  ["cancel the plants reminder instead of the gym one", ["see the dentist 09:00", "water the plants 10:00"]],
  ["cancel everything but the plants", ["see the dentist 09:00", "water the plants 10:00"]],
])("%s", async (message, left) => {
  const { world } = await after(...TWO, message);
  expect(await remindersOf(world)).toEqual(left);
});

it("a reminder that is moved to where it is stays, and is said to be there", async () => {
  const { world, answer } = await after(TWO[0] ?? "", "move the dentist reminder to 9");
  expect(await remindersOf(world)).toEqual(["see the dentist 09:00"]);
  expect(answer).toContain("You have that one already");
});

it.each([
  ["make it 11 instead", ["see the dentist 09:00", "water the plants 11:00"]],
  ["remind me of the dentist at 11 instead of 9", ["see the dentist 11:00", "water the plants 10:00"]],
])("%s: leaves the other reminder as it is", async (message, left) => {
  const { world } = await after(...TWO, message);
  expect(await remindersOf(world)).toEqual(left);
});

it("a task is not dropped by a message that may spare it", async () => {
  const { answer } = await after("add see the dentist to my list", "drop the gym task but not the dentist task");
  expect(answer).toContain("I am not sure which task you mean");
});

it("a name with signs that no name has is not noted", async () => {
  const { world, answer } = await after("call me <b>Bob</b>");
  expect((await loadProfile(world.store, "me")).name).toBe(PERSON.name);
  expect(answer).toBe("I could not note that name.");
});

it("quiet for a year is too long, and nothing is set", async () => {
  const { world, answer } = await after("be quiet for a year");
  expect((await loadProfile(world.store, "me")).quietUntil).toBeUndefined();
  expect(answer).toContain("two weeks at most");
});

it("a zone that has none above it is not waited for, and a lower one is said as it fires", async () => {
  const up = await after("tell me when I'm energized");
  expect(await remindersOf(up.world)).toEqual([]);
  expect(up.answer).toContain("For energized I can't");
  const down = await after("tell me when I'm flagging");
  expect(await remindersOf(down.world)).toHaveLength(1);
  expect(down.answer).toBe("I will tell you when you are flagging or lower.");
});

it("a day more than a week ahead is said in words", async () => {
  const { answer } = await after("be quiet until 8 November at 8am");
  expect(answer).toContain("on Sunday 8 November");
});

it("without a night, no claim is made of the sleep that is owed", async () => {
  const { answer } = await after("how much sleep debt do I have?");
  expect(answer).not.toMatch(/not short of sleep|no sleep to catch up/);
});

it("soon after an emergency, words that are not understood are taken for words about it, and no later", async () => {
  const { world, say } = await talk({ days: 0 });
  await say("a tightness across my chest goes into my jaw and it is still there");
  const answer = await say("do you really consider that necessary?");
  expect(answer).toContain("If nobody has called yet");
  expect(await say("remind me at five to call Ben")).toContain("17:00");
  world.clock.set(world.clock.now() + 60 * MINUTE_MS);
  expect(await say("do you really consider that necessary?")).not.toContain("If nobody has called yet");
});

it("what was done is told in a language that was chosen, and what is grave is asked in it", async () => {
  const { say } = await talk({ days: 0 });
  await say("Deutsch bitte");
  expect(await say("139/85")).toContain("Blutdruck 139/85");
  expect(await say("Penicillin vertrag i ned. Merken")).toContain("Ich bin mir nicht sicher");
});
