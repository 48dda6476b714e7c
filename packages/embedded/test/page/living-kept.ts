/** Somebody with thoughts, concerns, a promise and interruptions, on a stage. */
import {
  type Concern,
  type Intention,
  type Interruption,
  keys,
  type Persona,
  type Theme,
  type Thought,
} from "@waldo/contracts";
import { ambientCycle } from "@waldo/core/living/cycle";
import { loadProfile } from "@waldo/core/person/profile";
import { putNew } from "@waldo/core/store/cas";
import { DAY_MS, HOUR_MS } from "@waldo/core/time";
import { DATE, type Stage } from "./stage.ts";

const put = (key: ReturnType<typeof keys.presence>, body: object) => ({ op: "put", key, body }) as const;

export async function livingKept({ world }: Stage): Promise<void> {
  const now = world.clock.now();
  const thought = (hours: number, kind: Thought["kind"], text: string): Thought => ({
    ...{ at: now - hours * HOUR_MS, kind, text, saw: [{ kind: "concern", id: "c-000000000001" }], concerns: [] },
    ...{ topic: `t-${hours}`, mood: "neutral", by: "rules", origin: "agent" },
  });
  const concern = (n: number, days: number, summary: string, rest: Partial<Concern> = {}): Concern => ({
    ...{ id: `c-00000000000${n}`, kind: "project", summary, touchedAt: now - days * DAY_MS, touchedBy: "talk" },
    ...{ touches: 3, from: { kind: "goal", id: "g" }, origin: "owner", createdAt: now - 50 * DAY_MS, ...rest },
  });
  const theme: Theme = {
    ...{ date: DATE, title: "Late nights", text: "Several thoughts of the last week came back to this." },
    ...{ thoughts: [1, 2, 3], origin: "agent" },
  };
  const interruption: Interruption = {
    ...{
      at: now - 3 * HOUR_MS,
      key: "k",
      kind: "event_soon",
      text: "“Planning” begins in a few minutes.",
      mode: "shadow",
    },
  };
  const intention: Intention = {
    ...{ id: "i-000000000001", text: "the offer of the printer", dueAt: now + DAY_MS, claim: "run-1", state: "open" },
    ...{ tries: 0, origin: "owner", createdAt: now, updatedAt: now },
  };
  const axes = [0.05, 0.1, 0.15, 0.1, 0.15, 0.2].map((brevity, i) => ({ brevity, curiosity: -0.05 * i }));
  const persona: Persona = {
    ...{ axes: axes.at(-1) ?? {}, newest: 0 },
    line: axes.map((one, i) => ({ date: `2026-10-${10 + i}`, axes: one })),
  };
  await world.store.transact([
    ...[
      thought(26, "question", "I wonder whether “plant the hedge” still matters. Nothing has touched it for weeks."),
      thought(5, "observation", "You were still up late at night."),
      thought(2, "reflection", "“outline chapter three” came up again. It has been touched several times."),
    ].map((one) => putNew(keys.thought("me", one.at, one.topic), one)),
    ...[
      concern(1, 0, "outline chapter three"),
      concern(2, 12, "learn the song", { kind: "interest" }),
      concern(3, 40, "plant the hedge", { mutedAt: now }),
    ].map((one) => put(keys.concern("me", one.id), one)),
    put(keys.theme("me", DATE, "late"), theme),
    put(keys.interruption("me", interruption.at), interruption),
    put(keys.intention("me", intention.id), intention),
    put(keys.persona("me"), persona),
    put(keys.presence("me", now), { at: now, app: "visible" }),
  ]);
  await ambientCycle(world, await loadProfile(world.store, "me"));
}
