/**
 * The model provider is down all day. The person gets true Briefs and sees no error, and the log says what happened.
 */
import { keys, type LocalDate, ModelStep, WaldoError } from "@waldo/contracts";
import { saveDays } from "@waldo/core/health/ledger";
import type { ModelGateway } from "@waldo/core/ports";
import { receiveMessage } from "@waldo/core/run/receive";
import { addDays, instantAt } from "@waldo/core/time";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import { beforeAll, describe, expect, it } from "vitest";
import { playDay, type RunEvent } from "../src/day/play.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { DATE, type TestWorld, testWorld } from "./world.ts";

type Played = {
  readonly world: TestWorld;
  readonly runs: RunEvent[];
  readonly asked: number;
  readonly told: string[];
  readonly log: string[];
};

/** A model that is down until `until`, in one of the ways in which providers go down. */
function flaky(error: () => WaldoError, clock: () => number, until: number): ModelGateway & { asked: number } {
  const composer = offlineComposer();
  const model = {
    asked: 0,
    shape: composer.shape,
    async converse(request: Parameters<ModelGateway["converse"]>[0]) {
      model.asked++;
      if (clock() < until) throw error();
      return composer.converse(request);
    },
  };
  return model;
}

/** Plays a day on which the person writes every hour from nine to five. */
async function live(world: TestWorld, date: LocalDate): Promise<RunEvent[]> {
  const runs: RunEvent[] = [];
  let hour = 9;
  for await (const event of playDay(world, PERSON, date)) {
    if (event.type === "run") runs.push(event);
    for (; hour <= 17 && instantAt(date, `${String(hour).padStart(2, "0")}:00`, PERSON.timeZone) <= event.at; hour++) {
      await receiveMessage(world, "me", { messageId: `${date}-${hour}`, text: "How am I doing?" }, date);
      await world.machines.idle();
    }
  }
  return runs;
}

async function play(name: "ModelUnavailable" | "ModelTimeout"): Promise<Played & { next: RunEvent[] }> {
  const log: string[] = [];
  const [down, up] = [addDays(DATE, 1), addDays(DATE, 2)];
  const back = instantAt(up, "00:00", PERSON.timeZone);
  const model = flaky(
    () => new WaldoError(name, "down"),
    () => world.clock.now(),
    back,
  );
  const world: TestWorld = await testWorld({ model });
  Object.assign(world, {
    log: (_: unknown, event: string, fields?: Record<string, unknown>) =>
      void log.push(`${event} ${Object.values(fields ?? {}).join(" ")}`),
  });
  await saveDays(world.store, "me", syntheticDays(up, 2));
  await world.store.transact([{ op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } }]);
  const runs = await live(world, down);
  const asked = model.asked;
  const told = world.telegram.map(({ text }) => text);
  const next = await live(world, up);
  return { world, runs, asked, told, log, next };
}

describe.each(["ModelUnavailable", "ModelTimeout"] as const)("a day of %s", (name) => {
  let day: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    day = await play(name);
  });

  it("brings every Brief, from templates, each told once", () => {
    const briefs = day.runs.filter(({ header }) => header.trigger === "brief");
    expect(briefs.map(({ header }) => header.variant)).toContain("morning");
    for (const { header, steps, said } of briefs) {
      const gated = steps.find((step) => step.to === "GATED");
      expect(header.state).toBe("DONE");
      expect(gated?.data["source"]).toBe("template");
      // Every claim is traced to a tool result, so the text is true and not only fluent.
      expect(gated?.data["claims"]).not.toEqual([]);
      expect(said.flatMap(({ channels }) => channels).filter(({ state }) => state === "sent").length).toBeGreaterThan(
        0,
      );
    }
  });

  it("shows the person no error", () => {
    expect(day.told.length).toBeGreaterThanOrEqual(3);
    for (const text of day.told) expect(text).not.toMatch(/error|unavailable|timeout|model|breaker/i);
  });

  it("opens the breaker: few calls are made, and the log says why", () => {
    // A Brief and nine questions, each worth two calls or more. Three failures open the breaker; after that there is at
    // most one probe each hour.
    expect(day.asked).toBeLessThanOrEqual(12);
    expect(day.log.some((line) => line.startsWith("model.breaker primary closed open"))).toBe(true);
    const steps = day.runs.flatMap(({ steps: all }) => all.filter(({ to }) => to === "LLM_CALLED"));
    const errors = steps
      .map(({ data }) => ModelStep.parse(data))
      .flatMap((step) => ("errors" in step ? step.errors : []));
    expect(errors).toContain(name);
    for (const { header } of day.runs) if (header.rung) expect(header.rung).toBe("L3");
  });

  it("closes when the model is back", async () => {
    const spoken = day.next.map(({ steps }) => steps.find((step) => step.to === "GATED")?.data["source"]);
    expect(spoken).toContain("model");
    expect((await day.world.store.get(keys.breaker("me", "primary")))?.body).toMatchObject({ state: "closed" });
    expect(day.log.some((line) => line.includes("half_open closed"))).toBe(true);
  });
});

describe("the day's spend cap", () => {
  it("asks the cheap tier once the day has cost too much, and says why in the journal", async () => {
    const composer = offlineComposer();
    const tiers: string[] = [];
    const dear: ModelGateway = {
      shape: composer.shape,
      async converse(request) {
        tiers.push(request.tier);
        const reply = await composer.converse(request);
        const usage = { ...reply.usage, inputTokens: 100_000 };
        return { ...reply, usage, model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" };
      },
    };
    const world = await testWorld({ model: dear });
    for (let i = 0; i < 3; i++) {
      await receiveMessage(world, "me", { messageId: `m${i}`, text: "How am I doing today?" }, DATE);
      await world.machines.idle();
    }
    expect(tiers.slice(0, 1)).toEqual(["primary"]);
    expect(tiers.at(-1)).toBe("cheap");
    // The spend cap leads to no template, and it does not limit the person.
    const { table, pk } = keys.profile("me");
    const steps = (await world.store.query({ table, pk, prefix: "STEP#" })).rows.map(({ body }) => body);
    const routes = steps.filter(({ to }) => to === "LLM_CALLED").map(({ data }) => ModelStep.parse(data).route?.reason);
    expect(routes).toContain("day_cap");
    expect((await world.store.query({ table, pk, prefix: "INCIDENT#" })).rows).toEqual([]);
  });
});
