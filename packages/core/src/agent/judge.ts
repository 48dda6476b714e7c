/**
 * The gates that a candidate must pass before it becomes outbox rows. A model's words and a template's words pass the
 * same gates. A refusal is a verdict with a reason; the gates do not throw.
 *
 * The gates check claims, not style. Everything that a text says about this person must trace to the run's evidence:
 * their body, day, tasks, messages, reminders, memory and money, the numbers in such sentences, and what Waldo claims
 * to have done. A text that Waldo sends unasked is only about the person, so every number in it must trace. An answer
 * to the person may also hold general knowledge, arithmetic, lists and recipes, which need no source.
 */
import {
  type Band,
  HealthAnswer,
  type LocalDate,
  type NightFinding,
  type Pillar,
  type Sign,
  type SignName,
  type ToolResult,
} from "@waldo/contracts";
import { tongueOf } from "../language/tongue.ts";
import { type BodyClaim, bodyClaims, type Direction } from "../safety/body/body-claims.ts";
import { foreignStatement, halvesIn } from "../safety/body/other-languages.ts";
import { withoutSleptHours } from "../safety/body/quantities.ts";
import { withoutHelpNumbers } from "../safety/crisis/hotlines.ts";
import { medicalFault } from "../safety/medical/medical.ts";
import { ownQuoted } from "../safety/quote.ts";
import { lengthFault, MOST_BRIEF_CHARS, MOST_REPLY_CHARS, wordingFault } from "../safety/wording.ts";
import { clockWords } from "../spoken.ts";
import { addDays } from "../time.ts";
import { DayScore, isStrained } from "./candidate.ts";
import { asksForText, foreignDeedsIn } from "./claims/deeds.ts";
import { type Evidence, type Fact, factsOf, isObject, type Source } from "./claims/evidence.ts";
import { englishOf } from "./claims/own-words.ts";
import { judgedIn, type Sentence, sentencesOf } from "./claims/sentences.ts";
import { BESIDE, bodyFault, spokenFault, unservedFault } from "./claims/spoken.ts";
import { checkStatements } from "./claims/statements.ts";
import { gladFault, toldIn } from "./claims/told.ts";

/** A claim and the tool result that proves it. With this pair a Brief can be checked later. */
export type TracedClaim = {
  readonly kind: string;
  readonly words: string;
  readonly callId: string;
  readonly path: string;
};

export type Verdict =
  | { readonly ok: true; readonly claims: TracedClaim[] }
  /** `at` are the sentences at fault, each with its own reason. It is empty when the whole text is at fault. */
  | { readonly ok: false; readonly reason: string; readonly at: readonly Fault[] };

export type Fault = Sentence & { readonly reason: string };

const DIRECTION: Record<Band, Direction> = {
  well_below: "worse",
  below: "worse",
  usual: "usual",
  above: "better",
  well_above: "better",
};

/**
 * Judges a text by the evidence of its run (claims/evidence.ts). It refuses forbidden wording, every statement about
 * the person without a proof, and every deed that no call did. The text may repeat a number that the person said.
 */
export function judge(text: string, evidence: Evidence): Verdict {
  const whole = lengthFault(text, evidence.reply ? MOST_REPLY_CHARS : MOST_BRIEF_CHARS);
  if (whole !== undefined) return { ok: false, reason: whole, at: [] };
  const unwelcome = evidence.unasked ? gladFault(text, sentencesOf(text).length) : undefined;
  if (unwelcome !== undefined) return { ok: false, reason: `unwelcome_${unwelcome}`, at: [] };
  const facts = factsOf(evidence);
  const own = evidence.reply ? [...ownQuotations(facts), ...justSet(text, evidence)] : [];
  // Only words that the gates would refuse are taken out of the text. Other words stay, so that the gates trace what the
  // text says about them.
  const refused = own.filter((quotation) => wordingFault(quotation) !== undefined);
  const claims: TracedClaim[] = [];
  const faults: Fault[] = [];
  for (const sentence of sentencesOf(text)) {
    const told = evidence.reply ? toldIn(sentence.text, facts, evidence.today) : undefined;
    claims.push(...(told ?? []).map((source) => ({ kind: "memory", words: sentence.text, ...source })));
    const answered = evidence.reply ? answeredBy(sentence.text, evidence.results) : undefined;
    if (answered !== undefined) claims.push({ kind: "answer", words: sentence.text, ...answered });
    const said = (evidence.own && englishOf(sentence.text)) || sentence.text;
    for (const words of told || answered ? [] : judgedIn(said)) {
      const asItStands = judgeSentence(without(refused, words), text, facts, evidence);
      // "“Take my vitamins” every day at 21:00" is a reminder of the person, and no advice.
      const checked = asItStands === "medical" ? judgeSentence(without(own, words), text, facts, evidence) : asItStands;
      if (typeof checked === "string") faults.push({ ...sentence, reason: checked });
      else claims.push(...checked);
    }
  }
  const [first] = faults;
  const isFirst = (fault: Fault, i: number) => faults.findIndex(({ start }) => start === fault.start) === i;
  if (first) return { ok: false, reason: first.reason, at: faults.filter(isFirst) };
  // The whole text is checked too, because medical advice may be spread over two sentences.
  const said = sentencesOf(text).filter((sentence) => !explains(sentence.text, evidence));
  if (medicalFault(said.map(({ text: words }) => without(own, words)).join("\n")) !== undefined)
    return { ok: false, reason: "medical", at: [] };
  if (evidence.brief !== undefined && !isWholeBrief(text, claims, evidence))
    return { ok: false, reason: "incomplete_brief", at: [] };
  return { ok: true, claims };
}

/** Returns the call whose answer to a question about readings has exactly this sentence (core/ask/said.ts). */
function answeredBy(sentence: string, results: readonly ToolResult[]): Source | undefined {
  const same = results.find((result) => {
    const words = result.ok && result.name === "ask_data" && isObject(result.value) ? result.value["words"] : undefined;
    return typeof words === "string" && sentence.length > 0 && words.includes(sentence.trim());
  });
  return same && { callId: same.callId, path: "words" };
}

/** The lists that hold what the person wrote for themselves, and the member of an entry that holds their words. */
const OWN_LISTS: Readonly<Record<string, string>> = { get_watches: "text", get_tasks: "title" };

/** Returns the quotations of the person's own reminders and tasks that an answer may repeat unchanged. */
function ownQuotations(facts: readonly Fact[]): string[] {
  return facts.flatMap(({ from, value }) => {
    const words = OWN_LISTS[from];
    if (words === undefined || !isObject(value) || value["from"] === "outside") return [];
    const own = value[words];
    return (typeof own === "string" ? ownQuoted(own) : undefined) ?? [];
  });
}

/** The tools that set what the person asks for in their own words. */
const SETS: ReadonlySet<string> = new Set(["watch", "write_task"]);

/** Returns the quotations of a text that repeat the person's message, where the run has set something for it. */
function justSet(text: string, { results, owner = [] }: Evidence): string[] {
  const said = owner.at(-1)?.toLowerCase() ?? "";
  if (!results.some(({ ok, name }) => ok && SETS.has(name))) return [];
  return [...text.matchAll(/“([^“”]{1,200})”/gu)].flatMap(([quotation, words = ""]) =>
    said.includes(words.toLowerCase()) ? [quotation] : [],
  );
}

function without(quotations: readonly string[], words: string): string {
  return quotations.reduce((left, quotation) => left.replaceAll(quotation, "“…”"), words);
}

const STANDS = ["bodyZone", "no_score", "missing"];
const NOT_A_CAUSE = [...STANDS, "provisional", "number", "arrival"];
/**
 * Causes that are not claims (timing, movement, a week's sleep debt), and the statement that there is no cause. The
 * first sentence of a Brief names its cause.
 */
const NAMES_CAUSE =
  /\byou (?:moved|woke|went to bed)\b|\blacks?\b.{1,40}\bof sleep\b|\bshort of sleep\b|\b(?:readings?|signs|cause|reason|usual|unusual|ordinary|stands out)\b/i; // bounded: a sentence has at most 600 characters, see claims/sentences.ts
/** A sentence with fewer words makes no suggestion. */
const LEAST_WORDS = 4;

/**
 * True when a Brief has its required parts. A morning Brief needs the body zone, the cause or good news, and on a day of
 * strain a suggestion (a sentence that states nothing about the body). On other days no suggestion may fit. A later
 * Brief needs something about today, or a suggestion.
 */
function isWholeBrief(text: string, claims: readonly TracedClaim[], evidence: Evidence): boolean {
  const { stands, says, suggests } = partsOfBrief(text, claims, evidence);
  return evidence.brief === "morning" ? stands && says && suggests : says;
}

/** Returns which required parts a Brief has. A part counts as present when the day has no data for it. */
export function partsOfBrief(
  text: string,
  claims: readonly Pick<TracedClaim, "kind">[],
  { brief, results }: Pick<Evidence, "brief" | "results">,
): { readonly stands: boolean; readonly says: boolean; readonly suggests: boolean } {
  const hasScore = results.some(({ ok, name }) => ok && name === "get_crs");
  const stands = claims.some(({ kind }) => STANDS.includes(kind));
  const says =
    claims.some(({ kind }) => kind === "missing" || !NOT_A_CAUSE.includes(kind)) ||
    NAMES_CAUSE.test(sentencesOf(text)[0]?.text ?? "");
  const suggests = sentencesOf(text).some(
    ({ text: words }) =>
      words.split(/\s+/).length >= LEAST_WORDS && bodyClaims(words).every(({ kind }) => kind === "number"),
  );
  if (brief !== "morning") return { stands: true, says: claims.length > 0 || suggests, suggests: true };
  return { stands, says: !hasScore || says, suggests: !hasScore || suggests || !isStrained(results) };
}

function judgeSentence(
  sentence: string,
  text: string,
  facts: readonly Fact[],
  evidence: Evidence,
): TracedClaim[] | string {
  const { results, owner = [], reply = false } = evidence;
  const isOwnBody = !reply || isAboutBody(sentence, results);
  const tongue = evidence.own ? "en" : tongueOf(sentence, text, owner.at(-1) ?? "");
  const foreign = foreignFault(sentence, tongue, facts, evidence);
  if (foreign !== undefined) return foreign;
  // A phone number of a helpline is not a claim about the body.
  const spoken = withoutHelpNumbers(sentence);
  // Rounded hours of sleep are a claim, which is checked below. They are not a reading.
  const fault = wordingFault(isOwnBody ? withoutSleptHours(sentence, reply) : sentence, {
    unasked: !reply,
    aboutBody: isOwnBody,
    general: explains(sentence, evidence),
  });
  if (fault !== undefined) return fault;
  const { carried, fault: untraced } = checkStatements(spoken, facts, evidence, tongue === "en");
  if (untraced !== undefined) return untraced;
  const claims: TracedClaim[] = carried.map((one) => ({ ...one, words: sentence }));
  // An answer in another language was read above. English patterns would misread its words.
  if (reply && tongue !== "en") return claims;
  for (const claim of isOwnBody ? bodyClaims(spoken) : []) {
    const echoed = claim.kind === "number" && owner.some((words) => mentions(words, claim.value));
    const source = echoed ? { callId: "owner", path: "message" } : trace(claim, evidence);
    if (!source) return `untraced_${claim.kind}`;
    claims.push({ kind: claim.kind, words: claim.words, ...source });
  }
  const isTraced = claims.length > 0 && !BESIDE.test(sentence);
  const asked = owner.at(-1) ?? "";
  const isSaid = evidence.own || !reply || isTraced || asksForText(asked) || isReckoned(sentence, asked);
  return (isSaid ? undefined : spokenFault(sentence, "en", facts, evidence)) ?? claims;
}

/** True for a number that answers two numbers: "my train leaves at 7:45 and takes 2 hours". */
const isReckoned = (sentence: string, asked: string) =>
  /\d/.test(sentence) && (asked.match(/\d+(?:[:.,]\d+)?/gu) ?? []).length > 1;

const FIRST_PERSON =
  // bounded: the first 1,000 characters of a request are read
  /(?:^|[^\p{L}])(?:i|i['’]m|i['’]ve|me|my|mine|we|our|ich|mir|mich|mein\p{L}*|yo|mi|mis|me|tengo|je|j['’]|mon|ma|mes|io|ho|mio|mia|eu|meu|minha|ik|mijn|main|mera|meri|mujhe|मैं|मेरा|मेरी|मुझे)(?![\p{L}])/iu;
const SECOND_PERSON_OR_ORDER =
  // bounded: a sentence has at most 600 characters, see claims/sentences.ts
  /\b(?:you|your|yours)\b|(?:^|[.:;,] ?|\b(?:and|then|just|please|or) )(?:take|try|use|stop|skip|fast|avoid|give|swallow|drop|start|double|halve|reduce|increase|switch|add|have|call|see|consider|get|go|eat|drink|don['’]t|do not|never|no need)\b|(?:^|[^\p{L}])(?:du|dein\p{L}*|nimm|tu|tus|toma|vous|votre|prends|prenez|tuo|tua|prendi|você|seu|sua|tome|je|jouw|neem|aap|tum)(?![\p{L}])/iu;

/**
 * True for a sentence that explains an illness or a substance that the person asked about. The person did not speak
 * about themselves, and the sentence neither speaks to them nor orders anything.
 */
function explains(sentence: string, { reply = false, owner = [] }: Evidence): boolean {
  const asked = owner.at(-1);
  if (!reply || asked === undefined || FIRST_PERSON.test(asked.slice(0, 1000))) return false;
  return !SECOND_PERSON_OR_ORDER.test(sentence);
}

/**
 * Judges what a sentence in another language states. German, Spanish and French are read like English. A number of the
 * body counts as a reading. A length of sleep must be true, or the person must have said it. A statement that cannot be
 * checked is refused, and so is a sentence in a language that Waldo cannot check.
 */
function foreignFault(
  sentence: string,
  tongue: ReturnType<typeof tongueOf>,
  facts: readonly Fact[],
  evidence: Evidence,
): string | undefined {
  const { owner = [], reply = false } = evidence;
  const stated = foreignStatement(sentence);
  if (stated?.isReading) return "raw_value";
  const said = owner.flatMap((words) => sentencesOf(words).flatMap((one) => halvesIn(one.text)));
  const isTrue = (claim: BodyClaim) =>
    (claim.kind === "hours" && said.includes(claim.halves)) || trace(claim, evidence) !== undefined;
  const areTrue = (halves: readonly number[]) =>
    halves.every((count) => isTrue({ kind: "hours", halves: count, of: "any", words: sentence }));
  if (stated !== undefined && !areTrue(stated.halves)) return "untraced_hours";
  const isText = !reply || asksForText(owner.at(-1) ?? "");
  if (tongue === "en") return stated?.more ? "untraced_language" : undefined;
  if (tongue === "other") {
    const isChecked = stated !== undefined ? !stated.more : foreignDeedsIn(sentence).length > 0;
    return isText && stated === undefined ? undefined : unservedFault(sentence, isChecked, evidence);
  }
  const { fault, read } = bodyFault(sentence, tongue, isTrue);
  if (fault !== undefined || (stated?.more && read.length === 0)) return fault ?? "untraced_language";
  return isText ? undefined : spokenFault(sentence, tongue, facts, evidence, read);
}

const SECOND_PERSON = /\b(?:you|your|yours|you['’](?:re|ve|d|ll))\b/i;
const OF_THE_BODY =
  /\b(?:sleep|slept|asleep|night|nights|hrv|heart|pulse|breathing|breaths?|body|form|recovery|score|energized|steady|flagging|depleted|rested|rhythm|wearable|activity|steps?)\b/i;
const OWN_SCORE = /\b(?:Form|Recovery|drag)\b/;
const NOT_SAID_OF_TODAY =
  /\b(?:if|when|whenever|can|could|should|may|might|must|would|will|aim|try|consider|make sure|ensure|helps?|improves?|how|adults|people|most|example)\b|\?\s*$/i;
/**
 * Matches a report about the person's own night or reading. It also matches when the sentence goes on with advice: "You
 * slept badly, so try to rest."
 */
const TOLD_OF_THEM =
  // bounded: a sentence has at most 600 characters, see claims/sentences.ts
  /(?<!\b(?:if|when|whether|unless|how|once|after|that|because|as|until) )\b(?:you (?:only |just |really |barely )?slept|you were (?:only )?asleep|your (?:last night['’]s |own )?(?:resting heart rate|resting pulse|pulse|hrv|heart rate variability|heart['’]s recovery|breathing|sleep)(?: last night| today| this morning)? (?:is|was|were|has|came|sat|stood|went|fell|rose|dropped)\b)/i;
/** Matches a nap of some minutes, which is advice and not a report of sleep. */
const NAP = /\b\d{1,3}[ -]minutes? (?:power )?nap\b/i;
const BODY_TOOLS = ["get_crs", "get_health", "get_master_metrics"];

/**
 * True when a sentence of an answer states something about the person's own body. False for advice and for general
 * knowledge.
 */
export function isAboutBody(sentence: string, results: readonly ToolResult[]): boolean {
  if (OWN_SCORE.test(sentence)) return true;
  if (TOLD_OF_THEM.test(sentence) && !/\?\s*$/.test(sentence)) return true;
  if (!OF_THE_BODY.test(sentence) || NOT_SAID_OF_TODAY.test(sentence) || NAP.test(sentence)) return false;
  return SECOND_PERSON.test(sentence) || results.some(({ ok, name }) => ok && BODY_TOOLS.includes(name));
}

function trace(claim: BodyClaim, { results, today }: Pick<Evidence, "results" | "today">): Source | undefined {
  if (claim.kind === "pillar" && claim.size && !isOfSize(claim, results)) return undefined;
  for (const result of results) {
    if (!result.ok) {
      // The claim "nothing arrived" may rest on the result that found nothing.
      if (result.error === "not_found" && (claim.kind === "missing" || claim.kind === "no_score"))
        return { callId: result.callId, path: "error" };
      if (claim.kind === "number" && mentions(result.message, claim.value))
        return { callId: result.callId, path: "message" };
      continue;
    }
    const path = claim.kind === "number" ? pathOfNumber(result.value, claim.value) : pathOf(claim, result, today);
    if (path !== undefined) return { callId: result.callId, path };
  }
  return undefined;
}

/**
 * False when the words give a sign a wrong size. The findings of get_health decide if they hold the sign; otherwise the
 * band of the score decides. A slight sign is never "far up", and a far sign is never "a little up".
 */
function isOfSize({ pillar, size }: Extract<BodyClaim, { kind: "pillar" }>, results: readonly ToolResult[]): boolean {
  const names = (FINDINGS[pillar] ?? []).map(({ sign }) => sign);
  const found = results.flatMap((result) => {
    if (!result.ok || result.name !== "get_health") return [];
    return HealthAnswer.safeParse(result.value).data?.signs.filter(({ sign }) => names.includes(sign)) ?? [];
  });
  if (found.length > 0) return found.some((sign) => (size === "clear" ? sign.size !== "slight" : sign.size === size));
  // get_health lists every reading that is unusual. So a pillar with one reading is usual when its sign is missing
  // here.
  const knows = results.some(({ ok, name }) => ok && name === "get_health");
  if (knows && ONE_SIGN.includes(pillar)) return false;
  const bands = results.flatMap((result) => {
    const score = result.ok && result.name === "get_crs" ? DayScore.safeParse(result.value).data : undefined;
    return score?.pillars[pillar]?.band ?? [];
  });
  const isFar = bands.some((band) => band.startsWith("well_"));
  if (size === "far") return isFar;
  return size === "clear" || !isFar;
}

function pathOf(
  claim: Exclude<BodyClaim, { kind: "number" }>,
  result: ToolResult & { ok: true },
  today: LocalDate,
): string | undefined {
  if (result.name === "get_health") return pathInHealth(claim, HealthAnswer.safeParse(result.value).data, today);
  if (result.name !== "get_crs") return undefined;
  const parsed = DayScore.safeParse(result.value);
  if (!parsed.success) return undefined;
  const score = parsed.data;
  switch (claim.kind) {
    case "bodyZone":
      return score.bodyZone === claim.bodyZone ? "bodyZone" : undefined;
    case "drag":
      return score.drag === claim.pillar ? "drag" : undefined;
    case "missing":
      return score.missing.includes(claim.pillar) ? "missing" : undefined;
    case "provisional":
      return score.status === "provisional" ? "status" : undefined;
    case "no_score":
      return score.form === undefined && score.recovery === undefined ? "reason" : undefined;
    case "pillar": {
      const band = score.pillars[claim.pillar]?.band;
      return band !== undefined && DIRECTION[band] === claim.direction ? `pillars.${claim.pillar}.band` : undefined;
    }
    case "zone_before":
    case "trend":
    case "since_morning":
    case "streak":
    case "rank":
    case "hours":
    case "arrival":
      return undefined;
  }
}

function pathInHealth(claim: BodyClaim, health: HealthAnswer | undefined, today: LocalDate): string | undefined {
  if (health === undefined) return undefined;
  switch (claim.kind) {
    case "trend":
      return health.trend === claim.trend ? "trend" : undefined;
    case "zone_before":
      if (health.date === addDays(today, -1)) return health.bodyZone === claim.bodyZone ? "bodyZone" : undefined;
      return health.yesterday === claim.bodyZone ? "yesterday" : undefined;
    case "since_morning":
      return health.sinceMorning === claim.moved ? "sinceMorning" : undefined;
    case "streak":
      return pathOfStreak(claim.days, health);
    case "arrival": {
      const { usualArrival } = health;
      return usualArrival !== undefined && clockWords(usualArrival) === claim.time ? "usualArrival" : undefined;
    }
    case "rank":
      return pathOfRank(claim, health);
    case "pillar":
      return pathOfFinding(claim, health);
    case "hours":
      return pathOfHours(claim, health);
    default:
      return undefined;
  }
}

function pathOfHours({ of, halves }: Extract<BodyClaim, { kind: "hours" }>, { night }: HealthAnswer) {
  const { halfHoursAsleep, halfHoursOwed, halfHoursLate } = night ?? {};
  const known = { asleep: halfHoursAsleep, owed: halfHoursOwed, late: Math.abs(halfHoursLate ?? 0) };
  const fits = of === "any" ? Object.values(known).includes(halves) : known[of] === halves;
  return fits ? "night" : undefined;
}

function pathOfStreak(days: number, { signs, bodyStrain, daysInZone }: HealthAnswer): string | undefined {
  if (bodyStrain?.days === days) return "bodyStrain.days";
  if (daysInZone === days) return "daysInZone";
  const index = signs.findIndex((sign) => sign.days === days);
  return index < 0 ? undefined : `signs.${index}.days`;
}

/**
 * Returns the path of the sign that carries a claim such as "the lowest in 30 days". The sign must be the most extreme
 * among at least that many known days.
 */
function pathOfRank(claim: Extract<BodyClaim, { kind: "rank" }>, { signs }: HealthAnswer): string | undefined {
  const index = signs.findIndex(
    ({ sign, side, mostOf = 0 }) => claim.signs.includes(sign) && side === claim.side && mostOf >= claim.days,
  );
  return index < 0 ? undefined : `signs.${index}.mostOf`;
}

/** The findings about a pillar, by what they say of it. A better resting heart rate or breathing is the lower one. */
const FINDINGS: Partial<
  Record<Pillar, readonly { readonly sign: SignName; readonly worse: readonly Sign["side"][] }[]>
> = {
  sleep: [
    { sign: "sleepLength", worse: ["low"] },
    { sign: "sleepQuality", worse: ["low"] },
  ],
  cass: [{ sign: "hrv", worse: ["low"] }],
  rhrts: [{ sign: "restingHr", worse: ["high"] }],
  rrs: [{ sign: "breathing", worse: ["high"] }],
  circadian: [
    { sign: "bedTime", worse: ["low", "high"] },
    { sign: "wakeTime", worse: ["low", "high"] },
  ],
  motion: [{ sign: "activity", worse: ["low", "high"] }],
};

/** The pillars that rest on one reading. */
const ONE_SIGN: readonly Pillar[] = ["cass", "rhrts", "rrs"];

const NIGHT_DIRECTION: Record<NightFinding["kind"], Direction | undefined> = {
  rough: "worse",
  short: "worse",
  broken: "worse",
  usual: "usual",
  good: "better",
  first: undefined,
};

function pathOfFinding(
  { pillar, direction }: Extract<BodyClaim, { kind: "pillar" }>,
  { signs, turns = [], night, bodyStrain }: HealthAnswer,
): string | undefined {
  for (const { sign, worse } of FINDINGS[pillar] ?? []) {
    const turn = turns.findIndex((one) => one.sign === sign && !one.crossed);
    if (direction === "usual" && turn >= 0) return `turns.${turn}`;
    const index = signs.findIndex((one) => one.sign === sign);
    const found = signs[index];
    if (found && direction === (worse.includes(found.side) ? "worse" : "better")) return `signs.${index}`;
    if (direction === "worse" && bodyStrain?.signs.includes(sign)) return "bodyStrain.signs";
  }
  if (pillar !== "sleep" || night === undefined) return undefined;
  if (direction === "usual") {
    const isOff = signs.some(({ sign }) => sign === "sleepLength");
    return !isOff && (night.kind === "usual" || night.kind === "short") ? "night.kind" : undefined;
  }
  if (NIGHT_DIRECTION[night.kind] === direction) return "night.kind";
  return direction === "worse" && (night.halfHoursOwed ?? 0) > 0 ? "night.halfHoursOwed" : undefined;
}

function pathOfNumber(value: unknown, wanted: string, path = ""): string | undefined {
  if (typeof value === "number") return String(value) === wanted ? path : undefined;
  if (typeof value === "string") return mentions(value, wanted) ? path : undefined;
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = pathOfNumber(member, wanted, path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mentions(text: string, number: string): boolean {
  return (
    text.split(/[^\d.,:]+/).some((part) => part.replace(/[.,:]{1,4}$/, "") === number) ||
    text.split(/\D+/).includes(number)
  );
}
