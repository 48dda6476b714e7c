import { EndedExecution, keys, RunHeader } from "@waldo/contracts";
import { MAX_ATTEMPTS } from "@waldo/core/run/start";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openSqliteStore } from "../../packages/embedded/src/sqlite-store.ts";
import { runWrites, USER } from "../../packages/testkit/src/made-up-rows.ts";
import { reap } from "./reap.ts";

const store = openSqliteStore(":memory:");
afterAll(() => store.close());
const runId = "run-reaped";
const key = keys.run(USER, runId);
const PAUSES = [0, 5, 20];

let started: string[] = [];
let paused: number[] = [];
const ports = {
  store,
  log: () => {},
  machines: {
    startRun: async (name: string) => {
      started.push(name);
    },
  },
} as never;
const pause = async (ms: number) => {
  paused.push(ms / 1000);
};

beforeEach(async () => {
  [started, paused] = [[], []];
  const [header] = runWrites(1_000, { state: "PENDING" }, runId);
  if (header?.op === "put") await store.transact([{ op: "put", key: header.key, body: header.body }]);
});

it("starts each new execution later than the one before, up to the limit of attempts", async () => {
  const { endedInput } = EndedExecution.parse({ endedInput: JSON.stringify({ userId: USER, runId }) });
  for (let death = 0; death < MAX_ATTEMPTS + 2; death++) await reap(ports, endedInput, PAUSES, pause);
  expect(paused).toEqual([0, 5, 20, 20, 20]);
  expect(started).toHaveLength(MAX_ATTEMPTS);
});

it("looks at the run again after the pause: one that ended meanwhile gets no execution", async () => {
  const end = async () => {
    const row = await store.get(key);
    await store.transact([{ op: "put", key, body: { ...RunHeader.parse(row?.body), state: "DONE" } }]);
  };
  await reap(ports, { userId: USER, runId }, PAUSES, end);
  expect(started).toEqual([]);
});
