/**
 * Reads the file of goals. In the sections with a meaning the parser is strict: it names each line that it cannot read,
 * and its reason does not quote the line. Everything else belongs to the person and is kept: text between the lines,
 * headings that it does not know, comments. It never throws.
 *
 * a missing section            is empty
 * a missing target             has the value of the profile
 * a ticked line                is done and no longer counts
 * a line in square brackets    is an empty place of a template
 */
import {
  type GoalSection,
  type Goals,
  type GoalsFault,
  type GoalTarget,
  MOST_GOAL_LINE,
  MOST_GOALS,
  MOST_GOALS_CHARS,
} from "@waldo/contracts";
import { headingOf, linesOf, SECTION_TITLES, type TextLine } from "./lines.ts";
import { readTarget, targetNamed } from "./schedule-targets.ts";

/** A line with a meaning. `from` and `to` are the positions of its words in the raw line. */
export type GoalLine = {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly done: boolean;
  /** The position of the mark between the brackets of a checkbox. */
  readonly box?: number;
  /** The beginning of the line, before its words. */
  readonly lead: string;
  /** How many of the following lines are details of this line. */
  readonly details: number;
};

export type Section = {
  readonly section: GoalSection;
  readonly heading: number;
  readonly level: number;
  /** The index after the last line of the section. */
  readonly end: number;
  readonly items: readonly GoalLine[];
};

/** A target. It holds the position of its value in the raw line, without quotes. */
type TargetLine = {
  readonly target: GoalTarget;
  readonly line: number;
  readonly from: number;
  readonly to: number;
};

export type Parsed = {
  readonly goals: Goals;
  readonly faults: readonly GoalsFault[];
  readonly lines: readonly TextLine[];
  readonly sections: readonly Section[];
  readonly targets: readonly TargetLine[];
};

const MOST: Readonly<Record<GoalSection, number>> = {
  ...{ northStar: 1, quarter: MOST_GOALS, week: MOST_GOALS, today: MOST_GOALS },
  ...{ commitments: 20, targets: 20, people: 50 },
};

export function parseGoals(text: string): Parsed {
  const { lines, unended } = linesOf(text);
  const faults: GoalsFault[] = [];
  const fault = (line: number, reason: string) => void faults.push({ line: line + 1, reason });
  if (text.length > MOST_GOALS_CHARS) fault(0, `the file is longer than ${MOST_GOALS_CHARS} characters`);
  if (unended !== undefined) fault(unended, "a comment begins here and does not end");
  for (const [i, { raw }] of lines.entries()) if (!isPlain(raw)) fault(i, "the line has a character that no text has");
  const sections = sectionsOf(lines, fault);
  const targets: TargetLine[] = [];
  const goals = goalsOf({ lines, sections, targets, fault });
  faults.sort((a, b) => a.line - b.line);
  return { goals, faults, lines, sections, targets };
}

type Fault = (line: number, reason: string) => void;

/** Control characters are not allowed in a line, and half of a surrogate pair cannot be stored. */
const CONTROL = /[^\P{Cc}\t]/u;
const isPlain = (raw: string) => raw.isWellFormed() && !CONTROL.test(raw);

function sectionsOf(lines: readonly TextLine[], fault: Fault): Section[] {
  const found: Section[] = [];
  let open: { section: GoalSection; heading: number; level: number } | undefined;
  const close = (end: number) => {
    if (open === undefined) return;
    const { section, heading } = open;
    if (found.some((one) => one.section === section))
      fault(heading, `${SECTION_TITLES[section]} is here a second time`);
    found.push({ ...open, end, items: itemsOf(lines, section, heading + 1, end) });
    open = undefined;
  };
  for (const [i, { shown }] of lines.entries()) {
    const heading = headingOf(shown);
    if (heading === undefined) continue;
    const { level, section } = heading;
    // An unknown heading of a deeper level belongs to the open section.
    if (section === undefined && open !== undefined && level > open.level) continue;
    close(i);
    if (section !== undefined) open = { section, heading: i, level };
  }
  close(lines.length);
  return found;
}

const ITEM = /^(\s*(?:[-*+•]|\d{1,3}[.)])\s+)(?:\[([ xX])\](?:\s+|$))?/u;
/** A line is a detail of the line above when it is indented by at least this many more columns. */
const DETAIL_INDENT = 2;

function itemsOf(lines: readonly TextLine[], section: GoalSection, from: number, end: number): GoalLine[] {
  const found: GoalLine[] = [];
  let indent: number | undefined;
  for (let i = from; i < end; i++) {
    const shown = lines[i]?.shown ?? "";
    if (shown.trim() === "" || headingOf(shown)) continue;
    const [whole, bullet, sign] = ITEM.exec(shown) ?? [];
    const own = shown.length - shown.trimStart().length;
    const last = found.at(-1);
    if (last && indent !== undefined && own >= indent + DETAIL_INDENT) {
      if (i === last.line + last.details + 1) found[found.length - 1] = { ...last, details: last.details + 1 };
      continue;
    }
    const isTarget = section === "targets" && targetNamed(shown.split(":")[0] ?? "") !== undefined;
    if (whole === undefined && !(isTarget && shown.includes(":"))) continue;
    indent ??= own;
    const lead = whole ?? shown.slice(0, own);
    const words = shown.slice(lead.length);
    const at = lead.length + (words.length - words.trimStart().length);
    const to = lead.length + words.trimEnd().length;
    const text = shown.slice(at, to).replaceAll(/\s+/gu, " ");
    if (text === "" || /^\[[^\]]*\]$/.test(text)) continue;
    found.push({
      ...{ line: i, from: at, to, text, lead: shown.slice(0, at), details: 0 },
      done: sign === "x" || sign === "X",
      ...(bullet === undefined || sign === undefined ? {} : { box: bullet.length + 1 }),
    });
  }
  return section === "northStar" && found.length === 0 ? sentenceOf(lines, from, end) : found;
}

/** Returns the first line of text as a goal, because the north star may be a plain sentence without a list mark. */
function sentenceOf(lines: readonly TextLine[], from: number, end: number): GoalLine[] {
  for (let line = from; line < end; line++) {
    const shown = lines[line]?.shown ?? "";
    const text = shown.trim().replaceAll(/\s+/gu, " ");
    if (text === "" || headingOf(shown) || /^\[[^\]]*\]$/.test(text) || ITEM.test(`${shown} `) || RULE.test(text))
      continue;
    const at = shown.length - shown.trimStart().length;
    return [{ line, from: at, to: shown.trimEnd().length, text, lead: shown.slice(0, at), done: false, details: 0 }];
  }
  return [];
}

/** Matches a horizontal rule. */
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;

/** Quotes and spaces around the value of a target. */
const QUOTES_BEFORE = /^[\s"'“”‘’`]*/u;
const QUOTES_AFTER = /(?<![\s"'“”‘’`])[\s"'“”‘’`]+$/u;

function goalsOf({
  lines,
  sections,
  targets,
  fault,
}: {
  readonly lines: readonly TextLine[];
  readonly sections: readonly Section[];
  readonly targets: TargetLine[];
  readonly fault: Fault;
}): Goals {
  const words = new Map<GoalSection, string[]>();
  let times: Goals["targets"] = {};
  for (const { section, items } of sections) {
    const open = items.filter(({ done }) => !done);
    const taken: string[] = words.get(section) ?? [];
    for (const item of open) {
      if (item.text.length > MOST_GOAL_LINE) fault(item.line, `the line is longer than ${MOST_GOAL_LINE} characters`);
      else if (section === "targets") times = { ...times, ...targetOf(item, lines, targets, fault) };
      else if (taken.length === MOST[section])
        fault(item.line, `${SECTION_TITLES[section]} has more than ${MOST[section]}`);
      else taken.push(item.text);
    }
    words.set(section, taken);
  }
  const of = (section: GoalSection) => words.get(section) ?? [];
  const [northStar] = of("northStar");
  return {
    ...(northStar === undefined ? {} : { northStar }),
    ...{ quarter: of("quarter"), week: of("week"), today: of("today"), commitments: of("commitments") },
    people: of("people").map(personOf),
    targets: times,
  };
}

function targetOf(
  { line, from, text }: GoalLine,
  lines: readonly TextLine[],
  targets: TargetLine[],
  fault: Fault,
): Goals["targets"] {
  const colon = text.indexOf(":");
  const target = colon === -1 ? undefined : targetNamed(text.slice(0, colon));
  if (colon === -1) fault(line, "expected a target and its value, such as wake_target: 07:30");
  else if (target === undefined) fault(line, "no target has this name");
  if (target === undefined) return {};
  const shown = lines[line]?.shown ?? "";
  const begins = shown.indexOf(":", from) + 1;
  const value = shown.slice(begins);
  const lead = value.slice(0, value.length - value.replace(QUOTES_BEFORE, "").length);
  const inner = value.slice(lead.length).replace(QUOTES_AFTER, "");
  const at = begins + lead.length;
  if (targets.some((one) => one.target === target)) {
    fault(line, `${target} is here a second time`);
    return {};
  }
  targets.push({ target, line, from: at, to: at + inner.length });
  // A target without a value is an empty place of the template.
  if (inner === "" || /^\[[^\]]*\]$/.test(inner)) return {};
  const read = readTarget(target, inner);
  if ("is" in read) return read.is;
  fault(line, read.wrong);
  return {};
}

/** Reads "Name — how they know each other". */
function personOf(text: string): Goals["people"][number] {
  const dash = text.search(/\s[—–-]\s/u);
  const [name, context] = [text.slice(0, dash).trim(), text.slice(dash + 2).trim()];
  return dash > 0 && name && context ? { name, context } : { name: text };
}
