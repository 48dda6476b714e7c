import { HealthAnswer, type RubricScore } from "@waldo/contracts";
import { DayScore } from "../../agent/candidate.ts";
import { bodyClaims } from "../../safety/body/body-claims.ts";
import { kindOf, type SuggestionKind } from "../../skills/suggestion-choice.ts";
import { notApplicable, scored } from "../score.ts";
import type { ReadTrace } from "../trace.ts";

type Facts = {
  /** Where the person stands is low, or several signs say so. */
  readonly low: boolean;
  readonly strained: boolean;
  /** The night or the hours were off. */
  readonly night: boolean;
  /** The heart, the breathing or the load was off. */
  readonly effort: boolean;
  readonly still: boolean;
  readonly events: number;
  readonly known: boolean;
};

/** What a suggestion of each kind may follow from. */
const FROM: Record<SuggestionKind, (facts: Facts) => boolean> = {
  movement: ({ strained, still, low, night }) => !strained && (still || !low || night),
  "food and drink": ({ low, strained, night, effort }) => low || strained || night || effort,
  sleep: ({ low, strained, night, effort, events }) => low || strained || night || effort || events > 0,
  pause: ({ low, strained, night, effort, events }) => low || strained || night || effort || events > 0,
  "light effort": ({ low, strained, effort, night, still }) => low || strained || effort || night || still,
  "order of the day": ({ known, events }) => known || events > 0,
  "usual day": ({ strained, low }) => !strained && !low,
};

const SLEEP_SIGNS = ["sleepLength", "sleepQuality", "bedTime", "wakeTime"];

/** Whether what a Brief suggests follows from what its run found: rest from strain, sleep from a short night. */
export function follows({ header, text, sentences, results }: ReadTrace): RubricScore {
  if (header.trigger !== "brief" || text === "") return notApplicable("only a Brief must suggest something");
  const suggestion = sentences.findLast((one) => bodyClaims(one.text).length === 0 && kindOf(one.text) !== undefined);
  const kind = suggestion && kindOf(suggestion.text);
  if (kind === undefined) return notApplicable("it suggests nothing of a known kind");
  const facts = factsIn(results);
  if (!facts.known && facts.events === 0) return notApplicable("nothing was known of the day");
  return FROM[kind](facts)
    ? scored(1)
    : scored(0, `nothing that was found leads to a suggestion of the kind “${kind}”`);
}

function factsIn(results: ReadTrace["results"]): Facts {
  const values = (tool: string) => results.flatMap((one) => (one.ok && one.name === tool ? [one.value] : []));
  const score = DayScore.safeParse(values("get_crs").at(-1)).data;
  const health = HealthAnswer.safeParse(values("get_health").at(-1)).data;
  const signs = health?.signs ?? [];
  const off = (name: string) => signs.some(({ sign }) => sign === name);
  const worse = Object.values(score?.pillars ?? {}).some(({ band }) => band === "below" || band === "well_below");
  const calendar = values("query_calendar").at(-1) as { events?: unknown } | undefined;
  return {
    known: score !== undefined || health !== undefined,
    low: score?.bodyZone === "flagging" || score?.bodyZone === "depleted",
    strained: (health?.bodyStrain?.step ?? 0) >= 2,
    night:
      (health?.night !== undefined && !["usual", "good"].includes(health.night.kind)) ||
      (health?.night?.halfHoursOwed ?? 0) > 0 ||
      SLEEP_SIGNS.some(off),
    effort: off("hrv") || off("restingHr") || off("breathing") || worse,
    still: signs.some(({ sign, side }) => sign === "activity" && side === "low"),
    events: Array.isArray(calendar?.events) ? calendar.events.length : 0,
  };
}
