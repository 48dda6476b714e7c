/**
 * The HTTP routes of a person's agent, as data: the router, the client and the OpenAPI document are made from this table.
 * Every route stands below {@link API_ROOT} and has the same meaning on one machine and on AWS.
 */
import * as z from "zod";
import { AgentId, AgentName, AgentRight, AgentsView, AgentView, MOST_AGENT_PROJECTS } from "./agents.ts";
import { Profile, SyncRequest, ZoneReport } from "./api.ts";
import { APPLE_POST_BYTES, APPLE_TOKEN, ApplePost, AppleTaken } from "./apple-posts.ts";
import { ActiveSubscription, MAX_ADDRESS_CHARS } from "./calendars.ts";
import { ChannelTest, TestedChannel, TestId } from "./channel-tests.ts";
import { GoalsEdit, GoalsView, MOST_GOALS_CHARS } from "./coach.ts";
import { ConsentView, Purpose } from "./consents.ts";
import { ContextDetail, ContextLine, ContextProjectView } from "./context-views.ts";
import { ContextId, ProjectName } from "./contexts.ts";
import { OpenProposal, RunAnswer, TapReply, ThreadMessage, ThreadView } from "./conversation-views.ts";
import { DesignView } from "./design-views.ts";
import { Device, NewDevice, PushPlatform } from "./devices.ts";
import type { DoorErrorName } from "./errors.ts";
import { EvalView } from "./eval.ts";
import { HandoffId } from "./handoff.ts";
import { CrsResult, ScoredDay, UsualTimes } from "./health.ts";
import { EpochMs, LocalDate, RunId, SkillName } from "./ids.ts";
import { EXPORT_BYTES, ImportBegun, ImportView, ImportWanted, Upload } from "./imports.ts";
import { CostView, InsideRun, RunLine, RunSources } from "./inside-views.ts";
import { ConcernId, IntentionId, Interruption, LivingChoice, MannerChange, MOST_CONCERN_CHARS } from "./living.ts";
import { ConcernView, LivingView, PersonaView } from "./living-views.ts";
import { Hall, PatternId } from "./memory.ts";
import {
  ClaimDecided,
  ClaimDecision,
  ClaimDetail,
  ClaimView,
  MemoryHit,
  NightView,
  WaitingView,
  WikiName,
  WikiPageView,
  WikiPlace,
} from "./memory-views.ts";
import { Button } from "./messages.ts";
import { ModelTested, ModelView, ModelWanted } from "./models.ts";
import {
  Brought,
  DeviceView,
  EventView,
  FetchShare,
  FetchView,
  HandoffRequest,
  HandoffView,
  LogEntry,
  ReminderView,
  SubscriptionView,
  TaskView,
} from "./own-views.ts";
import { FetchLabel, FetchMode } from "./patrol.ts";
import { TaskId, ThreadId } from "./person-rows.ts";
import { PlainText } from "./plain-text.ts";
import { ERASE_PHRASE, ErasureReceipt, ExportView, ReceiptId } from "./privacy.ts";
import { RecipeText, RecipeView } from "./recipe-views.ts";
import { ReviewId } from "./review.ts";
import { PastReview, ReviewView } from "./review-views.ts";
import { Autonomy } from "./safety.ts";
import { BotName } from "./telegram.ts";
import { Trigger } from "./triggers.ts";
import { MOST_VOICE_SECONDS, mostVoiceBytes } from "./voice.ts";
import { HookChallenge, VendorName, VendorReturn, WearableView } from "./wearables.ts";

export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, "expected 8-64 letters, digits, - or _");

/** A body above this many bytes is refused before it is read. */
const SMALL_BODY = 32_768;
/** A sync may hold two months of days, and a calendar some years of events. */
const LARGE_BODY = 4_000_000;
/** A name of a file is no longer on the file systems of today. */
const MOST_FILE_NAME = 255;

const instant = z.coerce.number().pipe(EpochMs);

/**
 * What a person can set. A member that is absent stays as it is; for the first time all but the first three are
 * optional.
 */
export const PersonSettings = Profile.pick({
  timeZone: true,
  wakeTime: true,
  sleepTime: true,
  name: true,
  weeklyReview: true,
  showsForm: true,
  pushesADay: true,
  modelCentsADay: true,
}).extend({ autonomy: Autonomy, fetch: FetchMode });
export const SettingsChange = PersonSettings.extend({
  name: PlainText.max(60).nullable(),
  weeklyReview: z.number().int().min(1).max(7),
  /** Until when the person wants to be left alone. Null ends it. */
  quietUntil: EpochMs.nullable(),
}).partial();
export type SettingsChange = z.infer<typeof SettingsChange>;

export const Me = PersonSettings.extend({
  userId: Profile.shape.userId,
  quietUntil: EpochMs.optional(),
  /** Since when everything stands still. Absent: it does not. */
  pausedSince: EpochMs.optional(),
  /** Until when nothing unasked speaks, because words of danger were answered. The page opens on that answer then. */
  careUntil: EpochMs.optional(),
  /** How long a recording may be that is written down. Absent: none is. */
  voiceSeconds: z.number().int().positive().optional(),
  channels: z.strictObject({
    telegram: z.boolean(),
    push: z.boolean(),
    telegramHealth: z.boolean(),
    /** Since when nothing goes to Telegram, because the person has blocked the bot. */
    telegramPausedSince: EpochMs.optional(),
  }),
});
export type Me = z.infer<typeof Me>;

const nothing = z.strictObject({});
const listOf = <T extends z.ZodType>(items: T) => z.strictObject({ items: z.array(items) });
/** A number of a query. */
const upTo = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);
/** A part of a list. `next` asks for the part after it. */
const pageOf = <T extends z.ZodType>(items: T) => listOf(items).extend({ next: z.string().optional() });

export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** A part in braces is a parameter of `params`. */
  readonly path: `/${string}`;
  readonly summary: string;
  /**
   * `person`: the signed-in person, for their own data. `public`: everyone. `hook`: another service, which proves itself to
   * the function that answers it; the door does not.
   */
  readonly who: "person" | "public" | "hook";
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  /** `file`: the body is the file itself, whose length the request must tell. */
  readonly takes: "json" | "file";
  readonly status: 200 | 201 | 202;
  readonly answer: z.ZodType;
  /** The errors besides those that every route may answer, and besides `NotFound` for a name in its path. */
  readonly errors: readonly DoorErrorName[];
  /** `keyed`: the request must carry an idempotency key. Every other request may be sent twice without harm. */
  readonly keyed: boolean;
  readonly maxBytes: number;
  /** True when a request counts towards {@link DOOR_PER_DAY}. Reading never does. */
  readonly counted: boolean;
  /**
   * What the texts of a request are. `kept`: words of the person, which are weighed for danger before the handler acts.
   * `edited`: the same, but for the lines that `base` had before. `heard`: the handler takes them in as a message.
   * `none`: no words of the person, but data of a device, a file or a service, and why stands beside it.
   */
  readonly words: "kept" | "edited" | "heard" | "none";
  /**
   * Which function answers it on AWS: `ingest` writes raw health and the device's zone, `door` the person's own rows,
   * `calendar` reads calendars, `telegram` what a bot hears, `connect` the clouds of wearables, `hook` what those clouds
   * say has changed, `privacy` copies or erases everything, `imports` reads exports of wearables, `voice` writes recordings
   * down. `machine`: none does, because files go to S3. On one machine one process does it all, and asks Telegram itself.
   */
  readonly by:
    | "door"
    | "ingest"
    | "calendar"
    | "telegram"
    | "connect"
    | "hook"
    | "privacy"
    | "imports"
    | "voice"
    | "machine";
};

const USUAL = {
  who: "person",
  params: nothing,
  query: nothing,
  body: nothing,
  takes: "json",
  status: 200,
  errors: [],
  keyed: false,
  maxBytes: SMALL_BODY,
  counted: true,
  words: "kept",
  by: "door",
} as const;

const route = <const R extends Partial<Route> & Pick<Route, "method" | "path" | "summary" | "answer">>(
  own: R,
): Omit<typeof USUAL, keyof R> & R => ({ ...USUAL, ...own });

export const ROUTES = {
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
  zone: route({
    // What a device tells of itself.
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
    summary: "The score of a date, or of the day that the person lives.",
    query: z.strictObject({ date: LocalDate.optional() }),
    answer: CrsResult,
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
  say: route({
    words: "heard",
    method: "POST",
    path: "/messages",
    summary: "Says something to Waldo. The answer is a run; GET /runs/{runId} tells what became of it.",
    body: z.strictObject({ text: PlainText.min(1).max(8000) }),
    status: 202,
    answer: z.strictObject({ runId: RunId }),
    errors: ["NoProfile"],
    keyed: true,
    // A person in danger is heard on any day. Messages have a limit of their own, by the hour.
    counted: false,
  }),
  writeDown: route({
    method: "POST",
    path: "/voice",
    summary: "Writes down what was said in a recording: a WAV file of 16,000 samples a second. Nothing of it is kept.",
    body: Upload,
    takes: "file",
    answer: z.strictObject({ text: z.string() }),
    maxBytes: mostVoiceBytes(MOST_VOICE_SECONDS),
    by: "voice",
  }),
  messages: route({
    method: "GET",
    path: "/messages",
    summary: "The conversation, the latest first. `next` goes on with older messages.",
    query: z.strictObject({
      limit: upTo(200, 50),
      cursor: z.string().max(300).optional(),
      thread: ThreadId.optional(),
    }),
    answer: pageOf(ThreadMessage),
  }),
  threads: route({
    method: "GET",
    path: "/threads",
    summary:
      "The conversations: those with a name, then the days, the latest first. Deleted ones are listed only by `state`.",
    query: z.strictObject({
      state: ThreadView.shape.state.optional(),
      limit: upTo(100, 30),
      cursor: ThreadId.optional(),
    }),
    answer: z.strictObject({ items: z.array(ThreadView), next: ThreadId.optional() }),
  }),
  changeThread: route({
    method: "PATCH",
    path: "/threads/{threadId}",
    summary:
      "Names a conversation, sets its topics, archives it, or makes it active again: from the archive, or within 30 days after it was deleted.",
    params: z.strictObject({ threadId: ThreadId }),
    body: z.strictObject({
      title: PlainText.min(1).max(120).optional(),
      topics: z.array(PlainText.min(1).max(40)).max(8).optional(),
      state: ThreadView.shape.state.exclude(["deleted"]).optional(),
    }),
    answer: ThreadView,
  }),
  deleteThread: route({
    method: "DELETE",
    path: "/threads/{threadId}",
    summary:
      "Deletes what was said in a conversation until now: no list, prompt, search or diary has it. After 30 days its words are gone. What was learned from it stays until it is forgotten.",
    params: z.strictObject({ threadId: ThreadId }),
    answer: ThreadView,
  }),
  run: route({
    method: "GET",
    path: "/runs/{runId}",
    summary: "What became of a message, and what its run does now.",
    params: z.strictObject({ runId: RunId }),
    answer: RunAnswer,
  }),
  runSources: route({
    method: "GET",
    path: "/runs/{runId}/sources",
    summary:
      "What a message rests on: each sentence with its claims, and each claim with the call that carries it. `kept: false`: the run has left the store, or no run made the message.",
    params: z.strictObject({ runId: RunId }),
    answer: RunSources,
  }),
  insideRuns: route({
    method: "GET",
    path: "/inside/runs",
    summary: "The runs that are in the store, the newest first. A run leaves it a week after its end.",
    query: z.strictObject({
      trigger: Trigger.optional(),
      date: LocalDate.optional(),
      limit: upTo(200, 50),
      cursor: z.string().max(120).optional(),
    }),
    answer: pageOf(RunLine),
  }),
  insideRun: route({
    method: "GET",
    path: "/inside/runs/{runId}",
    summary:
      "One run from the inside: its states with what each committed, its prompt by layer, its calls with what was refused and why, its claims, its outbox and its cost. `kept: false`: it has left the store.",
    params: z.strictObject({ runId: RunId }),
    answer: InsideRun,
  }),
  insideCost: route({
    method: "GET",
    path: "/inside/cost",
    summary: "What the last metered days would have cost on AWS at list prices, by part, the oldest day first.",
    query: z.strictObject({ days: upTo(62, 7) }),
    answer: CostView,
  }),
  insideEval: route({
    method: "GET",
    path: "/inside/eval",
    summary:
      "How good the runs of the last days were, as each night found: the parts of WIS, what was kept, and each run's rubrics with their reasons. The newest night first.",
    query: z.strictObject({ nights: upTo(62, 7) }),
    answer: listOf(EvalView),
  }),
  proposals: route({
    method: "GET",
    path: "/proposals",
    summary: "What waits for a tap.",
    answer: listOf(OpenProposal),
  }),
  tap: route({
    method: "POST",
    path: "/taps",
    summary: "A tap on a button. `data` is what the button carries.",
    body: z.strictObject({ data: Button.shape.data }),
    answer: TapReply,
  }),
  handoffs: route({
    method: "GET",
    path: "/handoffs",
    summary: "The tasks that were handed over, the newest first. `waitsFor` names the proposal that waits for a tap.",
    query: z.strictObject({ limit: upTo(50, 20) }),
    answer: listOf(HandoffView),
  }),
  handOver: route({
    words: "heard",
    method: "POST",
    path: "/handoffs",
    summary: "Hands a task over: Waldo explores, plans, asks for a tap, and then acts.",
    body: HandoffRequest,
    status: 202,
    answer: z.strictObject({ handoffId: HandoffId }),
    errors: ["NoProfile"],
    keyed: true,
  }),
  review: route({
    method: "GET",
    path: "/review",
    summary: "The weekly review that is open or was last, with its questions and answers, and those before it.",
    query: z.strictObject({ limit: upTo(50, 12) }),
    answer: z.strictObject({ latest: ReviewView.nullable(), past: z.array(PastReview) }),
  }),
  reviewStart: route({
    method: "POST",
    path: "/review",
    summary:
      "Begins a weekly review now, or goes on with the one that rests. Its answers are messages (POST /messages).",
    status: 202,
    answer: z.strictObject({ reviewId: ReviewId }),
    errors: ["NoProfile"],
    keyed: true,
  }),
  memory: route({
    method: "GET",
    path: "/memory",
    summary:
      "The claims of the person, hall by hall, the most believed first. `held`: what holds, or what held at an instant as is known now. `believed`: what was believed at that instant. `gone`: what no longer holds. `waiting` is what the night has not settled yet.",
    query: z.strictObject({
      hall: Hall.optional(),
      view: z.enum(["held", "believed", "gone"]).default("held"),
      at: instant.optional(),
      limit: upTo(200, 50),
      cursor: z.string().max(120).optional(),
    }),
    answer: z.strictObject({ items: z.array(ClaimView), waiting: z.array(WaitingView), next: z.string().optional() }),
  }),
  searchMemory: route({
    method: "GET",
    path: "/memory/search",
    summary: "What is remembered of these words, best match first: claims, notes of today and the diary.",
    query: z.strictObject({
      text: z.string().min(1).max(200),
      hall: Hall.optional(),
      limit: upTo(50, 10),
    }),
    answer: listOf(MemoryHit),
  }),
  memoryNight: route({
    method: "GET",
    path: "/memory/night",
    summary: "What the last night learned, and what it let fade. Null: no night has passed yet.",
    answer: z.strictObject({ night: NightView.nullable() }),
  }),
  memoryDesign: route({
    method: "GET",
    path: "/memory/design",
    summary:
      "By which numbers memory is searched: what of the design in force is not standard, the one in shadow with its nights, and what the last nights tried.",
    answer: DesignView,
  }),
  stepBackDesign: route({
    method: "POST",
    path: "/memory/design/back",
    summary:
      "Takes one step back: gives up the design in shadow, or goes back to the numbers before. `step` is the step as it was shown, so a request that is sent twice takes one step.",
    body: z.strictObject({ step: z.string().max(64) }),
    answer: DesignView,
    errors: ["Conflict"],
  }),
  claim: route({
    method: "GET",
    path: "/memory/{patternId}",
    summary: "One claim: where it comes from, and each change of it and of those before and after it.",
    params: z.strictObject({ patternId: PatternId }),
    answer: ClaimDetail,
  }),
  decideClaim: route({
    method: "POST",
    path: "/memory/{patternId}",
    summary:
      "Forgets a claim or a note of today, takes the latest change of a claim back (again, to undo that), or corrects a claim in the person's own words. `revision` is that of the claim as it was shown; a note of today has 0.",
    params: z.strictObject({ patternId: PatternId }),
    body: ClaimDecision,
    answer: ClaimDecided,
    errors: ["ConsentNeeded"],
  }),
  wiki: route({
    method: "GET",
    path: "/wiki",
    summary: "The pages that are compiled from what is remembered, the index first.",
    answer: listOf(WikiPlace),
  }),
  wikiPage: route({
    method: "GET",
    path: "/wiki/{page}",
    summary: "One page of the wiki in Markdown, with the pages that lead to it.",
    params: z.strictObject({ page: WikiName }),
    answer: WikiPageView,
  }),
  tasks: route({
    method: "GET",
    path: "/tasks",
    summary: "The task list: open tasks first, then open goals.",
    query: z.strictObject({ limit: upTo(500, 100) }),
    answer: listOf(TaskView),
  }),
  addTask: route({
    method: "POST",
    path: "/tasks",
    summary: "Adds a task or a goal.",
    body: z.strictObject({
      title: PlainText.min(1).max(200),
      due: LocalDate.optional(),
      goal: z.literal(true).optional(),
      /** The goal that the task belongs to. */
      goalId: TaskId.optional(),
    }),
    status: 201,
    answer: TaskView,
    errors: ["NoProfile"],
    keyed: true,
  }),
  changeTask: route({
    method: "PATCH",
    path: "/tasks/{taskId}",
    summary:
      "Renames, moves, finishes, drops or reopens a task or a goal. A null `due` takes the date away, a null `goalId` the goal.",
    params: z.strictObject({ taskId: TaskId }),
    body: z.strictObject({
      title: PlainText.min(1).max(200).optional(),
      due: LocalDate.nullable().optional(),
      status: TaskView.shape.status.optional(),
      goalId: TaskId.nullable().optional(),
    }),
    answer: TaskView,
  }),
  goalsFile: route({
    method: "GET",
    path: "/goals",
    summary:
      "The person's file of goals: its text, what is wrong with it, and the goals in force. Without a file: a text to begin with.",
    answer: GoalsView,
    errors: ["NoProfile"],
  }),
  saveGoals: route({
    words: "edited",
    method: "PUT",
    path: "/goals",
    summary:
      "Saves the text of the file. `base` is the text that the change began from: what others changed since is kept, section by section. A text with faults is kept, and the last good goals stay in force.",
    body: z.strictObject({
      text: z.string().max(MOST_GOALS_CHARS),
      base: z.string().max(MOST_GOALS_CHARS),
    }),
    answer: GoalsView,
    errors: ["NoProfile", "Conflict"],
    maxBytes: 262_144,
  }),
  editGoals: route({
    method: "PATCH",
    path: "/goals",
    summary:
      "Makes one change of the file, and leaves all other lines as they are. It begins a file where there is none.",
    body: GoalsEdit,
    answer: GoalsView,
    errors: ["NoProfile"],
  }),
  reminders: route({
    method: "GET",
    path: "/reminders",
    summary: "The reminders that are set, the soonest first, and what Waldo watches for.",
    answer: listOf(ReminderView),
    errors: ["NoProfile"],
  }),
  cancelReminder: route({
    method: "DELETE",
    path: "/reminders/{watchId}",
    summary: "Cancels a reminder.",
    params: z.strictObject({ watchId: z.string().regex(/^[0-9a-f]{12}$/) }),
    answer: nothing,
  }),
  calendar: route({
    method: "GET",
    path: "/calendar",
    summary: "The events between two instants, at most 62 days apart.",
    query: z.strictObject({ from: instant, to: instant }),
    answer: listOf(EventView),
  }),
  uploadCalendar: route({
    // A file that others wrote.
    words: "none",
    method: "POST",
    path: "/calendar/files",
    summary:
      "Takes in a calendar file (.ics). The same file again changes nothing; what a newer one has no more is cancelled.",
    body: z.union([
      z.strictObject({ name: PlainText.min(1).max(MOST_FILE_NAME), text: z.string().min(1) }),
      z.strictObject({
        name: PlainText.min(1).max(MOST_FILE_NAME),
        base64: z.base64().min(1).describe("The bytes of a file that is no UTF-8, or not between two signs"),
      }),
    ]),
    answer: Brought.extend({ calendar: z.string() }),
    errors: ["NoProfile"],
    maxBytes: LARGE_BODY,
    by: "calendar",
  }),
  subscriptions: route({
    method: "GET",
    path: "/calendars",
    summary: "The calendars that the person subscribed to, with when they were read and what was wrong.",
    answer: listOf(SubscriptionView),
    by: "calendar",
  }),
  subscribe: route({
    // An address, and how to call it in a list.
    words: "none",
    method: "POST",
    path: "/calendars",
    summary:
      "Subscribes to a calendar by its address (iCal format). It is read at once; the same address is read again.",
    body: z.strictObject({
      address: z.string().min(1).max(MAX_ADDRESS_CHARS),
      name: PlainText.min(1).max(60).optional(),
    }),
    status: 201,
    answer: z.strictObject({
      subscription: SubscriptionView,
      brought: Brought,
      /** True when the person had subscribed to this address before. */
      isKnown: z.boolean(),
    }),
    errors: ["NoProfile"],
    by: "calendar",
  }),
  unsubscribe: route({
    method: "DELETE",
    path: "/calendars/{id}",
    summary: "Forgets the address of a subscribed calendar, and takes its events back.",
    params: z.strictObject({ id: ActiveSubscription.shape.id }),
    answer: z.strictObject({ cancelled: z.number().int() }),
    by: "calendar",
  }),
  model: route({
    method: "GET",
    path: "/model",
    summary: "Which language model writes, and which ones this machine offers.",
    answer: ModelView,
  }),
  useModel: route({
    // An address and a key.
    words: "none",
    method: "PUT",
    path: "/model",
    summary: "Tests a language model, and saves it for a tier. One that calls no tools is answered, and not saved.",
    // A page may name no other secret of the environment than the key of a model.
    body: ModelWanted.extend({
      keyEnv: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]{0,80}_API_KEY$/, "expected the name of a variable that ends in _API_KEY")
        .optional(),
    }),
    answer: ModelTested,
    errors: ["Forbidden"],
  }),
  noModel: route({
    method: "DELETE",
    path: "/model",
    summary: "Forgets the saved models.",
    answer: ModelView,
    errors: ["Forbidden"],
  }),
  devices: route({
    method: "GET",
    path: "/devices",
    summary: "The browsers and phones that take pushes, and what a new one needs.",
    answer: z.strictObject({
      items: z.array(DeviceView),
      /** What a browser subscribes with (applicationServerKey). Null: no browser can. */
      webKey: z.string().nullable(),
      /** The platforms that a phone can register with. */
      platforms: z.array(PushPlatform),
    }),
  }),
  addDevice: route({
    // What a browser names for its pushes.
    words: "none",
    method: "POST",
    path: "/devices",
    summary: "Lets a device take pushes. The same device again is the same one.",
    body: NewDevice,
    status: 201,
    answer: DeviceView,
    errors: ["NoProfile", "Forbidden"],
  }),
  forgetDevice: route({
    method: "DELETE",
    path: "/devices/{deviceId}",
    summary: "Sends no more pushes to a device.",
    params: z.strictObject({ deviceId: Device.shape.deviceId }),
    answer: nothing,
    errors: ["NoProfile"],
  }),
  linkTelegram: route({
    method: "POST",
    path: "/telegram/link",
    summary: "A link that joins the person's chat with the bot, once, within ten minutes.",
    answer: z.strictObject({ url: z.url(), expiresAt: EpochMs }),
    errors: ["NoProfile", "NotFound"],
  }),
  unlinkTelegram: route({
    method: "DELETE",
    path: "/telegram/link",
    summary: "Leaves the chat: nothing is sent to it and nothing is read there any more.",
    answer: Me,
    errors: ["NoProfile"],
  }),
  telegramHook: route({
    method: "POST",
    path: "/telegram/{bot}",
    summary: "An update of a bot. Telegram proves itself by the header X-Telegram-Bot-Api-Secret-Token.",
    who: "hook",
    params: z.strictObject({ bot: BotName }),
    body: z.looseObject({ update_id: z.number().int() }),
    answer: nothing,
    counted: false,
    maxBytes: 262_144,
    by: "telegram",
  }),
  wearables: route({
    method: "GET",
    path: "/wearables",
    summary: "The wearables that can be connected here, and how each connection stands.",
    answer: listOf(WearableView),
    by: "connect",
  }),
  beginWearable: route({
    method: "POST",
    path: "/wearables/{vendor}",
    summary: "The address at the vendor where the person agrees. It works once, within ten minutes.",
    params: z.strictObject({ vendor: VendorName }),
    answer: z.strictObject({ url: z.url(), expiresAt: EpochMs }),
    counted: false,
    by: "connect",
  }),
  finishWearable: route({
    // What a vendor sends back.
    words: "none",
    method: "POST",
    path: "/wearables/{vendor}/finish",
    summary:
      "Connects the wearable with what the vendor sent the browser back with. The past 90 days follow by themselves.",
    params: z.strictObject({ vendor: VendorName }),
    body: VendorReturn,
    status: 201,
    answer: WearableView,
    counted: false,
    by: "connect",
  }),
  removeWearable: route({
    method: "DELETE",
    path: "/wearables/{vendor}",
    summary: "Takes the connection back: the vendor is told, and the tokens are forgotten. The days that came stay.",
    params: z.strictObject({ vendor: VendorName }),
    answer: WearableView,
    counted: false,
    by: "connect",
  }),
  wearableHook: route({
    method: "POST",
    path: "/hooks/{vendor}",
    summary: "What a vendor says has changed. The vendor proves itself by a signature over the body and its time.",
    who: "hook",
    params: z.strictObject({ vendor: VendorName }),
    body: z.looseObject({}),
    answer: nothing,
    counted: false,
    by: "hook",
  }),
  wearableChallenge: route({
    method: "GET",
    path: "/hooks/{vendor}",
    summary: "A vendor asks whether the address of its hooks is ours. It proves itself by the token that we gave it.",
    who: "hook",
    params: z.strictObject({ vendor: VendorName }),
    query: HookChallenge,
    answer: HookChallenge.pick({ challenge: true }),
    counted: false,
    by: "hook",
  }),
  log: route({
    method: "GET",
    path: "/log",
    summary:
      "What Waldo did, the latest first, with what can be taken back; `from` and `to` bound it. `include=ticks`: also each look of the patrol, and why it acted or stayed quiet. `next` goes on with older entries; a short page may have it too.",
    query: z.strictObject({
      from: instant.default(0),
      to: instant.optional(),
      include: z.enum(["acts", "ticks"]).default("acts"),
      limit: upTo(500, 200),
      cursor: z.string().max(120).optional(),
    }),
    answer: pageOf(LogEntry),
  }),
  fetches: route({
    method: "GET",
    path: "/fetches",
    summary:
      "The latest stress alerts, in shadow or sent: what each said or would have said, what the person says about it, and how often it was a false alarm.",
    answer: z.strictObject({ items: z.array(FetchView), share: FetchShare }),
  }),
  labelFetch: route({
    method: "PUT",
    path: "/fetches/{at}",
    summary: "Says whether a stress alert was right or a false alarm. Null takes that back.",
    params: z.strictObject({ at: instant }),
    body: z.strictObject({ label: FetchLabel.nullable() }),
    answer: FetchView,
  }),
  presence: route({
    method: "POST",
    path: "/presence",
    summary: "Tells that the page came in front of the person, or left. It is kept for two days.",
    body: z.strictObject({ app: z.enum(["visible", "hidden"]) }),
    answer: nothing,
    errors: ["NoProfile"],
  }),
  living: route({
    method: "GET",
    path: "/living",
    summary:
      "What Waldo makes of the moment, its private thoughts and their themes, what it is concerned with, what it means to look at, and how it speaks.",
    answer: LivingView,
    errors: ["NoProfile"],
  }),
  saveLiving: route({
    method: "PATCH",
    path: "/living",
    summary:
      "Turns the living loop, the sensing of the machine, or interruptions on or off. Interruptions are sent only after enough of those in shadow were labelled right.",
    body: LivingChoice.partial(),
    answer: LivingView,
    errors: ["NoProfile", "Forbidden"],
  }),
  changeConcern: route({
    method: "PATCH",
    path: "/living/concerns/{id}",
    summary: "Rewords or mutes a concern. A muted one shapes nothing, and stays.",
    params: z.strictObject({ id: ConcernId }),
    body: z.strictObject({
      summary: PlainText.min(1).max(MOST_CONCERN_CHARS).optional(),
      muted: z.boolean().optional(),
    }),
    answer: ConcernView,
  }),
  labelInterruption: route({
    method: "PUT",
    path: "/living/interruptions/{at}",
    summary: "Says whether an interruption was right, or would have been. Null takes that back.",
    params: z.strictObject({ at: instant }),
    body: z.strictObject({ label: FetchLabel.nullable() }),
    answer: Interruption,
  }),
  dropIntention: route({
    method: "DELETE",
    path: "/living/intentions/{id}",
    summary: "Lets go of what Waldo meant to look at.",
    params: z.strictObject({ id: IntentionId }),
    answer: nothing,
  }),
  manner: route({
    method: "POST",
    path: "/living/manner",
    summary: "Freezes how Waldo speaks, lets it move again, or sets it back to where it began.",
    body: z.strictObject({ change: MannerChange }),
    answer: PersonaView,
  }),
  agents: route({
    method: "GET",
    path: "/agents",
    summary: "The agents of other makers that may ask by MCP, what each may do, and what they asked lately.",
    answer: AgentsView,
  }),
  makeAgent: route({
    method: "POST",
    path: "/agents",
    summary:
      "Makes a key for an agent that speaks HTTP. The key is in this answer alone. Where agents sign in, there is no such key.",
    body: z.strictObject({ name: AgentName, rights: z.array(AgentRight) }),
    status: 201,
    answer: z.strictObject({ agent: AgentView, key: z.string() }),
    errors: ["Forbidden"],
  }),
  changeAgent: route({
    method: "PUT",
    path: "/agents/{agentId}",
    summary: "Says what an agent may do, or shuts it out. `projects` null means all of them.",
    params: z.strictObject({ agentId: AgentId }),
    body: z
      .strictObject({
        rights: z.array(AgentRight),
        projects: z.array(ProjectName).max(MOST_AGENT_PROJECTS).nullable(),
        revoked: z.boolean(),
      })
      .partial(),
    answer: AgentView,
  }),
  contextProjects: route({
    method: "GET",
    path: "/context-projects",
    summary: "The projects in which agents keep contexts, the one that was used last first, each with how many it has.",
    answer: listOf(ContextProjectView),
  }),
  contexts: route({
    method: "GET",
    path: "/contexts",
    summary: "The contexts of a project, those of the archive too, the latest first. Their words are those of agents.",
    query: z.strictObject({ project: ProjectName, limit: upTo(50, 20), cursor: z.string().max(120).optional() }),
    answer: pageOf(ContextLine),
  }),
  context: route({
    method: "GET",
    path: "/contexts/{contextId}",
    summary:
      "One context: its text, who saved it, and why. `stated`: an agent said so. `inferred`: it was saved less than an hour before.",
    params: z.strictObject({ contextId: ContextId }),
    answer: ContextDetail,
  }),
  forgetContext: route({
    method: "DELETE",
    path: "/contexts/{contextId}",
    summary:
      "Forgets one context. No word of it stays in the store, in the archive or in an index, and it cannot be taken back. What it caused still names it.",
    params: z.strictObject({ contextId: ContextId }),
    answer: nothing,
  }),
  recipes: route({
    method: "GET",
    path: "/recipes",
    summary: "The recipes that runs may be offered: those that everybody has, and the person's own.",
    answer: listOf(RecipeView),
    errors: ["NoProfile"],
  }),
  recipe: route({
    method: "GET",
    path: "/recipes/{name}",
    summary: "One recipe with its text.",
    params: z.strictObject({ name: SkillName }),
    answer: RecipeText,
    errors: ["NoProfile"],
  }),
  switchRecipe: route({
    method: "PUT",
    path: "/recipes/{name}",
    summary:
      "Switches a recipe off for the person, or on again. On, what earlier feedback said against it counts no more. The recipes of the day's own rhythm stay on.",
    params: z.strictObject({ name: SkillName }),
    body: z.strictObject({ on: z.boolean() }),
    answer: RecipeView,
    errors: ["NoProfile", "Forbidden"],
  }),
  testChannel: route({
    method: "POST",
    path: "/channels/{channel}/tests",
    summary: "Sends a test to a channel of the person. The same key again is the same test.",
    params: z.strictObject({ channel: TestedChannel }),
    status: 202,
    answer: ChannelTest,
    errors: ["NoProfile"],
    keyed: true,
  }),
  channelTest: route({
    method: "GET",
    path: "/channels/{channel}/tests/{testId}",
    summary: "What became of a test.",
    params: z.strictObject({ channel: TestedChannel, testId: TestId }),
    answer: ChannelTest,
  }),
} satisfies Record<string, Route>;

export type Routes = typeof ROUTES;
export type RouteName = keyof Routes;
/** A route that another service calls. It is no part of the door. */
export type HookName = { [N in RouteName]: Routes[N]["who"] extends "hook" ? N : never }[RouteName];

/** What a client sends with a call, and what it gets. */
export type Sends<N extends RouteName> = {
  readonly params: z.input<Routes[N]["params"]>;
  readonly query: z.input<Routes[N]["query"]>;
  readonly body: z.input<Routes[N]["body"]>;
};
export type Gets<N extends RouteName> = z.output<Routes[N]["answer"]>;
