/**
 * What each feature of the ranking weighs. Round numbers, chosen for why the feature should help, checked to help or
 * be neutral conversation by conversation (`npm run bench:recall -- --ablate`), never fitted to one set.
 */
export const TUNING = {
  /**
   * Texts below this share of the mean length count as that long. BM25 takes a short text for a focused one; a short
   * chat message is an empty one ("that's awesome!").
   */
  lengthFloor: 1,
  /** What the share of a text that asks loses: a question about a thing seldom holds the answer. */
  asking: 0.5,
  /** A "when" query and a text that places something in time. */
  when: 1.5,
  /** Two words of the query side by side in the text, in units of the rarer one's idf. */
  adjacent: 0.25,
  /** Words of a query that ask rather than describe ("what kind of …"). */
  askingWord: 0.5,
  /** The words that named a date the query's window already stands for. */
  dateWord: 0.5,
  /** A text that names a person who also writes here: mostly a form of address. */
  addressed: 0.25,
  /** Said by the person asked about: at least so much as idf. */
  said: 2,
  /** Another form of one word (adopt, adoption). */
  family: 0.5,
  /** Another word for one thing (mom, mother). */
  kindred: 0.5,
  /** Each edit a typed word is away from a known one. */
  edit: 0.8,
  /** A spelling one edit off that hardly any text has. */
  misspelt: 0.5,
  /** Another name of one person (Mel, Melanie). */
  nickname: 0.8,
  /** Said within the time the query names, or in the week after it, when it was told. */
  inWindow: 2,
  afterWindow: 1.5,
  /** What being said then earns by itself, in units of idf: about one matching word. */
  saidThen: 2,
} as const;

export type Tuning = { readonly [K in keyof typeof TUNING]: number };
