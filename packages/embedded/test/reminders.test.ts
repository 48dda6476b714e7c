/** Reminders as people speak, from the words to the row and back to the words, on real parts. */
import { keys, Watch } from "@waldo/contracts";
import { localDate, localTime } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { talk } from "./talk.ts";
import { DATE, type TestWorld } from "./world.ts";

/** The reminders in force, as text and moment. */
async function reminders({ store }: TestWorld) {
  const { table, pk } = keys.watch("me", "");
  const rows = (await store.query({ table, pk, prefix: "WATCH#" })).rows.map(({ body }) => Watch.parse(body));
  return rows
    .filter(({ state }) => state === "active")
    .map(({ text, when }) => {
      if (when.on !== "time") return { text, when };
      return { text, date: localDate(when.at, PERSON.timeZone), time: localTime(when.at, PERSON.timeZone) };
    });
}

const THINGS = ["call the plumber", "water the ferns", "post the parcel", "stretch", "feed the cat"] as const;
const LEADS = ["remind me to", "please remind me to", "can you remind me to", "don't let me forget to"] as const;
const hour = fc.integer({ min: 13, max: 22 });
const minute = fc.constantFrom(0, 5, 15, 30, 45, 59);
const pad = (n: number) => String(n).padStart(2, "0");

describe("a reminder", () => {
  it("is set for what and when the person said, and the answer repeats both", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...LEADS),
        fc.constantFrom(...THINGS),
        hour,
        minute,
        async (lead, thing, h, m) => {
          const { world, say } = await talk({ days: 0 });
          const time = `${h}:${pad(m)}`;
          const answer = await say(`${lead} ${thing} at ${time}`);
          expect(await reminders(world)).toEqual([{ text: thing, date: DATE, time }]);
          expect(answer).toContain(thing);
          expect(answer).toContain(time);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("said again in other words of the same moment is not a second one", async () => {
    const { world, say } = await talk({ days: 0 });
    await say("remind me to water the ferns at 18:00");
    expect(await say("remind me at 6pm to water the ferns")).toMatch(/^You have that one already/);
    expect(await reminders(world)).toHaveLength(1);
  });

  it("and another in one sentence are two", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...THINGS], { minLength: 2, maxLength: 2 }),
        hour,
        async ([a = "", b = ""], h) => {
          fc.pre(h > 13);
          const { world, say } = await talk({ days: 0 });
          const answer = await say(`remind me at 13:00 to ${a} and at ${h}:00 to ${b}`);
          expect(await reminders(world)).toEqual(
            expect.arrayContaining([
              { text: a, date: DATE, time: "13:00" },
              { text: b, date: DATE, time: `${h}:00` },
            ]),
          );
          expect(answer).toContain(a);
          expect(answer).toContain(b);
        },
      ),
      { numRuns: 8 },
    );
  });

  it("without a time is asked for it, and is set by the next words", async () => {
    const { world, say } = await talk({ days: 0 });
    expect(await say("remind me to stretch")).toBe("When should I remind you?");
    expect(await reminders(world)).toEqual([]);
    await say("at 4");
    expect(await reminders(world)).toEqual([{ text: "stretch", date: DATE, time: "16:00" }]);
  });

  it("of a moment that has passed, or by an event that is not there, is said not to be set", async () => {
    const { world, say } = await talk({ days: 0 });
    expect(await say("remind me an hour before the opera to take the tickets")).toMatch(
      /^I have not set .* no such event/,
    );
    expect(await reminders(world)).toEqual([]);
  });

  it("repeats on the days that were named, and is listed, moved and cancelled by its words", async () => {
    const { world, say } = await talk({ days: 0 });
    await say("every weekday at 8 remind me to take my pills");
    await say("remind me tomorrow at 9 to call mum");
    expect(await say("what reminders do I have?")).toContain("“take my pills” every weekday at 08:00");
    await say("move the mum reminder to 11");
    expect(await reminders(world)).toEqual(
      expect.arrayContaining([
        { text: "take my pills", when: { on: "daily", time: "08:00", weekdays: [1, 2, 3, 4, 5] } },
        { text: "call mum", date: "2026-10-31", time: "11:00" },
      ]),
    );
    expect(await say("cancel the pills reminder")).toContain("take my pills");
    expect(await reminders(world)).toHaveLength(1);
  });
});
