import * as z from "zod";

/**
 * A state machine that waits until a run closes or a proposal is answered: its task token, and the answer for each way
 * in which the wait may end. An answer holds ids and small enums only (R6).
 */
export const Waiter = z.strictObject({
  token: z.string().min(1).max(2048),
  answers: z.record(z.string(), z.record(z.string(), z.string().max(200))),
});
export type Waiter = z.infer<typeof Waiter>;
