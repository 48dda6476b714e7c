// Looks for prose that a reader must read twice, in comments of sources and in documents. It prints each finding with
// its file and line, and fails where there is one. It knows three rules:
//
// - width: a comment line has 125 characters at most. A row of a table cannot be broken and may be longer.
// - none: no clause ends with "is none" or "are none". "There is none" is plain English and may stay.
// - verb: a sentence that begins with Who, What, Whom or Of has a verb within its next eight words.
//
//     node scripts/check-prose.mjs [--count] [FOLDER or file …]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const WIDTH = 125;
const WORDS = 8;
/** Decisions up to this number are dated and stay unchanged. */
const LAST_OLD_DECISION = 40;

const VERBS = new Set(
  `is are was were be am has have had does do did may can could will would must should might cannot
  asks begins belongs brings calls carries changes comes commits costs counts decides ends enters fails falls finds follows
  gets gives goes happens has hears helps holds keeps knows leads leaves lets lies looks loses makes means meets moves names
  needs opens passes puts reaches reads remains replaces returns runs says sees sends sets shows speaks stands starts stays
  stops takes tells tests thinks tries turns uses waits wakes wants weighs works writes
  ask begin belong bring call carry change come commit cost count decide end enter fail fall find follow get give go happen
  hear help hold keep know lead leave let lie look lose make mean meet move name need open pass put reach read remain return
  run say see send set show speak stand start stay stop take tell test think try turn use wait wake want weigh work write
  agrees answers approves assumes attends betrays compares concerns contains contributes drags earns expects gathers hinders
  judges lacks matters measures occupies offers posts promises pulls receives records refuses reports rests senses serves
  spends states subscribes touches types understands unpacks writes yields brought chose thought understood worded
  came gave went kept knew left lost made met said sent stood took told wrote became found held`
    .split(/\s+/)
    .filter(Boolean),
);
/** A word of the list, a contraction, or a past form. */
const isVerb = (word) => VERBS.has(word) || /(?:n['’]t|['’](?:s|re|ve|ll|d)|[a-z]ed)$/.test(word);

/** Returns the pieces of prose of a file: lines that belong together, and the number of the first. */
function proseOf(path, text) {
  return path.endsWith(".md") ? paragraphs(text) : comments(text);
}

function comments(text) {
  const pieces = [];
  let block = false;
  let before = -9;
  for (const [i, line] of text.split("\n").entries()) {
    const [, own] = /^\s*\/\/ ?(.*)$/.exec(line) ?? [];
    const opens = /^\s*\/\*\*?/.test(line);
    if (!block && !opens && own === undefined) continue;
    const words = own ?? line.replace(/^\s*(?:\/\*\*?|\*(?!\/))?\s?/, "").replace(/\s*\*\/.*$/, "");
    if (before === i - 1 && !opens && words.trim() !== "") pieces.at(-1).lines.push({ words, line });
    else pieces.push({ at: i + 1, lines: [{ words, line }] });
    before = words.trim() === "" ? -9 : i;
    block = own === undefined && !line.includes("*/");
  }
  return pieces;
}

function paragraphs(text) {
  const pieces = [];
  let fenced = false;
  for (const [i, line] of text.split("\n").entries()) {
    if (line.startsWith("```")) fenced = !fenced;
    // A heading names its part and is no sentence. Each cell of a table is a piece of its own.
    if (fenced || /^(?:```|#|\s*$|\|[\s|:-]*$)/.test(line)) continue;
    const cells = line.startsWith("|") ? line.split("|") : [line];
    for (const words of cells)
      pieces.push({ at: i + 1, lines: [{ words: words.replace(/^\s*(?:[-*>]|\d+\.)\s/, "") }] });
  }
  return pieces;
}

/** Returns the sentences of a piece with the line on which each begins. */
function* sentencesOf({ at, lines }) {
  const joined = lines.map(({ words }) => words).join("\n");
  for (const { 0: sentence, index } of joined.matchAll(/[^\s.!?:][^.!?]*(?:[.!?]+(?=\s|$)|[.!?](?!\s)[^.!?]*)*/g))
    yield { line: at + joined.slice(0, index).split("\n").length - 1, sentence: sentence.replaceAll("\n", " ").trim() };
}

export function findingsIn(path, text) {
  const found = [];
  for (const piece of proseOf(path, text)) {
    for (const [i, { line }] of piece.lines.entries())
      if (
        line !== undefined &&
        line.length > WIDTH &&
        !/biome-ignore|https?:\/\/\S{60}|^\s*\* (?:\||\s.*\S {3})/.test(line)
      )
        found.push({ rule: "width", line: piece.at + i, text: `${line.length} characters` });
    for (const { line, sentence } of sentencesOf(piece)) {
      if (/(?<!\bthere )\b(?:is|are) none(?=[.,;:)]|$)/.test(sentence.replaceAll(/[“"][^”"]*[”"]|`[^`]*`/g, "x")))
        found.push({ rule: "none", line, text: sentence.slice(0, 100) });
      if (!/^(?:Who|What|Whom|Of) /.test(sentence) || sentence.endsWith("?")) continue;
      const words = sentence.toLowerCase().match(/[\w'’-]+/g) ?? [];
      if (words.length > 3 && !words.slice(1, 1 + WORDS).some(isVerb))
        found.push({ rule: "verb", line, text: sentence.slice(0, 100) });
    }
  }
  return found.map((one) => ({ path, ...one }));
}

const isRead = (path) =>
  (/\.(?:tsx?|mjs|cjs)$/.test(path) || path.endsWith(".md")) &&
  !path.startsWith("data/") &&
  !(Number(/^docs\/decisions\/(\d{4})/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY) <= LAST_OLD_DECISION);

function main() {
  const given = process.argv.slice(2);
  const paths = given.filter((one) => !one.startsWith("--"));
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...paths], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const findings = listed
    .split("\n")
    .filter(isRead)
    .flatMap((path) => findingsIn(path, readFileSync(`${ROOT}${path}`, "utf8")));
  if (given.includes("--count")) {
    const counts = new Map();
    for (const { path, rule } of findings) {
      const folder = path.startsWith("packages/core/src/")
        ? path.split("/").slice(0, 4).join("/")
        : path.split("/").slice(0, 2).join("/");
      const of = counts.get(folder) ?? { width: 0, none: 0, verb: 0 };
      counts.set(folder, { ...of, [rule]: of[rule] + 1 });
    }
    for (const [folder, { width, none, verb }] of [...counts].sort())
      console.log(`${folder.padEnd(40)} width ${width}  none ${none}  verb ${verb}`);
  } else for (const { path, line, rule, text } of findings) console.log(`${path}:${line}: ${rule}: ${text}`);
  console.log(`${findings.length} findings`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
