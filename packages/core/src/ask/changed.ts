/** Reads a few words that change the question before them: "and last week?", "just weekdays", "and my pulse?". */
import type { DataQuestion, IntentLanguage, LocalDate } from "@waldo/contracts";
import { filterOf, filtersIn } from "./filters.ts";
import { dayMetricOf } from "./metrics.ts";
import { rangesIn } from "./spans.ts";
import { tokensOf } from "./tokens.ts";

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
  const tokens = tokensOf(words.trim().replace(OPENS, ""), spoken)?.filter((token) => token !== "own");
  if (tokens === undefined || tokens.length === 0) return undefined;
  const spelled = tokens.length === 1 && WEEKDAY.test(tokens[0] ?? "") ? ["last", ...tokens] : tokens;
  const filtered = filtersIn({ line: ` ${spelled.join(" ")} `, filters: [] });
  const { line, ranges } = rangesIn(filtered.line, today);
  const rest = line.split(" ").filter((word) => !/^(?:filter|range)\d+$|^$/.test(word));
  const [range, filter, word] = [ranges[0], filtered.filters[0], rest[0]];
  if (ranges.length + filtered.filters.length + rest.length !== 1) return undefined;
  // The change of a comparison does not say which side it means, so the comparison ends.
  const { compare: _, ...plain } = before;
  if (range !== undefined) return { ...plain, range };
  if (filter !== undefined) {
    const added = filterOf(filter, before.of);
    return added && { ...plain, filters: [...before.filters.filter(({ by }) => by !== added.by), added] };
  }
  const metric = word?.startsWith("metric.") ? dayMetricOf(word.slice("metric.".length)) : undefined;
  return metric && { ...plain, of: { rows: "days", metric } };
}
