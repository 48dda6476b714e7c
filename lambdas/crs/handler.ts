/** The first half of a wake: raw health into the score of the day. The only reader of raw rows (R7). */
import { crsPorts } from "@waldo/aws/compose";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { WakeInput } from "@waldo/contracts";
import { meteredSense } from "@waldo/core/run/metered-work";

export const handler = lambdaPipeline({
  input: WakeInput,
  about: ({ userId, job, scheduledAt }) => ({ userId, correlationId: `${job}-${scheduledAt}` }),
  handle: (wake) => meteredSense(crsPorts(), wake),
});
