/** Decides which numbers of a text are scores of 0–100 (Form, Recovery and the pillars) by a name beside them. */
import { type Quantity, type Token, wordAt } from "./quantities.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const NAMES = words("form recovery crs readiness cass rhrts rrs");
/** Words that show that "score" is a score of the body. Without one of them it may be the score of a match. */
const SCORED = words(
  "form recovery sleep motion circadian cass rhrts rrs activity readiness health body day your my their",
);
/** Words that may stand between a name and its value. */
const LINKS = words(
  "is was are at of around about near now today tonight yesterday this morning still sits stands score value came in with hit reached dropped fell rose climbed slipped went moved from to down up has been just only roughly approximately zone level reads shows your a the = / - – → and or",
);
const LINKS_MOST = 8;
/** Words before "form" that show that it is a paper form. */
const PAPER_BEFORE = words(
  "fill fills filled filling out complete completed completing sign signed submit submitted tax order application registration immigration paper web google claim consent irs entry booking",
);
const NOT_VALUE_AFTER = words(
  "day days night nights week weeks month months year years am pm st nd rd th times people hour hours minute minutes min mins h hr second seconds km k miles reps sets runs run mile meters",
);
const CHANGE_AFTER = words("point points pts");

/**
 * Returns the tokens to replace if these numbers are a score. `zones` is true for a score, which becomes the word of
 * its body zone. It is false for a change of a score, which has no body zone. If the value directly follows the name,
 * the name is replaced too: "Form 62" becomes "flagging".
 */
export function scoreAt(
  tokens: readonly Token[],
  numbers: Quantity,
): (Quantity & { readonly zones: boolean }) | undefined {
  const next = tokens[numbers.to];
  if (NOT_VALUE_AFTER.has(next?.text ?? "") || (next?.glued && next.kind === "word")) return undefined;
  const values = tokens.slice(numbers.from, numbers.to).filter((token) => token.kind === "number");
  const to = endOfScale(tokens, numbers);
  const name = nameBefore(tokens, numbers.from) ?? (isNameAfter(tokens, to) ? numbers.from : undefined);
  if (name === undefined) return undefined;
  if (CHANGE_AFTER.has(wordAt(tokens, to))) return { from: numbers.from, to: to + 1, zones: false };
  if (!values.some((value) => Number(value.text.replace(",", ".")) <= 100)) return undefined;
  const direct = tokens.slice(name, numbers.from).every((token) => token.kind === "word" && !LINKS.has(token.text));
  return { from: direct ? name : numbers.from, to, zones: true };
}

/** Returns the end of "62 out of 100" or "62%". The numbers of "62/100" are together already. */
function endOfScale(tokens: readonly Token[], { to }: Quantity): number {
  if (wordAt(tokens, to) === "%") return to + 1;
  if (wordAt(tokens, to) === "out" && wordAt(tokens, to + 2) === "100") return to + 3;
  return to;
}

/** Returns the start of the name that belongs to the value at `from`. */
function nameBefore(tokens: readonly Token[], from: number): number | undefined {
  for (let at = from - 1; at >= Math.max(0, from - 1 - LINKS_MOST); at--) {
    const text = wordAt(tokens, at);
    if (NAMES.has(text)) return PAPER_BEFORE.has(wordAt(tokens, at - 1)) ? undefined : at;
    if (text === "score" && SCORED.has(wordAt(tokens, at - 1))) return at - 1;
    if (!LINKS.has(text) && tokens[at]?.kind !== "number") return undefined;
  }
  return undefined;
}

function isNameAfter(tokens: readonly Token[], at: number): boolean {
  const text = wordAt(tokens, at);
  if (text === "recovery" || text === "crs" || text === "readiness") return true;
  return SCORED.has(text) && wordAt(tokens, at + 1) === "score";
}
