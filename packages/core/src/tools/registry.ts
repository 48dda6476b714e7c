import { TOOL_PERMISSIONS, type Trigger } from "@waldo/contracts";
import type { ToolSpec } from "../ports.ts";
import { archiveThread } from "./archive-thread.ts";
import { callMcpTool } from "./call-mcp-tool.ts";
import { cancelWatch } from "./cancel-watch.ts";
import { createThread } from "./create-thread.ts";
import { deleteMessage } from "./delete-message.ts";
import { draftDocument } from "./draft-document.ts";
import { draftEmail } from "./draft-email.ts";
import { executeAction } from "./execute-action.ts";
import { getCommunication } from "./get-communication.ts";
import { getContext } from "./get-context.ts";
import { getCrs } from "./get-crs.ts";
import { getHealth } from "./get-health.ts";
import { getMasterMetrics } from "./get-master-metrics.ts";
import { getTasks } from "./get-tasks.ts";
import { proposeAction } from "./propose-action.ts";
import { proposeSchedule } from "./propose-schedule.ts";
import { queryCalendar } from "./query-calendar.ts";
import { readDocument } from "./read-document.ts";
import { readMemory } from "./read-memory.ts";
import { restoreMessage } from "./restore-message.ts";
import { searchConnector } from "./search-connector.ts";
import { searchEpisodes } from "./search-episodes.ts";
import { sendMessage } from "./send-message.ts";
import type { Registry, Tool } from "./tool.ts";
import { updateMemory } from "./update-memory.ts";
import { updateTask } from "./update-task.ts";
import { updateThreadTopics } from "./update-thread-topics.ts";
import { watch } from "./watch.ts";
import { webSearch } from "./web-search.ts";
import { writeSheetCell } from "./write-sheet-cell.ts";
import { writeTask } from "./write-task.ts";

/** Every tool there is, in the order of the ACL; the disabled ones have no implementation to reach. */
export const REGISTRY: Registry = {
  get_crs: getCrs as Tool,
  get_health: getHealth as Tool,
  query_calendar: queryCalendar as Tool,
  get_communication: getCommunication as Tool,
  get_tasks: getTasks as Tool,
  get_master_metrics: getMasterMetrics as Tool,
  get_context: getContext as Tool,
  read_memory: readMemory as Tool,
  update_memory: updateMemory as Tool,
  search_episodes: searchEpisodes as Tool,
  propose_action: proposeAction as Tool,
  execute_action: executeAction as Tool,
  send_message: sendMessage as Tool,
  web_search: webSearch as Tool,
  read_document: readDocument as Tool,
  call_mcp_tool: callMcpTool as Tool,
  search_connector: searchConnector as Tool,
  write_task: writeTask as Tool,
  update_task: updateTask as Tool,
  draft_document: draftDocument as Tool,
  draft_email: draftEmail as Tool,
  propose_schedule: proposeSchedule as Tool,
  write_sheet_cell: writeSheetCell as Tool,
  watch: watch as Tool,
  cancel_watch: cancelWatch as Tool,
  create_thread: createThread as Tool,
  delete_message: deleteMessage as Tool,
  restore_message: restoreMessage as Tool,
  archive_thread: archiveThread as Tool,
  update_thread_topics: updateThreadTopics as Tool,
};

/** The tools a trigger may use and this build has, in the order of the ACL. */
export function toolsFor(trigger: Trigger): ToolSpec[] {
  return TOOL_PERMISSIONS[trigger].flatMap((name) => {
    const tool = REGISTRY[name];
    return tool ? [{ name, description: tool.description, schema: tool.schema }] : [];
  });
}
