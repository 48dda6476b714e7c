/**
 * Replaces a mistyped word by a word of a list that differs by one slip: one letter too many, too few or wrong, or two
 * letters swapped. The first letter must be right, or swapped with the second. Only long words are repaired, because
 * short ones have too many neighbours. It looks up every form of the word with one letter dropped, so the cost depends
 * on the length of the word and not of the list.
 */

const LEAST_LETTERS = 6;
/** Real words that are one slip away from a word about danger. */
const REAL_WORDS = new Set(
  "hunting exiting staring liking lining courting coating hutting buried curing sliding slicking barely nearly pulled filled killers clearing hoping coping shouting sorting prevent".split(
    " ",
  ),
);

/**
 * Returns a function that replaces a mistyped word by the word of `list` that was meant. It returns any other word
 * unchanged. Words of `other`, and words that begin with one of `starts`, are not changed.
 */
export function repairer(
  list: readonly string[],
  other: readonly string[],
  starts: readonly string[],
): (word: string) => string {
  const known = new Set([...list, ...other]);
  const begun = new Set(starts);
  const byLeft = new Map<string, string[]>();
  for (const word of new Set(list)) {
    if (word.length < LEAST_LETTERS) continue;
    for (const left of dropped(word)) {
      const words = byLeft.get(left);
      if (words) words.push(word);
      else byLeft.set(left, [word]);
    }
  }
  return (typed) => {
    if (known.has(typed) || beginsWith(begun, typed)) return typed;
    for (const calm of calmed(typed)) if (known.has(calm)) return calm;
    if (typed.length < LEAST_LETTERS - 1 || typed.length > 30 || REAL_WORDS.has(typed)) return typed;
    const missing = byLeft.get(typed)?.find((word) => sameStart(word, typed));
    if (missing !== undefined) return missing;
    for (const left of dropped(typed)) {
      if (left.length >= LEAST_LETTERS && known.has(left) && sameStart(left, typed)) return left;
      const other = byLeft.get(left)?.find((word) => word.length === typed.length && isOneSlip(word, typed));
      if (other !== undefined && sameStart(other, typed)) return other;
    }
    return typed;
  };
}

const LEAST_START = 2;

function beginsWith(starts: ReadonlySet<string>, word: string): boolean {
  for (let length = LEAST_START; length <= word.length; length++) if (starts.has(word.slice(0, length))) return true;
  return false;
}

function dropped(word: string): Set<string> {
  return new Set(Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1)));
}

function sameStart(word: string, typed: string): boolean {
  return word[0] === typed[0] || (word[0] === typed[1] && word[1] === typed[0]);
}

/** True for two words of the same length that differ in one letter, or in which two neighbouring letters are swapped. */
function isOneSlip(a: string, b: string): boolean {
  const wrong = Array.from(a, (letter, i) => (letter === b[i] ? -1 : i)).filter((i) => i >= 0);
  const [i = 0, j = 0] = wrong;
  return wrong.length === 1 || (wrong.length === 2 && j === i + 1 && a[i] === b[j] && a[j] === b[i]);
}

const LONG_RUN = /(.)\1{2,}/gu;

/** Returns the word with each long run of a letter shortened to one letter and to two: "kiiill". */
function calmed(word: string): string[] {
  const once = word.replace(LONG_RUN, "$1");
  return once === word ? [] : [once, word.replace(LONG_RUN, "$1$1")];
}
