import { Hall, keys, type MemoryIntent, type Origin } from "@waldo/contracts";
import { z } from "zod";
import { digest } from "../digest.ts";
import { sanitise } from "../safety/sanitise.ts";
import { defineWrite } from "./define.ts";
import { text } from "./text-args.ts";
import { ToolFailure } from "./tool.ts";

/** Halls that steer what is done later, and so are closed to what others wrote. */
const STEERING: readonly Hall[] = ["preferences", "advice"];

/**
 * Stages a claim for the nightly Scribe; nothing is settled here. The origin is set by what the run has heard, never by
 * an argument (R10): once outside text was read, a claim may have been put into the model's mouth.
 */
export const updateMemory = defineWrite({
  name: "update_memory",
  description: "Note a claim about the person for later. It is provisional until the night has settled it.",
  args: z.strictObject({ hall: Hall, claim: text(500), conditions: text(200).optional() }),
  title: ({ hall, claim }) => `Remember (${hall}): ${claim}`,
  async plan({ hall, claim: said, conditions: when = "" }, { store, userId, now, heard }) {
    const origin: Origin = heard.outside ? "untrusted" : "agent";
    const [claim, conditions] = [said, when].map((words) => sanitise({ text: words, origin }, "memory").text);
    if (!claim || conditions === undefined) throw new ToolFailure("failed", "that is nothing to remember of a person");
    if (origin === "untrusted" && STEERING.includes(hall))
      throw new ToolFailure(
        "failed",
        `other people's text was read in this run, and ${hall} come from the person alone`,
      );
    const intent: MemoryIntent = { hall, claim, conditions, origin, trust: "provisional", at: now };
    const key = keys.inbox(userId, now, digest(hall, claim, conditions).slice(0, 12));
    // The same words at the same moment are the same note.
    const known = await store.get(key);
    if (known) return { value: { noted: true }, writes: [] };
    return { value: { noted: true }, writes: [{ op: "put", key, body: intent, when: [{ is: "absent" }] }] };
  },
});
