/**
 * A design of memory is data: every number by which memory is ranked, chosen and cut for a prompt, each with its range.
 * Core reads the numbers from the design that it is given, so a design can be searched, compared, put in force and
 * taken back without new code. {@link DEFAULT_DESIGN} was chosen by hand; no number of it was fitted to one data set.
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

/** The numbers that rank texts for a query by words, people and times. A change must help most conversations. */
const WORDS = {
  /** BM25's free parameters (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", §3.2). */
  k1: range(1.2, 0.2, 3),
  b: range(0.75, 0, 1),
  /**
   * A text shorter than this share of the mean length counts as that long. BM25 takes a short text for a focused one,
   * but a short chat message often says nothing ("that's awesome!").
   */
  lengthFloor: range(1, 0, 2),
  /** How much a text loses for the share of it that asks: a question about a thing seldom holds the answer. */
  asking: range(0.5, 0, 1),
  /** The factor for a "when" query and a text that places something in time. */
  when: range(1.5, 1, 3),
  /** What two neighbouring query words that are also neighbours in the text earn, in units of the rarer word's idf. */
  adjacent: range(0.25, 0, 1),
  /** The weight of query words that ask rather than describe ("what kind of …"). */
  askingWord: range(0.5, 0, 1),
  /** The weight of words that named a date. The query's time window already stands for them. */
  dateWord: range(0.5, 0, 1),
  /**
   * The weight of a person's name in a text when that person also writes here. Such a name is mostly a form of address.
   */
  addressed: range(0.25, 0, 1),
  /** What a text by the named person earns at least, in idf. */
  said: range(2, 0, 6),
  /** The weight of another form of the same word (adopt, adoption). */
  family: range(0.5, 0, 1),
  /** The weight of another word for the same thing (mom, mother). */
  kindred: range(0.5, 0, 1),
  /** The factor for each edit between a typed word and a known one. */
  edit: range(0.8, 0, 1),
  /** The weight of a spelling that is one edit away and is in hardly any text. */
  misspelt: range(0.5, 0, 1),
  /** The weight of another name of the same person (Mel, Melanie). */
  nickname: range(0.8, 0, 1),
  /** The factors for a text said within the time the query names, and for one said in the days after it. */
  inWindow: range(2, 1, 4),
  afterWindow: range(1.5, 1, 4),
  /** For how many days after the named time people still tell of it. */
  toldWithinDays: whole(7, 1, 30),
  /** What a text earns for the time alone, in units of idf: about one matching word. */
  saidThen: range(2, 0, 6),
} as const;

/** The numbers of freshness (docs/sources.md, Recall and ranking). */
const FRESHNESS = {
  /** A memory said within this many days is recent: people still talk about it. */
  recentDays: whole(7, 1, 60),
  /** A memory not said or used for this many days is idle: as long as diary entries stay in the store. */
  idleDays: whole(90, 61, 365),
  /** The factors of recent and of idle texts. */
  recentBoost: range(1.5, 1, 3),
  idleBoost: range(0.3, 0.1, 1),
  /** The constant of reciprocal rank fusion. Cormack, Clarke & Büttcher 2009 give 60. */
  fusionK: whole(60, 5, 200),
} as const;

/** The numbers of claims: how they fade, and what confidence, salience and use are worth. */
const CLAIMS = {
  /**
   * Power-law forgetting: each log unit of age costs this share of a log unit of strength (Anderson & Schooler 1991;
   * ACT-R's `:bll`).
   */
  decay: range(0.5, 0.1, 1),
  /** An event below this activation is no longer loaded by itself (docs/sources.md, Confidence and forgetting). */
  activationThreshold: range(-2, -4, 0),
  /**
   * A claim counts by `citedBoost` when answers used it in more than this share of the prompts it was loaded into
   * (docs/sources.md, Recall and ranking).
   */
  citedRate: range(0.3, 0.05, 0.9),
  citedBoost: range(1.15, 1, 2),
  /** How far confidence and salience move a claim from the middle. Confidence and salience never outweigh the words. */
  confidence: range(0.25, 0, 1),
  salience: range(0.25, 0, 1),
  /** The weight of the ranking of the diary beside the ranking of claims. */
  diary: range(1, 0.25, 4),
} as const;

/** How much goes into a prompt. */
const ROOM = {
  /** Tokens for what is loaded every time: wishes, then the liveliest claims (docs/sources.md, Recall and ranking). */
  standingTokens: whole(200, 50, 300),
  /** Tokens for the memories that fit the occasion (docs/sources.md, Prompt layers and budget: letter O). */
  recallTokens: whole(400, 100, 600),
  /** How many hits of each ranking go into the fusion. */
  depth: whole(20, 5, 50),
  /** The most lines, even when they are short. */
  mostLines: whole(12, 4, 24),
  /** The most characters of one memory in a prompt, so that three long wishes fit together. */
  lineChars: whole(240, 80, 400),
} as const;

type HallName = `hall.${(typeof HALLS)[number]}`;

/** The weight of each hall among what was found. */
const HALL_WEIGHTS = Object.fromEntries(HALLS.map((hall) => [`hall.${hall}`, range(1, 0.25, 2)])) as Record<
  HallName,
  Range
>;

/** Every number of a design with its range. */
export const DESIGN_RANGES = { ...WORDS, ...FRESHNESS, ...CLAIMS, ...ROOM, ...HALL_WEIGHTS } as const;

export type DesignParameter = keyof typeof DESIGN_RANGES;
/** The features of the ranking, each with the numbers at which it has no effect. A search may switch one off as a whole. */
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

/** The numbers that decide in which order memories come. They do not decide how many come. */
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

/** What memory uses for a person for whom no other design is in force. */
export const DEFAULT_DESIGN: Design = Object.freeze(
  Object.fromEntries(DESIGN_PARAMETERS.map((name) => [name, DESIGN_RANGES[name].standard])) as Record<
    DesignParameter,
    number
  >,
);

/** The numbers of a design that are not the standard ones. A parameter that a later release adds has its standard. */
export const DesignChanges = Design.partial();
export type DesignChanges = Readonly<z.infer<typeof DesignChanges>>;

/** How many days a night can ask again what a run was reminded of. The diary keeps its words longer. */
export const REPLAY_DAYS = 62;

/** How many nights a design is only compared before it may come into force. */
export const SHADOW_NIGHTS = 7;

/** What one night found of a design beside the one in force, on questions that its search did not see. */
export const ShadowNight = z.strictObject({
  date: LocalDate,
  traces: z.number().int().nonnegative(),
  mean: z.number(),
  /** The lower bound of the paired bootstrap. Null: too few traces to compute a bound. */
  low: z.number().nullable(),
  /** The guards that it breaks. `public`: it finds less in the public set, beyond chance. */
  worse: z.array(z.enum(["cost", "public"])).max(2),
});
export type ShadowNight = z.infer<typeof ShadowNight>;

/** What became of the design that a night compared. `went back`: it was in force, and the design before it is again. */
export const DESIGN_VERDICTS = ["shadowed", "compared", "promoted", "went back", "given up", "nothing better"] as const;

/**
 * The design of a person's memory that is in force. The row lies between the head of memory and its changes, so that
 * recall reads all of them in one range.
 */
export const DesignRow = z.strictObject({
  state: z.enum(["default", "shadow", "promoted"]),
  changes: DesignChanges,
  /** What was in force before. A rollback goes back to it. */
  parent: DesignChanges.optional(),
  /** Since when the design is in force, and what the person kept then. */
  since: EpochMs.optional(),
  keptThen: z.number().min(0).max(1).optional(),
  shadow: z
    .strictObject({
      changes: DesignChanges,
      /** The search read what was asked before this instant. Only what came after it counts. */
      heldFrom: EpochMs,
      begun: EpochMs,
      nights: z.array(ShadowNight).max(SHADOW_NIGHTS),
    })
    .optional(),
});
export type DesignRow = z.infer<typeof DesignRow>;

/** The designs that the nights tried last, with their parents and results, and what the last nights compared. */
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
 * What a run of the person's own was reminded of and what its answer used, which may be nothing. It has ids only. The
 * words of the question stay in the diary entry of the run, so a replay does not use words that were forgotten there.
 */
export const MemoryReplay = z.strictObject({ loaded: z.array(PatternId), cited: z.array(PatternId) });
export type MemoryReplay = z.infer<typeof MemoryReplay>;
