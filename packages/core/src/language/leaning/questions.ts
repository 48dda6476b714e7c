/**
 * Reads questions that lean on the question or the answer before them: "why?", "is that good?", "and yesterday?".
 *
 * bounded: leaning.ts gives these patterns at most MOST_CHARS characters.
 */
import { pastDayIn } from "../past-days.ts";
import { whenIn } from "../times.ts";
import { AROUND_DAY, type LeaningMoment, type Read } from "./reading.ts";
import { isToldValue } from "./told.ts";

const WHY =
  /^(?:(?:but|and|ok|okay|hm+|oh|aber|und|pero|y|mais|et),? )?(?:why|how come|how so|in what(?: way)?|warum|wieso|weshalb|inwiefern|worin|¿?por qu[eé]|¿?en qu[eé]|pourquoi|en quoi)(?: (?:is|was|ist|war|es|est)?\s?(?:that|it|so|das|eso|ça|cela))?\W*$/iu;

export function why(said: string, { before }: LeaningMoment): Read | undefined {
  const asked = WHY.test(said) ? before()?.asked : undefined;
  if (asked === undefined) return undefined;
  const day = asked.slots[0].day;
  if (asked.intent.subject !== "body") return { intent: "why-said" };
  return { intent: "why-score", ...(day === undefined ? {} : { slots: { day } }) };
}

const QUALITY =
  "good|bad|ok|okay|normal|usual|unusual|a lot|much|enough|high|low|healthy|fine|worse|better|great|gut|schlecht|viel|genug|üblich|bueno|buena|malo|mala|mucho|suficiente|bien|mal|bon|bonne|mauvais|beaucoup|assez|normale";
const JUDGING = [
  new RegExp(
    `^(?:so |and |und |y |et )?¿?(?:is|was|are|ist|war|es|está|c'est|est-ce)(?: (?:that|this|it|those|das|es|eso|esto|ça))? (?:${QUALITY})(?: (?:or|oder|o|ou) (?:${QUALITY}))?(?: for me| für mich| para mí| pour moi)?\\W*$`,
    "iu",
  ),
  /^(?:is (?:that|it) )?(?:more|less|better|worse|higher|lower) than (?:usual|normal|average|always)\W*$/iu,
  /^(?:mehr|weniger|besser|schlechter) als (?:sonst|üblich|normal)\W*$/iu,
  /^¿?(?:más|menos|mejor|peor) (?:que|de) (?:lo (?:normal|habitual)|siempre)\W*$/iu,
  /^(?:plus|moins|mieux) que d'habitude\W*$/iu,
];

export function judging(said: string, { before }: LeaningMoment): Read | undefined {
  const asked = JUDGING.some((pattern) => pattern.test(said)) ? before()?.asked : undefined;
  if (asked && isToldValue(asked)) return { intent: "compare-usual", slots: { text: asked.message } };
  const intent = asked?.intent;
  return intent?.subject === "body" ? { intent: "compare-usual", about: intent.name } : undefined;
}

const OPENS_DAY =
  /^¿?(?:(?:and|ok|okay|und|y|et|e),? )?(?:(?:what|how) about|what's with|wie war(?: es)?|wie ist es|wie sieht es|was ist|qué tal|como fue|cómo fue|et pour|c'était comment)?\s*/iu;

/** True when nothing is left of a text but words that may stand around a day. */
const isNothing = (rest: string) => /^[^\p{L}\p{N}]*$/u.test(rest.replace(OPENS_DAY, "").replaceAll(AROUND_DAY, ""));

const NIGHT = /(?<!\p{L})(?:night|nacht|noche|nuit)(?!\p{L})/iu;

/** "And yesterday?", "what about Friday?": the same question about another day. */
export function otherDay(said: string, { clock, spoken, intents, before }: LeaningMoment): Read | undefined {
  const past = pastDayIn(said, clock, { spoken });
  const ahead = whenIn(said.replace(OPENS_DAY, ""), clock, spoken);
  const isPast = past !== undefined && isNothing(past.rest);
  if (!isPast && !(ahead.dated && !ahead.timed && isNothing(ahead.rest))) return undefined;
  const asked = before()?.asked;
  if (asked === undefined) return undefined;
  const { slots } = asked;
  // "Is that good?" asked about the question before it.
  const first = intents.get(asked.before ?? "") ?? asked.intent;
  // "And the night before?" asks of a night, also after a reason of the day.
  const night = first.subject === "body" && NIGHT.test(said) ? intents.get("sleep-last-night") : undefined;
  const intent = night ?? first;
  if (isPast && intent.slots.includes("day")) {
    const date = pastDayIn(said, clock, { spoken, spokenOf: slots[0].day })?.date;
    return date === undefined ? undefined : { intent: intent.name, slots: { day: date } };
  }
  const date = ahead.when !== undefined && "date" in ahead.when ? ahead.when.date : undefined;
  if (date === undefined || intent.acts || !intent.slots.includes("date")) return undefined;
  return { intent: intent.name, slots: { ...slots[0], date } };
}
