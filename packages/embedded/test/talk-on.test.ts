/** A conversation without a language model goes on: what was said before completes what is said next. */
import { DayMetric, keys } from "@waldo/contracts";
import { judge } from "@waldo/core/agent/judge";
import { stepOf } from "@waldo/core/agent/writers/chat/answer";
import { activeWatches } from "@waldo/core/cadence/watches";
import { goalsInForce } from "@waldo/core/goals/stored";
import { loadScores, refreshScore } from "@waldo/core/health/ledger";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { repositoryIntents } from "../src/bundled-intents.ts";
import { talk } from "./talk.ts";
import { DATE } from "./world.ts";

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
  // The reminder is set, and the question is answered after it.
  expect(said).toMatch(/I will remind you .*“wash the car and buy milk”.*reminders?.*“wash the car and buy milk”/s);
  expect(await remindersOf(house)).toHaveLength(1);
});

it("a past day is told from its own score, and a day without one is not guessed", async () => {
  const house = await talk();
  expect(await house.say("how did I sleep?")).toMatch(/^You slept /);
  const { date } = (await loadScores(house.world.store, "me", addDays(DATE, -2), DATE)).at(-1) ?? {};
  expect(date).toBe(DATE);
  expect(await house.say("and the night before?")).toContain("no reading of you yesterday");
  await refreshScore(house.world, "me", { date: addDays(DATE, -1), timeZone: PERSON.timeZone, settled: true });
  expect(await house.say("how did I sleep yesterday?")).toMatch(/^In the night to yesterday you slept /);
  expect(await house.say("how did I sleep 90 days ago?")).toContain("sixty days at most");
});

it("what a person tells of themselves is kept, and no night is told back", async () => {
  const house = await talk();
  const said = await house.say("two beers and a fight with my boss last night");
  expect(said).not.toMatch(/slept|hours/);
  expect(await house.say("what do you know about me?")).toContain("two beers and a fight with my boss");
});

it("a goal said in any way is a goal", async () => {
  const house = await talk({ days: 0 });
  expect(await house.say("my goal is to write my thesis by the end of March")).toContain("for this quarter");
  expect(await house.say("keep me honest on coffee")).toMatch(
    /“coffee” is a goal of yours now|a goal of yours now.*: “coffee”/,
  );
  expect(await goalsInForce(house.world.store, "me")).toMatchObject({
    quarter: ["write my thesis by the end of March"],
    commitments: ["coffee"],
  });
});

it("a wish that follows another reads what the first one changed", async () => {
  const house = await talk({ days: 0 });
  await house.say("remind me to call Ana tomorrow at 5 pm");
  await house.say("remind me to buy milk tomorrow at 6 pm");
  const said = await house.say("cancel the reminder to buy milk, and what reminders do I have?");
  expect(said).toMatch(/cancel.*“buy milk”.*“call Ana”/is);
  expect(said.match(/“buy milk”/g)).toHaveLength(1);
});

it("a list after a colon is one task for each line, and one of them is ticked off by its name", async () => {
  const house = await talk({ days: 0 });
  expect(await house.say("add to my list: return the books, buy oat milk, print the form")).toContain(
    "“return the books”, “buy oat milk” and “print the form”",
  );
  expect(await house.say("done with the oat milk already")).toBe("“buy oat milk” is marked as done.");
});

it("another weekday keeps the hour, and it stays one reminder", async () => {
  const house = await talk({ days: 0 });
  await house.say("remind me every wednesday at 8 pm to put the bins out");
  expect(await house.say("no sorry, tuesdays")).toContain("every Tuesday at 20:00");
  expect(await remindersOf(house)).toHaveLength(1);
});

it("an answer to “when” is a time, and talk of something else is none", async () => {
  const house = await talk({ days: 0 });
  expect(await house.say("remind me to drink water")).toContain("When should I remind you?");
  await house.say("stressed. two deadlines and my boss wants me to cover on wednesday");
  expect(await remindersOf(house)).toHaveLength(0);
  expect(await house.say("remind me to pay rent on the 1st of every month")).toContain("no other rhythm yet");
});

it("an act that is likely and not certain is asked about, and a no changes nothing", async () => {
  const house = await talk({ days: 0 });
  const asked = await house.say("gym at 6");
  expect(asked).toMatch(/^Did you mean: /);
  expect(await remindersOf(house)).toHaveLength(0);
  await house.say("something else");
  expect(await remindersOf(house)).toHaveLength(0);
});

it("a question about readings gives a card that names it, and no number leaves its table", async () => {
  const house = await talk();
  const said = await house.say("What was my HRV last night?");
  expect(said).toMatch(/^[^\d]*on your page\.$/);
  const rows = [];
  for await (const { body } of queryAll(house.world.store, keys.message.all("me"))) rows.push(body);
  expect(rows.flatMap(({ card }) => card ?? [])).toMatchObject([
    { type: "reading", question: { of: { rows: "days", metric: "hrv" }, range: { span: "back", days: 0 } } },
  ]);
});

it("the answer that a measure stands on the page passes the gates, for each measure", async () => {
  const intent = repositoryIntents().find(({ name }) => name === "ask-data");
  if (intent === undefined) throw new Error("no intent");
  const call = { id: "c1", name: "ask_data", args: { question: "what was it?" } } as const;
  for (const metric of DayMetric.options)
    for (const message of ["odd", "even"]) {
      const value = {
        question: { of: { rows: "days", metric }, filters: [], range: { span: "all" }, aggregate: "mean" },
      };
      const results = [{ callId: "c1", name: "ask_data", ok: true, value, origin: "system" }] as const;
      const asked = { is: "clear", intent, slots: [{}], message: "what was it?" } as const;
      const told = { trigger: "user_message", date: DATE, skills: [], message, asked } as const;
      const step = stepOf(asked, told, { calls: [call], results }, (text) => text);
      const text = "text" in step ? step.text : undefined;
      const evidence = { calls: [call], results, owner: [], known: [], today: DATE, reply: true, own: true };
      expect(judge(text ?? "", evidence), text ?? metric).toMatchObject({ ok: true });
    }
  const house = await talk();
  for (const said of ["has my HRV gone up or down since Monday?", "how did I sleep?", "and how much of that was deep?"])
    expect(await house.say(said)).not.toContain("did not understand");
});

it("a limit that a person names is read from their message", async () => {
  const house = await talk();
  expect(await house.say("how many nights did I sleep less than 7 hours this month")).toContain("numbers");
});

it("a few words change the question about readings before them", async () => {
  const house = await talk();
  await house.say("average hrv last week");
  await house.say("and this month?");
  await house.say("and my pulse?");
  await house.say("just weekdays");
  const rows = [];
  for await (const { body } of queryAll(house.world.store, keys.message.all("me"))) rows.push(body);
  expect(rows.flatMap(({ card }) => card ?? []).at(-1)).toMatchObject({
    question: {
      of: { rows: "days", metric: "restingHr" },
      range: { span: "dates" },
      filters: [{ by: "weekdays", weekdays: [1, 2, 3, 4, 5] }],
      aggregate: "mean",
    },
  });
});

it("an illness that was told counts more than the readings, and is no question about them", async () => {
  const house = await talk();
  expect(await house.say("should I go for a run today?")).not.toContain("not well");
  await house.say("I have a temperature of 38.1 and a cough");
  expect(await house.say("should I still go for my run?")).toMatch(/not well.*Leave training out/s);
  expect(await house.say("my temperature is now 37.8")).not.toMatch(/sign|slept/);
});
