/**
 * Finds what no author may tell a person about their health: a diagnosis, a change of medication, a dose, a prognosis
 * (docs/sources.md, Raw health and words). Facts, the person's own reminders and "ask a doctor" pass.
 *
 * Meaning is read in steps, as for danger (crisis/danger.ts): names become kinds (tokens.ts), phrases of a claim are
 * found over the kinds, and the words around a claim decide whether it is one. "Only a doctor can say if you have …" is
 * none. The work per word is constant.
 */
import { type PhraseMatch, phraseMatcher } from "../phrases.ts";
import { STOP } from "../words.ts";
import * as english from "./english.ts";
import { gistsOf } from "./gist.ts";
import * as others from "./other-languages.ts";
import { START, type Token, tokensOf } from "./tokens.ts";

const MEDICAL_FAULTS = ["dose", "medication", "prognosis", "diagnosis"] as const;
export type MedicalFault = (typeof MEDICAL_FAULTS)[number];

/** What is read into a match: `order` must be an order or an advice, and "not" before it makes it safe. */
type Reading = {
  readonly fault: MedicalFault;
  readonly order?: true;
  readonly foreign?: true;
  /** Holds only where a medicine was named before. */
  readonly afterMedicine?: true;
};

const READINGS: Readonly<Record<string, Reading & { readonly phrases: Readonly<Record<string, readonly string[]>> }>> =
  {
    diagnosis: { fault: "diagnosis", phrases: english.DIAGNOSIS },
    change: { fault: "medication", order: true, phrases: english.MEDICATION_ADVICE },
    it: { fault: "medication", order: true, afterMedicine: true, phrases: english.MEDICATION_IT },
    omit: { fault: "medication", phrases: english.MEDICATION_OMIT },
    medication: { fault: "medication", phrases: english.MEDICATION },
    take: { fault: "dose", order: true, phrases: english.DOSE_ADVICE },
    dose: { fault: "dose", phrases: english.DOSE },
    prognosis: { fault: "prognosis", phrases: english.PROGNOSIS },
    "other-diagnosis": { fault: "diagnosis", foreign: true, phrases: others.DIAGNOSIS },
    "other-medication": { fault: "medication", foreign: true, phrases: others.MEDICATION },
    "other-dose": { fault: "dose", foreign: true, phrases: others.DOSE },
    "other-prognosis": { fault: "prognosis", foreign: true, phrases: others.PROGNOSIS },
  };

const claimsIn = phraseMatcher(
  Object.fromEntries(
    Object.entries(READINGS).flatMap(([reading, { phrases }]) =>
      Object.entries(phrases).map(([name, sources]) => [`${reading} ${name}`, sources]),
    ),
  ),
);

/** Returns the fault of the text, or undefined. */
export function medicalFault(text: string): MedicalFault | undefined {
  const tokens = tokensOf(text);
  const found = new Set(
    claimsIn(tokens).flatMap((match) => {
      const reading = READINGS[match.name.split(" ")[0] ?? ""];
      return reading && isMeant(match, reading, tokens) ? [reading.fault] : [];
    }),
  );
  if (isRecommended(tokens)) found.add("medication");
  if (isClaimed(tokens)) found.add("diagnosis");
  for (const fault of gistsOf(tokens)) found.add(fault);
  return MEDICAL_FAULTS.find((fault) => found.has(fault));
}

function isMeant(match: PhraseMatch, reading: Reading, tokens: readonly Token[]): boolean {
  const { fault, order, foreign } = reading;
  if (
    reading.afterMedicine &&
    !has(tokens.slice(Math.max(0, match.from - MOST_WORDS_OF_TOPIC), match.from), ANY_MEDICINE)
  )
    return false;
  const before = sentenceBefore(tokens, match.from);
  const after = sentenceAfter(tokens, match.to);
  const inside = tokens.slice(match.from, match.to);
  if (foreign) return !isForeignFrame(before, inside, after);
  // Of a claim, also the words up to its last one are looked at: "you told me you have …".
  const upTo = order ? before : [...before, ...inside.slice(0, -1)];
  if (isReported(upTo, fault, inside[0]) || isUnknown(upTo)) return false;
  if (fault === "diagnosis" && has(before, FEELING)) return false;
  if (order && (!isAdvice(match.from, tokens) || isNegated(before))) return false;
  if (fault === "diagnosis") return isDiagnosis(match, before, inside, tokens);
  if (fault === "prognosis") return !isAsked(before, inside, fault);
  return !isSafeAfter([...inside, ...after]) && !isAsked(before, inside, fault) && !isDevice(before, inside, after);
}

/** The words that are looked at before and after a claim. */
const LOOK_BACK = 16;
const LOOK_AHEAD = 12;
const TURNS = new Set(["but", "however", "yet", "aber", "pero", "mais", "ma", "mas"]);

/** Returns the words before a claim in its sentence, up to a "but", the nearest last. */
function sentenceBefore(tokens: readonly Token[], from: number): Token[] {
  const words: Token[] = [];
  for (let i = from - 1; words.length < LOOK_BACK; i--) {
    const token = tokens[i];
    if (token === undefined || token.text === START || TURNS.has(token.text)) break;
    words.unshift(token);
  }
  return words;
}

function sentenceAfter(tokens: readonly Token[], to: number): Token[] {
  const ahead = tokens.slice(to, to + LOOK_AHEAD);
  const end = ahead.findIndex(({ text }) => text === STOP);
  return end < 0 ? ahead : ahead.slice(0, end);
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));
const has = (tokens: readonly Token[], words: ReadonlySet<string>) => tokens.some(({ text }) => words.has(text));

const TOLD = set(
  "said told mentioned wrote asked noted logged planned reported diagnosed prescribed took asking says say tells called titled named",
);
const TELLERS = set(
  "you doctor doctors gp note notes list task tasks reminder calendar label leaflet prescription letter plan",
);
const TALES = set(
  "film movie novel book story article song play plays character episode titled called headline essay chapter poem joke",
);
const SO = set("so therefore");
const ME = set("me us");
const WHAT = set("all everything what things");

/**
 * True when the words before repeat what the person, their doctor or their own list said, or tell a tale. What follows
 * after a comma may be an author's own: "as you said, stop taking …".
 */
function isReported(before: readonly Token[], fault: MedicalFault, first?: Token): boolean {
  if (before.some(({ text }, i) => i > 0 && TALES.has(text))) return true;
  const last = before.findLastIndex(({ text }) => TOLD.has(text));
  // "Your pulse tells me you have …" has no teller.
  const told = last > 0 && !has(before.slice(0, last), TELLERS) && has(before.slice(last, last + 2), ME) ? -1 : last;
  // "All you told me fits …" is a verdict on what was told.
  if (has(before.slice(Math.max(0, told - 3), Math.max(0, told)), WHAT) && before.slice(told + 1).length > 1)
    return false;
  const teller = before.findLastIndex(({ text }) => TELLERS.has(text));
  if (teller < 0) return false;
  const list = before.slice(teller).some(({ text }) => text !== "you") && before[teller]?.text !== "you";
  const from = told >= 0 ? told : list ? teller : -1;
  if (from < 0) return false;
  const rest = before.slice(from + 1);
  if (has(rest, SO)) return false;
  // A list or a letter is quoted after a colon or in quotation marks.
  if (told < 0 && !rest.some(({ pause }) => pause === "other") && fault !== "dose") return false;
  return fault === "diagnosis" || ![...rest, ...(first ? [first] : [])].some(({ pause }) => pause === "comma");
}

const KNOWS = set(
  "tell say know judge diagnose confirm guess name decide mean prove show imply make suggest indicate advise recommend",
);
const CANNOT = set("not never unable cannot");
const CHECKERS = set("doctor doctors pharmacist gp nurse clinician professional specialist physician medical");
const CAN = set("can could may might will would should");

/** "I cannot say that …", "this does not mean …", "a doctor can tell …", "whether …". */
function isUnknown(before: readonly Token[]): boolean {
  if (before.slice(-8).some(({ text }) => text === "whether")) return true;
  const knows = before.findLastIndex(({ text }) => KNOWS.has(text));
  if (knows >= 0 && has(before.slice(Math.max(0, knows - 3), knows), CANNOT)) return true;
  const checker = before.findLastIndex(({ text }) => CHECKERS.has(text));
  return (
    checker >= 0 && has(before.slice(checker), CAN) && !before.slice(checker).some(({ pause }) => pause === "comma")
  );
}

const BEFORE_ORDER = set(
  "and or then please you should could can may might must would will shall lets better instead ahead not never today tonight why just i try rather so",
);
const ASKS_TO = set(
  "time safe okay ok fine need needs free best better help helps idea want hesitate possible afraid worry wise recommend advise suggest ought like try able going good reason how allowed ready welcome no smart have tell encourage urge forget remember",
);

/** True when the verb at `at` is an order or an advice: it starts a clause or follows "you should", "it is safe to". */
function isAdvice(at: number, tokens: readonly Token[]): boolean {
  const token = tokens[at];
  const last = tokens[at - 1];
  if (!last || !token || last.text === START || token.pause !== "") return true;
  const before = sentenceBefore(tokens, at);
  const isHave = token.text === "have";
  if (last.text === "to") return has(before.slice(-5, -1), ASKS_TO);
  if (last.text === "you" && isHave) return false;
  if (BEFORE_ORDER.has(last.text) || last.text === "xhedge" || last.text === "but") return true;
  // In "today stop" and "if you feel tired stop" the order is to the reader.
  return false;
}

const SPOILS = set("hesitate worry afraid forget why and mind delay wait fear");

/** True when "not" stands before the verb: "do not stop", "never change or stop". */
function isNegated(before: readonly Token[]): boolean {
  const near = before.slice(-4);
  const not = near.findLastIndex(
    ({ text }) => text === "not" || text === "never" || text === "without" || text === "before",
  );
  return not >= 0 && !has(near.slice(Math.max(0, not - 1)), SPOILS);
}

const ASKING = set("ask asks asked check know tell say see wonder sure question");
const QUESTION = set("do did have has are were is does");

/** "Do you have …", "did you take …", "ask if …", "if you have …". */
function isAsked(before: readonly Token[], inside: readonly Token[], fault: MedicalFault): boolean {
  const all = [...before, ...inside];
  const [first, second] = all;
  if (first && second?.text === "you" && QUESTION.has(first.text) && fault !== "medication") return true;
  const iff = before.findLastIndex(({ text }) => text === "if");
  if (iff >= 0 && has(before.slice(0, iff), ASKING)) return true;
  if (fault === "medication" || fault === "dose") {
    const asking = before.findLastIndex(({ text }) => text === "about" || text === "before" || text === "without");
    const how = before[asking - 1]?.text;
    return asking >= 0 && asking >= before.length - 3 && how !== "how" && how !== "what";
  }
  return false;
}

const PRESCRIBED = set("prescribed directed instructed usual planned agreed always recommended");
const ONLY = set("only unless without until except");
const LISTS = set("list tasks task cart basket calendar bag order shopping");

/** "… as prescribed", "… only with your doctor", "… to your shopping list". */
function isSafeAfter(rest: readonly Token[]): boolean {
  return rest.some(({ text }, i) => {
    const next = rest.slice(i + 1);
    if (text === "as")
      return next.slice(0, 1).some((word) => PRESCRIBED.has(word.text)) || has(next.slice(0, 2), CHECKERS);
    if (ONLY.has(text)) return has(next.slice(0, 6), CHECKERS) || has(next.slice(0, 2), set("asking advice"));
    return text === "to" && has(next.slice(0, 4), LISTS);
  });
}

const DEVICES = set("phone laptop screen device devices charger charging update app ipad android kindle battery");

function isDevice(...parts: readonly (readonly Token[])[]): boolean {
  return parts.some((tokens) => has(tokens, DEVICES));
}

const NOT_BODIES = set(
  "laptop computer phone pc server software file files network plant plants tomato tree roses garden market economy appointment meeting event talk presentation topic subject theme title essay paper thesis calendar reminder list novel film",
);
const EMERGENCIES =
  /heart attack|cardiac arrest|stroke|anaphylaxis|allergic reaction|poisoning|overdose|clot|sepsis|seizure/;
const CALLS = set("call ring dial ambulance emergency");
const IT = set("it this that these those");

function isDiagnosis(match: PhraseMatch, before: readonly Token[], inside: readonly Token[], tokens: readonly Token[]) {
  if (isAsked(before, inside, "diagnosis") || isIf(before, inside[0]?.pause)) return false;
  if (has([...before.slice(-4), ...inside], NOT_BODIES)) return false;
  const named = inside.at(-1)?.was ?? "";
  const nearby = tokens.slice(Math.max(0, match.from - LOOK_BACK), match.to + LOOK_BACK);
  if (EMERGENCIES.test(named) && has(nearby, CALLS)) return false;
  // "Sleep apnea is common. It is a disorder of sleep." goes on about the illness.
  const earlier = tokens.slice(Math.max(0, match.from - MOST_WORDS_OF_TOPIC), match.from);
  const aboutTopic =
    IT.has(inside[0]?.text ?? "") && earlier.some(({ text }) => text === "xillness" || text === "xsigned");
  return !(aboutTopic && !has(inside, set("xhedge your you not looks sounds")));
}

const MOST_WORDS_OF_TOPIC = 40;
const SPEAKER = set("ask i");

const ILLNESS = set("xillness xsigned");
const PERSON = set("you your xkin");
const CLAIMS = set("see think say bet put read suspect spot notice sense call believe reckon fear");
/** Before the name of an illness they make it a topic: "your talk on diabetes", "the risk of …". */
const TOPICAL = set(
  "about on for against of at regarding than or and from into like as by without xhedge between to in",
);
/** What one may do about an illness without having it. */
const HARMLESS_VERBS = set(
  "prevent avoid treat manage reduce protect fight help helps learn read study research discuss understand ask test know watch wrote write added put moved set noted missed miss sorry raise cover covers lower cause causes causing increase include includes including mention cured beat support face relieve ease sure want need needs",
);
const MOST_BETWEEN = 7;
const MOST_AFTER_IT = 3;

/**
 * Finds an illness that is said of the person in other words than the phrases name: it stands near "you", "your" or "I
 * see", not as a topic and not behind a verb such as "prevent". What follows a colon, "Let me be frank: …", is said too.
 */
function isClaimed(tokens: readonly Token[]): boolean {
  return tokens.some((token, i) => {
    if (!ILLNESS.has(token.text)) return false;
    const before = sentenceBefore(tokens, i);
    const last = before.at(-1);
    const from = before.findLastIndex(({ text }) => PERSON.has(text) || IT.has(text) || text === "i");
    const subject = before[from]?.text ?? "";
    const between = before.slice(from + 1);
    const next = tokens[i + 1];
    const ends = next === undefined || next.text === STOP;
    const announced = token.pause === "other" && ends && has(before, set("me my frank honest verdict"));
    const near =
      from >= 0 &&
      between.length > 0 &&
      between.length <= (IT.has(subject) ? MOST_AFTER_IT : MOST_BETWEEN) &&
      (subject !== "i" || CLAIMS.has(between[0]?.text ?? "")) &&
      (!IT.has(subject) || subject === "these" || has(between, set("is are was nothing"))) &&
      token.pause !== "other";
    if (!announced && (!near || last === undefined || TOPICAL.has(last.text) || has(between, HARMLESS_VERBS)))
      return false;
    if (isReported(before, "diagnosis") || isUnknown(before) || has(before, FEELING)) return false;
    return isDiagnosis({ name: "", from: i, to: i + 1 }, before, [...between, token], tokens);
  });
}

const MEDICINE = set("xdrug xsupp");
const ANY_MEDICINE = set("xdrug xsupp xmeds xdose");
const RECOMMENDS = set(
  "should would try best better fine okay ok safe stronger weaker lowest highest rest without enough start helps calm works good smart wise",
);
const ADDRESSED = set("you your try ask start have take give it");
/** A sentence with one of these sends the person to someone, or speaks about their plans. */
const SENT_ON = set(
  "doctor doctors pharmacist pharmacy leaflet gp nurse prescribed prescriber medical list lists reminder remind reminders note calendar task tasks bag pack bring question whether if before judge people many some patients not never said told asked wrote mentioned planned",
);

/** Finds a medicine that is recommended or called fine in other words than the phrases name. */
function isRecommended(tokens: readonly Token[]): boolean {
  return tokens.some((token, i) => {
    if (!ANY_MEDICINE.has(token.text)) return false;
    const around = [...sentenceBefore(tokens, i), token, ...sentenceAfter(tokens, i + 1)];
    if (!has(around, RECOMMENDS) || has(around, SENT_ON) || isDevice(around)) return false;
    return has(around, ADDRESSED) && (MEDICINE.has(token.text) || has(around, RESTS));
  });
}

const RESTS = set("rest without stronger weaker lowest highest");

const FEELING = set("sorry glad hard tough sad");

/** "As if you had", "not surprised if you had". */
const NO_CONDITION = set("as surprised wonder");

/** "If you have asthma, …": but not "if you ask me, it is asthma". */
function isIf(before: readonly Token[], pause: Token["pause"] = ""): boolean {
  const at = before.findLastIndex(({ text }) => text === "if" || text === "when" || text === "unless");
  if (at < 0 || pause === "comma" || NO_CONDITION.has(before[at - 1]?.text ?? "")) return false;
  const rest = before.slice(at + 1);
  return !has(rest.slice(0, 2), SPEAKER) && !rest.some(({ pause }) => pause === "comma");
}

const FOREIGN_SAFE = set(
  "nicht no ne n non nao pas ob si se wenn falls medico arzt arztin medecin doctor apotheker farmaceutico pharmacien rucksprache ohne sin sans senza sem",
);
const FOREIGN_PRESCRIBED = set("wie como comme come verordnet recetaron prescrit prescritto receitada");

function isForeignFrame(before: readonly Token[], inside: readonly Token[], after: readonly Token[]): boolean {
  if (has(before, FOREIGN_SAFE)) return true;
  const around = [...inside, ...after];
  const asks = has(around, set("ohne sin sans senza sem"));
  return asks || has(after.slice(0, 1), FOREIGN_PRESCRIBED);
}
