/** The areas of a person's day that a tool reads or changes. The page has a phrase for each. */
import * as z from "zod";
import type { ToolName } from "./tools.ts";

export const AREAS = [
  "body",
  "calendar",
  "day",
  "tasks",
  "reminders",
  "messages",
  "memory",
  "diary",
  "web",
  "documents",
  "conversations",
  "settings",
  "log",
  "actions",
] as const;
export const Area = z.enum(AREAS);
export type Area = z.infer<typeof Area>;

export const TOOL_AREA: Readonly<Record<ToolName, Area>> = {
  get_crs: "body",
  note_day: "body",
  get_health: "body",
  get_master_metrics: "body",
  get_reasons: "body",
  query_calendar: "calendar",
  propose_schedule: "calendar",
  get_agenda: "day",
  get_nudges: "day",
  get_orientation: "day",
  get_thoughts: "diary",
  intend: "reminders",
  drop_intention: "reminders",
  get_tasks: "tasks",
  write_task: "tasks",
  update_task: "tasks",
  get_watches: "reminders",
  watch: "reminders",
  cancel_watch: "reminders",
  get_communication: "messages",
  draft_email: "messages",
  send_message: "messages",
  get_context: "memory",
  read_memory: "memory",
  update_memory: "memory",
  forget_memory: "memory",
  search_episodes: "diary",
  web_search: "web",
  read_document: "web",
  search_connector: "web",
  call_mcp_tool: "web",
  browser_use: "web",
  draft_document: "documents",
  write_sheet_cell: "documents",
  analyze_image: "documents",
  create_thread: "conversations",
  delete_message: "conversations",
  restore_message: "conversations",
  archive_thread: "conversations",
  update_thread_topics: "conversations",
  update_profile: "settings",
  get_settings: "settings",
  edit_goals: "tasks",
  note_feedback: "settings",
  get_log: "log",
  propose_action: "actions",
  execute_action: "actions",
  undo_last: "actions",
  hand_over: "actions",
  execute_code: "actions",
};

/** What a run that answers a message is doing now: the area that it reads, or one of these states. */
export const Doing = z.enum(["waiting", "reading", "thinking", "checking", "sending", ...AREAS]);
export type Doing = z.infer<typeof Doing>;
