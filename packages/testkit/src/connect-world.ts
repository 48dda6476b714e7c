/** A person with a vendor's cloud beside them: real core over a real store, and a clock that the test sets. */
import {
  type Connection,
  keys,
  type LocalDate,
  PARTITION,
  type PullRequest,
  type UserId,
  type WakeInput,
} from "@waldo/contracts";
import { beginConnection, finishConnection } from "@waldo/core/connect/connect";
import { apiOver, findConnection, withToken } from "@waldo/core/connect/grip";
import { takeHook } from "@waldo/core/connect/hooks";
import { ask, exchange } from "@waldo/core/connect/oauth";
import type { ConnectPorts, PullPorts } from "@waldo/core/connect/ports";
import { pull } from "@waldo/core/connect/pull";
import type { Delivery, VendorApi } from "@waldo/core/connect/vendor";
import { loadDays } from "@waldo/core/health/ledger";
import type { Row, Store } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays, localDate, MINUTE_MS } from "@waldo/core/time";
import { agreeing } from "./agreeing.ts";
import type { WearableCloud } from "./wearable-cloud.ts";

/** Noon, so that the night of the day is over. */
export const NOON = Date.UTC(2026, 10, 20, 12);
export const TODAY: LocalDate = localDate(NOON, "UTC");
/** The vendor's user, and the person. */
export const VENDOR_USER = "10129";
export const ME: UserId = "me";
const POLL_MS = 30 * MINUTE_MS;
const TOKEN_KEY = new Uint8Array(32).fill(7);
const REDIRECT = "http://127.0.0.1:8484/connected";

export type ConnectWorld = {
  readonly cloud: WearableCloud;
  readonly ports: ConnectPorts & PullPorts;
  readonly store: Store;
  /** The wakes that were started, by their names. */
  readonly wakes: Map<string, WakeInput>;
  /** The requests to read a connection soon. */
  readonly soon: PullRequest[];
  now: number;
};

type Start = (now: () => number) => Promise<WearableCloud>;

export async function connectWorld(start: Start, store: Store): Promise<ConnectWorld> {
  const world = { now: NOON } as { now: number };
  const now = () => world.now;
  const cloud = await start(now);
  const wakes = new Map<string, WakeInput>();
  const soon: PullRequest[] = [];
  const { vendor, client, http } = cloud;
  let secrets = 0;
  const ports: ConnectPorts & PullPorts = {
    ...{ store, http, redirect: REDIRECT, pollMs: POLL_MS, offered: [vendor.name] },
    clock: { now },
    secrets: async () => ({ tokenKey: TOKEN_KEY, clients: { [vendor.name]: client } }),
    newSecret: () => String(++secrets).padStart(22, "s"),
    soon: async (request) => void soon.push(request),
    startWake: async (name, input) => void wakes.set(name, input),
    log: () => {},
  };
  await store.transact([agreeing(ME)]);
  return Object.assign(world, { cloud, ports, store, wakes, soon });
}

/** Goes to the vendor and comes back connected. */
export async function connectPerson({ cloud, ports }: ConnectWorld, userId: UserId = ME): Promise<void> {
  await ports.store.transact([agreeing(userId)]);
  const { name } = cloud.vendor;
  const { url } = await beginConnection(ports, userId, name);
  await finishConnection(ports, userId, name, returnOf(await cloud.agree(url)));
}

/** The calls of a user who has agreed, for a test that reads windows without a connection. */
export async function signedIn(cloud: WearableCloud, user: string): Promise<VendorApi> {
  const { vendor, client, http } = cloud;
  cloud.visitor = user;
  const query = { response_type: "code", client_id: client.id, redirect_uri: REDIRECT, state: "12345678" };
  const { code } = returnOf(await cloud.agree(`${vendor.oauth.authorise}?${new URLSearchParams(query)}`));
  const call = { http, vendor: { ...vendor, oauth: { ...vendor.oauth, pkce: false } }, client, now: 0 };
  const { access } = await exchange(call, { code, redirect: REDIRECT, verifier: "" });
  return apiOver((request) => ask(http, withToken(request, access)));
}

/** The parameters with which the vendor sent the browser back. */
export function returnOf({ searchParams }: URL): { readonly code: string; readonly state: string } {
  return { code: searchParams.get("code") ?? "", state: searchParams.get("state") ?? "" };
}

/** Gives the cloud the nights of this many days. The last night is today's. */
export function fillCloud({ cloud }: ConnectWorld, days: number, user: string = VENDOR_USER): void {
  for (let back = 0; back < days; back++)
    cloud.night(user, addDays(TODAY, -back), { minutes: 400 + (back % 7) * 10, hrv: 55 + (back % 5) });
}

/** Reads until nothing is left to read now, as a queue and the wakes do. */
export async function settle(world: ConnectWorld, userId: UserId = ME): Promise<void> {
  for (let times = 0; times < 200; times++) {
    const { again, outcome } = await pull(world.ports, { userId, vendor: world.cloud.vendor.name });
    const isWaiting = outcome === "busy" || outcome === "waits" || outcome === "failed";
    if (again === undefined || (again > world.now && !isWaiting)) return;
    world.now = Math.max(world.now + 1, again);
  }
  throw new Error("the connection is never read to its end");
}

export const hook = (world: ConnectWorld, delivery: Delivery) =>
  takeHook(world.ports, world.cloud.vendor, world.cloud.client.secret, delivery);

export async function connectionOf({ ports, cloud }: ConnectWorld, userId: UserId = ME): Promise<Connection> {
  return (await findConnection(ports, userId, cloud.vendor.name)).connection;
}

/** The raw days that are stored. */
export const daysOf = ({ store }: ConnectWorld, userId: UserId = ME) =>
  loadDays(store, userId, "2026-01-01", "2027-12-31");

/** The minutes asleep of each stored day. */
export async function nightsOf(world: ConnectWorld, userId: UserId = ME): Promise<Record<LocalDate, number>> {
  const days = await daysOf(world, userId);
  return Object.fromEntries(
    days.map(({ date, sleeps }) => [date, sleeps.reduce((sum, s) => sum + s.asleepMinutes, 0)]),
  );
}

/** Every row of the person that the connecting code writes, as text. */
export async function rowsOf({ store, cloud }: ConnectWorld, userId: UserId = ME): Promise<string> {
  const rows: Row[] = [];
  const partitions = [PARTITION.connect(userId), PARTITION.hooked(userId), PARTITION.derived(userId)];
  for (const pk of [...partitions, PARTITION.vendor(cloud.vendor.name)])
    for await (const row of queryAll(store, { table: "health", pk })) rows.push(row);
  return JSON.stringify(rows);
}

/** The hooks that wait for the person. */
export async function waitingHooks({ store, cloud }: ConnectWorld, userId: UserId = ME): Promise<number> {
  return (await store.query(keys.hooked.all(userId, cloud.vendor.name))).rows.length;
}

/** The results of a reading: the raw days, and what is known about them. The number of writes does not count. */
export async function outcomeOf(world: ConnectWorld, userId: UserId = ME): Promise<string> {
  const { vendor } = world.cloud;
  const pulled: Row[] = [];
  for await (const row of queryAll(world.store, keys.pulled.all(userId, vendor.name))) pulled.push(row);
  const known = pulled.map(({ key, body }) => [key.sk, body]);
  return JSON.stringify([await daysOf(world, userId), known, await waitingHooks(world, userId)]);
}
