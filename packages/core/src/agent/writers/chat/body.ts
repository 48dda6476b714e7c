/**
 * Answers questions about the body: today, the night, the days behind, and what to do with it. The answers hold derived
 * values only.
 */
import { AskedData, type DayMetric, type Feeling, HealthAnswer, type Zone } from "@waldo/contracts";
import { measuresIn } from "../../../ask/loose.ts";
import { metricName } from "../../../ask/shown.ts";
import { type DayFact, feelsWorse, feltOf, isLow, type Subject } from "../../../day/facts.ts";
import { feelingIn } from "../../../language/feelings.ts";
import type { Speech } from "../../../speech.ts";
import { capital, together } from "../../../spoken.ts";
import { type DayScore, dayScore } from "../../candidate.ts";
import { adviceFor, bodyIsDenied, writeBrief } from "../brief-writer.ts";
import {
  breakTold,
  factClause,
  factOn,
  feltSentence,
  mainClause,
  OF_HEART,
  sleptClause,
  toldOf,
  toldOfNight,
} from "../fact-clauses.ts";
import { tonightIn, trendIn, zoneIn } from "../reading.ts";
import { week } from "../weekly-review.ts";
import { type Ask, rowWords } from "../writer.ts";
import { onDay, pastActivity, pastHeart, pastKind, pastNight } from "./body-past.ts";
import { type ChatWriter, calling, resultOf, type Scene, type Turn, unmade, type Words } from "./chat-writer.ts";

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
      const { told, results, quote, speech } = scene;
      if (bodyIsDenied(results)) return { say: "missing", words: { why: speech.say("notAgreed") } };
      const why = writeBrief({ variant: "morning", date: told.date, time: told.time }, results, quote);
      return why === undefined || speech.language !== "en" ? { say: "noScore" } : { say: "missing", words: { why } };
    },
  );
}

/** Returns an answer with a text that this file has put together. */
function found(text: string | undefined, words: Words = {}): Turn {
  return text === undefined ? { say: "nothing", words } : { say: "found", words: { ...words, text } };
}

/** An outcome that has no words in another language than English. */
const IN_ENGLISH: Turn = { say: "inEnglish" };

/** In English it is the Brief of the day. A day of strain, whose advice always stands, is told in English only. */
const howAmI = ofBody((body, { told: { date, time }, results, quote, speech }) => {
  if (speech.language === "en") return found(writeBrief({ variant: "morning", date, time }, results, quote));
  const { health, bodyZone } = body;
  if ((health.bodyStrain?.step ?? 0) > 1 || health.breaks?.some(({ days }) => days === 1)) return IN_ENGLISH;
  const told = toldOf(health);
  const words = { kind: speech.say(`dayKind.${bodyZone}`), clause: mainClause(told, health, speech) };
  const felt = feltSentence(feltOf(health.said, bodyZone), speech);
  const day = speech.say(told.lead === undefined || fits(told.lead, bodyZone) ? "told.day" : "told.dayAlthough", words);
  const against = told.other && speech.say("told.against", { clause: factClause(told.other, health, speech) });
  return found(
    together(...toldOfNight(health.said ?? {}, speech), felt ?? day, felt === undefined ? against : undefined),
  );
});

/** True where a fact explains a day of this zone. A neutral one goes with any. */
const fits = ({ tone }: DayFact, zone: Zone) => tone === "neutral" || tone === (isLow(zone) ? "bad" : "good");

/** The most facts that an answer tells besides the main one. */
const MOST_BESIDE = 2;

const feltTold = ({ health, bodyZone }: Body, speech: Speech) => feltSentence(feltOf(health.said, bodyZone), speech);

const whyScore = ofBody((body, { told: { date }, speech }) => {
  const { health, bodyZone } = body;
  const told = toldOf(health);
  const { lead, other, facts } = told;
  const { say, language } = speech;
  if (language !== "en" && health.breaks !== undefined) return IN_ENGLISH;
  const words = { zone: say(`zone.${bodyZone}`), clause: mainClause(told, health, speech) };
  const isWhy = lead !== undefined && lead.tone !== "neutral" && fits(lead, bodyZone);
  const how = isWhy ? "zoneWhy" : lead === undefined || lead.tone === "neutral" ? "zoneIs" : "zoneAlthough";
  const others = facts.filter((fact) => fact !== lead && fact !== other).slice(0, MOST_BESIDE);
  const [one, two] = others.map((fact) => factClause(fact, health, speech));
  return found(
    together(
      say(`told.${how}`, words),
      other && say("told.against", { clause: factClause(other, health, speech) }),
      one && (two ? say("told.besideTwo", { clause: one, other: two }) : say("told.beside", { clause: one })),
      breakTold(health.breaks, date),
      feltTold(body, speech),
    ),
  );
});

const compareYesterday = ofBody(
  ({ health, bodyZone }, { speech }) => {
    const { say } = speech;
    const before = health.yesterday;
    const zone = say(`zone.${bodyZone}`);
    if (before === undefined) return { say: "nothing", words: { zone, text: say("told.zone", { zone }) } };
    if (before === bodyZone) return { say: "same", words: { zone, text: say("told.same", { zone }) } };
    const words = { zone, before: say(`zone.${before}`), clause: mainClause(toldOf(health), health, speech) };
    return { say: "changed", words: { ...words, text: say("told.changed", words) } };
  },
  [YESTERDAY],
);

const compareWeek = ofBody(
  (_body, { results, speech }) => {
    if (speech.language !== "en") return IN_ENGLISH;
    const trend = trendIn(results);
    return found(together(week(results), trend && speech.say(`told.${trend}`)));
  },
  [WEEK],
);

/** The most facts that are told against the usual. */
const MOST_TOLD = 3;

/** The readings that an answer was about. "Is that good?" asks of these. */
const SUBJECTS: Readonly<Record<string, readonly Subject[]>> = {
  "sleep-last-night": ["sleepLength", "sleepQuality", "bedTime", "wakeTime"],
  recovery: OF_HEART,
  activity: ["activity"],
};

/** The subject of each measure that a message may name. */
const SUBJECT_OF: Readonly<Partial<Record<DayMetric, Subject>>> = {
  ...{ hrv: "hrv", restingHr: "restingHr", breathing: "breathing", asleep: "sleepLength", awake: "sleepQuality" },
  ...{ bedTime: "bedTime", wakeTime: "wakeTime", steps: "activity", activeMinutes: "activity" },
};

/** Returns those of the subjects that a message names, or all where it names none of them. */
function subjectsIn(message: string, of: readonly Subject[]): readonly Subject[] {
  const named = [...measuresIn(message)].flatMap((metric) => SUBJECT_OF[metric] ?? []);
  const asked = of.filter((subject) => named.includes(subject));
  return asked.length === 0 ? of : asked;
}

const EVERY_SUBJECT: readonly Subject[] = [
  ...OF_HEART,
  ...(["sleepLength", "sleepQuality", "bedTime", "wakeTime", "activity"] as const),
];

/** A value that the person told is compared with nothing. */
const compareUsual: ChatWriter = (scene) =>
  scene.slots[0].text === undefined ? comparedWithUsual(scene) : { say: "told" };

const comparedWithUsual = ofBody(({ health }, { before, message, speech }) => {
  const named = subjectsIn(message, EVERY_SUBJECT);
  const about = named === EVERY_SUBJECT ? SUBJECTS[before ?? ""] : named;
  const facts = toldOf(health).facts.filter(({ subject }) => about === undefined || about.includes(subject));
  const clauses = facts.map((fact) => factClause(fact, health, speech));
  if (clauses.length === 0) return { say: about === undefined ? "nothing" : "usual" };
  const text = sentence(clauses.slice(0, MOST_TOLD), speech);
  const tones = new Set(facts.map(({ tone }) => tone));
  return {
    say: tones.size === 1 && tones.has("good") ? "good" : tones.size === 1 && tones.has("bad") ? "bad" : "found",
    words: { text },
  };
});

/** In English the clauses are one sentence. */
const sentence = (clauses: readonly string[], { language, say }: Speech) =>
  language === "en"
    ? capital(say("told.clause", { clause: clauses.join("; ") }))
    : clauses.map((clause) => capital(say("told.clause", { clause }))).join(" ");

/** What is told of a night besides its length, in this order. */
const OF_NIGHT = ["sleepQuality", "bedTime", "wakeTime", "debt"] as const;

/** What the person told of the night comes first. The wearable then says only what it measured. */
const sleepLastNight = ofBody(({ health }, { speech }) => {
  const told = toldOf(health);
  const slept = sleptClause(told, health, speech);
  const own = toldOfNight(health.said ?? {}, speech);
  if (slept === undefined) return own.length === 0 ? { say: "noNight" } : found(together(...own));
  const more = OF_NIGHT.flatMap((subject) => factOn(told, subject) ?? []);
  const first = own.length === 0 ? sentence([slept], speech) : speech.say("told.wearable", { clause: slept });
  return found(together(...own, first, ...more.map((fact) => sentence([factClause(fact, health, speech)], speech))));
});

const sinceWhen = ofBody(({ health, bodyZone }, { speech }) => {
  const { say } = speech;
  const { daysInZone = 1 } = health;
  const zone = say(`zone.${bodyZone}`);
  const row = daysInZone > 1 ? say("told.row", { row: rowWords(daysInZone, speech), zone }) : undefined;
  const long = toldOf(health).facts.filter(({ days, turn }) => days > 1 && turn !== "back");
  return row === undefined && long.length === 0
    ? { say: "today", words: { zone, text: say("told.sinceToday", { zone }) } }
    : found(together(row, ...long.slice(0, MOST_BESIDE).map((fact) => sinceTold(fact, health, speech))));
});

function sinceTold(fact: DayFact, health: HealthAnswer, speech: Speech): string {
  const clause = factClause(fact, health, speech);
  const row = rowWords(fact.days, speech);
  return clause.includes(row) ? sentence([clause], speech) : capital(speech.say("told.clauseRow", { clause, row }));
}

const trend = ofBody(
  ({ health, bodyZone }, { results, speech }) => {
    const { say, language } = speech;
    const zone = say(`zone.${bodyZone}`);
    if (health.trend === undefined) return { say: "nothing", words: { zone, text: say("told.zone", { zone }) } };
    return found(together(say(`told.${health.trend}`), language === "en" ? week(results) : undefined));
  },
  [WEEK],
);

/** The cause comes first, because the suggestion may refer to it, as in "Make up for it tonight." */
const whatToDo = ofBody((body, { told, results, speech }) => {
  if (speech.language !== "en") return IN_ENGLISH;
  const { health } = body;
  const advice = adviceFor({ date: told.date, time: told.time }, results);
  const why = feltTold(body, speech) ?? sentence([mainClause(toldOf(health), health)], speech);
  return found(advice && together(why, advice));
});

const trainToday = ofBody(({ health, bodyZone }, { speech }) => {
  // What a person tells of an illness counts more than the readings.
  if (health.toldIll) return { say: "ill" };
  const felt = feltOf(health.said, bodyZone);
  if (feelsWorse(felt)) return { say: "felt", words: { text: feltSentence(felt, speech) ?? "" } };
  const clause = mainClause(toldOf(health), health, speech);
  const strained = (health.bodyStrain?.step ?? 0) > 1;
  const words = { zone: speech.say(`zone.${bodyZone}`), clause };
  const text = strained ? sentence([clause], speech) : speech.say("told.zoneIs", words);
  return { say: strained ? "rest" : bodyZone, words: { ...words, text } };
});

const bedtime = ofBody((_body, { results, speech }) => {
  const bed = tonightIn(results);
  return bed === undefined ? { say: "nothing" } : { say: "found", words: { time: speech.clock(bed) } };
});

const sleepDebt = ofBody(({ health }, { speech }) => {
  if (health.night === undefined) return { say: "noScore" };
  const debt = factOn(toldOf(health), "debt");
  return debt === undefined
    ? { say: "nothing", words: { text: speech.say("told.noDebt") } }
    : found(sentence([factClause(debt, health, speech)], speech));
});

const recovery = ofBody(({ health, score }, { told: { date }, message, speech }) => {
  const subjects = subjectsIn(message, OF_HEART);
  const facts = toldOf(health).facts.filter(({ subject }) => subjects.includes(subject));
  const broken = breakTold(
    health.breaks?.filter(({ sign }) => subjects.some((one) => one === sign)),
    date,
  );
  if (broken && speech.language !== "en") return IN_ENGLISH;
  const clauses = facts.map((fact) => factClause(fact, health, speech));
  if (facts.length > 0 || broken)
    return found(together(facts.length > 0 ? sentence(clauses, speech) : undefined, broken));
  if (score.missing.includes("cass") && score.missing.includes("rhrts")) return { say: "missingHeart" };
  const isPulse = score.missing.includes("cass");
  const text = speech.say(isPulse ? "told.usualPulse" : "told.usualHeart");
  return { say: isPulse ? "usualPulse" : "usual", words: { text } };
});

const activity = ofBody(({ health, score }, { speech }) => {
  const fact = factOn(toldOf(health), "activity");
  if (fact !== undefined) return found(sentence([factClause(fact, health, speech)], speech));
  return { say: score.missing.includes("motion") ? "nothing" : "usual" };
});

const amIIll = ofBody(({ health }, { speech }) => {
  const worse = toldOf(health).facts.filter(
    ({ subject, tone }) => tone === "bad" && OF_HEART.some((one) => one === subject),
  );
  const clauses = worse.map((fact) => factClause(fact, health, speech));
  const isTogether = (health.bodyStrain?.step ?? 0) > 1;
  if (clauses.length === 0) return { say: "nothing" };
  return isTogether
    ? { say: "signs", words: { text: sentence(clauses, speech) } }
    : { say: "one", words: { text: sentence(clauses.slice(0, 1), speech) } };
});

const dataArrived = ofBody(({ score }) => ({ say: score.status === "provisional" ? "part" : "arrived" }));

// What a person says of their own day and night is theirs. No answer contradicts it, and where body and feeling part
// ways both are said.

type Kept = { readonly feeling: Feeling } | { readonly awake: true } | { readonly unworn: boolean };
const note = (args: Kept): Ask => ({ name: "note_day", args: { ...args } });

/** Returns a writer that keeps one thing, and says that it did. */
function keeping(said: Kept): ChatWriter {
  return calling(
    () => [note(said)],
    (scene) => {
      const result = resultOf(scene, note(said));
      return { say: result?.ok ? "done" : result?.error === "not_found" ? "howLong" : "failed" };
    },
  );
}

/** A message that only sounds low or glad, such as one about other people, is answered and not kept. */
const feeling: ChatWriter = (scene) => {
  const felt = feelingIn(scene.message);
  if (felt === undefined) return { say: "found" };
  const kept = note({ feeling: felt });
  // The score is read after the word is kept, never before.
  for (const one of [kept, BODY[0] as Ask]) {
    const ask = unmade(scene, [one]);
    if (ask.length > 0) return { ask };
  }
  return resultOf(scene, kept)?.ok ? answered(scene, felt) : { say: "found" };
};

function answered({ told, results, speech }: Scene, feeling: Feeling): Turn {
  const { say } = speech;
  const zone = zoneIn(results, told.date);
  const felt = feltOf({ feeling }, zone);
  if (felt === undefined || felt.tone === "neutral") return { say: "okay" };
  const isBad = felt.tone === "bad";
  const sorry = say(feeling === "awful" ? "sorry.awful" : "sorry.low");
  const text = feltSentence(felt, speech);
  if (text !== undefined) return { say: isBad ? "worseThan" : "betterThan", words: { text, sorry } };
  if (zone === undefined) return { say: isBad ? "low" : "good", words: { sorry } };
  return { say: isBad ? "lowToo" : "goodToo", words: { sorry } };
}

/** What can be said in words is said. The numbers stand on the person's page. */
const askData = calling(
  ({ message }) => [{ name: "ask_data", args: { question: message } }],
  ({ results, message, speech }) => {
    const asked = results.findLast(({ name }) => name === "ask_data");
    const data = asked?.ok ? AskedData.safeParse(asked.value).data : undefined;
    if (data === undefined)
      return {
        say: /(?<!\p{L})(?:when|after|if|with|wenn|nach|cuando|después|con|quand|après|avec|help\p{L}*|affect\p{L}*)(?!\p{L})/iu.test(
          message,
        )
          ? "link"
          : "unread",
      };
    const { metric } = data.question.of;
    if (data.words !== undefined)
      return speech.language === "en" ? { say: "inWords", words: { text: data.words } } : { say: "found" };
    // "Deep sleep" reads like a judgement of the night, so the parts of a night are not named.
    const isNamed = metric !== undefined && !/^(?:deep|light)/.test(metric);
    return isNamed && speech.language === "en"
      ? { say: "number", words: { what: metricName(metric) } }
      : { say: "found" };
  },
);

export const BODY_WRITERS = {
  "ask-data": askData,
  "how-am-i": onDay(howAmI, pastKind),
  "why-score": onDay(whyScore, pastKind),
  "compare-yesterday": compareYesterday,
  "compare-week": compareWeek,
  "compare-usual": compareUsual,
  "sleep-last-night": onDay(sleepLastNight, pastNight),
  "since-when": sinceWhen,
  trend,
  "what-to-do": whatToDo,
  "train-today": trainToday,
  bedtime,
  "sleep-debt": sleepDebt,
  recovery: onDay(recovery, pastHeart),
  activity: onDay(activity, pastActivity, 1),
  "am-i-ill": amIIll,
  "data-arrived": dataArrived,
  "night-awake": keeping({ awake: true }),
  "not-worn": keeping({ unworn: true }),
  "worn-after-all": keeping({ unworn: false }),
  "feeling-low": feeling,
  "feeling-good": feeling,
} satisfies Record<string, ChatWriter>;
