import { keys, type Profile } from "@waldo/contracts";
import { findProfile } from "@waldo/core/person/profile";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { settleProfile, zoneOfNights } from "./profile.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const BEFORE: Profile = {
  userId: "me",
  timeZone: "Europe/London",
  wakeTime: "06:15",
  sleepTime: "22:30",
  autonomy: "L3",
  channels: { telegramChatId: "42" },
  name: "Sam",
  fetch: "live",
  weeklyReview: 7,
};
const MOVED = { date: "2026-10-30", timeZone: () => "Asia/Tokyo" } as const;

async function settled(before: Profile | undefined, livesThere: boolean) {
  const store = openSqliteStore(":memory:");
  if (before) await store.transact([{ op: "put", key: keys.profile("me"), body: before }]);
  const profile = await settleProfile(store, "me", { ...MOVED, livesThere });
  expect(await findProfile(store, "me")).toEqual(profile);
  expect((await store.get(keys.timeZone("me")))?.body).toEqual({ timeZone: "Asia/Tokyo" });
  return profile;
}

it("keeps all that neither a flag nor a night says otherwise", async () => {
  expect(await settled(BEFORE, true)).toEqual({ ...BEFORE, timeZone: "Asia/Tokyo" });
});

it("leaves a move to the next wake where the person does not live there yet", async () => {
  expect(await settled(BEFORE, false)).toEqual(BEFORE);
});

it("begins with usual times for a person it does not know", async () => {
  expect(await settled(undefined, false)).toMatchObject({
    timeZone: "Asia/Tokyo",
    wakeTime: "07:00",
    sleepTime: "23:00",
    autonomy: "L2",
  });
});

it("leaves a person where they are when nothing says that they moved", async () => {
  const store = openSqliteStore(":memory:");
  const date = "2026-10-30";
  const nobody = { date, timeZone: () => undefined, begins: "Europe/Oslo", livesThere: false } as const;
  expect((await settleProfile(store, "me", nobody)).timeZone).toBe("Europe/Oslo");
  // A phone has said since that they are elsewhere. A shell does not take them back.
  await store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: "Asia/Tokyo" } }]);
  expect((await settleProfile(store, "me", { ...nobody, begins: "Etc/GMT" })).timeZone).toBe("Europe/Oslo");
  expect((await store.get(keys.timeZone("me")))?.body).toEqual({ timeZone: "Asia/Tokyo" });
});

it("keeps the name of a zone as long as the nights have its offset", () => {
  const nights = syntheticDays("2026-10-30", 3, 1);
  const known = PERSON.timeZone;
  expect(zoneOfNights(nights, "Etc/GMT", known)).toBe(known);
  expect(zoneOfNights(nights, known)).toBe(known);
  expect(zoneOfNights(nights, known, "America/New_York")).toBe(known);
  expect(zoneOfNights([], "Etc/GMT", "Europe/Oslo")).toBe("Europe/Oslo");
  expect(zoneOfNights(nights, "Asia/Tokyo", "America/New_York")).toMatch(/^Etc\/GMT/);
});
