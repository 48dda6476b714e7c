/**
 * Merges two changes of the same text, section by section. A section that only one side changed is taken from that
 * side. A section that both changed differently is a conflict, and then nothing is merged.
 */
import { headingOf, lineEndOf, linesOf, SECTION_TITLES } from "./lines.ts";

type Merged = { readonly text: string } | { readonly conflicts: readonly string[] };

/** Merges two texts. `base` is their common origin, `mine` the stored text, `theirs` the incoming one. */
export function mergeGoals(base: string, mine: string, theirs: string): Merged {
  if (mine === theirs || theirs === base) return { text: mine };
  if (mine === base) return { text: theirs };
  const [was, here, there] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  const conflicts: string[] = [];
  const chosen = new Map<string, string>();
  for (const key of new Set([...there.keys(), ...here.keys(), ...was.keys()])) {
    const [before, own, other] = [was.get(key), here.get(key), there.get(key)];
    const taken = isSamePart(own, other) || isSamePart(other, before) ? own : isSamePart(own, before) ? other : null;
    if (taken === null) conflicts.push(nameOfPart(key));
    else if (taken !== undefined) chosen.set(key, taken);
  }
  if (conflicts.length > 0) return { conflicts };
  return { text: joined(ordered([...there.keys()], [...here.keys()], chosen), lineEndOf(mine)) };
}

/** Returns the name of a section in words for a person. */
export function nameOfPart(key: string): string {
  const name = key.slice(key.indexOf(":") + 1).replace(/ \d+$/, "");
  const title = Object.entries(SECTION_TITLES).find(([section]) => key.startsWith("known:") && section === name)?.[1];
  return title ?? (name === "" ? "the beginning" : name);
}

/** True when two parts are equal. Spaces and empty lines at their ends do not count. */
export function isSamePart(a: string | undefined, b: string | undefined): boolean {
  return a?.trimEnd() === b?.trimEnd();
}

/** Splits a text at each heading that begins a new section. The first part has no heading. */
export function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  let key = "other:";
  let level = 0;
  for (const { raw, end, shown } of linesOf(text).lines) {
    const heading = headingOf(shown);
    if (heading && (heading.section !== undefined || level === 0 || heading.level <= level)) {
      const name = heading.section === undefined ? `other:${heading.name}` : `known:${heading.section}`;
      key = name;
      for (let i = 2; parts.has(key); i++) key = `${name} ${i}`;
      // The title of the file is above all sections, so each heading below it begins one.
      level = heading.section === undefined && heading.level === 1 ? 0 : heading.level;
    }
    parts.set(key, (parts.get(key) ?? "") + raw + end);
  }
  return parts;
}

/**
 * Returns the parts in the order of the incoming text. A part that only the stored text has keeps its place after the
 * same neighbour.
 */
function ordered(theirs: readonly string[], mine: readonly string[], chosen: ReadonlyMap<string, string>): string[] {
  const order = theirs.filter((key) => chosen.has(key));
  for (const [i, key] of mine.entries()) {
    if (order.includes(key) || !chosen.has(key)) continue;
    const above = mine.slice(0, i).findLast((one) => order.includes(one));
    order.splice(above === undefined ? 0 : order.indexOf(above) + 1, 0, key);
  }
  return order.map((key) => chosen.get(key) ?? "");
}

function joined(parts: readonly string[], end: string): string {
  let text = "";
  for (const part of parts) {
    const gap = text === "" || /[\r\n]$/.test(text) ? "" : end;
    // The last section of a file may have no empty line after it.
    const isClose = text !== "" && !/(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)$/.test(text + gap) && /^\s{0,3}#/.test(part);
    text += `${gap}${isClose ? end : ""}${part}`;
  }
  return text;
}
