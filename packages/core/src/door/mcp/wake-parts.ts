/** What the tools of "Wake Intelligence" have in common: their arguments, who may use a project, and what was used. */
import { ContextId, ProjectName, WaldoError } from "@waldo/contracts";
import * as z from "zod";
import { countSeen, MOST_WAITING, see, waitingSeen } from "../../contexts/access.ts";
import { mayUseProject } from "./agents.ts";
import type { Asking } from "./tool.ts";

export const project = ProjectName.describe("The project, by the name that you always use for it");
export const snapshotId = ContextId.describe("The id that save_context, load_context or search_context returned");
export const limit = (most: number, usual: number) => z.number().int().min(1).max(most).default(usual);

/** Throws for a project that the agent was not given. It says the same whether the project is there or not. */
export function allowed({ agent }: Asking, name: string): void {
  if (!mayUseProject(agent)(name))
    throw new WaldoError(
      "InvalidInput",
      `this agent may not use the project ${name}: the person gives it in Waldo, under Agents`,
    );
}

/**
 * Writes down that contexts were opened, or built on, and counts it when the answer is on its way. To be listed or found
 * is no use: a ranking that is fed by its own lists keeps itself up.
 */
export async function used(
  asking: Asking,
  ids: readonly { readonly id: string; readonly project: string }[],
): Promise<void> {
  const { ports, userId, later } = asking;
  for (const name of new Set(ids.map((one) => one.project))) {
    const own = ids.filter((one) => one.project === name).map(({ id }) => id);
    await see(ports, userId, name, own, ports.clock.now());
    if (later) later(() => countSeen(ports, userId, name));
    else if ((await waitingSeen(ports.store, userId, name)).rows.length >= MOST_WAITING)
      await countSeen(ports, userId, name);
  }
}
