/**
 * The tools: their names, what each can change, and which trigger may use which. The dispatcher denies every tool that
 * is not in the trigger's row.
 */

import * as z from "zod";
import type { Trigger } from "./triggers.ts";

export const TOOL_NAMES = [
  "get_crs",
  "get_health",
  "ask_data",
  "query_calendar",
  "get_communication",
  "get_tasks",
  "get_master_metrics",
  "get_context",
  "get_agenda",
  "get_watches",
  "get_nudges",
  "get_orientation",
  "get_thoughts",
  "intend",
  "drop_intention",
  "get_log",
  "get_reasons",
  "note_feedback",
  "note_day",
  "read_memory",
  "update_memory",
  "forget_memory",
  "search_episodes",
  "propose_action",
  "execute_action",
  "send_message",
  "web_search",
  "read_document",
  "call_mcp_tool",
  "search_connector",
  "write_task",
  "update_task",
  "draft_document",
  "draft_email",
  "propose_schedule",
  "write_sheet_cell",
  "watch",
  "cancel_watch",
  "update_profile",
  "get_settings",
  "edit_goals",
  "undo_last",
  "hand_over",
  "create_thread",
  "delete_message",
  "restore_message",
  "archive_thread",
  "update_thread_topics",
  "execute_code",
  "browser_use",
  "analyze_image",
] as const;
export const ToolName = z.enum(TOOL_NAMES);
export type ToolName = z.infer<typeof ToolName>;

/** These tools have names but are refused everywhere (docs/sources.md, Triggers and their tools). */
export const DISABLED_TOOLS = ["execute_code", "browser_use", "analyze_image"] as const satisfies readonly ToolName[];

export const EFFECTS = ["read", "internal_write", "connector_write", "send"] as const;
export type Effect = (typeof EFFECTS)[number];

/** What a call of each tool can change. A `connector_write` is visible to third parties and always needs a tap. */
export const TOOL_EFFECT: Record<ToolName, Effect> = {
  get_crs: "read",
  get_health: "read",
  ask_data: "read",
  query_calendar: "read",
  get_communication: "read",
  get_tasks: "read",
  get_master_metrics: "read",
  get_context: "read",
  get_agenda: "read",
  get_watches: "read",
  get_nudges: "read",
  get_orientation: "read",
  get_thoughts: "read",
  intend: "internal_write",
  drop_intention: "internal_write",
  get_log: "read",
  get_reasons: "read",
  note_feedback: "internal_write",
  note_day: "internal_write",
  read_memory: "read",
  update_memory: "internal_write",
  forget_memory: "internal_write",
  search_episodes: "read",
  propose_action: "internal_write",
  execute_action: "connector_write",
  send_message: "send",
  web_search: "read",
  read_document: "read",
  call_mcp_tool: "connector_write",
  search_connector: "read",
  write_task: "internal_write",
  update_task: "internal_write",
  draft_document: "internal_write",
  draft_email: "connector_write",
  propose_schedule: "connector_write",
  write_sheet_cell: "connector_write",
  watch: "internal_write",
  cancel_watch: "internal_write",
  update_profile: "internal_write",
  get_settings: "read",
  edit_goals: "internal_write",
  undo_last: "internal_write",
  hand_over: "internal_write",
  create_thread: "internal_write",
  delete_message: "internal_write",
  restore_message: "internal_write",
  archive_thread: "internal_write",
  update_thread_topics: "internal_write",
  execute_code: "connector_write",
  browser_use: "connector_write",
  analyze_image: "read",
};

const body = ["get_crs", "get_health"] as const;
const explore = [...body, "query_calendar", "read_memory"] as const;
const copilot = [
  "write_task",
  "update_task",
  "draft_document",
  "draft_email",
  "propose_schedule",
  "write_sheet_cell",
] as const;
/**
 * "Remind me when…", "stop that", "call me …", "be quiet until …", "put … into this week", "undo that", "plan my
 * week", "what was my HRV last night?". Only the person may ask for such things, so only a chat has these tools.
 */
const standing = [
  "ask_data",
  "watch",
  "cancel_watch",
  "get_watches",
  "update_profile",
  "get_settings",
  "edit_goals",
  "undo_last",
  "hand_over",
] as const;
/** Tools about what Waldo did, the reasons for what it said, and the person's feedback. */
const account = [
  "get_log",
  "get_reasons",
  "note_feedback",
  "note_day",
  "get_thoughts",
  "intend",
  "drop_intention",
] as const;
const threads = [
  "create_thread",
  "delete_message",
  "restore_message",
  "archive_thread",
  "update_thread_topics",
] as const;

/**
 * The allowlist of each trigger (docs/sources.md, Triggers and their tools). A tool that is absent is denied. The
 * Handoff has three rows, and a replan counts as a plan. The intervention may read and use update_task and
 * propose_action, but never send_message.
 */
export const TOOL_PERMISSIONS: Record<Trigger, readonly ToolName[]> = {
  brief: [
    ...body,
    "query_calendar",
    "get_master_metrics",
    "get_context",
    "get_agenda",
    "read_memory",
    "search_episodes",
    "search_connector",
    "propose_action",
    "send_message",
  ],
  fetch_alert: [...body, "get_context", "read_memory", "send_message"],
  patrol: [...body, "query_calendar", "read_memory", "search_episodes", "search_connector", "send_message"],
  handoff_explore: [...explore, "get_communication", "get_tasks", "web_search", "read_document", "search_connector"],
  handoff_plan: [...explore, "propose_action", "send_message"],
  handoff_act: ["execute_action", "send_message", ...copilot],
  handoff_replan: [...explore, "propose_action", "send_message"],
  intervention: [
    ...body,
    "query_calendar",
    "get_communication",
    "get_tasks",
    "get_master_metrics",
    "get_context",
    "read_memory",
    "search_episodes",
    "update_task",
    "propose_action",
  ],
  user_message: [
    ...body,
    "query_calendar",
    "get_communication",
    "get_tasks",
    "get_master_metrics",
    "get_context",
    "read_memory",
    "update_memory",
    "forget_memory",
    "search_episodes",
    "propose_action",
    "execute_action",
    "send_message",
    "web_search",
    "read_document",
    "call_mcp_tool",
    "search_connector",
    ...copilot,
    ...standing,
    ...account,
    ...threads,
  ],
  dreaming_mode: [...body, "read_memory", "update_memory", "search_episodes"],
  pre_activity_spot: [...body, "read_memory"],
  heartbeat: ["get_nudges"],
  // Such a run only reads. It answers with an orientation and perhaps a thought, which stay private
  // (docs/decisions/0037).
  ambient: ["get_orientation", "query_calendar", "get_tasks", "read_memory"],
};

/**
 * Tools that need no tap at L2. They only store something for a later review, or set when Waldo speaks to the person;
 * the person asked for that and can cancel it. L1 still proposes nothing. After outside text they pass the same gate as
 * every other effect (core/tools/needs-tap.ts).
 */
export const STAGING_TOOLS = [
  "update_memory",
  "forget_memory",
  "propose_action",
  "watch",
  "cancel_watch",
  "update_profile",
  "undo_last",
  "hand_over",
  "note_feedback",
  "note_day",
  "intend",
  "drop_intention",
] as const satisfies readonly ToolName[];

/** Reads that send their arguments outside. The author of the arguments could use this to send data out. */
export const OUTSIDE_READS = ["web_search", "read_document"] as const satisfies readonly ToolName[];

/** The tools that may be proposed, and executed after a tap: the writes of the act phase. */
export const PROPOSABLE_TOOLS: readonly ToolName[] = TOOL_PERMISSIONS.handoff_act.filter(
  (name) => name !== "execute_action" && name !== "send_message",
);
