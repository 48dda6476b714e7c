/** Tests that the commands print the same runs and costs as the routes return. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contextRoutes } from "@waldo/contexts/routes";
import { callRoute, type Gets, type RouteName, type Sends } from "@waldo/contracts";
import { door } from "@waldo/core/door/door";
import { fixedModels } from "@waldo/core/door/own";
import { clockAfter } from "@waldo/core/memory/claims/blocks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { composeWorld } from "../src/compose.ts";
import { openExisting } from "../src/home.ts";
import { machineClock } from "../src/home-clock.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { openTerminal } from "../src/terminal.ts";
import { waldo } from "./command.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-inside-"));
const home = join(root, "example");
const quiet = { write: () => true, on: () => process.stdout };
beforeAll(() => waldo("day", "--home", root));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const printed = async (...args: string[]) => JSON.parse((await waldo(...args, "--home", home, "--json")).stdout);

async function answered<N extends RouteName>(name: N, sends: Partial<Sends<N>> = {}): Promise<Gets<N>> {
  const opened = openExisting(home, openTerminal(quiet, quiet));
  try {
    const now = (await clockAfter({ store: opened.store, userId: "me" }, machineClock)).now();
    const world = composeWorld(opened, now, offlineComposer());
    const more = { approvalKey: new Uint8Array(32), startWake: async () => {}, models: fixedModels(null), push: {} };
    const app = door({ optIn: contextRoutes, who: () => "me", ports: () => ({ ...world, ...more }), log: world.log });
    return await callRoute((request) => app.fetch(request), "http://waldo", name, sends);
  } finally {
    opened.store.close();
  }
}

it("runs: the same lines, the newest first on the page and last on a terminal", async () => {
  const { items } = await answered("insideRuns");
  expect(items.length).toBe(1);
  expect(await printed("runs")).toEqual(items.toReversed());
});

it("run ID: the same states, prompt, calls, claims, outbox and cost", async () => {
  const [first] = (await answered("insideRuns", { query: { trigger: "brief" } })).items.toReversed();
  const runId = first?.runId ?? "";
  const answer = await answered("insideRun", { params: { runId } });
  expect(answer).toMatchObject({ kept: true, run: { runId }, prompt: { shape: "literal" } });
  expect(await printed("run", runId)).toEqual(answer);
});

it("cost: the same days and prices", async () => {
  const answer = await answered("insideCost", { query: { days: "2" } });
  expect(answer.days.length).toBeGreaterThan(0);
  expect(await printed("cost", "--days", "2")).toEqual(answer);
});
