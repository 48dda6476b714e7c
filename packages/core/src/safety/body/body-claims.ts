/**
 * Reads claims about the body out of a text, in the product's own words. A claim is a body zone, a pillar with a
 * direction, a pillar said to be missing, the drag, a trend, a number, or "may still move". Each claim must trace to a
 * tool result, whoever wrote the text (agent/judge.ts). The patterns have no nested repetition, so they run in linear
 * time.
 */
import { PILLARS, type Pillar, type Sign, type SignName, ZONES, type Zone } from "@waldo/contracts";
import { type HoursOf, SMALL_NUMBERS, sleptHours, withoutSleptHours } from "./quantities.ts";

export type Direction = "worse" | "better" | "usual";

export type BodyClaim =
  | { readonly kind: "bodyZone"; readonly bodyZone: Zone; readonly words: string }
  /** The body zone of the day before. */
  | { readonly kind: "zone_before"; readonly bodyZone: Zone; readonly words: string }
  | {
      readonly kind: "pillar";
      readonly pillar: Pillar;
      readonly direction: Direction;
      /** How far the reading is from the usual, if the words say so. */
      readonly size?: Sign["size"];
      readonly words: string;
    }
  | { readonly kind: "missing"; readonly pillar: Pillar; readonly words: string }
  | { readonly kind: "drag"; readonly pillar: Pillar; readonly words: string }
  | { readonly kind: "trend"; readonly trend: "rising" | "level" | "falling"; readonly words: string }
  | { readonly kind: "since_morning"; readonly moved: "up" | "level" | "down"; readonly words: string }
  | { readonly kind: "streak"; readonly days: number; readonly words: string }
  /** The most extreme day in this many days, in one of these signs, in the named direction. */
  | {
      readonly kind: "rank";
      readonly signs: readonly SignName[];
      readonly side: "low" | "high";
      readonly days: number;
      readonly words: string;
    }
  /** A length of sleep in half hours: "about 5.5 hours" is 11. `of` tells what was measured. */
  | { readonly kind: "hours"; readonly halves: number; readonly of: HoursOf; readonly words: string }
  /** The time at which the night usually arrives, in words: "half past eight". */
  | { readonly kind: "arrival"; readonly time: string; readonly words: string }
  | { readonly kind: "provisional"; readonly words: string }
  | { readonly kind: "no_score"; readonly words: string }
  | { readonly kind: "number"; readonly value: string; readonly words: string };

/** The words for each pillar. `worse` and `better` are about the score: a raised resting heart rate is worse. */
const PILLAR_WORDS: Record<Pillar, { readonly noun: RegExp; readonly worse: RegExp; readonly better: RegExp }> = {
  sleep: {
    noun: /\b(sleep|slept|night|nights)\b/i,
    worse:
      /\b(rough|short|shorter|shortest|awake more|poor|poorly|bad|badly|broken|restless|below|worse|light|lighter|little)\b/i,
    better:
      /\b(solid|good(?! \w{3,8}(?: and a half)? hours)|great|well|better|above|deep|strong|restful|(?<!\bas )long|longest|awake less)\b/i,
  },
  cass: {
    noun: /\b(hrv|heart[- ]rate variability|heart['’]s recovery)\b/i,
    worse: /\b(low|lower|below|down|dipped|worse|reduced|poor)\b/i,
    better: /\b(high|higher|above|up|better|strong|raised)\b/i,
  },
  rhrts: {
    noun: /\b(?:resting (?:heart rate|pulse)|your (?:own )?pulse)\b/i,
    worse: /\b(high|higher|above|up|raised|elevated|faster|worse)\b/i,
    better: /\b(low|lower|below|down|calm|slower|better)\b/i,
  },
  rrs: {
    noun: /\b(breathing|breath|respiratory)\b/i,
    worse: /\b(high|higher|above|up|raised|elevated|faster|worse|unsettled)\b/i,
    better: /\b(low|lower|below|calm|slower|better)\b/i,
  },
  circadian: {
    noun: /\b(rhythm|body clock|sleep timing)\b/i,
    worse: /\b(irregular|off|late|later|shifted|disrupted|below|worse|drifting)\b/i,
    better: /\b(regular|better|above|settled|aligned|strong)\b/i,
  },
  motion: {
    noun: /\b(activity|movement|activity load)\b/i,
    worse: /\b(off|unbalanced|below|worse|too much|too little)\b/i,
    better: /\b(balanced|better|above|good)\b/i,
  },
};
/** Words for "usual". "Than usual" does not count, because it says that something is not usual. */
const USUAL = /(?<!\bthan (?:you )?)\b(usual|usually|normal|typical)\b/i;
const MISSING =
  /\b(no|without|missing|nothing)\b|\b(did not|didn't|has not|hasn't|have not|haven't) (arrive|arrived|sync|synced|come)\b/i;
const DRAG = /\b(drag|pulling you down|pulls you down|weighing on you)\b/i;
const TREND = {
  rising: /\b(rising|climbing|improving)\b/i,
  falling: /\b(falling|sliding|dropping|declining)\b/i,
  level: /\b(level|holding)\b/i,
} as const;
const TREND_SUBJECT = /\b(form|days|week)\b/i;
const SINCE_MORNING = /\bsince (?:(?:this|the) morning|you woke)\b/i;
const MOVED = {
  up: /\b(?:(?<!woke )up|risen|climbed|recovered)\b/i,
  down: /\b(down|slipped|dropped|fallen)\b/i,
  level: /\b(held|level|unchanged)\b/i,
} as const;
/** Matches "nothing has changed since this morning", "things stand as they did this morning". */
const UNCHANGED =
  /\b(?:nothing (?:new|has changed)|no change|same|much as|stand as|where you were)\b[^.!?]{0,30}\b(?:this morning|you woke)\b|\bgoing as it began\b/i;
const BEFORE = /\b(?:yesterday|the day before|a day ago)\b/i;
/** Matches a clause such as "the day before," that stands before its statement: "The day before, you were depleted". */
const OPENS_BEFORE = /^\s*(?:(?:compare|compared with) )?(?:yesterday|the day before|a day ago),/i;
const SELF = /\b(you are|you're|you feel|form is|body is|still|back to|looks?|day ends?)\b/i;
const PROVISIONAL = /\b(may still (move|change)|provisional|still settling)\b/i;
const NO_SCORE = /\b(can't|cannot|could not|couldn't) (read|score)\b/i;
const ORDINALS = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
] as const;
const IN_A_ROW = /\bin a row\b/i;
const COUNT_WORD = /\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th)?)\b/gi;
/** Matches "steady days in a row, and this is the seventh". */
const COUNTED_AFTER =
  /\bin a row\b[^.!?]{0,20}\bthis is the (first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,3}(?:st|nd|rd|th))\b/i;
const ZONE_WORD: Record<Zone, RegExp> = {
  energized: /\benergized\b/i,
  steady: /\bsteady\b/i,
  flagging: /\bflagging\b/i,
  depleted: /\bdepleted\b/i,
};
/** The plain words for a body zone: "A low day", "it is still a low day", "it was a low day". */
const DAY_WORD: Record<Zone, RegExp> = {
  energized: /(?:^(?:\p{L}+, )?|\b(?:is|was|still) )a strong day\b/iu,
  steady: /(?:^(?:\p{L}+, )?|\b(?:is|was|still) )a normal day\b/iu,
  flagging: /(?:^(?:\p{L}+, )?|\b(?:is|was|still) )a low day\b/iu,
  depleted: /(?:^(?:\p{L}+, )?|\b(?:is|was|still) )a very low day\b/iu,
};
const NUMBER = /\d+(?:[.,:]\d+)*/g;

/**
 * Splits a text into clauses, so that "a rough night, but your HRV is above usual" is two claims. A clause with "which
 * is" stays with the one before.
 */
function clauses(text: string): string[] {
  return text
    .split(/[.!?;,:—–]\s(?!which\b)|\n|\b(?:and(?! a half)|but|while|though)\b/i)
    .filter((part) => part.trim() !== "");
}

export function bodyClaims(text: string): BodyClaim[] {
  const claims: BodyClaim[] = [];
  for (const clause of clauses(text)) {
    const words = clause.trim();
    if (PROVISIONAL.test(clause)) claims.push({ kind: "provisional", words });
    if (NO_SCORE.test(clause)) claims.push({ kind: "no_score", words });
    if (SINCE_MORNING.test(clause))
      for (const moved of ["up", "down", "level"] as const)
        if (MOVED[moved].test(clause)) claims.push({ kind: "since_morning", moved, words });
    if (UNCHANGED.test(clause)) claims.push({ kind: "since_morning", moved: "level", words });
    const counted = IN_A_ROW.test(clause)
      ? (clause.slice(0, clause.search(IN_A_ROW)).match(COUNT_WORD)?.at(-1) ?? COUNTED_AFTER.exec(text)?.[1])
      : undefined;
    if (counted) claims.push({ kind: "streak", days: ordinal(counted), words });
    for (const bodyZone of ZONES)
      if (
        (BEFORE.test(clause) || OPENS_BEFORE.test(text)) &&
        (ZONE_WORD[bodyZone].test(clause) || DAY_WORD[bodyZone].test(words))
      )
        claims.push({ kind: "zone_before", bodyZone, words });
      else if ((SELF.test(clause) && ZONE_WORD[bodyZone].test(clause)) || DAY_WORD[bodyZone].test(words))
        claims.push({ kind: "bodyZone", bodyZone, words });
    for (const trend of ["rising", "falling", "level"] as const)
      if (TREND_SUBJECT.test(clause) && TREND[trend].test(clause)) claims.push({ kind: "trend", trend, words });
    claims.push(...rankClaims(clause, words));
    const arrival = ARRIVAL.exec(clause)?.[1]?.toLowerCase();
    if (arrival !== undefined) claims.push({ kind: "arrival", time: arrival, words });
    for (const pillar of PILLARS) claims.push(...pillarClaims(pillar, clause, words));
  }
  for (const { halves, of, words } of sleptHours(text)) claims.push({ kind: "hours", halves, of, words });
  for (const match of withoutSleptHours(text, true).matchAll(NUMBER))
    claims.push({ kind: "number", value: match[0], words: match[0] });
  return claims;
}

const RANK = /\b(shortest|longest|lowest|highest|slowest|fastest)\b[^.!?]{0,40}\bin (\w+) (days?|weeks?|months?)\b/i;
const RANKED: Readonly<Record<string, Pick<Extract<BodyClaim, { kind: "rank" }>, "signs" | "side">>> = {
  shortest: { signs: ["sleepLength"], side: "low" },
  longest: { signs: ["sleepLength"], side: "high" },
  lowest: { signs: ["hrv", "restingHr"], side: "low" },
  highest: { signs: ["hrv", "restingHr"], side: "high" },
  slowest: { signs: ["breathing"], side: "low" },
  fastest: { signs: ["breathing"], side: "high" },
};
const SPAN_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };
/** In days. Three months of known days are slightly fewer than ninety. */
const MOST_SPAN = 85;

/** Reads claims such as "your shortest night in three weeks": the length of sleep, low, 21 days. */
function rankClaims(clause: string, words: string): BodyClaim[] {
  const [, rank = "", count = "", unit = ""] = RANK.exec(clause) ?? [];
  const ranked = RANKED[rank.toLowerCase()];
  if (ranked === undefined) return [];
  const each = SPAN_DAYS[unit.toLowerCase().replace(/s$/, "")] ?? Number.POSITIVE_INFINITY;
  const days = Math.min(MOST_SPAN, (cardinal(count) ?? Number.POSITIVE_INFINITY) * each);
  const named = NAMED_SIGNS.filter(([pillar]) => PILLAR_WORDS[pillar].noun.test(clause)).map(([, sign]) => sign);
  const signs = named.length === 0 ? ranked.signs : ranked.signs.filter((sign) => named.includes(sign));
  return [{ kind: "rank", signs, side: ranked.side, days, words }];
}

/** The readings for which a rank may be said, by the pillar of their noun. */
const NAMED_SIGNS: readonly (readonly [Pillar, SignName])[] = [
  ["cass", "hrv"],
  ["rhrts", "restingHr"],
  ["rrs", "breathing"],
];

function cardinal(word: string): number | undefined {
  const number = SMALL_NUMBERS.indexOf(word.toLowerCase());
  if (number >= 0) return number;
  return /^an?$/i.test(word) ? 1 : undefined;
}

/** Matches "it is usually here by about half past eight". The subject must be the night or the device, not the person. */
const ARRIVAL =
  /\b(?:it|they|night|wearable|device|data)\b[^.!?]{0,20}\b(?:here|comes?|arrives?|syncs?|in) by (?:about |around )?((?:half past )?[a-z]{3,9})\b/i;

/** Returns the number of an ordinal: "third" → 3, "4th" → 4. It is the inverse of `ordinalWord`. */
function ordinal(word: string): number {
  const index = (ORDINALS as readonly string[]).indexOf(word.toLowerCase());
  return index >= 0 ? index + 1 : Number.parseInt(word, 10);
}

/** Returns the ordinal of a number: 3 → "third". Returns undefined above ten, because messages do not count further. */
export function ordinalWord(n: number): string | undefined {
  return ORDINALS[n - 1];
}

function pillarClaims(pillar: Pillar, clause: string, words: string): BodyClaim[] {
  const { noun, worse, better } = PILLAR_WORDS[pillar];
  if (!noun.test(clause)) return [];
  // The words "sleep timing" are about the rhythm and not about the pillar sleep.
  if (pillar === "sleep" && PILLAR_WORDS.circadian.noun.test(clause)) return [];
  if (MISSING.test(clause)) return [{ kind: "missing", pillar, words }];
  const claims: BodyClaim[] = [];
  if (DRAG.test(clause)) claims.push({ kind: "drag", pillar, words });
  // "Pulling you down" tells what lowered the score, and not the direction of the reading.
  const rest = clause.replace(DRAG, "");
  const direction: Direction | undefined = worse.test(rest)
    ? "worse"
    : better.test(rest)
      ? "better"
      : USUAL.test(rest)
        ? "usual"
        : undefined;
  const size = direction === "usual" ? undefined : sizeIn(rest);
  if (direction) claims.push({ kind: "pillar", pillar, direction, ...(size ? { size } : {}), words });
  return claims;
}

/**
 * Words for the size of a sign. If a sentence calls a sign large, it must be large, and a large sign must not be called
 * small.
 */
const SIZES: readonly (readonly [Sign["size"], RegExp])[] = [
  ["slight", /\b(?:a little|slightly|a bit|a touch|a tad|marginally|mildly|barely|just (?:above|below|over|under))\b/i],
  [
    "far",
    // bounded: a clause of a sentence of at most 600 characters, see agent/claims/sentences.ts
    /\b(?:far(?! from)|way (?:up|down|above|below|off|higher|lower|over|under|more|less)|very (?:low|high|short|poor|bad|rough)|extremely|drastically|dramatically|sharply|massively|hugely|strongly|wildly|through the roof|much (?:higher|lower|faster|slower|worse|shorter)|spiked|plunged|soared|crashed|alarmingly|dangerously|severely|worryingly)\b/i,
  ],
  ["clear", /\b(?:clearly|noticeably|markedly|considerably|significantly|substantially|well (?:above|below))\b/i],
];

function sizeIn(clause: string): Sign["size"] | undefined {
  return SIZES.find(([, pattern]) => pattern.test(clause))?.[0];
}
