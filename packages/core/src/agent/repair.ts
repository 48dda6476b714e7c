// Decides what happens to a model's words that the gates refuse. First the model gets them back once, with the reason
// in one line. If they still do not pass, the sentences at fault are cut. The rest is sent only if it states nothing
// about the subject of a cut sentence, does not refer to that sentence, and is an answer by itself.
import type { ToolResult } from "@waldo/contracts";
import type { ShapeFault } from "../models/shape/reply-shape.ts";
import { bodyClaims } from "../safety/body/body-claims.ts";
import { foreignStatement } from "../safety/body/other-languages.ts";
import { affairsIn, emptyIn } from "./claims/affairs.ts";
import { deedsIn, foreignDeedsIn } from "./claims/deeds.ts";
import type { Evidence } from "./claims/evidence.ts";
import { othersIn } from "./claims/others.ts";
import { type Sentence, sentencesOf, without } from "./claims/sentences.ts";
import { type Fault, isAboutBody, judge, type TracedClaim, type Verdict } from "./judge.ts";
import type { Transcript } from "./transcript.ts";

/** The part of the person's life that a sentence is about. Tasks and events are one subject: the day. */
type Subject = "body" | "day" | "others" | "memory" | "money" | "deeds";

const ALL: readonly Subject[] = ["body", "day", "others", "memory", "money", "deeds"];

/** If fewer characters than this are left of an answer, they are no answer. */
const LEAST_CHARS = 25;

/** Returns the text without the sentences at fault, or undefined when the rest may not be sent. */
export function leftOver(text: string, at: readonly Fault[], results: readonly ToolResult[]): string | undefined {
  if (at.length === 0) return undefined;
  const left = without(text, at);
  // A question, a heading or the beginning of a list is not an answer.
  if (left.length < LEAST_CHARS || /[?:]\s*$/.test(left)) return undefined;
  const said = sentencesOf(text);
  const isCut = ({ start }: Sentence) => at.some((fault) => fault.start === start);
  const kept = said.filter((sentence) => !isCut(sentence));
  const cut = new Set(at.flatMap((fault) => subjectsOfFault(fault, results)));
  if (kept.some(({ text: words }) => subjectsOf(words, results).some((subject) => cut.has(subject)))) return undefined;
  const leans = said.some((sentence, i) => {
    const before = said[i - 1];
    return before !== undefined && isCut(before) && !isCut(sentence) && LEANS.test(sentence.text);
  });
  return !leans && kept.some(({ text: words }) => answers(words)) ? left : undefined;
}

/**
 * Returns the subjects of a fault. An untrue sentence that no pattern names may be about any subject. A sentence with
 * only a fault of wording is about the subjects that it names.
 */
function subjectsOfFault({ text, reason }: Fault, results: readonly ToolResult[]): readonly Subject[] {
  const isOfPerson = reason.startsWith("untraced_") || reason === "raw_value";
  if (!isOfPerson) return [];
  const found = subjectsOf(text, results);
  return found.length > 0 ? found : ALL;
}

/**
 * Returns the subjects about which a sentence states something. Advice, questions and general knowledge have no
 * subject.
 */
function subjectsOf(sentence: string, results: readonly ToolResult[]): Subject[] {
  const found = new Set<Subject>();
  const isBody = bodyClaims(sentence).some(({ kind }) => kind !== "number") || isAboutBody(sentence, results);
  if (isBody || foreignStatement(sentence) !== undefined) found.add("body");
  for (const affair of [...affairsIn(sentence), ...emptyIn(sentence)])
    found.add(affair === "memory" || affair === "money" ? affair : "day");
  if (othersIn(sentence).length > 0) found.add("others");
  if (deedsIn(sentence).length + foreignDeedsIn(sentence).length > 0) found.add("deeds");
  return [...found];
}

/** First words that show that a sentence continues the sentence before. */
const LEANS =
  /^\W{0,5}(?:but|so|because|that|this|these|those|also|therefore|hence|thus|still|however|yet|which|then|and|or|instead|otherwise|even so|as a result|for that|both|either|it|they|aber|darum|deshalb|deswegen|daher|also|denn|das|trotzdem|und|dennoch|pero|así|por eso|porque|eso|esto|también|y|mais|donc|alors|parce|cela|ça|c['’]est pourquoi|aussi|et|ma|quindi|perché|questo|perciò|anche|e|mas|então|porque|isso|também|maar|dus|daarom|want|dat|ook|lekin|isliye|kyunki|लेकिन|इसलिए|क्योंकि)(?![\p{L}\p{M}])/iu;

/** Greetings, praise, comfort and offers. They may stand beside an answer but answer nothing. */
const NO_ANSWER: readonly RegExp[] = [
  /\?\s*$/,
  /^\W{0,5}(?:hi|hello|hey|good (?:morning|evening|afternoon|night|day|question)|hallo|guten|hola|buen\w{1,3}|bonjour|bonsoir|ciao|buongiorno|olá|bom dia|namaste|नमस्ते)(?![\p{L}\p{M}])/iu,
  /^\W{0,5}(?:great|nice|well done|good (?:job|work|for you|to)|lovely|awesome|amazing|congrat\w*|fantastic|wonderful|excellent|proud|super|toll|bravo|thank\w*|you['’]re welcome|of course|sure|certainly|absolutely|okay|ok|all right|alright|got it|sorry|i['’]m sorry|i am sorry)(?![\p{L}\p{M}])[^.;:]{0,80}$/iu,
  /\b(?:don['’]t worry|do not worry|no need to worry|nothing to worry|be (?:kind|gentle) (?:to|with) yourself|take care|you(?:['’]ve| have) got this|hang in there|one day at a time|not alone|proud of you|keep it up|keep going|it['’]?s? (?:is )?(?:okay|ok|fine|normal|understandable|all right)|that['’]?s? (?:is )?(?:okay|ok|fine|normal|understandable|all right)|isn['’]t a judge?ment|is no judge?ment|sounds (?:hard|tough|good|great)|i(?:['’]m| am) (?:here|glad|happy|sorry|with you))\b/i,
  /^\W{0,5}(?:let me know|just (?:ask|say|tell|let)|feel free|happy to help|ask me|tell me|i hope|hope|have a (?:good|great|nice|calm|lovely)|enjoy|wishing|rest well|sleep well)\b/i,
];

/** True for a sentence that can be an answer by itself. */
function answers(sentence: string): boolean {
  return /\p{L}/u.test(sentence) && !/:\s*$/.test(sentence) && !NO_ANSWER.some((pattern) => pattern.test(sentence));
}

type Refusal = Verdict & { readonly ok: false };

/** The most characters that the reason quotes of a sentence. */
const QUOTED_CHARS = 160;
/** Words that passed the gates, with the tool results that prove them. */
type Words = { readonly text: string; readonly claims: TracedClaim[]; readonly mended?: "repaired" | "cut" };

type Settled =
  | (Words & { readonly outcome: "say" })
  /** The model gets its words back, with this line. */
  | { readonly outcome: "repair"; readonly reason: string; readonly line: string }
  | { readonly outcome: "refuse"; readonly reason: string };

/** Decides what happens to a model's words. `mayAsk` is true when the run has a turn left. */
export function settle(text: string, evidence: Evidence, transcript: Transcript, mayAsk: boolean): Settled {
  const shape = shapeIn(transcript);
  const verdict = text === "" && shape !== undefined ? unread(shape) : judge(text, evidence);
  const repaired = wasRepaired(transcript);
  if (verdict.ok)
    return { outcome: "say", text, claims: verdict.claims, ...(repaired ? { mended: "repaired" as const } : {}) };
  const { reason } = verdict;
  if (!repaired && mayAsk) return { outcome: "repair", reason, line: repairLine(verdict) };
  const left = leftOver(text, verdict.at, evidence.results);
  const fit = left === undefined ? undefined : judge(left, evidence);
  return left !== undefined && fit?.ok
    ? { outcome: "say", text: left, claims: fit.claims, mended: "cut" }
    : { outcome: "refuse", reason };
}

/**
 * Returns the words that a run ends with, or undefined when no model wrote any. When the model failed while it wrote its
 * answer again, these are the words of the first try.
 */
export function lastWords({ turns }: Transcript): string | undefined {
  const last = turns.at(-1);
  if (last?.model.outcome === "replied") return last.model.text;
  const before = last?.model.repairs === undefined ? undefined : turns.at(-2)?.model;
  return before?.outcome === "replied" ? before.text : undefined;
}

/** Returns why the last reply has no usable content (models/shape). The refusal of the reply gives the same reason. */
function shapeIn({ turns }: Transcript): string | undefined {
  const last = turns.at(-1)?.model;
  return last?.outcome === "replied" ? last.shape : undefined;
}

const unread = (reason: string): Verdict => ({ ok: false, reason, at: [] });

function wasRepaired({ turns }: Transcript): boolean {
  return turns.some(({ model }) => model.repairs !== undefined);
}

/** Returns the line that tells the model why its answer was refused. It quotes the sentence at fault. */
function repairLine({ reason, at }: Refusal): string {
  const quote = at[0]?.text.slice(0, QUOTED_CHARS);
  const where = quote === undefined ? "" : ` This is at fault: "${quote}".`;
  return `Not sent: ${whyNot(reason)}.${where} Write the whole message again; you may call tools first.`;
}

function whyNot(reason: string): string {
  if (reason.startsWith("untraced_deed"))
    return "it claims an action that no tool of this run confirmed, so call the tool or say that it is not done";
  if (reason.startsWith("untraced_empty"))
    return "it calls something empty that no tool of this run looked at, or that is not empty";
  if (reason === "untraced_language")
    return "it says something of the person's body in a language in which nobody can check it; leave it out, or say only how long they slept";
  if (reason.startsWith("untraced_"))
    return "it says something of the person that no tool result of this run carries, or says it otherwise, so look it up or leave it out";
  return REASONS[reason] ?? "it may not be said in this way";
}

const REASONS: Readonly<Record<string, string>> = {
  ...({
    cut: "it ended before its end; say it in fewer words",
    empty: "it holds no words",
    thinking: "it holds thoughts and no answer",
    tool_text: "it holds a tool call or a result as text; call the tool, or say in plain words what you know",
    json: "it is data; say it in plain words",
    echo: "it says the question or the instructions back",
    loop: "it says one line again and again",
  } satisfies Record<ShapeFault, string>),
  raw_value: "it gives a reading or a score of the person's body as a number; say it in words",
  medical: "it diagnoses, or advises on medication; leave that to a doctor",
  banned_word: "it uses a word of the advertising of wellness",
  too_long: "it is too long",
  incomplete_brief: "a Brief says where the person stands, the cause that matters most, and one suggestion",
};
