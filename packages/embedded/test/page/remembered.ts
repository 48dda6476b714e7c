/** What the person of a stage has told Waldo over some weeks, settled by a night, and what is still waiting for one. */
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
