/**
 * Changes the file of goals line by line. An edit changes only the lines that it must. All other lines stay as they are,
 * byte for byte: comments, order, line ends, numbers of a list.
 */
import {
  GOAL_SECTIONS,
  type GoalList,
  type GoalSection,
  type GoalsLineEdit,
  type GoalTarget,
  MOST_GOAL_LINE,
  plainText,
  WaldoError,
} from "@waldo/contracts";
import { folded } from "../folding.ts";
import { headingOf, lineEndOf, SECTION_TITLES } from "./lines.ts";
import { type GoalLine, type Parsed, parseGoals, type Section } from "./parse.ts";
import { readTarget } from "./schedule-targets.ts";

/**
 * Returns the text after the edit. Throws `InvalidInput` when the named line is missing, exists already or is not a
 * line of such a file, and when the edit would add a fault to the text.
 */
export function editGoals(text: string, edit: GoalsLineEdit): string {
  const parsed = parseGoals(text);
  const sheet = sheetOf(text, parsed);
  apply(sheet, parsed, edit);
  const next = sheet.text();
  const known = new Set(parsed.faults.map(({ reason }) => reason));
  const after = parseGoals(next);
  const fresh = after.faults.find(({ reason }) => !known.has(reason));
  if (fresh) throw refusal(fresh.reason);
  // Inside a comment that never ends, the parser would ignore the new line.
  if (edit.do === "add" && !openLines(after, edit.section).some((one) => isSame(one.text, lineWords(edit.text))))
    throw refusal("the file has a fault: mend it first");
  return next;
}

function apply(sheet: Sheet, parsed: Parsed, edit: GoalsLineEdit): void {
  if (edit.do === "northStar") setNorthStar(sheet, parsed, edit.text);
  else if (edit.do === "target") setTarget(sheet, parsed, edit.target, edit.value);
  else if (edit.do === "set") setLines(sheet, parsed, edit);
  else if (edit.do === "add") addLine(sheet, parsed, edit);
  else {
    const item = lineNamed(parsed, edit.section, edit.text);
    if (edit.do === "remove") sheet.drop(item);
    else if (edit.do === "rename") sheet.replace(item.line, item.from, item.to, lineWords(edit.to));
    else sheet.tick(item, edit.done);
  }
}

function addLine(sheet: Sheet, parsed: Parsed, { section, text }: { section: GoalList; text: string }): void {
  const words = lineWords(text);
  if (openLines(parsed, section).some((one) => isSame(one.text, words)))
    throw refusal(`it is in ${SECTION_TITLES[section]} already`);
  sheet.add(section, words);
}

function setLines(
  sheet: Sheet,
  parsed: Parsed,
  { section, items }: { section: GoalList; items: readonly string[] },
): void {
  const had = openLines(parsed, section);
  // An existing line keeps the person's own formatting.
  const wanted = items.map((item) => (had.some(({ text }) => text === item) ? item : lineWords(item)));
  for (const [i, item] of had.entries()) {
    const words = wanted[i];
    if (words === undefined) sheet.drop(item);
    else if (words !== item.text) sheet.replace(item.line, item.from, item.to, words);
  }
  for (const words of wanted.slice(had.length)) sheet.add(section, words);
}

function setNorthStar(sheet: Sheet, parsed: Parsed, text: string | null): void {
  const [item] = openLines(parsed, "northStar");
  if (text === null) {
    if (item) sheet.drop(item);
  } else if (item) sheet.replace(item.line, item.from, item.to, lineWords(text));
  else sheet.add("northStar", lineWords(text));
}

function setTarget(sheet: Sheet, parsed: Parsed, target: GoalTarget, value: string | null): void {
  const found = parsed.targets.find((one) => one.target === target);
  if (value !== null) {
    const read = readTarget(target, value.trim());
    if ("wrong" in read) throw refusal(read.wrong);
    // The file gets the official name of the time zone, even if the person typed another name.
    const written = "timeZone" in read.is ? (read.is.timeZone ?? value) : value.trim();
    if (found) sheet.replace(found.line, found.from, found.to, written);
    else sheet.add("targets", `${target}: "${written}"`);
  } else if (found) sheet.drop({ line: found.line, details: 0 });
}

function openLines({ sections }: Parsed, section: GoalSection): GoalLine[] {
  return sections.flatMap((one) => (one.section === section ? one.items.filter(({ done }) => !done) : []));
}

/** Returns the line with exactly these words, or else the only line that contains them. */
function lineNamed({ sections }: Parsed, section: GoalList, words: string): GoalLine {
  const items = sections.flatMap((one) => (one.section === section ? one.items : []));
  const held = items.filter(({ text }) => fold(text).includes(fold(words)));
  const found = items.find(({ text }) => isSame(text, words)) ?? (held.length === 1 ? held[0] : undefined);
  if (found) return found;
  throw refusal(
    held.length > 1
      ? `more than one line of ${SECTION_TITLES[section]} has these words`
      : `${SECTION_TITLES[section]} has no such line`,
  );
}

const fold = (text: string) => folded(text).toLowerCase().replaceAll(/\s+/gu, " ").trim();
const isSame = (a: string, b: string) => fold(a) === fold(b);

/** Returns the words as one line of the file. Throws for words that the parser would understand as something else. */
function lineWords(text: string): string {
  const words = plainText(text).replaceAll(/\s+/gu, " ").trim();
  if (words === "") throw refusal("a line needs words");
  if (words.length > MOST_GOAL_LINE) throw refusal(`a line has at most ${MOST_GOAL_LINE} characters`);
  if (/<!--|-->|^\[[^\]]*\]/.test(words)) throw refusal("a line cannot begin with brackets or hold a comment");
  return words;
}

function refusal(reason: string): WaldoError {
  return new WaldoError("InvalidInput", reason);
}

type Place = Pick<GoalLine, "line" | "details">;

/** The lines of a text during a change. Line numbers refer to the text as it was parsed. */
type Sheet = {
  text(): string;
  replace(line: number, from: number, to: number, words: string): void;
  drop(place: Place): void;
  tick(item: GoalLine, done: boolean): void;
  /** Adds a line at the end of a section. If the section is missing, it adds the section too. */
  add(section: GoalSection, words: string): void;
};

function sheetOf(whole: string, parsed: Parsed): Sheet {
  const end = lineEndOf(whole);
  const pieces = parsed.lines.map((line) => line.raw + line.end);
  /** The new lines. The key is the line before which they are inserted. */
  const added = new Map<number, string[]>();
  const ended = (text: string) => (text === "" || /[\r\n]$/.test(text) ? text : text + end);
  const replace: Sheet["replace"] = (line, from, to, words) => {
    const piece = pieces[line] ?? "";
    pieces[line] = piece.slice(0, from) + words + piece.slice(to);
  };

  /** Begins a missing section. It is put before the first section that follows it in the template. */
  const begin = (section: GoalSection, words: string) => {
    const later = GOAL_SECTIONS.slice(GOAL_SECTIONS.indexOf(section) + 1);
    const next = parsed.sections.find((one) => later.includes(one.section));
    const before = next?.heading ?? pieces.length;
    const fresh = added.get(before) ?? [];
    const title = `## ${SECTION_TITLES[section]}${end}`;
    const held = fresh.filter((one) => one !== end && one !== title).length;
    const line = `${leadAfter(section, undefined, held)}${words}${end}`;
    // If this edit has begun the section, the next line goes into it too.
    if (fresh.includes(title)) {
      const at = next ? fresh.length - 1 : fresh.length;
      added.set(before, [...fresh.slice(0, at), line, ...fresh.slice(at)]);
      return;
    }
    const above = pieces.slice(0, before).findLast((piece) => piece !== "");
    const gap = above === undefined || above.trim() === "" ? [] : [end];
    added.set(before, [...fresh, ...gap, title, line, ...(next ? [end] : [])]);
  };

  return {
    replace,
    text() {
      let text = "";
      for (let i = 0; i <= pieces.length; i++)
        for (const piece of [...(added.get(i) ?? []), pieces[i] ?? ""])
          if (piece !== "") text = `${ended(text)}${piece}`;
      return text;
    },
    drop({ line, details }) {
      for (let i = line; i <= line + details; i++) pieces[i] = "";
    },
    tick({ line, from, box }, done) {
      if (box !== undefined) replace(line, box, box + 1, done ? "x" : " ");
      else if (done) replace(line, from, from, "[x] ");
    },
    add(section, words) {
      const found = parsed.sections.find((one) => one.section === section);
      if (!found) {
        begin(section, words);
        return;
      }
      const last = found.items.at(-1);
      const before = last ? last.line + last.details + 1 : afterText(found, parsed);
      const fresh = added.get(before) ?? [];
      added.set(before, [...fresh, `${leadAfter(section, last, fresh.length)}${words}${end}`]);
    },
  };
}

/** Returns the index after the last line of a section that is not empty. It stops at the next heading. */
function afterText({ heading, end }: Section, { lines }: Parsed): number {
  let after = heading + 1;
  for (let i = after; i < end && !headingOf(lines[i]?.shown ?? ""); i++)
    if ((lines[i]?.raw.trim() ?? "") !== "") after = i + 1;
  return after;
}

/** The sections whose lines are numbered in a new file. */
const NUMBERED: readonly GoalSection[] = ["quarter", "week", "today"];

/** Returns the beginning of a new line. It is the same as in the last line of its section. */
function leadAfter(section: GoalSection, last: GoalLine | undefined, fresh: number): string {
  const lead = last?.lead.replaceAll("\uFEFF", "") ?? "";
  const [, space = "", mark = "", gap = " ", box = ""] =
    /^(\s*)([-*+•]|\d{1,3}[.)])(\s+)(\[[ xX]\]\s+)?/u.exec(lead) ?? [];
  if (mark === "") return NUMBERED.includes(section) && last === undefined ? `${fresh + 1}. ` : "- ";
  const number = /\d/.test(mark) ? `${Number.parseInt(mark, 10) + 1 + fresh}${mark.at(-1)}` : mark;
  return `${space}${number}${gap}${box === "" ? "" : "[ ] "}`;
}
