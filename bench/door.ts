/**
 * Measures the door on one machine, over HTTP on loopback: p50 and p95 of each route, while many clients ask at the same
 * time. Each changing request is sent three times under one key, at once. At the end it counts what was lost and what
 * was done twice. The peer is the same server answering its public route, which reads nothing.
 *
 *     npm run bench:door [-- --clients 200] [--seconds 60] [--json]
 */

import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { callRoute, DOOR_PER_DAY, type Gets, keys, type RouteName, type Sends } from "@waldo/contracts";
import { ownServer } from "./own-server.ts";
import { fixed, printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log("Usage: npm run bench:door [-- --clients 200] [--seconds 60] [--json]");
  process.exit(0);
}
const clients = Number(values.clients);
const seconds = Number(values.seconds);

/** How many of the clients send a message. A person may send sixty messages an hour, and then must wait. */
const SPEAKERS = 50;
const TIMES_SENT = 3;
const PAUSE_MS = 500;

const times = new Map<string, number[]>();
const failed: string[] = [];
/** How many rows of each kind must exist, however often each request was sent. */
const asked = { say: 0, addTask: 0 };

const server = await ownServer();
try {
  const send = (request: Request) => {
    request.headers.set("cookie", server.cookie);
    return fetch(request);
  };
  const ends = performance.now() + seconds * 1000;
  const shown = values.json ? () => {} : (text: string) => process.stderr.write(`\r${text}`);
  const ticking = setInterval(
    () => shown(`${Math.max(0, Math.ceil((ends - performance.now()) / 1000))} s left `),
    1000,
  );
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n, send, ends)));
  clearInterval(ticking);
  shown("\r");
  await server.machines.idle();
  await report(send);
} finally {
  await server.close();
}

type Send = (request: Request) => Promise<Response>;

/** One client: it reads the routes again and again, adds tasks, and some clients send one message. */
async function client(n: number, send: Send, ends: number): Promise<void> {
  // Clients do not all begin at the same instant.
  await sleep((n * 1000) / clients);
  const changes = Math.floor(DOOR_PER_DAY / clients / TIMES_SENT) - 1;
  for (let round = 0; performance.now() < ends; round++) {
    if (round === 1 && n < SPEAKERS) await thrice(send, "say", { body: { text: `hi ${n}` }, key: `message-${n}` });
    else if (round > 1 && round <= changes)
      await thrice(send, "addTask", { body: { title: `task ${n} ${round}` }, key: `task-${n}-${round}` });
    await timed(send, "health");
    await timed(send, "messages", { query: { limit: 20 } });
    await timed(send, "me");
    await timed(send, "tasks", { query: { limit: 20 } });
    await sleep(PAUSE_MS);
  }
}

async function thrice<N extends "say" | "addTask">(send: Send, name: N, sends: Partial<Sends<N>> & { key: string }) {
  asked[name]++;
  await Promise.all(Array.from({ length: TIMES_SENT }, () => timed(send, name, sends)));
}

async function timed<N extends RouteName>(
  send: Send,
  name: N,
  sends: Partial<Sends<N>> & { readonly key?: string } = {},
): Promise<Gets<N> | undefined> {
  const from = performance.now();
  try {
    return await callRoute(send, server.origin, name, sends);
  } catch (error) {
    failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  } finally {
    times.set(name, [...(times.get(name) ?? []), performance.now() - from]);
  }
}

async function everyMessage(send: Send): Promise<Gets<"messages">["items"]> {
  const all = [];
  let cursor: string | undefined;
  do {
    const page = await callRoute(send, server.origin, "messages", {
      query: { limit: 200, ...(cursor === undefined ? {} : { cursor }) },
    });
    all.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}

async function report(send: Send): Promise<void> {
  const messages = await everyMessage(send);
  const tasks = (await callRoute(send, server.origin, "tasks", { query: { limit: 500 } })).items;
  const heard = messages.filter(({ from }) => from === "owner").length;
  const answered = messages.filter(({ from }) => from === "waldo").length;
  const added = await server.store.query({ ...keys.task.all("me") });
  const kept = Math.max(tasks.length, added.rows.length);
  const counts = {
    requests: [...times.values()].reduce((sum, one) => sum + one.length, 0),
    failed: failed.length,
    messages: {
      sent: asked.say,
      heard,
      answered,
      lost: asked.say - Math.min(heard, answered),
      twice: Math.max(0, heard - asked.say, answered - asked.say),
    },
    tasks: {
      sent: asked.addTask,
      kept,
      lost: Math.max(0, asked.addTask - kept),
      twice: Math.max(0, kept - asked.addTask),
    },
  };
  const peer = median(times.get("health") ?? []);
  const routes = [...times].map(([name, ms]) => ({
    ...{ name, requests: ms.length, p50: median(ms), p95: at(ms, 0.95) },
    ratio: median(ms) / peer,
  }));
  if (values.json)
    return console.log(JSON.stringify({ clients, seconds, routes, ...counts, failures: failed.slice(0, 5) }, null, 2));
  printTable(
    ["route", "requests", "p50 ms", "p95 ms", "to the public route"],
    routes.map(({ name, requests, p50, p95, ratio }) => [
      name,
      String(requests),
      fixed(p50, 1),
      fixed(p95, 1),
      `${fixed(ratio, 1)}×`,
    ]),
  );
  console.log(`\n${clients} clients, ${seconds} s: ${counts.requests} requests, ${counts.failed} failed`);
  for (const failure of new Set(failed.slice(0, 5))) console.log(`  ${failure}`);
  for (const [name, { lost, twice, sent }] of Object.entries({ messages: counts.messages, tasks: counts.tasks }))
    console.log(`${name}: ${sent} sent ${TIMES_SENT} times each at once, ${lost} lost, ${twice} done twice`);
}

function at(ms: readonly number[], share: number): number {
  return ms.toSorted((a, b) => a - b)[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0;
}

function median(ms: readonly number[]): number {
  return at(ms, 0.5);
}
