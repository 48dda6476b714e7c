/** The golden cases as data: a world, the events in it, and what must and must not be true afterwards. */
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
  /** How many days of made-up nights come before. */
  days: z.number().int().min(0).max(60).default(40),
  seed: z.number().int().default(1),
  /**
   * `bad`: the last three nights were short and the readings show it. `short`: only the last night was short.
   * `missing`: there are no data for the last night.
   */
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
  /** How long ago the person last wrote. */
  silentDays: z.number().int().optional(),
  /** Whether the coach takes part, with a review of the week. */
  coached: z.boolean().default(false),
  /** A goal for today that a heartbeat has found. */
  goal: text.optional(),
  /** The heart has been fast for a quarter of an hour. */
  tense: LocalTime.optional(),
  /** The Form that Waldo said this morning. */
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

/** At least one of these texts must be in what Waldo said. Upper and lower case are equal. */
const OneOf = z.array(text).min(1);

export const GoldenCase = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{3,60}$/),
  about: text,
  world: World.prefault({}),
  happens: z.array(Happening).min(1),
  expect: z
    .strictObject({
      /** The expected number of Waldo's messages in the thread. */
      messages: z.number().int().optional(),
      says: z.array(OneOf).optional(),
      calls: z.array(ToolName).optional(),
      openTasks: z.array(text).optional(),
      proposals: z.array(z.enum(PROPOSAL_STATES)).optional(),
      reminders: z.number().int().optional(),
      /** The least score of a rubric, in each run to which it applies. */
      rubrics: z.partialRecord(Rubric, z.number().min(0).max(1)).optional(),
      by: z.enum(["model", "template", "emergency"]).optional(),
    })
    .default({}),
  forbid: z
    .strictObject({
      says: z.array(text).optional(),
      calls: z.array(ToolName).optional(),
      /** Whether nothing may have changed. */
      effects: z.literal(true).optional(),
      /** Whether nothing may have gone to a channel outside of the thread. */
      rings: z.literal(true).optional(),
    })
    .default({}),
});
export type GoldenCase = z.infer<typeof GoldenCase>;

/** Returns every golden case. Throws for a line that does not fit the schema, and for an id that appears twice. */
export function goldenCases(): GoldenCase[] {
  const cases = dataLines("golden/cases.jsonl", GoldenCase);
  const twice = cases.find(({ id }, i) => cases.findIndex((other) => other.id === id) !== i);
  if (twice) throw new Error(`two golden cases are called ${twice.id}`);
  return cases;
}
