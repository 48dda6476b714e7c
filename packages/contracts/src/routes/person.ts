/** Routes for the person: profile, consents, and facts about their body. */
import * as z from "zod";
import { Profile, SyncRequest, ZoneReport } from "../api.ts";
import { APPLE_POST_BYTES, APPLE_TOKEN, ApplePost, AppleTaken } from "../apple-posts.ts";
import { DataQuestion, Reading } from "../ask.ts";
import { ConsentView, Purpose } from "../consents.ts";
import { ScoredDay, ToldScore, UsualTimes } from "../health.ts";
import { EpochMs, LocalDate } from "../ids.ts";
import { EXPORT_BYTES, ImportBegun, ImportView, ImportWanted, Upload } from "../imports.ts";
import { FetchMode } from "../patrol.ts";
import { PlainText } from "../plain-text.ts";
import { ERASE_PHRASE, ErasureReceipt, ExportView, ReceiptId } from "../privacy.ts";
import { Autonomy } from "../safety.ts";
import { IdempotencyKey, LARGE_BODY, listOf, nothing, type Route, route } from "./route.ts";

/** What a person can set. An absent member stays unchanged. The first time, only the first three are required. */
export const PersonSettings = Profile.pick({
  timeZone: true,
  wakeTime: true,
  sleepTime: true,
  name: true,
  weeklyReview: true,
  showsForm: true,
  alwaysNoon: true,
  feelingsFirst: true,
  briefSentences: true,
  pushesADay: true,
  modelCentsADay: true,
}).extend({ autonomy: Autonomy, fetch: FetchMode });
export const SettingsChange = PersonSettings.extend({
  name: PlainText.max(60).nullable(),
  weeklyReview: z.number().int().min(1).max(7),
  /** Until when the person wants to be left alone. Null ends the quiet time. */
  quietUntil: EpochMs.nullable(),
}).partial();
export type SettingsChange = z.infer<typeof SettingsChange>;

export const Me = PersonSettings.extend({
  userId: Profile.shape.userId,
  quietUntil: EpochMs.optional(),
  /** Since when everything is paused for the person. Absent: nothing is paused. */
  pausedSince: EpochMs.optional(),
  /**
   * Until when Waldo sends nothing unasked, because it answered words about danger. Until then the page opens at that
   * answer.
   */
  careUntil: EpochMs.optional(),
  /** The longest recording that is transcribed, in seconds. Absent when recordings are not transcribed. */
  voiceSeconds: z.number().int().positive().optional(),
  channels: z.strictObject({
    telegram: z.boolean(),
    push: z.boolean(),
    telegramHealth: z.boolean(),
    /** Since when nothing is sent to Telegram, because the person has blocked the bot. */
    telegramPausedSince: EpochMs.optional(),
  }),
});
export type Me = z.infer<typeof Me>;

export const personRoutes = {
  health: route({
    method: "GET",
    path: "/health",
    summary: "Whether the door is open.",
    who: "public",
    answer: z.strictObject({ ok: z.literal(true) }),
  }),
  me: route({
    method: "GET",
    path: "/me",
    summary: "The profile and the settings of the person.",
    answer: Me,
    errors: ["NoProfile"],
  }),
  saveMe: route({
    method: "PUT",
    path: "/me",
    summary: "Makes the profile, or changes what is named. A lower autonomy takes back what was done without a tap.",
    body: SettingsChange,
    answer: Me.extend({ takenBack: z.number().int() }),
  }),
  pause: route({
    method: "PUT",
    path: "/me/pause",
    summary: "Stops everything for the person, or lets it go on.",
    body: z.strictObject({ paused: z.boolean() }),
    answer: Me,
    errors: ["NoProfile"],
  }),
  eraseMe: route({
    method: "DELETE",
    path: "/me",
    summary:
      "Erases the person everywhere. It cannot be taken back. `GET /erasures/{receiptId}` tells how far it is, also without a sign-in, and from when on it is final: so many hours after its end.",
    body: z.strictObject({ confirm: z.literal(ERASE_PHRASE) }),
    status: 202,
    answer: z.strictObject({ receiptId: ReceiptId, finalAfterHours: z.number().int().nonnegative() }),
    keyed: true,
    counted: false,
    by: "privacy",
  }),
  erasure: route({
    method: "GET",
    path: "/erasures/{receiptId}",
    summary: "The receipt of an erasure: what was removed when, and what ages out by itself. It names nobody.",
    who: "hook",
    params: z.strictObject({ receiptId: ReceiptId }),
    answer: ErasureReceipt,
    by: "privacy",
  }),
  startExport: route({
    method: "POST",
    path: "/me/export",
    summary: "Begins a zip with everything of the person. While one is being made, that one is meant.",
    status: 202,
    answer: ExportView,
    keyed: true,
    by: "privacy",
  }),
  exported: route({
    method: "GET",
    path: "/me/export",
    summary: "Whether the zip is ready, and the link to it. The link works for 24 hours, also without a sign-in.",
    answer: ExportView,
    by: "privacy",
  }),
  download: route({
    method: "GET",
    path: "/exports/{code}",
    summary: "The zip of a link: its bytes, or a redirect to them.",
    who: "hook",
    params: z.strictObject({ code: z.string().min(23).max(64) }),
    answer: nothing,
    by: "privacy",
  }),
  consents: route({
    method: "GET",
    path: "/me/consents",
    summary: "What the person agrees to, purpose by purpose, with the words to ask with.",
    answer: listOf(ConsentView),
  }),
  decideConsent: route({
    method: "PUT",
    path: "/me/consents",
    summary:
      "Gives the consent to a purpose, in the words that `version` names, or takes it back. What is stored stays until it is erased.",
    body: z.strictObject({ purpose: Purpose, given: z.boolean(), version: z.number().int().positive().optional() }),
    answer: ConsentView,
  }),
  sync: route({
    // Readings of a device.
    words: "none",
    method: "POST",
    path: "/sync",
    summary: "Days and readings of a device. The header X-Device-Timezone says where it is.",
    body: SyncRequest,
    status: 202,
    answer: z.strictObject({ dates: z.number().int() }),
    errors: ["ConsentNeeded"],
    maxBytes: LARGE_BODY,
    by: "ingest",
  }),
  startImport: route({
    // The name and the size of a file.
    words: "none",
    method: "POST",
    path: "/imports",
    summary:
      "Begins an import of a wearable's export: says where to send its file. The key is the id of the import. Then POST /imports/{id}/done has it read, and GET /imports/{id} tells how far it is. The same file again changes nothing.",
    body: ImportWanted,
    status: 201,
    answer: ImportBegun,
    errors: ["ConsentNeeded"],
    keyed: true,
    counted: false,
    by: "imports",
  }),
  sendImport: route({
    method: "PUT",
    path: "/imports/{id}/file",
    summary:
      "Takes the file of an import, whole. POST /imports names this address on one machine, and one of S3 on AWS.",
    params: z.strictObject({ id: IdempotencyKey }),
    body: Upload,
    takes: "file",
    answer: ImportView,
    maxBytes: EXPORT_BYTES,
    counted: false,
    by: "machine",
  }),
  finishImport: route({
    method: "POST",
    path: "/imports/{id}/done",
    summary: "The whole file was sent: it is read now, beside the request.",
    params: z.strictObject({ id: IdempotencyKey }),
    status: 202,
    answer: ImportView,
    errors: ["ConsentNeeded"],
    counted: false,
    by: "imports",
  }),
  imported: route({
    method: "GET",
    path: "/imports/{id}",
    summary: "How far the import is. Only the latest one of a person is known, for a day.",
    params: z.strictObject({ id: IdempotencyKey }),
    answer: ImportView,
    by: "imports",
  }),
  appleToken: route({
    method: "POST",
    path: "/wearables/apple/token",
    summary: "Makes the key with which a phone posts Apple Health to POST /hooks/apple. The one before counts no more.",
    answer: z.strictObject({ header: z.literal(APPLE_TOKEN), token: z.string() }),
  }),
  forgetAppleToken: route({
    method: "DELETE",
    path: "/wearables/apple/token",
    summary: "Takes the key of the phone back.",
    answer: nothing,
  }),
  appleHook: route({
    method: "POST",
    path: "/hooks/apple",
    summary: "A post of the app Health Auto Export. The phone proves itself by the key in the header X-Waldo-Token.",
    who: "hook",
    body: ApplePost,
    answer: AppleTaken,
    errors: ["Forbidden", "ConsentNeeded"],
    counted: false,
    maxBytes: APPLE_POST_BYTES,
    by: "ingest",
  }),
  askReadings: route({
    // A typed question. Its only text is the name of a tag.
    words: "none",
    method: "POST",
    path: "/readings/ask",
    summary:
      "Answers a typed question from the person's own readings, of five years at most. It changes nothing. The answer is for their eyes only: no agent, no model and no message gets it.",
    body: DataQuestion,
    answer: Reading,
    counted: false,
    by: "readings",
  }),
  zone: route({
    // Facts that a device reports about itself.
    words: "none",
    method: "PUT",
    path: "/zone",
    summary: "Says in which time zone the person's device is. Another than before is a journey.",
    body: ZoneReport,
    answer: ZoneReport,
    by: "ingest",
  }),
  form: route({
    method: "GET",
    path: "/form",
    summary: "The score of a date, or of the day that the person lives, with what may be said of that day.",
    query: z.strictObject({ date: LocalDate.optional() }),
    answer: ToldScore,
    errors: ["NotFound", "NoProfile"],
  }),
  usualTimes: route({
    method: "GET",
    path: "/usual-times",
    summary: "When the person usually wakes and goes to bed, as their nights show it. It needs no profile.",
    answer: UsualTimes,
    errors: ["NotFound"],
  }),
  formDays: route({
    method: "GET",
    path: "/form/days",
    summary:
      "The scores from a date to another, both included, the oldest first: at most 366. A day without one is absent.",
    query: z.strictObject({ from: LocalDate, to: LocalDate }),
    answer: listOf(ScoredDay),
  }),
} satisfies Record<string, Route>;
