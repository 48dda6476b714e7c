import { keys } from "@waldo/contracts";
import * as z from "zod";
import { defineWrite } from "../define.ts";
import { handedOver } from "../handed-over.ts";
import { ToolFailure } from "../tool.ts";

/**
 * Hands the person's message over as a task (core/handoff). It takes no words of the model: the task is the message
 * itself. Nothing is changed by it; the plan is a proposal. The step that makes the call starts the machine.
 */
export const handOver = defineWrite({
  name: "hand_over",
  description:
    "Take the person's message over as a task of several steps (plan my week, move my Thursday calls). It is explored and planned in the background, and the plan comes to them for approval. Say that you will come back with a plan.",
  args: z.strictObject({}),
  title: () => "Work out a plan for what you asked",
  asking: {
    phrases: () =>
      "plan,move,organise,organize,reschedule,rearrange,arrange,sort out,prepare,find time,take care of,make a plan".split(
        ",",
      ),
  },
  async plan(_args, { store, userId, runId, date, now }) {
    const heard = await store.get(keys.heard(userId, runId));
    const goal = heard?.body["text"];
    if (typeof goal !== "string" || goal === "")
      throw new ToolFailure("failed", "it must be said again, so that it can be taken over");
    const { handoffId, write } = handedOver(userId, runId, { goal, date, now });
    const known = await store.get(keys.handoff(userId, handoffId));
    return { value: { handoffId }, writes: known ? [] : [write] };
  },
});
