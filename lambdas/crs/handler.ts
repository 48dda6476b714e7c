/**
 * The first half of a wake: it computes the score of the day from raw health. No other function reads raw rows (R7).
 */
import { crsPorts } from "@waldo/aws/compose/crs";
import { lambdaPipeline } from "@waldo/aws/lambda-pipeline";
import { WakeInput } from "@waldo/contracts";
import { sense } from "@waldo/core/health/sense";

export const handler = lambdaPipeline({
  input: WakeInput,
  about: ({ userId, job, scheduledAt }) => ({ userId, correlationId: `${job}-${scheduledAt}` }),
  handle: (wake, log) => sense(crsPorts(log), wake),
});
