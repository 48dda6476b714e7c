/** The button that tests a channel. */
import { TESTS_PER_HOUR } from "@waldo/contracts";
import { enqueueTest, isLinked, testIdOf, testOf } from "../channels/test-message.ts";
import { livedDate } from "../health/ledger.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

export const channelTestHandlers: Handlers<"testChannel" | "channelTest"> = {
  async testChannel(call) {
    const { ports, userId, key } = call;
    const { channel } = call.params;
    const profile = await profileOf(call);
    if (!isLinked(profile, channel))
      throw new DoorRefusal("NotFound", channel === "push" ? "no device takes pushes" : "no Telegram chat is linked");
    const now = ports.clock.now();
    const date = await livedDate(ports.store, profile, now);
    if (!(await enqueueTest(ports, profile, { channel, key, date })))
      throw new DoorRefusal("TooMany", `an hour holds ${TESTS_PER_HOUR} tests: try again later`, 3600);
    const testId = testIdOf(userId, channel, key);
    // The wake sends what is due, where the channels are (R4).
    const wake = { userId, job: "remind", scheduledAt: new Date(now).toISOString(), settled: false } as const;
    await ports.startWake(`test-${testId}`, wake);
    return (await testOf(ports, userId, channel, testId)) ?? { testId, channel, state: "waiting" };
  },

  async channelTest({ ports, userId, params: { channel, testId } }) {
    const found = await testOf(ports, userId, channel, testId);
    if (!found) throw new DoorRefusal("NotFound", "there is no such test");
    return found;
  },
};
