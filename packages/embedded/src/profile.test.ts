import { keys, type Profile } from "@waldo/contracts";
import { findProfile } from "@waldo/core/profile";
import { expect, it } from "vitest";
import { settleProfile } from "./profile.ts";
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
