/**
 * Adapts Waldo's manner to a person. It has a dozen axes, which move at night by small steps. Welcome words move an
 * axis towards their style, unwelcome words away from it. A wish in the person's own words moves an axis too. Only the
 * style of messages depends on it; safety, the rules of the voice and medical wording do not. Pure.
 */
import {
  AXES,
  AXIS_STEP,
  type Axes,
  type Axis,
  type FeedbackKind,
  type LocalDate,
  type Persona,
} from "@waldo/contracts";
import { verdictOf } from "../skills/effectiveness.ts";
import { NO_MANNER } from "./salience.ts";

/** Returns the style of a text on each axis, from -1 to 1. An axis without a sign in the text is absent. */
function mannerOf(text: string): Axes {
  const words = text.split(/\s+/u).filter(Boolean);
  const has = (pattern: RegExp) => pattern.test(text);
  const found: Partial<Record<Axis, number>> = {
    brevity: words.length <= 25 ? 1 : words.length >= 60 ? -1 : 0,
    directness: has(/\b(?:maybe|perhaps|might|could|if you like)\b/iu)
      ? -1
      : has(/\b(?:do|take|move|drop|go)\b/iu)
        ? 1
        : 0,
    curiosity: has(/\?/u) ? 1 : -0.5,
    structure: has(/\n[ \t]{0,8}(?:[-•]|\d{1,3}\.)/u) ? 1 : 0,
    formality: has(/\w['’](?:s|re|ll|ve|d|m|t)\b/iu) ? -0.5 : 0,
    warmth: has(/\b(?:glad|kind|gentle|care|well done|good to)\b/iu) ? 1 : 0,
    encouragement: has(/\b(?:well done|you can|good start|keep)\b/iu) ? 1 : 0,
    initiative: has(/\b(?:how about|would you like|shall i|try)\b/iu) ? 1 : 0,
    challenge: has(/\b(?:are you sure|still belong|but)\b/iu) ? 1 : 0,
    detail: words.length >= 45 ? 1 : words.length <= 15 ? -1 : 0,
    humour: has(/\b(?:joke|funny|laugh|smile)\b/iu) ? 1 : 0,
    imagery: has(/\b(?:like a|as if)\b/iu) ? 1 : 0,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== 0));
}

/**
 * Words that show that a wish is about how Waldo speaks. "Direct flights" and "longer walks" are about something else.
 */
const OF_SPEECH =
  /\b(?:answers?|messages?|replies|reply|briefs?|sentences?|texts|wording|tone|speak|write|talk to me|explain|keep it|keep things|waldo|you (?:are|say|write|speak|sound)|jokes?|questions|challenge me|push (?:back|me)|cheer me|encourage me|be (?:more|less)|be (?:[\w-]{1,20} ){1,3}with me)\b|^\W{0,3}(?:please )?be\b/iu;

/** Words that reverse the words after them: "not so brief" is not a wish for brief words. */
const TURNS = /\b(?:less|too|not|never|no|stop|fewer|without|(?:do|does|is|are|ca|wo|would|could|should)n['’]?t)\b/iu;
/** Marks and words that begin a new clause. */
const CLAUSE = /[,.;:!?\n]|\b(?:and|but)\b/iu;

/** Wishes about the manner, each with its axis and direction. */
const WISHES: readonly (readonly [RegExp, Axis, 1 | -1])[] = [
  [/\b(?:short(?:er)?|brief(?:er)?|concise)\b/iu, "brevity", 1],
  [/\b(?:longer|more detail|in detail)\b/iu, "brevity", -1],
  [/\b(?:direct|blunt|straight)\b/iu, "directness", 1],
  [/\b(?:gentle|gently|soft(?:er)?)\b/iu, "directness", -1],
  [/\b(?:(?:no|fewer) jokes|serious)\b/iu, "humour", -1],
  [/\b(?:joke|funny|playful|humou?r)\b/iu, "humour", 1],
  [/\b(?:formal|formally)\b/iu, "formality", 1],
  [/\b(?:casual|informal)\b/iu, "formality", -1],
  [/\b(?:fewer questions|no questions|don['’]?t ask)\b/iu, "curiosity", -1],
  [/\b(?:bullet|list form|in points)\b/iu, "structure", 1],
  [/\b(?:challenge me|push back|push me)\b/iu, "challenge", 1],
  [/\b(?:encourag\w+|cheer me)\b/iu, "encouragement", 1],
];

/**
 * Returns the directions of a wish, and nothing when the wish is not about speech. For each axis the first match
 * counts, so “no jokes” is not a wish for jokes.
 */
export function wishedIn(text: string): Axes {
  if (!OF_SPEECH.test(text)) return {};
  const wished: Partial<Record<Axis, number>> = {};
  for (const [pattern, axis, way] of WISHES) {
    const found = pattern.exec(text);
    const before = found ? (text.slice(0, found.index).split(CLAUSE).at(-1) ?? "") : "";
    if (found && !TURNS.test(before) && wished[axis] === undefined) wished[axis] = way;
  }
  return wished;
}

/**
 * A wish moves its axis each night until the axis reaches this value on the wished side. After that only feedback moves
 * the axis further.
 */
const WISHED = 0.5;

/** A wish in the person's own words, and when memory learned it. */
export type Wish = { readonly text: string; readonly at: number };

export type Heard = { readonly kind: FeedbackKind; readonly text: string; readonly at: number };

/**
 * Returns the persona after a night. No axis moves by more than {@link AXIS_STEP}. A frozen manner does not move. The
 * order of the feedback does not matter.
 */
export function personaAfter(
  before: Persona | undefined,
  {
    feedback,
    wishes,
    date,
  }: { readonly feedback: readonly Heard[]; readonly wishes: readonly Wish[]; readonly date: LocalDate },
): Persona {
  const from: Persona = before ?? NO_MANNER;
  const counted = feedback.filter(({ at }) => at > from.newest && at > (from.resetAt ?? -1));
  const newest = Math.max(from.newest, ...counted.map(({ at }) => at));
  if (from.frozenAt !== undefined) return { ...from, newest };
  const pulls = new Map<Axis, number[]>();
  const pull = (axes: Axes, weight: number) => {
    for (const [axis, value] of Object.entries(axes)) {
      const known = pulls.get(axis as Axis) ?? [];
      pulls.set(axis as Axis, [...known, value * weight]);
    }
  };
  for (const { kind, text } of counted) pull(mannerOf(text), verdictOf(kind));
  for (const { text, at } of wishes) if (at > (from.resetAt ?? -1)) pull(stillWished(wishedIn(text), from.axes), 1);
  const axes: Axes = { ...from.axes };
  for (const axis of Object.keys(AXES) as Axis[]) {
    const all = (pulls.get(axis) ?? []).sort((a, b) => a - b);
    if (all.length === 0) continue;
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
    axes[axis] = bounded((axes[axis] ?? 0) + AXIS_STEP * bounded(mean));
  }
  const moved = Object.entries(axes).some(([axis, value]) => value !== (from.axes[axis as Axis] ?? 0));
  if (!moved) return { ...from, newest };
  const line = [...from.line.filter((point) => point.date !== date), { date, axes }].slice(-120);
  return { ...from, axes, newest, line };
}

const stillWished = (wished: Axes, axes: Axes): Axes =>
  Object.fromEntries(
    Object.entries(wished).filter(([axis, way]) => (axes[axis as Axis] ?? 0) * Math.sign(way) < WISHED),
  );

/** Values are rounded to thousandths, so the same steps give the same number. */
const bounded = (value: number) => Math.round(Math.max(-1, Math.min(1, value)) * 1000) / 1000;

/** From this value on, an axis is described in the prompt. */
const AUDIBLE = 0.2;
/** The most axes that a prompt describes. */
const MOST_AUDIBLE = 4;

/** Returns the manner in fixed words, the strongest axis first. They contain no text of a person or a model. */
export function mannerWords(axes: Axes): string[] {
  return Object.entries(axes)
    .filter(([, value]) => Math.abs(value) >= AUDIBLE)
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]) || (a[0] < b[0] ? -1 : 1))
    .slice(0, MOST_AUDIBLE)
    .map(([axis, value]) => AXES[axis as Axis][value < 0 ? 0 : 1]);
}
