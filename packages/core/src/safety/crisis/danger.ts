/**
 * The gate that checks every message of a person before anything else happens (docs/sources.md, The safety gates). It
 * is linear in the text and never throws.
 *
 * physical   a body in danger now: the answer is the emergency number, no model is called
 * certain    a wish or a plan to die, or violence: the answer is a fixed text, no model is called
 * possible   despair, harm to oneself, another person in crisis: a kind reply that says where help is
 * medicine   a question about a medicine or a symptom: the answer is a fixed text, no model is called
 *
 * A false `possible` only adds one friendly line, so this tier may include many texts. Rules that people wrote
 * (ruled.ts) find what they name. The scale (../gravity/scale.ts) has learned from examples. It judges all other texts,
 * and it cancels findings of rules in texts that it knows to be harmless.
 */

import { isUnspaced, wordsIn } from "../gravity/concepts.ts";
import type { GravityClass } from "../gravity/features.ts";
import { conceptsIn, dangerShare, type Weight, weigh } from "../gravity/scale.ts";
import { type Ruled, ruledDanger } from "./ruled.ts";

const DANGER_TIERS = ["medicine", "possible", "certain", "physical"] as const;
type DangerTier = (typeof DANGER_TIERS)[number];
/** The subject of the danger. `self`: the writers may harm themselves. `other`: another person may harm themselves. */
type DangerKind = "self" | "body" | "violence" | "other" | "medicine";

export type Danger = {
  readonly tier: DangerTier;
  readonly kind: DangerKind;
  /** What found the danger, for the log. It never contains the person's words. */
  readonly signal: string;
};

/**
 * From this share of danger on, the scale alone is enough. It was set on examples that the scale had not learned
 * (docs/figures.md).
 */
const SEEN = 0.42;
/** From this share on, a text counts as a medical question. */
const MEDICINE = 0.32;
/**
 * From this share of danger on, the finding of a rule counts. Below it the scale knows that the text is harmless. A
 * wrong finding of the lowest tier only adds one friendly line, so there the scale must be surer that the text is
 * harmless.
 */
const RULED = { possible: 0.02, certain: 0.15, physical: 0.15 } as const;
/** If the whole text has less than the first share, one of its sentences must have the second share. */
const [OF_WHOLE, OF_SENTENCE] = [0.1, 0.5];
/** A text with more words is too long for the scale to be sure that it is harmless. */
const LONG_WORDS = 60;
/**
 * A text of at most `FEW_WORDS` words gives little information. It counts as danger from the share `SEEN_IN_FEW` on,
 * and as near to danger from `NEAR_IN_FEW` on.
 */
const [FEW_WORDS, SEEN_IN_FEW, NEAR_IN_FEW] = [3, 0.85, 0.8];
/**
 * The shares of all classes that are not harmless, from which a text counts as near to something grave. The smaller
 * share applies when the text names harm, a medicine or a sign of the body.
 */
const [NEAR, NEAR_NAMED] = [0.2, 0.06];
/** Below this share of harm by people, and without a word of HARM, a text that is near to something grave is "unwell". */
const SERIOUS = 0.08;
const HARM: readonly string[] = [
  ...["die", "dead", "kill", "suicide", "lethal", "blade", "hit_self", "burden", "end"],
  ...["hit", "choke", "threat", "rape", "bruise"],
  ...["pills", "painkiller", "psych_med", "heart_med", "antibiotic", "dose", "overdose", "pregnant"],
  ...["bleed", "chest", "breath", "faint", "seizure", "numb"],
];

/** Returns the gravest danger in a text, or its medical question, or undefined. */
export function detectDanger(said: string): Danger | undefined {
  const text = withoutCommand(said);
  const ruled = ruledDanger(text);
  const shares = weigh(text);
  const words = wordsIn(text);
  const weighed = dangerIn(shares, words);
  const isRuled = ruled !== undefined && (words.length > LONG_WORDS || isBorneOut(ruled, shares));
  if (!isRuled) return weighed;
  return weighed && weighed.tier !== "medicine" ? graver(weighed, ruled) : ruled;
}

/** True unless the scale knows that the finding of a rule is harmless. */
function isBorneOut({ tier }: Ruled, shares: Weight): boolean {
  return shares.gravest >= RULED[tier] && (dangerShare(shares) >= OF_WHOLE || shares.gravest >= OF_SENTENCE);
}

/**
 * What a text without a finding is near to. `serious`: small talk could be the wrong answer. `unwell`: an ailment that
 * seems small.
 */
export type Near = "serious" | "unwell";

/** Returns what a text without a finding is near to, or undefined when it is near to nothing grave. */
export function nearGrave(said: string): Near | undefined {
  const text = withoutCommand(said);
  const words = wordsIn(text);
  if (words.length === 0) return undefined;
  const shares = weigh(text);
  const share = 1 - shares.none;
  const isNear = isShort(words)
    ? share >= NEAR_IN_FEW
    : share >= NEAR || (share >= NEAR_NAMED && (namesHarm(text) || conceptsIn(text).has("fever")));
  if (!isNear) return undefined;
  return share - shares.body - shares.medicine < SERIOUS && !namesHarm(text) ? "unwell" : "serious";
}

function namesHarm(text: string): boolean {
  const concepts = conceptsIn(text);
  return HARM.some((concept) => concepts.has(concept));
}

/** Returns the words without the name of a command, because the person did not say that name. */
function withoutCommand(said: string): string {
  return said.replace(/^\s{0,20}\/[a-z]\w{0,40}(?:@\w{1,64})?(?=\s|$)/i, "");
}

function isShort(words: readonly string[]): boolean {
  return words.length <= FEW_WORDS && !words.some(isUnspaced);
}

function dangerIn(shares: Weight, words: readonly string[]): Danger | undefined {
  if (words.length === 0) return undefined;
  const least = isShort(words) ? SEEN_IN_FEW : 0;
  const { none: _, medicine, gravest: __, ...dangers } = shares;
  const sum = dangerShare(shares);
  if (sum >= Math.max(SEEN, least) && sum >= medicine) {
    const [[name] = ["hurt"]] = Object.entries(dangers).sort(([, a], [, b]) => b - a);
    return { ...TIER_OF[name as keyof typeof TIER_OF], signal: `scale ${name}` };
  }
  return medicine >= Math.max(MEDICINE, least)
    ? { tier: "medicine", kind: "medicine", signal: "scale medicine" }
    : undefined;
}

const TIER_OF = {
  die: { tier: "certain", kind: "self" },
  hurt: { tier: "possible", kind: "self" },
  body: { tier: "physical", kind: "body" },
  violence: { tier: "certain", kind: "violence" },
  other: { tier: "possible", kind: "other" },
} as const satisfies Partial<Record<GravityClass, Pick<Danger, "tier" | "kind">>>;

function graver(a: Danger, b: Danger | undefined): Danger {
  if (!b || DANGER_TIERS.indexOf(b.tier) < DANGER_TIERS.indexOf(a.tier)) return a;
  // The rules cannot distinguish a "stroke" as a blow from a stroke as an illness.
  return a.kind === "violence" && b.kind === "body" ? { ...b, kind: "violence" } : b;
}

/** True for danger. A medical question is not a danger. */
export function isDanger(danger: Danger | undefined): danger is Danger {
  return danger !== undefined && danger.tier !== "medicine";
}

/** True when a fixed text is used instead of a model's words. */
export function isAnsweredByHand(danger: Danger | undefined): danger is Danger {
  return danger !== undefined && danger.tier !== "possible";
}
