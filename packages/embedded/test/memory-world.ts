/** A person's memory over the embedded store: notes, nights and what is recalled, under a clock that the test moves. */
import { type Hall, keys, type MemoryIntent, type UserId } from "@waldo/contracts";
import { liveBlocks } from "@waldo/core/memory/claims/blocks";
import { type Provenance, submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { runScribe } from "@waldo/core/memory/claims/scribe";
import { likelyIn, openView } from "@waldo/core/memory/search/index-files";
import { recall } from "@waldo/core/memory/search/recall";
import { audited } from "@waldo/core/store/audited";
import { DAY_MS, localDate } from "@waldo/core/time";
import { agreeing } from "@waldo/testkit/agreeing";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { openSqliteStore } from "../src/sqlite-store.ts";

export const USER: UserId = "me";
export const MARCH = Date.UTC(2026, 2, 10, 8);

export async function memoryWorld() {
  let now = MARCH;
  let run = 0;
  const ports = {
    store: audited(openSqliteStore(":memory:")),
    archive: memoryArchive(),
    clock: { now: () => now },
    log: () => {},
  };
  await ports.store.transact([agreeing(USER)]);
  const from = (more: Partial<Provenance> = {}): Provenance => ({
    trigger: "user_message",
    runId: `run-${++run}`,
    at: now,
    owner: ["…"],
    outside: false,
    recalled: [],
    ...more,
  });
  return {
    ...ports,
    at(instant: number) {
      now = instant;
    },
    later(days: number) {
      now += days * DAY_MS;
    },
    from,
    note: (
      hall: Hall,
      claim: string,
      more: { topic?: string; replaces?: string } = {},
      told: Partial<Provenance> = {},
    ) => submitMemoryIntent(ports, USER, { hall, claim, ...more }, from(told)),
    stage: (intent: MemoryIntent) =>
      ports.store.transact([
        { op: "put", key: keys.inbox(USER, intent.at, `${++run}`.padStart(12, "0")), body: intent },
      ]),
    night: async () =>
      runScribe(ports, USER, `dream-${localDate(now, "UTC")}`, likelyIn(await openView(ports, USER), now)),
    claims: async (hall?: Hall) => (await liveBlocks(ports.store, USER, hall)).map(({ claim }) => claim).sort(),
    recalled: (hint: string, trigger: "user_message" | "brief" = "user_message") =>
      recall(ports, USER, { trigger, hint, now, timeZone: "UTC" }),
  };
}
