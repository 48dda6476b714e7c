/** The ambient loop in a wake: Waldo's intentions that are due, and one turn of the loop. */
import type { Profile } from "@waldo/contracts";
import { flushDue } from "../channels/outbox.ts";
import { ambientCycle, type Cycle } from "../living/cycle.ts";
import { carryOut } from "../living/intentions.ts";
import type { Ports } from "../ports.ts";
import { startRun } from "../run/start.ts";

/** Runs one turn for the person of a wake. The turn commits its own decision, so a repeated wake changes nothing. */
export async function ambientTurn(ports: Ports, profile: Profile): Promise<Cycle> {
  const told = await carryOut(ports, profile);
  const cycle = await ambientCycle(ports, profile, (event, day, cause) => startRun(ports, event, day, cause));
  if (told > 0 || ("said" in cycle && cycle.said)) await flushDue(ports, profile.userId);
  return cycle;
}
