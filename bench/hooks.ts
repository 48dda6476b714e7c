/**
 * A storm of hooks in one minute: repeated, reordered, and half of them forged, for people whose nights have changed. The
 * rows must be those that the honest half in order leaves, with one wake for each night that changed. Measures time and
 * memory of taking the hooks and of reading what they name.
 *
 * The store, the hooks, the queue's delays and the readings are real; the vendor's cloud is in this process, and the clock
 * is set.
 */
import { parseArgs } from "node:util";
import type { PullRequest, UserId } from "@waldo/contracts";
import { pull } from "@waldo/core/connect/pull";
import type { Delivery } from "@waldo/core/connect/vendor";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { addDays, MINUTE_MS, SECOND_MS } from "@waldo/core/time";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import {
  type ConnectWorld,
  connectPerson,
  connectWorld,
  hook,
  outcomeOf,
  settle,
  TODAY,
} from "@waldo/testkit/connect-world";
import { seeded } from "@waldo/testkit/synthetic-person";
import { startWhoopCloud } from "@waldo/testkit/whoop-cloud";
import { endProgress, progress } from "./progress.ts";
import { printTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    hooks: { type: "string", default: "1000" },
    people: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench:hooks -- [--hooks N] [--people N] [--seed N] [--json]

  --hooks N    how many hooks come in a minute, half of them forged (default 1000)
  --people N   for how many people (default 100)
  --seed N     draws the order and the forgeries (default 1)

Example: npm run bench:hooks -- --people 10`);
  process.exit(0);
}
const [HOOKS, PEOPLE, SEED] = [values.hooks, values.people, values.seed].map(Number) as [number, number, number];

type Sent = { readonly delivery: Delivery; readonly isForged: boolean; readonly at: number };

const vendorUser = (person: number) => String(20_000 + person);
const userOf = (person: number): UserId => `person-${person}`;
/** Every fourth night is still being computed when the storm begins, and is ready in the middle of the storm. */
const isLate = (person: number) => person % 4 === 3;

/** People who are connected, whose last night then changes at the vendor. */
async function connected(): Promise<ConnectWorld> {
  const store = readable(audited(openSqliteStore(":memory:")), () => {});
  const world = await connectWorld((now) => startWhoopCloud({ now }), store);
  world.cloud.accessSeconds = 86_400;
  for (let person = 0; person < PEOPLE; person++) {
    world.cloud.visitor = vendorUser(person);
    for (let back = 1; back <= 10; back++)
      world.cloud.night(vendorUser(person), addDays(TODAY, -back), { minutes: 420 + back });
    await connectPerson(world, userOf(person));
    await settle(world, userOf(person));
  }
  world.now += MINUTE_MS;
  for (let person = 0; person < PEOPLE; person++)
    world.cloud.night(
      vendorUser(person),
      TODAY,
      isLate(person) ? { state: "pending" } : { minutes: 400 + (person % 60) },
    );
  world.soon.length = 0;
  world.wakes.clear();
  world.cloud.asked.length = 0;
  return world;
}

/** The honest half: the hooks of each night, repeated over the minute. */
function honest({ cloud }: ConnectWorld, begins: number): Sent[] {
  const sent: Sent[] = [];
  for (let index = 0; sent.length < HOOKS / 2; index++) {
    const at = begins + Math.floor((index / (HOOKS / 2)) * MINUTE_MS);
    const both = cloud.hooks(vendorUser(index % PEOPLE), TODAY, { at: begins });
    const delivery = both[Math.floor(index / PEOPLE) % both.length];
    if (delivery) sent.push({ delivery, isForged: false, at });
  }
  return sent;
}

/** The storm: the honest half in another order, and the same number of hooks that the vendor did not send, or not now. */
function storm(world: ConnectWorld, begins: number): Sent[] {
  const next = seeded(SEED);
  const real = honest(world, begins);
  const shuffled = real
    .map(({ delivery }) => ({ delivery, isForged: false, order: next() }))
    .sort((a, b) => a.order - b.order);
  const forged = real.map(({ delivery }, index) => ({
    delivery: forge(world, delivery, index, begins),
    isForged: true,
    order: next(),
  }));
  const all = [...shuffled, ...forged].sort((a, b) => a.order - b.order);
  return all.map(({ delivery, isForged }, index) => ({
    ...{ delivery, isForged },
    at: begins + Math.floor((index / all.length) * MINUTE_MS),
  }));
}

function forge({ cloud }: ConnectWorld, { headers, body }: Delivery, index: number, begins: number): Delivery {
  const [old] = cloud.hooks(vendorUser(index % PEOPLE), TODAY, { at: begins - 60 * MINUTE_MS });
  const ways: Delivery[] = [
    { headers, body: body.replace("updated", "deleted") },
    { headers: { ...headers, "x-whoop-signature": Buffer.alloc(32, index).toString("base64") }, body },
    { headers: { ...headers, "x-whoop-signature-timestamp": String(begins + 1) }, body },
    { headers: {}, body },
    ...(old ? [old] : []),
  ];
  return ways[index % ways.length] ?? { headers: {}, body };
}

type Played = {
  readonly rows: string;
  readonly wakes: number;
  readonly settled: number;
  readonly refused: number;
  readonly readings: number;
  readonly requests: number;
  readonly takeMs: number;
  readonly readMs: number;
  readonly peakMb: number;
};

/** Delivers the hooks, and handles each request of the queue at its time. */
async function play(of: (world: ConnectWorld, begins: number) => Sent[]): Promise<Played> {
  const world = await connected();
  const begins = world.now;
  const sent = of(world, begins);
  const queue: { readonly at: number; readonly request: PullRequest }[] = [];
  const cost = { take: 0, read: 0, readings: 0, peak: 0 };
  const noteMemory = () => {
    cost.peak = Math.max(cost.peak, process.memoryUsage().rss);
  };

  async function readUntil(until: number): Promise<void> {
    for (;;) {
      for (const request of world.soon.splice(0)) queue.push({ at: world.now, request });
      queue.sort((a, b) => a.at - b.at);
      const due = queue[0];
      if (due === undefined || due.at > until) break;
      queue.shift();
      world.now = Math.max(world.now, due.at);
      const began = performance.now();
      const { outcome, again = 0 } = await pull(world.ports, due.request);
      cost.read += performance.now() - began;
      if (outcome === "read") cost.readings++;
      if (outcome === "waits") queue.push({ at: again, request: due.request });
      if (outcome === "busy") queue.push({ at: world.now + 15 * SECOND_MS, request: due.request });
    }
    world.now = Math.max(world.now, until);
  }

  let refused = 0;
  let isReady = false;
  for (const { delivery, isForged, at } of sent) {
    await readUntil(at);
    if (!isReady && at >= begins + MINUTE_MS / 2) {
      isReady = true;
      for (let person = 0; person < PEOPLE; person++)
        if (isLate(person)) world.cloud.night(vendorUser(person), TODAY, { minutes: 400 + (person % 60) });
    }
    const began = performance.now();
    const isTaken = await hook(world, delivery);
    cost.take += performance.now() - began;
    if (isTaken === isForged)
      throw new Error(`a hook that is ${isForged ? "forged" : "honest"} was ${isTaken ? "taken" : "refused"}`);
    if (!isTaken) refused++;
    noteMemory();
  }
  await readUntil(begins + 5 * MINUTE_MS);
  const rows: string[] = [];
  for (let person = 0; person < PEOPLE; person++) rows.push(await outcomeOf(world, userOf(person)));
  await world.cloud.stop();
  return {
    ...{ rows: rows.join("\n"), wakes: world.wakes.size, refused, readings: cost.readings, peakMb: cost.peak / 1e6 },
    settled: [...world.wakes.values()].filter(({ settled }) => settled).length,
    requests: world.cloud.asked.length,
    ...{ takeMs: cost.take, readMs: cost.read },
  };
}

progress("the honest half, in order");
const calm = await play(honest);
progress("the storm");
const stormy = await play(storm);
endProgress();

const isSame = calm.rows === stormy.rows;
const isOnce = stormy.wakes === PEOPLE && stormy.settled === PEOPLE && calm.wakes === PEOPLE;
const shown = Object.entries({ "honest half, in order": calm, storm: stormy }).map(([name, { rows: _, ...rest }]) => ({
  name,
  ...rest,
}));
if (values.json)
  console.log(JSON.stringify({ hooks: HOOKS, nights: PEOPLE, seed: SEED, isSame, isOnce, played: shown }, null, 2));
else {
  printTable(
    ["", "refused", "wakes", "settled", "readings", "requests", "taking ms", "reading ms", "peak MB"],
    shown.map((row) => [
      ...[row.name, row.refused, row.wakes, row.settled, row.readings, row.requests],
      ...[row.takeMs.toFixed(0), row.readMs.toFixed(0), row.peakMb.toFixed(0)],
    ]),
  );
  console.log(`\n${HOOKS} hooks in a minute, ${PEOPLE} nights that changed`);
  console.log(
    `the rows are ${isSame ? "the same" : "DIFFERENT"}, and each night woke its person ${isOnce ? "once" : "NOT ONCE"}`,
  );
}
process.exitCode = isSame && isOnce ? 0 : 1;
