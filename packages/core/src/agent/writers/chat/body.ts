/**
 * Answers questions about the body: today, the night, the days behind, and what to do with it. The answers hold derived
 * values only.
 */
import { HealthAnswer, type Sign, type SignName, type Zone } from "@waldo/contracts";
import { type DayScore, dayScore } from "../../candidate.ts";
import { causeOf, isOfStrain, owedClause, signClause, sleepClause, timingClause } from "../brief-cause.ts";
import { adviceFor, bodyIsDenied, writeBrief } from "../brief-writer.ts";
import { tonightIn, trendIn } from "../reading.ts";
import { week } from "../weekly-review.ts";
import { type Ask, capital, clockWords, hoursWords, rowWords, together } from "../writer.ts";
import { type ChatWriter, calling, type Scene, type Turn, type Words } from "./chat-writer.ts";

const BODY: readonly Ask[] = [
  { name: "get_crs", args: {} },
  { name: "get_health", args: {} },
];
const WEEK: Ask = { name: "get_master_metrics", args: {} };
const YESTERDAY: Ask = { name: "get_crs", args: { daysBack: 1 } };

type Body = { readonly score: DayScore; readonly health: HealthAnswer; readonly bodyZone: Zone };

function bodyIn({ told, results }: Scene): Body | undefined {
  const score = dayScore(results, told.date);
  const found = results.find((result) => result.ok && result.name === "get_health");
  const health = found?.ok ? HealthAnswer.safeParse(found.value).data : undefined;
  return score?.bodyZone === undefined || health === undefined
    ? undefined
    : { score, health, bodyZone: score.bodyZone };
}

const NOT_AGREED =
  "You have not agreed that I read what your wearable measures. You can agree in your settings, under consents.";

/**
 * Answers from a day that has a score. For a day without one it says why: the person does not agree, or the reason that
 * the Brief gives.
 */
function ofBody(say: (body: Body, scene: Scene) => Turn, more: readonly Ask[] = []): ChatWriter {
  return calling(
    () => [...BODY, ...more],
    (scene) => {
      const body = bodyIn(scene);
      if (body) return say(body, scene);
      const { told, results, quote } = scene;
      if (bodyIsDenied(results)) return { say: "missing", words: { why: NOT_AGREED } };
      const why = writeBrief({ variant: "morning", date: told.date, time: told.time }, results, quote);
      return why === undefined ? { say: "noScore" } : { say: "missing", words: { why } };
    },
  );
}

/** Returns an answer with a text that this file has put together. */
function found(text: string | undefined, words: Words = {}): Turn {
  return text === undefined ? { say: "nothing", words } : { say: "found", words: { ...words, text } };
}

const howAmI = ofBody((_body, { told, results, quote }) =>
  found(writeBrief({ variant: "morning", date: told.date, time: told.time }, results, quote)),
);

const whyScore = ofBody(({ score, health, bodyZone }, { told }) => {
  const { clause, detail } = causeOf({ date: told.date, score, health, bodyZone });
  const others = clausesOf(health).filter((other) => other !== clause);
  const beside = others.length === 0 ? undefined : `Besides that, ${others.slice(0, 2).join(", and ")}.`;
  return found(together(`You're ${bodyZone} today, and this is why: ${clause}.`, detail, beside));
});

/** Returns clauses for the signs that stand out, the largest first. */
function clausesOf(health: HealthAnswer): string[] {
  const night = health.night && sleepClause(health.night, health);
  const owed = owedClause(health);
  const timing = timingClause(health);
  const signs = health.signs.flatMap((sign) => signClause(sign) ?? []);
  return [...new Set([night, ...signs, timing, owed].filter((clause) => clause !== undefined))];
}

const compareYesterday = ofBody(
  ({ score, health, bodyZone }, scene) => {
    const before = health.yesterday;
    if (before === undefined) return { say: "nothing", words: { zone: bodyZone } };
    if (before === bodyZone) return { say: "same", words: { zone: bodyZone } };
    const { clause } = causeOf({ date: scene.told.date, score, health, bodyZone });
    return { say: "changed", words: { zone: bodyZone, before, clause } };
  },
  [YESTERDAY],
);

const compareWeek = ofBody(
  (_body, { results }) => {
    const trend = trendIn(results);
    const way = trend === undefined ? undefined : TREND_WORDS[trend];
    return found(together(week(results), way));
  },
  [WEEK],
);

const TREND_WORDS = {
  rising: "Form has been rising over the last days.",
  level: "Form has been holding over the last days.",
  falling: "Form has been falling over the last days.",
} as const;

const compareUsual = ofBody(({ health }) => {
  const clauses = clausesOf(health);
  return clauses.length === 0 ? { say: "nothing" } : found(`${capital(clauses.slice(0, 3).join("; "))}.`);
});

const sleepLastNight = ofBody(({ health }) => {
  const { night } = health;
  if (night === undefined) return { say: "noNight" };
  const how = sleepClause(night, health);
  const slept =
    how ?? `you slept ${hoursWords(night.halfHoursAsleep)}${night.kind === "usual" ? ", close to your usual" : ""}`;
  const timing = timingClause(health);
  const owed = owedClause(health);
  return found(together(`${capital(slept)}.`, timing && `${capital(timing)}.`, owed && `${capital(owed)}.`));
});

const sinceWhen = ofBody(({ health, bodyZone }) => {
  const { daysInZone = 1 } = health;
  const zone = daysInZone > 1 ? `This is ${rowWords(daysInZone)} that you are ${bodyZone}.` : undefined;
  const long = health.signs.filter(({ days }) => days > 1).flatMap((sign) => runWords(sign) ?? []);
  return zone === undefined && long.length === 0
    ? { say: "today", words: { zone: bodyZone } }
    : found(together(zone, ...long.slice(0, 2)));
});

function runWords(sign: Sign): string | undefined {
  const clause = signClause(sign);
  return clause && `${capital(clause)}.`;
}

const trend = ofBody(
  ({ health, bodyZone }, { results }) => {
    if (health.trend === undefined) return { say: "nothing", words: { zone: bodyZone } };
    return found(together(TREND_WORDS[health.trend], week(results)));
  },
  [WEEK],
);

/** The cause comes first, because the suggestion may refer to it, as in "Make up for it tonight." */
const whatToDo = ofBody(({ score, health, bodyZone }, { told, results }) => {
  const advice = adviceFor({ date: told.date, time: told.time }, results);
  const { clause } = causeOf({ date: told.date, score, health, bodyZone });
  return found(advice && together(`${capital(clause)}.`, advice));
});

const trainToday = ofBody(({ health, score, bodyZone }, { told }) => {
  const { clause } = causeOf({ date: told.date, score, health, bodyZone });
  const strained = (health.bodyStrain?.step ?? 0) > 1;
  return { say: strained ? "rest" : bodyZone, words: { zone: bodyZone, clause } };
});

const bedtime = ofBody((_body, { results }) => {
  const bed = tonightIn(results);
  return bed === undefined ? { say: "nothing" } : { say: "found", words: { time: clockWords(bed) } };
});

const sleepDebt = ofBody(({ health }) => {
  if (health.night === undefined) return { say: "noScore" };
  const clause = owedClause(health);
  return clause === undefined ? { say: "nothing" } : found(`${capital(clause)}.`);
});

const HEART: readonly SignName[] = ["hrv", "restingHr", "breathing"];

const recovery = ofBody(({ health, score }) => {
  const clauses = health.signs.filter(({ sign }) => HEART.includes(sign)).flatMap((sign) => signClause(sign) ?? []);
  if (clauses.length > 0) return found(`${capital(clauses.join("; "))}.`);
  if (score.missing.includes("cass") && score.missing.includes("rhrts")) return { say: "missingHeart" };
  return { say: score.missing.includes("cass") ? "usualPulse" : "usual" };
});

const activity = ofBody(({ health, score }) => {
  const clause = signClause(health.signs.find(({ sign }) => sign === "activity"));
  if (clause !== undefined) return found(`${capital(clause)}.`);
  return { say: score.missing.includes("motion") ? "nothing" : "usual" };
});

const amIIll = ofBody(({ health, score, bodyZone }, { told }) => {
  if ((health.bodyStrain?.step ?? 0) > 1) {
    const { clause, detail } = causeOf({ date: told.date, score, health, bodyZone });
    return { say: "signs", words: { text: together(`${capital(clause)}.`, detail) ?? "" } };
  }
  const [one] = health.signs.filter(isOfStrain).flatMap((sign) => signClause(sign) ?? []);
  return one === undefined ? { say: "nothing" } : { say: "one", words: { text: `${capital(one)}.` } };
});

const dataArrived = ofBody(({ score }) => ({ say: score.status === "provisional" ? "part" : "arrived" }));

export const BODY_WRITERS = {
  "how-am-i": howAmI,
  "why-score": whyScore,
  "compare-yesterday": compareYesterday,
  "compare-week": compareWeek,
  "compare-usual": compareUsual,
  "sleep-last-night": sleepLastNight,
  "since-when": sinceWhen,
  trend,
  "what-to-do": whatToDo,
  "train-today": trainToday,
  bedtime,
  "sleep-debt": sleepDebt,
  recovery,
  activity,
  "am-i-ill": amIIll,
  "data-arrived": dataArrived,
} satisfies Record<string, ChatWriter>;
