/** A person with one row of every kind, what tools know of them, and arguments that every tool accepts. */
import { type CalendarEvent, type CrsResult, keys, type ToolName } from "@waldo/contracts";
import { calendarKey } from "@waldo/core/calendar/rows";
import type { Json, Store, Web, Write } from "@waldo/core/ports";
import { sheetKey } from "@waldo/core/store/row-names";
import { DAY_MS, HOUR_MS } from "@waldo/core/time";
import { REGISTRY } from "@waldo/core/tools/registry";
import { documentId } from "@waldo/core/tools/rows";
import type { ToolContext } from "@waldo/core/tools/tool";
import { madeUpClaim } from "./made-up-rows.ts";
import { memoryArchive } from "./memory-archive.ts";
import { PERSON } from "./synthetic-person.ts";

export const DATE = "2026-10-30";
export const NOW = Date.UTC(2026, 9, 30, 9, 0);
export const THREAD = "t-holiday";
export const MESSAGE = `${NOW - HOUR_MS}-0-m1`;

/** A meeting of one hour, as an invitation brings it. */
export const meetingOf = (title: string, start: number, more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  eventId: "0".repeat(24),
  calendar: "work",
  title,
  start,
  end: start + HOUR_MS,
  allDay: false,
  busy: true,
  status: "confirmed",
  origin: "untrusted",
  updatedAt: 0,
  ...more,
});

/** One row of every kind, with `mark` in each text. */
function rowsOf(userId: string, mark: string): Write[] {
  const put = (key: Write["key"], body: object): Write => ({ op: "put", key, body });
  const meeting = meetingOf(`Budget ${mark}`, NOW + 2 * HOUR_MS, { location: `Room ${mark}` });
  const block = madeUpClaim(`Likes tea ${mark}`, 1, {
    patternId: "0123456789ab",
    hall: "preferences",
    origin: "owner",
  });
  return [
    put(keys.profile(userId), { ...PERSON, userId }),
    put(keys.crs(userId, DATE), { version: 1, computedAt: 0, ...steadyDay() }),
    put(calendarKey(userId, meeting), meeting),
    put(keys.task(userId, "task1"), {
      taskId: "task1",
      title: `Call the dentist ${mark}`,
      status: "open",
      createdAt: 1,
      updatedAt: 1,
    }),
    put(keys.watch(userId, "0123456789ab"), {
      watchId: "0123456789ab",
      text: `Drink water ${mark}`,
      origin: "agent",
      when: { on: "daily", time: "11:00" },
      state: "active",
      firesLeft: 5,
      fired: 0,
      cooldownMs: HOUR_MS,
      expiresAt: NOW + 9 * DAY_MS,
      createdAt: 1,
    }),
    put(keys.thread(userId, THREAD), {
      threadId: THREAD,
      title: `Holiday ${mark}`,
      topics: ["travel"],
      status: "active",
      createdAt: 1,
      updatedAt: 1,
    }),
    put(keys.message(userId, THREAD, NOW - HOUR_MS, "0-m1"), {
      from: "owner",
      kind: "message",
      at: NOW - HOUR_MS,
      text: `Shall we go? ${mark}`,
    }),
    put(keys.message(userId, `day-${DATE}`, NOW - 2 * HOUR_MS, "1-m2"), {
      from: "waldo",
      kind: "brief",
      at: NOW - 2 * HOUR_MS,
      text: `A steady day. ${mark}`,
    }),
    put(keys.draft(userId, "document", documentId("Plan")), {
      kind: "document",
      draftId: documentId("Plan"),
      name: "Plan",
      text: `First the budget. ${mark}`,
      status: "draft",
      createdAt: 1,
      updatedAt: 1,
    }),
    put(sheetKey(userId, "Budget", "B2"), { sheet: "Budget", cell: "B2", value: `12 ${mark}`, updatedAt: 1 }),
    put(keys.block(userId, block.patternId), block),
    put(keys.memoryDelta(userId, block.patternId), block),
    put(keys.inbox(userId, 5, "aaaaaaaaaaaa"), {
      kind: "note",
      source: "run-0",
      hall: "preferences",
      claim: `Moves house ${mark}`,
      conditions: "",
      origin: "agent",
      trust: "provisional",
      at: 5,
    }),
    put(keys.episode(userId, NOW - DAY_MS, "run-1"), {
      runId: "run-1",
      at: NOW - DAY_MS,
      trigger: "brief",
      summary: `A rough night before the budget meeting. ${mark}`,
      origin: "agent",
    }),
  ];
}

const web: Web = {
  host: "search.example",
  search: async () => [{ title: "Trains", url: "https://rail.example/times", snippet: "Every hour" }],
  read: async () => ({ title: "Times", text: "The train leaves on the hour. ".repeat(200) }),
};

/**
 * The context of a tool in a chat at L3. The store holds `me`, whose texts say MINE, and `other`, whose texts say
 * THEIRS.
 */
/** What the tool says of the score of {@link DATE}: a steady day. */
export const steadyDay = (more: Partial<CrsResult> = {}) => ({
  date: DATE,
  status: "final" as const,
  form: 70,
  recovery: 66,
  bodyZone: "steady" as const,
  confidence: 1,
  pillars: {},
  missing: [],
  sources: [],
  ...more,
});

export async function toolWorld(store: Store, more: Partial<ToolContext> = {}) {
  const archive = memoryArchive();
  const calls: Json[] = [];
  for (const [userId, mark] of [
    ["me", "MINE"],
    ["other", "THEIRS"],
  ] as const) {
    await store.transact(rowsOf(userId, mark));
    await archive.write(`workspace/${userId}/today.md`, new TextEncoder().encode(`# ${DATE}\n\n${mark}`));
  }
  const context: ToolContext = {
    userId: "me",
    runId: "run-x",
    trigger: "user_message",
    date: DATE,
    now: NOW,
    autonomy: "L3",
    heard: { owner: [], outside: false, recalled: [] },
    egress: ["search.example", "rail.example", "notes"],
    store,
    archive,
    web,
    mcp: {
      tools: { notes: ["add"] },
      async call(server, tool, args) {
        calls.push([server, tool, args]);
        return { text: "noted" };
      },
    },
    registry: REGISTRY,
    ...more,
  };
  return { store, context, calls };
}

export const VALID_ARGS: Partial<Record<ToolName, Json>> = {
  get_crs: {},
  get_health: {},
  query_calendar: {},
  get_communication: {},
  get_tasks: {},
  get_master_metrics: {},
  get_context: { file: "today.md" },
  get_agenda: {},
  read_memory: {},
  note_day: { feeling: "low" },
  update_memory: { hall: "facts", claim: "Prefers trains" },
  search_episodes: { query: "Budget?" },
  propose_action: { actions: [{ tool: "write_task", args: { title: "Pack" } }] },
  send_message: { text: "Good morning." },
  web_search: { query: "trains" },
  read_document: { name: "plan" },
  call_mcp_tool: { server: "notes", tool: "add", args: { text: "x" } },
  search_connector: { query: "budget" },
  write_task: { title: "Buy milk" },
  update_task: { taskId: "task1", status: "done" },
  draft_document: { name: "Plan", text: "Anew." },
  draft_email: { to: ["ana@example.com"], subject: "Lunch", text: "At one?" },
  propose_schedule: { title: "Walk", date: DATE, time: "16:00", minutes: 30 },
  write_sheet_cell: { sheet: "Budget", cell: "B2", value: "=1+1" },
  get_settings: {},
  watch: { text: "Call Ana", date: DATE, time: "17:30" },
  cancel_watch: { about: "water" },
  create_thread: { title: "House" },
  delete_message: { threadId: THREAD, messageId: MESSAGE },
  edit_goals: { action: "add", section: "week", text: "Finish the draft" },
  archive_thread: { threadId: THREAD },
  update_thread_topics: { threadId: THREAD, topics: ["travel", "money"] },
};
