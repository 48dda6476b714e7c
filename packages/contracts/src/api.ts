/**
 * The bodies of the HTTP requests and the profile of a person. The API parses each request with these schemas and
 * answers 400 when a request does not fit.
 */

import * as z from "zod";
import { MODEL_CENTS_A_DAY, PUSH_BUDGET_PER_DAY } from "./budgets.ts";
import { Coaching } from "./coach.ts";
import { SourceDay } from "./health.ts";
import { EpochMs, LocalTime, SkillName, TimeZone, UserId } from "./ids.ts";
import { LivingChoice } from "./living.ts";
import { FetchMode, IntradaySample } from "./patrol.ts";
import { PlainText } from "./plain-text.ts";
import { Autonomy } from "./safety.ts";
import { BotName } from "./telegram.ts";

/** POST /v1/sync: the daily rows of a device. The time zone comes from the `X-Device-Timezone` header. */
export const SyncRequest = z.strictObject({
  days: z.array(SourceDay).min(1).max(62),
  settled: z.boolean(),
  /** Readings of the last hours, from devices that share them (Apple Watch, Health Connect). */
  samples: z.array(IntradaySample).max(720).optional(),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

/**
 * What the devices of one person may send on one day of UTC: requests, entries (days and readings) and bytes of bodies. A
 * watch that sends two hours of readings each quarter of an hour uses a tenth of it, and ten years of three wearables a
 * fifth. All of it costs about a quarter of a dollar. POST /v1/sync answers 429 above it, with the seconds until the
 * next day.
 *
 * What a phone posts of Apple Health counts as posts alone: each repeats the window of the one before, about ten thousand
 * entries, and its size is bounded (`APPLE_POST_BYTES`). An automation that posts every five minutes stays below the limit.
 */
export const INGEST_PER_DAY = { requests: 1_000, entries: 100_000, bytes: 64_000_000, posts: 300 } as const;

const count = z.number().int().nonnegative();
/** What was taken in on a day so far. */
export const Ingested = z.strictObject({ requests: count, entries: count, bytes: count, posts: count.default(0) });
export type Ingested = z.infer<typeof Ingested>;

/** One message from the person. */
export const MessageRequest = z.strictObject({
  messageId: z.string().min(1).max(80),
  text: PlainText.min(1).max(8000),
  /** The person changed it after it was sent. */
  edited: z.literal(true).optional(),
});
export type MessageRequest = z.infer<typeof MessageRequest>;

/** The changing requests that one person may send on one day of UTC. */
export const DOOR_PER_DAY = 2_000;
/** How many the devices have sent so far. */
export const DoorCount = z.strictObject({ requests: z.number().int().nonnegative() });

/** A link that signs in once, a session of a browser on one machine, or a link that joins a Telegram chat. */
export const Session = z.strictObject({
  is: z.enum(["link", "session", "telegram"]),
  expiresAt: EpochMs,
  /** The chat that has used the link. */
  chat: z.string().optional(),
});

/** PUT /zone: in which time zone the device is, by its name. */
export const ZoneReport = z.strictObject({ timeZone: TimeZone });

/** More than a person can have: the bundled recipes, and those of the two folders of their workspace. */
const MOST_RECIPES_OFF = 60;

/** What the agent knows of a person besides health and memory. */
export const Profile = z.strictObject({
  userId: UserId,
  name: z.string().max(60).optional(),
  timeZone: TimeZone,
  wakeTime: LocalTime,
  sleepTime: LocalTime,
  /** Set once the person has named these times. From then on their nights do not change them. */
  ownTimes: z.literal(true).optional(),
  /** The day whose evening Brief looks back on the week: 1 is Monday, 7 is Sunday. Absent: Friday. */
  weeklyReview: z.number().int().min(1).max(7).optional(),
  autonomy: Autonomy,
  /** Absent: the Fetch runs in shadow. */
  fetch: FetchMode.optional(),
  /** Whether a Brief ends with Form as a number. Absent: a Brief says only the word of the body zone. */
  showsForm: z.boolean().optional(),
  /** How many pushes a day Waldo may send by itself. Absent: Waldo may send as many as the system allows. */
  pushesADay: z.number().int().min(0).max(PUSH_BUDGET_PER_DAY).optional(),
  /**
   * US cents of tokens a day before the cheap tier answers. Absent: the largest amount that the system allows applies.
   */
  modelCentsADay: z.number().int().min(0).max(MODEL_CENTS_A_DAY).optional(),
  /** The recipes that the person has switched off. */
  recipesOff: z.array(SkillName).max(MOST_RECIPES_OFF).optional(),
  /** The person asked to be left alone until then. Reminders that they set are still said. */
  quietUntil: EpochMs.optional(),
  /** The quiet ends before that with the next thing that the person says. */
  quietUntilHeard: z.literal(true).optional(),
  /** What the person's file of goals asks of their days. Absent: they have no such file. */
  coaching: Coaching.optional(),
  /** What the living loop may do. Absent: what {@link LIVING_DEFAULT} says. */
  living: LivingChoice.optional(),
  channels: z.strictObject({
    telegramChatId: z.string().optional(),
    /** The username of the bot that the chat is with. Absent: the deployment has only one bot. */
    telegramBot: BotName.optional(),
    /** The person agreed that words about their body go to the chat. Without it such words stay in the app. */
    telegramHealth: z.boolean().optional(),
    /** True while a device takes pushes. */
    push: z.literal(true).optional(),
  }),
});
export type Profile = z.infer<typeof Profile>;
