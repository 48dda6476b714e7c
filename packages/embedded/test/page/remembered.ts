/** What the person of a stage has told Waldo over some weeks, settled by a night, and what is still waiting for one. */
import { type DesignArchive, type DesignRow, keys } from "@waldo/contracts";
import { noteByOwner, submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { runScribe } from "@waldo/core/memory/claims/scribe";
import type { Stage } from "./stage.ts";

const OWN = [
  { hall: "preferences", claim: "Prefers tea after lunch", topic: "hot drinks" },
  { hall: "facts", claim: "Works at a school", topic: "work" },
  { hall: "advice", claim: "Take the stairs before a long meeting" },
] as const;

export async function remember({ world }: Stage): Promise<void> {
  const at = world.clock.now();
  for (const told of OWN) await noteByOwner(world, "me", told);
  const heard = { owner: ["I sleep badly after wine"], outside: false, recalled: [] };
  const provenance = { trigger: "user_message" as const, runId: "run-of-a-chat", at, ...heard };
  await submitMemoryIntent(world, "me", { hall: "discoveries", claim: "Sleeps badly after wine" }, provenance);
  await runScribe(world, "me", "dream-2026-10-30");
  await submitMemoryIntent(world, "me", { hall: "events", claim: "Runs a race in May" }, provenance);
}

/** Designs of the person's memory: one in force, one in shadow, and what the last nights tried. */
export async function designed({ world: { store, clock } }: Stage): Promise<void> {
  const at = clock.now();
  const row: DesignRow = {
    ...{ state: "shadow", changes: { "hall.facts": 1.4 }, parent: {}, since: at },
    shadow: {
      ...{ changes: { "hall.facts": 1.4, k1: 1.6 }, heldFrom: at, begun: at },
      nights: ["2026-10-28", "2026-10-29"].map((date) => ({ date, traces: 24, mean: 0.031, low: 0.004, worse: [] })),
    },
  };
  const archive: DesignArchive = {
    tried: ["start", "mutate"].map((by, i) => ({
      ...{ id: `design-${i}`, by: by as "start", parents: [], changes: i === 0 ? {} : { b: 0.4 } },
      ...{ date: "2026-10-27", traces: 30, score: 0.6 + i / 10 },
    })),
    nights: [
      {
        ...{ date: "2026-10-26", traces: 21, mean: 0.05, low: 0.01, worse: ["public"] },
        ...{ changes: { kindred: 0 }, what: "nothing better" },
      },
    ],
  };
  await store.transact([
    { op: "put", key: keys.design("me"), body: row },
    { op: "put", key: keys.designArchive("me"), body: archive },
  ]);
}
