/**
 * Weak signs of danger, which count only together: words about wounds, blood, despair, loneliness. Each kind counts
 * once in a stretch of text in which the writer speaks of themselves. The signs are in data/cues.jsonl.
 */
import { STOP, type Word } from "../words.ts";
import lists from "./words.json" with { type: "json" };

/** `hurt` is true for a cue about an injured body. */
type Cue = {
  readonly name: string;
  readonly weight: number;
  readonly hurt?: boolean;
  readonly words: readonly string[];
};

/** Each cue counts once. Several cues in one stretch of text about the writer may reach the threshold. */
const CUES: readonly Cue[] = lists.cues.text;
/** The cues for a short request. The request need not be about its writer. */
const REQUEST_CUES: readonly Cue[] = lists.cues.request;
const REQUEST_THRESHOLD = 2.75;

/** How many words one stretch has. Cues are added up within a stretch. */
const CUE_WINDOW = 120;
/**
 * The weight that is needed: when the body is hurt, when there is only despair, and in a text that is hardly about its
 * writer.
 */
const CUE_THRESHOLD = { hurt: 3, despair: 3.5, others: 6 } as const;
/** A text with at least this share of first-person words counts as a text about its writer. */
const OWN_SHARE = 0.04;
const FIRST_PERSON: ReadonlySet<string> = new Set(["i", "im", "ive", "id", "ill", "me", "my", "mine", "myself"]);

const cueOf = reader(CUES);
const requestCueOf = reader(REQUEST_CUES);

/**
 * Returns the highest score of the weak signs in any stretch of the text; 1 or more is enough. Each stretch begins in
 * the middle of the one before, so signs that are less than half a stretch apart are counted together.
 */
export function weightOfCues(all: readonly Word[]): number {
  const words = all.filter((word) => word.text !== STOP).map((word) => word.text);
  let strongest = 0;
  for (let from = 0; from === 0 || from < words.length - CUE_WINDOW / 2; from += CUE_WINDOW / 2) {
    const stretch = words.slice(from, from + CUE_WINDOW);
    const own = stretch.filter((word) => FIRST_PERSON.has(word)).length / Math.max(stretch.length, 1);
    if (own === 0) continue;
    const found = [...new Set(stretch.flatMap((word) => cueOf(word) ?? []))];
    const weight = found.reduce((sum, cue) => sum + cue.weight, 0);
    const enough = CUE_THRESHOLD[own < OWN_SHARE ? "others" : found.some((cue) => cue.hurt) ? "hurt" : "despair"];
    strongest = Math.max(strongest, weight / enough);
  }
  return strongest;
}

/** Returns the strength of the weak signs in a short request; 1 or more is enough. */
export function weightOfRequest(all: readonly Word[]): number {
  const found = [...new Set(all.flatMap(({ text }) => requestCueOf(text) ?? []))];
  return found.reduce((sum, cue) => sum + cue.weight, 0) / REQUEST_THRESHOLD;
}

function reader(cues: readonly Cue[]): (word: string) => Cue | undefined {
  const byWord = new Map(
    cues.flatMap((cue) => cue.words.filter((word) => !word.endsWith("*")).map((word) => [word, cue])),
  );
  const starts = cues.flatMap((cue) =>
    cue.words.filter((word) => word.endsWith("*")).map((word) => ({ start: word.slice(0, -1), cue })),
  );
  return (word) => byWord.get(word) ?? starts.find(({ start }) => word.startsWith(start))?.cue;
}
