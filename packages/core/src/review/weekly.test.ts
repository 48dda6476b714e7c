/** Tests when the review of the week begins by itself, and when it waits. */
import { keys, type Profile, type SensedWake } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { HOUR_MS, instantAt, MINUTE_MS } from "../time.ts";
import { decide } from "../wake/decide.ts";
import { followZone } from "../wake/in-cadence.ts";
import { latestReview } from "./rows.ts";

/** A Saturday. */
const SATURDAY = "2026-10-31";
const COACHED: Profile = { ...PERSON, coaching: { weeklyReview: { weekday: 6, time: "10:00" } } };
const at = (time: string) => instantAt(SATURDAY, time, PERSON.timeZone);

async function person(time: string, profile = COACHED) {
  const w = await testWorld({ days: 0, profile });
  w.clock.set(at("07:30"));
  const schedules = { spread: false, apply: async () => {}, remove: async () => {} };
  await followZone({ ...w, schedules }, "me");
  w.clock.set(at(time));
  return w;
}

async function wake(w: TestWorld, job: SensedWake["job"], time: string) {
  await decide(w, { userId: "me", job, date: SATURDAY, scheduledAt: new Date(at(time)).toISOString() });
  await w.machines.idle();
}
const begun = async (w: TestWorld) => (await latestReview(w.store, "me")) !== undefined;
const heard = (w: TestWorld, when: number) =>
  w.store.transact([{ op: "put", key: keys.last("me", "heard"), body: { at: when } }]);

describe("on the day of the review", () => {
  it("it begins at its time, once, however often its wake comes", async () => {
    const w = await person("10:00");
    await wake(w, "review", "10:00");
    await wake(w, "review", "10:00");
    await wake(w, "patrol", "10:00");
    expect(w.telegram.filter(({ text }) => text.includes("Question 1 of"))).toHaveLength(1);
  });

  it("it waits while the person talks, and a later tick begins it", async () => {
    const w = await person("10:00");
    await heard(w, at("09:58"));
    await wake(w, "review", "10:00");
    expect(await begun(w)).toBe(false);
    w.clock.set(at("10:15"));
    await wake(w, "patrol", "10:15");
    expect(await begun(w)).toBe(true);
  });

  it("it waits in quiet hours, and is let go after twelve hours", async () => {
    const w = await person("10:00", { ...COACHED, quietUntil: at("10:00") + 13 * HOUR_MS });
    await wake(w, "review", "10:00");
    w.clock.set(at("10:00") + 12 * HOUR_MS + 15 * MINUTE_MS);
    await wake(w, "patrol", "22:15");
    expect(await begun(w)).toBe(false);
  });

  it("it leaves alone who has said nothing for a week, and who has no goals", async () => {
    const silent = await person("10:00");
    await heard(silent, at("10:00") - 8 * 24 * HOUR_MS);
    await wake(silent, "review", "10:00");
    expect(await begun(silent)).toBe(false);
    const without = await person("10:00", PERSON);
    await wake(without, "review", "10:00");
    expect(await begun(without)).toBe(false);
  });
});
