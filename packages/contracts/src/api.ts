import { z } from "zod";
import { SourceDay } from "./health.ts";
import { LocalDate, LocalTime, TimeZone, UserId } from "./ids.ts";
import { FetchMode, IntradaySample } from "./patrol.ts";
import { Autonomy } from "./safety.ts";

/** POST /sync: a device's daily rows. The zone comes from the `X-Device-Timezone` header. */
export const SyncRequest = z.strictObject({
  days: z.array(SourceDay).min(1).max(62),
  settled: z.boolean(),
  /** Readings of the last hours, from devices that give them away (Apple Watch, Health Connect). */
  samples: z.array(IntradaySample).max(720).optional(),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

/** POST /messages: the person says something. */
export const MessageRequest = z.strictObject({
  messageId: z.string().min(1).max(80),
  text: z.string().min(1).max(8000),
});
export type MessageRequest = z.infer<typeof MessageRequest>;

/** GET /form?date= */
export const FormQuery = z.strictObject({ date: LocalDate.optional() });
export type FormQuery = z.infer<typeof FormQuery>;

/** Who a person is to the agent: not health, not memory. */
export const Profile = z.strictObject({
  userId: UserId,
  name: z.string().max(60).optional(),
  zone: TimeZone,
  wakeTime: LocalTime,
  sleepTime: LocalTime,
  /** The day whose evening looks back on the week: 1 is Monday, 7 is Sunday. Absent: Friday. */
  weeklyReview: z.number().int().min(1).max(7).optional(),
  autonomy: Autonomy,
  /** Absent: shadow. */
  fetch: FetchMode.optional(),
  channels: z.strictObject({ telegramChatId: z.string().optional(), pushEndpoint: z.string().optional() }),
});
export type Profile = z.infer<typeof Profile>;
