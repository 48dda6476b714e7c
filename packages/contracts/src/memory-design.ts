/**
 * A design of memory is data: every number by which memory is ranked, chosen and cut for a prompt, each with its range.
 * Core takes the numbers from the given design, so a design can be searched, compared, put in force and withdrawn
 * without new code. {@link DEFAULT_DESIGN} was chosen by hand. None of its numbers was fitted to a data set.
 */
import * as z from "zod";
import { EpochMs, LocalDate } from "./ids.ts";
import { HALLS, PatternId } from "./memory.ts";
import { SystemText } from "./words.ts";

type Range = { readonly standard: number; readonly least: number; readonly most: number; readonly whole?: true };

function range(standard: number, least: number, most: number): Range {
  return { standard, least, most };
}

function whole(standard: number, least: number, most: number): Range {
  return { standard, least, most, whole: true };
}

/** The numbers that rank texts by words, people and times. A change must improve the results for most conversations. */
const WORDS = {
  /** BM25's free parameters (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", §3.2). */
  k1: range(1.2, 0.2, 3),
  b: range(0.75, 0, 1),
  /**
   * A text shorter than this share of the mean length counts as if it had that length. BM25 prefers short texts, but a
   * short chat message often has no content ("that's awesome!").
   */
  lengthFloor: range(1, 0, 2),
  /** How much a text loses for its share of questions, because a question rarely holds the answer. */
  asking: range(0.5, 0, 1),
  /** The factor for a "when" query and a text that mentions a time. */
  when: range(1.5, 1, 3),
  /**
   * What a text gets for two neighbouring query words that are also neighbours in it, in units of the rarer word's idf.
   */
  adjacent: range(0.25, 0, 1),
  /** The weight of query words that belong to the question and not to its subject ("what kind of …"). */
  askingWord: range(0.5, 0, 1),
  /** The weight of words that named a date. The time window of the query already covers them. */
  dateWord: range(0.5, 0, 1),
  /**
   * The weight of a person's name in a text when that person also writes here, because such a name is mostly a form of
   * address.
   */
  addressed: range(0.25, 0, 1),
  /** The least that a text by the named person gets, in units of idf. */
  said: range(2, 0, 6),
  /** The weight of another form of the same word (adopt, adoption). */
  family: range(0.5, 0, 1),
  /** The weight of another word with the same meaning (mom, mother). */
  kindred: range(0.5, 0, 1),
  /** The factor for each edit between a typed word and a known word. */
  edit: range(0.8, 0, 1),
  /** The weight of a spelling that is one edit away and very rare. */
  misspelt: range(0.5, 0, 1),
  /** The weight of another name of the same person (Mel, Melanie). */
  nickname: range(0.8, 0, 1),
  /** The factors for a text from the time that the query names, and for a text from the days after it. */
  inWindow: range(2, 1, 4),
  afterWindow: range(1.5, 1, 4),
  /** For how many days after an event people still tell about it. */
  toldWithinDays: whole(7, 1, 30),
  /** What a text gets for the time alone, in units of idf. It is about one matching word. */
  saidThen: range(2, 0, 6),
} as const;

/** The numbers of freshness (docs/sources.md, Recall and ranking). */
const FRESHNESS = {
  /** A memory counts as recent when it was said within this many days. */
  recentDays: whole(7, 1, 60),
  /**
   * A memory counts as idle when it was not said or used for this many days. Diary entries stay in the store for as
   * long.
   */
  idleDays: whole(90, 61, 365),
  /** The factors of recent and of idle texts. */
  recentBoost: range(1.5, 1, 3),
  idleBoost: range(0.3, 0.1, 1),
  /** The constant of reciprocal rank fusion. Cormack, Clarke & Büttcher 2009 give 60. */
  fusionK: whole(60, 5, 200),
} as const;

/** The numbers for claims: how they fade, and the weights of confidence, salience and use. */
const CLAIMS = {
  /**
   * Power-law forgetting: each log unit of age costs this share of a log unit of strength (Anderson & Schooler 1991;
   * ACT-R's `:bll`).
   */
  decay: range(0.5, 0.1, 1),
  /**
   * An event with a lower activation is no longer loaded without a search (docs/sources.md, Confidence and forgetting).
   */
  activationThreshold: range(-2, -4, 0),
  /**
   * `citedBoost` applies to a claim when answers used it in more than this share of the prompts that held it
   * (docs/sources.md, Recall and ranking).
   */
  citedRate: range(0.3, 0.05, 0.9),
  citedBoost: range(1.15, 1, 2),
  /** How far confidence and salience raise or lower a claim. They never outweigh the words. */
  confidence: range(0.25, 0, 1),
  salience: range(0.25, 0, 1),
  /** The weight of the diary's ranking relative to the ranking of claims. */
  diary: range(1, 0.25, 4),
} as const;

/** The size limits in a prompt. */
const ROOM = {
  /**
   * Tokens for the part that every prompt gets: wishes, then the liveliest claims (docs/sources.md, Recall and
   * ranking).
   */
  standingTokens: whole(200, 50, 300),
  /** Tokens for the memories that fit the occasion (docs/sources.md, Prompt layers and budget: letter O). */
  recallTokens: whole(400, 100, 600),
  /** How many hits of each ranking go into the fusion. */
  depth: whole(20, 5, 50),
  /** The most lines, even if they are short. */
  mostLines: whole(12, 4, 24),
  /** The most characters of one memory in a prompt, so that three long wishes fit together. */
  lineChars: whole(240, 80, 400),
} as const;

type HallName = `hall.${(typeof HALLS)[number]}`;

/** The weight of each hall for the hits of a search. */
const HALL_WEIGHTS = Object.fromEntries(HALLS.map((hall) => [`hall.${hall}`, range(1, 0.25, 2)])) as Record<
  HallName,
  Range
>;

/** Every number of a design with its range. */
export const DESIGN_RANGES = { ...WORDS, ...FRESHNESS, ...CLAIMS, ...ROOM, ...HALL_WEIGHTS } as const;

export type DesignParameter = keyof typeof DESIGN_RANGES;
/** The features of the ranking, each with the numbers that switch it off. A search may switch off a complete feature. */
export const FEATURES: Readonly<Record<string, Readonly<Partial<Record<DesignParameter, number>>>>> = {
  length: { b: 0 },
  shortTexts: { lengthFloor: 0 },
  asking: { asking: 0 },
  when: { when: 1 },
  neighbours: { adjacent: 0 },
  askingWords: { askingWord: 1 },
  dateWords: { dateWord: 1 },
  address: { addressed: 1 },
  speaker: { said: 0 },
  forms: { family: 0, kindred: 0 },
  typing: { edit: 0, misspelt: 0 },
  nicknames: { nickname: 0 },
  namedTime: { inWindow: 1, afterWindow: 1, saidThen: 0 },
  recent: { recentBoost: 1 },
  idle: { idleBoost: 1 },
};

/** The numbers that decide the order of memories, but not how many there are. */
export const RANKING_PARAMETERS = Object.keys({ ...WORDS, ...FRESHNESS }) as (keyof (typeof WORDS &
  typeof FRESHNESS))[];
export const HALL_PARAMETERS = Object.keys(HALL_WEIGHTS) as HallName[];
export const DESIGN_PARAMETERS = Object.keys(DESIGN_RANGES) as DesignParameter[];

function schemaOf({ least, most, whole: isWhole }: Range) {
  const number = z.number().min(least).max(most);
  return isWhole ? number.int() : number;
}

export const Design = z.strictObject(
  Object.fromEntries(DESIGN_PARAMETERS.map((name) => [name, schemaOf(DESIGN_RANGES[name])])) as Record<
    DesignParameter,
    z.ZodNumber
  >,
);
export type Design = Readonly<z.infer<typeof Design>>;

/** The design for a person without another design in force. */
export const DEFAULT_DESIGN: Design = Object.freeze(
  Object.fromEntries(DESIGN_PARAMETERS.map((name) => [name, DESIGN_RANGES[name].standard])) as Record<
    DesignParameter,
    number
  >,
);

/**
 * The numbers of a design that differ from the standard. A parameter that a later release adds has its standard value.
 */
export const DesignChanges = Design.partial();
export type DesignChanges = Readonly<z.infer<typeof DesignChanges>>;

/** For how many days a night can replay the memories of a run. The diary keeps its words longer. */
export const REPLAY_DAYS = 62;

/** For how many nights a design is compared before it may come into force. */
export const SHADOW_NIGHTS = 7;

/** One night's comparison of a design with the one in force, on questions that the search did not use. */
export const ShadowNight = z.strictObject({
  date: LocalDate,
  traces: z.number().int().nonnegative(),
  mean: z.number(),
  /** The lower bound of the paired bootstrap. Null: too few traces to compute a bound. */
  low: z.number().nullable(),
  /** The checks that the design fails. `public`: it finds fewer answers in the public set than chance explains. */
  worse: z.array(z.enum(["cost", "public"])).max(2),
});
export type ShadowNight = z.infer<typeof ShadowNight>;

/** The result of a night's comparison. `went back`: the design was in force, and the earlier one is in force again. */
export const DESIGN_VERDICTS = ["shadowed", "compared", "promoted", "went back", "given up", "nothing better"] as const;

/**
 * The design of a person's memory that is in force. Its key is between the head of memory and its changes, so that
 * recall reads all of them in one range.
 */
export const DesignRow = z.strictObject({
  state: z.enum(["default", "shadow", "promoted"]),
  changes: DesignChanges,
  /** The design that was in force before. A rollback restores it. */
  parent: DesignChanges.optional(),
  /** Since when the design is in force, and the person's keep rate at that time. */
  since: EpochMs.optional(),
  keptThen: z.number().min(0).max(1).optional(),
  shadow: z
    .strictObject({
      changes: DesignChanges,
      /** The search used questions from before this instant. Only later ones count for the comparison. */
      heldFrom: EpochMs,
      begun: EpochMs,
      nights: z.array(ShadowNight).max(SHADOW_NIGHTS),
    })
    .optional(),
});
export type DesignRow = z.infer<typeof DesignRow>;

/** The designs that the last nights tried, with their parents and results, and the last comparisons. */
export const DesignArchive = z.strictObject({
  nights: z
    .array(ShadowNight.extend({ changes: DesignChanges, what: z.enum(DESIGN_VERDICTS) }))
    .max(14)
    .default([]),
  tried: z
    .array(
      z.strictObject({
        id: SystemText,
        by: z.enum(["start", "mutate", "drop", "cross", "reset"]),
        parents: z.array(SystemText).max(2),
        changes: DesignChanges,
        date: LocalDate,
        traces: z.number().int().nonnegative(),
        score: z.number(),
      }),
    )
    .max(60),
});
export type DesignArchive = z.infer<typeof DesignArchive>;

/**
 * The memories that one of the person's runs got, and those that its answer used (possibly none). It holds ids only.
 * The words of the question are in the run's diary entry, so a replay never uses words that were forgotten there.
 */
export const MemoryReplay = z.strictObject({ loaded: z.array(PatternId), cited: z.array(PatternId) });
export type MemoryReplay = z.infer<typeof MemoryReplay>;
