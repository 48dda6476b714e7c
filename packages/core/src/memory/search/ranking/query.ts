// Reads a query: its words, people and times, and the terms that a text may use for them. search.ts calls it.
import type { Design, EpochMs } from "@waldo/contracts";
import { foldAccents } from "../../../folding.ts";
import { idf } from "./bm25.ts";
import { datesIn, type Window } from "./dates.ts";
import { kindredWords } from "./everyday-words.ts";
import type { Segment } from "./inverted.ts";
import { guessLanguage, isStopword, LANGUAGES, type Language, stem } from "./languages.ts";
import { CAPITAL, termsOf, type Word, wordsOf } from "./text.ts";
import { documentFrequency, editDistance, editsAllowed, nearTerms, termsBeginning } from "./vocabulary.ts";

/**
 * Common given names with short forms that are not a prefix of the name (Mel is a prefix of Melanie and needs no
 * table). English comes first, then common German, Spanish and Italian names.
 */
const NAMES = `
andrew drew andy|anthony tony|barbara barb babs|catherine kate katie cathy kathy kat|christopher topher kit
deborah debbie debra|dorothy dot dottie|edward ted teddy ned eddie|elizabeth liz lizzie beth betty eliza libby
eleanor nell nora ellie|francis frank frankie|francesca chesca fran|gerald jerry|harold harry hal|helen nell nellie
henry harry hank|jacob jake|james jim jimmy jamie|jennifer jenny jen|john jack johnny jonny|jonathan jon jonny
joseph joe joey|katherine kate katie kathy kat kitty|lawrence larry|leonard lenny leo|margaret maggie meg peggy greta
mary molly polly mae|michael mike mick mikey|nicholas nick nico|patricia tricia trish patty|rebecca becky becca
richard rick dick rich ricky|robert bob bobby rob robbie|ronald ron ronnie|samantha sam sammy|sarah sally sadie
stephen steve stevie|steven steve stevie|susan sue suzy|theodore ted teddy theo|theresa tess terry|thomas tom tommy
timothy tim timmy|victoria vicky tori|virginia ginny|walter walt wally|william bill billy will liam|zachary zach zak
alexandra sasha lexi alex sandra|alexander sasha alex sandy xander|jose pepe|francisco paco pancho|guadalupe lupe
ignacio nacho|concepcion concha|giuseppe beppe peppe|luigi gigi|johannes hannes hans|josef sepp|elisabeth lisi sissi
maximilian max|nathaniel nate nathan|nathan nate|abigail abby gail|charles charlie chuck|cynthia cindy|daniel danny dan
david dave davey|matthew matt|gabriel gabe|benjamin ben benny|kenneth ken kenny`;

const TABLE = new Map<string, Set<string>>();
for (const line of NAMES.trim().split(/[|\n]/)) {
  const names = line.split(" ");
  // The full name is first in the line. All names of a line mean the same person.
  for (const name of names)
    TABLE.set(name, new Set([...(TABLE.get(name) ?? []), ...names.filter((other) => other !== name)]));
}

/** A short form has at least this many letters. */
const MIN_SHORT_FORM = 3;

/**
 * Returns the other names that the same person may have. Most words have none. The argument and the results are in
 * lower case and folded.
 */
function nicknames(name: string): Iterable<string> {
  return TABLE.get(name) ?? [];
}

/**
 * Returns whether two different lower-case names may belong to one person: the table has the pair, or one name is the
 * beginning of the other.
 */
export function sameName(a: string, b: string): boolean {
  if (TABLE.get(a)?.has(b)) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= MIN_SHORT_FORM && long.startsWith(short);
}

/**
 * One word of the query with all terms that a text may use for it. In each text only the best of these terms counts,
 * once.
 */
type QueryWord = {
  readonly word: string;
  /** The word's own terms. The other variants count less. */
  readonly exact: readonly string[];
  /** True when the word belongs to the question and not to its subject. */
  readonly asks: boolean;
  /** Term → weight × idf. This is the most that a text with this term can get for it. */
  readonly variants: ReadonlyMap<string, number>;
  /** Author → the worth of a text by this author. */
  readonly authors: ReadonlyMap<string, number>;
};

export type Query = {
  readonly words: readonly QueryWord[];
  readonly windows: readonly Window[];
  readonly asksWhen: boolean;
};

/**
 * Words that tell which kind of answer is wanted. They are English, because in other languages such words are mostly
 * stopwords.
 */
const ASKING_WORDS = new Set(
  "kind type sort many much often long mention say describe discuss tell name specific do have get use like".split(" "),
);
const ASKS_WHEN =
  /^\W*(?:when|what (?:date|day|month|year|time)|(?:in |on )?which (?:day|month|year)|how long|wann|cuándo|cuando|quand|quando|wanneer|いつ)/iu;

/**
 * Two words count as forms of one word when they have at least this many first letters in common, at least all but the
 * last letter of the shorter word, and similar lengths.
 */
const FAMILY_LETTERS = 5;
const FAMILY_LONGER = 4;
/**
 * A word that is in at most this many texts, has the needed length, and is one edit away from a query word, counts as a
 * typing mistake.
 */
const SLIP_TEXTS = 2;
const SLIP_LETTERS = 6;
/** A name with at least this many letters may be typed with one wrong letter. */
const NAME_TYPO_LETTERS = 5;

/** How many characters of a query are read. A question is much shorter; of a long message only the beginning counts. */
const MAX_CHARACTERS = 1000;
const MAX_WORDS = 64;

/** The stems of words with the same meaning. The search compares stems. */
const KINDRED = new Map<string, Set<string>>();
for (const [word, others] of kindredWords()) {
  const own = stem(word, "english");
  KINDRED.set(own, new Set([...(KINDRED.get(own) ?? []), ...others.map((other) => stem(other, "english"))]));
}

/**
 * Reads a query against the content of the segments: its words in every language the segments hold, their other forms
 * and spellings, the people it names, and the times it names. `segments` count as one corpus.
 */
export function readQuery(
  segments: readonly Segment[],
  { text, now, timeZone }: { readonly text: string; readonly now: EpochMs; readonly timeZone?: string },
  design: Design,
): Query {
  const beginning = text.slice(0, MAX_CHARACTERS);
  const plain = wordsOf(beginning).map(({ word }) => word);
  const held = languagesHeld(segments);
  const own = guessLanguage(beginning, plain) ?? held[0];
  const languages = [...new Set([...(own === undefined ? [] : [own]), ...held])];
  const { windows, rest, dateWords } = datesIn(beginning, now, timeZone, languages);
  const reader = new Reader(segments, languages, design);
  const words = new Map<string, QueryWord>();
  const add = (word: Word, weight: number) => {
    if (own !== undefined && isStopword(word.word, own)) return;
    const asks = languages.includes("english") && ASKING_WORDS.has(word.word);
    const read = reader.read(word, weight, asks);
    const key = read?.exact.join(" ");
    if (read !== undefined && key !== undefined && !words.has(key)) words.set(key, read);
  };
  for (const word of wordsOf(rest).slice(0, MAX_WORDS)) add(word, 1);
  for (const word of wordsOf(dateWords)) add(word, design.dateWord);
  return { words: [...words.values()], windows, asksWhen: ASKS_WHEN.test(text) };
}

/**
 * Returns the languages of all segments together, the most frequent first. Equally frequent ones keep the order of
 * LANGUAGES.
 */
function languagesHeld(segments: readonly Segment[]): Language[] {
  const counts = new Map<Language, number>();
  for (const { held } of segments)
    for (const [language, texts] of held) counts.set(language, (counts.get(language) ?? 0) + texts);
  return LANGUAGES.filter((language) => counts.has(language)).sort(
    (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0),
  );
}

class Reader {
  private readonly segments: readonly Segment[];
  private readonly languages: readonly Language[];
  private readonly design: Design;
  private readonly texts: number;

  constructor(segments: readonly Segment[], languages: readonly Language[], design: Design) {
    this.segments = segments;
    this.languages = languages;
    this.design = design;
    this.texts = segments.reduce((sum, { docs }) => sum + docs.length, 0);
  }

  read(word: Word, importance: number, asks: boolean): QueryWord | undefined {
    const weight = importance * (asks ? this.design.askingWord : 1);
    const exact = [...new Set(this.languages.flatMap((language) => termsOf(word.word, language)))];
    if (exact.length === 0) return undefined;
    const frequency = Math.max(...exact.map((term) => this.frequency(term)));
    const mayBeName = word.shape === CAPITAL || frequency === 0 || exact.some((term) => this.isName(term));
    const name = foldAccents(word.word.replace(/'s?$/, ""));
    const authors = this.authorsNamed(name, weight, mayBeName);
    const own = authors.size === 0 ? weight : weight * this.design.addressed;
    // Another word with the same meaning counts at most as much as the word itself.
    const most = frequency === 0 ? Number.POSITIVE_INFINITY : idf(this.texts, frequency);
    const variants = new Map<string, number>();
    const offer = (term: string, share: number) => {
      const texts = this.frequency(term);
      if (texts === 0 || share === 0) return;
      const value = own * share * Math.min(most, idf(this.texts, texts));
      variants.set(term, Math.max(value, variants.get(term) ?? 0));
    };
    for (const term of exact) offer(term, 1);
    for (const term of exact) this.offerForms(term, offer);
    if (mayBeName) for (const term of exact) this.offerNames(name, term, offer);
    // The name of a person never counts as a typing mistake for another word.
    const known = frequency > 0 || variants.size > 0 || authors.size > 0;
    for (const term of exact) {
      if (known) this.offerSlips(term, offer);
      else this.offerSpellings(term, offer);
    }
    return { word: word.word, exact, asks, variants, authors };
  }

  private frequency(term: string): number {
    return documentFrequency(this.segments, term);
  }

  private offerForms(term: string, offer: (term: string, share: number) => void): void {
    for (const other of KINDRED.get(term) ?? []) offer(other, this.design.kindred);
    if (term.length < FAMILY_LETTERS || this.design.family === 0) return;
    for (const segment of this.segments)
      for (const other of termsBeginning(segment, term.slice(0, FAMILY_LETTERS)))
        if (other !== term && sameFamily(term, other)) offer(other, this.design.family);
  }

  private offerNames(name: string, term: string, offer: (term: string, share: number) => void): void {
    const candidates = new Set<string>();
    for (const nickname of nicknames(name)) candidates.add(stem(nickname, "english"));
    for (const segment of this.segments) {
      if (term.length >= 3) for (const other of termsBeginning(segment, term)) candidates.add(other);
      for (let letters = 3; letters < term.length; letters++) candidates.add(term.slice(0, letters));
    }
    candidates.delete(term);
    for (const other of candidates) if (this.isName(other)) offer(other, this.design.nickname);
  }

  /** True when the texts use this term as a name. */
  private isName(term: string): boolean {
    return this.segments.some(({ termIds, names }) => names[termIds.get(term) ?? -1] === 1);
  }

  private offerSpellings(term: string, offer: (term: string, share: number) => void): void {
    for (let edits = 1; edits <= editsAllowed(term); edits++) {
      const near = this.segments.flatMap((segment) => nearTerms(segment, term, edits));
      for (const [other, distance] of near) offer(other, this.design.edit ** distance);
      if (near.length > 0) return;
    }
  }

  private offerSlips(term: string, offer: (term: string, share: number) => void): void {
    if (term.length < SLIP_LETTERS || this.design.misspelt === 0) return;
    const rare = this.frequency(term) <= SLIP_TEXTS;
    for (const segment of this.segments)
      for (const [other] of nearTerms(segment, term, 1))
        if (rare || this.frequency(other) <= SLIP_TEXTS) offer(other, this.design.misspelt);
  }

  private authorsNamed(name: string, weight: number, mayBeName: boolean): Map<string, number> {
    const found = new Map<string, number>();
    const said = new Map<string, number>();
    for (const { authors } of this.segments)
      for (const [who, texts] of authors) said.set(who, (said.get(who) ?? 0) + texts.length);
    for (const [who, texts] of said) {
      const share = Math.max(...wordsOf(who).map((part) => this.likeness(name, foldAccents(part.word), mayBeName)), 0);
      if (share > 0) found.set(who, weight * share * Math.max(this.design.said, idf(this.texts, texts)));
    }
    return found;
  }

  private likeness(name: string, author: string, mayBeName: boolean): number {
    if (name === author) return 1;
    if (!mayBeName) return 0;
    if (sameName(name, author)) return this.design.nickname;
    return author.length >= NAME_TYPO_LETTERS && editDistance(name, author, 1) === 1 ? this.design.edit : 0;
  }
}

function sameFamily(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > FAMILY_LONGER || /\d/.test(b)) return false;
  const shorter = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared++;
  return shared >= FAMILY_LETTERS && shared >= shorter - 1;
}
