import {
  type Card,
  CrsResult,
  type DeliveryKind,
  type RunHeader,
  type ToolResult,
  type Trigger,
} from "@waldo/contracts";
import type { Candidate } from "../channels/persona.ts";

const KIND: Record<Trigger, DeliveryKind> = {
  brief: "brief",
  fetch_alert: "fetch",
  patrol: "patrol",
  handoff_explore: "patrol",
  handoff_plan: "proposal",
  handoff_act: "patrol",
  handoff_replan: "proposal",
  intervention: "proposal",
  user_message: "reply",
  dreaming_mode: "patrol",
  pre_activity_spot: "patrol",
};

/** The words a run settled on, with the card the app draws beside them. */
export function candidateFor(header: RunHeader, text: string, results: readonly ToolResult[]): Candidate {
  const card = cardFor(header, text, results);
  return { kind: KIND[header.trigger], text, threadId: `day-${header.date}`, ...(card === undefined ? {} : { card }) };
}

function cardFor(header: RunHeader, text: string, results: readonly ToolResult[]): Card | undefined {
  if (header.variant === undefined) return undefined;
  const crs = dayScore(results, header.date);
  return {
    type: "brief",
    variant: header.variant,
    date: header.date,
    headline: text.slice(0, text.search(/[.!?](\s|$)/) + 1 || text.length),
    provisional: crs?.status === "provisional",
    ...(crs?.zone === undefined ? {} : { zone: crs.zone }),
  };
}

/** What get_crs and get_health return of a score: everything but its bookkeeping. */
export const DayScore = CrsResult.omit({ version: true, computedAt: true });
export type DayScore = Omit<CrsResult, "version" | "computedAt">;

/** The score of `date` among the results, if a tool returned it. */
export function dayScore(results: readonly ToolResult[], date: string): DayScore | undefined {
  for (const result of results) {
    if (!result.ok || result.name !== "get_crs") continue;
    const parsed = DayScore.safeParse(result.value);
    if (parsed.success && parsed.data.date === date) return parsed.data;
  }
  return undefined;
}
