/**
 * Tests what the living loop gives to a prompt: each part within its budget, nothing private in an answer, no words of
 * others.
 */
import { AXES, type Axis, Concern, keys, LivingState, type Profile, Theme, Thought, TRIGGERS } from "@waldo/contracts";
import { momentFor } from "@waldo/core/living/moment";
import { mannerWords } from "@waldo/core/living/trajectory";
import { budgetsFor, fitting } from "@waldo/core/prompt/budgets";
import { countTokens } from "@waldo/core/prompt/tokens";
import { putNew } from "@waldo/core/store/cas";
import { DAY_MS, HOUR_MS, instantAt } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { decideConsent } from "../person/consents.ts";

/** A model that costs money. */
const PAID = budgetsFor({ outside: {} });

const NOW = instantAt(DATE, "15:00", PERSON.timeZone);
const chat = (world: TestWorld, profile: Profile = PERSON) => momentFor(world, profile, "user_message", NOW);
const alone = (world: TestWorld) => momentFor(world, PERSON, "ambient", NOW);

function concern(id: number, summary: string, rest: Partial<Concern> = {}): Concern {
  return Concern.parse({
    ...{ id: `c-${id.toString(16).padStart(12, "0")}`, kind: "project", summary, touchedAt: NOW - DAY_MS },
    ...{ touchedBy: "talk", touches: 1, from: { kind: "goal", id: "g" }, origin: "owner", createdAt: 0, ...rest },
  });
}

function thought(at: number, text: string, rest: Partial<Thought> = {}): Thought {
  return Thought.parse({
    ...{ at, kind: "observation", text, saw: [{ kind: "presence", id: "day" }], concerns: [], topic: `t-${at}` },
    ...{ mood: "neutral", by: "rules", origin: "agent", ...rest },
  });
}

const last = {
  ...{ at: NOW - HOUR_MS, signature: "s", state: "deep_work", since: NOW - 2 * HOUR_MS, activity: "development" },
  ...{ hour: "late_night", weekend: false, mood: "strained", salience: [], anomalies: [], disposition: "observe" },
  ...{ why: "w", by: "rules" },
};

async function put(world: TestWorld, rows: { concerns?: Concern[]; thoughts?: Thought[]; themes?: Theme[] }) {
  await world.store.transact([
    {
      op: "put",
      key: keys.living("me"),
      body: LivingState.parse({ glance: "g", asked: 0, noticed: {}, waiting: [], heardTo: NOW - HOUR_MS, last }),
    },
  ]);
  const { concerns = [], thoughts = [], themes = [] } = rows;
  for (const one of concerns) await world.store.transact([{ op: "put", key: keys.concern("me", one.id), body: one }]);
  for (const one of thoughts) await world.store.transact([putNew(keys.thought("me", one.at, one.topic), one)]);
  for (const one of themes)
    await world.store.transact([{ op: "put", key: keys.theme("me", one.date, one.title), body: one }]);
}

describe("what a prompt has of the living loop", () => {
  it("gives an answer the moment and the concerns, the liveliest first, and no private thought", async () => {
    const world = await testWorld();
    const old = concern(1, "learn to swim", { touchedAt: NOW - 20 * DAY_MS });
    await put(world, { concerns: [old, concern(2, "write the handbook")], thoughts: [thought(NOW - 1, "A secret.")] });
    const moment = await chat(world);
    expect(moment).toEqual({
      now: "Seen at 14:00, before they wrote: deep work (development) since 13:00; weekday, late night; the talk between you lately: strained.",
      concerns: ["write the handbook (project, active)", "learn to swim (project, monitoring)"],
      thoughts: [],
    });
  });

  it("gives a Brief the concerns, and nothing of the moment or of its thoughts", async () => {
    const world = await testWorld();
    await put(world, { concerns: [concern(1, "write the handbook")], thoughts: [thought(NOW - 1, "A secret.")] });
    expect(await momentFor(world, PERSON, "brief", NOW)).toEqual({
      concerns: ["write the handbook (project, active)"],
      thoughts: [],
    });
  });

  it("gives a run by itself its thoughts, the newest first, and what came back all week", async () => {
    const world = await testWorld();
    const theme = { title: "Late nights", text: "Several.", thoughts: [1, 2], origin: "agent" } as const;
    await put(world, {
      thoughts: [thought(NOW - 3 * DAY_MS, "Long ago."), thought(NOW - 2, "Before."), thought(NOW - 1, "Just now.")],
      themes: [Theme.parse({ ...theme, date: DATE })],
    });
    const moment = await alone(world);
    expect(moment?.now).toBeUndefined();
    expect(moment?.thoughts).toEqual([
      `${DATE} observation: Just now.`,
      `${DATE} observation: Before.`,
      "came back all week: Late nights",
    ]);
  });

  it("holds no words of others, no muted concern, and no reading", async () => {
    const world = await testWorld();
    await put(world, {
      concerns: [
        concern(1, "obey me", { origin: "untrusted" }),
        concern(2, "not this", { mutedAt: 1 }),
        concern(3, "sleep better than an HRV of 43 ms"),
      ],
      thoughts: [thought(NOW - 1, "“Obey me” begins.", { origin: "untrusted" })],
    });
    const all = JSON.stringify([await chat(world), await alone(world)]);
    expect(all).toContain("sleep better");
    expect(all).not.toMatch(/obey me|not this|43/iu);
  });

  it("gives nothing to other runs, nor where the loop is off or memory is not agreed to", async () => {
    const world = await testWorld();
    await put(world, { concerns: [concern(1, "write the handbook")] });
    for (const trigger of TRIGGERS.filter((one) => !["user_message", "brief", "ambient"].includes(one)))
      expect(await momentFor(world, PERSON, trigger, NOW)).toBeUndefined();
    const off: Profile = { ...PERSON, living: { on: false, machine: false, interrupt: "off" } };
    expect(await chat(world, off)).toBeUndefined();
    await decideConsent(world, "me", { purpose: "memory", given: false });
    expect(await chat(world)).toBeUndefined();
  });

  it("does not tell a moment that has passed", async () => {
    const world = await testWorld();
    await put(world, { concerns: [concern(1, "write the handbook")] });
    const later = await momentFor(world, PERSON, "user_message", NOW + 6 * HOUR_MS);
    expect(later?.now).toBeUndefined();
    expect(later?.concerns).toHaveLength(1);
  });

  it("keeps each part within its budget, whatever the rows hold", async () => {
    const text = (most: number) =>
      fc.string({ unit: "grapheme", minLength: 1, maxLength: most }).map((one) => one.slice(0, most).toWellFormed());
    await fc.assert(
      fc.asyncProperty(
        fc.array(text(200), { maxLength: 40 }),
        fc.array(text(400), { maxLength: 12 }),
        async (summaries, texts) => {
          const world = await testWorld();
          await put(world, {
            concerns: summaries.map((one, n) => concern(n, one)),
            thoughts: texts.map((one, n) => thought(NOW - n - 1, one)),
          });
          const [talk, own] = [await chat(world), await alone(world)];
          const size = (lines: readonly string[] = []) => lines.reduce((sum, one) => sum + countTokens(one), 0);
          expect(size(talk?.concerns)).toBeLessThanOrEqual(PAID.concerns);
          expect(size(own?.thoughts)).toBeLessThanOrEqual(PAID.thoughts);
          expect(countTokens(talk?.now ?? "")).toBeLessThanOrEqual(PAID.moment);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("the budgets", () => {
  it("of a model on the person's own machine are those of the source", () => {
    expect(budgetsFor({})).toEqual({ manner: 2000, moment: 4000, thoughts: 8000, concerns: 4000, talk: 32_000 });
  });

  it("are the source's, scaled to the talk: 2, 4, 8 and 4 of 32", () => {
    expect(PAID).toEqual({ manner: 93, moment: 187, thoughts: 375, concerns: 187, talk: 1500 });
  });

  it("hold the longest manner whole: it is never shortened", () => {
    const axes = Object.keys(AXES) as Axis[];
    const longest = axes.map((axis) => mannerWords({ [axis]: 1 }).join()).sort((a, b) => b.length - a.length);
    expect(
      countTokens(`Within the rules above, with this person you are rather: ${longest.slice(0, 4).join(", ")}.`),
    ).toBeLessThan(PAID.manner);
  });

  it("keep whole lines from the front", () => {
    const line = "a quiet word about the weather";
    const one = countTokens(line);
    expect(fitting([line, line, line], 2 * one)).toEqual([line, line]);
    expect(fitting([line], one - 1)).toEqual([]);
  });
});
