/**
 * Cuts a message into the wishes that it holds: "remind me to take my pill at 9, and tell me how I slept" is two. Words
 * of small talk in front of a wish are no wish.
 *
 * bounded: it reads at most MOST_CHARS characters.
 */

import { NO_INTENT, type Ranked } from "./match.ts";

/** In a longer message a person tells a story. */
const MOST_CHARS = 300;
/** The most wishes of one message. */
const MOST_WISHES = 4;
/** A piece begins a wish of its own only with at least this share. */
const OWN_SHARE = 0.4;

/** The end of a sentence, or a word that joins two wishes. */
const BREAK =
  /(?<=[.!?])\s+|;\s*|,?\s+(?:and|und|y|et)(?:\s+(?:also|then|please|dann|auch|bitte|también|después|aussi|puis))?\s+|,\s+/giu;

/** The words by which a request or a question begins. */
const OPENS =
  /^(?:(?:please|can you|could you|would you|also|then|bitte|kannst du|por favor|puedes|peux-tu|tu peux) )*(?:how|what|whats|when|which|who|where|why|do|does|did|is|am|are|was|will|tell me|show me|remind me|set|cancel|delete|remove|forget|move|add|put|note|remember|mark|stop|don't|dont|plan|wie|was|wann|welche\p{L}*|wer|warum|erinner\p{L}*|sag mir|zeig\p{L}*|lösch\p{L}*|streich\p{L}*|vergiss|verschieb\p{L}*|setz\p{L}*|notier\p{L}*|merk\p{L}*|hab ich|bin ich|¿?(?:c[oó]mo|qu[eé]|cu[aá]ndo|cu[aá]l\p{L}*|qui[eé]n|tengo)|rec\p{L}rda\p{L}*|dime|mu[eé]strame|borra|cancela|olvida|mueve|añade|pon|anota|comment|quand|quel\p{L}*|qui|pourquoi|qu'est-ce|est-ce|rappelle\p{L}*|dis-moi|montre|supprime|annule|oublie|déplace|ajoute|mets|note|ai-je|j'ai quoi)(?!\p{L})/iu;

/** Says nothing that is to be answered when something else follows. */
const SMALL_TALK: ReadonlySet<string> = new Set(["hello", "thanks", "ok"]);

/**
 * Returns the texts of the wishes in their order, without the small talk around them. Returns none for a message that is
 * one wish and nothing else.
 */
export function wishesIn(message: string, best: (text: string) => Ranked | undefined): readonly string[] {
  const starts = [0, ...[...message.matchAll(BREAK)].map((found) => found.index + found[0].length)];
  if (starts.length === 1 || message.length > MOST_CHARS) return [];
  const wishes: { readonly from: number; readonly name: string; readonly isClear: boolean }[] = [];
  for (const [i, from] of starts.entries()) {
    const piece = message.slice(from, starts[i + 1]);
    const { name = "", share = 0 } = best(piece) ?? {};
    const last = wishes.at(-1);
    const isClear = share >= OWN_SHARE && name !== NO_INTENT && (OPENS.test(piece) || SMALL_TALK.has(name));
    if (last === undefined || (isClear && name !== last.name && !SMALL_TALK.has(name)))
      wishes.push({ from, name, isClear });
  }
  // What stands before the first clear wish belongs to it: a reason, or a story.
  if (wishes.length < 2 || wishes[0]?.isClear !== true) return [];
  const real = wishes.filter(({ name }, i) => i === wishes.length - 1 || !SMALL_TALK.has(name));
  if (real.length > MOST_WISHES) return [];
  return real.map(({ from }) => {
    const next = wishes.find((one) => one.from > from);
    return message.slice(from, next?.from).replace(JOINED, "").trim();
  });
}

/** The joining words at the end of a piece. */
const JOINED =
  /[,;\s]*(?:(?<!\p{L})(?:and|und|y|et)(?:\s+(?:also|then|please|dann|auch|bitte|también|después|aussi|puis))?)?\s*$/iu;

const GREETING =
  /^(?:hi|hey|hello|hiya|yo|good (?:morning|evening|afternoon)|morning(?! (?:brief|messag|msg|text|report|update|note))|guten (?:morgen|tag|abend)|hallo|moin|servus|hola|buen[oa]s(?: (?:d[ií]as|tardes|noches))?|bonjour|bonsoir|salut|coucou)(?: (?:waldo|there))?[\s,.!:]{1,4}(?:waldo[\s,.!:]{1,4})?(?=¿?\p{L}+\P{L}{1,3}\p{L})/iu;

/** A greeting in front of a request is not the request. */
export const withoutGreeting = (message: string): string => message.replace(GREETING, "");
