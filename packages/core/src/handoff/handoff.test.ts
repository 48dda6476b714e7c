/**
 * The Handoff through the real interpreter: a person hands a task over, taps or does not tap, and gets what they
 * tapped.
 */

import { type Autonomy, keys, WaldoError } from "@waldo/contracts";
import { handleTap, type TapAnswer } from "@waldo/core/approve/tap";
import { ANSWERED, handoffTask, NO_PLAN, startHandoff } from "@waldo/core/handoff/handoff";
import { handoffsOf } from "@waldo/core/handoff/standing";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { pause } from "@waldo/core/run/pause";
import { receiveMessage } from "@waldo/core/run/receive";
import { HOUR_MS } from "@waldo/core/time";
import { type Line, scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { type LocalMachines, loadDefinition, localMachines } from "../../../embedded/src/machines.ts";
import { offlineComposer } from "../../../embedded/src/offline-composer.ts";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { PROPOSAL_HOURS } from "../approve/proposal.ts";
import { listTasks } from "../tools/rows.ts";

const KEY = new Uint8Array(32).fill(9);

async function world(lines: readonly Line[], autonomy: Autonomy = "L2") {
  const model = scriptedModel(lines);
  const base = await testWorld({ model });
  const machines: LocalMachines = localMachines(
    { tick: (input) => advance(w, input, ALL_STEPS), handoff: (task) => handoffTask(w, task) },
    { retryPauseMs: 0 },
  );
  const w = { ...base, machines, asked: model.asked, approvalKey: KEY };
  const row = await w.store.get(keys.profile("me"));
  await w.store.transact([{ op: "put", key: keys.profile("me"), body: { ...row?.body, autonomy } }]);
  return w;
}
type World = Awaited<ReturnType<typeof world>>;

const GOAL = "plan my week: remind me to call the dentist";
const propose = (...titles: string[]): Line => ({
  calls: [
    {
      id: "p",
      name: "propose_action",
      args: { actions: titles.map((title) => ({ tool: "write_task", args: { title } })) },
    },
  ],
});
const EXPLORED: Line = { text: "There is nothing in the way of it this week." };
const PLANNED: Line = { text: "Here is what I would do." };

const hand = (w: World) => startHandoff(w, "me", { messageId: "m1", goal: GOAL }, DATE);

async function proposalId(w: World): Promise<string> {
  const { table, pk } = keys.proposal("me", "");
  const rows = (await w.store.query({ table, pk, prefix: "PROPOSAL#" })).rows;
  return String(rows.at(-1)?.body["proposalId"]);
}

async function press(w: World, verb: "do" | "no"): Promise<TapAnswer> {
  const answer = await handleTap(w, "me", `${verb}:${await proposalId(w)}`);
  if (answer.kind !== "screen") return answer;
  return handleTap(w, "me", answer.buttons[0]?.data ?? "");
}

const tasks = async (w: World) => (await listTasks(w.store, "me", 20)).map((task) => task.title);
const next = (output: unknown) => (output as { next: string }).next;

describe("handoff.asl.json", () => {
  it("waits with timeouts", () => {
    const definition = loadDefinition("handoff");
    for (const state of Object.values(definition.States)) {
      const resource = (state as { Resource?: string }).Resource ?? "";
      if (resource.endsWith(".waitForTaskToken"))
        expect(state).toMatchObject({ TimeoutSeconds: expect.any(Number), Catch: expect.any(Array) });
    }
    expect((definition.States["WAIT"] as { TimeoutSeconds?: number }).TimeoutSeconds).toBe(PROPOSAL_HOURS * 3600);
  });
});

describe("a handed-over task", () => {
  it("is explored, planned, tapped and done, and leaves an entry in the log", async () => {
    const w = await world([EXPLORED, propose("call the dentist"), PLANNED]);
    await hand(w);
    await w.machines.idle();
    expect(await tasks(w)).toEqual([]);
    expect(await press(w, "do")).toMatchObject({ kind: "notice", text: "On it." });
    const ended = await w.machines.idle();
    expect(ended.filter((end) => end.output && next(end.output) === "DONE" && end.name.startsWith("h-"))).toHaveLength(
      1,
    );
    expect(await tasks(w)).toEqual(["call the dentist"]);
    const { table, pk } = keys.patrol("me", 0);
    expect((await w.store.query({ table, pk, prefix: "PATROL#" })).rows.map((row) => row.body["act"])).toEqual([
      "action",
    ]);
  });

  it("is explored with reads only, whatever the model wants", async () => {
    const w = await world(
      [
        {
          calls: [
            { id: "1", name: "write_task", args: { title: "sneaky" } },
            { id: "2", name: "propose_action", args: { actions: [] } },
            { id: "3", name: "send_message", args: {} },
          ],
        },
        EXPLORED,
        PLANNED,
      ],
      "L3",
    );
    await hand(w);
    await w.machines.idle();
    expect(await tasks(w)).toEqual([]);
    expect(w.asked[0]?.tools.map((tool) => tool.name)).not.toContain("write_task");
  });

  it("is left alone after a no", async () => {
    const w = await world([EXPLORED, propose("call the dentist"), PLANNED]);
    await hand(w);
    await w.machines.idle();
    await press(w, "no");
    const ended = await w.machines.idle();
    expect(ended.map((end) => next(end.output))).toContain("DECLINED");
    expect(await tasks(w)).toEqual([]);
  });

  it("expires after two hours without an answer, and a late tap does nothing", async () => {
    const w = await world([EXPLORED, propose("call the dentist"), PLANNED]);
    await hand(w);
    await w.machines.idle();
    const id = await proposalId(w);
    w.clock.set(w.clock.now() + PROPOSAL_HOURS * HOUR_MS + 1);
    w.machines.timeOut();
    const ended = await w.machines.idle();
    expect(ended.map((end) => next(end.output))).toContain("EXPIRED");
    expect((await w.store.get(keys.proposal("me", id)))?.body["state"]).toBe("expired");
    expect(await handleTap(w, "me", `do:${id}`)).toMatchObject({ kind: "notice" });
    expect(await tasks(w)).toEqual([]);
  });

  it("is planned once more after a failure, and not again", async () => {
    const gone: Line = {
      calls: [
        {
          id: "p",
          name: "propose_action",
          args: {
            actions: [
              { tool: "propose_schedule", args: { title: "Walk", date: "2020-01-01", time: "10:00", minutes: 30 } },
            ],
          },
        },
      ],
    };
    const w = await world([EXPLORED, gone, PLANNED, gone, PLANNED]);
    await hand(w);
    await w.machines.idle();
    await press(w, "do");
    await w.machines.idle();
    const first = await proposalId(w);
    const open = (await w.store.query({ table: "agent", pk: "USER#me", prefix: "PROPOSAL#" })).rows.filter(
      (row) => row.body["state"] === "open",
    );
    expect(open).toHaveLength(1);
    const screen = await handleTap(w, "me", `do:${open[0]?.body["proposalId"]}`);
    if (screen.kind === "screen") await handleTap(w, "me", screen.buttons[0]?.data ?? "");
    const ended = await w.machines.idle();
    expect(ended.map((end) => next(end.output))).toContain("FAILED");
    expect(first).toMatch(/^p-/);
  });

  it("is one handoff when it is handed over twice", async () => {
    const w = await world([EXPLORED, propose("call the dentist"), PLANNED]);
    await Promise.all([hand(w), hand(w)]);
    await w.machines.idle();
    await press(w, "do");
    await w.machines.idle();
    expect(await tasks(w)).toEqual(["call the dentist"]);
  });

  it("needs the tap also at L3, because the exploration read outside text", async () => {
    const w = await world(
      [
        EXPLORED,
        { calls: [{ id: "1", name: "execute_action", args: { proposalId: "p-0000000000000000" } }] },
        propose("x"),
        PLANNED,
      ],
      "L3",
    );
    await hand(w);
    await w.machines.idle();
    expect(await tasks(w)).toEqual([]);
  });

  it("ends there when its plan proposes nothing", async () => {
    const w = await world([EXPLORED, { text: "There is nothing I should do here." }]);
    await hand(w);
    const ended = await w.machines.idle();
    expect(ended.map((end) => next(end.output))).toContain("DONE");
  });

  it("R3: a phase that is started again is the same run, and one that closed in the meantime wakes the machine", async () => {
    const w = await world([propose("call the dentist"), PLANNED]);
    const handoffId = await startHandoff(
      { ...w, machines: { ...w.machines, startHandoff: async () => {} } },
      "me",
      { messageId: "m1", goal: GOAL },
      DATE,
    );
    const woken: string[] = [];
    const completeTask = async (token: string, { next }: { next: string }) => void woken.push(`${token} ${next}`);
    const ports = { ...w, machines: { ...w.machines, completeTask } };
    for (const token of ["t1", "t2"]) {
      await handoffTask(ports, { userId: "me", handoffId, phase: "PLAN", token });
      await w.machines.idle();
    }
    expect((await w.store.query({ table: "agent", pk: "USER#me", prefix: "PROPOSAL#" })).rows).toHaveLength(1);
    expect(woken.at(-1)).toBe("t2 WAIT");
  });

  it("R3: the next press carries out a tap whose execution died", async () => {
    const w = await world([EXPLORED, propose("call the dentist"), PLANNED]);
    await hand(w);
    await w.machines.idle();
    const screen = await handleTap(w, "me", `do:${await proposalId(w)}`);
    const ok = screen.kind === "screen" ? (screen.buttons[0]?.data ?? "") : "";
    const dying = { ...w, machines: { ...w.machines, completeTask: () => Promise.reject(new Error("killed")) } };
    await expect(handleTap(dying, "me", ok)).rejects.toThrow("killed");
    await handleTap(w, "me", ok);
    await w.machines.idle();
    expect(await tasks(w)).toEqual(["call the dentist"]);
  });
});

const said = async (w: World) =>
  (await w.store.query(keys.message.startingWith("me", "day-"))).rows.map(({ body }) => String(body["text"]));
const standing = async (w: World) => (await handoffsOf(w, "me", 1))[0]?.standing;

describe("a handoff that a message begins", () => {
  const HANDS: Line = { calls: [{ id: "h", name: "hand_over", args: {} }] };
  const ANSWERED: Line = { text: "I will look at your week and come back with a plan." };

  it("is explored after the answer, planned, tapped and done; the person hears what was done and may take it back", async () => {
    const w = await world([HANDS, ANSWERED, EXPLORED, propose("call the dentist"), PLANNED]);
    await receiveMessage(w, "me", { messageId: "m1", text: GOAL }, DATE);
    await w.machines.idle();
    expect((await handoffsOf(w, "me", 5)).map(({ handoff }) => handoff.goal)).toEqual([GOAL]);
    expect(await standing(w)).toEqual({ state: "WAIT", resumes: false, waitsFor: await proposalId(w) });
    await press(w, "do");
    await w.machines.idle();
    expect(await standing(w)).toMatchObject({ state: "DONE", resumes: false });
    const done = "Done: Add the task “call the dentist”.";
    expect((await said(w)).filter((text) => text === done)).toHaveLength(1);
    expect(w.telegram.map(({ text }) => text)).toContain(done);
    const [effect] = (await w.store.query(keys.patrol.all("me"))).rows.flatMap(({ body }) => body["undo"] ?? []);
    expect(await handleTap(w, "me", `undo:${effect}`)).toMatchObject({ text: "Undone." });
    expect((await listTasks(w.store, "me", 20)).filter(({ status }) => status === "open")).toEqual([]);
  });

  it("R3: is one, when the step that hands it over runs twice", async () => {
    const w = await world([HANDS, HANDS, ANSWERED, EXPLORED, propose("call the dentist"), PLANNED]);
    let starts = 0;
    const { startHandoff: start } = w.machines;
    w.machines.startHandoff = async (...args) => {
      if (++starts === 1) throw new WaldoError("StoreUnavailable", "the service is busy");
      return start(...args);
    };
    await receiveMessage(w, "me", { messageId: "m1", text: GOAL }, DATE);
    await w.machines.idle();
    expect(starts).toBeGreaterThan(1);
    expect(await handoffsOf(w, "me", 5)).toHaveLength(1);
  });

  it("is not begun for a person who only wants to be told", async () => {
    const w = await world([HANDS, { text: "I only look on." }], "L1");
    await receiveMessage(w, "me", { messageId: "m1", text: GOAL }, DATE);
    await w.machines.idle();
    expect(await handoffsOf(w, "me", 5)).toEqual([]);
  });

  it.each([
    ["plan my week", "takes a language model", "plan my day"],
    ["move my Thursday calls", "takes a language model", "plan my day"],
    ["plane meine Woche", "braucht ein Sprachmodell", "plane meinen Tag"],
    ["planifica mi semana", "necesita un modelo de lenguaje", "planifica mi día"],
    ["planifie ma semaine", "demande un modèle de langage", "planifie ma journée"],
  ])("without a model is answered with what it takes, and nothing is begun: %s", async (text, takes, instead) => {
    const understanding = repositoryUnderstanding;
    const w = await testWorld({ model: offlineComposer(understanding), understanding });
    await receiveMessage(w, "me", { messageId: "m1", text }, DATE);
    await w.machines.idle();
    const answer = (await said({ ...w, asked: [], approvalKey: KEY })).join(" ");
    expect(answer).toContain(takes);
    expect(answer).toContain(instead);
    expect(await handoffsOf(w, "me", 5)).toEqual([]);
  });
});

describe("a handoff of which nothing comes", () => {
  it("says so once, and in one sentence how to choose a model", async () => {
    const w = await testWorld();
    await startHandoff(w, "me", { messageId: "m1", goal: GOAL }, DATE);
    await w.machines.idle();
    expect((await handoffsOf(w, "me", 1))[0]?.standing).toEqual({ state: "FAILED", resumes: false });
    const { rows } = await w.store.query(keys.message.startingWith("me", "day-"));
    expect(rows.map(({ body }) => body["text"]).filter((text) => text === NO_PLAN)).toHaveLength(1);
    expect(NO_PLAN).toMatch(/waldo model/);
  });

  it("is over a day after it began, whatever its rows say", async () => {
    const w = await world([]);
    const idle = { ...w, machines: { ...w.machines, startHandoff: async () => {} } };
    await startHandoff(idle, "me", { messageId: "m1", goal: GOAL }, DATE);
    expect(await standing(w)).toEqual({ state: "EXPLORE", resumes: true });
    w.clock.set(w.clock.now() + 25 * HOUR_MS);
    expect(await standing(w)).toEqual({ state: "FAILED", resumes: false });
  });
});

describe("words of danger that are handed over as a task", () => {
  it("are answered at once, as any message, also while paused; no task is made and no later prompt reads them", async () => {
    const w = await world([]);
    await pause(w, "me");
    const begun = () =>
      startHandoff(w, "me", { messageId: "m1", goal: "plan my last week, I am going to kill myself" }, DATE);
    await expect(begun()).rejects.toMatchObject({ name: "InvalidInput", message: ANSWERED });
    await expect(begun()).rejects.toMatchObject({ message: ANSWERED });
    await w.machines.idle();
    const { rows } = await w.store.query(keys.message.startingWith("me", "day-"));
    expect(rows.map(({ body }) => [body["from"], body["kind"]])).toEqual([
      ["owner", "emergency"],
      ["waldo", "emergency"],
    ]);
    expect([await handoffsOf(w, "me", 1), w.asked]).toEqual([[], []]);
  });
});
