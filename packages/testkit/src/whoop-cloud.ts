/** WHOOP's API v2 on loopback, in the shapes that developer.whoop.com documents. */
import { createHash, createHmac } from "node:crypto";
import type { LocalDate } from "@waldo/contracts";
import { whoop } from "@waldo/core/connect/whoop";
import { addDays, MINUTE_MS } from "@waldo/core/time";
import { type MadeUpNight, startCloud, type WearableCloud } from "./wearable-cloud.ts";

const iso = (at: number) => new Date(at).toISOString();

type WhoopRecords = {
  readonly cycle: { readonly id: number; readonly start: string; readonly end?: string } & Readonly<
    Record<string, unknown>
  >;
  readonly sleeps: readonly ({ readonly id: string; readonly start: string; readonly end: string } & Readonly<
    Record<string, unknown>
  >)[];
  readonly recovery?: Readonly<Record<string, unknown>>;
};

export type WhoopCloud = WearableCloud & {
  /** The records of a user, by any name. The same name again replaces them. */
  put(user: string, name: string, records: WhoopRecords): void;
};

type WhoopCloudOptions = {
  readonly now: () => number;
  /** Minutes east of UTC of everybody's days. */
  readonly offsetMinutes?: number;
  /** How many records one page has. */
  readonly pageSize?: number;
};

/** Starts a cloud that has no user yet. */
export async function startWhoopCloud(options: WhoopCloudOptions): Promise<WhoopCloud> {
  const { now, offsetMinutes = 0, pageSize = 25 } = options;
  const client = { id: "whoop-client", secret: "whoop-secret" };
  const people = new Map<string, Map<string, WhoopRecords>>();
  const recordsOf = (user: string) => [...(people.get(user)?.values() ?? [])];

  /** A page of a collection: newest first, as many as asked for and allowed. */
  function page(records: readonly { readonly start: string; readonly end?: string }[], query: URLSearchParams) {
    const [from, to] = [Date.parse(query.get("start") ?? ""), Date.parse(query.get("end") ?? "")];
    const inside = records
      .filter(({ start, end }) => (Date.parse(end ?? start) >= from || end === undefined) && Date.parse(start) < to)
      .sort((a, b) => Date.parse(b.start) - Date.parse(a.start));
    const size = Math.min(Number(query.get("limit") ?? 10), pageSize);
    const first = Number(query.get("nextToken") ?? 0);
    const next = first + size < inside.length ? { next_token: String(first + size) } : {};
    return Response.json({ records: inside.slice(first, first + size), ...next });
  }

  function answer(user: string, request: Request, revoke: () => void): Response | undefined {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace("/developer/v2", "");
    const own = recordsOf(user);
    const sleeps = own.flatMap((one) => one.sleeps);
    if (request.method === "DELETE") {
      if (path !== "/user/access") return undefined;
      revoke();
      return new Response(null, { status: 204 });
    }
    if (path === "/user/profile/basic")
      return Response.json({ user_id: Number(user), email: "a@example.com", first_name: "A", last_name: "B" });
    if (path === "/cycle")
      return page(
        own.map(({ cycle }) => cycle),
        searchParams,
      );
    if (path === "/activity/sleep") return page(sleeps, searchParams);
    if (path === "/recovery") {
      // The span is compared with the sleep's.
      const spans = own.flatMap(({ recovery, sleeps: [night] }) =>
        recovery && night ? [{ ...recovery, start: night.start, end: night.end }] : [],
      );
      return page(spans, searchParams);
    }
    const found = sleeps.find(({ id }) => path === `/activity/sleep/${id}`);
    return found && Response.json(found);
  }

  const cloud = await startCloud({ vendor: whoop, client, now, answer });
  const put: WhoopCloud["put"] = (user, name, records) => {
    const own = people.get(user) ?? new Map<string, WhoopRecords>();
    people.set(user, own.set(name, records));
  };
  return Object.assign(cloud, {
    put,
    night(user: string, date: LocalDate, night: MadeUpNight = {}) {
      put(user, date, madeUpRecords(user, date, offsetMinutes, night));
    },
    removeNight(user: string, date: LocalDate) {
      people.get(user)?.delete(date);
    },
    hooks(user: string, date: LocalDate, { gone = false, at }: { gone?: boolean; at: number }) {
      const id = sleepIdOf(user, date);
      return ["sleep", "recovery"].map((kind, index) => {
        const type = `${kind}.${gone ? "deleted" : "updated"}`;
        const body = { user_id: Number(user), id, type, trace_id: `trace-${user}-${date}-${index}-${at}` };
        return signedHook(client.secret, JSON.stringify(body), at);
      });
    },
  });
}

function signedHook(secret: string, body: string, at: number) {
  const signature = createHmac("sha256", secret).update(`${at}${body}`).digest("base64");
  return { headers: { "x-whoop-signature": signature, "x-whoop-signature-timestamp": String(at) }, body };
}

function sleepIdOf(user: string, date: LocalDate): string {
  const hex = createHash("sha256").update(`${user} ${date}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

/** A cycle that begins at eleven in the evening, with its night and its recovery. */
function madeUpRecords(user: string, date: LocalDate, offset: number, night: MadeUpNight): WhoopRecords {
  const { minutes = 440, hrv = 61, restingHr = 52, state = "scored" } = night;
  const midnight = Date.parse(date) - offset * MINUTE_MS;
  const start = midnight - 60 * MINUTE_MS;
  const end = start + (minutes + 30) * MINUTE_MS;
  const id = Math.round(Date.parse(date) / 86_400_000);
  const sign = offset < 0 ? "-" : "+";
  const two = (n: number) => String(n).padStart(2, "0");
  const timezone_offset = `${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  const score_state = { scored: "SCORED", pending: "PENDING_SCORE", unscorable: "UNSCORABLE" }[state];
  const stamps = { user_id: Number(user), created_at: iso(end), updated_at: iso(end) };
  const milli = (part: number) => Math.round(part) * MINUTE_MS;
  const [deep, rem] = [milli(minutes * 0.2), milli(minutes * 0.22)];
  const stages = {
    ...{ total_in_bed_time_milli: end - start, total_awake_time_milli: milli(30), total_no_data_time_milli: 0 },
    total_light_sleep_time_milli: milli(minutes) - deep - rem,
    total_slow_wave_sleep_time_milli: deep,
    total_rem_sleep_time_milli: rem,
    ...{ sleep_cycle_count: 5, disturbance_count: 9 },
  };
  const scored = <T extends object>(score: T) => ({ score_state, ...(state === "scored" ? { score } : {}) });
  const sleep = {
    ...{ id: sleepIdOf(user, date), cycle_id: id, ...stamps, start: iso(start), end: iso(end), timezone_offset },
    nap: false,
    ...scored({ stage_summary: stages, respiratory_rate: 14.2, sleep_performance_percentage: 92 }),
  };
  const body = { user_calibrating: false, recovery_score: 66, resting_heart_rate: restingHr, hrv_rmssd_milli: hrv };
  return {
    cycle: {
      ...{ id, ...stamps, start: iso(start), end: iso(Date.parse(addDays(date, 1)) - offset * MINUTE_MS - 3_600_000) },
      ...{ timezone_offset, score_state: "SCORED" },
      score: { strain: 9.5, kilojoule: 8288, average_heart_rate: 68, max_heart_rate: 141 },
    },
    sleeps: [sleep],
    recovery: { cycle_id: id, sleep_id: sleep.id, ...stamps, ...scored(body) },
  };
}
