/** The file of goals as a model reads it. */
import type { UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { linesOf } from "./lines.ts";
import { loadGoalsFile } from "./stored.ts";
import { apart } from "./writers.ts";

export type Readable = {
  readonly text: string;
  /** Git brought some of it, and the person has not said that it is theirs. */
  readonly outside: boolean;
};

/**
 * Returns the text in force without its comments, cleaned as pages are, or undefined while there is no file. What git
 * brought stands below a line that says so. The person may have pasted anything into the file, so a text that may not be
 * shown is left out whole.
 */
export async function readableGoals(store: Pick<Store, "get">, userId: UserId): Promise<Readable | undefined> {
  const file = (await loadGoalsFile(store, userId))?.file;
  if (file === undefined) return undefined;
  const { own, git } = apart(file.good ?? file.text, file.outside ?? []);
  const [mine, theirs] = [shownOf(own, "owner"), shownOf(git, "untrusted")];
  const text = theirs === "" ? mine : `${mine}\n\n${FROM_GIT}\n\n${theirs}`.trim();
  return { text, outside: theirs !== "" };
}

const FROM_GIT = "What follows came by git. The person has not said that it is theirs.";

function shownOf(whole: string, origin: "owner" | "untrusted"): string {
  const shown = linesOf(whole).lines.map((line) => line.shown.trimEnd());
  const text = shown
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  const clean = sanitise({ text, origin }, "internal", { maxChars: text.length });
  return clean.verdict === "blocked" ? "The file holds something that may not be shown here." : clean.text;
}
