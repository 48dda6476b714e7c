// The agent that calls over MCP on this machine, and the ports for its answers.

import type { Asking } from "@waldo/contexts/mcp/tool";
import type { AgentClient, UserId } from "@waldo/contracts";
import type { DoorPorts } from "@waldo/core/door/handlers";

/** Work that is done after an answer, one piece after the other. */
export type Afterwards = {
  readonly later: NonNullable<Asking["later"]>;
  /** Resolves when no work is left. */
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
