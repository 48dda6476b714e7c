/** Oura's API v2 on loopback, in the shapes that cloud.ouraring.com/v2/docs documents. */
import { createHash, createHmac, randomUUID } from "node:crypto";
import type { LocalDate } from "@waldo/contracts";
import { oura } from "@waldo/core/connect/oura";
import { DAY_MS, MINUTE_MS } from "@waldo/core/time";
import { type MadeUpNight, startCloud, type WearableCloud } from "./wearable-cloud.ts";

type Document = { readonly id: string; readonly day: LocalDate } & Readonly<Record<string, unknown>>;

export type OuraRecords = {
  readonly sleep?: readonly Document[];
  readonly daily_readiness?: readonly Document[];
  readonly daily_activity?: readonly Document[];
};

type OuraSubscription = {
  readonly id: string;
  readonly callback_url: string;
  readonly event_type: string;
  readonly data_type: string;
  expiration_time: string;
};

export type OuraCloud = WearableCloud & {
  /** Stores records of a user under a name that the test chooses. A second call with the same name replaces them. */
  put(user: string, name: string, records: OuraRecords): void;
  readonly subscriptions: OuraSubscription[];
};

export type OuraCloudOptions = {
  readonly now: () => number;
  /** Minutes east of UTC of everybody's days. */
  readonly offsetMinutes?: number;
  readonly pageSize?: number;
  /** Asks an address whether it is ours, as Oura does before it makes a subscription. */
  readonly knock?: (address: URL) => Promise<unknown>;
  /** How long a subscription is valid. */
  readonly subscriptionDays?: number;
};

/** Starts a cloud that has no user yet. */
export async function startOuraCloud(options: OuraCloudOptions): Promise<OuraCloud> {
  const { now, offsetMinutes = 0, pageSize = 50, knock, subscriptionDays = 30 } = options;
  const client = { id: "oura-client", secret: "oura-secret" };
  const people = new Map<string, Map<string, OuraRecords>>();
  const subscriptions: OuraSubscription[] = [];

  function answer(user: string, request: Request, revoke: () => void): Response | undefined {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/oauth/revoke") {
      const isOwn = request.headers.get("authorization") === `Bearer ${searchParams.get("access_token")}`;
      if (request.method !== "POST" || !isOwn) return Response.json({}, { status: 400 });
      revoke();
      return Response.json({});
    }
    const [kind = "", id] = pathname.replace("/v2/usercollection/", "").split("/");
    if (kind === "personal_info") return Response.json({ id: user, age: 40, email: "a@example.com" });
    if (kind !== "sleep" && kind !== "daily_readiness" && kind !== "daily_activity") return undefined;
    const own = [...(people.get(user)?.values() ?? [])].flatMap((records) => records[kind] ?? []);
    if (id !== undefined) {
      const found = own.find((one) => one.id === id);
      return found && Response.json(found);
    }
    const [from, to] = [searchParams.get("start_date") ?? "", searchParams.get("end_date") ?? ""];
    const inside = own.filter(({ day }) => day >= from && day < to).sort((a, b) => (a.day < b.day ? -1 : 1));
    const first = Number(searchParams.get("next_token") ?? 0);
    const next_token = first + pageSize < inside.length ? String(first + pageSize) : null;
    return Response.json({ data: inside.slice(first, first + pageSize), next_token });
  }

  const expiry = () => new Date(now() + subscriptionDays * DAY_MS).toISOString();

  /** Answers the requests that the client makes in its own name. */
  async function ofClient(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    const [, id] = /^\/v2\/webhook\/subscription(?:\/renew\/([^/]+))?$/.exec(pathname) ?? [undefined, ""];
    if (id === "") return undefined;
    const { headers, method } = request;
    if (headers.get("x-client-id") !== client.id || headers.get("x-client-secret") !== client.secret)
      return Response.json({}, { status: 401 });
    if (method === "GET") return Response.json(subscriptions);
    if (method === "PUT") {
      const found = subscriptions.find((one) => one.id === id);
      if (!found) return Response.json({}, { status: 403 });
      found.expiration_time = expiry();
      return Response.json(found);
    }
    const { verification_token, ...wanted } = JSON.parse(await request.text());
    const address = new URL(wanted.callback_url);
    const challenge = randomUUID();
    address.searchParams.set("verification_token", verification_token);
    address.searchParams.set("challenge", challenge);
    const answered = await knock?.(address);
    if (JSON.stringify(answered) !== JSON.stringify({ challenge })) return Response.json({}, { status: 422 });
    subscriptions.push({ id: randomUUID(), ...wanted, expiration_time: expiry() });
    return Response.json(subscriptions.at(-1), { status: 201 });
  }

  const cloud = await startCloud({ vendor: oura, client, now, answer, ofClient });
  const put: OuraCloud["put"] = (user, name, records) => {
    const own = people.get(user) ?? new Map<string, OuraRecords>();
    people.set(user, own.set(name, records));
  };
  return Object.assign(cloud, {
    ...{ put, subscriptions },
    night(user: string, date: LocalDate, night: MadeUpNight = {}) {
      put(user, date, madeUpRecords(user, date, offsetMinutes, night));
    },
    removeNight(user: string, date: LocalDate) {
      people.get(user)?.delete(date);
    },
    hooks(user: string, date: LocalDate, { gone = false, at }: { gone?: boolean; at: number }) {
      return ["sleep", "daily_readiness"].map((data_type) => {
        const event = { event_type: gone ? "delete" : "update", data_type, user_id: user };
        const body = { ...event, object_id: idOf(user, date, data_type), event_time: new Date(at).toISOString() };
        return signedOuraHook(client.secret, JSON.stringify(body), at);
      });
    },
  });
}

export function signedOuraHook(secret: string, body: string, at: number) {
  const time = String(Math.floor(at / 1000));
  const signature = createHmac("sha256", secret).update(`${time}${body}`).digest("hex").toUpperCase();
  return { headers: { "x-oura-signature": signature, "x-oura-timestamp": time }, body };
}

function idOf(user: string, date: LocalDate, kind: string): string {
  const hex = createHash("sha256").update(`${user} ${date} ${kind}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

/** A night that begins at eleven in the evening, with its readiness. While it is computed there is none. */
function madeUpRecords(user: string, date: LocalDate, offset: number, night: MadeUpNight): OuraRecords {
  const { minutes = 440, hrv = 61, restingHr = 52, state = "scored" } = night;
  if (state !== "scored") return {};
  const start = Date.parse(date) - 60 * MINUTE_MS;
  const sign = offset < 0 ? "-" : "+";
  const two = (n: number) => String(n).padStart(2, "0");
  const zone = `${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  const wall = (at: number) => new Date(at).toISOString().replace("Z", zone);
  const [deep, rem] = [Math.round(minutes * 0.2), Math.round(minutes * 0.22)];
  const sleep = {
    ...{ id: idOf(user, date, "sleep"), day: date, type: "long_sleep", period: 0 },
    ...{ bedtime_start: wall(start), bedtime_end: wall(start + (minutes + 30) * MINUTE_MS) },
    ...{ total_sleep_duration: minutes * 60, awake_time: 1800, deep_sleep_duration: deep * 60 },
    ...{ rem_sleep_duration: rem * 60, light_sleep_duration: (minutes - deep - rem) * 60 },
    ...{ average_hrv: hrv, lowest_heart_rate: restingHr, average_breath: 14.25, average_heart_rate: 58.5 },
    readiness: { score: 78, contributors: { previous_night: 70 } },
  };
  const contributors = { previous_night: 70, sleep_balance: null };
  const readiness = { id: idOf(user, date, "daily_readiness"), day: date, score: 78, contributors };
  return { sleep: [sleep], daily_readiness: [readiness] };
}
