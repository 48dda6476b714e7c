/**
 * Finds instructions. Waldo never keeps an instruction as a memory, also where it does not understand the instruction.
 *
 * bounded: it reads at most MOST_CHARS characters.
 */
import type { Asked } from "@waldo/contracts";

const MOST_CHARS = 200;

/** Words that want Waldo to write less, more, or as before. */
const RHYTHM =
  /(?<!\p{L})(?:(?:so |ab (?:heute|morgen) |from (?:today|tomorrow) )?(?:back to )?normal(?: mode)?(?: again| wieder)|wieder normal|normal mode|(?:the |that )?quiet (?:thing|hours|time)(?: again| off| on)?\W*$|with the quiet|(?:die )?ruhezeit\p{L}*)(?!\p{L})/iu;
const ORDER = [
  /^(?:(?:no|ok|okay|and|but|actually|please|bitte|nein|und|aber|eigentlich|nur|only|just|non|et|y|pero)[\s,.!]+)*(?:make|set|move|change|shift|skip|cancel|stop|mark|pause|resume|turn|switch|put|bring|mach|setz\p{L}*|verschieb\p{L}*|streich\p{L}*|stopp?|pausier\p{L}*|cambia|mueve|pon|cancela|mets|change|déplace|annule) (?:it|that|this|them|the|das|es|den|die|lo|la|el|le|ça)(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:don't|do not|no need to|needn't) (?:remind|ask|tell) me|(?:brauchst|musst) (?:du )?(?:mich )?(?:heute )?nicht (?:zu )?erinnern|nicht erinnern|erinnere? mich nicht|no me (?:lo )?recuerdes|ne me (?:le )?rappelle pas)(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:this|next) week|today|tomorrow|tonight|diese woche|heute|morgen|esta semana|hoy|cette semaine|aujourd'hui) (?:off|aus|ausfallen lassen)\W*$|(?<!\p{L})off (?:this|next) week\W*$/iu,
  /(?<!\p{L})(?:back to|zurück auf|wieder auf) (?:the |die |den |das )?(?:old|usual|normal|alte\p{L}*|übliche\p{L}*)(?: time| zeit)?(?: too| as well| auch)?\W*$/iu,
  /^(?:(?:no|nope|nein|ne|sorry)[\s,]+)+(?:the other(?: one)?|das andere|die andere)(?: sorry)?\W*$/iu,
];

/** Returns what a message that tells nothing wants changed: when Waldo writes, or something else. */
export function instructionIn(message: string): "rhythm" | "other" | undefined {
  const said = message.replaceAll("’", "'").trim();
  if (said.length > MOST_CHARS || said.includes("?")) return undefined;
  if (RHYTHM.test(said)) return "rhythm";
  return ORDER.some((one) => one.test(said)) ? "other" : undefined;
}

/**
 * True for a message that was only heard, kept, or taken for an errand or one of two things. `keeping`: what keeps it.
 * Words that were put together with those told before are no guess.
 */
export function isGuess(message: string, asked: Asked, keeping: ReadonlySet<string>): boolean {
  if (asked.is === "clear" && !message.includes(asked.message)) return false;
  if (asked.is === "clear") return asked.intent.name !== "remember" && keeping.has(asked.intent.name);
  if (asked.is === "unclear") return asked.between.every(({ subject }) => subject !== "reminders");
  return asked.is === "offered" && asked.wish.intent.subject !== "reminders";
}
