/** Builds the answer to a person in danger, with the words of their language and the numbers of their country. */
import type { Card } from "@waldo/contracts";
import type { Danger, Near } from "../danger.ts";
import { DIRECTORY, type Help, helpFor, type Line, type Region } from "../hotlines.ts";
import answers from "./answers.json" with { type: "json" };
import type { CareLanguage, CareWords } from "./words.ts";

/** The texts by language. They come from data/answers; `npm run words` turns them into answers.json. */
export const CARE_WORDS: Readonly<Record<CareLanguage, CareWords>> = answers;

type Answer = { readonly text: string; readonly card: Extract<Card, { type: "emergency" }> };

/** The person to answer: their language and region, and whether they got such an answer within the last day. */
type Addressed = Region & { readonly language: CareLanguage; readonly again?: boolean };

/** Returns the answer to words about danger, or to a medical question. It is used instead of a model's words. */
export function dangerAnswer({ tier, kind }: Pick<Danger, "tier" | "kind">, to: Addressed): Answer {
  const words = CARE_WORDS[to.language];
  const { lines, violence, advice, emergency } = linesFor(to);
  const turn = to.again ? "again" : "first";
  const isOwn = kind === "self";
  const [paragraphs, shown] =
    kind === "violence"
      ? [words.violence[turn], [...violence, emergency]]
      : kind === "medicine"
        ? [words.medicine, [...(advice ? [advice] : []), emergency]]
        : tier === "physical"
          ? [withListeners(words.body[turn], isOwn ? words.listeners : undefined), [emergency, ...(isOwn ? lines : [])]]
          : [words.die[turn], [...lines, emergency]];
  return {
    text: filled(paragraphs, to),
    card: { type: "emergency", lines: shown.map(({ label, number }) => ({ label, number })) },
  };
}

/** Returns the template's answer to words that may be about danger. A line of `helpLine` follows it. */
export function kindWords({ kind }: Pick<Danger, "kind">, language: CareLanguage): string {
  return CARE_WORDS[language][kind === "other" ? "other" : "hurt"];
}

/** Returns the last line of every reply to words that may be about danger. It says that help exists, and where. */
export function helpLine({ kind }: Pick<Danger, "kind">, to: Addressed): string {
  return filled([CARE_WORDS[to.language].help[kind === "other" ? "other" : "hurt"]], to);
}

/** Returns the answer to a message that was not understood and is near to something grave. */
export function nearAnswer(near: Near, to: Addressed): string {
  const { unsure, unwell } = CARE_WORDS[to.language];
  return filled(near === "unwell" ? [unwell] : unsure, to);
}

/** Returns the one sentence for the morning after an answer of this tier. */
export function morningWords(tier: "certain" | "physical", to: Addressed): string {
  return filled([CARE_WORDS[to.language].morning[tier]], to);
}

type Labelled = { readonly label: string; readonly number: string };

function linesFor(to: Addressed) {
  const words = CARE_WORDS[to.language];
  const help = helpFor(to);
  const labelled = ({ name, number, notes = [] }: Line): Labelled => {
    const known = notes.map((note) => words.notes[note]);
    return { label: known.length === 0 ? name : `${name} (${known.join(", ")})`, number };
  };
  const directory = { label: words.labels.directory, number: DIRECTORY };
  const { violence = [], advice } = help;
  return {
    lines: help.listen.length > 0 ? help.listen.map(labelled) : [directory],
    violence: violence.length > 0 ? violence.map(labelled) : [directory],
    advice: advice && labelled(advice),
    emergency: { label: emergencyLabel(words.labels, help), number: help.emergency.number },
  };
}

function emergencyLabel(
  labels: Omit<CareWords["labels"], "directory">,
  { emergency, isKnown }: Help & { isKnown: boolean },
) {
  if (!isKnown) return labels.anywhere;
  return emergency.police === undefined ? labels.emergency : labels.ambulance.replace("%", emergency.police);
}

/** Fills the phone numbers into paragraphs. A paragraph whose number is not known is left out. */
function filled(paragraphs: readonly string[], to: Addressed): string {
  const { labels, between = { number: ": ", line: "; " } } = CARE_WORDS[to.language];
  const { lines, violence, advice, emergency } = linesFor(to);
  const all = (some: readonly Labelled[]) =>
    some.map(({ label, number }) => `${label}${between.number}${number}`).join(between.line);
  const within = emergencyLabel(labels.lower ?? labels, helpFor(to));
  const values: Readonly<Record<string, string>> = {
    emergency: `${within}${between.number}${emergency.number}`,
    Emergency: all([emergency]),
    lines: all(lines),
    line: all(lines.slice(0, 1)),
    violence: all(violence),
    advice: advice ? all([advice]) : "",
  };
  return paragraphs
    .filter((paragraph) => advice !== undefined || !paragraph.includes("{advice}"))
    .map((paragraph) => paragraph.replace(/\{(\w{4,10})\}/g, (_, name: string) => values[name] ?? ""))
    .join("\n\n");
}

function withListeners(paragraphs: readonly string[], listeners: string | undefined): readonly string[] {
  const [first = "", ...rest] = paragraphs;
  return listeners === undefined ? paragraphs : [first, listeners, ...rest];
}
