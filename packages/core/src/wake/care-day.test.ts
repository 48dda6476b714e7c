/** The day after words of danger: what speaks, what is silent, and how the ordinary day returns. */
import { keys, type LocalDate, type SensedWake } from "@waldo/contracts";
import { CARE_WORDS } from "@waldo/core/safety/crisis/answers/answer";
import { addDays, HOUR_MS, instantAt } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { intake } from "../chat/intake.ts";
import { careEnd, findCare } from "../person/care.ts";
import { loadProfile } from "../person/profile.ts";

const NEXT = addDays(DATE, 1);
const at = (time: string, date: LocalDate = DATE) => instantAt(date, time, PERSON.timeZone);

async function say(world: TestWorld, text: string, messageId: string) {
  const message = { messageId, text };
  const runId = await intake(world, await loadProfile(world.store, "me"), { as: "message", message, via: "app" });
  await world.machines.idle();
  return runId;
}

async function wake(
  world: TestWorld,
  job: SensedWake["job"],
  time: string,
  date = DATE,
  variant?: "morning" | "midday",
) {
  const now = at(time, date);
  world.clock.set(now);
  const scheduledAt = new Date(now).toISOString();
  const outcome = await decide(world, { userId: "me", job, date, scheduledAt, ...(variant ? { variant } : {}) });
  await world.machines.idle();
  return outcome;
}

/** What Waldo has said on a day, by kind. */
async function saidOn(world: TestWorld, date: LocalDate) {
  const { table, pk } = keys.message("me", `day-${date}`, 0, "");
  const { rows } = await world.store.query({ table, pk, prefix: `MESSAGE#day-${date}` });
  return rows
    .filter(({ body }) => body["from"] === "waldo")
    .map(({ body }) => ({ kind: String(body["kind"]), text: String(body["text"]) }));
}

describe.each([
  ["certain", "I want to kill myself"],
  ["physical", "my chest is crushing and my left arm is numb"],
] as const)("after a %s answer", (tier, cry) => {
  it("nothing unasked speaks for a day, the next morning has one sentence, and then the day is ordinary", async () => {
    const world = await testWorld();
    world.clock.set(at("20:00"));
    await say(world, cry, "m1");
    expect(await findCare(world.store, "me", at("20:01"))).toMatchObject({ tier });
    expect(JSON.stringify((await world.store.get(keys.care("me")))?.body)).not.toContain(cry.slice(0, 12));

    for (const time of ["20:15", "21:30", "22:00"]) await wake(world, "patrol", time);
    expect((await saidOn(world, DATE)).map(({ kind }) => kind)).toEqual(["emergency"]);

    await wake(world, "brief", "07:00", NEXT, "morning");
    await wake(world, "brief", "07:00", NEXT, "morning");
    await wake(world, "brief", "12:00", NEXT, "midday");
    const morning = await saidOn(world, NEXT);
    expect(morning).toHaveLength(1);
    const [start = ""] = CARE_WORDS.en.morning[tier].split("{");
    expect(morning[0]?.text.startsWith(start)).toBe(true);
    expect(morning[0]?.text).not.toMatch(/steady|energized|flagging|depleted|(strong|normal|low) day|Form|bed/);

    world.clock.set(at("20:01", NEXT));
    expect(await careEnd(world.store, "me", at("20:01", NEXT))).toBeUndefined();
    expect((await wake(world, "brief", "07:00", addDays(DATE, 2), "morning")).outcome).not.toBe("nothing");
  });
});

it("a second cry within a day gets other, shorter words; after two days the row is gone", async () => {
  const world = await testWorld();
  world.clock.set(at("20:00"));
  await say(world, "I want to kill myself", "m1");
  world.clock.set(at("21:00"));
  await say(world, "I still want to die", "m2");
  const [first, again] = await saidOn(world, DATE);
  expect(again?.text).not.toBe(first?.text);
  expect(again?.text.length).toBeLessThan(first?.text.length ?? 0);
  expect(await findCare(world.store, "me", at("21:00") + 48 * HOUR_MS)).toBeUndefined();
});

it("a question of medicine is answered by hand, in its language, and no day follows it", async () => {
  const world = await testWorld();
  await say(world, "is 800mg ibuprofen ok with my antidepressant", "m1");
  world.clock.set(world.clock.now() + HOUR_MS);
  await say(world, "Darf ich zum Antibiotikum ein Bier trinken?", "m2");
  const [english, german] = await saidOn(world, DATE);
  expect(english?.text.startsWith(CARE_WORDS.en.medicine[0] ?? "-")).toBe(true);
  expect(german?.text.startsWith(CARE_WORDS.de.medicine[0] ?? "-")).toBe(true);
  expect(await findCare(world.store, "me", world.clock.now())).toBeUndefined();
});
