// The recipes whose text is one or two sentences when no model writes it. They are the Brief, the Fetch, the patrol's
// line, the intervention, the heartbeat, and a message that declines something.
import { type Nudge, NudgeKind, type Zone } from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../../digest.ts";
import { addDays } from "../../time.ts";
import { ahead, eventsIn, movedIn, type OpenTask, openTasks, proposed, wokeIn, zoneIn } from "./reading.ts";
import { byWaking, happening, type Results, type SkillWriter, type Told } from "./writer.ts";

/** The recipe of all four Briefs. The words come from brief-writer.ts; another recipe may add a sentence. */
export const brief: SkillWriter = {
  reads: () => [
    { name: "get_crs", args: {} },
    { name: "get_health", args: {} },
    { name: "query_calendar", args: { days: 2 } },
    { name: "get_agenda", args: {} },
  ],
  write: () => undefined,
};

const OFFER: Record<Zone, string> = {
  energized: "Stand up, look out of a window, and breathe out slowly a few times; it will be there when you sit down.",
  steady: "Stand up and breathe out slowly a few times before the next thing.",
  flagging: "Step away for a few minutes if you can, and let the next thing start late.",
  depleted: "Put it down for a few minutes. Nothing else is asked of you.",
};

/**
 * The Fetch: one sentence on what was observed, and one offer. The observed fact is the alert itself; the body zone
 * only sets the tone.
 */
export const fetchAlert: SkillWriter = {
  reads: () => [{ name: "get_crs", args: {} }],
  write: ({ date }, results) =>
    `That has been a tense stretch, with little movement in it. ${OFFER[zoneIn(results, date) ?? "steady"]}`,
};

const SINCE = {
  up: "Form has come up since this morning",
  level: "Form has held since this morning",
  down: "Form has slipped since this morning",
} as const;

/** One line for the log: what the patrol read, and what has changed. */
export const patrolPass: SkillWriter = {
  reads: () => [
    { name: "get_crs", args: {} },
    { name: "get_health", args: {} },
  ],
  write({ date }, results) {
    const bodyZone = zoneIn(results, date);
    if (bodyZone === undefined) return "I can't score today yet, so there is nothing to compare.";
    const moved = movedIn(results);
    return `A quiet look: you're ${bodyZone}, and ${moved === undefined ? "nothing has changed" : byWaking(SINCE[moved], wokeIn(results))}.`;
  },
};

/**
 * Returns the task that can wait: the last task that is due by today, or else the last task without a due date. A task
 * that is due later is no burden today.
 */
function movable({ date }: Told, results: Results): OpenTask | undefined {
  const open = openTasks(results) ?? [];
  return open.findLast(({ due }) => due !== undefined && due <= date) ?? open.findLast(({ due }) => due === undefined);
}

/** The intervention: the day asks too much of the person. The text proposes one thing to move, and no push is sent. */
export const intervention: SkillWriter = {
  reads: () => [
    { name: "get_crs", args: {} },
    { name: "get_tasks", args: { limit: 20 } },
    { name: "query_calendar", args: {} },
  ],
  follow(told, results) {
    const task = movable(told, results);
    if (!task) return [];
    // The proposal holds the title with the id, so that the person reads which task moves.
    const args = { taskId: task.taskId, title: task.title, due: addDays(told.date, 1) };
    return [{ name: "propose_action", args: { actions: [{ tool: "update_task", args }] } }];
  },
  write(told, results, quote) {
    const bodyZone = zoneIn(results, told.date);
    const load = "the load has been outgrowing your days";
    const lead = bodyZone === undefined ? `I think ${load}.` : `You're ${bodyZone}, and ${load}.`;
    const task = movable(told, results);
    if (task) {
      const tap = proposed(results) ? " One tap moves it." : "";
      return `${lead} The one thing I would leave for tomorrow is ${quote(task.title) ?? "the last task on your list"}.${tap}`;
    }
    const event = ahead(eventsIn(results, told.date), told).at(-1);
    if (event) return `${lead} The one thing I would move is ${happening(event, quote)}.`;
    return `${lead} Whatever can wait, let it wait until tomorrow.`;
  },
};

const Found = z.object({
  found: z.array(z.object({ key: z.string(), kind: NudgeKind, title: z.string(), why: z.string() })),
});

type Words = (title: string, why: string) => string;

/** Each kind has several sentences. The date and the thing choose one, so a sentence does not return soon. */
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

/** Returns what the heartbeat found, the most urgent first. */
function foundIn(results: Results): readonly Pick<Nudge, "key" | "kind" | "title" | "why">[] {
  const read = results.find(({ ok, name }) => ok && name === "get_nudges");
  return read?.ok ? (Found.safeParse(read.value).data?.found ?? []) : [];
}

/** Writes one sentence about the most urgent thing that was found. */
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

/**
 * Occasions that a person may cancel, in everyday words. Any other occasion becomes "this one", because Waldo does not
 * send the person's own words to others unasked.
 */
const WHAT =
  /\b(dinner|lunch|brunch|drinks|party|call|meeting|gym|workout|training|run|trip|event|date|game|visit)\b/iu;
const BARE = new Set(["dinner", "lunch", "brunch", "drinks", "training"]);

/** The reason for the cancellation in words of the body zone. If the zone gives no reason, the message gives none. */
const REASON: Record<Zone, string> = {
  energized: "Waldo is keeping some quiet time free for me",
  steady: "Waldo is keeping some quiet time free for me",
  flagging: "Waldo says I'm flagging and need to take it easy",
  depleted: "Waldo says I'm depleted and need to take it easy",
};

/**
 * Writes a message in which the person declines something. It is polite and believable, and names at most the body
 * zone. The person sends it, not Waldo.
 */
export const permissionSlip: SkillWriter = {
  reads: () => [{ name: "get_crs", args: {} }],
  write({ date, message = "" }, results) {
    const bodyZone = zoneIn(results, date);
    const reason = bodyZone === undefined ? "Waldo says I need to take it easy" : REASON[bodyZone];
    const what = WHAT.exec(message)?.[1]?.toLowerCase();
    const out = what === undefined ? "this one" : BARE.has(what) ? what : `the ${what}`;
    return `Here is one to send: “${reason}, so I'll pass on ${out}. Can we find another day?”`;
  },
};
