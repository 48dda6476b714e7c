/** Cuts a message that asks for several things at once into its clauses, or into the lines of its list. */
import type { IntentLanguage, LocalDate, Slots, WallClock } from "@waldo/contracts";
import { wordsOf } from "./match.ts";
import { whenIn } from "./times.ts";

/** A list begins after a colon or on a new line. A comma alone may stand within one text. */
const LIST = /^[^:\n]{1,60}[:\n]\s*(.+)$/su;

/** Returns the texts of a message that lists several: "add to my list: stamps, oat milk". */
export function listIn(message: string): string[] {
  const items = LIST.exec(message)?.[1]?.split(/[,;\n]\s*(?:and |und |y |et |[-*•]\s*)?/u) ?? [];
  return items.map((item) => item.trim().replace(/^[-*•] ?|[.!]$/gu, "")).filter((item) => item !== "");
}

const JOINS = /(?:;|,? (?:and|n|und|y|et)(?: (?:then|also|dann|auch|después|puis|aussi))? |, )/iu;

/**
 * Splits a message that asks for two things at two times: "at 9 the pills and at 5 the dentist". Each clause has its
 * own time. The first words of the message are added to every clause.
 */
export function clausesOf(message: string, clock: WallClock, spoken: IntentLanguage): string[] {
  const pieces = message.split(JOINS).filter((piece) => piece.trim() !== "");
  const clauses: string[] = [];
  for (const piece of pieces) {
    const isTimed = whenIn(piece, clock, spoken).when !== undefined;
    const last = clauses.at(-1);
    if (last === undefined) clauses.push(piece);
    else if (isTimed && whenIn(last, clock, spoken).when !== undefined && hasWords(piece, clock, spoken))
      clauses.push(piece);
    else clauses[clauses.length - 1] = `${last} ${joinOf(message, piece)}${piece}`;
  }
  return clauses;
}

/** A clause that names an hour and no day has the day of the clause before it: "tomorrow at 9 … and at 15:00 …". */
export function inOneDay(clauses: readonly Clause[], clock: WallClock): Slots[] {
  let day: LocalDate | undefined;
  return clauses.map(({ slots, text, spoken }) => {
    const { when } = slots;
    const isDated = whenIn(text, clock, spoken).dated;
    if (when?.on !== "once" || isDated || day === undefined || day === clock.date) {
      day = when?.on === "once" && isDated ? when.date : undefined;
      return slots;
    }
    return { ...slots, when: whenIn(`${day} ${text}`, clock, spoken).when ?? when };
  });
}

type Clause = { readonly slots: Slots; readonly text: string; readonly spoken: IntentLanguage };

/** Returns the words of the message between a piece and the one before it. */
function joinOf(message: string, piece: string): string {
  const at = message.indexOf(piece);
  return /\b(?:and|und|y|et)\s$/i.exec(message.slice(0, at))?.[0] ?? "";
}

/** True when a piece holds a text and not only a time. "And on Friday" alone is a second time for the same text. */
function hasWords(piece: string, clock: WallClock, spoken: IntentLanguage): boolean {
  return wordsOf(whenIn(piece, clock, spoken).rest).filter((word) => word.length > 2 && !POLITE.has(word)).length > 0;
}

/** Words of courtesy, and small words around a wish. */
export const POLITE: ReadonlySet<string> = new Set(
  "please thanks yeah mean meant want would like that this one the bitte danke favor gracias merci plait".split(" "),
);
