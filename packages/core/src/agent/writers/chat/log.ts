import * as z from "zod";
import type { Speech } from "../../../speech.ts";
import type { Ask } from "../writer.ts";
import { resultOf, type Scene } from "./chat-writer.ts";

const Log = z.object({
  looked: z.number(),
  said: z.array(z.object({ at: z.string(), kind: z.string() })),
  done: z.array(z.object({ at: z.string(), what: z.string() })),
  kept: z.number().default(0),
  lost: z.number().default(0),
});

/** The kinds of messages that Waldo sends unasked. */
const KINDS = ["brief", "fetch", "patrol", "nudge", "reminder", "failure"] as const;

/** Returns what was sent unasked in words: "a Brief at 07:30". */
export function sentIn({ say, listed }: Speech, { said }: z.infer<typeof Log>): string {
  const kindOf = (kind: string) => say(`kind.${KINDS.find((one) => one === kind) ?? "message"}`);
  return listed(said.map(({ at, kind }) => say("log.at", { what: kindOf(kind), time: at })));
}

/** The call that reads what Waldo did today. */
export const LOG: Ask = { name: "get_log", args: {} };

/** Returns what Waldo did today, or undefined when it could not be read. */
export function logIn(scene: Scene): z.infer<typeof Log> | undefined {
  const result = resultOf(scene, LOG);
  return result?.ok ? Log.safeParse(result.value).data : undefined;
}
