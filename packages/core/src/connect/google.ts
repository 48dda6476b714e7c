/**
 * Google's Health API v4, which followed Fitbit's Web API. It is read as the source `fitbit`, by the rules of fitbit.ts
 * of the importers, so a night belongs to the same day as in an export.
 *
 * Documented (developers.google.com/health, and Google's own client made from its discovery document): the scopes, most
 * of them restricted; `users.getIdentity`; `dataPoints:reconcile`, one stream of points of all devices, with `filter`,
 * `pageSize` (25 for sleep), `pageToken` and `dataSourceFamily`; `dataPoints:dailyRollUp` over civil days; the fields
 * of the data types; whole numbers as text; 429 without a pause. For OAuth: PKCE, `access_type=offline`, refresh tokens
 * that do not rotate, and `oauth2.googleapis.com/revoke`, which also revokes the refresh token of an access token.
 *
 * Assumed: a sleep without `minutesAsleep`, or whose `processed` is false, is still computed. A daily value is filtered
 * by `date`, as its data type is by `civil_end_time`. `mainSleep` exists only in the beta, and is used when it is
 * present.
 *
 * Hooks are not used. Their signature covers no time, so an old copy would always be accepted. Steps and active minutes
 * come from Fitbit's devices. Active minutes are the moderate and vigorous ones, as in an export. Google sums at most
 * 14 days of them in one request. Calories and a score of the night are not read.
 */
import { LocalDate, type Metric } from "@waldo/contracts";
import * as z from "zod";
import { createDayCollector, knownMinutes } from "../health/import/day-collector.ts";
import { createNotes } from "../health/import/import-notes.ts";
import { dateAt } from "../health/import/local-time.ts";
import { addDays } from "../time.ts";
import { allPages, readAs } from "./oauth.ts";
import type { DateWindow, Vendor, VendorApi, WindowReading } from "./vendor.ts";

const API = "https://health.googleapis.com/v4/users/me";
const SCOPE = "https://www.googleapis.com/auth/googlehealth";
/** Trackers and watches only. Other apps that write into the same account are left out. */
const DEVICES = "users/me/dataSourceFamilies/google-wearables";
/** The largest page size for sleep. */
const PAGE = 25;
const PLACE = { file: "google", line: 1 };

/** A whole number, which Google writes as text. */
const count = z.union([z.number(), z.string().regex(/^-?\d{1,12}$/)]).transform(Number);
const Day = z
  .looseObject({ year: z.number().int(), month: z.number().int(), day: z.number().int() })
  .transform(({ year, month, day }) => {
    const two = (part: number) => String(part).padStart(2, "0");
    return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  })
  .pipe(LocalDate);
const Instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
/** An offset from UTC in seconds: `-18000s`. No place has more than 14 hours. */
const Offset = z
  .string()
  .regex(/^-?\d{1,5}(\.0+)?s$/)
  .transform((text) => Math.round(Number.parseFloat(text) / 60))
  .refine((minutes) => Math.abs(minutes) <= 14 * 60, "no offset");

const Sleep = z.looseObject({
  sleep: z.looseObject({
    interval: z.looseObject({ startTime: Instant, endTime: Instant, endUtcOffset: Offset }),
    metadata: z
      .looseObject({ processed: z.boolean().nullish(), nap: z.boolean().nullish(), mainSleep: z.boolean().nullish() })
      .nullish(),
    summary: z
      .looseObject({
        minutesAsleep: count.nullish(),
        minutesAwake: count.nullish(),
        stagesSummary: z.array(z.looseObject({ type: z.string(), minutes: count.nullish() })).nullish(),
      })
      .nullish(),
  }),
});
type Sleep = z.infer<typeof Sleep>["sleep"];
const Hrv = z.looseObject({
  dailyHeartRateVariability: z.looseObject({
    date: Day,
    averageHeartRateVariabilityMilliseconds: z.number().nullish(),
  }),
});
const RestingHr = z.looseObject({ dailyRestingHeartRate: z.looseObject({ date: Day, beatsPerMinute: count }) });
const Breathing = z.looseObject({ dailyRespiratoryRate: z.looseObject({ date: Day, breathsPerMinute: z.number() }) });
/** Google leaves an empty list out of an answer. */
const Page = z.looseObject({
  dataPoints: z.array(z.unknown()).max(500).default([]),
  nextPageToken: z.string().max(4000).nullish(),
});
const RollUp = z.looseObject({
  rollupDataPoints: z
    .array(
      z.looseObject({
        civilStartTime: z.looseObject({ date: Day }),
        steps: z.looseObject({ countSum: count.nullish() }).nullish(),
        activeMinutes: z
          .looseObject({
            activeMinutesRollupByActivityLevel: z
              .array(z.looseObject({ activityLevel: z.string(), activeMinutesSum: count.nullish() }))
              .default([]),
          })
          .nullish(),
      }),
    )
    .max(500)
    .default([]),
});

type Kind = { readonly type: string; readonly field: string };

/** Reads all points of one kind in the window. */
async function all<T>(
  api: VendorApi,
  { type, field }: Kind,
  schema: z.ZodType<T>,
  { from, to }: DateWindow,
): Promise<T[]> {
  const filter = `${field} >= "${from}" AND ${field} < "${addDays(to, 1)}"`;
  const query = { filter, pageSize: String(PAGE), dataSourceFamily: DEVICES };
  const url = `${API}/dataTypes/${type}/dataPoints:reconcile`;
  return allPages(type, schema, async (pageToken) => {
    const page = readAs(Page, await api.get(url, { ...query, ...(pageToken && { pageToken }) }));
    return { records: page.dataPoints, next: page.nextPageToken };
  });
}

const daily = (name: string): Kind => ({ type: name, field: `${name.replaceAll("-", "_")}.date` });

/** The most days of active minutes that Google sums in one request. */
const ROLL_UP_DAYS = 14;

/** Returns the total of each day, which Google computes over all devices. */
async function totalsOf(api: VendorApi, type: "steps" | "active-minutes", { from, to }: DateWindow) {
  const civil = (date: LocalDate) => {
    const [year, month, day] = date.split("-").map(Number);
    return { date: { year, month, day } };
  };
  const found: { readonly date: LocalDate; readonly value: number | undefined }[] = [];
  for (let first = from; first <= to; first = addDays(first, ROLL_UP_DAYS)) {
    const end = [addDays(first, ROLL_UP_DAYS), addDays(to, 1)].sort()[0] ?? first;
    const asked = { range: { start: civil(first), end: civil(end) }, windowSizeDays: 1, dataSourceFamily: DEVICES };
    const { rollupDataPoints } = readAs(
      RollUp,
      await api.post(`${API}/dataTypes/${type}/dataPoints:dailyRollUp`, asked),
    );
    for (const { civilStartTime, steps, activeMinutes } of rollupDataPoints) {
      // A day without a step means that nobody wore the device.
      const value =
        type === "steps" ? steps?.countSum || undefined : activeOf(activeMinutes?.activeMinutesRollupByActivityLevel);
      found.push({ date: civilStartTime.date, value });
    }
  }
  return found;
}

type Level = { readonly activityLevel: string; readonly activeMinutesSum?: number | null | undefined };

/**
 * Returns the active minutes: moderate and vigorous ones, as in an export. Returns undefined when the device was not
 * worn.
 */
function activeOf(levels: readonly Level[] = []): number | undefined {
  const minutes = (wanted: readonly string[]) =>
    levels.reduce((sum, one) => sum + (wanted.includes(one.activityLevel) ? (one.activeMinutesSum ?? 0) : 0), 0);
  return minutes(["LIGHT", "MODERATE", "VIGOROUS"]) === 0 ? undefined : minutes(["MODERATE", "VIGOROUS"]);
}

/** Returns the local date on which a sleep ended. */
const wakeDateOf = ({ interval }: Sleep): LocalDate => dateAt(interval.endTime, interval.endUtcOffset);

const isPending = ({ metadata, summary }: Sleep): boolean =>
  metadata?.processed === false || summary?.minutesAsleep == null;

/** Returns a sleep in the form of an importer. If Google says whether it was a nap, that is used. */
function readingOf({ interval, metadata, summary }: Sleep) {
  const stage = (type: string) => summary?.stagesSummary?.find((one) => one.type === type)?.minutes ?? undefined;
  const nap = metadata?.mainSleep ? false : metadata?.nap;
  return {
    ...{ start: interval.startTime, end: interval.endTime, offsetMinutes: interval.endUtcOffset },
    asleepMinutes: summary?.minutesAsleep ?? 0,
    ...knownMinutes({
      awakeMinutes: summary?.minutesAwake ?? undefined,
      ...{ lightMinutes: stage("LIGHT"), deepMinutes: stage("DEEP"), remMinutes: stage("REM") },
    }),
    ...(nap == null ? {} : { nap }),
  };
}

async function readWindow(api: VendorApi, window: DateWindow): Promise<WindowReading> {
  const { from, to } = window;
  const sleepKind = { type: "sleep", field: "sleep.interval.civil_end_time" };
  const sleeps = (await all(api, sleepKind, Sleep, window)).map(({ sleep }) => sleep);
  const hrv = await all(api, daily("daily-heart-rate-variability"), Hrv, window);
  const restingHr = await all(api, daily("daily-resting-heart-rate"), RestingHr, window);
  const breathing = await all(api, daily("daily-respiratory-rate"), Breathing, window);
  const steps = await totalsOf(api, "steps", window);
  const active = await totalsOf(api, "active-minutes", window);

  const days = createDayCollector(createNotes());
  for (const sleep of sleeps) if (!isPending(sleep)) days.sleep("fitbit", readingOf(sleep), PLACE);
  const add = (metric: Metric, date: LocalDate, value: number | null | undefined) => {
    if (value != null) days.metric({ date, source: "fitbit" }, metric, value, PLACE);
  };
  for (const { dailyHeartRateVariability: one } of hrv)
    add("hrvRmssdMs", one.date, one.averageHeartRateVariabilityMilliseconds);
  for (const { dailyRestingHeartRate: one } of restingHr) add("restingHrBpm", one.date, one.beatsPerMinute);
  for (const { dailyRespiratoryRate: one } of breathing) add("respiratoryRateRpm", one.date, one.breathsPerMinute);
  for (const { date, value } of steps) add("steps", date, value);
  for (const { date, value } of active) add("activeMinutes", date, value);

  const isInside = (date: LocalDate) => date >= from && date <= to;
  return {
    days: days.days().filter(({ date }) => isInside(date)),
    pending: sleeps.filter(isPending).map(wakeDateOf).filter(isInside),
    ids: [],
  };
}

export const google: Vendor = {
  name: "google",
  title: "Google Health",
  source: "fitbit",
  oauth: {
    authorise: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    scopes: ["sleep", "health_metrics_and_measurements", "activity_and_fitness"].map(
      (name) => `${SCOPE}.${name}.readonly`,
    ),
    pkce: true,
    // Google gives a refresh token only when asked for one. It gives it a second time only when it asks the person
    // again.
    query: { access_type: "offline", prompt: "consent" },
  },
  async whoIs(api) {
    return readAs(z.looseObject({ healthUserId: z.string() }), await api.get(`${API}/identity`)).healthUserId;
  },
  readWindow,
  async revoke(api, token) {
    // An expired access token cannot be revoked, and its refresh token would stay valid. So this call refreshes it
    // first.
    await api.get(`${API}/identity`);
    await api.send("POST", "https://oauth2.googleapis.com/revoke", { token: token() });
  },
};
