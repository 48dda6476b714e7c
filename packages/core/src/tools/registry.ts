/** The registry of tools, for the dispatcher and the prompt. */

import { TOOL_PERMISSIONS, type ToolName, type ToolSpec, type Trigger } from "@waldo/contracts";
import type { Mcp, Ports } from "../ports.ts";
import { executeAction, handOver, proposeAction, proposeSchedule, undoLast } from "./catalogue/actions.ts";
import { getAgenda, queryCalendar } from "./catalogue/agenda.ts";
import { askData, getCrs, getHealth, getMasterMetrics, noteDay } from "./catalogue/body.ts";
import { getSettings } from "./catalogue/day-settings.ts";
import { editGoalsTool, getContext } from "./catalogue/goals.ts";
import { forgetMemory, readMemory, searchEpisodes, updateMemory } from "./catalogue/memory.ts";
import {
  deleteMessage,
  draftDocument,
  draftEmail,
  getCommunication,
  restoreMessage,
  sendMessage,
} from "./catalogue/messages.ts";
import { callMcpTool, readDocument, searchConnector, webSearch, writeSheetCell } from "./catalogue/outside.ts";
import { getLog, getReasons, noteFeedback, updateProfile } from "./catalogue/profile.ts";
import { getTasks, updateTask, writeTask } from "./catalogue/tasks.ts";
import { dropIntention, getNudges, getOrientation, getThoughts, intend } from "./catalogue/thoughts.ts";
import { archiveThread, createThread, updateThreadTopics } from "./catalogue/threads.ts";
import { cancelWatch, getWatches, watch } from "./catalogue/watches.ts";
import type { Registry } from "./tool.ts";

/** Every tool, in the order of the ACL. Disabled tools have no implementation. */
export const REGISTRY: Registry = {
  get_crs: getCrs,
  get_health: getHealth,
  ask_data: askData,
  query_calendar: queryCalendar,
  get_communication: getCommunication,
  get_tasks: getTasks,
  get_master_metrics: getMasterMetrics,
  get_context: getContext,
  get_agenda: getAgenda,
  get_watches: getWatches,
  get_nudges: getNudges,
  get_orientation: getOrientation,
  get_thoughts: getThoughts,
  intend: intend,
  drop_intention: dropIntention,
  get_log: getLog,
  get_reasons: getReasons,
  note_feedback: noteFeedback,
  note_day: noteDay,
  read_memory: readMemory,
  update_memory: updateMemory,
  forget_memory: forgetMemory,
  search_episodes: searchEpisodes,
  propose_action: proposeAction,
  execute_action: executeAction,
  send_message: sendMessage,
  web_search: webSearch,
  read_document: readDocument,
  call_mcp_tool: callMcpTool,
  search_connector: searchConnector,
  write_task: writeTask,
  update_task: updateTask,
  draft_document: draftDocument,
  draft_email: draftEmail,
  propose_schedule: proposeSchedule,
  write_sheet_cell: writeSheetCell,
  watch: watch,
  cancel_watch: cancelWatch,
  update_profile: updateProfile,
  get_settings: getSettings,
  edit_goals: editGoalsTool,
  undo_last: undoLast,
  hand_over: handOver,
  create_thread: createThread,
  delete_message: deleteMessage,
  restore_message: restoreMessage,
  archive_thread: archiveThread,
  update_thread_topics: updateThreadTopics,
};

/** The port that a tool needs. If the port is absent, the tool is not offered. */
const THROUGH: Partial<Record<ToolName, "web" | "mcp">> = { web_search: "web", call_mcp_tool: "mcp" };

/** Returns the tools that a trigger may use and that can work here, in the order of the ACL. */
export function toolsFor(trigger: Trigger, ports: Pick<Ports, "web" | "mcp">): ToolSpec[] {
  return TOOL_PERMISSIONS[trigger].flatMap((name) => {
    const tool = REGISTRY[name];
    const through = THROUGH[name];
    if (!tool || (through !== undefined && ports[through] === undefined)) return [];
    const servers = name === "call_mcp_tool" ? serversOf(ports.mcp) : "";
    return [{ name, description: `${tool.description}${servers}`, schema: tool.schema }];
  });
}

/** Returns the names of servers and their tools for a model. */
function serversOf(mcp: Mcp | undefined): string {
  const all = Object.entries(mcp?.tools ?? {}).map(([server, tools]) => `${server} (${tools.join(", ")})`);
  return all.length === 0 ? "" : ` Servers and their tools: ${all.join("; ")}.`;
}
