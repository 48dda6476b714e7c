/** The words of a heartbeat where no model writes them: one sentence about the most pressing thing that was found. */
import { type Nudge, NudgeKind } from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../../digest.ts";
import type { Results, SkillWriter } from "./writer.ts";

const Found = z.object({
  found: z.array(z.object({ key: z.string(), kind: NudgeKind, title: z.string(), why: z.string() })),
});

type Words = (title: string, why: string) => string;

/** Each kind has several wordings. The day and the thing decide which one is said, so none returns soon. */
const WORDS: Readonly<Record<Nudge["kind"], readonly Words[]>> = {
  today: [
    (title) => `You named ${title} for today. What would be its first ten minutes?`,
    (title) => `For today you named ${title}. Is there a quiet half hour for it?`,
    (title) => `${title} is on your page for today. Shall it stay there?`,
  ],
  window: [
    (title, why) => `${sentence(why)}. Would you like to try ${title} in it?`,
    (title, why) => `${sentence(why)}, which would suit ${title}.`,
  ],
  task: [
    (title) => `${title} is due today. Do it now, or move it?`,
    (title) => `Due today: ${title}. Is it done, or shall I move it?`,
  ],
  week: [
    (title, why) => `${sentence(why)}. What is the smallest step for ${title}?`,
    (title, why) => `${sentence(why)}, and ${title} is on your week. Does it still belong there?`,
  ],
  commitment: [
    (title) => `You stand by ${title}. What would make it easy this evening?`,
    (title) => `One of your own commitments for this evening: ${title}.`,
  ],
  person: [
    (title) => `You wanted to stay in touch with ${title}. Would a short message fit today?`,
    (title) => `${title} is on your list of people. Who wrote last?`,
  ],
};

/** The things that were found, the most pressing first. */
export function foundIn(results: Results): readonly Pick<Nudge, "key" | "kind" | "title" | "why">[] {
  const read = results.find(({ ok, name }) => ok && name === "get_nudges");
  return read?.ok ? (Found.safeParse(read.value).data?.found ?? []) : [];
}

export const heartbeat: SkillWriter = {
  reads: () => [{ name: "get_nudges", args: {} }],
  write({ date }, results, quote) {
    const [nudge] = foundIn(results);
    const title = nudge && quote(nudge.title);
    if (nudge === undefined || title === undefined) return undefined;
    const wordings = WORDS[nudge.kind];
    const turn = Number.parseInt(digest(date, nudge.key).slice(0, 6), 16);
    return wordings[turn % wordings.length]?.(title, nudge.why);
  },
};

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
