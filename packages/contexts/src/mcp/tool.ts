// The types of a tool, a resource and a prompt of the MCP server, and, below them, functions that the tools of "Wake
// Intelligence" share: arguments, the right to a project, and the record of what was used.
import {
  type AgentClient,
  type AgentRight,
  ContextId,
  type MemoryBlock,
  ProjectName,
  type RouteName,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import type { Call, DoorPorts } from "@waldo/core/door/handlers";
import { withWords } from "@waldo/core/store/in-hand";
import * as z from "zod";
import { countSeen, MOST_WAITING, see, waitingSeen } from "../access.ts";
import { mayReadClaim, mayUseProject } from "./agents.ts";

/** The calling agent, its person, and the ports for answers. */
export type Asking = {
  readonly ports: DoorPorts;
  readonly userId: UserId;
  readonly agent: AgentClient;
  /** True when a language model summarises saved contexts. Otherwise plain code does. */
  readonly summarises: boolean;
  /** Does work after the answer, in a process that keeps running. If it is absent, all work is done before the answer. */
  readonly later?: (work: () => Promise<unknown>) => void;
};

/** Returns the data for a route's handler from an agent's request. */
export function routeCall<N extends RouteName>(
  { ports, userId }: Asking,
  more: Partial<Pick<Call<N>, "query" | "params">> = {},
): Call<N> {
  const none = { params: {}, query: {}, body: {}, key: "", device: { zone: "", bytes: 0 } };
  return { ...none, ...more, ports, userId } as Call<N>;
}

/** Returns which claims the calling agent may read. */
export const claimsFor =
  ({ agent }: Asking) =>
  (claim: Pick<MemoryBlock, "areas" | "origin" | "hall">): boolean =>
    mayReadClaim(agent, claim);

/** Reports the progress of a long call. Throws when the agent has cancelled it. */
export type Progress = (done: number, of?: number) => void;

export type AgentTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly right: AgentRight;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly readOnly: boolean;
  /** True when the same call again changes nothing more. */
  readonly idempotent: boolean;
  /** True when the answer has words of other agents. They are then marked. */
  readonly outside: boolean;
  run(asking: Asking, args: never, progress: Progress): Promise<object>;
  /** Returns the answer in words, for an agent that reads no structured data. */
  words(answer: never): string;
};

type Hints = Partial<Pick<AgentTool, "readOnly" | "idempotent" | "outside">>;

/** Makes a tool whose arguments and answer have the types of its schemas. Without other options it only reads. */
export function tool<In extends z.ZodObject, Out extends z.ZodObject>(
  own: Pick<AgentTool, "name" | "title" | "description" | "right"> &
    Hints & {
      readonly input: In;
      readonly output: Out;
      run(asking: Asking, args: z.output<In>, progress: Progress): Promise<z.input<Out>>;
      words(answer: z.output<Out>): string;
    },
): AgentTool {
  return { readOnly: true, idempotent: true, outside: false, ...own };
}

/** Runs a tool for an agent. A tool that stores words does so before or after a redaction, never during one. */
export function runTool(own: AgentTool, asking: Asking, args: object, progress: Progress): Promise<object> {
  const run = () => own.run(asking, args as never, progress);
  return own.readOnly ? run() : withWords(asking.ports, asking.userId, own.name, run);
}

export const project = ProjectName.describe("The project, by the name that you always use for it");
export const snapshotId = ContextId.describe("The id that save_context, load_context or search_context returned");
export const limit = (most: number, usual: number) => z.number().int().min(1).max(most).default(usual);

/** Throws for a project that the agent may not use. The error is the same whether the project exists or not. */
export function allowed({ agent }: Asking, name: string): void {
  if (!mayUseProject(agent)(name))
    throw new WaldoError(
      "InvalidInput",
      `this agent may not use the project ${name}: the person gives it in Waldo, under Agents`,
    );
}

/**
 * Stores that contexts were opened or built on; this is counted after the answer. Listed and found contexts do not
 * count as used, because a ranking must not reinforce its own lists.
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
