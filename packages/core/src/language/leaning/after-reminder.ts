/**
 * Reads what is answered to a reminder that was just sent: "done", "ten more minutes", "ask me again at two", "not today".
 * The words of the reminder stand in Waldo's message.
 *
 * bounded: leaning.ts gives it at most 90 characters.
 */
import type { IntentLanguage, Slots, WallClock } from "@waldo/contracts";
import { meaningfulWords } from "../../memory/claims/likeness.ts";
import { whenIn } from "../times.ts";

/** The first words of a reminder (cadence/watches.ts). */
const REMINDED = /^You asked me to remind you: (.{1,200})/u;
const LATE_NOTE = /\.? This is late: it was due at \d{2}:\d{2}\.$/u;

const DID_IT =
  /^(?:(?:ok|okay|yes|yep|yeah|jo|jup|ja|s[ií]|oui|all|it's|its|it is|i|i've|c'est|ist|ya|ya está),? )*(?:done|did it|did that|(?:did|have)(?=\W*$)|finished|sorted|taken|took it|called|paid|bought|erledigt|gemacht|genommen|fertig|hab(?:e)? ich(?: schon)?|schon passiert|hecho|tomad[oa]|list[oa]|fait|prise?|fini|out|on it|on my way|bin dran|(?:\p{L}{3,12}ed|rang|sent|wrote) (?:him|her|them|it|that|back))(?!\p{L})/iu;
/** "Folder is in the bag": what was to be done, told as a state. */
const STATE = /(?<!\p{L})(?:is|are|are all|'s|ist|sind|está|están|est|sont)(?!\p{L})/iu;
const UNDONE =
  /(?<!\p{L})(?:not?|\p{L}+n't|never|still|cannot|nicht|kein\p{L}*|noch|nie|nunca|todavía|aún|pas|encore|jamais|gone|lost|missing|empty|closed|down|weg|leer|zu|kaputt|broken)(?!\p{L})/iu;

const NOT_NOW =
  /^(?:no,? )?(?:not (?:today|now|tonight|this time)|skip (?:it|this(?: one)?|today)(?: (?:today|tonight|this time|for now))?|heute nicht|jetzt nicht|diesmal nicht|hoy no|ahora no|esta vez no|pas (?:aujourd'hui|maintenant|cette fois))(?:[,.;] .*)?\W*$/iu;

const DROPS =
  /(?<!\p{L})(?:cancel|drop|delete|streich\p{L}*|storniere|canc[eé]lalo|annule)(?: it| that| es| das)?(?=\W*(?:$|[,.;!]))/iu;

/** Words that ask for the reminder once more. What stands before them is a reason. */
const AGAIN =
  /(?:^|[\s,.;!])(?:(?:please|pls|can you|bitte|por favor) )*(?:(?:ask|remind|tell|ping|nudge|try) me(?: (?:again|once more))?|try again|again|snooze(?: it)?(?: for)?|later|(?:move|put|push|shift) (?:it|that|this)(?: to)?|verschieb\p{L}* (?:es|das)|(?:erinner\p{L}*|frag) mich(?: (?:noch ?mal|wieder))?|noch ?mal|später|rec[uú]\p{L}*(?: otra vez)?|más tarde|otra vez|rappelle\p{L}*(?:-moi)?(?: encore)?|plus tard)(?!\p{L})(.*)$/iu;
const MORE =
  /^(?:(?:ok|okay|sorry|wait|gimme|give me|need|i need|noch|another|gib mir|dame|otros?|encore) )*(\d{1,3}(?= ?\p{L})|(?:an?|one|five|ten|fifteen|twenty|half an|eine?|fünf|zehn|zwanzig|cinco|diez|veinte|cinq|dix|vingt)(?= )) ?(?:more |mehr |más )?(m|h|mins?|minut\p{L}*|hours?|hrs?|stunden?|std|horas?|heures?)(?: (?:more|mehr|más|de plus))?(?!\p{L})/iu;
const BARE_AGAIN = /^[\s,.;!]*(?:again|noch ?mal|otra vez)$/iu;
const LATER = /later|snooze|später|más tarde|plus tard/iu;
/** The delay of a "later" without a time. */
const USUAL_DELAY = "in 30 minutes";
const WHY = /,? (?:so (?:that )?i|because|damit|weil|porque|parce que)(?!\p{L}).*$/iu;
/** "Again at 2". A number with a unit is a delay. */
const BARE_HOUR = /^[\s,.:]*(?:at |um |gegen |a las |à )?(\d{1,2})(?=[\s,.!]|$)(?!\s*(?:m|h|s|st)\p{L}{0,6}(?!\p{L}))/u;
/** "Snooze 20" means minutes. */
const BARE_MINUTES = /^[\s,:]*(?:for )?(\d{1,3})[\s.!]*$/u;
const FILLERS =
  /(?<!\p{L})(?:please|pls|plz|thanks|thx|again|then|of it|about (?:it|that)|daran|bitte|danke|dann|noch ?mal|por favor|gracias|s'il te plaît|merci|ok|okay|good|great|fine|passt|gut|prima|super|perfecto|parfait|vale|and|und|y|et|at|um|in|it|me|for|da|as well|too|auch|also)(?!\p{L})/giu;

type Moment = { readonly clock: WallClock; readonly spoken: IntentLanguage };
type Read = { readonly intent: string; readonly slots?: Slots; readonly words?: string };

/** Returns what the words want with the reminder that Waldo just sent, or undefined when they want something else. */
export function afterReminder(said: string, heard: string, { clock, spoken }: Moment): Read | undefined {
  const text = REMINDED.exec(heard)?.[1]?.replace(LATE_NOTE, "");
  if (text === undefined || said.includes("?")) return undefined;
  if (NOT_NOW.test(said)) return { intent: "ok" };
  if (DROPS.test(said)) return { intent: "cancel-reminder", slots: { about: text }, words: text };
  const when = laterIn(said, { clock, spoken });
  if (when) return { intent: "remind", slots: { text, when }, words: text };
  if (DID_IT.test(said) && !UNDONE.test(said.split(/[.;!]/u)[0] ?? "")) return { intent: "did-it" };
  const named = meaningfulWords(said).some((word) => meaningfulWords(text).includes(word));
  return named && STATE.test(said) && !UNDONE.test(said) ? { intent: "did-it" } : undefined;
}

/** Returns the moment at which the person wants to be reminded once more. */
function laterIn(said: string, { clock, spoken }: Moment) {
  const after = (amount: string, unit: string) => whenIn(`in ${amount} ${unit === "m" ? "min" : unit}`, clock, spoken);
  const [, amount, unit] = MORE.exec(said) ?? [];
  if (amount !== undefined && unit !== undefined) return once(after(amount, unit).when);
  const found = AGAIN.exec(said);
  if (found === null) return undefined;
  const [whole, behind = ""] = found;
  const asked = whole.slice(0, whole.length - behind.length);
  const before = said.slice(0, found.index);
  // "Call Ben again tomorrow" names another thing. "No answer. Again at 2" gives a reason.
  const isOther = /\p{L}{3}/u.test(whenIn(before, clock, spoken).rest.replaceAll(FILLERS, " "));
  if (isOther && BARE_AGAIN.test(asked) && !/[.,;!]\s*$/u.test(before)) return undefined;
  // "Tomorrow at 7 again"
  const isLast = /^\W*$/u.test(behind.replace(WHY, "").replaceAll(FILLERS, " "));
  const told = isLast ? before : behind.replace(WHY, "");
  if (/^\W*$/u.test(told) && LATER.test(asked)) return once(whenIn(USUAL_DELAY, clock, "en").when);
  const [, count, span] = MORE.exec(told.trim()) ?? [];
  if (count !== undefined && span !== undefined) return once(after(count, span).when);
  const minutes = /snooze/iu.test(asked) ? BARE_MINUTES.exec(told)?.[1] : undefined;
  if (minutes !== undefined) return once(whenIn(`in ${minutes} minutes`, clock, "en").when);
  const hour = BARE_HOUR.exec(told)?.[1];
  const { when, rest } = hour === undefined ? whenIn(told, clock, spoken) : whenIn(`at ${hour}`, clock, "en");
  // Other words name another thing to be reminded of.
  return /\p{L}{3}/u.test(rest.replaceAll(FILLERS, " ")) ? undefined : once(when);
}

const once = <T extends { readonly on: string }>(when: T | undefined) =>
  when?.on === "once" ? (when as T & { readonly on: "once" }) : undefined;
