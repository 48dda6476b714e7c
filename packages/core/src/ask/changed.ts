/** Reads a few words that change the question before them: "and last week?", "just weekdays", "and my pulse?". */
import type { AskedRange, DataQuestion, IntentLanguage, LocalDate } from "@waldo/contracts";
import { dayNumber } from "../health/timeline.ts";
import { monthsOn } from "../language/days.ts";
import { addDays } from "../time.ts";
import { filterOf, filtersIn } from "./filters.ts";
import { dayMetricOf, superlative } from "./metrics.ts";
import { datesOf } from "./ranges.ts";
import { rangesIn } from "./spans.ts";
import { tokensIn, tokensOf } from "./tokens.ts";

const OPENS =
  /^(?:(?:and|ok|okay|so|but|what about|how about|only|just|for|in|on|over|und|nur|wie war|was ist mit|an|im|in der|y|solo|sólo|qué tal|en|et|seulement|et pour|pour|le|la|les|l'|el|los|der|die|das)(?!\p{L})[\s,]*)+/iu;
/** Words of time that mean the day behind when a question is about readings. */
const WEEKDAY = /^w[1-7]$/u;
/** In characters. A change is a few words. */
const MOST_CHARS = 60;

/** Returns the changed question, or undefined when the words hold more than one change, or something else. */
export function changedBy(
  words: string,
  before: DataQuestion,
  { today, spoken }: { readonly today: LocalDate; readonly spoken: IntentLanguage },
): DataQuestion | undefined {
  if (words.length > MOST_CHARS) return undefined;
  const unit = UNIT_BEFORE.exec(words)?.[0];
  if (unit !== undefined) {
    const earlier = timeBefore(before.range, today);
    const { compare: _, ...plain } = before;
    return earlier && { ...plain, range: earlier };
  }
  if (WHICH.test(words)) return /^(?:count|last)/.test(before.aggregate) ? before : undefined;
  if (IN_UNIT.test(words)) return before;
  const bare = words.trim().replace(OPENS, "").replace(ONE, "");
  const tokens = tokensOf(bare, spoken)?.filter((token) => token !== "own");
  if (tokens === undefined || tokens.length === 0) return partOf(bare, before, spoken);
  const spelled = tokens.length === 1 && WEEKDAY.test(tokens[0] ?? "") ? ["last", ...tokens] : tokens;
  const filtered = filtersIn({ line: ` ${spelled.join(" ")} `, filters: [] });
  const { line, ranges } = rangesIn(filtered.line, today);
  const rest = line.split(" ").filter((word) => !/^(?:filter|range)\d+$|^$|^(?:night|uday)$/.test(word));
  const side = ranges[0];
  // "Compared to last week?"
  if (
    side !== undefined &&
    rest.length === 1 &&
    /^(?:vs|compare|more|less|is\.(?:above|below))$/.test(rest[0] ?? "") &&
    /^(?:value|sum|mean)$/.test(before.aggregate)
  )
    return { ...before, compare: { range: side, filters: before.filters } };
  const [range, filter, word] = [ranges[0], filtered.filters[0], rest[0]];
  if (ranges.length + filtered.filters.length + rest.length !== 1) return undefined;
  // The change of a comparison does not say which side it means, so the comparison ends.
  const { compare: _, ...plain } = before;
  if (range !== undefined) return { ...plain, range };
  if (filter !== undefined) {
    const added = filterOf(filter, before.of);
    return added && { ...plain, filters: [...before.filters.filter(({ by }) => by !== added.by), added] };
  }
  if (word === "pastof") {
    const earlier = dayBefore(before.range);
    return earlier && { ...plain, range: earlier };
  }
  if (word?.startsWith("sup.")) {
    const which = superlative(word.slice("sup.".length), before.of.metric);
    return which && /^(?:min|max)$/.test(before.aggregate) ? { ...plain, aggregate: which } : undefined;
  }
  const metric = word?.startsWith("metric.") ? dayMetricOf(word.slice("metric.".length)) : undefined;
  return metric && { ...plain, of: { rows: "days", metric } };
}

/**
 * "How much of that was deep", "how long was I awake in the middle of it": a measure, and words that point at what was
 * asked before. The time stays.
 */
function partOf(words: string, before: DataQuestion, spoken: IntentLanguage): DataQuestion | undefined {
  const { tokens, unknown } = tokensIn(words, spoken);
  const measures = tokens.filter((token) => token.startsWith("metric."));
  const [measure = ""] = measures;
  const others = tokens.filter((token) => !/^(?:metric\.|ask\.(?:how|long|much|many)$|own$)/.test(token));
  const metric =
    measures.length === 1 && others.length === 0 ? dayMetricOf(measure.slice("metric.".length)) : undefined;
  if (unknown.length === 0 || !unknown.every((word) => POINTS.test(word))) return undefined;
  // "How long was it really?"
  if (measures.length + others.length === 0 && tokens.length > 0) return before;
  if (metric === undefined) return undefined;
  const { compare: _, ...plain } = before;
  return { ...plain, of: { rows: "days", metric } };
}

/** Words that point at a night or a time that was named before. */
const POINTS =
  /^(?:it|that|this|them|those|then|there|middle|really|actually|davon|dabei|da|dann|mittendrin|wirklich|eigentlich|eso|ello|entonces|ahi|realmente|medio|de|ca|cela|la|alors|vraiment|milieu|dedans|which|one)$/u;

/** "In hours, please": the card shows units anyway, so the question is asked again. */
const IN_UNIT =
  /^(?:and |und |y |et )?(?:in|en|in den) (?:hours?|minutes?|numbers?|figures|milliseconds|ms|bpm|beats|percent|steps|km|kilomet(?:re|er)s|stunden|minuten|zahlen|millisekunden|prozent|schritten|horas|minutos|números|milisegundos|heures|chiffres|millisecondes)(?:,? (?:please|pls|bitte|por favor|s'il te plaît|stp)|, not [^?]{1,40}|,? (?:please|bitte), not [^?]{1,40})?\W*$/iu;

/** "Which ones?" asks for the days that were counted, which the answer names. */
const WHICH =
  /^(?:and |ok |und |y |et )?¿?(?:which|what)(?: (?:ones?|nights?|days?|were they|dates?))?\W*$|^(?:und )?(?:welche|an welchen)(?: (?:nächte|tage|tagen|waren das))?\W*$|^(?:y )?¿?(?:cuáles|cuales|qué (?:noches|días))\W*$|^(?:et )?(?:lesquelles?|lesquels?|quelles nuits|quels jours)\W*$/iu;
/** "The best one" is the best. */
const ONE = /\s(?:ones?|night|nacht|noche|nuit)(?=\W*$)/iu;

/** "And the week before?", "the seven before that" */
const UNIT_BEFORE =
  /^(?:and |und |y |et )?(?:the )?(?:week|month|time|days|(?:two|three|four|five|six|seven|ten|fourteen|\d{1,2})(?: (?:days|nights|weeks|before))?|ones?) before(?: that| those)?\W*$|^(?:and |und |y |et )(?:before(?: that)?|davor|antes(?: de eso)?|avant(?: ça)?)\W*$|^(?:und )?(?:die (?:woche|tage|nächte|sieben|drei|\d{1,2})|der monat|den monat) davor\W*$|^(?:y )?la semana anterior\W*$|^(?:y )?el mes anterior\W*$|^(?:et )?la semaine d'avant\W*$|^(?:et )?le mois d'avant\W*$/iu;

/** Returns the time of the same length before a range. A month is one by the calendar. */
function timeBefore(range: AskedRange, today: LocalDate): AskedRange | undefined {
  const dates = datesOf(range, { today, workouts: [] });
  if (dates === undefined || range.span === "all") return undefined;
  const full = range.span === "dates" ? range : dates;
  if (full.from.endsWith("-01") && full.to.slice(0, 7) === full.from.slice(0, 7) && full.to > addDays(full.from, 26)) {
    const from = monthsOn(full.from, -1);
    return { span: "dates", from, to: addDays(full.from, -1) };
  }
  const days = dayNumber(full.to) - dayNumber(full.from) + 1;
  return { span: "dates", from: addDays(full.from, -days), to: addDays(full.from, -1) };
}

function dayBefore(range: AskedRange): AskedRange | undefined {
  if (range.span === "back") return { span: "back", days: range.days + 1 };
  if (range.span !== "dates" || range.from !== range.to) return undefined;
  const date = addDays(range.from, -1);
  return { span: "dates", from: date, to: date };
}
