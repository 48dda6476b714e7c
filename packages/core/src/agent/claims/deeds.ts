// Finds the sentences that claim that Waldo did something, or will do it: "I've moved it", "reminder set", "te
// recordaré". Each must trace to a call of this run that had this effect. An action that still waits for the person's
// tap is not done. English stands first. The phrases of German, Spanish, French, Italian, Portuguese, Dutch and Hindi
// stand in data/words/claims, in the notation of safety/phrases.ts.
//
// bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
import { TOOL_EFFECT, type ToolName, type ToolResult, ToolName as Tools } from "@waldo/contracts";
import { filled, phraseMatcher } from "../../safety/phrases.ts";
import { wordsOf } from "../../safety/words.ts";
import { DAY_MINUTES } from "../../time.ts";
import { inSentence } from "./sentences.ts";
import lists from "./words.json" with { type: "json" };

export type Deed = "remind" | "unremind" | "task" | "calendar" | "memory" | "message" | "document" | "look" | "any";

/** The tools that can have done each deed. */
const DOERS: Readonly<Record<Exclude<Deed, "any">, readonly ToolName[]>> = {
  remind: ["watch"],
  unremind: ["cancel_watch", "undo_last"],
  task: ["write_task", "update_task", "undo_last"],
  calendar: ["propose_schedule", "execute_action", "call_mcp_tool"],
  memory: ["update_memory", "forget_memory", "undo_last", "note_feedback", "note_day"],
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
    inSentence(String.raw`\b(?:I|I'll|I will|I have|I've) (?:leave|left|skip|skipped)\b[^.!?]{0,15}\breminders?\b`),
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
    /\bI (?:deleted|booked|cancelled|canceled|rescheduled|ordered|reserved|scheduled|paid|messaged|emailed|texted|called) (?:it|that|this|them|your|the|for you)\b/i,
  ],
  // bounded: a sentence has at most 600 characters, see sentences.ts
  [
    "any",
    /(?:^|[,;:!] )it['’]s (?:now |already )?(?:on|in) (?:the|your) (?:[\w-]+ )?(?:list|calendar|agenda|diary)\b/i,
  ],
  [
    "any",
    /^\W*(?:saved|deleted|moved|cancelled|canceled|booked|scheduled|rescheduled|sent|added)(?: (?:it|that|this|both|them|everything))?(?: for you)?[ .!]*$/i,
  ],
];

/** Words of a plan, an offer or a condition. A sentence with such a word claims no deed. */
const NOT_CLAIMED =
  /\b(?:if you|would you like|do you want|shall I|should I|want me to|let me know if|once you|after you (?:tap|approve|confirm)|when you (?:tap|approve|confirm)|can['’]t|cannot|could not|couldn['’]t|have not|haven['’]t|not yet|won['’]t)\b|\?\s*$/i;

/**
 * A request to write a text that another person will say. In a post, "I have accepted a new job" is the person's claim
 * and not Waldo's.
 */
const ASKS_FOR_TEXT =
  // bounded: the first 1,000 characters of a request are read, see asksForText
  /\b(?:write|draft|compose|rewrite|phrase|rephrase|paraphrase|translate|proofread|correct|continue|create|prepare|make|give me|come up with|generate|summari[sz]e)\b[^.!?]{0,80}\b(?:posts?|letters?|e-?mails?|messages?|essay|article|story|stories|poem|speech|reply|response|announcement|bio|caption|tweet|paragraph|text|sentence|dialogue|script|blog|review|resume|cover|statement|lyrics|song|toast|note|diary|journal)\b/i;
const READ_CHARS = 1000;

/** True for a request for a text. */
export function asksForText(asked: string): boolean {
  return ASKS_FOR_TEXT.test(asked.slice(0, READ_CHARS));
}

/**
 * The deeds that a text may mention when the person asked Waldo to write that text. A sent message and a set reminder
 * are not among them, because only Waldo itself says such things.
 */
const IN_TEXTS: readonly Deed[] = ["calendar", "task", "memory", "document", "look"];

/**
 * Returns the deeds that a sentence claims. Words in quotation marks claim nothing, because somebody else said them.
 * `asked` is the last message of the person. If it asks for a text, "I" in that text is not Waldo, unless the sentence
 * speaks to "you".
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

/** Returns the results that can prove a deed: the calls that succeeded and had this effect. */
export function doneBy(deed: Deed, results: readonly ToolResult[]): ToolResult[] {
  return results.filter(({ ok, name }) => {
    const tool = Tools.safeParse(name);
    if (!ok || !tool.success) return false;
    if (deed === "any") return TOOL_EFFECT[tool.data] !== "read";
    return DOERS[deed].includes(tool.data);
  });
}

// bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
const claimsIn = phraseMatcher(filled(lists.foreign, lists.parts));

/** Words at the start of an answer that alone say that something is done. */
const DONE_AT_START =
  /^\W*(?:erledigt|gemacht|notiert|gemerkt|gespeichert|eingetragen|gebucht|gesendet|abgeschickt|verschoben|abgesagt|gelöscht|hinzugefügt|erstellt|gestellt|hecho|listo|anotado|apuntado|guardado|enviado|reservado|añadido|cancelado|movido|borrado|creado|envoyé|ajouté|supprimé|déplacé|annulé|réservé|enregistré|créé|c['’]est fait|c['’]est noté|fait|noté|fatto|annotato|salvato|inviato|feito|pronto|anotado|gedaan|geregeld|genoteerd|opgeslagen|ho gaya|kar diya|done|हो गया|(?:ist|steht) (?:jetzt |nun |schon )?(?:auf|in) (?:der|deiner|deinem) (?:liste|kalender)|(?:ya )?está en (?:la|tu) (?:lista|agenda)|(?:ya )?está en (?:el|tu) calendario|c['’]est (?:sur|dans) (?:la|ta|ton|l['’]) ?(?:liste|agenda))(?=[\s.,!:;–—-]|$)/iu;
/** "Adicionei", "criei" and similar: these verb forms include the "I". */
// bounded: the parts are plain words, see scripts/words.test.ts
const SAID_IN_ONE_WORD = new RegExp(`(?:^|[^\\p{L}])(?:${lists.parts.DID_PT})(?![\\p{L}])`, "iu");

const list = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join("|").split(/[ |]/));
/** Verbs that alone say that an event was changed, or that a message was sent. */
const OF_CALENDAR = list(lists.verbs.ofCalendar);
const OF_MESSAGE = list(lists.verbs.ofMessage);

const NOT_CLAIMED_THERE =
  /\?\s*$|(?:^|[^\p{L}])(?:soll|sollte|möchtest|willst|kann|könnte|wenn|falls|sobald du|nicht|kein|keine|quieres|puedo|podría|si|no|veux|voulez|peux|pourrais|quand|pas|vuoi|posso|potrei|se|non|quer|queres|não|wil|zal ik|kan|als|niet|geen|agar|nahi|nahin|अगर|नहीं)(?![\p{L}])/iu;
const ENGLISH = /\b(?:the|you|your|and|with|I)\b/;

/** A clause that begins so is a condition, and what follows it is an offer. */
const CONDITION = /^\W*(?:wenn|falls|sobald|si|cuando|quand|se|als|agar)\s/iu;
/** Words of something that is done already. An offer has none of them. */
const ALREADY = /(?:^|[^\p{L}])(?:hab|habe|ist|sind|he|queda|está|ai|est|ho|heb)(?![\p{L}])/iu;

const words = (...names: readonly ("day" | "tasks" | "messages" | "reminders" | "removed")[]) =>
  new Set(
    [lists.de, lists.es, lists.fr].flatMap((language) => names.flatMap((name) => language[name].join(" ").split(" "))),
  );
/** Nouns that tell what was done. */
const OBJECTS: readonly (readonly [Deed, ReadonlySet<string>])[] = [
  ["remind", words("reminders")],
  ["task", words("tasks")],
  ["message", words("messages")],
  ["calendar", words("day")],
];
const REMOVED = words("removed");

/** Returns the deeds that a sentence in one of these languages claims. Quoted words claim nothing. */
export function foreignDeedsIn(sentence: string): Deed[] {
  // bounded: a sentence has at most 600 characters, see sentences.ts
  const plain = sentence.replaceAll(/[“„"«][^”“"»]{0,400}[”“"»]/g, "…");
  if (ENGLISH.test(plain) || /\?\W*$/.test(plain)) return [];
  const clauses = plain.split(/(?<!\d)[,;:]|[,;:](?!\d)|[–—]/);
  const found = new Set(
    clauses.flatMap((clause, index) => {
      const isOffer = CONDITION.test(clauses[index - 1] ?? "") && !ALREADY.test(clause);
      return isOffer || NOT_CLAIMED_THERE.test(clause) ? [] : deedsOfClause(clause);
    }),
  );
  // "any" is dropped when a deed with a name was found, such as a reminder that was set.
  if (found.size > 1) found.delete("any");
  return [...found];
}

function deedsOfClause(clause: string): Deed[] {
  const said = wordsOf(clause.replaceAll(/(?<=\p{L})['’](?=vous)/giu, " ")).map(({ text }) => text);
  const found = new Set(claimsIn(wordsOf(clause)).map(({ name }) => name as Deed));
  if (DONE_AT_START.test(clause) || SAID_IN_ONE_WORD.test(clause)) found.add("any");
  if (!found.has("any")) return [...found];
  if (said.some((word) => OF_CALENDAR.has(word))) found.add("calendar");
  if (said.some((word) => OF_MESSAGE.has(word))) found.add("message");
  // The first noun that fits names the deed: "a reminder for the appointment" is a reminder.
  const [object] = OBJECTS.find(([, nouns]) => said.some((word) => nouns.has(word))) ?? [];
  if (object !== undefined && found.size === 1)
    found.add(object === "remind" && said.some((word) => REMOVED.has(word)) ? "unremind" : object);
  return [...found];
}

const CLOCK =
  /(?:^|[^\p{L}\d])(?:um|gegen|ab|a las?|(?:de|para|sobre) las|à|alle|às|as|om|at) (\d{1,2})(?:[:.h](\d{2}))?|(?:^|[^\p{L}\d])(\d{1,2})(?:[:.h](\d{2}))?\s?(?:uhr|h|heures?|uur|baje|बजे)(?![\p{L}])/giu;

/** The hours from one to twelve in words. */
const HOURS = new Map(
  ["eins una une", "zwei dos deux", "drei tres trois", "vier cuatro quatre", "fünf cinco cinq", "sechs seis six"]
    .concat("sieben siete sept", "acht ocho huit", "neun nueve neuf", "zehn diez dix", "elf once onze", "zwölf doce")
    .flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);
const SPOKEN_HOUR =
  /(?<=(?:^|[^\p{L}])(?:um|gegen|ab|a las?|sobre las) )\p{L}{3,7}(?![\p{L}])|\p{L}{3,6}(?= heures?)/giu;

/**
 * Returns the clock times of a sentence in one of these languages, in minutes after midnight, and the sentence without
 * the times. An hour up to twelve may mean the morning or the evening.
 */
export function foreignTimes(sentence: string): { readonly times: number[][]; readonly rest: string } {
  if (ENGLISH.test(sentence)) return { times: [], rest: sentence };
  const written = sentence.replaceAll(SPOKEN_HOUR, (word) => `${HOURS.get(word.toLowerCase()) ?? word}`);
  const times = [...written.matchAll(CLOCK)].map(([, hour, minute, other, otherMinute]) => {
    const count = Number(hour ?? other);
    const plain = (count * 60 + Number(minute ?? otherMinute ?? 0)) % DAY_MINUTES;
    return count >= 1 && count <= 12 ? [plain, (plain + DAY_MINUTES / 2) % DAY_MINUTES] : [plain];
  });
  return { times, rest: written.replaceAll(CLOCK, " ") };
}
