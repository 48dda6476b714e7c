/** Moments and tool results for the writers of recipes, for tests. */
import type { BundledSkill, HealthAnswer, ToolResult, Zone } from "@waldo/contracts";
import { expect, it } from "vitest";
import { writeSkill } from "../../core/src/agent/writers/write-skill.ts";
import type { Told } from "../../core/src/agent/writers/writer.ts";
import { proposedAction } from "../../core/src/tools/approval.ts";
import { DATE, ok } from "./brief-day.ts";
import { casesOf } from "./data.ts";

export const chat = (skill: BundledSkill, message: string, more: Partial<Told> = {}): Told => ({
  trigger: "user_message",
  date: DATE,
  message,
  skills: [skill],
  ...more,
});
export const patrol = (...skills: BundledSkill[]): Told => ({ trigger: "patrol", date: DATE, skills });
/** An event of the day; `time` is "from-to". */
export const at = (title: string, time: string, more: object = {}) => ({ title, date: DATE, time, ...more });
export const cal = (...events: object[]) => ok("query_calendar", { events });
export const crs = (bodyZone: Zone) =>
  ok("get_crs", {
    date: DATE,
    status: "final",
    form: 70,
    bodyZone,
    confidence: 1,
    pillars: {},
    missing: [],
    sources: [],
  });
export const noScore: ToolResult = { callId: "1", name: "get_crs", ok: false, error: "not_found", message: "no score" };
export const health = (more: Partial<HealthAnswer>) =>
  ok("get_health", {
    date: DATE,
    status: "final",
    certainty: "good",
    pillars: {},
    missing: [],
    signs: [],
    nightsKnown: 30,
    knowsHrv: true,
    daysWithout: 0,
    ...more,
  });
export const tasks = (...rows: readonly (readonly [title: string, due?: string, status?: string])[]) =>
  ok("get_tasks", {
    tasks: rows.map(([title, due, status = "open"]) => ({ taskId: `id-${title}`, title, status, ...(due && { due }) })),
  });
export const diary = (...entries: readonly (readonly [date: string, summary: string])[]) =>
  ok("search_episodes", { episodes: entries.map(([date, summary]) => ({ date, on: "brief", summary })) });
export const found = (...hits: readonly (readonly [connector: string, text: string])[]) =>
  ok("search_connector", { found: hits.map(([connector, text]) => ({ connector, text })) });
export const weeks = (form: number | null, before: number | null, daysScored = 7) =>
  ok("get_master_metrics", { thisWeek: { daysScored, form }, weekBefore: { daysScored: 7, form: before } });
/** A result that asks the person about a task of this title. */
export const asking = (title = "milk"): ToolResult => ({
  ...ok("propose_action", {}),
  proposed: [proposedAction("write_task", { title }, `Add ${title}`)],
});

/** What the person wrote, the results, and the answer. */
type Answered = [string, readonly ToolResult[], string | undefined, Partial<Told>?];
/** What the cases of recipes name. */
export const RECIPE_PARTS = { DATE, asking, at, cal, crs, diary, found, health, noScore, ok, tasks, weeks };

/** Tests what a recipe answers: the cases of `data/cases/recipe-answers.jsonl`, and `more`. They may name `makers`. */
export function answers(
  skill: BundledSkill,
  makers: Readonly<Record<string, unknown>> = {},
  ...more: readonly Answered[]
): void {
  const rows = casesOf<Answered>("recipe-answers", skill, { ...RECIPE_PARTS, ...makers });
  it.each([...rows, ...more])(`${skill}: %j answers %#`, (message, results, text, moment) => {
    expect(writeSkill(chat(skill, message, moment), results)).toBe(text);
  });
}
