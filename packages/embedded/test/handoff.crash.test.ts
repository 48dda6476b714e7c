/**
 * A handoff on one machine, where no Step Functions remembers executions. The process dies at a call of any port or
 * machine, and another process goes on from the rows: what was tapped is done once, and every word is said once.
 */
import { EffectRecord, keys, Proposal } from "@waldo/contracts";
import { handleTap } from "@waldo/core/approve/tap";
import { startHandoff } from "@waldo/core/handoff/handoff";
import { handoffsOf } from "@waldo/core/handoff/standing";
import type { ModelGateway } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { MINUTE_MS } from "@waldo/core/time";
import { listTasks } from "@waldo/core/tools/rows";
import { describe, expect, it } from "vitest";
import { resumeHandoffs } from "../src/handoffs.ts";
import { deathsIn } from "./deaths.ts";
import { look, type Process, processOver } from "./mortal-process.ts";
import { DATE, type TestWorld, testWorld } from "./world.ts";

const GOAL = { messageId: "m1", goal: "plan my week: call the dentist" };

/** Plans one task. It answers the same when it is asked again. */
const planner: ModelGateway = {
  shape: () => "terse",
  async converse({ tools, messages }) {
    const plans = tools.some(({ name }) => name === "propose_action");
    const asks = plans && !messages.some(({ role }) => role === "assistant");
    const actions = [{ tool: "write_task", args: { title: "call the dentist" } }];
    return {
      text: asks ? "" : plans ? "Here is what I would do." : "There is nothing in the way of it this week.",
      calls: asks ? [{ id: "p", name: "propose_action", args: { actions } }] : [],
      stop: asks ? "tool_use" : "end",
      usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
      model: "planner",
    };
  },
};

/** The person taps what waits for them, in whatever process. */
async function tap(ports: Process, data: (id: string) => string) {
  const [waiting] = (await handoffsOf(ports, "me", 1)).flatMap(({ standing }) => standing.waitsFor ?? []);
  if (waiting === undefined) return;
  const screen = await handleTap(ports, "me", data(waiting));
  if (screen.kind === "screen") await handleTap(ports, "me", screen.buttons[0]?.data ?? "");
}

/** Everything that the first process does until it dies: the task, and the tap. */
async function begin(ports: Process): Promise<void> {
  await startHandoff(ports, "me", GOAL, DATE);
  await ports.machines.idle();
  await tap(ports, (id) => `do:${id}`);
  await ports.machines.idle();
}

/** What another process does later: its looks, its wakes, and the person, who says and taps again what had no answer. */
async function goOn(base: TestWorld, ports: Process): Promise<void> {
  await startHandoff(ports, "me", GOAL, DATE);
  for (let times = 1; times <= 4; times++) {
    await look(base, ports);
    await tap(ports, (id) => `do:${id}`);
    await ports.machines.idle();
  }
}

async function outcome({ store, clock }: TestWorld) {
  const proposals: string[] = [];
  for await (const { body } of queryAll(store, keys.proposal.all("me"))) proposals.push(Proposal.parse(body).state);
  const effects: EffectRecord[] = [];
  for await (const { body } of queryAll(store, keys.effect.all("me"))) effects.push(EffectRecord.parse(body));
  const said: unknown[] = [];
  for await (const { body } of queryAll(store, keys.message.startingWith("me", "day-"))) said.push(body["text"]);
  return {
    tasks: (await listTasks(store, "me", 20)).map(({ title }) => title),
    effects: effects.filter(({ tool }) => tool === "write_task").length,
    proposals,
    said: said.sort(),
    states: (await handoffsOf({ store, clock }, "me", 5)).map(({ standing }) => standing.state),
  };
}

describe("a handoff whose process dies", () => {
  it("R3: is gone on with by the next process from any call on, and is done and said once", async () => {
    const whole = await testWorld({ days: 0 });
    let deaths = 0;
    let expected: unknown;
    const live = async () => {
      await begin(processOver(whole, planner).ports);
      const ended = await outcome(whole);
      expect(ended).toMatchObject({
        tasks: ["call the dentist"],
        effects: 1,
        proposals: ["executed"],
        states: ["DONE"],
      });
      expect(ended.said).toHaveLength(5);
      expect(ended.said).toContain("Done: Add the task “call the dentist”.");
      expected = ended;
    };
    for await (const { world: base, label } of deathsIn(whole, live)) {
      await goOn(base, processOver(base, planner).ports);
      expect({ label, outcome: await outcome(base) }).toEqual({ label, outcome: expected });
      deaths++;
    }
    expect(deaths).toBeGreaterThan(30);
  });

  it("expires after two hours in whatever process looks then, also beside one that still waits", async () => {
    const base = await testWorld({ days: 0 });
    const first = processOver(base, planner);
    await startHandoff(first.ports, "me", GOAL, DATE);
    await first.ports.machines.idle();
    base.clock.set(base.clock.now() + 2 * 60 * MINUTE_MS);
    const next = processOver(base, planner);
    await resumeHandoffs(next.ports, "me");
    await next.ports.machines.idle();
    expect(await outcome(base)).toMatchObject({ tasks: [], proposals: ["expired"], states: ["EXPIRED"] });
    await tap(first.ports, (id) => `do:${id}`);
    await first.ports.machines.idle();
    expect((await outcome(base)).tasks).toEqual([]);
  });

  it("may be tapped in another process than the one that waits, and taken back after", async () => {
    const base = await testWorld({ days: 0 });
    const waiting = processOver(base, planner);
    await startHandoff(waiting.ports, "me", GOAL, DATE);
    await waiting.ports.machines.idle();
    const other = processOver(base, planner);
    await tap(other.ports, (id) => `do:${id}`);
    await other.ports.machines.idle();
    expect(await outcome(base)).toMatchObject({ tasks: ["call the dentist"], states: ["DONE"] });
    const [row] = (await base.store.query(keys.effect.all("me"))).rows;
    const undone = await handleTap(other.ports, "me", `undo:${keys.effect.parse(row?.key.sk ?? "")?.[0]}`);
    expect(undone.text).toBe("Undone.");
    expect((await listTasks(base.store, "me", 20)).filter(({ status }) => status === "open")).toEqual([]);
  });
});
