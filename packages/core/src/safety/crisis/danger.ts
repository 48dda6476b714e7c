/**
 * The one gate that every word of a person passes before anything else is done with it (docs/sources.md, The safety
 * gates). It is linear in the text and never throws.
 *
 *   physical   a body in danger now: the emergency number, and no model
 *   certain    a wish or a plan to die, or violence: the written answer, and no model
 *   possible   despair, harm to oneself, another person in crisis: the reply goes on, kinder, and says where help is
 *   medicine   a question of medicine or of a symptom: the written answer, and no model
 *
 * A false `possible` costs one friendly line, so that tier may be wide. Rules that people wrote (ruled.ts) find what they
 * name; the scale (../gravity/scale.ts), which learned from examples, weighs the rest, and takes back what rules find in a
 * text that it knows to be harmless.
 */

import { isUnspaced, wordsIn } from "../gravity/concepts.ts";
import type { GravityClass } from "../gravity/features.ts";
import { conceptsIn, dangerShare, type Weight, weigh } from "../gravity/scale.ts";
import { type Ruled, ruledDanger } from "./ruled.ts";

const DANGER_TIERS = ["medicine", "possible", "certain", "physical"] as const;
type DangerTier = (typeof DANGER_TIERS)[number];
/** What the danger is about. `self`: by the writer's own hand. `other`: another person may harm themselves. */
type DangerKind = "self" | "body" | "violence" | "other" | "medicine";

export type Danger = {
  readonly tier: DangerTier;
  readonly kind: DangerKind;
  /** What found the danger, for the log. It never contains the person's words. */
  readonly signal: string;
};

/** From this share of danger on, the scale alone finds it. Set on examples that it had not learned (docs/figures.md). */
const SEEN = 0.42;
/** From this share on a text is a question of medicine. */
const MEDICINE = 0.32;
/**
 * From this share of danger on, the finding of a rule counts. Below this share the scale knows the text to be harmless.
 * A wrong finding of the lowest tier costs only one friendly line, so for this tier the scale must be surer that the
 * text is harmless.
 */
const RULED = { possible: 0.02, certain: 0.15, physical: 0.15 } as const;
/** Where the whole text has less than the first share, one sentence of it must have the second. */
const [OF_WHOLE, OF_SENTENCE] = [0.1, 0.5];
/** A text of more words is too long for the scale to know that it is harmless. */
const LONG_WORDS = 60;
/**
 * A text of at most `FEW_WORDS` words says little. Such a text needs the share `SEEN_IN_FEW` to count as danger, and
 * `NEAR_IN_FEW` to count as near to danger.
 */
const [FEW_WORDS, SEEN_IN_FEW, NEAR_IN_FEW] = [3, 0.85, 0.8];
/**
 * A text is near something grave from this share of all that is not harmless on, and from the smaller one on where it
 * names harm, a medicine or a sign of the body.
 */
const [NEAR, NEAR_NAMED] = [0.2, 0.03];
const NAMED: readonly string[] = [
  ...["die", "dead", "kill", "suicide", "lethal", "blade", "hit_self", "burden", "end"],
  ...["hit", "choke", "threat", "rape", "bruise"],
  ...["pills", "painkiller", "psych_med", "heart_med", "antibiotic", "dose", "overdose", "pregnant"],
  ...["bleed", "chest", "breath", "faint", "seizure", "numb", "fever"],
];

/** Returns the gravest danger in a text, or the question of medicine that it asks, or undefined. */
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

/** True where the scale does not know that what a rule found is harmless. */
function isBorneOut({ tier }: Ruled, shares: Weight): boolean {
  return shares.gravest >= RULED[tier] && (dangerShare(shares) >= OF_WHOLE || shares.gravest >= OF_SENTENCE);
}

/**
 * Returns whether something grave may stand in a text in which nothing was found: so near that an answer of small talk
 * would be wrong if it is so.
 */
export function isNearGrave(said: string): boolean {
  const text = withoutCommand(said);
  const words = wordsIn(text);
  if (words.length === 0) return false;
  const share = 1 - weigh(text).none;
  if (isShort(words)) return share >= NEAR_IN_FEW;
  if (share >= NEAR) return true;
  const concepts = share >= NEAR_NAMED ? conceptsIn(text) : new Set<string>();
  return NAMED.some((concept) => concepts.has(concept));
}

/** Returns the words without the name of a command, which is no word of the person. */
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
  // The rules do not tell a blow from a stroke.
  return a.kind === "violence" && b.kind === "body" ? { ...b, kind: "violence" } : b;
}

/** True for danger. A question of medicine is no danger. */
export function isDanger(danger: Danger | undefined): danger is Danger {
  return danger !== undefined && danger.tier !== "medicine";
}

/** True where a written answer takes the place of a model's words. */
export function isAnsweredByHand(danger: Danger | undefined): danger is Danger {
  return danger !== undefined && danger.tier !== "possible";
}
