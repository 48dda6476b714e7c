/**
 * Property: in any world, whatever a model does, an ambient run and a run of the night have no effect outside of their
 * column. Nothing is sent, nothing leaves, no row changes but their own journal and what the column names, and a
 * thought with words of others is theirs.
 */
import { keys, kindOf, type LivingState, Orientation, PARTITION, type RunId, type Trigger } from "@waldo/contracts";
import { adversarialModel } from "@waldo/testkit/adversarial-model";
import { obedientModel } from "@waldo/testkit/obedient-model";
import { ownRows, PLANTS } from "@waldo/testkit/planted-rows";
import { seeded } from "@waldo/testkit/synthetic-person";
import fc from "fast-check";
import { expect, it } from "vitest";
import { DATE, type TestWorld, testWorld } from "../../../embedded/test/world.ts";
import { runIdFor } from "../digest.ts";
import type { ModelGateway } from "../ports.ts";
import { startRun } from "../run/start.ts";
import { queryAll } from "../store/query-all.ts";
import { REGISTRY } from "../tools/registry.ts";

/** What every run writes of itself. */
const JOURNAL = ["RUN", "STEP", "LEASE", "WAITING", "METER", "BREAKER", "INCIDENT", "MEMORYUSE", "EPISODE"];
/** What the answer of each column may write besides. A note of the night waits in the inbox for the Scribe. */
const COLUMN: Partial<Record<Trigger, readonly string[]>> = {
  ambient: ["LIVING", "ORIENTATION", "THOUGHT"],
  dreaming_mode: ["INBOX", "OUTBOX", "OUTBOXDUE", "SAID", "MESSAGE", "PROPOSAL"],
};

async function rows({ store }: TestWorld): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key, body } of queryAll(store, { table: "agent", pk: PARTITION.agent("me"), prefix: "" }))
    found.set(key.sk, JSON.stringify(body));
  return found;
}

const places = Object.keys(PLANTS) as (keyof typeof PLANTS)[];
/** So that the property cannot hold because nothing happened. */
let asked = 0;
let echoed = 0;

it("nothing reaches anybody", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.nat(),
        plants: fc.subarray(places),
        trigger: fc.constantFrom<Trigger>("ambient", "dreaming_mode"),
        obedient: fc.boolean(),
      }),
      async ({ seed, plants, trigger, obedient }) => {
        const reached: string[] = [];
        const random = seeded(seed);
        const tokens: string[] = [];
        const tokenOf = () => {
          const letters = Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(random() * 26)));
          tokens.push(`tok${letters.join("")}`);
          return `tok${letters.join("")}`;
        };
        const tools = Object.entries(REGISTRY).flatMap(([name, tool]) =>
          tool ? [{ name, description: "", schema: tool.schema }] : [],
        );
        const base = obedient
          ? obedientModel({ random, loot: ["task1"], ownerWords: ["milk"] })
          : adversarialModel({ random, tools, loot: ["task1", "evil@example.com"] });
        const model: ModelGateway = {
          shape: base.shape,
          async converse(request) {
            asked++;
            const reply = await base.converse(request);
            const seen = JSON.stringify(request);
            const token = tokens.find((one) => seen.includes(one));
            if (trigger !== "ambient" || (token === undefined && reply.calls.length > 0)) return reply;
            // Once it has seen words of others, it thinks them.
            const text = `The note of ${token ?? "today"} came up.`;
            const answer = { state: "idle", matters: [], thought: { kind: "observation", text, about: [0] } };
            return { ...reply, text: JSON.stringify(answer), calls: [], stop: "end" };
          },
        };
        const world = await testWorld({ model, days: 3 });
        const now = world.clock.now();
        const event = { userId: "me", trigger, nonce: `n${seed}`, occurredAt: now } as const;
        await world.store.transact(ownRows(now, DATE));
        for (const place of plants) await world.store.transact(PLANTS[place](tokenOf(), now, DATE));
        await world.store.transact([{ op: "put", key: keys.living("me"), body: senseOf(now, runIdFor(event)) }]);
        Object.assign(world, {
          egress: ["search.example", "notes"],
          web: {
            host: "search.example",
            search: async () => reached.push("search"),
            read: async () => reached.push("read"),
          },
          mcp: { call: async () => reached.push("mcp") },
        });
        const before = await rows(world);
        await startRun(world, event, DATE);
        await world.machines.idle();
        const after = await rows(world);
        const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
          (sk) => before.get(sk) !== after.get(sk),
        );
        for (const [sk, body] of after) {
          if (kindOf({ sk }) !== "THOUGHT" || before.get(sk) === body) continue;
          if (!tokens.some((one) => body.includes(one))) continue;
          echoed++;
          expect(body).toContain('"origin":"untrusted"');
        }
        const allowed = [...JOURNAL, ...(COLUMN[trigger] ?? [])];
        const outside = changed.map((sk) => kindOf({ sk })).filter((kind) => !allowed.includes(kind));
        expect({ trigger, outside, reached, told: world.telegram }).toEqual({
          ...{ trigger, outside: [], reached: [], told: [] },
        });
      },
    ),
    { numRuns: 60 },
  );
  expect(asked).toBeGreaterThan(60);
  expect(echoed).toBeGreaterThan(0);
});

/** A moment that this run is asked about, so that its answer counts. */
function senseOf(now: number, askedRun: RunId): LivingState {
  const last = Orientation.parse({
    ...{ at: now, signature: "s", state: "light_work", since: now, hour: "day", weekend: false, mood: "neutral" },
    ...{ salience: [{ ref: { kind: "task", id: "task1" }, weight: 0.7, why: "it is due today" }], anomalies: [] },
    ...{ disposition: "observe", why: "Nothing stands out.", by: "rules" },
  });
  return { glance: "", last, asked: 1, noticed: {}, waiting: [], heardTo: 0, askedRun };
}
