/** The file of goals as a model reads it. */
import type { UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { linesOf } from "./lines.ts";
import { loadGoalsFile } from "./stored.ts";

/**
 * Returns the text in force without its comments, cleaned as pages are, or undefined while there is no file. The person may
 * have pasted anything into it, so a text that may not be shown is left out whole.
 */
export async function readableGoals(store: Pick<Store, "get">, userId: UserId): Promise<string | undefined> {
  const file = (await loadGoalsFile(store, userId))?.file;
  if (file === undefined) return undefined;
  const shown = linesOf(file.good ?? file.text).lines.map((line) => line.shown.trimEnd());
  const text = shown
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  const clean = sanitise({ text, origin: "owner" }, "internal", { maxChars: text.length });
  return clean.verdict === "blocked" ? "The file holds something that may not be shown here." : clean.text;
}
