/**
 * If an answer calls a time free, this adds that some of the calendar could not be read. It does so for the answers of
 * a model, a writer and a template.
 */
import type { ToolResult } from "@waldo/contracts";
import { emptyIn } from "./claims/affairs.ts";
import { isObject } from "./claims/evidence.ts";
import { sentencesOf } from "./claims/sentences.ts";

/**
 * Returns the text. If it calls a time of the calendar empty or free, a sentence on the events that could not be read
 * is added.
 */
export function withLeftOut(text: string, results: readonly ToolResult[]): string {
  const leftOut = Math.max(0, ...results.map(leftOutIn));
  const isFree = leftOut > 0 && sentencesOf(text).some((sentence) => emptyIn(sentence.text).includes("day"));
  if (!isFree) return text;
  const entries = leftOut === 1 ? "One entry of your calendars" : `${leftOut} entries of your calendars`;
  return `${text}\n\n${entries} could not be read in full, so something may be missing here.`;
}

function leftOutIn(result: ToolResult): number {
  if (!result.ok || result.name !== "query_calendar" || !isObject(result.value)) return 0;
  const { leftOut } = result.value;
  return typeof leftOut === "number" ? leftOut : 0;
}
