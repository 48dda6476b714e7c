/** Reads and changes the file of goals in a chat. */
import { GoalList } from "@waldo/contracts";
import * as z from "zod";
import { goalQuestion } from "../../../ask/goal-question.ts";
import { parseGoals } from "../../../goals/parse.ts";
import { amendsGoal } from "../../../language/goal-changes.ts";
import { goalsNamed, goalWishIn, isPeriodic } from "../../../language/goal-words.ts";
import { sparesSome } from "../../../tools/understood.ts";
import { diaryOfWeek, openTasks, sinceWeek, wordsOfReading } from "../reading.ts";
import type { Ask } from "../writer.ts";
import {
  bare,
  type ChatWriter,
  calling,
  quotedOwn,
  resultOf,
  type Saying,
  type Scene,
  type Turn,
  unmade,
  withMore,
} from "./chat-writer.ts";

/** The call that reads the file of goals. */
export const FILE: Ask = { name: "get_context", args: { file: "goals.md" } };

/** Returns the goals of the file, once it was read. */
function goalsIn(scene: Scene): ReturnType<typeof parseGoals>["goals"] | undefined {
  const result = resultOf(scene, FILE);
  if (!result?.ok) return undefined;
  return parseGoals(z.object({ text: z.string() }).safeParse(result.value).data?.text ?? "").goals;
}

/** Quotes a goal. The person wrote their goals themselves, so a goal of "30 min" is no claim about their body. */
const quotedGoal = (scene: Scene, goal: string): string | undefined => quotedOwn(scene, goal, undefined);

/** Says the first goal of the day or else of the week, for a plan. */
export function firstGoal(scene: Scene): string | undefined {
  const goals = goalsIn(scene);
  const [today, week] = [goals?.today[0], goals?.week[0]].map((text) => text && quotedGoal(scene, text));
  if (today) return scene.speech.say("goal.ofDay", { goal: today });
  return week ? scene.speech.say("goal.ofWeek", { goal: week }) : undefined;
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
const usualSection = (message: string): GoalList =>
  HABIT.test(message) || isPeriodic(message) ? "commitments" : "quarter";

const LIST: Ask = { name: "get_tasks", args: { limit: 20, goals: true } };
const MOST_LISTED = 6;

/** Returns the goals of the list in words. A goal that may not be quoted is only counted. */
function goalsOfList(scene: Scene): string | undefined {
  const open = openTasks(scene.results) ?? [];
  const said = open.slice(0, MOST_LISTED).flatMap(({ title }) => scene.quote(title) ?? []);
  const more = open.length - said.length;
  if (open.length === 0) return undefined;
  return scene.speech.say("goal.listed", { goals: scene.speech.listed(withMore(scene, said, more)) });
}

/** Says to which time a goal belongs. A standing commitment has no end, and needs no words. */
const spanOf = ({ speech }: Scene, section: GoalList | undefined): string =>
  section === undefined ? "" : speech.say(`goal.span.${section}`);

/** Says that a goal cannot rest, and what to do instead. */
function atRest(scene: Scene, wants: "pause" | "resume"): Saying {
  const { slots } = scene;
  const goals = goalsIn(scene);
  const lines = SHOWN.flatMap((section) => goals?.[section] ?? []);
  const about = slots[0].text;
  const [line, other] = about === undefined ? lines : goalsNamed(lines, (one) => one, about);
  const isOne = line !== undefined && other === undefined;
  const name = about && bare(scene, about);
  const words = { goal: (line && quotedGoal(scene, line)) ?? scene.speech.say("thatGoal"), ...(name ? { name } : {}) };
  if (wants === "resume") return { say: isOne ? "stands" : "gone", words };
  return { say: isOne && name ? "noPauseOf" : "noPause", words };
}

/** Answers with the goals of both kinds: those in the file and those in the list. */
const showGoals = calling(
  () => [FILE, LIST],
  (scene) => {
    const wants = goalWishIn(scene.message)?.wants;
    if (wants === "pause" || wants === "resume") return atRest(scene, wants);
    const result = resultOf(scene, FILE);
    const goals = goalsIn(scene);
    const ofList = goalsOfList(scene);
    if (!result?.ok || goals === undefined) {
      if (ofList !== undefined) return { say: "found", words: { goals: ofList } };
      return { say: result?.ok === false && result.error === "not_found" ? "none" : "failed" };
    }
    const { say, listed } = scene.speech;
    const star = goals.northStar && quotedGoal(scene, goals.northStar);
    const lines = SHOWN.flatMap((section) => {
      const items = goals[section].map((text) => quotedGoal(scene, text) ?? say("unquoted"));
      const words = { n: items.length, span: spanOf(scene, section), goals: listed(items) };
      return items.length === 0 ? [] : [say("goal.lines", words)];
    });
    const all = [...lines, ...(star ? [say("goal.star", { star })] : []), ...(ofList ? [ofList] : [])];
    return all.length === 0 ? { say: "nothing" } : { say: "found", words: { goals: all.join(" ") } };
  },
);

const SHOWN = ["commitments", "today", "week", "quarter"] as const;
/** In days: how far back it is told how a goal goes. */
const LAST_DAYS = 7;
const MOST_TOLD = 2;

/**
 * Answers how a goal goes: on how many of the last days its limit was kept, where it names one, and what the person told
 * of it. What is known of neither is said so.
 */
const progress: ChatWriter = (scene) => {
  const { slots, told, speech } = scene;
  const { say, listed } = speech;
  const about = slots[0].text;
  const reads = unmade(scene, [FILE, LIST]);
  if (reads.length > 0) return { ask: reads };
  const goals = goalsIn(scene) ?? parseGoals("").goals;
  const lines = [
    ...SHOWN.flatMap((section) => goals[section]),
    ...(openTasks(scene.results) ?? []).map(({ title }) => title),
  ];
  if (lines.length === 0) return { say: "none" };
  const [line, other] = about === undefined ? lines : goalsNamed(lines, (one) => one, about);
  // "Goals?" names none of several, so all are shown.
  if (about === undefined && other !== undefined) {
    const all = showGoals(scene);
    return "say" in all && all.say === "found" ? { ...all, say: "all" } : all;
  }
  if (line === undefined)
    return { say: "noSuch", words: { goals: listed(lines.flatMap((one) => quotedGoal(scene, one) ?? [])) } };
  if (other !== undefined)
    return {
      say: "which",
      words: {
        goals: listed(
          lines.flatMap((one) => quotedGoal(scene, one) ?? []),
          "or",
        ),
      },
    };
  const goal = quotedGoal(scene, line);
  const question = goalQuestion(line, LAST_DAYS);
  const asks: Ask[] = [
    { name: "search_episodes", args: { query: `${line} ${about ?? ""} ${sinceWeek(told.date)}`.slice(0, MOST_QUERY) } },
    ...(question === undefined ? [] : [{ name: "ask_data", args: { question } } as const]),
  ];
  const more = unmade(scene, asks);
  if (more.length > 0) return { ask: more };
  // What was counted is told in English.
  const isTold = question !== undefined && speech.language === "en";
  const counted = isTold ? wordsOfReading(scene.results) : undefined;
  const heard = diaryOfWeek(scene.results, told.date)
    .filter(({ summary }) => goalsNamed([summary], (one) => one, line).length > 0 && !isGoalTalk(summary))
    .slice(0, MOST_TOLD)
    .flatMap(({ date, summary }) => {
      const said = scene.quote(summary);
      return said === undefined ? [] : [`${said} ${speech.pastDay(date, told.date)}`];
    });
  const sentences = [
    counted === undefined ? question && say("goal.onPage") : say("goal.counted", { counted }),
    heard.length === 0 ? undefined : say("goal.heard", { heard: listed(heard) }),
  ].filter((one) => one !== undefined && one !== "");
  if (sentences.length === 0) return { say: "unknown", words: { goal: goal ?? say("that") } };
  const text = sentences.join(" ");
  return goal === undefined ? { say: "foundUnsaid", words: { text } } : { say: "found", words: { goal, text } };
};

const MOST_QUERY = 200;
/** What was said to set or change a goal is no report of it. */
const isGoalTalk = (summary: string) => goalWishIn(summary) !== undefined || amendsGoal(summary);

/** Makes one change of the file, with the section that the message names. */
function changing(action: "add" | "remove" | "done" | "change"): ChatWriter {
  return (scene) => {
    const { message, slots } = scene;
    const said = wordsOf(scene);
    const named = NAMED.find(([words]) => words.test(said === undefined ? message : message.replace(said, " ")))?.[1];
    if (action === "remove" && goalWishIn(message)?.all === true) return removeAll(scene);
    if (said === undefined) return { say: "askText" };
    const to = action === "change" ? slots[0].about : undefined;
    if (action === "change" && to === undefined) return { say: "askTo" };
    const section = action === "add" ? (named ?? usualSection(message)) : undefined;
    if (action !== "add" && sparesSome(message)) return { say: "failed" };
    const text = slots.length > 1 ? said : said.slice(0, MOST_WORDS);
    const args = { action, text, ...(section === undefined ? {} : { section }), ...(to === undefined ? {} : { to }) };
    return made(scene, { name: "edit_goals", args });
  };
}

/** Takes out every goal, each by a call of its own. */
function removeAll(scene: Scene): Turn {
  const reads = unmade(scene, [FILE]);
  if (reads.length > 0) return { ask: reads };
  const goals = goalsIn(scene);
  const lines = SHOWN.flatMap((section) => (goals?.[section] ?? []).map((text) => ({ text, section })));
  if (lines.length === 0) return { say: "none" };
  const edits = lines.map((line): Ask => ({ name: "edit_goals", args: { action: "remove", ...line } }));
  const ask = unmade(scene, edits);
  if (ask.length > 0) return { ask };
  const { listed, say } = scene.speech;
  const goal = listed(lines.map(({ text }) => quotedGoal(scene, text) ?? say("unquoted")));
  const isDone = edits.every((edit) => resultOf(scene, edit)?.ok === true);
  return { say: isDone ? "doneAll" : "failed", words: { goal } };
}

const MOST_WORDS = 300;
const QUOTED = /["“”„«']([^"“”„«»']{2,300})["“”»']/u;

/** Returns the words in quotation marks, or else the words that remain after the intent. */
function wordsOf({ message, slots }: Scene): string | undefined {
  return (QUOTED.exec(message)?.[1] ?? slots[0].text)?.trim().replace(OPENS_GOAL, "");
}

/** "Goal: 3 walks a week" */
const OPENS_GOAL = /^(?:(?:my |a )?new )?(?:goal|ziel|objetivo|objectif)(?:\s*[:–-]\s*|\s+(?=\d))/iu;

const northStar: ChatWriter = (scene) => {
  const text = wordsOf(scene)?.replace(/[.!]$/, "");
  if (text === undefined) return { say: "askText" };
  return made(scene, { name: "edit_goals", args: { action: "north_star", text } });
};

const Edited = z.object({
  added: z.string().optional(),
  remove: z.string().optional(),
  done: z.string().optional(),
  change: z.string().optional(),
  section: GoalList.optional(),
});

function made(scene: Scene, edit: Ask) {
  const ask = unmade(scene, [edit]);
  if (ask.length > 0) return { ask };
  const result = resultOf(scene, edit);
  const { text, section: asked } = edit.args as { readonly text: string; readonly section?: GoalList };
  const { section = asked, ...edited } = (result?.ok && Edited.safeParse(result.value).data) || {};
  const line = edited.change ?? edited.remove ?? edited.done ?? text;
  const words = { goal: quotedGoal(scene, line) ?? scene.speech.say("unquoted"), span: spanOf(scene, section) };
  if (result?.ok) return { say: "done", words };
  if (result?.message.includes("more than one")) return { say: "which", words };
  if (result?.message.includes("more than")) return { say: "full", words };
  return { say: result?.error === "not_found" ? "notThere" : "failed", words };
}

export const GOAL_WRITERS = {
  "show-goals": showGoals,
  "add-goal": changing("add"),
  "remove-goal": changing("remove"),
  "finish-goal": changing("done"),
  "change-goal": changing("change"),
  "goal-progress": progress,
  "north-star": northStar,
} satisfies Record<string, ChatWriter>;
