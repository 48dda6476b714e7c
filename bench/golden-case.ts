/** The golden cases as data: a world, what happens in it, and what must and must not be true afterwards. */
import {
  Autonomy,
  BriefVariant,
  HALLS,
  LocalTime,
  PROPOSAL_STATES,
  Rubric,
  ScheduledBrief,
  ToolName,
  Trigger,
} from "@waldo/contracts";
import { dataLines } from "@waldo/testkit/data";
import * as z from "zod";

const text = z.string().min(1).max(2000);

const World = z.strictObject({
  /** Days of made-up nights before. */
  days: z.number().int().min(0).max(60).default(40),
  seed: z.number().int().default(1),
  /** The last three nights were short and the body shows it; the last night was short; there is none of the last night. */
  nights: z.enum(["usual", "bad", "short", "missing"]).default("usual"),
  profile: z
    .strictObject({
      autonomy: Autonomy.optional(),
      fetch: z.enum(["shadow", "live"]).optional(),
      wakeTime: LocalTime.optional(),
      sleepTime: LocalTime.optional(),
      showsForm: z.boolean().optional(),
    })
    .default({}),
  events: z
    .array(
      z.strictObject({
        title: text,
        from: LocalTime,
        to: LocalTime,
        inDays: z.number().int().default(0),
        notes: text.optional(),
      }),
    )
    .default([]),
  tasks: z.array(z.strictObject({ title: text, dueInDays: z.number().int().optional() })).default([]),
  remembers: z.array(z.strictObject({ hall: z.enum(HALLS), claim: text })).default([]),
  document: z.strictObject({ name: text, text }).optional(),
  /** When the person last wrote. */
  silentDays: z.number().int().optional(),
  /** The coach takes part, with a review of the week. */
  coached: z.boolean().default(false),
  /** A goal of today, which a heartbeat has found. */
  goal: text.optional(),
  /** The heart has been fast for a quarter of an hour. */
  tense: LocalTime.optional(),
  /** The Form that was said this morning. */
  spokenForm: z.number().min(0).max(100).optional(),
});

const at = LocalTime;
const Happening = z.union([
  z.strictObject({ at, wake: z.enum(["brief", "patrol", "sync", "upkeep"]), variant: ScheduledBrief.optional() }),
  z.strictObject({ at, run: Trigger, variant: BriefVariant.optional() }),
  z.strictObject({ at, say: text }),
  z.strictObject({ at, tap: z.enum(["do", "no", "undo", "up", "down"]) }),
  z.strictObject({ at, handOver: text }),
  z.strictObject({ at, review: z.literal(true) }),
  /** The night's data arrives. */
  z.strictObject({ at, arrives: z.literal(true) }),
]);
export type Happening = z.infer<typeof Happening>;

/** One of these must stand in what was said. Upper case does not matter. */
const OneOf = z.array(text).min(1);

export const GoldenCase = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{3,60}$/),
  about: text,
  world: World.prefault({}),
  happens: z.array(Happening).min(1),
  expect: z
    .strictObject({
      /** How many messages of Waldo stand in the thread. */
      messages: z.number().int().optional(),
      says: z.array(OneOf).optional(),
      calls: z.array(ToolName).optional(),
      openTasks: z.array(text).optional(),
      proposals: z.array(z.enum(PROPOSAL_STATES)).optional(),
      reminders: z.number().int().optional(),
      /** The least score of a rubric, in each run that it applies to. */
      rubrics: z.partialRecord(Rubric, z.number().min(0).max(1)).optional(),
      by: z.enum(["model", "template", "emergency"]).optional(),
    })
    .default({}),
  forbid: z
    .strictObject({
      says: z.array(text).optional(),
      calls: z.array(ToolName).optional(),
      /** Nothing was changed. */
      effects: z.literal(true).optional(),
      /** Nothing went to a channel outside of the thread. */
      rings: z.literal(true).optional(),
    })
    .default({}),
});
export type GoldenCase = z.infer<typeof GoldenCase>;

/** Returns every golden case. Throws for a line that does not fit the schema, and for an id that comes twice. */
export function goldenCases(): GoldenCase[] {
  const cases = dataLines("golden/cases.jsonl", GoldenCase);
  const twice = cases.find(({ id }, i) => cases.findIndex((other) => other.id === id) !== i);
  if (twice) throw new Error(`two golden cases are called ${twice.id}`);
  return cases;
}
