/**
 * Checks what a sentence states about the person's affairs, and what it claims to have done, against the evidence of
 * the run. It returns the fact that proves each statement, or the reason why no fact does.
 */
import { type LocalDate, SaidOfDay, type ToolResult } from "@waldo/contracts";
import type { Json } from "../../ports.ts";
import { dayOfWeek } from "../../time.ts";
import { toldOfNight } from "../writers/fact-clauses.ts";
import { type Affair, affairsIn, emptyIn, isStatement, SOURCES } from "./affairs.ts";
import { asksForText, deedsIn, doneBy, foreignDeedsIn, foreignTimes } from "./deeds.ts";
import { type Details, detailsIn } from "./details.ts";
import { type Evidence, type Fact, isObject, namedIn, type Source, textOf, wordsIn } from "./evidence.ts";
import { isKnown, othersIn } from "./others.ts";

type Carried = Source & { readonly kind: string };
type Checked = { readonly carried: readonly Carried[]; readonly fault?: string };

/**
 * Checks one sentence. `facts` are those of the evidence (evidence.ts). The times of a sentence that is not English are
 * checked in spoken.ts.
 */
export function checkStatements(
  sentence: string,
  facts: readonly Fact[],
  evidence: Evidence,
  isEnglish = true,
): Checked {
  const carried: Carried[] = [];
  const foreign = foreignDeedsIn(sentence);
  const deeds = [...deedsIn(sentence, evidence.owner?.at(-1)), ...foreign];
  const isRead = isEnglish && foreign.length === 0;
  const { times, rest } = isRead ? { times: [], rest: sentence } : foreignTimes(sentence);
  const said = detailsIn(rest, evidence.today);
  const doers = deeds.map((deed) => [deed, doneBy(deed, evidence.results)] as const);
  for (const [deed, [doer]] of doers) {
    if (doer === undefined) return { carried, fault: `untraced_deed_${deed}` };
    carried.push({ kind: `deed_${deed}`, callId: doer.callId, path: "" });
  }
  const didIt = new Set(doers.flatMap(([, by]) => by.map(({ callId }) => callId)));
  const done = facts.filter(({ callId }) => didIt.has(callId));
  const doneAt = new Set(done.flatMap(({ details }) => details.times.flat()));
  if (foreign.length > 0 && times.some((meant) => !meant.some((minute) => doneAt.has(minute))))
    return { carried, fault: "untraced_time" };
  const empty = emptyIn(sentence);
  for (const affair of empty) {
    const source = whyEmpty(affair, sentence, facts, evidence);
    if (source === undefined) return { carried, fault: `untraced_empty_${affair}` };
    carried.push({ kind: `empty_${affair}`, ...source });
  }
  const named = isStatement(sentence) ? namedIn(sentence, facts) : [];
  const affairs = affairsIn(sentence).filter((affair) => !empty.includes(affair));
  if (affairs.includes("memory")) {
    const source = toldOfNightIn(sentence, evidence.results) ?? rememberedIn(sentence, facts);
    if (source === undefined) return { carried, fault: "untraced_memory" };
    carried.push({ kind: "memory", ...source });
  }
  for (const person of asksForText(evidence.owner?.at(-1) ?? "") ? [] : othersIn(sentence)) {
    const told = facts.filter((fact) => isKnown(person, [fact], ({ value }) => textOf(value)) !== undefined);
    // If the sentence names the person's fact by its title, the comparison below checks it.
    if (told.some((fact) => named.includes(fact))) continue;
    if (told.length === 0) return { carried, fault: "untraced_person" };
    // The details of the sentence must stand in a fact that names this person.
    const missing = untraced(said, told, countsOf(facts, evidence.today));
    const shares = told.some((fact) => sharesLife(sentence, textOf(fact.value), person));
    if (missing !== undefined || !shares) return { carried, fault: `untraced_${missing ?? "person"}` };
    carried.push({ kind: "person", callId: told[0]?.callId ?? "", path: told[0]?.path ?? "" });
  }
  if (named.length === 0 && affairs.length === 0 && deeds.length === 0) return { carried };
  const sources = named.length > 0 ? named : affairs.flatMap((affair) => factsAbout(affair, sentence, facts));
  if (affairs.some((affair) => affair !== "memory" && affair !== "money") && sources.length === 0)
    return { carried, fault: `untraced_${affairs[0]}` };
  const state = wrongState(sentence, named, evidence);
  if (state !== undefined) return { carried, fault: state };
  if (affairs.includes("money") && (evidence.owner ?? []).some((words) => /\d/.test(words))) return { carried };
  // A sentence that names a thing is compared with that thing alone. Other sentences may also repeat what the person
  // said.
  const among = [...sources, ...done, ...(named.length > 0 ? [] : spoken(facts))];
  const missing = untraced(said, among, countsOf(facts, evidence.today)) ?? endFor(sentence, said, named);
  if (missing !== undefined) return { carried, fault: `untraced_${missing}` };
  const first = sources[0] ?? done[0];
  if (first !== undefined) carried.push({ kind: affairs[0] ?? "named", callId: first.callId, path: first.path });
  return { carried };
}

const ENDS = /\b(?:until|till|to|ends?|ending|over|between|and|from|done|finish\w*)\b|[-–]/i;

/** Returns a fault when a sentence names one thing and gives the time of its end as if it began then. */
function endFor(sentence: string, said: Details, named: readonly Fact[]): string | undefined {
  if (named.length === 0 || said.times.length !== 1 || ENDS.test(sentence)) return undefined;
  const isAt = (among: readonly (readonly number[])[]) =>
    among.flat().some((minute) => said.times.flat().includes(minute));
  const ends = named.some(({ details }) => isAt(details.times.slice(1)));
  return ends && !named.some(({ details }) => isAt(details.times.slice(0, 1))) ? "time" : undefined;
}

/** True when a text also holds another word of the sentence besides the name: the birthday, the visit, the flu. */
function sharesLife(sentence: string, text: string, person: string): boolean {
  const own = wordsIn(text);
  const name = wordsIn(person);
  return [...wordsIn(sentence)].some((word) => own.has(word) && !name.has(word));
}

function spoken(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ from }) => from === "owner" || from === "known");
}

/**
 * Returns the facts that may prove a statement about an affair: facts from the tools of that affair, and words that
 * share a subject with the sentence.
 */
function factsAbout(affair: Affair, sentence: string, facts: readonly Fact[]): Fact[] {
  const words = wordsIn(sentence);
  return facts.filter(({ from, words: own }) => {
    if (SOURCES[affair].includes(from)) return true;
    return (from === "owner" || from === "known") && [...own].some((word) => words.has(word));
  });
}

/** Returns the kind of the first detail that none of the facts holds. */
function untraced(said: Details, among: readonly Fact[], counts: ReadonlySet<string>): string | undefined {
  const all = among.map(({ details }) => details);
  const spokenTimes = new Set(all.flatMap(({ times }) => times.flat()));
  if (said.times.some((meant) => !meant.some((minute) => spokenTimes.has(minute)))) return "time";
  const dates = new Set(all.flatMap((details) => details.dates));
  if (said.dates.some((date) => !dates.has(date))) return "date";
  const weekdays = new Set([...all.flatMap((details) => details.weekdays), ...[...dates].map(dayOfWeek)]);
  if (said.weekdays.some((day) => !weekdays.has(day))) return "weekday";
  const numbers = new Set(all.flatMap((details) => details.numbers));
  if (said.numbers.some((number) => !numbers.has(number) && !counts.has(number))) return "number";
  return said.counts.some((count) => !numbers.has(count) && !counts.has(count)) ? "number" : undefined;
}

/** Returns how many things each answer lists: all of them, those of one date, those with one status. */
export function countsOf(facts: readonly Fact[], today: LocalDate): ReadonlySet<string> {
  const groups = new Map<string, number>();
  const add = (name: string) => groups.set(name, (groups.get(name) ?? 0) + 1);
  for (const { callId, from, path, value } of facts) {
    // The number of body signs in get_health is not a number of events or tasks.
    if (!/\.\d+$/.test(path) || from === "get_health") continue;
    const list = `${callId} ${path.replace(/\.\d+$/, "")}`;
    add(list);
    if (!isObject(value)) continue;
    // Events that take no time of the day are not counted.
    if (typeof value["date"] === "string" && isStanding("day", value, "", today)) add(`${list} busy ${value["date"]}`);
    for (const name of ["date", "due", "status"])
      if (typeof value[name] === "string") add(`${list} ${name} ${value[name]}`);
    if (typeof value["due"] === "string" && value["due"] <= today) add(`${list} due by today`);
  }
  return new Set([...groups.values()].map(String));
}

const DONE = /\b(?:done|finished|completed?|ticked off|checked off)\b/i;
const OPEN = /\b(?:still open|open|not (?:yet )?done|pending|outstanding|still to do|unfinished)\b/i;
const OVERDUE = /\boverdue\b/i;

/** Returns a fault when a sentence says that a task is done or open and the task has the other state. */
function wrongState(sentence: string, named: readonly Fact[], { results, today }: Evidence): string | undefined {
  const tasks = named.filter(
    ({ value }) => isObject(value) && typeof value["status"] === "string" && "taskId" in value,
  );
  if (tasks.length === 0) return undefined;
  const has = (is: (status: string, due: string | undefined) => boolean) =>
    tasks.some(({ value }) => is(statusOf(value, results), text(value, "due")));
  const isOpen = OPEN.test(sentence);
  if (isOpen && !has((status) => status === "open")) return "untraced_task_state";
  if (!isOpen && DONE.test(sentence) && !has((status) => status === "done")) return "untraced_task_state";
  if (OVERDUE.test(sentence) && !has((status, due) => status === "open" && due !== undefined && due < today))
    return "untraced_task_state";
  return undefined;
}

/** Returns the status of a task. If a call of this run changed the task after it was read, this is the new status. */
function statusOf(task: Json, results: readonly ToolResult[]): string {
  const id = text(task, "taskId");
  const changed = results.findLast(
    (result) => result.ok && result.name === "update_task" && text(result.value, "taskId") === id,
  );
  return (changed?.ok && text(changed.value, "status")) || (text(task, "status") ?? "");
}

function text(value: Json, name: string): string | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === "string" ? member : undefined;
}

/**
 * Words such as "other" and "until". "No other meetings" says nothing about the meetings that the sentence named. "Free
 * until 11" says nothing about 11 o'clock.
 */
const BESIDES = /\b(?:else|more|other|further|another|until|till|before|after|between|from|rest)\b/i;

/**
 * Returns the answer in which nothing was found. Returns undefined when the run did not look, or when something was
 * found.
 */
export function whyEmpty(
  affair: Affair,
  sentence: string,
  facts: readonly Fact[],
  { results, today }: Evidence,
  said: Details = detailsIn(sentence, today),
): Source | undefined {
  const tools = SOURCES[affair];
  const looked = results.filter(({ ok, name }) => ok && tools.includes(name));
  const covers = ({ callId }: ToolResult) => {
    const covered = facts.find((fact) => fact.callId === callId && fact.path === "")?.covered ?? [];
    if (covered.length === 0) return true;
    return (
      said.dates.every((date) => covered.includes(date)) &&
      said.weekdays.every((day) => covered.map(dayOfWeek).includes(day))
    );
  };
  const source = looked.find(covers);
  if (source === undefined) return affair === "memory" ? notFound(results, tools) : undefined;
  const items = facts.filter(
    ({ from, path, value }) => tools.includes(from) && ENTRY.test(path) && isStanding(affair, value, sentence, today),
  );
  const on = items.filter(({ details }) => {
    if (said.dates.length === 0 && said.weekdays.length === 0)
      return affair !== "day" || details.dates.length === 0 || details.dates.includes(today);
    return details.dates.some((date) => said.dates.includes(date) || said.weekdays.includes(dayOfWeek(date)));
  });
  if (on.length > 0 && !BESIDES.test(sentence)) return undefined;
  return { callId: source.callId, path: "" };
}

/** The path of an entry of a list. Waldo's own suggestions are no affair of the person's day. */
const ENTRY = /^(?!suggestions\.).*\.\d+$/;

/** Returns the result in which one of these tools found nothing. The memory tools report this as an error. */
function notFound(results: readonly ToolResult[], tools: readonly string[]): Source | undefined {
  const found = results.find((result) => !result.ok && result.error === "not_found" && tools.includes(result.name));
  return found && { callId: found.callId, path: "error" };
}

/**
 * False for a thing that makes no day busy and no list longer: an event that blocks no time, a task that is done or not
 * due.
 */
function isStanding(affair: Affair, value: Json, sentence: string, today: LocalDate): boolean {
  if (!isObject(value)) return true;
  if (affair === "day") return value["busy"] !== false && value["allDay"] !== true;
  if (affair !== "tasks") return true;
  if (value["status"] !== undefined && value["status"] !== "open") return false;
  const due = text(value, "due");
  if (OVERDUE.test(sentence)) return due !== undefined && due < today;
  return /\bdue\b/i.test(sentence) ? due !== undefined && due <= today : true;
}

/** Words that introduce a memory, such as "you told me". They say nothing about its content. */
const FRAME = wordsIn(
  "told tell mentioned mention said say remember recall know noted prefer preferred asked ask name once before me I that still",
);
const NEGATED =
  /\b(?:not|no|never|without|n['’]t|don['’]t|doesn['’]t|didn['’]t|isn['’]t|aren['’]t|can['’]t|cannot|avoid|hates?|dislikes?)\b/i;
/** The share of the words of a memory statement that one remembered text must contain. */
const SHARED = 0.6;

/** Returns the text that a statement about a memory comes from. */
function rememberedIn(sentence: string, facts: readonly Fact[]): Source | undefined {
  const words = [...wordsIn(sentence)].filter((word) => !FRAME.has(word));
  const proper = properNouns(sentence);
  const isNegated = NEGATED.test(sentence);
  const from = [...SOURCES.memory, "owner", "known"];
  const found = facts.find((fact) => {
    if (!from.includes(fact.from)) return false;
    const own = textOf(fact.value);
    const shared = words.filter((word) => fact.words.has(word)).length;
    return (
      words.length > 0 &&
      shared / words.length >= SHARED &&
      proper.every((name) => own.toLowerCase().includes(name.toLowerCase())) &&
      NEGATED.test(own) === isNegated
    );
  });
  return found && { callId: found.callId, path: found.path };
}

/** Returns the result that holds what the person told of their night, when the sentence is that and nothing else. */
function toldOfNightIn(sentence: string, results: readonly ToolResult[]): Source | undefined {
  const found = results.find((result) => {
    const said = result.ok && isObject(result.value) ? SaidOfDay.safeParse(result.value["said"]).data : undefined;
    return said !== undefined && toldOfNight(said).includes(sentence.trim());
  });
  return found && { callId: found.callId, path: "said" };
}

/** Returns the capitalised words that do not begin the sentence. */
function properNouns(sentence: string): string[] {
  return [...sentence.matchAll(/(?<=[\p{L}\p{N},;:'’"“] ?["“]?)(?<![.!?] )\b\p{Lu}[\p{L}-]{2,}/gu)].map(
    ([name]) => name,
  );
}
