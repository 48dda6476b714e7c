import * as z from "zod";
import type { Ask } from "../writer.ts";
import { resultOf, type Scene } from "./chat-writer.ts";

const Log = z.object({
  looked: z.number(),
  said: z.array(z.object({ at: z.string(), kind: z.string() })),
  done: z.array(z.object({ at: z.string(), what: z.string() })),
  kept: z.number().default(0),
  lost: z.number().default(0),
});

/** The call that reads what Waldo did today. */
export const LOG: Ask = { name: "get_log", args: {} };

/** Returns what Waldo did today, or undefined when it could not be read. */
export function logIn(scene: Scene): z.infer<typeof Log> | undefined {
  const result = resultOf(scene, LOG);
  return result?.ok ? Log.safeParse(result.value).data : undefined;
}
