/**
 * A card is changed, and the process dies at a call of any port or machine. Another process goes on, and the person does
 * again what had no answer: there is one new card, never two, and the old one is never done.
 */
import { keys } from "@waldo/contracts";
import { startHandoff } from "@waldo/core/handoff/handoff";
import { handoffsOf } from "@waldo/core/handoff/standing";
import type { ModelGateway } from "@waldo/core/ports";
import { receiveMessage } from "@waldo/core/run/receive";
import { MINUTE_MS } from "@waldo/core/time";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../src/bundled-intents.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { deathsIn } from "./deaths.ts";
import { card, dentist, doIt, done, openCard, press, proposals, states } from "./modify-world.ts";
import { look, type Process, processOver } from "./mortal-process.ts";
import { DATE, type TestWorld, testWorld } from "./world.ts";

const composer = offlineComposer(repositoryUnderstanding);
const world = () => testWorld({ days: 0, understanding: repositoryUnderstanding });

async function say(ports: Process, messageId: string, text: string): Promise<void> {
  await receiveMessage(ports, "me", { messageId, text }, DATE);
  await ports.machines.idle();
}

const said = async ({ store }: TestWorld) =>
  (await store.query(keys.message.all("me", `day-${DATE}`))).rows.map(({ body }) => body["text"]);

describe("a change that is killed at any call", () => {
  it.each([
    ["make it 4 pm", ["superseded", "open"]],
    ["never mind", ["declined"]],
  ])("“%s” is done once", async (words, expected) => {
    const whole = await world();
    const old = await card(whole, dentist());
    const change = async (ports: Process) => {
      await press(ports, `mod:${old}`);
      await say(ports, "m1", words);
    };
    for await (const { world: base, label } of deathsIn(whole, () => change(processOver(whole, composer).ports))) {
      const next = processOver(base, composer).ports;
      await change(next);
      for (let i = 0; i < 3; i++) await look(base, next);
      expect({ label, states: await states(base) }).toEqual({ label, states: expected });
      expect((await said(base)).filter((text) => text === words)).toHaveLength(1);
      expect((await press(next, `do:${old}`)).kind).toBe("notice");
      expect(await done(base)).toEqual({ tasks: [], events: [] });
    }
  });
});

/** Plans a call; where it is told of an older plan, at four. */
const planner: ModelGateway = {
  shape: () => "terse",
  async converse({ tools, messages }) {
    const plans = tools.some(({ name }) => name === "propose_action");
    const asks = plans && !messages.some(({ role }) => role === "assistant");
    const told = JSON.stringify(messages);
    const isChange = told.includes("what they were asked before") && told.includes("make it four");
    const title = isChange ? "call the dentist at four" : "call the dentist";
    const actions = [{ tool: "write_task", args: { title } }];
    return {
      text: asks ? "" : plans ? "Here is what I would do." : "There is nothing in the way of it this week.",
      calls: asks ? [{ id: "p", name: "propose_action", args: { actions } }] : [],
      stop: asks ? "tool_use" : "end",
      usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
      model: "planner",
    };
  },
};

describe("a handoff whose plan is changed", () => {
  const GOAL = { messageId: "m1", goal: "plan my week: call the dentist" };
  const CHANGE = "make it four please";
  const plan = async (ports: Process) => {
    await startHandoff(ports, "me", GOAL, DATE);
    await ports.machines.idle();
  };
  /** Everything after the first plan. What the person did already is not there to be done again. */
  const change = async (base: TestWorld, ports: Process) => {
    const [first] = await proposals(base);
    if (first?.state === "open") await press(ports, `mod:${first.proposalId}`);
    await say(ports, "m2", CHANGE);
    const next = await openCard(base);
    if (next) await doIt(ports, next.proposalId);
    await ports.machines.idle();
  };
  const outcome = async (base: TestWorld) => ({
    ...(await done(base)),
    states: await states(base),
    handoffs: (await handoffsOf(base, "me", 5)).map(({ standing }) => standing.state),
    said: (await said(base)).map(String).sort(),
  });

  it("R3: goes back to its plan with the words, and only the new plan is done, from whatever call it died at", async () => {
    const whole = await world();
    const first = processOver(whole, planner);
    await plan(first.ports);
    await change(whole, first.ports);
    const expected = await outcome(whole);
    expect(expected).toMatchObject({
      tasks: ["call the dentist at four"],
      states: ["superseded", "executed"],
      handoffs: ["DONE"],
    });
    expect(expected.said.filter((text) => text.includes("I plan it again"))).toHaveLength(1);
    // The way to the first plan has a test of its own (handoff.crash.test.ts).
    const planned = await world();
    const dying = processOver(planned, planner).ports;
    await plan(dying);
    let deaths = 0;
    for await (const { world: base, label } of deathsIn(planned, () => change(planned, dying))) {
      const next = processOver(base, planner).ports;
      const isDone = async () => (await outcome(base)).handoffs[0] === "DONE";
      for (let i = 0; i < 4 && !(i > 0 && (await isDone())); i++) {
        await look(base, next);
        await change(base, next);
      }
      expect({ label, ...(await outcome(base)) }).toEqual({ label, ...expected });
      deaths++;
    }
    expect(deaths).toBeGreaterThan(20);
  });

  it("is declined by “never mind”, and expires two hours after the tap on Modify, not after the plan", async () => {
    const base = await world();
    const { ports } = processOver(base, planner);
    await plan(ports);
    const [first] = await proposals(base);
    base.clock.set(base.clock.now() + 110 * MINUTE_MS);
    await press(ports, `mod:${first?.proposalId}`);
    base.clock.set(base.clock.now() + 20 * MINUTE_MS);
    // The machine's own time to wait is over.
    ports.machines.timeOut();
    await ports.machines.idle();
    expect(await outcome(base)).toMatchObject({ states: ["held"], handoffs: ["WAIT"] });
    await say(ports, "m2", "never mind");
    expect(await outcome(base)).toMatchObject({ states: ["declined"], handoffs: ["DECLINED"], tasks: [] });
    expect(await ports.machines.idle()).toEqual([]);

    const late = await world();
    const other = processOver(late, planner).ports;
    await plan(other);
    await press(other, `mod:${(await proposals(late))[0]?.proposalId}`);
    late.clock.set(late.clock.now() + 120 * MINUTE_MS);
    other.machines.timeOut();
    await other.machines.idle();
    expect(await outcome(late)).toMatchObject({ states: ["expired"], handoffs: ["EXPIRED"], tasks: [] });
  });

  it("may be changed in another process than the one that waits; that one then does nothing", async () => {
    const base = await world();
    const waiting = processOver(base, planner).ports;
    await plan(waiting);
    const other = processOver(base, planner).ports;
    await press(other, `mod:${(await proposals(base))[0]?.proposalId}`);
    await say(other, "m2", CHANGE);
    expect(await states(base)).toEqual(["superseded", "open"]);
    waiting.machines.timeOut();
    await waiting.machines.idle();
    expect(await states(base)).toEqual(["superseded", "open"]);
    await doIt(other, (await openCard(base))?.proposalId ?? "");
    await other.machines.idle();
    expect(await outcome(base)).toMatchObject({ tasks: ["call the dentist at four"], handoffs: ["DONE"] });
  });
});
