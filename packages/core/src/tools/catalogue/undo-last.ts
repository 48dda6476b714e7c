import * as z from "zod";
import { defineWrite } from "../define.ts";
import { ToolFailure } from "../tool.ts";
import { lastUndoable, takingBack } from "../undo.ts";

/** Takes back the last thing that was done for the person, within a day, as the button under its log entry does. */
export const undoLast = defineWrite({
  name: "undo_last",
  description: "Take back the last thing that was done for the person: a reminder, a task, a draft, a setting.",
  args: z.strictObject({}),
  title: () => "Undo what was done last",
  asking: { phrases: () => ["undo", "undo that", "undo it", "take that back", "revert"] },
  async plan(_args, { store, userId, now }) {
    const last = await lastUndoable(store, userId, now);
    if (!last) throw new ToolFailure("not_found", "nothing of the last day can be undone");
    const { title, tainted = [] } = last.record;
    // The result counts as our own word, so other people's words stay out of it.
    return { value: { undone: tainted.length > 0 ? "the last thing" : title }, writes: takingBack(last) };
  },
});
