/**
 * What is left of an answer after the sentences at fault are cut. Half of a lie is a lie too, so a cut has one rule: what
 * is left states nothing of the subject of a cut sentence, leans on none, and answers by itself.
 */
import type { ToolResult } from "@waldo/contracts";
import { bodyClaims } from "../safety/body/body-claims.ts";
import { foreignStatement } from "../safety/body/other-languages.ts";
import { affairsIn, emptyIn } from "./claims/affairs.ts";
import { deedsIn } from "./claims/deeds.ts";
import { foreignDeedsIn } from "./claims/deeds-other.ts";
import { othersIn } from "./claims/others.ts";
import { type Sentence, sentencesOf, without } from "./claims/sentences.ts";
import { type Fault, isAboutBody } from "./judge.ts";

/** What of the person's life a sentence states something of. A task and an event are one subject: the day. */
type Subject = "body" | "day" | "others" | "memory" | "money" | "deeds";

const ALL: readonly Subject[] = ["body", "day", "others", "memory", "money", "deeds"];

/** The rest of an answer with fewer characters than this says nothing by itself. */
const LEAST_CHARS = 25;

/** Returns the text without the sentences at fault, or undefined where nothing of it may be said. */
export function leftOver(text: string, at: readonly Fault[], results: readonly ToolResult[]): string | undefined {
  if (at.length === 0) return undefined;
  const left = without(text, at);
  // A question, a heading or half a list is no answer.
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

/** What is untrue of something that no pattern names may be of anything. What is only badly put is of what it names. */
function subjectsOfFault({ text, reason }: Fault, results: readonly ToolResult[]): readonly Subject[] {
  const isOfPerson = reason.startsWith("untraced_") || reason === "raw_value";
  if (!isOfPerson) return [];
  const found = subjectsOf(text, results);
  return found.length > 0 ? found : ALL;
}

/** Returns of what a sentence states something. Advice, questions and general knowledge are of nothing. */
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

/** A sentence that begins so goes on from the one before it. */
const LEANS =
  /^\W{0,5}(?:but|so|because|that|this|these|those|also|therefore|hence|thus|still|however|yet|which|then|and|or|instead|otherwise|even so|as a result|for that|both|either|it|they|aber|darum|deshalb|deswegen|daher|also|denn|das|trotzdem|und|dennoch|pero|así|por eso|porque|eso|esto|también|y|mais|donc|alors|parce|cela|ça|c['’]est pourquoi|aussi|et|ma|quindi|perché|questo|perciò|anche|e|mas|então|porque|isso|também|maar|dus|daarom|want|dat|ook|lekin|isliye|kyunki|लेकिन|इसलिए|क्योंकि)(?![\p{L}\p{M}])/iu;

/** Greetings, praise, comfort and offers. They stand beside an answer and are none. */
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
