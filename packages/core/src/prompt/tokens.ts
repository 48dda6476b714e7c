/** Estimates tokens, for the prompt budget and for the limits on tool results. */

/**
 * The pieces with a weight: a word in Latin letters, a number, a word in Cyrillic, a character of Chinese, Japanese or
 * Korean, a word in Arabic or Hebrew, any other letter, a line break with following blanks, blanks, several signs, an
 * emoji, a single blank, anything else.
 */
const PIECES =
  /(?<latin>\p{Script=Latin}[\p{Script=Latin}\p{M}]*)|(?<digits>\p{N}+)|(?<cyrillic>\p{Script=Cyrillic}+)|(?<han>\p{Script=Han})|(?<kana>[\p{Script=Hiragana}\p{Script=Katakana}ー])|(?<hangul>\p{Script=Hangul})|(?<arabic>[\p{Script=Arabic}\p{Script=Hebrew}]+)|(?<letter>[\p{L}\p{M}])|(?<newline>\n\s*)|(?<blanks>[ \t]{2,}|\t)|(?<signs>[!-/:-@[-`{-~]+)|(?<emoji>\p{Extended_Pictographic})|(?<blank> )|(?<other>.)/gsu;

/**
 * Spellings that are rare in English. An encoding that was learned mostly from English has fewer whole words with them.
 */
const ROMANCE = /[jkvwz]|oe|ie|[aoiu]$/;
const GERMANIC = /sch|ch[tl]|ei|eu|ij|[aou]{2}|[dgtlrkhz]en$|[lm][ae]r|y[ao]r|[zk]e/;
const SHORT_WORD = 4;
const LONG_WORD = 9;
/** A run of signs up to this length is mostly one token, as in JSON. */
const FEW_SIGNS = 4;

/**
 * Estimates the tokens of a text, a whole number. Not all tokenizers are public, and the budgets are our own, so an
 * estimate that is rarely too low is enough. The weights were fitted once to counts of the encoding cl100k_base in
 * texts of this repository, and then raised by 2 to 4 percent. Against those counts the sum of each kind of text is
 * between 3.3 percent too low (prompts) and 9.0 percent too high (Portuguese): docs/sources.md, Tokens.
 */
export function countTokens(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const tokens = estimate(text);
  if (counted.size >= MOST_COUNTED) counted.clear();
  counted.set(text, tokens);
  return tokens;
}

/**
 * How many counts are cached. A run counts the same layers several times, because its prompt is built again for each
 * turn.
 */
const MOST_COUNTED = 512;
const counted = new Map<string, number>();

function estimate(text: string): number {
  let tokens = 0;
  for (const { groups = {} } of text.matchAll(PIECES)) {
    if (groups["latin"]) tokens += latin(groups["latin"]);
    else if (groups["digits"]) tokens += 2.19 * Math.ceil(groups["digits"].length / 3);
    else if (groups["cyrillic"]) tokens += 0.74 + 0.47 * groups["cyrillic"].length;
    else if (groups["han"]) tokens += 1.55;
    else if (groups["kana"]) tokens += 1.09;
    else if (groups["hangul"]) tokens += 1.59;
    else if (groups["arabic"]) tokens += 1.26 + 0.67 * groups["arabic"].length;
    else if (groups["letter"]) tokens += 1.41;
    else if (groups["newline"]) tokens += 1.2;
    else if (groups["signs"]) tokens += 0.49 + 0.66 * Math.max(0, groups["signs"].length - FEW_SIGNS);
    else if (groups["emoji"]) tokens += 3;
    else if (groups["other"]) tokens += 0.22;
  }
  return Math.ceil(tokens);
}

function latin(word: string): number {
  const { length } = word;
  const middle = Math.max(0, Math.min(length, LONG_WORD) - SHORT_WORD);
  const accents = word.match(/[^A-Za-z]/g)?.length ?? 0;
  const tokens = 0.66 + 0.275 * middle + 0.18 * Math.max(0, length - LONG_WORD) + 1.45 * accents;
  if (length < SHORT_WORD) return tokens;
  const lower = word.toLowerCase();
  return tokens + (ROMANCE.test(lower) ? 1.22 : 0) + (GERMANIC.test(lower) ? 1.2 : 0);
}
