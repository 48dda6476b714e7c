/**
 * The weight of each ranking feature. The weights are round numbers. Each feature has a reason why it should help, and
 * was checked on every conversation to help or be neutral (`npm run bench:recall -- --ablate`). No weight was fitted to
 * one data set.
 */
export const TUNING = {
  /**
   * A text shorter than this share of the mean length counts as that long. BM25 takes a short text for a focused one,
   * but a short chat message often says nothing ("that's awesome!").
   */
  lengthFloor: 1,
  /** How much a text loses for the share of it that asks: a question about a thing seldom holds the answer. */
  asking: 0.5,
  /** The factor for a "when" query and a text that places something in time. */
  when: 1.5,
  /** What two neighbouring query words that are also neighbours in the text earn, in units of the rarer word's idf. */
  adjacent: 0.25,
  /** The weight of query words that ask rather than describe ("what kind of …"). */
  askingWord: 0.5,
  /** The weight of words that named a date. The query's time window already stands for them. */
  dateWord: 0.5,
  /** The weight of a person's name in a text when that person also writes here. It is mostly a form of address. */
  addressed: 0.25,
  /** What a text by the named person earns at least, in idf. */
  said: 2,
  /** The weight of another form of the same word (adopt, adoption). */
  family: 0.5,
  /** The weight of another word for the same thing (mom, mother). */
  kindred: 0.5,
  /** The factor for each edit between a typed word and a known one. */
  edit: 0.8,
  /** The weight of a spelling that is one edit away and is in hardly any text. */
  misspelt: 0.5,
  /** The weight of another name of the same person (Mel, Melanie). */
  nickname: 0.8,
  /** The factors for a text said within the time the query names, and for one said in the week after it. */
  inWindow: 2,
  afterWindow: 1.5,
  /** What a text earns for the time alone, in units of idf: about one matching word. */
  saidThen: 2,
} as const;

export type Tuning = { readonly [K in keyof typeof TUNING]: number };
