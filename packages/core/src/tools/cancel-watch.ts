import { keys } from "@waldo/contracts";
import { z } from "zod";
import { loadWatches } from "../cadence/watches.ts";
import { defineWrite } from "./define.ts";
import { bestMatches } from "./matching.ts";
import { text } from "./text-args.ts";
import { ToolFailure } from "./tool.ts";

/** Ends a standing intent. What is cancelled is state: nothing remembered brings it back. */
export const cancelWatch = defineWrite({
  name: "cancel_watch",
  description: "Cancel a standing reminder, by its id or by words of it.",
  args: z
    .strictObject({ watchId: z.string().min(1).max(40).optional(), about: text(200).optional() })
    .refine(({ watchId, about }) => (watchId === undefined) !== (about === undefined), "give an id or words of it"),
  title: ({ watchId, about }) => `Cancel the reminder ${watchId ?? `“${about}”`}`,
  async plan({ watchId, about }, { store, userId }) {
    const active = (await loadWatches(store, userId)).filter(({ watch }) => watch.state === "active");
    const found =
      watchId === undefined
        ? bestMatches(about ?? "", active, ({ watch }) => ({ text: watch.text, at: watch.createdAt }), 1)[0]
        : active.find(({ watch }) => watch.watchId === watchId);
    if (!found) throw new ToolFailure("not_found", "there is no such standing reminder");
    const { watch, version } = found;
    const key = keys.watch(userId, watch.watchId);
    return {
      value: { watchId: watch.watchId, cancelled: watch.text },
      writes: [{ op: "put", key, body: { ...watch, state: "cancelled" }, when: [{ is: "version", version }] }],
      undo: [{ op: "put", key, body: watch, when: [{ is: "version", version: version + 1 }] }],
    };
  },
});
