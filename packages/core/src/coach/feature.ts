/** The voices of the coach. Most people have no file of goals, so their code is loaded only for those who have one. */
import type { Feature, Voice } from "../ports.ts";
import { APART_MS } from "../voices/policy.ts";

type Look = Voice["look"];

/** Returns a look that ends at once for a person without a coach. */
function coached(look: () => Promise<Look>): Look {
  return async (ports, tick, closed) =>
    tick.profile.coaching === undefined ? undefined : (await look())(ports, tick, closed);
}

/** Returns a look that takes place only while the voice may speak. */
function unlessClosed(look: () => Promise<Look>): Look {
  const own = coached(look);
  return async (ports, tick, closed) => (closed === undefined ? own(ports, tick, closed) : undefined);
}

export const coach: Feature = {
  voices: [
    { name: "bedtime", rank: 50, kind: "set", look: unlessClosed(async () => (await import("./bedtime.ts")).bedtime) },
    {
      name: "silence",
      rank: 60,
      kind: "minor",
      look: unlessClosed(async () => (await import("./silence.ts")).silence),
    },
    { name: "goals", rank: 70, kind: "minor", look: coached(async () => (await import("./goal-check.ts")).goalCheck) },
    {
      ...{ name: "nudge", rank: 80, kind: "minor", apartMs: APART_MS },
      look: coached(async () => (await import("./heartbeat.ts")).nudge),
    },
  ],
};
