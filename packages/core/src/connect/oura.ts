/**
 * Oura's API v2. Its records are those of an API v2 export, so oura.ts of the importers turns both into days.
 *
 * Documented (cloud.ouraring.com/v2/docs, its OpenAPI file, and its page on authentication): the addresses and scopes,
 * the fields and types of records, `start_date`, `end_date` and `next_token`, 403 for a membership that has ended, 429
 * with `Retry-After` in seconds, subscriptions (one for each kind and event, with the client's id and secret as
 * headers, an end and a renewal), the GET with `verification_token` and `challenge`, and hooks: HMAC-SHA256 of time and
 * body in capital hex, and a body that names `event_type`, `data_type`, `object_id` and `user_id`, which is the `id` of
 * `personal_info`.
 *
 * Assumed: the time of a hook is in seconds (milliseconds are accepted too). Refresh tokens rotate. `oauth/revoke`
 * takes POST with the access token in its address. Oura does not say whether the span includes `end_date`, so the code
 * reads more than it needs. A night that Oura has not computed yet is missing from the answer.
 */
import { type EpochMs, isError, LocalDate } from "@waldo/contracts";
import * as z from "zod";
import { isSameSecret } from "../digest.ts";
import { createDayCollector } from "../health/import/day-collector.ts";
import { createNotes } from "../health/import/import-notes.ts";
import { dateAt, parseClock } from "../health/import/local-time.ts";
import { addOura, ouraInstant, ouraRecord } from "../health/import/oura.ts";
import { addDays, DAY_MS } from "../time.ts";
import { allPages, ask, expectGood, parsed, readAs } from "./oauth.ts";
import {
  type ClientCall,
  type DateWindow,
  type Delivery,
  hmac,
  hookIn,
  isSigned,
  type Notice,
  type Vendor,
  type VendorApi,
  VendorTrouble,
  type WindowReading,
} from "./vendor.ts";

const HOST = "https://api.ouraring.com";
const API = `${HOST}/v2/usercollection`;
const SUBSCRIPTIONS = `${HOST}/v2/webhook/subscription`;
/** Oura dates a sleep by its own day, Waldo by the end of the sleep. The two dates differ by at most this many days. */
const AROUND_DAYS = 2;
const PLACE = { file: "oura", line: 1 };

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/);
const Time = z.string().refine((text) => parseClock(text)?.offsetMinutes !== undefined, "no time with an offset");
const amount = z.number().nullish();
const Sleep = z.looseObject({
  ...{ id: Id, day: LocalDate, bedtime_start: Time, bedtime_end: Time, type: z.string().nullish() },
  ...{ total_sleep_duration: amount, awake_time: amount, light_sleep_duration: amount, deep_sleep_duration: amount },
  ...{ rem_sleep_duration: amount, average_hrv: amount, lowest_heart_rate: amount, average_breath: amount },
});
const Readiness = z.looseObject({ id: Id, day: LocalDate, score: amount, contributors: z.looseObject({}) });
const Activity = z.looseObject({
  ...{ day: LocalDate, steps: amount, active_calories: amount, non_wear_time: amount },
  ...{ medium_activity_time: amount, high_activity_time: amount },
});
const Page = z.looseObject({ data: z.array(z.unknown()).max(500), next_token: z.string().max(4000).nullish() });

/** Reads all pages of one kind of record. */
async function all<T>(api: VendorApi, kind: string, schema: z.ZodType<T>, { from, to }: DateWindow): Promise<T[]> {
  const span = { start_date: addDays(from, -AROUND_DAYS), end_date: addDays(to, AROUND_DAYS) };
  return allPages(kind, schema, async (next_token) => {
    const page = readAs(Page, await api.get(`${API}/${kind}`, { ...span, ...(next_token && { next_token }) }));
    return { records: page.data, next: page.next_token };
  });
}

/** Returns the local date on which a sleep ended. */
function wakeDateOf({ bedtime_end }: z.infer<typeof Sleep>): LocalDate {
  const { instant, offset } = ouraInstant(bedtime_end, PLACE);
  return dateAt(instant, offset);
}

async function readWindow(api: VendorApi, window: DateWindow): Promise<WindowReading> {
  const sleeps = await all(api, "sleep", Sleep, window);
  const readiness = await all(api, "daily_readiness", Readiness, window);
  const activity = await all(api, "daily_activity", Activity, window);
  const records = [...sleeps, ...readiness, ...activity].map((one) => ouraRecord(PLACE, new Map(Object.entries(one))));
  const notes = createNotes();
  const days = createDayCollector(notes);
  await addOura(records, { days, notes }).catch((error: unknown) => {
    throw isError(error, "ImportRefused") ? new VendorTrouble("unreadable", "a record does not fit") : error;
  });
  const isInside = ({ date }: { readonly date: LocalDate }) => date >= window.from && date <= window.to;
  const ids = [
    ...sleeps.map((sleep) => ({ date: wakeDateOf(sleep), id: `sleep/${sleep.id}` })),
    ...readiness.map(({ day: date, id }) => ({ date, id: `daily_readiness/${id}` })),
  ];
  return { days: days.days().filter(isInside), pending: [], ids: ids.filter(isInside) };
}

/** The kinds of data with hooks about a changed night. Steps grow all day, so the polls read them. */
const KINDS = ["sleep", "daily_readiness"] as const;
const EVENTS = ["create", "update", "delete"] as const;

const Hook = z.looseObject({
  ...{ event_type: z.enum(EVENTS), data_type: z.enum(KINDS), object_id: Id, user_id: z.string() },
  event_time: z.string().max(80).nullish(),
});

function notices({ headers, body }: Delivery, secret: string, now: EpochMs): Notice[] | undefined {
  const time = headers["x-oura-timestamp"] ?? "";
  const given = (headers["x-oura-signature"] ?? "").toLowerCase();
  const at = /^\d{1,11}$/.test(time) ? Number(time) * 1000 : /^\d{12,15}$/.test(time) ? Number(time) : Number.NaN;
  if (!isSigned({ given, encoding: "hex", text: time + body, at }, secret, now)) return undefined;
  const hook = hookIn(Hook, body);
  if (hook === undefined) return [];
  const { event_type, data_type, object_id, user_id, event_time } = hook;
  const object = `${data_type}/${object_id}`;
  const isGone = event_type === "delete" ? { isGone: true as const } : {};
  return [{ vendorUser: user_id, event: `${event_type} ${object} ${event_time ?? time}`, object, ...isGone }];
}

/**
 * Returns the token that Oura sends when it asks whether an address is ours. The token is computed from the secret, so
 * it is not stored.
 */
const tokenOf = (secret: string) => hmac(secret, "waldo: the address of hooks", "hex").slice(0, 32);

const Subscription = z.looseObject({
  ...{ id: Id, callback_url: z.string(), event_type: z.string(), data_type: z.string() },
  expiration_time: z.string().transform((text) => Date.parse(text)),
});

/** A subscription that ends sooner than this is renewed. */
const RENEW_MS = 7 * DAY_MS;

/**
 * Creates the missing subscriptions, and renews those that end soon. Two calls at once may create one twice, which does
 * no harm.
 */
async function subscribe({ http, client, now }: ClientCall, address: string): Promise<void> {
  const headers = { "x-client-id": client.id, "x-client-secret": client.secret, accept: "application/json" };
  const listed = await ask(http, { method: "GET", url: SUBSCRIPTIONS, headers });
  expectGood(listed);
  const known = readAs(z.array(Subscription).max(500), parsed(listed));
  for (const data_type of KINDS)
    for (const event_type of EVENTS) {
      const found = known.find(
        (one) => one.callback_url === address && one.data_type === data_type && one.event_type === event_type,
      );
      if (found && found.expiration_time - now > RENEW_MS) continue;
      const wanted = { callback_url: address, verification_token: tokenOf(client.secret), event_type, data_type };
      const renewed = found
        ? await ask(http, { method: "PUT", url: `${SUBSCRIPTIONS}/renew/${found.id}`, headers })
        : await ask(http, { method: "POST", url: SUBSCRIPTIONS, headers, json: wanted });
      expectGood(renewed);
    }
}

export const oura: Vendor = {
  name: "oura",
  title: "Oura",
  source: "oura",
  oauth: {
    authorise: "https://cloud.ouraring.com/oauth/authorize",
    token: `${HOST}/oauth/token`,
    // `personal` gives the id with which hooks name the person. Waldo reads nothing else of this scope.
    scopes: ["personal", "daily"],
    pkce: false,
  },
  async whoIs(api) {
    return readAs(z.looseObject({ id: Id }), await api.get(`${API}/personal_info`)).id;
  },
  readWindow,
  async dateOf(api, object) {
    const found = await api.get(`${API}/${object}`);
    if (found === undefined) return undefined;
    return object.startsWith("sleep/") ? wakeDateOf(readAs(Sleep, found)) : readAs(Readiness, found).day;
  },
  async revoke(api, token) {
    // The address contains the token, so the token must still be valid.
    await api.get(`${API}/personal_info`);
    const url = new URL(`${HOST}/oauth/revoke`);
    url.searchParams.set("access_token", token());
    await api.send("POST", url.href);
  },
  notices,
  subscribe,
  knowsToken: (token, secret) => isSameSecret(token, tokenOf(secret)),
};
