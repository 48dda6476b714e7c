/** The file of goals in a chat without a language model. */

import { keys } from "@waldo/contracts";
import { changeGoals } from "@waldo/core/goals/change";
import { goalsInForce, loadGoalsFile } from "@waldo/core/goals/stored";
import { expect, it } from "vitest";
import { talk } from "./talk.ts";

const goalsOf = async ({ world }: Awaited<ReturnType<typeof talk>>) => goalsInForce(world.store, "me");

it("a line is put in, ticked off and taken out, and the north star is set", async () => {
  const house = await talk({ days: 0 });
  expect(await house.say("what are my goals?")).toContain("You have no goals yet");
  const added = (goal: string, span: string) => [
    `${goal} is a goal of yours now ${span}.`,
    `That is a goal of yours now ${span}: ${goal}.`,
  ];
  const week = await house.say("put 'finish the draft' into this week");
  expect(added("“finish the draft”", "for this week")).toContain(week);
  const today = await house.say("add call the bank to today's goals");
  expect(added("“call the bank”", "for today")).toContain(today);
  expect(await house.say("my north star is to write things that people use")).toContain("Your north star is");
  expect(await goalsOf(house)).toMatchObject({
    northStar: "write things that people use",
    week: ["finish the draft"],
    today: ["call the bank"],
  });
  const told = await house.say("what are my goals?");
  expect(told).toMatch(/for today: “call the bank”.*for this week: “finish the draft”.*north star/s);
  expect(["“call the bank” is no goal of yours any more.", "I took “call the bank” out of your goals."]).toContain(
    await house.say("remove call the bank from today"),
  );
  expect((await goalsOf(house)).today).toEqual([]);
  await house.say("tick off finish the draft in this week's goals");
  expect((await loadGoalsFile(house.world.store, "me"))?.file.text).toContain("[x] finish the draft");
});

it("a change is taken back, and the lines around it were never touched", async () => {
  const house = await talk({ days: 0 });
  const text = "# Mine\r\n<!-- a note -->\r\n## This Week\r\n*  one\r\n\r\nfree words\r\n";
  await changeGoals(house.world, "me", { by: "app", text });
  await house.say("put 'finish the draft' into this week");
  expect((await loadGoalsFile(house.world.store, "me"))?.file.text).toBe(
    text.replace("*  one\r\n", "*  one\r\n*  finish the draft\r\n"),
  );
  await house.say("undo that");
  expect((await loadGoalsFile(house.world.store, "me"))?.file).toMatchObject({ text, revision: 3 });
});

it("a fourth line is refused in words", async () => {
  const house = await talk({ days: 0 });
  for (const goal of ["one", "two", "three"]) await house.say(`put 'goal ${goal}' into this week`);
  expect(await house.say("put 'goal four' into this week")).toContain("three goals for this week already");
  expect((await goalsOf(house)).week).toHaveLength(3);
});

it("the goals of the list are named too, however many tasks there are, with a file or without one", async () => {
  const house = await talk({ days: 0 });
  const row = (taskId: string, title: string, goal: boolean) => ({
    op: "put" as const,
    key: keys.task("me", taskId),
    body: { taskId, title, status: "open", goal, origin: "owner", createdAt: 1, updatedAt: 1 },
  });
  const tasks = Array.from({ length: 25 }, (_, i) => row(`task${i}`, `errand ${i}`, false));
  await house.world.store.transact([...tasks, row("goal1", "run a half marathon", true)]);
  expect(await house.say("what are my goals?")).toBe("On your list of goals: “run a half marathon”.");
  await house.say("put 'finish the draft' into this week");
  expect(await house.say("what are my goals?")).toMatch(/for this week: “finish the draft”.*“run a half marathon”/s);
});
