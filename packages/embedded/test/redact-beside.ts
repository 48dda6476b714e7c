/**
 * Plays `/redact` beside one other occasion in one interleaving: each port call of both waits for its turn, and a seed draws
 * whose turn it is. Then everything ends, the wakes of the next hours come, and what is left of the words is counted.
 */

import { AGENT_TOOLS } from "@waldo/contexts/mcp/server";
import { type AgentTool, type Asking, runTool } from "@waldo/contexts/mcp/tool";
import { saveContext } from "@waldo/contexts/save";
import { indexProject } from "@waldo/contexts/search";
import { pruneExpired } from "@waldo/contexts/tiers";
import { DREAM_PHASES, type DreamPhase, isError, keys, Redaction } from "@waldo/contracts";
import { hearPerson } from "@waldo/core/chat/intake";
import { dreamTask } from "@waldo/core/dream/dream";
import { saveDays } from "@waldo/core/health/ledger";
import { sense } from "@waldo/core/health/sense";
import { ambientCycle } from "@waldo/core/living/cycle";
import type { Ports } from "@waldo/core/ports";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { withWords } from "@waldo/core/store/in-hand";
import { DAY_MS, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { decide } from "@waldo/core/wake/decide";
import { interleave } from "@waldo/testkit/interleave";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { repositoryUnderstanding } from "../src/bundled-intents.ts";
import { localMachines } from "../src/machines.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { wordsLeft } from "./words-left.ts";
import { DATE, type TestWorld, testWorld, worldLike } from "./world.ts";

/** A word that appears nowhere else. */
const WORD = "zorbulating";
const SAID = `remember that my ${WORD} widget is purple`;
const THINKING = { model: offlineComposer(repositoryUnderstanding), understanding: repositoryUnderstanding };

const at = (time: string) => instantAt(DATE, time, PERSON.timeZone);

/** Two things were said, a night has passed, an agent keeps the words, and they are said once more. */
async function told(): Promise<TestWorld> {
  const world = await testWorld({ days: 12, ...THINKING });
  await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } }]);
  const say = async (messageId: string, text: string) => {
    world.clock.set(world.clock.now() + MINUTE_MS);
    await hearPerson(world, PERSON, { messageId, text }, "app");
    await world.machines.idle();
  };
  await say("m-0", "remember that I prefer trains to planes");
  await say("m-1", SAID);
  for (const [i, when] of [world.clock.now() - 40 * DAY_MS, world.clock.now() - DAY_MS].entries())
    await saveContext(world, "me", { project: "boat", content: `${SAID}, ${i}`, source: "t", client: "c" }, when);
  await indexProject(world, "me", "boat");
  return world;
}

/** The same after a night, so that the words stand in claims, pages and the index. */
async function slept(): Promise<TestWorld> {
  const world = await worldLike(await told());
  for (const phase of DREAM_PHASES) await dreamTask(world, { userId: "me", dreamId: "dream-2026-10-29", phase });
  world.clock.set(world.clock.now() + MINUTE_MS);
  return world;
}

/** Ports whose runs work through the same ports, so that each of their calls waits for its turn too. */
function withRuns(ports: Ports): { readonly ports: Ports; readonly idle: () => Promise<unknown> } {
  const machines = localMachines(
    { tick: (input) => advance(own, input, ALL_STEPS), dream: (task) => dreamTask(own, task) },
    { retryPauseMs: 0 },
  );
  const own: Ports = { ...ports, machines };
  return { ports: own, idle: () => machines.idle() };
}

async function wake(ports: Ports, job: "brief" | "upkeep" | "sync" | "patrol", time: string): Promise<void> {
  const own = withRuns(ports);
  const scheduledAt = new Date(at(time)).toISOString();
  const variant = job === "brief" ? ({ variant: "evening" } as const) : {};
  await decide(own.ports, await sense(own.ports, { userId: "me", job, scheduledAt, ...variant }));
  await own.idle();
}

/** A phase of the night, tried again as its machine does. */
async function phaseOf(ports: Ports, phase: DreamPhase): Promise<void> {
  for (let tries = 1; tries <= 4; tries++)
    try {
      await dreamTask(ports, { userId: "me", dreamId: `dream-${DATE}`, phase });
      return;
    } catch (error) {
      if (tries === 4 && !(error instanceof Error && error.name === "ConditionFailed")) throw error;
    }
}

const save = AGENT_TOOLS.find(({ name }) => name === "save_context") as AgentTool;
const AGENT: Asking["agent"] = { agentId: "a-1", name: "an-editor", rights: ["contexts"], createdAt: 1 };

/** What happens beside the redaction. One that calls `begun` has begun before the redaction is asked for. */
const BESIDE: Readonly<Record<string, (ports: Ports, begun: () => void) => Promise<unknown>>> = {
  async night(ports) {
    for (const phase of DREAM_PHASES) await phaseOf(ports, phase);
  },
  brief: (ports) => wake(ports, "brief", "22:00"),
  upkeep: (ports) => wake(ports, "upkeep", "21:40"),
  async scribe(ports) {
    await phaseOf(ports, "SCRIBE");
    await phaseOf(ports, "PRECOMPUTE");
  },
  /** An agent saves the words. It has begun before the person asks: what it saves later is its own. */
  async "MCP save"(ports, begun) {
    const asking = { ports, userId: "me", agent: AGENT, summarises: false } as Asking;
    const run: AgentTool["run"] = (...all) => {
      begun();
      return save.run(...all);
    };
    const args = { project: "boat", content: `${SAID}, said the person`, source: "t" };
    await runTool({ ...save, run }, asking, args, () => {});
    await withWords(ports, "me", "prune", () => pruneExpired(ports, "me", { now: ports.clock.now(), limit: 9 }));
  },
  /** The ambient loop hears the words and makes a concern of them. */
  async "ambient turn"(ports) {
    await ambientCycle(ports, PERSON);
  },
  async hook(ports) {
    await saveDays(ports.store, "me", syntheticDays(DATE, 12, 2));
    await wake(ports, "sync", "21:40");
  },
};

export const OCCASIONS_BESIDE = Object.keys(BESIDE);

export type Outcome = {
  /** The rows and files that still contain the word. */
  readonly left: readonly string[];
  readonly state: string;
  /** How many rows the receipt says are left. */
  readonly told: number | undefined;
  /** Whether it was told at once, or a later wake had to go on. */
  readonly later: boolean;
  readonly failed: readonly string[];
};

let worlds: { readonly told: TestWorld; readonly slept: TestWorld } | undefined;

/** One interleaving of `/redact 2` with one occasion, then the wakes of the next hours. */
export async function redactBeside(occasion: string, seed: number): Promise<Outcome> {
  worlds ??= { told: await told(), slept: await slept() };
  const world = await worldLike(seed % 2 === 0 ? worlds.slept : worlds.told);
  world.clock.set(Math.max(world.clock.now(), at("21:40")));
  const order = { messageId: "m-redact", text: "/redact 2" };
  const work = BESIDE[occasion];
  if (!work) throw new Error(`there is no occasion ${occasion}`);
  const { promise, resolve } = Promise.withResolvers<void>();
  if (occasion !== "MCP save") resolve();
  const ended = await interleave<unknown>(
    world,
    [
      async (ports) => {
        await promise;
        await hearPerson(withRuns(ports).ports, PERSON, order, "app");
      },
      (ports) => work(ports, resolve),
    ],
    seed,
  );
  await world.machines.idle();
  const stateOf = async () => Redaction.parse((await world.store.query(keys.redaction.all("me"))).rows[0]?.body);
  const later = (await stateOf()).state !== "done";
  for (let hour = 1; hour <= 3; hour++) {
    world.clock.set(at("21:40") + hour * HOUR_MS);
    const scheduledAt = new Date(world.clock.now()).toISOString();
    await decide(world, { userId: "me", job: "upkeep", scheduledAt, date: DATE });
    await world.machines.idle();
  }
  const { state, left: rows } = await stateOf();
  return {
    left: await wordsLeft(world, WORD),
    state,
    told: rows,
    later,
    // Whoever is refused is told to try again: the machine of a night, a wake, an agent.
    failed: ended.flatMap((one) =>
      one.status === "rejected" && !isError(one.reason, "ConditionFailed") ? [String(one.reason)] : [],
    ),
  };
}
