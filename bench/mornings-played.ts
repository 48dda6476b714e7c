/**
 * Plays days of a person through the product's own day (play.ts) and counts what a person would notice: words that
 * contradict each other within a day, "no score" for a night that has arrived, and sentences that come twice. It serves
 * bench:mornings.
 */
import type { LocalDate, SourceDay } from "@waldo/contracts";
import { buildTimeline, dayNumber } from "@waldo/core/health/timeline";
import { HOUR_MS, MINUTE_MS } from "@waldo/core/time";
import { playedPerson, type Spoken } from "../packages/embedded/test/played.ts";

export type PlayedCounts = {
  readonly days: number;
  readonly briefs: number;
  /** Two Briefs of a day with different words for the zone, where the later Brief does not say what changed. */
  readonly contradictions: number;
  /** Two Briefs of a day that name different causes. */
  readonly otherCauses: number;
  /** "No score" or "not arrived" within two hours after a night that arrived. */
  readonly prematureNoScore: number;
  /** "Wear it tonight" before the evening. */
  readonly prematureWear: number;
  /** Event Briefs that were the first with a score. */
  readonly eventFirst: number;
  /** Sentences said twice on one day. */
  readonly repeated: number;
  /** The counted Briefs, for a person who reads them. */
  readonly found: readonly string[];
};

/** Plays `most` evenly spread days of a person, or every day. Before each day it reports how many days are done. */
export async function playPerson(
  days: readonly SourceDay[],
  most: number | "all",
  tell: (done: number, all: number) => void,
): Promise<PlayedCounts> {
  const byDate = Map.groupBy(days, ({ date }) => date);
  const dates = spread([...byDate.keys()].sort(), most === "all" ? byDate.size : most);
  const person = await playedPerson(days);
  const all: PlayedCounts[] = [];
  const timeline = buildTimeline(days);
  for (const [done, date] of dates.entries()) {
    tell(done, dates.length);
    all.push(countDay(await person.play(date), timeline.on(dayNumber(date))?.night?.end));
  }
  return sumOf(all);
}

function spread(dates: readonly LocalDate[], most: number): LocalDate[] {
  const count = Math.min(most, dates.length);
  return Array.from({ length: count }, (_, i) => dates[Math.floor(((i + 0.5) * dates.length) / count)] as LocalDate);
}

const ZONES = /\b(energized|steady|flagging|depleted)\b/gi;
const SAYS_CHANGE =
  /chang|correct|revised|later sync|this morning|you woke up|different|unlike|that is new|since we last spoke|hours awake|been awake|time awake/i;
const NO_SCORE =
  /not (?:arrived|come|synced)|has arrived from your wearable|can't score|no night|still in your wearable|without your night|never got last night|lost to me/i;
const WEAR_TONIGHT = /wear (?:it|your device) tonight|device on tonight|tonight counts again/i;
/** The cause in the first sentence of a Brief that names one. */
const CAUSES: readonly (readonly [string, RegExp])[] = [
  ["sleep", /you slept|awake (?:more|less) than usual during|short of sleep|lacks? .* of sleep/],
  ["heart", /your heart's recovery is|your resting heart rate is/],
  ["breathing", /your breathing is/],
  ["timing", /you went to bed|you woke (?:later|earlier)/],
  ["movement", /you moved/],
];
const SETTLED_MS = 2 * HOUR_MS;
/** A played night arrives this long after it ended (play.ts). */
const ARRIVES_MS = 5 * MINUTE_MS;
/** A sentence about the week says nothing about the day. */
const OF_WEEK = /[^.]*the week was[^.]*\./g;

function countDay(spoken: readonly Spoken[], nightEnded: number | undefined): PlayedCounts {
  const found: string[] = [];
  const count = (what: string, briefs: readonly (Spoken | undefined)[]) => {
    for (const one of briefs) found.push(`${what}: ${one?.date} ${one?.time} ${one?.variant} "${one?.text}"`);
    return briefs.length > 0 ? 1 : 0;
  };
  let [contradictions, otherCauses, prematureNoScore, prematureWear, eventFirst, repeated] = [0, 0, 0, 0, 0, 0];
  const sentences = new Set<string>();
  let told: { readonly zone: string; readonly by: Spoken } | undefined;
  let cause: { readonly name: string; readonly by: Spoken } | undefined;
  for (const one of spoken) {
    const lead = (one.text.split(/(?<=[.!?]) /)[0] ?? "") as string;
    const ofDay = one.text.replace(OF_WEEK, "");
    const zone = (ofDay.match(ZONES) ?? []).at(-1)?.toLowerCase();
    const current = /(?:you're|you are|to|now)\b/i.test(ofDay) ? zone : undefined;
    if (told && current !== undefined && !one.text.toLowerCase().includes(told.zone) && !SAYS_CHANGE.test(one.text))
      contradictions += count("contradiction", [told.by, one]);
    if (current !== undefined) {
      if (told === undefined && one.variant === "event") eventFirst += count("event first", [one]);
      told = {
        zone: one.variant === "morning" ? (lead.match(ZONES)?.[0]?.toLowerCase() ?? current) : current,
        by: one,
      };
    }
    const name = CAUSES.find(([, words]) => words.test(lead))?.[0];
    if (name !== undefined && cause !== undefined && cause.name !== name)
      otherCauses += count("other cause", [cause.by, one]);
    if (name !== undefined) cause = { name, by: one };
    const late = nightEnded !== undefined && one.at >= nightEnded + ARRIVES_MS && one.at < nightEnded + SETTLED_MS;
    if (late && current === undefined && NO_SCORE.test(one.text)) prematureNoScore += count("no score", [one]);
    if (one.variant !== "evening" && WEAR_TONIGHT.test(one.text)) prematureWear += count("wear it", [one]);
    for (const sentence of one.text.split(/(?<=[.!?]) /)) {
      if (sentences.has(sentence)) repeated += count(`repeated "${sentence}"`, [one]);
      sentences.add(sentence);
    }
  }
  const counts = { contradictions, otherCauses, prematureNoScore, prematureWear, eventFirst, repeated };
  return { days: 1, briefs: spoken.length, ...counts, found };
}

/** Adds up what was counted. */
export function sumOf(all: readonly PlayedCounts[]): PlayedCounts {
  const sum = (read: (one: PlayedCounts) => number) => all.reduce((total, one) => total + read(one), 0);
  return {
    days: sum(({ days }) => days),
    briefs: sum(({ briefs }) => briefs),
    contradictions: sum((one) => one.contradictions),
    otherCauses: sum((one) => one.otherCauses),
    prematureNoScore: sum((one) => one.prematureNoScore),
    prematureWear: sum((one) => one.prematureWear),
    eventFirst: sum((one) => one.eventFirst),
    repeated: sum((one) => one.repeated),
    found: all.flatMap(({ found }) => found),
  };
}
