/** Errands and habits that are told in few words, in a chat without a language model. */
import { keys, Task } from "@waldo/contracts";
import { goalsInForce } from "@waldo/core/goals/stored";
import { describe, expect, it } from "vitest";
import { talk } from "./talk.ts";

type House = Awaited<ReturnType<typeof talk>>;

/** Returns the tasks in the order of their titles: what is open, and what is done with its state. */
async function tasksOf({ world }: House): Promise<string[]> {
  const { rows } = await world.store.query(keys.task.all("me"));
  return rows
    .map(({ body }) => Task.parse(body))
    .filter(({ status }) => status !== "dropped")
    .map(({ title, status, due }) => `${title}${status === "open" ? "" : ` (${status})`}${due ? ` due ${due}` : ""}`)
    .sort();
}

const commitments = async ({ world }: House) => (await goalsInForce(world.store, "me")).commitments;

describe("an errand that Waldo cannot do", () => {
  it.each([
    ["order new shoes for Ben", "yes", "Should I put “order new shoes for Ben” on your list?"],
    ["Müllbeutel kaufen", "ja bitte", "Soll ich “Müllbeutel kaufen” auf deine Liste setzen?"],
    ["comprar croquetas", "vale", "¿Pongo “comprar croquetas” en tu lista?"],
    ["réparer la chasse d'eau", "oui", "Je mets “réparer la chasse d'eau” sur ta liste ?"],
  ])("is offered for the list: “%s”", async (title, yes, offer) => {
    const house = await talk({ days: 0 });
    expect(await house.say(title)).toContain(offer);
    expect(await tasksOf(house)).toEqual([]);
    expect(await house.say(yes)).toContain(`“${title}”`);
    expect(await tasksOf(house)).toEqual([title]);
  });

  it("that was done and stands on no list is kept in the words that were said", async () => {
    const house = await talk({ days: 0 });
    expect(await house.say("parents email sent")).toContain("“parents email sent”");
  });

  it("is left alone after a no, and gets a day with a yes", async () => {
    const house = await talk({ days: 0 });
    await house.say("descale kettle");
    await house.say("no thanks");
    expect(await tasksOf(house)).toEqual([]);
    await house.say("print boarding passes");
    await house.say("yes, for Friday");
    expect(await tasksOf(house)).toEqual([expect.stringMatching(/^print boarding passes due /)]);
  });

  it("becomes two when they are two, also once it stands on the list", async () => {
    const house = await talk({ days: 0 });
    await house.say("renew passport, photos first");
    await house.say("two separate things");
    expect(await tasksOf(house)).toEqual(["photos", "renew passport"]);
    await house.say("put wash car, tyres on my list");
    await house.say("those are two different things");
    expect(await tasksOf(house)).toEqual(["photos", "renew passport", "tyres", "wash car"]);
  });

  it("is asked about once where things alone are named", async () => {
    const house = await talk({ days: 0 });
    expect(await house.say("milk, eggs, nappy cream")).toBe(
      "Should I put these three on your list: “milk”, “eggs” and “nappy cream”?",
    );
    await house.say("yes");
    expect(await tasksOf(house)).toEqual(["eggs", "milk", "nappy cream"]);
  });
});

it("a list with a heading is put down, what is done is ticked off, and what is on no list is noted", async () => {
  const house = await talk({ days: 0 });
  await house.say("todo: pharmacy, renew passport, call Dad");
  await house.say("Dad on Sunday");
  expect(await tasksOf(house)).toEqual([expect.stringMatching(/^call Dad due /), "pharmacy", "renew passport"]);
  await house.say("called Dad");
  await house.say("passport renewed ✅");
  expect(await tasksOf(house)).toEqual([
    expect.stringMatching(/^call Dad \(done\)/),
    "pharmacy",
    "renew passport (done)",
  ]);
  expect(await house.say("photos done")).toBe("Noted: “photos done”. None of your tasks fits that.");
  const other = await talk({ days: 0 });
  expect(await other.say("photos done")).not.toContain("task list");
});

it("a habit in bare words is a goal, gets an end and another number, is shown, and cannot rest", async () => {
  const house = await talk({ days: 0 });
  await house.say("Gym 3x a week");
  await house.say("for 4 weeks");
  expect(await commitments(house)).toEqual([expect.stringMatching(/^Gym 3x a week, until \p{L}+ \d+ \p{L}+$/u)]);
  await house.say("twice a week first");
  expect(await commitments(house)).toEqual([expect.stringMatching(/^Gym twice a week, until /)]);
  expect(await house.say("pause the gym goal till I'm well")).toContain("goals cannot rest");
  expect(await house.say("goal?")).toContain("Gym twice a week");
  await house.say("10000 Schritte am Tag");
  expect(await house.say("goals?")).toMatch(/Gym twice a week.*10000 Schritte am Tag/);
  expect(await house.say("no more goals")).toContain("waits for your tap");
  expect(await commitments(house)).toHaveLength(2);
});
