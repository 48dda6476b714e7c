/** Google's Health API v4 on loopback, in the shapes that developers.google.com/health documents. */
import type { LocalDate } from "@waldo/contracts";
import { google } from "@waldo/core/connect/google";
import { DAY_MS, MINUTE_MS } from "@waldo/core/time";
import { type MadeUpNight, startCloud, type WearableCloud } from "./wearable-cloud.ts";

type Fields = Readonly<Record<string, unknown>>;
/** A data point, and the civil date by which it is found. */
export type GooglePoint = { readonly type: string; readonly date: LocalDate; readonly point: Fields };

export type GoogleCloud = WearableCloud & {
  /** The points of a user, by any name. The same name again replaces them. */
  put(user: string, name: string, points: readonly GooglePoint[]): void;
};

export type GoogleCloudOptions = {
  readonly now: () => number;
  /** Minutes east of UTC of everybody's days. */
  readonly offsetMinutes?: number;
  readonly pageSize?: number;
};

/** By which field each data type may be filtered. */
const FILTERS: Readonly<Record<string, string>> = {
  sleep: "sleep.interval.civil_end_time",
  "daily-heart-rate-variability": "daily_heart_rate_variability.date",
  "daily-resting-heart-rate": "daily_resting_heart_rate.date",
  "daily-respiratory-rate": "daily_respiratory_rate.date",
};
const DEVICES = "users/me/dataSourceFamilies/google-wearables";

export function civilDate(date: LocalDate) {
  const [year, month, day] = date.split("-").map(Number);
  return { year, month, day };
}

/** The active minutes of a day, as Google rolls them up. A level without a minute has no record. */
export function activePoint(
  date: LocalDate,
  minutes: { light: number; moderate: number; vigorous: number },
): GooglePoint {
  const levels = Object.entries(minutes).flatMap(([level, sum]) =>
    sum === 0 ? [] : [{ activityLevel: level.toUpperCase(), activeMinutesSum: String(sum) }],
  );
  return { type: "active-minutes", date, point: { activeMinutes: { activeMinutesRollupByActivityLevel: levels } } };
}

/** Starts a cloud that has no user yet. */
export async function startGoogleCloud(options: GoogleCloudOptions): Promise<GoogleCloud> {
  const { now, offsetMinutes = 0, pageSize = 25 } = options;
  const client = { id: "google-client", secret: "google-secret" };
  const people = new Map<string, Map<string, readonly GooglePoint[]>>();
  const refused = (message: string) =>
    Response.json({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }, { status: 400 });

  async function answer(user: string, request: Request, revoke: () => void): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/revoke") {
      const token = new URLSearchParams(await request.text()).get("token");
      if (request.headers.get("authorization") !== `Bearer ${token}`) return refused("invalid_token");
      revoke();
      return Response.json({});
    }
    if (pathname === "/v4/users/me/identity")
      return Response.json({ name: "users/me/identity", legacyUserId: "A1B2C3", healthUserId: user });
    const [, type = "", verb] =
      /^\/v4\/users\/me\/dataTypes\/([a-z-]+)\/dataPoints:(reconcile|dailyRollUp)$/.exec(pathname) ?? [];
    const own = [...(people.get(user)?.values() ?? [])].flat().filter((one) => one.type === type);
    if (verb === "dailyRollUp") return rollUp(own, await request.json(), type === "active-minutes" ? 14 : 90);
    if (verb !== "reconcile" || request.method !== "GET") return undefined;
    const field = FILTERS[type];
    const [, from = "", to = ""] =
      new RegExp(`^${field} >= "([0-9-]{10})" AND ${field} < "([0-9-]{10})"$`).exec(searchParams.get("filter") ?? "") ??
      [];
    if (from === "" || searchParams.get("dataSourceFamily") !== DEVICES) return refused("filter");
    const size = Math.min(Number(searchParams.get("pageSize")), pageSize);
    const inside = own.filter(({ date }) => date >= from && date < to).sort((a, b) => (a.date > b.date ? -1 : 1));
    const first = Number(searchParams.get("pageToken") ?? 0);
    const next = first + size < inside.length ? { nextPageToken: String(first + size) } : {};
    const dataPoints = inside.slice(first, first + size).map(({ point }) => point);
    return Response.json({ ...(dataPoints.length === 0 ? {} : { dataPoints }), ...next });
  }

  /** One point for each day that has any. */
  function rollUp(own: readonly GooglePoint[], asked: unknown, mostDays: number): Response {
    const { range, windowSizeDays, dataSourceFamily } = JSON.parse(JSON.stringify(asked));
    if (windowSizeDays !== 1 || dataSourceFamily !== DEVICES) return refused("windowSizeDays");
    const order = ({ year, month, day }: { year: number; month: number; day: number }) =>
      year * 10_000 + month * 100 + day;
    const [from, to] = [order(range.start.date), order(range.end.date)];
    const instant = ({ year, month, day }: { year: number; month: number; day: number }) =>
      Date.UTC(year, month - 1, day);
    if (instant(range.end.date) - instant(range.start.date) > mostDays * DAY_MS) return refused("range");
    const inside = own.filter(({ date }) => {
      const at = Number(date.replaceAll("-", ""));
      return at >= from && at < to;
    });
    const rollupDataPoints = inside.map(({ date, point }) => ({ civilStartTime: { date: civilDate(date) }, ...point }));
    return Response.json(rollupDataPoints.length === 0 ? {} : { rollupDataPoints });
  }

  const cloud = await startCloud({ vendor: google, client, now, answer, rotates: false });
  const put: GoogleCloud["put"] = (user, name, points) => {
    const own = people.get(user) ?? new Map<string, readonly GooglePoint[]>();
    people.set(user, own.set(name, points));
  };
  return Object.assign(cloud, {
    put,
    night(user: string, date: LocalDate, night: MadeUpNight = {}) {
      put(user, date, madeUpPoints(date, offsetMinutes, night));
    },
    removeNight(user: string, date: LocalDate) {
      people.get(user)?.delete(date);
    },
    /** None is taken. */
    hooks: () => [],
  });
}

/** A night that begins at eleven in the evening, and the day's values that are made of it. */
function madeUpPoints(date: LocalDate, offset: number, night: MadeUpNight): GooglePoint[] {
  const { minutes = 440, hrv = 61, restingHr = 52, state = "scored" } = night;
  const start = Date.parse(date) - (offset + 60) * MINUTE_MS;
  const iso = (at: number) => new Date(at).toISOString();
  const zone = `${offset * 60}s`;
  const [deep, rem] = [Math.round(minutes * 0.2), Math.round(minutes * 0.22)];
  const stage = (type: string, length: number) => ({ type, minutes: String(length), count: "4" });
  const summary = {
    ...{ minutesAsleep: String(minutes), minutesAwake: "30", minutesInSleepPeriod: String(minutes + 30) },
    stagesSummary: [
      ...[stage("AWAKE", 30), stage("LIGHT", minutes - deep - rem), stage("DEEP", deep), stage("REM", rem)],
    ],
  };
  const interval = {
    ...{ startTime: iso(start), startUtcOffset: zone },
    ...{ endTime: iso(start + (minutes + 30) * MINUTE_MS), endUtcOffset: zone },
  };
  const isDone = state === "scored";
  const sleep = {
    ...{ interval, type: "STAGES", metadata: { processed: isDone, nap: false, stagesStatus: "SUCCEEDED" } },
    ...(isDone ? { summary } : {}),
  };
  const points: GooglePoint[] = [{ type: "sleep", date, point: { sleep } }];
  if (!isDone) return points;
  const of = (type: string, name: string, value: Fields): GooglePoint => ({
    ...{ type, date },
    point: { [name]: { date: civilDate(date), ...value } },
  });
  const average = { averageHeartRateVariabilityMilliseconds: hrv, nonRemHeartRateBeatsPerMinute: "55", entropy: 2.9 };
  return [
    ...points,
    of("daily-heart-rate-variability", "dailyHeartRateVariability", average),
    of("daily-resting-heart-rate", "dailyRestingHeartRate", { beatsPerMinute: String(restingHr) }),
    of("daily-respiratory-rate", "dailyRespiratoryRate", { breathsPerMinute: 14.6 }),
  ];
}
