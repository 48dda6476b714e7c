/**
 * The HTTP routes of a person's agent, as data: the router, the client and docs/openapi.json are made from this table.
 * Every route stands below {@link API_ROOT} and has the same meaning on one machine and on AWS.
 */
import * as z from "zod";
import { Profile, SyncRequest, ZoneReport } from "./api.ts";
import { ActiveSubscription, MAX_ADDRESS_CHARS } from "./calendars.ts";
import { OpenProposal, RunAnswer, TapReply, ThreadMessage, ThreadView } from "./conversation-views.ts";
import { Device, NewDevice, PushPlatform } from "./devices.ts";
import type { DoorErrorName } from "./errors.ts";
import { HandoffId } from "./handoff.ts";
import { CrsResult } from "./health.ts";
import { EpochMs, LocalDate, RunId } from "./ids.ts";
import { Button } from "./messages.ts";
import { ModelTested, ModelView, ModelWanted } from "./models.ts";
import {
  Brought,
  DeviceView,
  EventView,
  HandoffRequest,
  HandoffView,
  LogEntry,
  ReminderView,
  SubscriptionView,
  TaskView,
} from "./own-views.ts";
import { FetchMode } from "./patrol.ts";
import { ThreadId } from "./person-rows.ts";
import { PlainText } from "./plain-text.ts";
import { Autonomy } from "./safety.ts";
import { BotName } from "./telegram.ts";

export const API_ROOT = "/v1";

/** The header that names a request, so that the same request sent twice is done once. It becomes the run's nonce. */
export const IDEMPOTENCY_KEY = "idempotency-key";
export const IdempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, "expected 8-64 letters, digits, - or _");

/** A body above this many bytes is refused before it is read. */
const SMALL_BODY = 32_768;
/** A sync may hold two months of days, and a calendar some years of events. */
const LARGE_BODY = 4_000_000;

const instant = z.coerce.number().pipe(EpochMs);

/** What a person can set. A member that is absent stays as it is; for the first time all but the first three are optional. */
export const PersonSettings = Profile.pick({
  timeZone: true,
  wakeTime: true,
  sleepTime: true,
  name: true,
  weeklyReview: true,
  showsForm: true,
}).extend({ autonomy: Autonomy, fetch: FetchMode });
export const SettingsChange = PersonSettings.extend({
  name: PlainText.max(60).nullable(),
  weeklyReview: z.number().int().min(1).max(7),
  /** Until when the person wants to be left alone. Null ends it. */
  quietUntil: EpochMs.nullable(),
  /** Whether words about the body may go to the Telegram chat. */
  telegramHealth: z.boolean(),
}).partial();
export type SettingsChange = z.infer<typeof SettingsChange>;

export const Me = PersonSettings.extend({
  userId: Profile.shape.userId,
  quietUntil: EpochMs.optional(),
  /** Since when everything stands still. Absent: it does not. */
  pausedSince: EpochMs.optional(),
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
  readonly status: 200 | 201 | 202;
  readonly answer: z.ZodType;
  /** The errors besides those that every route may answer. */
  readonly errors: readonly DoorErrorName[];
  /** `keyed`: the request must carry an idempotency key. Every other request may be sent twice without harm. */
  readonly keyed: boolean;
  readonly maxBytes: number;
  /** True when a request counts towards {@link DOOR_PER_DAY}. Reading never does. */
  readonly counted: boolean;
  /**
   * Which function answers it on AWS: `ingest` writes raw health and the device's zone, `door` the person's own rows,
   * `calendar` reads calendars, `telegram` what a bot hears. On one machine one process does it all, and asks Telegram
   * itself.
   */
  readonly by: "door" | "ingest" | "calendar" | "telegram";
};

const USUAL = {
  who: "person",
  params: nothing,
  query: nothing,
  body: nothing,
  status: 200,
  errors: [],
  keyed: false,
  maxBytes: SMALL_BODY,
  counted: true,
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
  sync: route({
    method: "POST",
    path: "/sync",
    summary: "Days and readings of a device. The header X-Device-Timezone says where it is.",
    body: SyncRequest,
    status: 202,
    answer: z.strictObject({ dates: z.number().int() }),
    maxBytes: LARGE_BODY,
    by: "ingest",
  }),
  zone: route({
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
  say: route({
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
  messages: route({
    method: "GET",
    path: "/messages",
    summary: "The conversation, the latest first. `next` goes on with older messages.",
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().max(300).optional(),
      thread: ThreadId.optional(),
    }),
    answer: z.strictObject({ items: z.array(ThreadMessage), next: z.string().optional() }),
  }),
  threads: route({
    method: "GET",
    path: "/threads",
    summary:
      "The conversations: those with a name, then the days, the latest first. Deleted ones are listed only by `state`.",
    query: z.strictObject({
      state: ThreadView.shape.state.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
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
    errors: ["NotFound"],
  }),
  deleteThread: route({
    method: "DELETE",
    path: "/threads/{threadId}",
    summary:
      "Deletes what was said in a conversation until now: no list, prompt, search or diary has it. After 30 days its words are gone. What was learned from it stays until it is forgotten.",
    params: z.strictObject({ threadId: ThreadId }),
    answer: ThreadView,
    errors: ["NotFound"],
  }),
  run: route({
    method: "GET",
    path: "/runs/{runId}",
    summary: "What became of a message.",
    params: z.strictObject({ runId: RunId }),
    answer: RunAnswer,
    errors: ["NotFound"],
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
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
    answer: listOf(HandoffView),
  }),
  handOver: route({
    method: "POST",
    path: "/handoffs",
    summary: "Hands a task over: Waldo explores, plans, asks for a tap, and then acts.",
    body: HandoffRequest,
    status: 202,
    answer: z.strictObject({ handoffId: HandoffId }),
    errors: ["NoProfile"],
    keyed: true,
  }),
  tasks: route({
    method: "GET",
    path: "/tasks",
    summary: "The task list: open tasks first, then open goals.",
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
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
    }),
    status: 201,
    answer: TaskView,
    errors: ["NoProfile"],
    keyed: true,
  }),
  changeTask: route({
    method: "PATCH",
    path: "/tasks/{taskId}",
    summary: "Renames, moves, finishes, drops or reopens a task or a goal. A null `due` takes the date away.",
    params: z.strictObject({ taskId: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/) }),
    body: z.strictObject({
      title: PlainText.min(1).max(200).optional(),
      due: LocalDate.nullable().optional(),
      status: TaskView.shape.status.optional(),
    }),
    answer: TaskView,
    errors: ["NotFound"],
  }),
  reminders: route({
    method: "GET",
    path: "/reminders",
    summary: "The reminders that are set, the soonest first.",
    answer: listOf(ReminderView),
    errors: ["NoProfile"],
  }),
  cancelReminder: route({
    method: "DELETE",
    path: "/reminders/{watchId}",
    summary: "Cancels a reminder.",
    params: z.strictObject({ watchId: z.string().regex(/^[0-9a-f]{12}$/) }),
    answer: nothing,
    errors: ["NotFound"],
  }),
  calendar: route({
    method: "GET",
    path: "/calendar",
    summary: "The events between two instants, at most 62 days apart.",
    query: z.strictObject({ from: instant, to: instant }),
    answer: listOf(EventView),
  }),
  uploadCalendar: route({
    method: "POST",
    path: "/calendar/files",
    summary: "Takes in a calendar file (.ics). The same file again changes nothing; what is gone from it is cancelled.",
    body: z.strictObject({ name: PlainText.min(1).max(60), text: z.string().min(1) }),
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
    errors: ["NotFound"],
    by: "calendar",
  }),
  model: route({
    method: "GET",
    path: "/model",
    summary: "Which language model writes, and which ones this machine offers.",
    answer: ModelView,
  }),
  useModel: route({
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
    errors: ["NotFound"],
    counted: false,
    maxBytes: 262_144,
    by: "telegram",
  }),
  log: route({
    method: "GET",
    path: "/log",
    summary: "What Waldo did between two instants, the latest first, with what can be taken back.",
    query: z.strictObject({ from: instant, to: instant }),
    answer: listOf(LogEntry),
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
