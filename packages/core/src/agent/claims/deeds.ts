/**
 * Finds the claims of having done something, or of going to do it: "I've moved it", "reminder set", "I'll tell you when
 * you are tired". Each must trace to a call of this run that had this effect. An action that still waits for the
 * person's tap is not done.
 */
import { TOOL_EFFECT, type ToolName, type ToolResult, ToolName as Tools } from "@waldo/contracts";
import { inSentence } from "./sentences.ts";

export type Deed = "remind" | "unremind" | "task" | "calendar" | "memory" | "message" | "document" | "look" | "any";

/** The tools that can have done each deed. */
const DOERS: Readonly<Record<Exclude<Deed, "any">, readonly ToolName[]>> = {
  remind: ["watch"],
  unremind: ["cancel_watch", "undo_last"],
  task: ["write_task", "update_task", "undo_last"],
  calendar: ["propose_schedule", "execute_action", "call_mcp_tool"],
  memory: ["update_memory", "forget_memory", "undo_last", "note_feedback"],
  message: ["send_message", "draft_email", "execute_action", "call_mcp_tool"],
  document: ["draft_document", "draft_email", "write_sheet_cell", "execute_action", "call_mcp_tool"],
  look: [
    "query_calendar",
    "get_tasks",
    "get_communication",
    "search_connector",
    "web_search",
    "read_document",
    "read_memory",
    "search_episodes",
    "call_mcp_tool",
    "get_crs",
    "get_health",
  ],
};

const I_HAVE = "\\bI(?:['’]ve| have| just| already| also| went ahead and)(?: (?:just|already|also|now))?";
const I_WILL = "\\bI(?:['’]ll| will| am going to|['’]m going to| shall)(?: (?:then|also|gladly|happily|of course))?";
const BEEN = "(?:is|are|has been|have been|was|were) (?:now |successfully )?";

const PATTERNS: readonly (readonly [Deed, RegExp])[] = [
  [
    "remind",
    inSentence(
      `${I_WILL} (?:remind|nudge|ping|alert|wake|notify|let you know (?:when|if|as soon|once|at)|tell you (?:when|if|as soon|once|at))\\b`,
    ),
  ],
  [
    "remind",
    inSentence(`${I_HAVE} (?:set|created|added|scheduled|put)\\b[^.!?]{0,30}\\b(?:reminders?|alarms?|timers?)\\b`),
  ],
  [
    "remind",
    inSentence(
      String.raw`\b(?:reminders?|alarms?|timers?)\b[^.!?]{0,40}\b(?:is|are|has been|have been) (?:now )?(?:set|created|scheduled|on)\b`,
    ),
  ],
  ["remind", /^\W*(?:reminder|alarm|timer) (?:is )?(?:set|created|scheduled)\b/i],
  [
    "unremind",
    inSentence(
      `(?:${I_HAVE} |\\b)(?:cancelled|canceled|stopped|removed|deleted|switched off|turned off)\\b[^.!?]{0,30}\\b(?:reminders?|alarms?)\\b`,
    ),
  ],
  [
    "unremind",
    inSentence(
      String.raw`\breminders?\b[^.!?]{0,40}\b(?:is|are|has been|have been) (?:now )?(?:cancelled|canceled|removed|deleted|off|gone)\b`,
    ),
  ],
  [
    "task",
    inSentence(
      `${I_HAVE} (?:added|put|created|marked|ticked|completed|finished|dropped|removed|renamed|updated|moved|closed|checked off)\\b[^.!?]{0,60}\\b(?:task|tasks|list|to-?do|to-?dos|done|complete)\\b`,
    ),
  ],
  [
    "task",
    inSentence(
      `\\b${BEEN}(?:added to|put on|removed from|taken off|on|off) your (?:[\\w-]+ )?(?:list|tasks|to-?dos?)\\b`,
    ),
  ],
  ["task", /\b(?:is|are|has been|have been) (?:now )?(?:marked|ticked off|checked off)\b/i],
  [
    "calendar",
    inSentence(
      `${I_HAVE} (?:moved|rescheduled|shifted|booked|scheduled|cancelled|canceled|blocked|postponed|declined|accepted|invited|pushed)\\b`,
    ),
  ],
  ["calendar", inSentence(`${I_HAVE} (?:added|put|placed)\\b[^.!?]{0,60}\\b(?:calendar|agenda|diary)\\b`)],
  [
    "calendar",
    /\b(?:has|have) been (?:moved|rescheduled|shifted|booked|scheduled|cancelled|canceled|blocked|postponed|added to your calendar)\b/i,
  ],
  [
    "memory",
    inSentence(`${I_HAVE} (?:noted|remembered|saved|recorded|forgotten|removed|deleted|stored|updated my)\\b`),
  ],
  ["memory", inSentence(`${I_WILL} (?:remember|keep (?:that|it|this) in mind|forget|make a note)\\b`)],
  ["memory", /^\W*(?:noted|remembered|forgotten)\b/i],
  [
    "message",
    inSentence(`${I_HAVE} (?:sent|e-?mailed|texted|messaged|called|replied|notified|informed|forwarded|shared)\\b`),
  ],
  [
    "message",
    inSentence(
      String.raw`\b(?:message|e-?mail|mail|invitation|reply)\b[^.!?]{0,30}\b(?:has been|have been|was|is) sent\b`,
    ),
  ],
  [
    "document",
    inSentence(
      `${I_HAVE} (?:saved|stored|filed|created|updated)\\b[^.!?]{0,40}\\b(?:document|draft|file|sheet|note|page)\\b`,
    ),
  ],
  [
    "look",
    inSentence(
      `${I_HAVE} (?:checked|looked at|looked through|searched|gone through|read|reviewed)\\b[^.!?]{0,40}\\byour\\b`,
    ),
  ],
  [
    "any",
    /^\W*(?:done|all done|all set|it['’]s done|sorted|consider it done|it['’]s set|you['’]re all set|taken care of)\b(?=[.!,:;–—-]|$)/i,
  ],
  [
    "any",
    /^\W*(?:saved|deleted|moved|cancelled|canceled|booked|scheduled|rescheduled|sent|added)(?: (?:it|that|this|both|them|everything))?(?: for you)?[ .!]*$/i,
  ],
];

/** A plan, an offer or a condition is no claim of a deed. */
const NOT_CLAIMED =
  /\b(?:if you|would you like|do you want|shall I|should I|want me to|let me know if|once you|after you (?:tap|approve|confirm)|when you (?:tap|approve|confirm)|can['’]t|cannot|could not|couldn['’]t|have not|haven['’]t|not yet|won['’]t)\b|\?\s*$/i;

/** A request for a text that somebody else will say: "I have accepted a new job" in a post is theirs. */
const ASKS_FOR_TEXT =
  // bounded: the first 1,000 characters of a request are read, see asksForText
  /\b(?:write|draft|compose|rewrite|rephrase|paraphrase|translate|proofread|correct|continue|create|prepare|make|give me|come up with|generate|summari[sz]e)\b[^.!?]{0,80}\b(?:posts?|letters?|e-?mails?|messages?|essay|article|story|stories|poem|speech|reply|response|announcement|bio|caption|tweet|paragraph|text|sentence|dialogue|script|blog|review|resume|cover|statement|lyrics|song|toast|note|diary|journal)\b/i;
const READ_CHARS = 1000;

/** True for a request for a text. */
export function asksForText(asked: string): boolean {
  return ASKS_FOR_TEXT.test(asked.slice(0, READ_CHARS));
}

/** Deeds that such a text may tell. That something was sent, or will be reminded of, is said by Waldo alone. */
const IN_TEXTS: readonly Deed[] = ["calendar", "task", "memory", "document", "look"];

/**
 * Returns the deeds that a sentence claims. Words in quotation marks are somebody's and claim nothing. `asked` is what
 * the person said last: in a text that they asked for, "I" is not Waldo, unless it speaks to "you".
 */
export function deedsIn(sentence: string, asked = ""): Deed[] {
  const found = allDeedsIn(sentence);
  if (!asksForText(asked) || /\b(?:you|your)\b/i.test(sentence)) return found;
  return found.filter((deed) => !IN_TEXTS.includes(deed));
}

function allDeedsIn(sentence: string): Deed[] {
  // bounded: a sentence has at most 600 characters, see sentences.ts
  const plain = sentence.replaceAll(/[“"][^”"]{0,400}[”"]/g, "…");
  if (NOT_CLAIMED.test(plain)) return [];
  return [...new Set(PATTERNS.flatMap(([deed, pattern]) => (pattern.test(plain) ? [deed] : [])))];
}

/** Returns the results that can carry a deed: calls that succeeded and had this effect. */
export function doneBy(deed: Deed, results: readonly ToolResult[]): ToolResult[] {
  return results.filter(({ ok, name }) => {
    const tool = Tools.safeParse(name);
    if (!ok || !tool.success) return false;
    if (deed === "any") return TOOL_EFFECT[tool.data] !== "read";
    return DOERS[deed].includes(tool.data);
  });
}
