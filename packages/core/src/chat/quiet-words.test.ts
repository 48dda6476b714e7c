/** Quiet and delay in plain words, through a whole chat without a model. */
import { keys } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../embedded/src/offline-composer.ts";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { inQuietHours, snoozedUntil } from "../cadence/quiet-hours.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue, outboxOf } from "../channels/outbox.ts";
import { isMuted, mutedTopics } from "../memory/claims/muted.ts";
import { findProfile } from "../person/profile.ts";
import { DAY_MS, HOUR_MS, localTime, MINUTE_MS } from "../time.ts";
import { hearPerson } from "./intake.ts";

async function chat() {
  const world = await testWorld({
    days: 0,
    model: offlineComposer(repositoryUnderstanding),
    understanding: repositoryUnderstanding,
  });
  let messages = 0;
  const profile = async () => (await findProfile(world.store, "me")) ?? PERSON;
  const say = async (text: string) => {
    world.clock.set(world.clock.now() + MINUTE_MS);
    const runId = await hearPerson(world, await profile(), { messageId: `m-${++messages}`, text }, "app");
    await world.machines.idle();
    const [row] = await outboxOf(world, "me", runId);
    return row && "text" in row.message ? row.message.text : "";
  };
  return { world, say, profile };
}

describe("quiet in plain words", () => {
  it.each(["busy", "I'm busy right now", "focusing", "I need to focus", "ich bin beschäftigt"])(
    "%s: two hours",
    async (words) => {
      const { world, say, profile } = await chat();
      await say(words);
      const { quietUntil = 0 } = await profile();
      expect(quietUntil - world.clock.now()).toBe(2 * HOUR_MS);
    },
  );

  it.each(["leave me alone", "just leave me alone", "lass mich in Ruhe", "déjame en paz"])(
    "%s: until the person speaks, and no command ends it",
    async (words) => {
      const { world, say, profile } = await chat();
      await say(words);
      expect(await profile()).toMatchObject({ quietUntilHeard: true });
      await say("/ping");
      await say("/status");
      const later = world.clock.now() + 13 * DAY_MS;
      expect(inQuietHours(await profile(), later)).toBe(true);
      expect(inQuietHours(await profile(), later + 2 * DAY_MS + 8 * HOUR_MS)).toBe(false);
      await say("hello");
      expect((await profile()).quietUntil).toBeUndefined();
      expect((await profile()).quietUntilHeard).toBeUndefined();
    },
  );

  it("keeps the end that the person named", async () => {
    const { say, profile } = await chat();
    await say("leave me alone until 3 pm");
    const { quietUntil, quietUntilHeard } = await profile();
    expect([localTime(quietUntil ?? 0, PERSON.timeZone), quietUntilHeard]).toEqual(["15:00", undefined]);
    await say("hello");
    expect((await profile()).quietUntil).toBe(quietUntil);
  });
});

describe("a delay in plain words", () => {
  async function nudged(text: string) {
    const own = await chat();
    const now = own.world.clock.now();
    const occasion = { by: "note", name: "nudge", trigger: "patrol", date: DATE, now } as const;
    await own.world.store.transact(announcement(PERSON, occasion, { kind: "reply", text, origin: "agent" }));
    await flushDue(own.world, "me");
    return own;
  }

  it.each([
    ["30 more minutes", 30],
    ["give me 20 more minutes", 20],
    ["one more hour", 60],
  ])("%s waits with what was nudged", async (words, minutes) => {
    const { world, say } = await nudged("Bed is in an hour. Shall we wind down?");
    expect(await say(words)).toMatch(/I leave that until/);
    expect(((await snoozedUntil(world.store, "me")) ?? 0) - world.clock.now()).toBe(minutes * MINUTE_MS);
  });

  it("sets a reminder again that was just said", async () => {
    const { world, say } = await nudged("You asked me to remind you: call the garage");
    expect(await say("30 more minutes")).toMatch(/I will remind you .*call the garage/);
    expect(await snoozedUntil(world.store, "me")).toBeUndefined();
    expect((await world.store.query(keys.watch.all("me"))).rows).toHaveLength(1);
  });
});

describe("a correction in plain words", () => {
  it.each([
    ["don't message me about sleep", "sleep", "You went to sleep late."],
    ["stop messaging me about my bedtime", "bedtime", "Your bedtime is in an hour."],
    ["don't ask how I feel", "how you feel", "How are you feeling today?"],
    ["no more nudges about the gym please", "gym", "The gym is open until ten."],
  ])("%s", async (words, about, text) => {
    const { world, say } = await chat();
    expect(await say(words)).toBe(`Noted. I will not write to you about ${about}.`);
    const topics = await mutedTopics(world.store, "me");
    expect([isMuted(topics, text), isMuted(topics, "Your draft is due today.")]).toEqual([true, false]);
  });

  it("still hears of words that it shall not use", async () => {
    const { say } = await chat();
    expect(await say("stop telling me to take a walk")).toMatch(/leave such suggestions out/);
  });
});
