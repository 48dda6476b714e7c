// The agent that asks by MCP on this machine, and the ports that answer it.

import type { Asking } from "@waldo/contexts/mcp/tool";
import type { AgentClient, UserId } from "@waldo/contracts";
import type { DoorPorts } from "@waldo/core/door/handlers";

/** What is done after an answer, one thing after the other. */
export type Afterwards = {
  readonly later: NonNullable<Asking["later"]>;
  /** Resolves when nothing is left to do. */
  readonly idle: () => Promise<void>;
};

export function afterwards(failed: (error: unknown) => void): Afterwards {
  let last: Promise<unknown> = Promise.resolve();
  return {
    later(work) {
      last = last.then(work).catch(failed);
    },
    async idle() {
      await last;
    },
  };
}

export function askingOf(
  ports: DoorPorts,
  userId: UserId,
  {
    agent,
    summarises,
    after,
  }: { readonly agent: AgentClient; readonly summarises: boolean; readonly after: Afterwards },
): Asking {
  return { ports, userId, agent, summarises, later: after.later };
}
