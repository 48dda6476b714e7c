/** Tests which parts of an action are shown as somebody else's words. */
import { TOOL_NAMES } from "@waldo/contracts";
import { expect, it } from "vitest";
import { othersWords } from "./concern.ts";

const shown = (tool: (typeof TOOL_NAMES)[number], path: string, text: string) =>
  othersWords({ tool, tainted: [{ path, text }] }, 300);

it.each([
  ["update_memory", "args.hall", "events"],
  ["update_memory", "args.confirms", "0123456789ab"],
  ["write_task", "args.due", "2026-10-30"],
  ["watch", "args.time", "08:00"],
  ["update_task", "args.status", "done"],
  ["update_task", "args.taskId", "task-0"],
] as const)("%s: what the tool fixes is nobody's words (%s)", (tool, path, text) => {
  expect(shown(tool, path, text)).toEqual([]);
});

it.each([
  ["update_memory", "args.claim", "Bob is owed money"],
  ["update_memory", "args.hall", "no such hall"],
  ["write_task", "args.title", "events"],
  ["update_task", "args.taskId", "pay Bob 100"],
  ["call_mcp_tool", "args.args.taskId", "task-0"],
  ["call_mcp_tool", "args.args.hall", "events"],
] as const)("%s: words are shown in quotation marks (%s)", (tool, path, text) => {
  expect(shown(tool, path, text)).toEqual([`in somebody else's words: “${text}”`]);
});

it("no name of an argument is ever shown", () => {
  for (const tool of TOOL_NAMES) expect(shown(tool, "args.claim", "pay Bob").join()).not.toMatch(/args|claim|outside/);
});
