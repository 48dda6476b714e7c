/**
 * Builds the pages that the night writes, so that a wake reads a file instead of asking the store (docs/sources.md,
 * Pages and the wiki). It is pure: it uses only its arguments, and the same input gives the same bytes. Pages contain
 * only words and derived scores. A model reads a page as Waldo's own words, so a page holds no text from outside.
 * Recall finds such text and marks it.
 */
import {
  type Band,
  type CrsResult,
  type DayBody,
  type LocalDate,
  type MemoryBlock,
  PILLARS,
  type Pillar,
  type Zone,
} from "@waldo/contracts";
import { bodyZoneOf } from "../../health/crs.ts";
import { median } from "../../health/statistics.ts";
import { countTokens } from "../../prompt/tokens.ts";
import { compareUtf8 } from "../../store/query-plan.ts";
import { addDays, dayOfWeek, localDate } from "../../time.ts";
import { isBelieved } from "../claims/claim.ts";
import { wordsOf } from "./wiki-section.ts";
import { asSentence, clipped, inline } from "./wiki-text.ts";

/** The most tokens of one page, counted by prompt/tokens.ts. */
export const PAGE_TOKENS = 600;
/** Tokens that are kept free for the line about left-out entries. */
const REST_TOKENS = 12;
const LINE_CHARS = 200;
/** How many days of remembered events today's page shows, today included. */
const EVENT_DAYS = 3;

/** The fields of a task that a page needs. */
export type PageTask = {
  readonly title: string;
  readonly due?: LocalDate | undefined;
  readonly status: string;
  readonly goal?: true | undefined;
  readonly createdAt: number;
};

/**
 * Returns today.md: the given description of the day, the tasks due by then, and the remembered events of this day and
 * the two days before, latest first.
 */
export function todayPage(input: {
  readonly date: LocalDate;
  readonly timeZone: string;
  readonly body: DayBody;
  readonly blocks?: readonly MemoryBlock[];
  readonly tasks?: readonly PageTask[];
}): string {
  const { date, timeZone, blocks = [], tasks = [] } = input;
  const head = [`# ${date}`, "Derived from the score of the day; words and scores only.", bodyFence(input.body)];
  const due = openTasks(tasks).filter((task) => task.due !== undefined && task.due <= date);
  const since = addDays(date, 1 - EVENT_DAYS);
  const events = ours(blocks)
    .filter(({ hall }) => hall === "events")
    .map((block) => ({ block, day: localDate(block.validFrom, timeZone) }))
    .filter(({ day }) => day >= since && day <= date)
    .sort((a, b) => b.block.validFrom - a.block.validFrom || compareUtf8(a.block.patternId, b.block.patternId));
  return page(head, [
    { heading: "Due", lines: due.map((task) => taskLine(task, date)) },
    { heading: "Lately", lines: events.map(({ block, day }) => `- ${day}: ${words(block)}`) },
  ]);
}

/** True for a today.md of this date. The page of another day would say false things in a prompt. */
export function isPageOf(text: string, date: LocalDate): boolean {
  return text.startsWith(`# ${date}\n`);
}

/** Returns the day's description in a fence. The JSON is indented when the page has room for that. */
function bodyFence(body: DayBody): string {
  const fence = (json: string) => `\`\`\`json\n${json}\n\`\`\``;
  const fits = [JSON.stringify(body, null, 1), JSON.stringify(body)].map(fence);
  return fits.find((text) => countTokens(text) <= (PAGE_TOKENS * 3) / 4) ?? fence('{"note":"too long for a page"}');
}

const PILLAR_WORDS: Record<Pillar, string> = {
  sleep: "Sleep",
  cass: "HRV",
  rhrts: "Calm of the heart at rest",
  rrs: "Steadiness of breathing at night",
  circadian: "Rhythm of the nights",
  motion: "Movement",
};
const BAND_WORDS: Record<Band, string> = {
  well_below: "well below usual",
  below: "below usual",
  usual: "as usual",
  above: "above usual",
  well_above: "well above usual",
};
const WEEKDAYS = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"] as const;
/** A weekday needs this many scored days before the page describes its habit. */
const LEAST_WEEKDAYS = 2;

/** Returns baselines.md: the person's usual days in body zones and words. It contains no score and no reading. */
export function baselinesPage(input: { readonly date: LocalDate; readonly scores: readonly CrsResult[] }): string {
  const scores = latestBefore(input.scores, input.date);
  const scored = scores.filter(({ form }) => form !== undefined);
  const [first] = scores;
  if (first === undefined || scored.length === 0)
    return page(["# What is usual", `No day up to ${input.date} has a score yet.`], []);
  const general = [
    ["Form", typicalZone(scored.map(({ form }) => form))],
    ["Recovery", typicalZone(scored.map(({ recovery }) => recovery))],
  ].flatMap(([name, timeZone]) => (timeZone === undefined ? [] : [`- ${name} is mostly ${timeZone}.`]));
  const weekdays = WEEKDAYS.flatMap((name, index) => {
    const own = scored.filter(({ date }) => dayOfWeek(date) === index + 1);
    const bodyZone = typicalZone(own.map(({ form }) => form));
    return bodyZone === undefined || own.length < LEAST_WEEKDAYS ? [] : [`- ${name} are mostly ${bodyZone}.`];
  });
  return page(
    ["# What is usual", `From ${count(scored.length, "scored day")} between ${first.date} and ${input.date}.`],
    [
      { heading: "All in all", lines: general },
      { heading: "By pillar, against the person's own norm", lines: PILLARS.flatMap((p) => pillarLine(p, scores)) },
      { heading: "Form by weekday", lines: weekdays },
    ],
  );
}

/** A night may be usual while the week lacks sleep. The need is not the person's usual. */
const SHORT_WEEK = "usual by the night, in a week short of sleep,";

function wordsOfBand(pillar: CrsResult["pillars"][Pillar]): string[] {
  if (pillar === undefined) return [];
  return [pillar.by === "debt.high" ? SHORT_WEEK : BAND_WORDS[pillar.band]];
}

function pillarLine(pillar: Pillar, scores: readonly CrsResult[]): string[] {
  const said = scores.flatMap(({ pillars }) => wordsOfBand(pillars[pillar]));
  if (said.length === 0) return [];
  const parts = [...Object.values(BAND_WORDS), SHORT_WEEK]
    .map((words, order) => ({ words, order, days: said.filter((one) => one === words).length }))
    .filter(({ days }) => days > 0)
    .sort((a, b) => b.days - a.days || a.order - b.order)
    .map(({ words, days }) => `${words} on ${count(days, "day")}`);
  return [`- ${PILLAR_WORDS[pillar]}: ${parts.join(", ")}.`];
}

function typicalZone(values: readonly (number | undefined)[]): Zone | undefined {
  const middle = median(values.filter((value) => value !== undefined));
  return middle === undefined ? undefined : bodyZoneOf(middle);
}

/** Returns the score in force of each date up to `date`, oldest first. */
function latestBefore(scores: readonly CrsResult[], date: LocalDate): CrsResult[] {
  const latest = new Map<LocalDate, CrsResult>();
  for (const score of scores)
    if (score.date <= date && (latest.get(score.date)?.version ?? 0) < score.version) latest.set(score.date, score);
  return [...latest.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Returns patterns.md: the discoveries, strongest first, each with the number of runs and diary entries behind it. */
export function patternsPage(input: { readonly date: LocalDate; readonly blocks: readonly MemoryBlock[] }): string {
  const found = ours(input.blocks).filter(({ hall }) => hall === "discoveries");
  if (found.length === 0) return page(["# Patterns", `Nothing has been discovered up to ${input.date}.`], []);
  return page(
    ["# Patterns", "Discovered, strongest first. Kept as observations, not as causes."],
    [
      {
        lines: found
          .sort(byStrength)
          .map((block) => `- ${words(block)} Seen in ${count(block.sources.length, "source")}.`),
      },
    ],
  );
}

export function ours(blocks: readonly MemoryBlock[]): MemoryBlock[] {
  return blocks.filter((block) => block.origin !== "untrusted" && isBelieved(block));
}

export function byStrength(a: MemoryBlock, b: MemoryBlock): number {
  return (
    b.confidence - a.confidence ||
    b.salience - a.salience ||
    b.sources.length - a.sources.length ||
    compareUtf8(a.patternId, b.patternId)
  );
}

/** Orders tasks by due date, those without one last, then oldest first. */
export function openTasks(tasks: readonly PageTask[]): PageTask[] {
  const rank = ({ due, createdAt }: PageTask) => `${due ?? "9999-99-99"} ${String(createdAt).padStart(15, "0")}`;
  return tasks.filter(({ status }) => status === "open").sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

export function taskLine({ title, due }: PageTask, date: LocalDate): string {
  const when = due === undefined ? "" : due < date ? ` Overdue since ${due}.` : ` Due ${due}.`;
  return `- ${inline(asSentence(clipped(title, LINE_CHARS)))}${when}`;
}

export function words(block: MemoryBlock): string {
  return inline(asSentence(clipped(wordsOf(block), LINE_CHARS)));
}

function count(n: number, one: string): string {
  return `${n} ${one}${n === 1 ? "" : "s"}`;
}

type Part = { readonly heading?: string; readonly lines: readonly string[] };

/** Returns the complete head, and then as many lines of the parts, in order, as fit into the page's tokens. */
function page(head: readonly string[], parts: readonly Part[]): string {
  let text = `${head.join("\n\n")}\n`;
  let left = 0;
  for (const { heading, lines } of parts) {
    let begun = false;
    for (const line of lines) {
      const start = begun ? "" : heading === undefined ? "\n" : `\n## ${heading}\n\n`;
      const longer = `${text}${start}${line}\n`;
      if (left > 0 || countTokens(longer) > PAGE_TOKENS - REST_TOKENS) left++;
      else {
        text = longer;
        begun = true;
      }
    }
  }
  return left === 0 ? text : `${text}\n(${left} more did not fit.)\n`;
}
