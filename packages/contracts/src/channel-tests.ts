/** The test of a channel: one message that the person sends to themselves by a button. */
import * as z from "zod";

/** The channels that can be tested. The app itself needs none. */
export const TESTED_CHANNELS = ["telegram", "push"] as const;
export const TestedChannel = z.enum(TESTED_CHANNELS);
export type TestedChannel = z.infer<typeof TestedChannel>;

/** The most tests that a person may send in an hour, over all channels. */
export const TESTS_PER_HOUR = 6;
/** A test that was not sent within this many minutes is not sent any more. */
export const TEST_MINUTES = 10;

export const TestId = z.string().regex(/^[0-9a-f]{16}$/);

/** `waiting`: not sent yet. `failed`: it will not be sent, or nobody knows whether it arrived; `why` gives the reason. */
export const ChannelTest = z.strictObject({
  testId: TestId,
  channel: TestedChannel,
  state: z.enum(["waiting", "sent", "failed"]),
  why: z.string().optional(),
});
export type ChannelTest = z.infer<typeof ChannelTest>;
