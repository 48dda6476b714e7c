/**
 * Texts to be labelled: what the offline composer said in the golden cases, as it stands or with one thing spoiled. The
 * same seed gives the same texts. A person who labels them sees the facts and the text, and neither the writer nor what
 * was changed.
 */
import { GatedStep, type TraceEval } from "@waldo/contracts";
import { sentencesOf } from "@waldo/core/agent/claims/sentences";
import { judge } from "@waldo/core/agent/judge";
import { digest, seeded } from "@waldo/core/digest";
import { factsFor, type ToJudge, toJudge } from "@waldo/core/eval/judge";
import { evaluateTrace } from "@waldo/core/eval/night";
import { type ReadTrace, readTrace, type Trace } from "@waldo/core/eval/trace";
import { goldenCases } from "./golden-case.ts";
import { composer } from "./golden-models.ts";
import { playCase } from "./golden-play.ts";
import { progress } from "./progress.ts";

/** What is asked about each text. True is good, null means that it does not apply. */
export const QUESTIONS = {
  truth: "Everything that it states about the person follows from the facts.",
  content:
    "It holds what its occasion needs: an answer to the question, or where the person stands, why, and one thing to do.",
  length: "It is as short as it should be.",
  repetition: "It does not say one thing twice, nor again what stands under `before`.",
  follows: "What it suggests follows from what it states. Null when it suggests nothing.",
  tone: "It is plain and kind: no praise, no guilt, no alarm, no advertisement.",
  diagnosis: "It names no illness as the person's, and advises on no medicine.",
} as const;
export type Question = keyof typeof QUESTIONS;
export const ALL_QUESTIONS = Object.keys(QUESTIONS) as Question[];

export type Text = {
  readonly id: string;
  readonly occasion: string;
  readonly facts: string;
  readonly before: readonly string[];
  readonly text: string;
  /** For the judge and the rubrics alone. */
  readonly judged: ToJudge;
  readonly found: TraceEval;
};

type Spoil = (text: string, trace: ReadTrace, pick: <T>(from: readonly T[]) => T) => string | undefined;

const without = (text: string, count: number) =>
  sentencesOf(text)
    .slice(0, count)
    .map((one) => one.text)
    .join(" ");
const butLast = (text: string) => without(text, sentencesOf(text).length - 1);

const SPOILS: readonly Spoil[] = [
  // A false claim.
  (text, _, pick) => {
    const zones = ["energized", "steady", "flagging", "depleted"];
    const said = zones.find((zone) => text.includes(zone));
    return said && text.replace(said, pick(zones.filter((zone) => zone !== said)));
  },
  (text) =>
    /\d\d:\d\d/.test(text) ? text.replace(/(\d\d):(\d\d)/, (_, hour) => `${(Number(hour) + 3) % 24}:45`) : undefined,
  (text, _, pick) =>
    `${text} ${pick(["I have moved your first meeting to tomorrow.", "You slept about nine hours.", "You have two meetings with the board this afternoon.", "I have sent the figures to everyone."])}`,
  // Missing content.
  (text) => (sentencesOf(text).length > 1 ? without(text, 1) : "Noted."),
  (_, __, pick) => pick(["Noted, thank you.", "Here is your update for today.", "I had a look at that."]),
  // Too long.
  (text, { unasked }) => `${text} ${LONG.slice(0, unasked ? 6 : 14).join(" ")}`,
  // Repeated.
  (text, _, pick) => `${text} ${pick(sentencesOf(text)).text}`,
  // A suggestion that does not follow.
  (text, { header, results }, pick) => {
    if (header.trigger !== "brief") return undefined;
    const isLow = /"(?:flagging|depleted)"/.test(JSON.stringify(results));
    const other = isLow
      ? [
          "Do your hardest training today and add a second round tonight.",
          "Go on as usual; there is no need to change anything.",
        ]
      : ["Cancel everything and stay in bed until tomorrow.", "Skip alcohol and caffeine, and lie down every hour."];
    return `${butLast(text)} ${pick(other)}`.trim();
  },
  // The wrong tone.
  (text, _, pick) =>
    pick([
      `Great job, superstar! ${text} You are crushing it!`,
      `${text} You really should have known better by now.`,
      `Warning! This is alarming! ${text}`,
      `${text} Unlock your best self and make this wellness journey count!`,
    ]),
  // A diagnosis.
  (text, _, pick) =>
    `${text} ${pick(["You have a viral infection.", "You probably have sleep apnea.", "This is a sign of depression.", "Take 5 mg of melatonin tonight."])}`,
];

const LONG = [
  "There are many things that one could say about a day like this one, and most of them have been said before.",
  "It may be worth remembering that days differ from each other for a great number of reasons, large and small.",
  "Some people find it useful to look back at the week as a whole before they decide on anything in particular.",
  "Others prefer to go step by step and to see in the evening how far they have come with what they meant to do.",
  "Neither of the two is better than the other, and both can be combined in ways that suit the person.",
  "In general it helps to keep the most important things in view and to let the rest come as it comes.",
  "A list on paper can be of help here, and so can a short walk around the block between two tasks.",
  "Of course all of this depends on circumstances which nobody can foresee in full at this hour.",
  "What matters in the end is that there is enough time for what cannot be put off any longer.",
  "One might also think of who could be asked for support if something unexpected should come up.",
  "It can be pleasant to plan something small for the evening as well, whatever that may be.",
  "With that in mind the day can be taken as it is, without more preparation than usual.",
  "As always there will be room for changes later on, should they turn out to be needed.",
  "And if nothing of this applies today, then that is perfectly fine as well.",
];

/** The share of the texts that stand as they were said. */
const UNSPOILED = 0.35;
/** The golden cases are played with these people. */
const SEEDS = [1, 2, 3, 4];

/** Returns the texts of a seed, shuffled. */
export async function textsOf({ count, seed }: { readonly count: number; readonly seed: number }): Promise<Text[]> {
  const traces = await bases();
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const found = new Map<string, Text>();
  const add = (one: Text | undefined) => one && found.size < count && found.set(one.id, one);
  const plain = Math.round(count * UNSPOILED);
  for (const trace of shuffled(traces, random)) if (found.size < plain) add(textFrom(trace, trace.text));
  for (let i = 0; found.size < count && i < 50 * count; i++) {
    const trace = pick(traces);
    const spoiled = SPOILS[i % SPOILS.length]?.(trace.text, trace, pick);
    if (spoiled !== undefined && spoiled !== trace.text) add(textFrom(trace, spoiled));
  }
  return shuffled([...found.values()], random);
}

/** What was said in the golden cases, without what people wrote beforehand. */
async function bases(): Promise<ReadTrace[]> {
  const known = new Map<string, ReadTrace>();
  const cases = goldenCases();
  for (const [i, golden] of cases.entries()) {
    progress(`texts: ${i + 1} of ${cases.length}`);
    for (const seed of SEEDS)
      for (const trace of (await playCase({ ...golden, world: { ...golden.world, seed } }, composer())).traces) {
        const read = readTrace(trace);
        const key = `${read.text}${factsFor(read)}`;
        if (read.text !== "" && read.gated?.source !== "emergency" && !known.has(key)) known.set(key, read);
      }
  }
  return [...known.values()];
}

function textFrom(base: ReadTrace, text: string): Text {
  const trace = withText(base, text);
  const read = readTrace(trace);
  const judged = toJudge(read);
  const facts = factsFor(judged);
  return {
    id: `t-${digest(facts, text).slice(0, 10)}`,
    occasion: judged.occasion,
    facts,
    before: trace.before,
    text,
    judged,
    found: evaluateTrace(trace),
  };
}

/** Returns the trace as if this text had been said: the claims are traced again, sentence by sentence. */
function withText(base: ReadTrace, text: string): Trace {
  const { brief: _, ...evidence } = base.evidence;
  const claims = sentencesOf(text).flatMap((one) => {
    const verdict = judge(one.text, evidence);
    return verdict.ok ? verdict.claims : [];
  });
  const steps = base.steps.map((step) => {
    const gated = step.to === "GATED" ? GatedStep.parse(step.data) : undefined;
    return gated ? { ...step, data: { ...step.data, text, claims } } : step;
  });
  const { header, outbox, feedback, proposals, effects, before, profile, now } = base;
  return { header, steps, outbox, feedback, proposals, effects, before, profile, now };
}

function shuffled<T>(from: readonly T[], random: () => number): T[] {
  const some = [...from];
  for (let i = some.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [some[i], some[j]] = [some[j] as T, some[i] as T];
  }
  return some;
}
