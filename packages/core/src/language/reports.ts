/**
 * Tells a report from a question: "had two glasses last night" is something that a person tells of themselves.
 *
 * bounded: it reads at most MOST_CHARS characters.
 */
const MOST_CHARS = 400;

/** A clause by which a person tells what they did or had. */
const TOLD =
  /(?:^|[,;.!] ?|\b(?:and|but|because|und|aber|y|pero|et|mais) )(?:(?:so|ugh|well|ok|yeah|also|only) )?(?:i(?:'ve| have| had| was| did| ate| drank| slept| went| ran| weigh\p{L}*| got| took| quit| skipped| missed| only| just| woke| stayed| couldn't| didn't)|i have (?:a|an|some)|my (?:temperature|fever|weight|blood pressure) (?:is|was)|had|drank|ate|slept|took|skipped|stayed up|woke|ich (?:hatte|habe|hab|war|bin|wiege|trank|aß)|hatte|tuve|he |dormí|bebí|comí|me (?:acosté|desperté|quedé)|peso|estuve|j'ai|je me suis|je pèse|j'étais)(?!\p{L})/iu;
const ASKS =
  /[?¿]|^(?:\p{L}{1,6},? )?(?:how|what|whats|when|which|why|who|is|was|are|were|do|does|did|am|can|could|should|tell|show|wie|was|wann|warum|wieso|kann|soll|qu[eé]|c[oó]mo|cu[aá]ndo|por qu[eé]|comment|quand|pourquoi|est-ce|dis|dime|sag)(?!\p{L})/iu;

const ASKS_LATE =
  /[.,;!] ?(?:\p{L}{1,6} )?(?:how|what|why|explain|tell me|wie|warum|qu[eé]|por qu[eé]|pourquoi|comment)(?!\p{L})/iu;

/** True when a message tells something of its sender and asks nothing. */
export function isReport(message: string): boolean {
  const text = message.slice(0, MOST_CHARS).replaceAll("’", "'");
  return TOLD.test(text) && !ASKS.test(text) && !ASKS_LATE.test(text);
}
