/**
 * The bodies of the HTTP requests and the profile of a person. The API parses each request with these schemas and
 * answers 400 when a request does not fit.
 */

import * as z from "zod";
import { BRIEF_SENTENCES, MODEL_CENTS_A_DAY, PUSH_BUDGET_PER_DAY } from "./budgets.ts";
import { Coaching } from "./coach.ts";
import { QuietSpan } from "./goals.ts";
import { SourceDay } from "./health.ts";
import { EpochMs, INTENT_LANGUAGES, LocalTime, RunId, SkillName, TimeZone, UserId } from "./ids.ts";
import { LivingChoice } from "./living.ts";
import { FetchMode, IntradaySample } from "./patrol.ts";
import { PlainText } from "./plain-text.ts";
import { Autonomy } from "./safety.ts";
import { BotName } from "./telegram.ts";
import { ScheduledBrief } from "./triggers.ts";
import { Weekdays } from "./watches.ts";

/** POST /v1/sync: the daily rows of a device. The time zone comes from the `X-Device-Timezone` header. */
export const SyncRequest = z.strictObject({
  days: z.array(SourceDay).min(1).max(62),
  settled: z.boolean(),
  /** Readings of the last hours, from devices that share them (Apple Watch, Health Connect). */
  samples: z.array(IntradaySample).max(720).optional(),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

/**
 * The most that one person's devices may send on one UTC day: requests, entries (days and readings) and bytes of
 * bodies. A watch that sends two hours of readings every 15 minutes uses a tenth of it, and an import of ten years from
 * three wearables a fifth. The full amount costs about a quarter of a dollar. Above it POST /v1/sync answers 429, with
 * the seconds until the next day.
 *
 * A phone's posts from Apple Health are counted only as requests: each repeats the window before it, with about ten
 * thousand entries, and its size is limited (`APPLE_POST_BYTES`). An automation that posts every five minutes stays
 * below the limit.
 */
export const INGEST_PER_DAY = { requests: 1_000, entries: 100_000, bytes: 64_000_000, posts: 300 } as const;

const count = z.number().int().nonnegative();
/** What a person's devices have sent on a day so far. */
export const Ingested = z.strictObject({ requests: count, entries: count, bytes: count, posts: count.default(0) });
export type Ingested = z.infer<typeof Ingested>;

/** One message from the person. */
export const MessageRequest = z.strictObject({
  messageId: z.string().min(1).max(80),
  text: PlainText.min(1).max(8000),
  /** Set when the person changed the message after sending it. */
  edited: z.literal(true).optional(),
  /** The run or the announcement that the person replies to: of their own earlier message, or of Waldo's words. */
  about: RunId.optional(),
});
export type MessageRequest = z.infer<typeof MessageRequest>;

/** The changing requests that one person may send on one day of UTC. */
export const DOOR_PER_DAY = 2_000;
/** How many changing requests the person has sent on this day so far. */
export const DoorCount = z.strictObject({ requests: z.number().int().nonnegative() });

/** A link that signs in once, a session of a browser on one machine, or a link that joins a Telegram chat. */
export const Session = z.strictObject({
  is: z.enum(["link", "session", "telegram"]),
  expiresAt: EpochMs,
  /** The chat in which the link was used. */
  chat: z.string().optional(),
});

/** PUT /zone: the name of the device's time zone. */
export const ZoneReport = z.strictObject({ timeZone: TimeZone });

/** A person cannot have more recipes: the bundled ones, and those of the two folders of their workspace. */
const MOST_RECIPES_OFF = 60;

/** What the agent knows about a person besides health and memory. */
export const Profile = z.strictObject({
  userId: UserId,
  name: z.string().max(60).optional(),
  timeZone: TimeZone,
  wakeTime: LocalTime,
  sleepTime: LocalTime,
  /** Set after the person has named these times themselves. Then their nights no longer change them. */
  ownTimes: z.literal(true).optional(),
  /** The day whose evening Brief looks back on the week: 1 is Monday, 7 is Sunday. Absent: Friday. */
  weeklyReview: z.number().int().min(1).max(7).optional(),
  autonomy: Autonomy,
  /** If this is absent, the Fetch runs in shadow. */
  fetch: FetchMode.optional(),
  /** True when a Brief ends with Form as a number. If this is absent, a Brief only names the body zone. */
  showsForm: z.boolean().optional(),
  /** The language that Waldo writes to the person. If this is absent, it is the one that they write. */
  language: z.enum(INTENT_LANGUAGES).optional(),
  /** True when the midday Brief comes every day. If this is absent, it comes when something is new. */
  alwaysNoon: z.boolean().optional(),
  /** True when the person is asked how they feel before they see the score. If this is absent, they are not asked. */
  feelingsFirst: z.boolean().optional(),
  /** How many pushes a day Waldo may send by itself. Absent: Waldo may send as many as the system allows. */
  pushesADay: z.number().int().min(0).max(PUSH_BUDGET_PER_DAY).optional(),
  /**
   * US cents of tokens a day before the cheap tier answers. Absent: the largest amount that the system allows applies.
   */
  modelCentsADay: z.number().int().min(0).max(MODEL_CENTS_A_DAY).optional(),
  /** The recipes that the person has switched off. */
  recipesOff: z.array(SkillName).max(MOST_RECIPES_OFF).optional(),
  /** Waldo leaves the person alone until this instant, as they asked. Reminders that they set are still sent. */
  quietUntil: EpochMs.optional(),
  /** The hours of each day in which nothing unasked is said, besides the hours of sleep. */
  quietHours: QuietSpan.optional(),
  /** The Briefs for which the person chose something: a time, or `false` for one that they do not want. */
  briefs: z.partialRecord(ScheduledBrief, z.union([LocalTime, z.literal(false)])).optional(),
  /** The weekdays on which a Brief comes. Absent: it comes every day. */
  briefDays: z.partialRecord(ScheduledBrief, Weekdays).optional(),
  /** A Brief has at most this many sentences. If this is absent, it has up to {@link BRIEF_SENTENCES}. */
  briefSentences: z.number().int().min(1).max(BRIEF_SENTENCES).optional(),
  /** The weekdays on which nothing unasked is said. */
  quietDays: Weekdays.optional(),
  /** Set when the quiet also ends with the person's next message. */
  quietUntilHeard: z.literal(true).optional(),
  /** The parts of the goals file that affect the person's days. Absent when they have no such file. */
  coaching: Coaching.optional(),
  /** What the living loop may do. If this is absent, {@link LIVING_DEFAULT} applies. */
  living: LivingChoice.optional(),
  channels: z.strictObject({
    telegramChatId: z.string().optional(),
    /** The username of the bot that the chat is with. Absent: the deployment has only one bot. */
    telegramBot: BotName.optional(),
    /**
     * True when the person agreed that words about their body are sent to the chat. Otherwise such words stay in the
     * app.
     */
    telegramHealth: z.boolean().optional(),
    /** True while a device takes pushes. */
    push: z.literal(true).optional(),
  }),
});
export type Profile = z.infer<typeof Profile>;
