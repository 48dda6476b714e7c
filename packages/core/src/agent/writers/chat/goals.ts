/** Reads and changes the file of goals in a chat. */
import type { GoalList } from "@waldo/contracts";
import * as z from "zod";
import { SECTION_TITLES } from "../../../goals/lines.ts";
import { parseGoals } from "../../../goals/parse.ts";
import { sparesSome } from "../../../tools/understood.ts";
import { openTasks } from "../reading.ts";
import { type Ask, counted, listed } from "../writer.ts";
import { type ChatWriter, calling, resultOf, type Scene, unmade } from "./chat-writer.ts";

/** The call that reads the file of goals. */
export const FILE: Ask = { name: "get_context", args: { file: "goals.md" } };

/** Returns the goals of the file, once it was read. */
function goalsIn(scene: Scene): ReturnType<typeof parseGoals>["goals"] | undefined {
  const result = resultOf(scene, FILE);
  if (!result?.ok) return undefined;
  return parseGoals(z.object({ text: z.string() }).safeParse(result.value).data?.text ?? "").goals;
}

/** Says the first goal of the day or else of the week, for a plan. */
export function firstGoal(scene: Scene): string | undefined {
  const goals = goalsIn(scene);
  const [today, week] = [goals?.today[0], goals?.week[0]].map((text) => text && scene.quote(text));
  if (today) return `Your goal of the day is ${today}.`;
  return week ? `Your goal of the week is ${week}.` : undefined;
}

/** The words that name a section of the file. The first pattern that matches counts. */
const NAMED: readonly (readonly [RegExp, GoalList])[] = [
  [/(?<!\p{L})(?:commitments?|verpflichtung\p{L}*|compromisos?|engagements?)(?!\p{L})/iu, "commitments"],
  [/(?<!\p{L})(?:quarter|quartal|trimestre)(?!\p{L})/iu, "quarter"],
  [/(?<!\p{L})(?:week|weekly|woche|semana|semaine)(?!\p{L})/iu, "week"],
  [/(?<!\p{L})(?:today|day|heute|hoy|aujourd['’]hui)(?!\p{L})/iu, "today"],
  [/(?<!\p{L})(?:people|touch|menschen|personas?|personnes?)(?!\p{L})/iu, "people"],
];

/** Words for something that is done again and again, or left for good. Such a goal has no end. */
const HABIT =
  /(?<!\p{L})(?:every|each|daily|always|more|less|fewer|before|by (?:\d|ten|eleven)|on weekdays|a (?:day|week)|honest|accountable|hold me|stick to|quit|stop|cut down|weekdays|jede[nrs]?|täglich|mehr|weniger|pro (?:tag|woche)|aufzuhören|vor|cada|todos|más|menos|al día|dejar|antes|chaque|tous|plus|moins|par (?:jour|semaine)|arrêter|avant)(?!\p{L})/iu;

/** Returns the section of a goal that names none: a habit is a commitment, and anything else is for the quarter. */
const usualSection = (message: string): GoalList => (HABIT.test(message) ? "commitments" : "quarter");

const LIST: Ask = { name: "get_tasks", args: { limit: 20, goals: true } };
const MOST_LISTED = 6;

/** Returns the goals of the list in words. A goal that may not be quoted is only counted. */
function goalsOfList(scene: Scene): string | undefined {
  const open = openTasks(scene.results) ?? [];
  const said = open.slice(0, MOST_LISTED).flatMap(({ title }) => scene.quote(title) ?? []);
  const more = open.length - said.length;
  if (open.length === 0) return undefined;
  return `On your list of goals: ${listed(more > 0 ? [...said, `${counted(more)} more`] : said)}.`;
}

/** Answers with the goals of both kinds: those in the file and those in the list. */
const showGoals = calling(
  () => [FILE, LIST],
  (scene) => {
    const result = resultOf(scene, FILE);
    const goals = goalsIn(scene);
    const ofList = goalsOfList(scene);
    if (!result?.ok || goals === undefined) {
      if (ofList !== undefined) return { say: "found", words: { goals: ofList } };
      return { say: result?.ok === false && result.error === "not_found" ? "none" : "failed" };
    }
    const star = goals.northStar && scene.quote(goals.northStar);
    const lines = (["today", "week", "quarter", "commitments"] as const).flatMap((section) => {
      const items = goals[section].flatMap((text) => scene.quote(text) ?? []);
      return items.length === 0 ? [] : [`${SECTION_TITLES[section]}: ${listed(items)}.`];
    });
    const all = [...(star ? [`Your north star: ${star}.`] : []), ...lines, ...(ofList ? [ofList] : [])];
    return all.length === 0 ? { say: "nothing" } : { say: "found", words: { goals: all.join(" ") } };
  },
);

/** Makes one change of the file, with the section that the message names. */
function changing(action: "add" | "remove" | "done"): ChatWriter {
  return (scene) => {
    const { message, slots } = scene;
    const said = wordsOf(scene);
    const named = NAMED.find(([words]) => words.test(said === undefined ? message : message.replace(said, " ")))?.[1];
    if (said === undefined) return { say: "askText" };
    const section = named ?? (action === "add" ? usualSection(message) : undefined);
    if (section === undefined) return { say: "where" };
    if (action !== "add" && sparesSome(message)) return { say: "failed" };
    const text = slots.length > 1 ? said : said.slice(0, MOST_WORDS);
    return made(scene, { name: "edit_goals", args: { action, section, text } }, SECTION_TITLES[section]);
  };
}

const MOST_WORDS = 300;
const QUOTED = /["“”„«']([^"“”„«»']{2,300})["“”»']/u;

/** Returns the words in quotation marks, or else the words that remain after the intent. */
function wordsOf({ message, slots }: Scene): string | undefined {
  return (QUOTED.exec(message)?.[1] ?? slots[0].text)?.trim();
}

const northStar: ChatWriter = (scene) => {
  const text = wordsOf(scene)?.replace(/[.!]$/, "");
  if (text === undefined) return { say: "askText" };
  return made(scene, { name: "edit_goals", args: { action: "north_star", text } }, SECTION_TITLES.northStar);
};

function made(scene: Scene, edit: Ask, where: string) {
  const ask = unmade(scene, [edit]);
  if (ask.length > 0) return { ask };
  const result = resultOf(scene, edit);
  const words = { goal: scene.quote(String((edit.args as { text: string }).text)) ?? "it", section: where };
  if (result?.ok) return { say: "done", words };
  if (result?.message.includes("more than")) return { say: "full", words };
  return { say: result?.error === "not_found" ? "notThere" : "failed", words };
}

export const GOAL_WRITERS = {
  "show-goals": showGoals,
  "add-goal": changing("add"),
  "remove-goal": changing("remove"),
  "finish-goal": changing("done"),
  "north-star": northStar,
} satisfies Record<string, ChatWriter>;
