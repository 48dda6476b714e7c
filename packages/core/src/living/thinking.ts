/**
 * What goes into Waldo's private journal. Each thought names the rows that it saw, so it can be traced; none holds a reading,
 * and none repeats another of the week. Plain code writes them, in few words. Pure.
 */
import type {
  Anomaly,
  Concern,
  EpochMs,
  Intention,
  Mood,
  Origin,
  Thought,
  ThoughtKind,
  UserState,
} from "@waldo/contracts";
import { jaccard, wordSet } from "../memory/claims/likeness.ts";
import { bodyClaims } from "../safety/body/body-claims.ts";
import { wordingFault } from "../safety/wording.ts";
import { DAY_MS, elapsed } from "../time.ts";
import { sinceWords } from "./anomalies.ts";
import { livelyConcerns, salienceAt } from "./salience.ts";

/** A topic rests for so many days. */
const REST_DAYS = 7;
/** Two thoughts that share so much of their words are one. */
const ALIKE = 0.6;

/** A thought that may be written down. */
export type Candidate = Pick<Thought, "kind" | "text" | "saw" | "concerns" | "topic" | "origin">;

export type Ground = {
  readonly now: EpochMs;
  readonly anomalies: readonly Anomaly[];
  readonly concerns: readonly Concern[];
  readonly state: UserState;
  /** Concerns that words of today have touched. */
  readonly touchedToday: readonly Concern[];
  readonly intentions: readonly Intention[];
  /** What the person did with the last things that were said. */
  readonly taken: { readonly kept: number; readonly refused: number; readonly latest?: string };
  /** A concern that looks like one that had gone quiet. */
  readonly reminds?: { readonly of: Concern; readonly by: Concern } | undefined;
  /** What the last night learned, in the words of memory. */
  readonly learned?: { readonly id: string; readonly claim: string } | undefined;
};

/** Returns what could be thought now, what weighs most first. */
export function candidatesOf(ground: Ground): Candidate[] {
  const { now, anomalies, concerns, touchedToday, intentions, taken, reminds, learned, state } = ground;
  const about = ({ id }: Concern) => ({ saw: [{ kind: "concern" as const, id }], concerns: [id] });
  const make = (kind: ThoughtKind, topic: string, text: string, rest: Pick<Candidate, "saw"> & Partial<Candidate>) => ({
    ...{ kind, topic, text, concerns: [], origin: "agent" as Origin },
    ...rest,
  });
  const noticed = anomalies.map(({ key, words, saw, outside }) =>
    make("observation", key, words, { saw, ...(outside ? { origin: "untrusted" as const } : {}) }),
  );
  const [busiest] = touchedToday;
  const lively = livelyConcerns(concerns, now);
  const fading = lively.find((one) => salienceAt(one, now) !== "active");
  const quiet = state === "idle" || state === "away";
  const [intention] = intentions;
  const from: Candidate[] = [
    ...noticed,
    ...(learned
      ? [
          make("realization", `learned-${learned.id}`, `I have come to see something: ${ended(learned.claim)}`, {
            saw: [{ kind: "claim", id: learned.id }],
          }),
        ]
      : []),
    ...(intention
      ? [
          make("intention", `intention-${intention.id}`, `I mean to look at “${intention.text}” when it is time.`, {
            saw: [{ kind: "thought", id: intention.id }],
            origin: intention.origin,
          }),
        ]
      : []),
    ...(taken.kept > 0 && taken.refused === 0 && taken.latest
      ? [
          make("gratitude", `kept-${taken.latest}`, "What I said was of use, and you let me know.", {
            saw: [{ kind: "message", id: taken.latest }],
          }),
        ]
      : []),
    ...(taken.refused > taken.kept && taken.latest
      ? [
          make(
            "frustration",
            `refused-${taken.latest}`,
            "What I said lately did not help. I should say less, and better.",
            {
              saw: [{ kind: "message", id: taken.latest }],
            },
          ),
        ]
      : []),
    ...(reminds
      ? [
          make(
            "memory",
            `reminds-${reminds.by.id}`,
            `“${reminds.by.summary}” reminds me of “${reminds.of.summary}”, which has been quiet for a while.`,
            { saw: [reminds.by, reminds.of].map(({ id }) => ({ kind: "concern", id })), concerns: [reminds.by.id] },
          ),
        ]
      : []),
    ...(busiest
      ? [
          make(
            "reflection",
            `lately-${busiest.id}`,
            `“${busiest.summary}” came up again. It has been touched ${times(busiest.touches)}.`,
            about(busiest),
          ),
        ]
      : []),
    ...(fading && quiet
      ? [
          make(
            "question",
            `still-${fading.id}`,
            `I wonder whether “${fading.summary}” still matters. Nothing has touched it ${sinceWords(elapsed(fading.touchedAt, now) / DAY_MS)}.`,
            about(fading),
          ),
        ]
      : []),
  ];
  return from;
}

const times = (count: number) => (count === 1 ? "once" : count === 2 ? "twice" : "several times");
const ended = (text: string) => (/[.!?…]$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/**
 * Returns the first candidate that is new this week and that a message could say, or undefined. Words of the body other than
 * its zone are refused here as everywhere.
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

/** A thought is held to the rules of every message, and names no number of the body. */
export function mayBeWritten(text: string): boolean {
  return wordingFault(text) === undefined && !bodyClaims(text).some(({ kind }) => kind === "number");
}
