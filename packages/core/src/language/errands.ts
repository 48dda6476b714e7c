/**
 * Reads an errand that is told in bare words: "and email the landlord" after another task, "finish the report by Friday".
 *
 * bounded: the patterns read at most MOST_CHARS characters.
 */
import type { IntentLanguage, LocalDate, WallClock } from "@waldo/contracts";
import { whenIn } from "./times.ts";

const MOST_CHARS = 90;

/** A message that begins with one of these words is a question, another wish or a sentence about a person, and no errand. */
const NO_ERRAND =
  /[?]|(?<!\p{L})(?:me|mir|mich|moi)(?!\p{L})|^(?:how|what|when|which|who|where|why|do|does|did|is|am|are|was|will|can|could|the (?:second|other)|remind|tell|show|set|cancel|delete|remove|drop|move|make|wie|was|wann|wer|warum|erinner\p{L}*|sag|zeig|lösch\p{L}*|c[oó]mo|qu[eé]|cu[aá]ndo|recu\p{L}*|borra|comment|quand|qui|pourquoi|rappelle|supprime|i|i'\p{L}+|we|you|it|its|it's|that|he|she|they|ich|wir|du|er|sie|es|je|j'\p{L}+|tu|il|elle|nous|yo)(?!\p{L})/iu;
const ONE_MORE = /^(?:and|also|plus|und|auch|y|también|et|aussi)(?: (?:also|auch|también|aussi))?,? (.{3,80}?)[.!]*$/iu;
const DEADLINE = /(?<!\p{L})(?:by|until|till|bis|para el|antes del?|avant|d'ici)(?: spätestens| le| el)?[\s,.!]*$/iu;

const NAMES_DEADLINE = /(?<!\p{L})(?:by|until|till|bis|para el|antes del?|avant|d'ici)(?!\p{L})/iu;

type Errand = { readonly text: string; readonly date?: LocalDate };
type Moment = { readonly clock: WallClock; readonly spoken: IntentLanguage };

/** Returns the errand of a message that begins with "and" or "also". */
export function nextErrand(message: string, moment: Moment): Errand | undefined {
  const told = message.length > MOST_CHARS ? undefined : ONE_MORE.exec(message.trim())?.[1];
  return told === undefined ? undefined : errandIn(told, moment);
}

/** Returns the errand of a message that names a deadline. */
export function dueErrand(message: string, { clock, spoken }: Moment): Errand | undefined {
  if (message.length > MOST_CHARS) return undefined;
  const errand = errandIn(message, { clock, spoken });
  return errand?.date !== undefined && NAMES_DEADLINE.test(message) ? errand : undefined;
}

function errandIn(told: string, { clock, spoken }: Moment): Errand | undefined {
  if (NO_ERRAND.test(told)) return undefined;
  const { when, rest } = whenIn(told, clock, spoken);
  const text = rest
    .replace(/^\W+|[\s,.!]+$/gu, "")
    .replace(DEADLINE, "")
    .trim();
  if (!/\p{L}{3}/u.test(text)) return undefined;
  return { text, ...(when?.on === "once" && when.date !== clock.date ? { date: when.date } : {}) };
}
