/**
 * Writes the thoughts in Waldo's private journal. Each thought names the rows that it came from. A thought holds no
 * reading, and it does not repeat another thought of the week. Plain code writes it in few words. Pure.
 */
import {
  type Anomaly,
  type Concern,
  type EpochMs,
  type Intention,
  type LocalDate,
  type MemoryBlock,
  MOST_THOUGHT_CHARS,
  type Mood,
  type Origin,
  type Saw,
  type Thought,
  type ThoughtKind,
  thoughtOfPromise,
  type UserState,
} from "@waldo/contracts";
import { jaccard, wordSet } from "../memory/claims/likeness.ts";
import { bodyClaims } from "../safety/body/body-claims.ts";
import { wordingFault } from "../safety/wording.ts";
import { DAY_MS, elapsed, localDate } from "../time.ts";
import { sinceWords } from "./anomalies.ts";
import { livelyConcerns, salienceAt } from "./salience.ts";

/** For how many days a topic rests after a thought about it. */
const REST_DAYS = 7;
/** Two thoughts with at least this share of common words count as one. */
const ALIKE = 0.6;

/** A thought that may be written. */
type Candidate = Pick<Thought, "kind" | "text" | "saw" | "concerns" | "topic" | "origin">;

type Thinkable = {
  readonly now: EpochMs;
  readonly anomalies: readonly Anomaly[];
  readonly concerns: readonly Concern[];
  readonly state: UserState;
  /** The concerns that this turn's words have touched. */
  readonly lately: readonly Concern[];
  readonly intentions: readonly Intention[];
  /** How the person reacted to the last messages. */
  readonly taken: { readonly kept: number; readonly refused: number; readonly latest?: string };
  /** A concern that resembles a dormant one. */
  readonly reminds?: { readonly of: Concern; readonly by: Concern } | undefined;
  /** What memory has concluded recently. */
  readonly learned?: Pick<MemoryBlock, "patternId" | "claim"> | undefined;
};

/** Returns the possible thoughts of now, the most important first. */
export function candidatesOf(ground: Thinkable): Candidate[] {
  const { now, anomalies, concerns, lately, intentions, taken, reminds, learned, state } = ground;
  const [intention] = intentions;
  const [busiest] = lately;
  const fading = livelyConcerns(concerns, now).find((one) => salienceAt(one, now) !== "active");
  const said: Saw[] = taken.latest === undefined ? [] : [{ kind: "message", id: taken.latest }];
  const found: readonly (Candidate | false | undefined)[] = [
    ...anomalies.map((one) => ({ ...make("observation", one.key, one.words, one.saw), ...originOf(one) })),
    learned &&
      make("realization", `learned-${learned.patternId}`, `I have come to see something: ${ended(learned.claim)}`, [
        { kind: "claim", id: learned.patternId },
      ]),
    intention && {
      ...make("intention", `intention-${intention.id}`, thoughtOfPromise(intention), [
        { kind: "thought", id: intention.id },
      ]),
      origin: intention.origin,
    },
    taken.kept > 0 &&
      taken.refused === 0 &&
      make("gratitude", `kept-${taken.latest}`, "What I said was of use, and you let me know.", said),
    taken.refused > taken.kept &&
      make(
        "frustration",
        `refused-${taken.latest}`,
        "What I said lately did not help. I should say less, and better.",
        said,
      ),
    reminds &&
      about(
        "memory",
        `reminds-${reminds.by.id}`,
        `“${reminds.by.summary}” reminds me of “${reminds.of.summary}”, which has been quiet for a while.`,
        [reminds.by, reminds.of],
      ),
    busiest &&
      about(
        "reflection",
        `lately-${busiest.id}`,
        `“${busiest.summary}” came up again. It has been touched ${times(busiest.touches)}.`,
        [busiest],
      ),
    fading &&
      (state === "idle" || state === "away") &&
      about(
        "question",
        `still-${fading.id}`,
        `I wonder whether “${fading.summary}” still matters. Nothing has touched it ${sinceWords(elapsed(fading.touchedAt, now) / DAY_MS)}.`,
        [fading],
      ),
  ];
  return found.filter((one) => one !== false && one !== undefined);
}

function make(kind: ThoughtKind, topic: string, text: string, saw: readonly Saw[]): Candidate {
  return { kind, topic, text, saw: [...saw], concerns: [], origin: "agent" };
}

/** Returns a thought about concerns. */
function about(kind: ThoughtKind, topic: string, text: string, of: readonly Concern[]): Candidate {
  const ids = of.map(({ id }) => id);
  return {
    ...make(
      kind,
      topic,
      text,
      ids.map((id) => ({ kind: "concern", id })),
    ),
    concerns: ids,
  };
}

const originOf = ({ outside }: Anomaly): { readonly origin: Origin } => ({ origin: outside ? "untrusted" : "agent" });

/** Returns how many of these thoughts were written down on a date. */
export function thoughtsOn(thoughts: readonly Thought[], date: LocalDate, timeZone: string): number {
  return thoughts.filter(({ at }) => localDate(at, timeZone) === date).length;
}

const times = (count: number) => (count === 1 ? "once" : count === 2 ? "twice" : "several times");
const ended = (text: string) => (/[.!?…]$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/**
 * Returns the first candidate that is new this week and allowed in a message, or undefined. Words about the body other
 * than its zone are refused here too.
 */
export function firstNew(
  candidates: readonly Candidate[],
  lately: readonly Thought[],
  { now, mood, by }: { readonly now: EpochMs; readonly mood: Mood; readonly by: Thought["by"] },
): Thought | undefined {
  const week = lately.filter(({ at }) => now - at < REST_DAYS * DAY_MS);
  const found = candidates.find(
    ({ topic, text }) =>
      mayBeWritten(text) &&
      !week.some((one) => one.topic === topic || jaccard(wordSet(one.text), wordSet(text)) >= ALIKE),
  );
  return found && { at: now, mood, by, ...found };
}

/**
 * True when a thought may be written: it fits into its row, follows the rules of every message, and names no number of
 * the body.
 */
function mayBeWritten(text: string): boolean {
  if (text.length > MOST_THOUGHT_CHARS) return false;
  return wordingFault(text) === undefined && !bodyClaims(text).some(({ kind }) => kind === "number");
}
