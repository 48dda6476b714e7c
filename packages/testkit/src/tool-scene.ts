/** Plays scenes with tools: rows that are written, calls that the dispatcher gets, rows that are there afterwards. */
import type { Json, Store } from "@waldo/core/ports";
import { dispatchTool } from "@waldo/core/tools/dispatch";
import type { ToolContext } from "@waldo/core/tools/tool";
import { expect } from "vitest";
import * as z from "zod";
import { toolWorld } from "./tool-world.ts";

const Loose = z.record(z.string(), z.json());

/** A scene of the person of `tool-world.ts` (`data/tools/`): `of` says what it shows, then come its steps in order. */
export const ToolScene = z.strictObject({
  of: z.string().min(1),
  steps: z.array(
    z.union([
      z.strictObject({ put: z.array(Loose) }),
      /** `told` is what the call's context has in another way, and `gives` the result. */
      z.strictObject({
        call: z.string(),
        id: z.string().default("1"),
        args: z.json(),
        told: Loose.optional(),
        gives: Loose,
      }),
      z.strictObject({ row: Loose, is: z.json() }),
      z.strictObject({ rows: Loose, are: z.array(z.json()) }),
    ]),
  ),
});
type ToolScene = z.infer<typeof ToolScene>;

/** Plays the steps on a store. Fails at the first result or row that is another than the scene has. */
export async function playScene({ steps }: ToolScene, onto: Store): Promise<void> {
  const { store, context } = await toolWorld(onto);
  for (const step of steps) {
    if ("put" in step) await store.transact(step.put as unknown as Parameters<Store["transact"]>[0]);
    else if ("row" in step) {
      const row = await store.get(step.row as unknown as Parameters<Store["get"]>[0]);
      expect(row?.body ?? null).toEqual(step.is);
    } else if ("rows" in step) {
      const { rows } = await store.query(step.rows as unknown as Parameters<Store["query"]>[0]);
      expect(rows.map(({ body }) => body)).toEqual(step.are);
    } else {
      const call = { id: step.id, name: step.call, args: step.args as Json };
      const { callId, name, ...result } = await dispatchTool(call, {
        ...context,
        ...(step.told as Partial<ToolContext>),
      });
      expect([callId, name]).toEqual([step.id, step.call]);
      expect(result, step.call).toEqual(step.gives);
    }
  }
}
