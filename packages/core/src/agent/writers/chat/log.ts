import * as z from "zod";
import { KIND_WORDS } from "../../../channels/went-out.ts";
import type { Ask } from "../writer.ts";
import { resultOf, type Scene } from "./chat-writer.ts";

const Log = z.object({
  looked: z.number(),
  said: z.array(z.object({ at: z.string(), kind: z.string() })),
  done: z.array(z.object({ at: z.string(), what: z.string() })),
  kept: z.number().default(0),
  lost: z.number().default(0),
});

/** Returns a kind of message in words: "a Brief". */
export function kindWords(kind: string): string {
  const words: Readonly<Record<string, string>> = KIND_WORDS;
  return words[kind] ?? "a message";
}

/** The call that reads what Waldo did today. */
export const LOG: Ask = { name: "get_log", args: {} };

/** Returns what Waldo did today, or undefined when it could not be read. */
export function logIn(scene: Scene): z.infer<typeof Log> | undefined {
  const result = resultOf(scene, LOG);
  return result?.ok ? Log.safeParse(result.value).data : undefined;
}
