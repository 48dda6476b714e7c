/**
 * Finds what a sentence states about the person's own affairs: their day, tasks, messages, reminders, memory and money.
 * Only statements count. Advice, conditions, questions and general knowledge say nothing about this person. Each
 * pattern reads one sentence at a time.
 */
import type { ToolName } from "@waldo/contracts";
import { inSentence } from "./sentences.ts";

export type Affair = "day" | "tasks" | "messages" | "reminders" | "memory" | "money";

/** The tools whose results may carry a statement of each kind. */
export const SOURCES: Readonly<Record<Affair, readonly string[]>> = {
  day: [
    "query_calendar",
    "get_agenda",
    "get_context",
    "propose_schedule",
    "search_connector",
    "call_mcp_tool",
    "execute_action",
  ],
  tasks: ["get_tasks", "get_agenda", "write_task", "update_task", "get_context", "search_connector", "call_mcp_tool"],
  messages: ["get_communication", "search_connector", "call_mcp_tool", "draft_email"],
  reminders: ["watch", "cancel_watch", "get_watches", "get_agenda"],
  memory: ["read_memory", "get_agenda", "search_episodes", "update_memory", "forget_memory", "get_context"],
  money: ["search_connector", "call_mcp_tool", "read_document"],
} satisfies Record<Affair, readonly ToolName[]>;

const NOUNS: Readonly<Record<Exclude<Affair, "memory" | "money">, string>> = {
  day: "calendars?|agenda|schedule|meetings?|appointments?|events?|calls?|interviews?|flights?|bookings?",
  tasks: "tasks?|to-?dos?",
  messages: "messages?|e-?mails?|mails?|inbox|voicemails?",
  reminders: "reminders?|alarms?",
};

/** Words that make a sentence advice, a wish, a condition or a question. */
const NOT_STATED =
  /\b(?:if|when|whenever|whether|whatever|once|unless|feel free|any other|can|could|should|may|might|must|would|consider|try|make sure|ensure|want|need to|how|example|imagine|suppose|please)\b|\?\s*$/i;

const HAVE =
  "(?:you have|you['’]ve(?: got)?|you had|you got|you received|you['’]ll have|there (?:is|are|['’]s)|there['’]s)";
const IS =
  "(?<!will )(?<!to )(?:is|are|was|were|has|have|starts?|begins?|ends?|runs?|comes?|clash(?:es)?|overlaps?|looks?|holds?)";

const STATES: readonly (readonly [Affair, RegExp])[] = [
  ...Object.entries(NOUNS).flatMap(([affair, noun]): [Affair, RegExp][] => [
    [affair as Affair, inSentence(`\\byour (?:[\\w-]+ ){0,3}(?:${noun})\\b[^.!?]{0,60}\\b${IS}\\b`)],
    [affair as Affair, inSentence(`\\b(?:you have|you['’]ve(?: got)?|you['’]ll have)\\b[^.!?]{0,40}\\b(?:${noun})\\b`)],
    [affair as Affair, inSentence(`\\b${HAVE}\\b[^.!?]{0,60}\\b(?:on|in) your (?:[\\w-]+ ){0,2}(?:${noun}|list)\\b`)],
    [affair as Affair, inSentence(`\\b(?:next|first|last) (?:${noun})\\b[^.!?]{0,30}\\b(?:is|starts|begins)\\b`)],
  ]),
  ["day", /\byou(?:['’]re| are) (?:free|busy|booked|double-booked)\b/i],
  ["day", /\byour (?:day|morning|afternoon|evening|week) (?:is|starts|begins|ends|looks|holds)\b/i],
  ["tasks", /\b(?:is|are|was|were) (?:still )?(?:overdue|due)\b/i],
  [
    "memory",
    /(?:^|[,;:] |\b(?:and|but|because|since|as) )you(?:['’]ve)? (?:told me|mentioned|once said|prefer|asked me)\b/i,
  ],
  ["memory", /\bI (?:remember|recall|noted) (?:that )?(?:you|your)\b|\bI know (?:that )?you\b/i],
  [
    "memory",
    /\byour (?:[\w-]+ )?(?:name|birthday|anniversary|sister|brother|mother|mum|mom|father|dad|wife|husband|partner|son|daughter|doctor|boss|dog|cat|address|allerg(?:y|ies)|favou?rite [\w-]+)(?:['’]s (?:name|birthday))? (?:is|are|was)\b/i,
  ],
  ["memory", /\byou(?:['’]re| are) (?:[\w-]+ )?allergic\b/i],
  [
    "money",
    inSentence(
      String.raw`\b(?:you(?:['’]ve)? (?:spent|paid|owe|earned|saved)|your (?:bank )?(?:balance|account|bill|rent|salary|subscription) (?:is|was))\b[^.!?]{0,40}\d`,
    ),
  ],
];

/** False for advice, a wish, a condition and a question. The month "May" does not count as the verb "may". */
export function isStatement(sentence: string): boolean {
  return !NOT_STATED.test(sentence.replaceAll("May", ""));
}

/** Returns the affairs of the person about which a sentence states something. */
export function affairsIn(sentence: string): Affair[] {
  if (!isStatement(sentence)) return [];
  return [...new Set(STATES.flatMap(([affair, pattern]) => (pattern.test(sentence) ? [affair] : [])))];
}

const NO =
  "(?:no|zero|(?:don['’]t|do not|haven['’]t|have not|aren['’]t|are not|isn['’]t|is not)[^.!?]{0,20} any) (?:[\\w-]+ ){0,2}";
const EMPTY: readonly (readonly [Affair, RegExp])[] = [
  ["day", inSentence(`\\b${NO}(?:meetings?|appointments?|events?)\\b`)],
  ["day", inSentence("\\bnothing\\b[^.!?]{0,40}\\b(?:calendar|agenda|schedule)\\b")],
  [
    "day",
    inSentence(
      "\\b(?:calendar|agenda|schedule|diary) (?:for [\\w ]{1,20} )?(?:is|looks) (?:[\\w-]+ )?(?:empty|clear|free|open|blank)\\b",
    ),
  ],
  [
    "day",
    inSentence("\\byour (?:day|morning|afternoon|evening|week) (?:is|looks) (?:[\\w-]+ )?(?:empty|clear|free|open)\\b"),
  ],
  [
    "day",
    inSentence(
      "\\bnothing (?:is )?(?:on|planned|scheduled|booked)\\b[^.!?]{0,20}\\b(?:today|tomorrow|tonight|this|next|on|for)\\b",
    ),
  ],
  ["day", inSentence("\\byou(?:['’]re| are) (?:[\\w-]+ )?free\\b")],
  ["tasks", inSentence(`\\b${NO}(?:tasks?|to-?dos?)\\b(?! (?:has|have|needs?|must))`)],
  ["tasks", inSentence("\\bnothing (?:[\\w-]+ ){0,3}(?:overdue|due(?! to)|on your (?:[\\w-]+ )?(?:list|tasks))\\b")],
  ["tasks", inSentence("\\b(?:tasks?|to-?dos?)(?: list)? (?:is|are) (?:[\\w-]+ )?(?:empty|clear|done)\\b")],
  ["messages", inSentence(`\\b${NO}(?:messages?|e-?mails?|mails?)\\b`)],
  ["messages", inSentence("\\b(?:nothing\\b[^.!?]{0,30}\\binbox|inbox (?:is|looks) (?:[\\w-]+ )?(?:empty|clear))\\b")],
  ["reminders", inSentence(`\\b${NO}(?:reminders?|alarms?)\\b`)],
  ["memory", inSentence("\\byou (?:haven['’]t|have not|never|didn['’]t|did not) (?:told|tell|mentioned?|said|say)\\b")],
];
/** Words that say that an empty list or day is this person's. */
const OWN =
  /\b(?:you|your|you['’]re|today|tomorrow|tonight|this (?:morning|afternoon|evening|week)|due|planned|scheduled)\b/i;

/** Returns the affairs that a sentence calls empty, such as "no meetings". The gates check this claim like any other. */
export function emptyIn(sentence: string): Affair[] {
  if (!isStatement(sentence) || !OWN.test(sentence)) return [];
  return [...new Set(EMPTY.flatMap(([affair, pattern]) => (pattern.test(sentence) ? [affair] : [])))];
}
