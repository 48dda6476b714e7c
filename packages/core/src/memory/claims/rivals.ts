/**
 * Decides from plain words whether two claims say different things about the same subject. Then the later claim
 * replaces the earlier one. It recognises three kinds: a claim and its negation, a preference and its reverse, and two
 * values of something that has one value, such as a name or a home. In every other case both claims stay, because an
 * extra claim costs less than a lost one.
 */
import { EMPTY, meaningfulWords, sharedForms, TURNS, wordList } from "./likeness.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Auxiliary words of a negation. Without a negation they have no meaning here. */
const HELPING = setOf("do does did ne n any more anymore longer again now mehr ya plus");
/** Words with the meaning "to like". */
const LIKES = setOf("like likes love loves enjoy enjoys");
const DISLIKES = setOf("hate hates dislike dislikes");

/** Words that prefer one thing to another, and words between the two things. */
const PREFERS = setOf("prefer prefers rather sooner lieber bevorzuge bevorzugt prefiero prefiere prefere");
const THAN = setOf("to over rather than instead als vor a al que au aux");

/** Words for things that have one value at a time. */
const ONE_VALUE = setOf(
  "name names birthday anniversary age size code pin password number address spot " +
    "geburtstag adresse nummer nombre cumpleanos direccion numero nom prenom anniversaire",
);
const FAVOURITE = setOf("favourite favorite lieblings");
const NAMES = setOf("name names nombre nom prenom");
/** Words between a thing and its value. */
const IS = setOf("is are ist sind es est sont");
/** Words between a person or animal and its name: "is called", "se llama". In German only the second word is used. */
const CALLED = setOf("called named heisst heisse llama llamo appelle");
const LIVES = setOf("live lives moved wohne wohnt lebe lebt vivo vive habite");
const LIVES_AT = setOf("in to at en a nach");
/** Words that stand for a person who was named earlier. */
const PRONOUNS = setOf("her his its their she he it they sein seine ihr ihre su sus sa ses er sie es el ella il elle");
/** Words that may stand at the beginning or end of a value. */
const AROUND_VALUE = setOf("on in at now instead actually currently again too jetzt ahora maintenant am");
/** With one of these words, the value may not be the only one, or not be valid always. */
const DOUBT = setOf(
  "in on at during when if and or but with near until since while sometimes both also not no never " +
    "im am bei wenn und oder aber mit y o pero cuando con et ou mais quand avec",
);
const MOST_VALUE_WORDS = 5;
/** In letters. A word up to this length keeps its final s: "his" is not a plural. */
const MOST_PRONOUN = 3;

/** Returns the meaningful words in their order. */
const content = (words: readonly string[]) => words.filter((word) => !EMPTY.has(word));
const line = (words: readonly string[]) => content(words).join(" ");

/** True when two claims cannot both be true, because they say different things about the same subject. */
export function disagree(a: string, b: string): boolean {
  const [left, right] = [wordList(a), wordList(b)];
  return areOpposite(left, right) || areSwapped(left, right) || haveOtherValues(frameOf(left), frameOf(right));
}

/** True for "I like fish" and "I don't like fish". */
function areOpposite(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [statedIn(a), statedIn(b)];
  return left.text !== "" && left.text === right.text && left.turns + right.turns === 1;
}

/** Returns the statement without its negations, and the number of negations. */
function statedIn(words: readonly string[]): { readonly text: string; readonly turns: number } {
  const said: string[] = [];
  let turns = 0;
  let turning = false;
  for (const word of words) {
    if (TURNS.has(word) && word !== "ne") {
      // "Don't" is two words and one negation.
      if (!turning) turns++;
      turning = true;
      continue;
    }
    turning = false;
    if (DISLIKES.has(word)) turns++;
    if (!HELPING.has(word)) said.push(LIKES.has(word) || DISLIKES.has(word) ? "like" : word === "j" ? "je" : word);
  }
  return { text: line(said), turns };
}

/** True for "I prefer trains to planes" and "I prefer planes to trains". */
function areSwapped(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [preferenceOf(a), preferenceOf(b)];
  if (!left || !right || left.who !== right.who || left.first === left.second) return false;
  return left.first === right.second && left.second === right.first;
}

function preferenceOf(words: readonly string[]) {
  const better = words.findIndex((word, i) => (word === "more" || word === "better") && words[i + 1] === "than");
  const at = words.findIndex((word) => PREFERS.has(word) || (better > 0 && LIKES.has(word)));
  const than = words.findIndex((word, i) => i > at + 1 && (THAN.has(word) || i === better));
  if (at < 0 || than < 0) return undefined;
  const rest = words.slice(than + 1);
  const second = line(rest.slice(rest.findIndex((word) => !THAN.has(word) && word !== "of")));
  return { who: line(words.slice(0, at)), first: line(words.slice(at + 1, than)), second };
}

/** A claim that gives something its one value. `kind` is the property, `place` is its owner. */
type Frame = {
  readonly kind: string;
  readonly place: string;
  readonly value: string;
  /** The words of the claim that are the value: the index of the first, and the index after the last. */
  readonly from: number;
  readonly to: number;
};

function frameOf(words: readonly string[]): Frame | undefined {
  const cut = cutAt(words);
  if (!cut) return undefined;
  let [from, to] = [cut.value, words.length];
  while (from < to && AROUND_VALUE.has(words[from] ?? "")) from++;
  while (to > from && AROUND_VALUE.has(words[to - 1] ?? "")) to--;
  const value = words.slice(from, to);
  const said = content(value);
  if (said.length === 0 || said.length > MOST_VALUE_WORDS || value.some((word) => DOUBT.has(word))) return undefined;
  if (cut.place.some((word) => TURNS.has(word) || DOUBT.has(word))) return undefined;
  // "My sister's name" and "my sister" mean the same person here. So do "our kids" and "our kid".
  const place = content(cut.place).filter((word) => word !== "s" && !NAMES.has(word));
  return {
    kind: cut.kind,
    place: place.map((word) => (word.length > MOST_PRONOUN ? word.replace(/s$/, "") : word)).join(" "),
    value: said.join(" "),
    from,
    to,
  };
}

/** Returns the start of the value, and the owner of the property. */
function cutAt(words: readonly string[]): { kind: string; place: readonly string[]; value: number } | undefined {
  const lives = words.findIndex((word, i) => LIVES.has(word) && LIVES_AT.has(words[i + 1] ?? ""));
  if (lives > 0) return { kind: "home", place: words.slice(0, lives), value: lives + 2 };
  const called = words.findIndex((word) => CALLED.has(word));
  if (called > 0) {
    const place = words.slice(0, called).filter((word) => !IS.has(word) && word !== "s" && word !== "se");
    return place.length === 0 ? undefined : { kind: "name", place, value: called + 1 };
  }
  const is = words.findIndex((word) => IS.has(word));
  if (is <= 0) return undefined;
  const place = words.slice(0, is);
  const value = is + 1;
  const thing = place.find((word) => ONE_VALUE.has(word));
  if (thing !== undefined) return { kind: NAMES.has(thing) ? "name" : thing, place, value };
  return place.some((word) => FAVOURITE.has(word)) ? { kind: "favourite", place, value } : undefined;
}

function haveOtherValues(a: Frame | undefined, b: Frame | undefined): boolean {
  if (!a || !b || a.kind !== b.kind || a.place !== b.place || isOpen(a)) return false;
  // "Clara" and "Clara Maria" may be the same person.
  const words = (frame: Frame) => new Set(frame.value.split(" "));
  const [left, right] = [words(a), words(b)];
  return ![...left].every((word) => right.has(word)) && ![...right].every((word) => left.has(word));
}

/** True when a frame names no person itself: "her name". */
function isOpen({ place }: Frame): boolean {
  return place === "" || place.split(" ").every((word) => PRONOUNS.has(word));
}

/**
 * Returns the claim that a correction corrects: a claim that disagrees with it, or else the latest with a value of the
 * same kind ("her name is Carla"), or else the one with the most common words. `claims` are ordered latest first.
 */
export function correctedBy<T>(correction: string, claims: readonly T[], textOf: (claim: T) => string): T | undefined {
  const others = claims.filter((claim) => line(wordList(textOf(claim))) !== line(wordList(correction)));
  const opposite = others.find((claim) => disagree(textOf(claim), correction));
  if (opposite !== undefined) return opposite;
  const frame = frameOf(wordList(correction));
  if (frame)
    return isOpen(frame) ? others.find((claim) => frameOf(wordList(textOf(claim)))?.kind === frame.kind) : undefined;
  const said = meaningfulWords(correction);
  let best: { readonly claim: T; readonly shared: number } | undefined;
  for (const claim of others) {
    const held = meaningfulWords(textOf(claim));
    const shared = sharedForms(said, held);
    if (shared > (best?.shared ?? 0) && 2 * shared >= Math.min(said.length, held.length)) best = { claim, shared };
  }
  return best?.claim;
}

/**
 * Returns a new value in the words of the replaced claim, so that the same question finds both: "her name is Carla"
 * after "my sister's name is Clara" gives "my sister's name is Carla". Any other claim is returned unchanged.
 */
export function restated(claim: string, old: string): string {
  const [to, from] = [frameOf(wordList(old)), frameOf(wordList(claim))];
  if (!to || !from || isOpen(to) || to.kind !== from.kind) return claim;
  if (!isOpen(from) && from.place !== to.place) return claim;
  const [hole, value] = [spanOf(old, to), spanOf(claim, from)];
  if (!hole || !value) return claim;
  return `${old.slice(0, hole.from)}${claim.slice(value.from, value.to)}${old.slice(hole.to)}`;
}

/**
 * Returns the position of the value in the text. Returns undefined when the words of the text differ from those of its
 * folded form.
 */
function spanOf(text: string, frame: Frame): { readonly from: number; readonly to: number } | undefined {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  const [first, last] = [words[frame.from], words[frame.to - 1]];
  if (!first || !last || words.length !== wordList(text).length) return undefined;
  return { from: first.index, to: last.index + last[0].length };
}
