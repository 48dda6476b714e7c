/**
 * Recalls what a run is told of the past before it begins: standing wishes, the liveliest claims, and what fits the
 * occasion. Code decides this every time. The model does not have to ask. Recall returns no text that other people
 * wrote. The model can look such text up with a tool, and the run is then marked (R10).
 */
import { HALLS_READ, type UserId } from "@waldo/contracts";
import type { Ports } from "../../ports.ts";
import { choose, hitsWanted, type Occasion, type Recalled } from "./choose.ts";
import { EPISODE_TAG } from "./documents.ts";
import { find, openView } from "./index-files.ts";

export const NOTHING: Recalled = { directives: [], claims: [], blocks: [] };

/**
 * Recalls what one run needs by the design in force. It never throws when memory cannot be read: the run then goes on
 * with no memory.
 */
export async function recall(
  ports: Pick<Ports, "store" | "archive" | "embedder" | "log">,
  userId: UserId,
  occasion: Occasion,
): Promise<Recalled> {
  try {
    const view = await openView(ports, userId);
    const tags = new Set<string>([...HALLS_READ[occasion.trigger], EPISODE_TAG]);
    const { hint: text, now, timeZone } = occasion;
    const hits = await find(ports, view, { text, now, timeZone, tags, limit: hitsWanted(view.design) });
    const { tokens: _, ...recalled } = choose(view.standing, occasion, hits, view.design);
    return recalled;
  } catch (error) {
    ports.log("warn", "recall.failed", { trigger: occasion.trigger, error: error instanceof Error ? error.name : "" });
    return NOTHING;
  }
}
