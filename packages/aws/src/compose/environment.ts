/**
 * This folder puts the AWS parts together, one file for each Lambda. What a process may not do, its ports cannot do
 * either. The IAM role enforces that; these files follow the same lines.
 *
 * Only this file reads the environment. A missing variable throws `InvalidInput`. Clients live as long as the process;
 * credentials of people live in `user-scope.ts`.
 *
 * A client that every event of a function needs is imported at the top. A client that only some events need is imported
 * with `import()` when a port is first called, so that no start waits for it.
 */
import { fromEnv } from "@aws-sdk/credential-provider-env";
import { WaldoError } from "@waldo/contracts";
import type { Clock } from "@waldo/core/ports";
import * as z from "zod";
import { boundedRequests, DATA_TIMEOUTS } from "../bounded-requests.ts";
import { once } from "../once.ts";

export const text = z.string().min(1);
/** A variable of the environment that holds JSON. */
export const asJson = <T extends z.ZodType>(schema: T) =>
  text.transform((value) => JSON.parse(value) as unknown).pipe(schema);

const Region = z.object({ AWS_REGION: text });

export const clock: Clock = { now: () => Date.now() };

/**
 * All clients of the process share this: connections, the region, and the credentials of the role, which Lambda puts
 * into the environment. The SDK's own search for credentials looks in files and at addresses that Lambda does not have.
 */
export const clientConfig = once(() => ({
  region: environment(Region).AWS_REGION,
  credentials: fromEnv(),
  requestHandler: boundedRequests(DATA_TIMEOUTS),
}));

/** Returns the variables that a schema names. Throws `InvalidInput` with the names of those that are missing. */
export function environment<T>(schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const missing = parsed.error.issues.map(({ path }) => path.join(".")).join(", ");
  throw new WaldoError("InvalidInput", `the environment lacks ${missing}: the stack sets it`);
}
