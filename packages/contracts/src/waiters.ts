import * as z from "zod";
import { bySystem, SystemText } from "./words.ts";

/**
 * A state machine that waits until a run closes or a proposal is answered: its task token, and the answer for each
 * possible end of the wait. An answer holds only ids and small enums (R6).
 */
export const Waiter = z.strictObject({
  token: bySystem(z.string().min(1).max(2048)),
  answers: z.record(SystemText, z.record(SystemText, bySystem(z.string().max(200)))),
});
export type Waiter = z.infer<typeof Waiter>;
