/**
 * Turns a text into the words that the medical gate reads: contractions are split, adverbs are removed, and names of
 * illnesses and medicines become their kind (lexicon.ts). The work per word is constant.
 */
import { repairer } from "../crisis/typos.ts";
import { phraseMatcher } from "../phrases.ts";
import { STOP, type Word, wordsOf } from "../words.ts";
import { AFTER_NAME, BEFORE_ILLNESS, KINDS, kindOf, LONG_NAMES, NAMES, PARTS, SIGNS, words } from "./lexicon.ts";
import lists from "./words.json" with { type: "json" };

export type Token = Word & {
  /** The mark before the word: a comma, another mark (colon, bracket, quotation mark), or none. */
  readonly pause: "" | "comma" | "other";
  /** The original words, if `text` is a kind. */
  readonly was: string;
};

/** A token at the start of each sentence, so that a phrase can match there. */
export const START = "xstart";
/** Replaces words that have no meaning for the gate. */
const NEUTRAL = "·";

type Contractions = Readonly<Record<string, readonly string[]>>;
/** Contractions without an apostrophe: "dont" is "do not". */
const CONTRACTIONS: Contractions = lists.contractions;
/** Contractions that count only with an apostrophe, because without it they are other words. */
const WITH_APOSTROPHE: Contractions = lists.apostrophes;

/** Adverbs that do not change the meaning of a claim. */
const LEFT_OUT = words(lists.kinds.leftOut.join(" "));

const KIN = words(lists.kinds.kin.join(" "));

/** Matches an article before an apostrophe, which becomes a separate word: "l'ibuprofène", "un'infezione". */
const ELISION = /^(?:l|d|c|j|n|s|t|m|qu|un|dell|all)['’](?=\p{L}{3})/iu;
const NUMBER_AND_UNIT = /^\d[\d.,]*(mg|mcg|µg|μg|iu|ml|g)$/i;
const NUMBER = /^\d+$/;

const repaired = repairer(LONG_NAMES, [], []);
const namesIn = phraseMatcher(NAMES);

/** Returns the tokens of the text. */
export function tokensOf(text: string): Token[] {
  // Marks of emphasis may be inside a word. A list item counts as a sentence.
  const plain = text
    .replace(/[*_~]/g, "")
    .replace(/\bprob\./gi, "probably")
    .replace(/\n[ \t]*(?=[-•#\d])/g, "\n\n");
  return nounPhrases(withKinds(withNames(apart(plain))));
}

function apart(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let left: Token["pause"] = "";
  const push = (word: Word, text: string, pause: Token["pause"]) => tokens.push({ ...word, text, pause, was: text });
  for (const word of wordsOf(text)) {
    const between = text.slice(end, word.start);
    const pause: Token["pause"] =
      left || (/[,–—]/.test(between) ? "comma" : /[:()"“”„«»…]/.test(between) ? "other" : "");
    end = word.end;
    if (LEFT_OUT.has(word.text)) {
      left = pause;
      continue;
    }
    left = "";
    const raw = text.slice(word.start, word.end);
    const elided = ELISION.exec(raw)?.[0].length ?? 0;
    const amount = NUMBER_AND_UNIT.exec(raw);
    if (amount) {
      push(word, KINDS.number, pause);
      push(word, kindOf((amount[1] ?? "").toLowerCase()) ?? KINDS.unit, "");
    } else if (elided > 0) {
      const [inner] = wordsOf(raw.slice(elided));
      push(word, raw.slice(0, elided - 1).toLowerCase(), pause);
      push(word, inner?.text ?? "", "");
    } else {
      const [said = word.text] =
        (/['’]/.test(raw) ? WITH_APOSTROPHE[word.text] : undefined) ?? CONTRACTIONS[word.text] ?? [];
      const [first = "", second] = said.split(" ");
      push(word, first, pause);
      if (second !== undefined) push(word, second, "");
    }
  }
  return tokens;
}

/** Replaces each name of several words by one token. */
function withNames(tokens: readonly Token[]): Token[] {
  const matches = new Map(namesIn(tokens).map((match) => [match.from, match]));
  const joined: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    const match = matches.get(i);
    if (token === undefined) continue;
    if (!match) {
      joined.push(token);
      continue;
    }
    const kind = KINDS[match.name as keyof typeof KINDS] ?? NEUTRAL;
    const was = tokens.slice(match.from, match.to).map(({ text }) => text);
    joined.push({ ...token, text: kind, was: was.join(" ") });
    i = match.to - 1;
  }
  return joined;
}

function withKinds(tokens: readonly Token[]): Token[] {
  return tokens.map((token) => {
    if (NUMBER.test(token.text)) return { ...token, text: KINDS.number };
    const text = kindOf(token.text) ?? kindOf(repaired(token.text));
    return text === undefined ? token : { ...token, text };
  });
}

const NAMED: ReadonlySet<string> = new Set([KINDS.illness, KINDS.drug, KINDS.meds, KINDS.supplement]);
const ARTICLES = new Set("l d a an some any the un una une el la de du des ein eine einen um uma il lo".split(" "));

/**
 * Joins an illness or a medicine with the words before it that are part of its name, and marks the start of each
 * sentence.
 */
function nounPhrases(tokens: readonly Token[]): Token[] {
  const out: Token[] = [];
  const start = (token: Token) => out.push({ ...token, text: START, was: "", pause: "" });
  for (const [i, token] of tokens.entries()) {
    if (out.length === 0 || out.at(-1)?.text === STOP) start(token);
    const next = tokens[i + 1];
    if (NAMED.has(token.text) && next && AFTER_NAME.has(next.was) && next.pause !== "comma") {
      out.push({ ...token, text: NEUTRAL });
      continue;
    }
    if (token.text === KINDS.illness) out.push(joinedIllness(out, token));
    else if (NAMED.has(token.text)) out.push(joinedMedicine(out, token));
    else if (KIN.has(token.text) && out.at(-1)?.text === "your") {
      out.pop();
      out.push({ ...token, text: KINDS.kin });
    } else out.push(token);
  }
  return out;
}

function joinedIllness(out: Token[], token: Token): Token {
  let signed = false;
  let { pause } = token;
  while (pause === "") {
    const last = out.at(-1);
    if (last === undefined) break;
    const before = out.at(-2);
    const isPart =
      (last.was === "of" || last.was === "for") && before && (SIGNS.has(before.was) || PARTS.has(before.was));
    if (!isPart && !BEFORE_ILLNESS.has(last.was) && last.text !== KINDS.illness && last.text !== KINDS.signed) break;
    if (SIGNS.has(last.was) || last.text === KINDS.signed) signed = true;
    pause = last.pause;
    out.pop();
  }
  return { ...token, pause, text: signed ? KINDS.signed : KINDS.illness };
}

function joinedMedicine(out: Token[], token: Token): Token {
  let { pause } = token;
  let text = token.text;
  while (pause === "") {
    const last = out.at(-1);
    if (last === undefined || !(ARTICLES.has(last.was) || NAMED.has(last.text))) break;
    // "The tablets" are the person's own; "a tablet" may be any.
    if (last.was === "the" && text === KINDS.meds) break;
    if (NAMED.has(last.text)) text = last.text;
    pause = last.pause;
    out.pop();
  }
  return { ...token, text, pause };
}
