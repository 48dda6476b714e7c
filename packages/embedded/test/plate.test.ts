/** "What's on my plate today?" without a model: what is due, and what is in the calendar. */
import { expect, it } from "vitest";
import { withCalendar } from "./calendar.ts";
import { talk } from "./talk.ts";

it("names the tasks that are due and the events that are ahead", async () => {
  const { world, say } = await talk();
  await withCalendar(world);
  for (const task of ["pay the rent", "call the plumber"]) await say(`add ${task} to my list for today`);
  await say("add read a book to my list");
  const answer = await say("what's on my plate today?");
  expect(answer).toMatch(/pay the rent/i);
  expect(answer).toMatch(/call the plumber/i);
  expect(answer).toMatch(/^Ahead of you today: “/);
});
