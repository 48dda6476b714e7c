/**
 * The results of three weeks with the coach, read from the rows: the transcript, the counts of each day, and the bill.
 */
import { keys, Message, type MeterRow, PatrolEntry, Review } from "@waldo/contracts";
import { AS_IF_ON_AWS, billOf, total } from "@waldo/core/meter/bill";
import { meterRows } from "@waldo/core/meter/rows";
import { sum } from "@waldo/core/meter/tally";
import type { Store } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays, localDate, localTime, weekdayOf } from "@waldo/core/time";
import { DAYS, type Day, FIRST } from "./coach-life.ts";

const USER = "me";
const UNASKED = ["brief", "fetch", "patrol", "nudge"];

type DayCounts = {
  readonly date: string;
  /** How many messages Waldo sent by itself, including Briefs, and how many of them came from the coach. */
  readonly proactive: number;
  readonly coach: number;
  readonly bedtime: number;
  readonly asked: number;
  readonly free: number;
  readonly suppressed: number;
};

export type Report = {
  readonly transcript: string;
  readonly days: readonly DayCounts[];
  readonly reviews: readonly {
    readonly id: string;
    readonly state: string;
    readonly answers: number;
    /** The review paused, and the person continued it. */
    readonly resumed: boolean;
  }[];
  /**
   * Dollars of a day, as if on AWS: for the heartbeats that asked a model, and what the free heartbeats added to their
   * wakes.
   */
  readonly askedDollars: number;
  readonly freeDollars: number;
};

type Line = {
  readonly at: number;
  readonly sk: string;
  readonly text: string;
  readonly kind: string;
  readonly from: string;
  readonly runId: string;
};

export async function reportOf(store: Store, days: readonly Day[]): Promise<Report> {
  const lines: Line[] = [];
  for await (const { key, body } of queryAll(store, keys.message.all(USER))) {
    const { at, text, kind, from, runId = "" } = Message.parse(body);
    lines.push({ at, sk: key.sk, text, kind, from, runId });
  }
  lines.sort((a, b) => a.at - b.at || (a.sk < b.sk ? -1 : 1));
  const zoneOf = (at: number) => days.find(({ date, timeZone }) => localDate(at, timeZone) === date)?.timeZone ?? "UTC";
  const entries: PatrolEntry[] = [];
  for await (const { body } of queryAll(store, keys.patrol.all(USER))) {
    const entry = PatrolEntry.safeParse(body).data;
    if (entry) entries.push(entry);
  }
  const beats = entries.filter(({ beat }) => beat !== undefined);
  const counts = days.map(({ date, timeZone }): DayCounts => {
    const said = lines.filter(({ at }) => localDate(at, timeZone) === date && zoneOf(at) === timeZone);
    const own = said.filter(({ from, kind, runId }) => from === "waldo" && (UNASKED.includes(kind) || isCoach(runId)));
    const of = (outcome: string) =>
      beats.filter(({ at, beat }) => beat?.outcome === outcome && localDate(at, timeZone) === date).length;
    return {
      date,
      proactive: own.length,
      coach: own.filter(({ kind, runId }) => kind === "nudge" || isCoach(runId)).length,
      bedtime: own.filter(({ runId }) => runId.startsWith("run-coach-bed-")).length,
      ...{ asked: of("asked"), free: of("free"), suppressed: of("suppressed") },
    };
  });
  const reviews: Review[] = [];
  for await (const { body } of queryAll(store, keys.review.all(USER))) reviews.push(Review.parse(body));
  return {
    transcript: transcriptOf(lines, days),
    days: counts,
    reviews: reviews.map(({ reviewId, state, answers, started }) => ({
      ...{ id: reviewId, state, answers: answers.filter(({ text }) => text !== undefined).length },
      resumed: started > 1,
    })),
    ...(await billsOf(store, entries)),
  };
}

const isCoach = (runId: string) => runId.startsWith("run-coach-");

/**
 * Returns the conversation as text, with a heading for each day. Ids are left out, because they are digests of the text
 * here.
 */
function transcriptOf(lines: readonly Line[], days: readonly Day[]): string {
  return days
    .map(({ date, timeZone }) => {
      const said = lines.filter(({ at }) => localDate(at, timeZone) === date);
      const told = said.map(({ at, from, kind, text }) => {
        const who = from === "owner" ? "You" : `Waldo (${kind})`;
        return `${localTime(at, timeZone)}  ${who}: ${text.replaceAll("\n", "\n       ")}`;
      });
      return [
        `## ${weekdayOf(date)}, ${date} · ${timeZone}`,
        "",
        ...(told.length === 0 ? ["(nothing was said)"] : told),
        "",
      ].join("\n");
    })
    .join("\n");
}

async function billsOf(store: Store, entries: readonly PatrolEntry[]) {
  const rows: MeterRow[] = [];
  for await (const row of meterRows(store, USER, addDays(FIRST, -1), addDays(FIRST, DAYS + 1))) rows.push(row);
  const dollars = (some: readonly MeterRow[]) => total(billOf(sum(some), AS_IF_ON_AWS));
  const wakesAt = (some: readonly PatrolEntry[]) => {
    const instants = new Set(some.map(({ at }) => at));
    return rows.filter(({ kind, at }) => kind === "wake" && instants.has(at));
  };
  const quiet = entries.filter(({ act }) => act === "nothing");
  const [free, without] = [
    wakesAt(quiet.filter(({ beat }) => beat?.outcome === "free")),
    wakesAt(quiet.filter(({ beat }) => beat === undefined)),
  ];
  const each = (some: readonly MeterRow[]) => (some.length === 0 ? 0 : dollars(some) / some.length);
  return {
    askedDollars: dollars(rows.filter(({ kind, trigger }) => kind === "run" && trigger === "heartbeat")) / DAYS,
    freeDollars: (Math.max(0, each(free) - each(without)) * free.length) / DAYS,
  };
}
