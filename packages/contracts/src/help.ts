/** The lines of `data/help.jsonl`: short help from public guidelines, each with its source. */
import * as z from "zod";

export const HELP_TOPICS = [
  "cant-sleep",
  "wake-at-night",
  "calm-down",
  "jet-lag",
  "jet-lag-east",
  "jet-lag-west",
  "jet-lag-short",
  "jet-lag-days",
] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];

/** One sentence or two of help. `when`: in the night, by day, always, or as the last words of the answer. */
export const HelpLine = z.strictObject({
  of: z.enum(HELP_TOPICS),
  when: z.enum(["night", "day", "always", "last"]),
  says: z.string().min(10).max(240),
  /** The public page or paper that says so, with its address. */
  source: z.string().min(10),
});
export type HelpLine = z.infer<typeof HelpLine>;
