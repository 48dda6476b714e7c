/** Tests that the costs and messages of a life are counted completely, also when its runs have left the store. */
import { keys, type Message, type Trigger } from "@waldo/contracts";
import { DEFAULT_MODELS } from "@waldo/core/meter/prices";
import { meterWrite } from "@waldo/core/meter/rows";
import { addDays } from "@waldo/core/time";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { expect, it } from "vitest";
import { ambientRuns, surfacedWords } from "./living-rows.ts";

const FIRST = "2026-10-10";
const LAST = addDays(FIRST, 14);
const TOKENS = { tier: "cheap", model: DEFAULT_MODELS.cheap, calls: 1, failed: 0, input: 1000, output: 100 } as const;
const USED = { counts: {}, models: [{ ...TOKENS, cacheRead: 0, cacheWrite: 0 }] };

it("counts each run that asked and each word that surfaced, of the first day as of the last", async () => {
  const store = openSqliteStore(":memory:");
  const run = (date: string, of: string, trigger: Trigger) =>
    meterWrite({ userId: "me", date, kind: "run", of, trigger }, 1, USED);
  const message = (date: string, at: number, patch: Partial<Message>) =>
    ({
      op: "put",
      key: keys.message("me", `day-${date}`, at, `m-${at}`),
      body: { from: "waldo", kind: "chat", at, text: "Hello.", ...patch },
    }) as const;
  await store.transact([
    run(FIRST, "run-1", "ambient"),
    run(LAST, "run-2", "ambient"),
    run(FIRST, "run-3", "heartbeat"),
    run(addDays(FIRST, -1), "run-4", "ambient"),
    message(FIRST, 1, { text: "Hello.\n\nBy the way: it rains." }),
    message(FIRST, 2, { from: "user", text: "You said:\n\nBy the way: it rains." }),
    message(LAST, 3, { text: "Good night.\n\nBy the way: it snows." }),
  ]);
  const { runs, dollars } = await ambientRuns(store, "me", FIRST, LAST);
  expect(runs).toBe(2);
  expect(dollars).toBeGreaterThan(0);
  const one = await ambientRuns(store, "me", LAST, LAST);
  expect(dollars).toBeCloseTo(2 * one.dollars, 10);
  expect((await surfacedWords(store, "me", FIRST, LAST)).map(({ text }) => text)).toEqual(["it rains.", "it snows."]);
  store.close();
});
