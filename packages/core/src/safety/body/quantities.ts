/** Finds the numbers of a text with the tokens around them, in one linear pass. health-lockout.ts decides from them. */

/** `glued` means that nothing is between this token and the one before it. Every token keeps its place in the text. */
export type Token = {
  readonly kind: "number" | "word" | "sign" | "stop";
  /** In lower case. Numbers are as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly glued: boolean;
};

const TOKEN = /\p{N}+(?:[.,:]\p{N}+)*|\p{L}[\p{L}\p{M}\p{N}\p{Cf}]*|[%°,/+→–—-]|[.!?;]|\n[ \t]{0,8}\n/gu;

const UNITS_OF_TEN = "twenty thirty forty fourty fifty sixty seventy eighty ninety hundred".split(" ");
const SMALL =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const NUMBER_WORDS: ReadonlySet<string> = new Set([...UNITS_OF_TEN, ...SMALL, "half"]);

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0];
    const [start, end] = [match.index, match.index + raw.length];
    const glued = tokens.at(-1)?.end === start;
    const word = raw
      .replace(/\p{Cf}/gu, "")
      .normalize("NFKC")
      .toLowerCase();
    if (/^\p{N}/u.test(raw)) tokens.push({ kind: "number", text: word, start, end, glued });
    else if (/^\p{L}/u.test(raw)) {
      if (NUMBER_WORDS.has(word)) pushNumberWord(tokens, { kind: "number", text: word, start, end, glued });
      else tokens.push({ kind: "word", text: word, start, end, glued });
    } else if (!/^[.!?;]/.test(raw) || /^(?:\s|$)/.test(text.charAt(end)))
      tokens.push({ kind: /^[.!?;\n]/.test(raw) ? "stop" : "sign", text: raw, start, end, glued });
  }
  return tokens;
}

/** "forty-two" and "one hundred ten" are one number. */
function pushNumberWord(tokens: Token[], next: Token): void {
  if (tokens.at(-1)?.text === "-" && tokens.at(-2)?.kind === "number" && next.glued) tokens.pop();
  const last = tokens.at(-1);
  if (last?.kind === "number" && /^\p{L}/u.test(last.text))
    tokens.splice(-1, 1, { ...last, text: `${last.text} ${next.text}`, end: next.end });
  else tokens.push(next);
}

/** Returns the text of a token, or "" past the ends. */
export function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? "";
}

/** Tokens `from` (inclusive) to `to` (exclusive). */
export type Quantity = { readonly from: number; readonly to: number };

const JOINS: ReadonlySet<string> = new Set([
  "to",
  "and",
  "or",
  "then",
  "from",
  "-",
  "–",
  "—",
  "→",
  "/",
  "through",
  "vs",
]);

/** In how many tokens it looks for numbers that belong together. This limits the work per number. */
const MOST_TOGETHER = 12;

/** Returns the numbers from `at` on that belong together: "45", "45–52", "52 to 49", "7 and a half". */
export function numbersFrom(tokens: readonly Token[], at: number): Quantity {
  let to = at + 1;
  while (to < at + MOST_TOGETHER && JOINS.has(wordAt(tokens, to))) {
    const next = tokens[to + 1]?.text === "a" ? to + 2 : to + 1;
    if (tokens[next]?.kind !== "number") break;
    to = next + 1;
  }
  return { from: at, to };
}
