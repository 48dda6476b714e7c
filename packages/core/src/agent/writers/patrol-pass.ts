import { byWaking } from "./phrase.ts";
import { movedIn, wokeIn, zoneIn } from "./reading.ts";
import type { SkillWriter } from "./writer.ts";

const SINCE = {
  up: "Form has come up since this morning",
  level: "Form has held since this morning",
  down: "Form has slipped since this morning",
} as const;

/** One line for the log: what the patrol looked at and what has changed. */
export const patrolPass: SkillWriter = {
  reads: () => [
    { name: "get_crs", args: {} },
    { name: "get_health", args: {} },
  ],
  write({ date }, results) {
    const bodyZone = zoneIn(results, date);
    if (bodyZone === undefined) return "I can't score today yet, so there is nothing to compare.";
    const moved = movedIn(results);
    return `A quiet look: you're ${bodyZone}, and ${moved === undefined ? "nothing has changed" : byWaking(SINCE[moved], wokeIn(results))}.`;
  },
};
