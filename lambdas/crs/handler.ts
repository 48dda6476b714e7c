/**
 * The first half of a wake: it computes the score of the day from raw health. Besides it only an import
 * and `readings` read raw rows, each those of one person (R7).
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
