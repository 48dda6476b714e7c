/** The test of a channel: one message for each press, through the outbox, and nowhere else. */
import { keys, TESTS_PER_HOUR } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { doorHouse } from "../../../embedded/test/door-house.ts";
import type { Channel } from "../ports.ts";
import { HOUR_MS, instantAt, MINUTE_MS } from "../time.ts";

const LINKED = { ...PERSON, channels: { telegramChatId: "77", telegramHealth: true, push: true as const } };
const TELEGRAM = "/channels/telegram/tests";
const PUSH = "/channels/push/tests";

function bell() {
  const rung: string[] = [];
  const push: Channel = {
    name: "push",
    async send(_, message) {
      rung.push(message.channel === "push" ? message.title : "wrong");
      return { outcome: "sent" };
    },
  };
  return { rung, push };
}

describe("the test of a channel", () => {
  it("goes out once for each press, by the outbox alone, and tells what became of it", async () => {
    const { send, wake, world } = await doorHouse({ days: 0, profile: LINKED });
    const first = await send("POST", TELEGRAM, { key: "press-0001" });
    expect([first.status, first.value.state]).toEqual([202, "waiting"]);
    // The request itself sends nothing (R4).
    expect(world.telegram).toEqual([]);
    expect((await send("POST", TELEGRAM, { key: "press-0001" })).value.testId).toBe(first.value.testId);
    await wake();
    expect(world.telegram).toEqual([{ key: expect.any(String), text: expect.stringContaining("the test") }]);
    expect((await send("GET", `${TELEGRAM}/${first.value.testId}`)).value).toEqual({
      ...first.value,
      state: "sent",
      why: undefined,
    });
    // The same press after it was sent sends nothing more.
    expect((await send("POST", TELEGRAM, { key: "press-0001" })).value.state).toBe("sent");
    await wake();
    expect(world.telegram).toHaveLength(1);
    expect((await send("GET", "/messages")).value.items).toEqual([]);
  });

  it("rings in the quiet hours, and costs nothing of the day's pushes", async () => {
    const { push, rung } = bell();
    const { send, wake, world } = await doorHouse({
      days: 0,
      profile: { ...LINKED, pushesADay: 0 },
      channels: { push },
    });
    world.clock.set(instantAt("2026-10-30", "03:00", PERSON.timeZone));
    await send("POST", PUSH, { key: "press-0001" });
    await wake();
    expect(rung).toEqual(["A test"]);
    expect(await world.store.get(keys.pushBudget("me", "2026-10-30"))).toBeUndefined();
    expect(world.telegram).toEqual([]);
  });

  it("is not sent late: without a channel at hand it fails, and says so", async () => {
    const { send, wake, world } = await doorHouse({ days: 0, profile: LINKED });
    const { testId } = (await send("POST", PUSH, { key: "press-0001" })).value;
    await wake();
    expect((await send("GET", `${PUSH}/${testId}`)).value.state).toBe("waiting");
    world.clock.set(world.clock.now() + 11 * MINUTE_MS);
    expect((await send("GET", `${PUSH}/${testId}`)).value).toMatchObject({ state: "failed", why: expect.any(String) });
  });

  it("is refused where nothing is linked, and after so many in an hour", async () => {
    const alone = await doorHouse({ days: 0, profile: { ...PERSON, channels: {} } });
    expect((await alone.send("POST", TELEGRAM, { key: "press-0001" })).status).toBe(404);
    expect((await alone.send("POST", "/channels/in_app/tests", { key: "press-0001" })).status).toBe(404);
    expect((await alone.send("POST", PUSH)).status).toBe(400);

    const { send, woken, world } = await doorHouse({ days: 0, profile: LINKED });
    const press = (i: number) => send("POST", i % 2 ? PUSH : TELEGRAM, { key: `press-000${i}` });
    for (let i = 0; i < TESTS_PER_HOUR; i++) expect((await press(i)).status).toBe(202);
    woken.splice(0);
    const full = await press(9);
    expect([full.status, full.value.error, woken]).toEqual([429, "TooMany", []]);
    // A press that was counted is still the same test.
    expect((await press(0)).status).toBe(202);
    world.clock.set(world.clock.now() + HOUR_MS);
    expect((await press(9)).status).toBe(202);
  });
});
