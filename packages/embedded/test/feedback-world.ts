/** A person with a recipe of their own in each morning Brief, who says how they found it, for tests of what is learned. */
import { Feedback, keys, type LocalDate, type RecipeStanding, type RunId } from "@waldo/contracts";
import { handleTap, type TapAnswer } from "@waldo/core/approve/tap";
import { dreamTask } from "@waldo/core/dream/dream";
import type { Ports } from "@waldo/core/ports";
import { startRun } from "@waldo/core/run/start";
import { loadStandings } from "@waldo/core/skills/effectiveness";
import { spokeIn } from "@waldo/core/skills/feedback";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays, instantAt } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { DATE, MORNING, type Options, type TestWorld, testWorld } from "./world.ts";

/** The person's own recipe. It is optional, and the lifecycle's `morning-brief` is not. */
export const OWN = "bread-of-the-day";
const FILE = `---
name: ${OWN}
category: copilot
triggers: [brief/morning, user_message]
requiredTools: []
conditions:
  - on: [brief]
  - mentions: [bread]
template: One line about bread.
---
Say which bread to bake today.
`;

export async function feedbackWorld(options: Options = {}): Promise<TestWorld> {
  const world = await testWorld({ days: 2, ...options });
  await world.archive.write(`workspace/me/skills/user/${OWN}.md`, new TextEncoder().encode(FILE));
  return world;
}

/** Writes the morning Brief of a date and returns its run. */
export async function morning(world: TestWorld, date: LocalDate = DATE): Promise<RunId> {
  const at = instantAt(date, "07:00", PERSON.timeZone);
  world.clock.set(at);
  const runId = await startRun(world, { ...MORNING, nonce: `brief-morning-${date}`, occurredAt: at }, date);
  await world.machines.idle();
  return runId;
}

export function tapped(ports: Ports, data: string): Promise<TapAnswer> {
  return handleTap({ ...ports, approvalKey: new Uint8Array(32) }, "me", data);
}

export async function tap(ports: Ports, data: string): Promise<string> {
  return (await tapped(ports, data)).text;
}

/** Runs what the night after a date learns. */
export async function nightAfter(world: TestWorld, date: LocalDate, ports: Ports = world): Promise<void> {
  const next = addDays(date, 1);
  world.clock.set(Math.max(world.clock.now(), instantAt(next, "02:00", PERSON.timeZone)));
  await dreamTask(ports, { userId: "me", dreamId: `dream-${next}`, phase: "LEARN" });
}

export async function recipesOf(world: TestWorld, runId: RunId): Promise<readonly string[]> {
  return (await spokeIn(world.store, "me", runId))?.recipes ?? [];
}

/** All feedback of the person, as its rows stand. */
export async function feedbackOf(world: TestWorld): Promise<Feedback[]> {
  const found: Feedback[] = [];
  for await (const { body } of queryAll(world.store, keys.feedback.all("me"))) found.push(Feedback.parse(body));
  return found;
}

export async function standingOf(world: TestWorld, name: string): Promise<RecipeStanding | undefined> {
  return (await loadStandings(world.store, "me")).get(name)?.standing;
}
