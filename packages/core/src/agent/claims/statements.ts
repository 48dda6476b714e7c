/**
 * Checks what a sentence states about the person's affairs, and what it claims to have done, against the evidence of
 * the run. It returns what carries each statement, or the reason why nothing does.
 */
import type { LocalDate, ToolResult } from "@waldo/contracts";
import type { Json } from "../../ports.ts";
import { dayOfWeek } from "../../time.ts";
import { type Affair, affairsIn, emptyIn, isStatement, SOURCES } from "./affairs.ts";
import { asksForText, deedsIn, doneBy, foreignDeedsIn, foreignTimes } from "./deeds.ts";
import { type Details, detailsIn } from "./details.ts";
import { type Evidence, type Fact, isObject, namedIn, type Source, textOf, wordsIn } from "./evidence.ts";
import { isKnown, othersIn } from "./others.ts";

type Carried = Source & { readonly kind: string };
type Checked = { readonly carried: readonly Carried[]; readonly fault?: string };

/** Checks one sentence. `facts` are those of the evidence (evidence.ts). */
export function checkStatements(sentence: string, facts: readonly Fact[], evidence: Evidence): Checked {
  const carried: Carried[] = [];
  const foreign = foreignDeedsIn(sentence);
  const deeds = [...deedsIn(sentence, evidence.owner?.at(-1)), ...foreign];
  const { times, rest } = foreign.length > 0 ? foreignTimes(sentence) : { times: [], rest: sentence };
  const said = detailsIn(rest, evidence.today);
  const doers = deeds.map((deed) => [deed, doneBy(deed, evidence.results)] as const);
  for (const [deed, [doer]] of doers) {
    if (doer === undefined) return { carried, fault: `untraced_deed_${deed}` };
    carried.push({ kind: `deed_${deed}`, callId: doer.callId, path: "" });
  }
  const didIt = new Set(doers.flatMap(([, by]) => by.map(({ callId }) => callId)));
  const done = facts.filter(({ callId }) => didIt.has(callId));
  const doneAt = new Set(done.flatMap(({ details }) => details.times.flat()));
  if (times.some((meant) => !meant.some((minute) => doneAt.has(minute)))) return { carried, fault: "untraced_time" };
  const empty = emptyIn(sentence);
  for (const affair of empty) {
    const source = whyEmpty(affair, sentence, facts, evidence);
    if (source === undefined) return { carried, fault: `untraced_empty_${affair}` };
    carried.push({ kind: `empty_${affair}`, ...source });
  }
  const named = isStatement(sentence) ? namedIn(sentence, facts) : [];
  const affairs = affairsIn(sentence).filter((affair) => !empty.includes(affair));
  if (affairs.includes("memory")) {
    const source = rememberedIn(sentence, facts);
    if (source === undefined) return { carried, fault: "untraced_memory" };
    carried.push({ kind: "memory", ...source });
  }
  for (const person of asksForText(evidence.owner?.at(-1) ?? "") ? [] : othersIn(sentence)) {
    const told = facts.filter((fact) => isKnown(person, [fact], ({ value }) => textOf(value)) !== undefined);
    // A thing that the sentence names by its title is compared with itself, below.
    if (told.some((fact) => named.includes(fact))) continue;
    if (told.length === 0) return { carried, fault: "untraced_person" };
    // What is said of them, and when, stands beside their name.
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
  // What is named is compared with itself alone. Other statements may also say back what the person said.
  const among = [...sources, ...done, ...(named.length > 0 ? [] : spoken(facts))];
  const missing = untraced(said, among, countsOf(facts, evidence.today));
  if (missing !== undefined) return { carried, fault: `untraced_${missing}` };
  const first = sources[0] ?? done[0];
  if (first !== undefined) carried.push({ kind: affairs[0] ?? "named", callId: first.callId, path: first.path });
  return { carried };
}

/** True when a text holds another word of the sentence beside the name: the birthday, the visit, the flu. */
function sharesLife(sentence: string, text: string, person: string): boolean {
  const own = wordsIn(text);
  const name = wordsIn(person);
  return [...wordsIn(sentence)].some((word) => own.has(word) && !name.has(word));
}

function spoken(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ from }) => from === "owner" || from === "known");
}

/**
 * Returns the facts that may carry a statement about an affair: its tools', and words that share a subject with the
 * sentence.
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
function countsOf(facts: readonly Fact[], today: LocalDate): ReadonlySet<string> {
  const groups = new Map<string, number>();
  const add = (name: string) => groups.set(name, (groups.get(name) ?? 0) + 1);
  for (const { callId, from, path, value } of facts) {
    // How many signs the body has is no number of events or tasks.
    if (!/\.\d+$/.test(path) || from === "get_health") continue;
    const list = `${callId} ${path.replace(/\.\d+$/, "")}`;
    add(list);
    if (!isObject(value)) continue;
    // The events of a day are counted without those that take no time of the day.
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

/** Returns a fault when a sentence gives a task another state than it has. */
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

/** Returns the status of a task, also when a call of this run has changed it since it was read. */
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

/** "No other meetings" says nothing about those that were named; "free until 11" nothing about what comes at 11. */
const BESIDES = /\b(?:else|more|other|further|another|until|till|before|after|between|from|rest)\b/i;

/**
 * Returns the answer in which nothing was found. Returns undefined when the run did not look, or when something was
 * found.
 */
function whyEmpty(
  affair: Affair,
  sentence: string,
  facts: readonly Fact[],
  { results, today }: Evidence,
): Source | undefined {
  const tools = SOURCES[affair];
  const said = detailsIn(sentence, today);
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
    ({ from, path, value }) =>
      tools.includes(from) && /\.\d+$/.test(path) && isStanding(affair, value, sentence, today),
  );
  const on = items.filter(({ details }) => {
    if (said.dates.length === 0 && said.weekdays.length === 0)
      return affair !== "day" || details.dates.length === 0 || details.dates.includes(today);
    return details.dates.some((date) => said.dates.includes(date) || said.weekdays.includes(dayOfWeek(date)));
  });
  if (on.length > 0 && !BESIDES.test(sentence)) return undefined;
  return { callId: source.callId, path: "" };
}

/** Returns the result in which one of these tools found nothing. A tool of memory says that as an error. */
function notFound(results: readonly ToolResult[], tools: readonly string[]): Source | undefined {
  const found = results.find((result) => !result.ok && result.error === "not_found" && tools.includes(result.name));
  return found && { callId: found.callId, path: "error" };
}

/** False for what does not make a day busy or a list full: an event that blocks nothing, a task that is done or not due. */
function isStanding(affair: Affair, value: Json, sentence: string, today: LocalDate): boolean {
  if (!isObject(value)) return true;
  if (affair === "day") return value["busy"] !== false && value["allDay"] !== true;
  if (affair !== "tasks") return true;
  if (value["status"] !== undefined && value["status"] !== "open") return false;
  const due = text(value, "due");
  if (OVERDUE.test(sentence)) return due !== undefined && due < today;
  return /\bdue\b/i.test(sentence) ? due !== undefined && due <= today : true;
}

/** Words that frame a memory and say nothing of what is remembered. */
const FRAME = wordsIn(
  "told tell mentioned mention said say remember recall know noted prefer preferred asked ask name once before me I that still",
);
const NEGATED =
  /\b(?:not|no|never|without|n['’]t|don['’]t|doesn['’]t|didn['’]t|isn['’]t|aren['’]t|can['’]t|cannot|avoid|hates?|dislikes?)\b/i;
/** How much of a statement about a memory one remembered text must hold. */
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

/** Capitalised words that do not begin the sentence. */
function properNouns(sentence: string): string[] {
  return [...sentence.matchAll(/(?<=[\p{L}\p{N},;:'’"“] ?["“]?)(?<![.!?] )\b\p{Lu}[\p{L}-]{2,}/gu)].map(
    ([name]) => name,
  );
}
