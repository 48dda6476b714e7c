/**
 * WHOOP's API v2 (developer.whoop.com). Its cloud has cycles, recoveries and sleeps; whoop-cycles.ts turns them into
 * days, as it does for an export. A pending score is left out until it exists. A record that WHOOP cannot score has no
 * score.
 */
import type { EpochMs, LocalDate, Metric } from "@waldo/contracts";
import * as z from "zod";
import { createDayCollector, knownMinutes } from "../health/import/day-collector.ts";
import { createNotes } from "../health/import/import-notes.ts";
import { parseOffset, wallDate } from "../health/import/local-time.ts";
import { addWhoop, type ListedSleep, strainDateOf, type WhoopCycle } from "../health/import/whoop-cycles.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";
import { allPages, readAs } from "./oauth.ts";
import {
  type DateWindow,
  type Delivery,
  hookIn,
  isSigned,
  type Notice,
  type Vendor,
  type VendorApi,
  type WindowReading,
} from "./vendor.ts";

const HOST = "https://api.prod.whoop.com";
const API = `${HOST}/developer/v2`;

/** The largest size of a page. */
const PAGE = 25;

/**
 * Cycles and sleeps of a date may begin two evenings before it, and a local date may differ from UTC by up to 14 hours.
 * So the code reads more than the window, and leaves the other dates out afterwards.
 */
const AROUND_MS = 2 * DAY_MS;

const Instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const Offset = z.string().transform((text, context) => {
  const minutes = parseOffset(text);
  if (minutes === undefined) context.addIssue({ code: "custom", message: "no offset" });
  return minutes ?? 0;
});
const Id = z.union([z.string().min(1).max(80), z.number().int()]).transform(String);
const State = z.enum(["SCORED", "PENDING_SCORE", "UNSCORABLE"]);
const milli = z.number().transform((ms) => ms / MINUTE_MS);

const Cycle = z.looseObject({
  id: Id,
  start: Instant,
  end: Instant.nullish(),
  timezone_offset: Offset,
  score_state: State,
  score: z.looseObject({ strain: z.number() }).nullish(),
});
const Sleep = z.looseObject({
  id: Id,
  cycle_id: Id.nullish(),
  start: Instant,
  end: Instant.nullish(),
  timezone_offset: Offset,
  nap: z.boolean(),
  score_state: State,
  score: z
    .looseObject({
      stage_summary: z.looseObject({
        total_awake_time_milli: milli,
        total_light_sleep_time_milli: milli,
        total_slow_wave_sleep_time_milli: milli,
        total_rem_sleep_time_milli: milli,
      }),
      respiratory_rate: z.number().nullish(),
    })
    .nullish(),
});
type Sleep = z.infer<typeof Sleep>;
const Recovery = z.looseObject({
  cycle_id: Id,
  sleep_id: Id.nullish(),
  score_state: State,
  score: z
    .looseObject({
      recovery_score: z.number().nullish(),
      resting_heart_rate: z.number().nullish(),
      hrv_rmssd_milli: z.number().nullish(),
    })
    .nullish(),
});
const Page = z.looseObject({ records: z.array(z.unknown()).max(200), next_token: z.string().max(2000).nullish() });

/** Reads all pages of one kind of record. */
async function all<T>(api: VendorApi, path: string, schema: z.ZodType<T>, { from, to }: DateWindow): Promise<T[]> {
  const span = {
    limit: String(PAGE),
    start: new Date(Date.parse(from) - AROUND_MS).toISOString(),
    end: new Date(Date.parse(to) + DAY_MS + AROUND_MS).toISOString(),
  };
  return allPages(path, schema, async (nextToken) => {
    const page = readAs(Page, await api.get(`${API}${path}`, { ...span, ...(nextToken && { nextToken }) }));
    return { records: page.records, next: page.next_token };
  });
}

/** Returns the local date on which a sleep ended. */
function wakeDateOf({ end, timezone_offset }: Sleep): LocalDate | undefined {
  return end == null ? undefined : wallDate(end + timezone_offset * MINUTE_MS);
}

async function readWindow(api: VendorApi, window: DateWindow): Promise<WindowReading> {
  const cycles = await all(api, "/cycle", Cycle, window);
  const recoveries = await all(api, "/recovery", Recovery, window);
  const sleeps = await all(api, "/activity/sleep", Sleep, window);

  const recoveryOf = new Map(recoveries.map((one) => [one.cycle_id, one]));
  const cycleOfSleep = new Map(recoveries.map(({ sleep_id, cycle_id }) => [sleep_id ?? "", cycle_id]));
  const startOf = new Map(cycles.map(({ id, start, timezone_offset }) => [id, start + timezone_offset * MINUTE_MS]));
  const cycleOf = ({ id, cycle_id }: Sleep) => cycle_id ?? cycleOfSleep.get(id) ?? "";
  const nightOf = new Map(sleeps.filter(({ nap }) => !nap).map((sleep) => [cycleOf(sleep), sleep]));
  const place = { file: "whoop", line: 1 };

  const listed = sleeps.flatMap((sleep): ListedSleep[] => {
    const { score, start, end, timezone_offset: offset, nap } = sleep;
    if (sleep.score_state !== "SCORED" || !score || end == null) return [];
    const { stage_summary: stages } = score;
    const parts = {
      lightMinutes: stages.total_light_sleep_time_milli,
      deepMinutes: stages.total_slow_wave_sleep_time_milli,
      remMinutes: stages.total_rem_sleep_time_milli,
    };
    return [
      {
        ...{ place, offset, nap, cycleStart: startOf.get(cycleOf(sleep)) },
        onset: start + offset * MINUTE_MS,
        wake: end + offset * MINUTE_MS,
        asleep: parts.lightMinutes + parts.deepMinutes + parts.remMinutes,
        parts: knownMinutes({ awakeMinutes: stages.total_awake_time_milli, ...parts }),
      },
    ];
  });

  const lived = cycles
    .toSorted((a, b) => a.start - b.start)
    .map((cycle): WhoopCycle => {
      const wall = (at: EpochMs) => at + cycle.timezone_offset * MINUTE_MS;
      const night = nightOf.get(cycle.id);
      const recovery = recoveryOf.get(cycle.id);
      const body = recovery?.score_state === "SCORED" ? recovery.score : undefined;
      const breath = night?.score_state === "SCORED" ? night.score?.respiratory_rate : undefined;
      const values: [Metric, number | null | undefined][] = [
        ["hrvRmssdMs", body?.hrv_rmssd_milli],
        ["restingHrBpm", body?.resting_heart_rate],
        ["respiratoryRateRpm", breath],
      ];
      const end = cycle.end == null ? undefined : wall(cycle.end);
      const wake = night?.end == null ? undefined : wall(night.end);
      return {
        ...{ place, content: cycle.id, start: wall(cycle.start), sleep: undefined, asleep: 0 },
        wakeDate: night && wakeDateOf(night),
        strainDate: strainDateOf(wall(cycle.start), end, wake),
        strain: cycle.score_state === "SCORED" ? cycle.score?.strain : undefined,
        recovery: body?.recovery_score ?? undefined,
        metrics: values.flatMap(([metric, value]) => (value == null ? [] : [[metric, value] as const])),
      };
    });

  const notes = createNotes();
  const days = createDayCollector(notes);
  addWhoop(lived, listed, { days, notes });

  const isInside = (date: LocalDate | undefined): date is LocalDate =>
    date !== undefined && date >= window.from && date <= window.to;
  const open = [
    ...sleeps.filter(({ score_state }) => score_state === "PENDING_SCORE"),
    ...recoveries.flatMap(({ score_state, cycle_id }) =>
      score_state === "PENDING_SCORE" ? [nightOf.get(cycle_id)] : [],
    ),
  ];
  return {
    days: days.days().filter(({ date }) => isInside(date)),
    pending: open.map((sleep) => sleep && wakeDateOf(sleep)).filter(isInside),
    ids: sleeps.flatMap((sleep) => {
      const date = wakeDateOf(sleep);
      return isInside(date) ? [{ date, id: sleep.id }] : [];
    }),
  };
}

const Hook = z.looseObject({ user_id: Id, id: Id, type: z.string().max(80), trace_id: z.string().max(120).nullish() });
/** The names of hooks about a changed day. A workout changes the strain of its cycle, which the next poll reads. */
const KINDS = /^(sleep|recovery)\.(updated|deleted)$/;

function notices({ headers, body }: Delivery, secret: string, now: EpochMs): Notice[] | undefined {
  const time = headers["x-whoop-signature-timestamp"] ?? "";
  const given = headers["x-whoop-signature"] ?? "";
  const at = /^\d{1,15}$/.test(time) ? Number(time) : Number.NaN;
  if (!isSigned({ given, encoding: "base64", text: time + body, at }, secret, now)) return undefined;
  const hook = hookIn(Hook, body);
  if (hook === undefined || !KINDS.test(hook.type)) return [];
  const { user_id, id, type, trace_id } = hook;
  // When a recovery is deleted, its sleep stays.
  const isGone = type === "sleep.deleted" ? { isGone: true as const } : {};
  return [{ vendorUser: user_id, event: `${type} ${id} ${trace_id ?? time}`, object: id, ...isGone }];
}

export const whoop: Vendor = {
  name: "whoop",
  title: "WHOOP",
  source: "whoop",
  oauth: {
    authorise: `${HOST}/oauth/oauth2/auth`,
    token: `${HOST}/oauth/oauth2/token`,
    // `offline` gives a refresh token. `read:profile` also gives access to the email of the account, which Waldo never
    // reads.
    scopes: ["offline", "read:profile", "read:cycles", "read:recovery", "read:sleep"],
    pkce: false,
    refreshScope: "offline",
  },
  async whoIs(api) {
    return readAs(z.looseObject({ user_id: Id }), await api.get(`${API}/user/profile/basic`)).user_id;
  },
  readWindow,
  async dateOf(api, object) {
    const found = await api.get(`${API}/activity/sleep/${encodeURIComponent(object)}`);
    return found === undefined ? undefined : wakeDateOf(readAs(Sleep, found));
  },
  revoke: (api) => api.send("DELETE", `${API}/user/access`),
  notices,
};
