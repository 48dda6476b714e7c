/** What a person says of their own day and night: it is kept, it changes what is said next, and it can be taken back. */
import { keys, type LocalDate, WaldoError } from "@waldo/contracts";
import { loadScores, refreshScore, saveDays } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import { decideConsent } from "@waldo/core/person/consents";
import { findSaid, saidWrites } from "@waldo/core/person/said-of-day";
import { addDays, DAY_MS, HOUR_MS } from "@waldo/core/time";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { house, THINKING } from "./door-person.ts";
import { DATE, morningSaid, WAKE } from "./world.ts";

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
  const morning = (date: LocalDate = DATE) => morningSaid(world, date);
  const said = () => findSaid(world.store, "me", DATE);
  const scoreOf = async (date: LocalDate) => {
    await saveDays(world.store, "me", syntheticDays(date, 1));
    world.clock.set(WAKE + DAY_MS + HOUR_MS);
    return refreshScore(world, "me", { date, timeZone: PERSON.timeZone, settled: true });
  };
  return { ...home, chat, patrol, morning, said, scoreOf };
}

const scores = async ({ world }: Person) =>
  (await loadScores(world.store, "me", addDays(DATE, -4), DATE)).map(({ form }) => form);

describe("a feeling in a chat", () => {
  it("is kept with the day, and where the body says otherwise both are said and the advice follows the worse", async () => {
    const me = await person();
    expect(await me.chat("should I train today?")).toContain("energized");
    const answer = await me.chat("I feel awful");
    expect(answer).toContain("A strong day by your readings, although you feel awful. Go by how you feel");
    expect(await me.said()).toEqual({ feeling: "awful" });
    expect(await me.chat("how am I?")).toMatch(/^A strong day by your readings, although you feel awful\./);
    const train = await me.chat("should I train today?");
    expect(train).toContain("although you feel awful");
    expect(train).not.toMatch(/hard|as planned/i);
    const { value } = await me.send("GET", `/form?date=${DATE}`);
    expect(value.story.felt).toEqual({ id: "felt", feeling: "awful", tone: "bad", against: "energized" });
  });

  it("that agrees with the body gets a short word, and what was said last counts", async () => {
    const me = await person();
    await me.chat("I feel awful");
    expect(await me.chat("feeling great today")).toBe("That is good to hear, and your readings say the same.");
    expect(await me.said()).toEqual({ feeling: "great" });
    expect(await me.chat("how am I?")).not.toContain("you feel");
  });

  it("is answered and not kept where it is about somebody or something else", async () => {
    const me = await person();
    await me.chat("we lost the baby");
    await me.chat("I feel awful about what I said to her");
    expect(await me.said()).toBeUndefined();
  });

  it("comes after danger", async () => {
    const me = await person();
    expect(await me.chat("I feel awful and want to die")).toContain("116 123");
    expect(await me.said()).toBeUndefined();
  });

  it("is not kept for a person who does not agree to remembering, and not told once they take that back", async () => {
    const me = await person();
    await me.chat("I feel awful");
    await decideConsent(me.world, "me", { purpose: "memory", given: false });
    expect(await me.said()).toEqual({});
    expect(await me.chat("how am I?")).not.toContain("awful");
    await me.chat("I feel great");
    const row = await me.world.store.get(keys.ownDay("me", DATE));
    expect(row?.body).toMatchObject({ feeling: "awful" });
  });

  it("is taken back by undo", async () => {
    const me = await person();
    await me.chat("I feel awful");
    await me.chat("undo that");
    expect(await me.said()).toEqual({});
  });
});

describe("a feeling by a tap", () => {
  const tap = (me: Person, feeling: string, date = DATE) =>
    me.send("POST", "/taps", { body: { data: `felt:${date}:${feeling}` } });

  it("is kept before the Brief, which then says both", async () => {
    const me = await person({ profile: { ...PERSON, feelingsFirst: true } });
    me.world.clock.set(WAKE);
    expect((await tap(me, "low")).value.text).toBe("Thank you. I keep that with your day.");
    expect((await me.world.store.get(keys.ownDay("me", DATE)))?.body).toMatchObject({ feeling: "low", from: "tap" });
    expect(await me.morning()).toMatch(/A strong day by your readings, although you feel low\. Go by how you feel\./);
  });

  it("of another day or another word changes nothing", async () => {
    const me = await person();
    for (const [feeling, date] of [
      ["sad", DATE],
      ["low", addDays(DATE, 5)],
      ["low", addDays(DATE, -40)],
    ] as const) {
      expect((await tap(me, feeling, date)).value.text).toContain("over");
      expect(await findSaid(me.world.store, "me", date)).toBeUndefined();
    }
  });
});

describe("a night that the person knows better", () => {
  it("“I was awake for two hours” is kept, and how they slept is answered with it", async () => {
    const me = await person();
    expect(await me.chat("I was awake for two hours")).toMatch(/kept|keep/);
    expect(await me.said()).toEqual({ halfHoursAwake: 4 });
    const slept = await me.chat("how did I sleep?");
    expect(slept).toMatch(/^You told me that you were awake for about two hours\. By your wearable, you slept about/);
    expect(slept).not.toContain("awake less");
  });

  it("asks for how long when nobody said it", async () => {
    const me = await person();
    expect(await me.chat("I lay awake for ages")).toContain("how long");
    expect(await me.said()).toBeUndefined();
  });

  it("“the watch was off” takes the night out of the score at once, and out of the norms with the next look", async () => {
    const me = await person({ days: 20 });
    const answer = await me.chat("the watch was off last night");
    expect(answer).toContain("today has no score");
    expect(await me.chat("how did I sleep?")).toContain("You told me that your wearable did not record last night");
    expect(await me.chat("how am I?")).not.toMatch(/strong|energized/i);
    expect((await me.send("GET", `/form?date=${DATE}`)).value).not.toHaveProperty("form");
    await me.patrol();
    const row = await me.world.store.get(keys.crs("me", DATE));
    expect(row?.body).not.toHaveProperty("form");
    // The next night is compared without it.
    const next = await me.scoreOf(addDays(DATE, 1));
    const other = await person({ days: 20 });
    const plain = await other.scoreOf(addDays(DATE, 1));
    expect([next?.findings?.nightsKnown, plain?.findings?.nightsKnown]).toEqual([19, 20]);
  });

  it("that is taken in again counts as before", async () => {
    const me = await person();
    await refreshScore(me.world, "me", { date: DATE, timeZone: PERSON.timeZone, settled: true });
    const before = await scores(me);
    await me.chat("that wasn't me, the watch was on the charger");
    await me.patrol();
    expect((await scores(me)).at(-1)).toBeUndefined();
    await me.chat("no, I did wear it");
    await me.patrol();
    expect(await scores(me)).toEqual(before);
    expect((await me.world.store.get(keys.unworn("me")))?.body).toEqual({ dates: [] });
  });

  it("of an earlier day changes the norms of the days after it", async () => {
    const me = await person();
    const { writes } = await saidWrites(me.world.store, "me", {
      ...{ date: addDays(DATE, -3), said: { unworn: true }, at: WAKE, from: "chat" },
    });
    await me.world.store.transact(writes);
    await me.patrol();
    const all = await loadScores(me.world.store, "me", addDays(DATE, -4), DATE);
    expect(all.map(({ version }) => version)).toEqual([1, 2, 2, 2, 2]);
    expect(all[1]?.form).toBeUndefined();
    await me.patrol();
    expect((await loadScores(me.world.store, "me", DATE, DATE))[0]?.version).toBe(2);
  });
});

it("a look that dies at any step on the way is done by the next one", async () => {
  const whole = await person();
  await whole.chat("the watch was off last night");
  await whole.patrol();
  const end = await scores(whole);
  for (let dies = 1; dies < 12; dies++) {
    const me = await person();
    await me.chat("the watch was off last night");
    let left = dies;
    const store = {
      ...me.world.store,
      transact: async (writes: Parameters<typeof me.world.store.transact>[0]) => {
        left -= 1;
        if (left === 0) throw new WaldoError("StoreUnavailable", "gone");
        return me.world.store.transact(writes);
      },
    };
    const scheduledAt = new Date(me.world.clock.now()).toISOString();
    const died = await sense({ ...me.world, store }, { userId: "me", job: "patrol", scheduledAt }).then(
      () => false,
      () => true,
    );
    await me.patrol();
    expect(await scores(me)).toEqual(end);
    expect((await me.world.store.get(keys.leftOut("me")))?.body).toEqual({ dates: [DATE] });
    if (!died) break;
  }
});
