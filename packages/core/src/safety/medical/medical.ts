// Finds statements about health that no author may make to a person: a diagnosis, a change of medication, a dose, a
// prognosis, and harmful advice (harm.ts; docs/sources.md, Raw health and words). Facts, the person's own reminders and
// "ask a doctor" are allowed.
//
// The steps are as in crisis/danger.ts: names become kinds (tokens.ts), phrases are found over the kinds, and the words
// around a phrase decide whether it is a claim. "Only a doctor can say if you have …" is no claim. The work per word is
// constant.
import { filled, type PhraseMatch, phraseMatcher } from "../phrases.ts";
import { STOP } from "../words.ts";
import { CHANGE, gistsOf } from "./gist.ts";
import { HARMS, harmIn } from "./harm.ts";
import { words } from "./lexicon.ts";
import { START, type Token, tokensOf } from "./tokens.ts";
import lists from "./words.json" with { type: "json" };

const MEDICAL_FAULTS = ["dose", "medication", "prognosis", "diagnosis", ...HARMS] as const;
type MedicalFault = (typeof MEDICAL_FAULTS)[number];

/** How a match is judged. With `order` it must be an order or an advice, and "not" before it makes it harmless. */
type Reading = {
  readonly fault: MedicalFault;
  readonly order?: true;
  /** Advice against taking something. With a number of tablets it is harmless. */
  readonly omit?: true;
  readonly foreign?: true;
  /** Counts only if a medicine was named before. */
  readonly afterMedicine?: true;
};

/** The phrases of each reading are in the file of data/words/medical with the same name. */
const READINGS = {
  diagnosis: { fault: "diagnosis" },
  change: { fault: "medication", order: true },
  it: { fault: "medication", order: true, afterMedicine: true },
  omit: { fault: "medication", omit: true },
  medication: { fault: "medication" },
  take: { fault: "dose", order: true },
  dose: { fault: "dose" },
  prognosis: { fault: "prognosis" },
  "other-diagnosis": { fault: "diagnosis", foreign: true },
  "other-medication": { fault: "medication", foreign: true },
  "other-omit": { fault: "medication", omit: true, foreign: true },
  "other-dose": { fault: "dose", foreign: true },
  "other-prognosis": { fault: "prognosis", foreign: true },
} as const satisfies Readonly<Record<string, Reading>>;
type ReadingName = keyof typeof READINGS;

const claimsIn = phraseMatcher(
  Object.fromEntries(
    (Object.keys(READINGS) as ReadingName[]).flatMap((reading) =>
      Object.entries(filled<string>(lists[reading], lists.parts)).map(([name, phrases]) => [
        `${reading} ${name}`,
        phrases,
      ]),
    ),
  ),
);

/** Returns the fault of the text, or undefined. */
export function medicalFault(text: string): MedicalFault | undefined {
  const tokens = tokensOf(text);
  const found = new Set<MedicalFault>(
    claimsIn(tokens).flatMap((match) => {
      const reading: Reading = READINGS[match.name.split(" ")[0] as ReadingName];
      return isMeant(match, reading, tokens) ? [reading.fault] : [];
    }),
  );
  if (isRecommended(tokens)) found.add("medication");
  if (isClaimed(tokens)) found.add("diagnosis");
  for (const fault of gistsOf(tokens)) found.add(fault);
  const harm = harmIn(text);
  if (harm !== undefined) found.add(harm);
  return MEDICAL_FAULTS.find((fault) => found.has(fault));
}

function isMeant(match: PhraseMatch, reading: Reading, tokens: readonly Token[]): boolean {
  const { fault, order, foreign } = reading;
  if (reading.afterMedicine && !has(wordsBefore(tokens, match.from, MOST_WORDS_OF_TOPIC), ANY_MEDICINE)) return false;
  const before = sentenceBefore(tokens, match.from);
  const after = sentenceAfter(tokens, match.to);
  const inside = tokens.slice(match.from, match.to);
  if (reading.omit && has(inside, AMOUNTS) && !has(inside, OWN)) return false;
  if (foreign) return !isForeignFrame(reading, before, inside, after);
  // In a claim, its own words before the last one count as words before it: "you told me you have …".
  const upTo = order ? before : [...before, ...inside.slice(0, -1)];
  if (isReported(upTo, fault, inside) || isUnknown(upTo)) return false;
  if (fault === "diagnosis" && has(before, FEELING)) return false;
  if (order && (!isAdvice(before, inside) || isNegated(before, inside))) return false;
  if (fault === "diagnosis") return isDiagnosis(before, inside, wordsAround(tokens, match.to));
  if (fault === "prognosis") return !isAsked(before, inside, fault);
  if (has(before, TAKING) && isNegated(before, inside)) return false;
  return !isSafeAfter([...inside, ...after]) && !isAsked(before, inside, fault) && !isDevice(before, inside, after);
}

/** How many words before and after a claim are read. */
const LOOK_BACK = 16;
const LOOK_AHEAD = 12;
const TURNS = words("but however yet aber pero mais ma mas");

/** Returns the words before a claim in its sentence, but not further than a "but". The nearest is last. */
function sentenceBefore(tokens: readonly Token[], from: number): readonly Token[] {
  const before = wordsBefore(tokens, from, LOOK_BACK);
  const start = before.findLastIndex(({ text }) => text === START || TURNS.has(text));
  return before.slice(start + 1);
}

function sentenceAfter(tokens: readonly Token[], to: number): readonly Token[] {
  const ahead = tokens.slice(to, to + LOOK_AHEAD);
  const end = ahead.findIndex(({ text }) => text === STOP);
  return end < 0 ? ahead : ahead.slice(0, end);
}

const has = (tokens: readonly Token[], among: ReadonlySet<string>) => tokens.some(({ text }) => among.has(text));
const hasComma = (tokens: readonly Token[]) => tokens.some(({ pause }) => pause === "comma");

/** Returns at most `most` words before position `at`. Returns none if `at` is -1. */
function wordsBefore(tokens: readonly Token[], at: number, most: number): readonly Token[] {
  return at < 0 ? [] : tokens.slice(Math.max(0, at - most), at);
}

function wordsAround(tokens: readonly Token[], at: number): readonly Token[] {
  return wordsBefore(tokens, at + LOOK_BACK, 2 * LOOK_BACK);
}

/** Returns the words from the last word of `among` on. */
function since(tokens: readonly Token[], among: ReadonlySet<string>): readonly Token[] {
  const at = tokens.findLastIndex(({ text }) => among.has(text));
  return at < 0 ? [] : tokens.slice(at);
}

const TOLD = words(
  "said told mentioned wrote asked noted logged planned reported diagnosed prescribed took asking says say tells called titled named",
);
const TELLERS = words(
  "you doctor doctors gp note notes list task tasks reminder calendar label leaflet prescription letter plan",
);
const TALES = words(
  "film movie novel book story article song play plays character episode titled called headline essay chapter poem joke",
);
const SO = words("so therefore");
const ME = words("me us");
const WHAT = words("all everything what things");

/**
 * True when the words before repeat what the person, their doctor or their own list said, or belong to a story. Words
 * after a comma may be the author's own: "as you said, stop taking …".
 */
function isReported(before: readonly Token[], fault: MedicalFault, inside: readonly Token[]): boolean {
  if (has(before.slice(1), TALES)) return true;
  const last = before.findLastIndex(({ text }) => TOLD.has(text));
  // In "your pulse tells me you have …" nobody has told it.
  const told = !has(before.slice(0, last), TELLERS) && has(before, ME) ? -1 : last;
  // "All you told me fits …" is the author's own judgement.
  if (has(wordsBefore(before, told, LOOK_BACK), WHAT) && before.length > told + 2) return false;
  const teller = before.findLastIndex(({ text }) => TELLERS.has(text));
  if (teller < 0) return false;
  const from = told < 0 && before[teller]?.text !== "you" ? teller : told;
  if (from < 0) return false;
  const rest = before.slice(from + 1);
  if (has(rest, SO)) return false;
  // A list or a letter is quoted only after a colon or in quotation marks.
  if (told < 0 && !rest.some(({ pause }) => pause === "other") && fault !== "dose") return false;
  return fault === "diagnosis" || !hasComma([...rest, ...inside.slice(0, 1)]);
}

const KNOWS = words(
  "tell say know judge diagnose confirm guess name decide mean prove show imply make suggest indicate advise recommend",
);
const WHETHER = words("whether");
const CANNOT = words("not never unable cannot");
const CHECKERS = words("doctor doctors pharmacist gp nurse clinician professional specialist physician medical");
const CAN = words("can could may might will would should");

/** True after words such as "I cannot say that …", "this does not mean …", "a doctor can tell …", "whether …". */
function isUnknown(before: readonly Token[]): boolean {
  if (has(before, WHETHER)) return true;
  const knows = before.findLastIndex(({ text }) => KNOWS.has(text));
  if (has(wordsBefore(before, knows, 3), CANNOT)) return true;
  const checked = since(before, CHECKERS);
  return has(checked, CAN) && !hasComma(checked);
}

const BEFORE_ORDER = words(
  "and or then please you should could can may might must would will shall lets better instead ahead not never today tonight why just i try rather so xhedge",
);
const ASKS_TO = words(
  "time safe okay ok fine need needs free best better help helps idea want hesitate possible afraid worry wise recommend advise suggest ought like try able going good reason how allowed ready welcome no smart have tell encourage urge forget remember",
);

/**
 * True when the verb is an order or an advice: it begins a clause, or follows words such as "you should" or "it is safe
 * to". "You have" is neither.
 */
function isAdvice(before: readonly Token[], [verb]: readonly Token[]): boolean {
  const last = before.at(-1)?.text;
  if (last === undefined || verb?.pause !== "") return true;
  if (last === "to") return has(before, ASKS_TO);
  return BEFORE_ORDER.has(last) && !(last === "you" && verb.text === "have");
}

const AMOUNTS = words("xnum double more");
const OWN = words(
  "your the dein deine deinen ihre ihren tu tus su sus ton ta tes votre vos tuo tua tuoi tue suo sua suoi sue seu seus suas teu teus tuas",
);
const TAKING = words("take taking use using swallow exceed give");
const SPOILS = words("hesitate worry afraid forget why and mind delay wait fear");
const NEGATIONS = words("not never without before");

/**
 * True when "not" belongs to the verb: "do not stop", "never change or stop". After a comma a new order begins, as in
 * "don't be silly, stop …", but not in "do not skip, halve or stop …" and "do not, even tonight, stop …".
 */
function isNegated(before: readonly Token[], inside: readonly Token[]): boolean {
  const near = before.slice(-4);
  const not = near.findLastIndex(({ text }) => NEGATIONS.has(text));
  if (not < 0 || has(near, SPOILS)) return false;
  const between = near.slice(not + 1);
  const pauses = [...between, ...inside.slice(0, 1)].filter(({ pause }) => pause !== "");
  return pauses.length === 0 || pauses.length === 2 || has(between, CHANGE);
}

const ASKING = words("ask asks asked check know tell say see wonder sure question");
const QUESTION = words("do did have has are were is does");
const ABOUT = words("about before without");
const MOST_ABOUT = 3;
/** The first word of "how about" and "what about". */
const HOW = words("how what");

/** True for "do you have …", "did you take …", "ask if …", "if you have …". */
function isAsked(before: readonly Token[], inside: readonly Token[], fault: MedicalFault): boolean {
  const all = [...before, ...inside];
  const [first, second] = all;
  if (first && second?.text === "you" && QUESTION.has(first.text) && fault !== "medication") return true;
  const iff = before.findLastIndex(({ text }) => text === "if");
  if (has(wordsBefore(before, iff, LOOK_BACK), ASKING)) return true;
  const about = since(before, ABOUT);
  if (about.length === 0 || about.length > MOST_ABOUT || HOW.has(before.at(-about.length - 1)?.text ?? ""))
    return false;
  return !hasComma([...about.slice(1), ...inside.slice(0, 1)]);
}

const PRESCRIBED = words("prescribed directed instructed usual planned agreed always recommended");
const ONLY = words("only unless until except");
const LISTS = words("list tasks task cart basket calendar bag order shopping");

/** True before words such as "… as prescribed", "… only with your doctor", "… to your shopping list". */
function isSafeAfter(rest: readonly Token[]): boolean {
  return rest.some(({ text }, i) => {
    const next = rest.slice(i + 1);
    if (text === "as") return has(next.slice(0, 2), PRESCRIBED) || has(next.slice(0, 2), CHECKERS);
    if (ONLY.has(text)) return has(next.slice(0, 6), CHECKERS);
    return text === "to" && has(next.slice(0, 4), LISTS);
  });
}

const DEVICES = words("phone laptop screen device devices charger charging update app ipad android kindle battery");

function isDevice(...parts: readonly (readonly Token[])[]): boolean {
  return parts.some((tokens) => has(tokens, DEVICES));
}

const NOT_BODIES = words(
  "laptop computer phone pc server software file files network plant plants tomato tree roses garden market economy appointment meeting event talk presentation topic subject theme title essay paper thesis calendar reminder list novel film",
);
const EMERGENCIES =
  /heart attack|cardiac arrest|stroke|anaphylaxis|allergic reaction|poisoning|overdose|clot|sepsis|seizure/;
const CALLS = words("call ring dial ambulance emergency");

function isDiagnosis(before: readonly Token[], inside: readonly Token[], nearby: readonly Token[]): boolean {
  if (isAsked(before, inside, "diagnosis") || isIf(before, inside)) return false;
  if (has([...before.slice(-4), ...inside], NOT_BODIES)) return false;
  return !(EMERGENCIES.test(inside.at(-1)?.was ?? "") && has(nearby, CALLS));
}

const MOST_WORDS_OF_TOPIC = 40;
const SPEAKER = words("ask i");

const IT = words("it this that these those");
const ILLNESS = words("xillness xsigned");
const PERSON = words("you your xkin");
const CLAIMS = words("see think say bet put read suspect spot notice sense call believe reckon fear");
/** Words that make an illness a topic: "your talk on diabetes", "the risk of …". */
const TOPICAL = words(
  "about on for against of at regarding than or and from into like as by without xhedge between to in",
);
/** Verbs for what a person may do about an illness that they do not have. */
const HARMLESS_VERBS = words(
  "prevent avoid treat manage reduce protect fight help helps learn read study research discuss understand ask test know watch wrote write added put moved set noted missed miss sorry raise cover covers lower cause causes causing increase include includes including mention cured beat support face relieve ease sure want need needs",
);
const MOST_BETWEEN = 7;
const MOST_AFTER_IT = 3;

/**
 * Finds a statement that the person has an illness, in words that no phrase covers. The illness is near "you", "your"
 * or "I see", is not a topic, and does not follow a verb such as "prevent". Words after a colon count too: "Let me be
 * frank: …".
 */
function isClaimed(tokens: readonly Token[]): boolean {
  return tokens.some((token, i) => {
    if (!ILLNESS.has(token.text)) return false;
    const before = sentenceBefore(tokens, i);
    const from = before.findLastIndex(({ text }) => PERSON.has(text) || IT.has(text) || text === "i");
    const subject = before[from]?.text ?? "";
    const between = before.slice(from + 1);
    const next = tokens[i + 1];
    const ends = next === undefined || next.text === STOP;
    const announced = token.pause === "other" && ends && has(before, words("me my frank honest verdict"));
    const last = between.at(-1)?.text ?? "";
    const near =
      from >= 0 &&
      between.length > 0 &&
      between.length <= (IT.has(subject) ? MOST_AFTER_IT : MOST_BETWEEN) &&
      (subject !== "i" || CLAIMS.has(between[0]?.text ?? "")) &&
      (!IT.has(subject) || subject === "these" || has(between, words("is are was nothing"))) &&
      token.pause !== "other";
    if (!announced && (!near || TOPICAL.has(last) || has(between, HARMLESS_VERBS))) return false;
    if (isReported(before, "diagnosis", []) || isUnknown(before) || has(before, FEELING)) return false;
    return isDiagnosis(before, [...between, token], wordsAround(tokens, i));
  });
}

const MEDICINE = words("xdrug xsupp");
const ANY_MEDICINE = words("xdrug xsupp xmeds xdose");
const RECOMMENDS = words(
  "should would try best better fine okay ok safe stronger weaker lowest highest rest without enough start helps calm works good smart wise",
);
const ADDRESSED = words("you your try ask start have take give it");
/** A sentence with one of these words sends the person to someone, or is about their plans. */
const SENT_ON = words(
  "doctor doctors pharmacist pharmacy leaflet gp nurse prescribed prescriber medical list lists reminder remind reminders note calendar task tasks bag pack bring question whether if before judge people many some patients not never said told asked wrote mentioned planned",
);

/** Finds a recommended or approved medicine, in words that no phrase covers. */
function isRecommended(tokens: readonly Token[]): boolean {
  return tokens.some((token, i) => {
    if (!ANY_MEDICINE.has(token.text)) return false;
    const around = [...sentenceBefore(tokens, i), ...sentenceAfter(tokens, i)];
    if (!has(around, RECOMMENDS) || has(around, SENT_ON) || isDevice(around)) return false;
    return has(around, ADDRESSED) && (MEDICINE.has(token.text) || has(around, RESTS));
  });
}

const RESTS = words("rest without stronger weaker lowest highest");

const FEELING = words("sorry glad hard tough sad");

const CONDITION = words("if when unless");
/** Words before an "if" that is no condition: "as if you had", "not surprised if you had". */
const NO_CONDITION = words("as surprised wonder");

/** True for a condition such as "if you have asthma, …", but not for "if you ask me, it is asthma". */
function isIf(before: readonly Token[], inside: readonly Token[]): boolean {
  const at = before.findLastIndex(({ text }) => CONDITION.has(text));
  if (at < 0 || NO_CONDITION.has(before[at - 1]?.text ?? "")) return false;
  const rest = [...before.slice(at + 1), ...inside.slice(0, 1)];
  return !has(rest, SPEAKER) && !hasComma(rest);
}

const FOREIGN_NOT = words("nicht nie niemals kein keine keinen no nunca jamas ne n pas jamais non mai nao");
const FOREIGN_IF = words("ob wenn falls bevor si antes avant se prima");
const FOREIGN_CHECKERS = words(
  "arzt arztin arztes apotheker apothekerin medico medica doctor doctora farmaceutico farmaceutica medecin pharmacien pharmacienne farmacista rucksprache",
);
const FOREIGN_WITHOUT = words("ohne sin sans senza sem");
/** Words that reverse a "not" in other languages: "don't hesitate", "don't worry", "don't be afraid". */
const FOREIGN_SPOILS = words(
  "zogere zogern angst sorge sorgen und dudes dude dudar miedo preocupes preocupe esperes y hesite hesites hesitez peur inquiete attends et esitare esiti paura preoccuparti aspettare hesitar medo receio",
);
const FOREIGN_PRESCRIBED = words(
  "wie laut como segun conforme comme selon come secondo verordnet recetaron prescrit prescritto receitada",
);
/** How many words may stand before "not" after the claim. German puts "not" after the medicine. */
const MOST_BEFORE_NOT = 2;

/**
 * True when the words around a claim in another language make it harmless. Words before a comma belong to another
 * clause.
 */
function isForeignFrame(
  { fault, omit }: Reading,
  before: readonly Token[],
  inside: readonly Token[],
  after: readonly Token[],
): boolean {
  const said = [...before, ...inside.slice(0, 1)];
  const clause = before.slice(
    Math.max(
      0,
      said.findLastIndex(({ pause }) => pause !== ""),
    ),
  );
  const spoiled = has(clause, FOREIGN_SPOILS);
  const safe = [FOREIGN_IF, FOREIGN_CHECKERS, ...(omit ? [] : [FOREIGN_NOT])];
  if (!spoiled && safe.some((among) => has(clause, among))) return true;
  const rest = [...inside, ...after];
  if (has(since(rest, omit ? FOREIGN_WITHOUT : FOREIGN_IF), FOREIGN_CHECKERS)) return true;
  if (has(after.slice(0, 1), FOREIGN_PRESCRIBED)) return true;
  return !omit && fault !== "diagnosis" && has([...inside, ...after.slice(0, MOST_BEFORE_NOT)], FOREIGN_NOT);
}
