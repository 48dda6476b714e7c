/** What a person says of their own day and night: it is kept, it changes what is said next, and it can be taken back. */
import { keys, type LocalDate } from "@waldo/contracts";
import { findScore, loadScores, refreshScore } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import { findSaid } from "@waldo/core/person/own-day";
import { addDays, DAY_MS, HOUR_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { house, THINKING } from "./door-person.ts";
import { DATE, WAKE } from "./world.ts";

type Person = Awaited<ReturnType<typeof person>>;

/** A person of forty days whose nights are scored up to this morning. */
async function person(options: Parameters<typeof house>[0] = {}) {
  const home = await house({ ...THINKING, ...options });
  const { world } = home;
  for (let back = 4; back >= 0; back--) {
    world.clock.set(WAKE - back * DAY_MS);
    await refreshScore(world, "me", { date: addDays(DATE, -back), timeZone: PERSON.timeZone, settled: true });
  }
  world.clock.set(WAKE + HOUR_MS);
  let count = 0;
  /** Says something, and returns the answer. */
  const chat = async (text: string): Promise<string> => {
    const before = world.telegram.length;
    count += 1;
    await home.say(text, `message-${1000 + count}`);
    return world.telegram
      .slice(before)
      .map((message) => message.text)
      .join("\n");
  };
  /** The next look of the patrol. */
  const patrol = async () => {
    const scheduledAt = new Date(world.clock.now()).toISOString();
    await sense(world, { userId: "me", job: "patrol", scheduledAt });
  };
  const morning = async (date: LocalDate = DATE) => {
    const before = world.telegram.length;
    const scheduledAt = new Date(world.clock.now()).toISOString();
    await decide(world, { userId: "me", job: "brief", variant: "morning", scheduledAt, date });
    await world.machines.idle();
    return world.telegram
      .slice(before)
      .map(({ text }) => text)
      .join("\n");
  };
  const said = () => findSaid(world.store, "me", DATE);
  return { ...home, chat, patrol, morning, said };
}

const isHigh = async ({ world }: Person) =>
  ["energized", "steady"].includes((await findScore(world.store, "me", DATE))?.bodyZone ?? "");

describe("a feeling", () => {
  it("is kept with the day, and where the body says otherwise, both are said", async () => {
    const me = await person();
    console.log(await isHigh(me), (await findScore(me.world.store, "me", DATE))?.bodyZone);
    console.log(await me.chat("I feel awful"));
    console.log(await me.said());
    console.log(await me.chat("how am I?"));
    console.log(await me.chat("should I train today?"));
    console.log(await me.chat("what should I do?"));
    console.log("M", await me.morning());
    console.log(await me.chat("feeling great today"));
    console.log(await me.said());
    console.log(await me.chat("how am I doing today?"));
    console.log(await me.chat("I feel awful and want to die"));
  });
});
describe("night", () => {
  it("x", async () => {
    const me = await person();
    console.log(await me.chat("I was awake for two hours"));
    console.log(await me.said());
    console.log(await me.chat("how did I sleep?"));
    console.log(await me.chat("the watch was off last night"));
    console.log(await me.said());
    console.log(await me.chat("how did I sleep?"));
    console.log(await me.chat("how am I?"));
    await me.patrol();
    console.log(
      (await loadScores(me.world.store, "me", DATE, DATE)).map(({ version, form, status }) => [version, form, status]),
    );
    console.log("M", await me.morning());
    console.log(await me.chat("no, I did wear it"));
    await me.patrol();
    console.log(
      (await loadScores(me.world.store, "me", DATE, DATE)).map(({ version, form, status }) => [version, form, status]),
    );
    console.log(await me.chat("how did I sleep?"));
    expect((await me.world.store.get(keys.unworn("me")))?.body).toEqual({ dates: [] });
  });
});
