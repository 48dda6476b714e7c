/** The Brief of a made-up day, and the parts such a day is made of, for tests. */
import type { BriefVariant, HealthAnswer, NightFinding, Sign, SignName, ToolResult, Zone } from "@waldo/contracts";
import type { DayScore } from "../../core/src/agent/candidate.ts";
import * as words from "../../core/src/agent/writers/brief-words.ts";
import { writeBrief } from "../../core/src/agent/writers/brief-writer.ts";
import { quoted } from "../../core/src/safety/quote.ts";
import type { Suggestion } from "../../core/src/skills/suggestion.ts";
import { SUGGESTIONS } from "../../core/src/skills/suggestions.ts";
import { KIND } from "../../core/src/spoken.ts";

export const DATE = "2026-10-30";
/** The sentence for the date, with its places filled in. */
export const say = (list: readonly string[], first = "", second = "", shift = 0) => {
  const text = words.ofDate(list, DATE, shift).replace("%", first).replace("#", second);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export type Day = Partial<HealthAnswer> & {
  readonly zone?: Zone | undefined;
  readonly events?: readonly string[];
  readonly agenda?: object;
};
export type Moment = { readonly variant?: BriefVariant; readonly time?: string; readonly aside?: string };

/** The Brief of an ordinary day, except for the given parts. */
export function brief(day: Day, { variant = "morning", time, aside }: Moment = {}): string | undefined {
  return writeBrief({ variant, date: DATE, time }, resultsOf(day), quoted, aside);
}

/** The results of the tools for an ordinary day, except for the given parts. An event is "title@date time-time". */
export function resultsOf({ zone = "steady", events = [], agenda, ...more }: Day): ToolResult[] {
  const { missing = [], status = "final", drag, lift } = more;
  const crs: DayScore = {
    date: DATE,
    status,
    form: 70,
    recovery: 66,
    bodyZone: zone,
    confidence: 1,
    pillars: {},
    missing,
    sources: [],
    ...(drag && { drag }),
    ...(lift && { lift }),
  };
  const health: HealthAnswer = {
    date: DATE,
    status,
    certainty: "good",
    bodyZone: zone,
    pillars: {},
    missing,
    signs: [],
    night: night("usual", 15),
    nightsKnown: 30,
    knowsHrv: true,
    daysWithout: 0,
    ...more,
  };
  return [
    ok("get_crs", crs),
    ok("get_health", health),
    ...calendar(events),
    ...(agenda ? [ok("get_agenda", { due: [], ...agenda })] : []),
  ];
}

/** A morning Brief of a zone without its advice: its cause, and the sentences that may be added. */
export function morning(zone: Zone | undefined, cause: string, ...more: (string | undefined)[]): string {
  const lead = `A ${KIND[zone ?? "steady"]} day${cause}.`;
  return [lead, ...more.filter((sentence) => sentence !== undefined)].join(" ");
}

/** The suggestion at the end of a Brief, if it has one, and the text before it. */
export function advised(text: string | undefined): { readonly before: string; readonly advice?: Suggestion } {
  const sentences = (text ?? "").split(/(?<=[.!?]) /);
  const last = sentences.at(-1) ?? "";
  const advice = SUGGESTIONS.find(({ says }) => says.some((one) => pattern(one).test(last)));
  return advice === undefined ? { before: text ?? "" } : { before: sentences.slice(0, -1).join(" "), advice };
}

function pattern(sentence: string): RegExp {
  return new RegExp(`^${sentence.replaceAll(/\{\w+\}/g, "[\\w: ]+")}$`, "i");
}

export function calendar(events: readonly string[]): ToolResult[] {
  const rows = events.map((event) => {
    const [, title, date, time] = /^(.*)@(\S+) (\S+)$/.exec(event) ?? [];
    return { title, date, time };
  });
  return events.length === 0 ? [] : [ok("query_calendar", { events: rows })];
}

export const ok = (name: string, value: object): ToolResult => ({
  callId: name,
  name,
  ok: true,
  value: JSON.parse(JSON.stringify(value)),
  origin: "system",
});
export const night = (kind: NightFinding["kind"], halfHoursAsleep: number, more: Partial<NightFinding> = {}) => ({
  kind,
  halfHoursAsleep,
  ...more,
});
export const sign = (
  name: SignName,
  side: Sign["side"],
  size: Sign["size"] = "clear",
  more: Partial<Sign> = {},
): Sign => ({
  sign: name,
  side,
  size,
  days: 1,
  ...more,
});
export const strain = (step: number, days: number, ...signs: SignName[]) => ({ bodyStrain: { step, days, signs } });

/** What the cases of Briefs name (`data/cases/brief-*.jsonl`). */
export const BRIEF_PARTS = { DATE, calendar, night, ok, say, sign, strain, words };
