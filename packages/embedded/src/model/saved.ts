/**
 * The saved choice of a model, in `model.json` of the home. Only its owner can read it, and it is replaced as a whole.
 * A tier without its own model uses the primary model.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { WaldoError } from "@waldo/contracts";
import * as z from "zod";
import { fileArchive } from "../file-archive.ts";
import { shownPath } from "../home.ts";
import { ModelEndpoint } from "./endpoint.ts";

export const Chosen = z.strictObject({
  primary: ModelEndpoint,
  escalation: ModelEndpoint.optional(),
  cheap: ModelEndpoint.optional(),
});
export type Chosen = z.infer<typeof Chosen>;

const FILE = "model.json";

export function chosenPath(root: string): string {
  return shownPath(join(root, FILE));
}

/** Returns the saved choice, or undefined. Throws `InvalidInput` when the file is not Waldo's. */
export async function readChosen(root: string): Promise<Chosen | undefined> {
  const bytes = await fileArchive(root).read(FILE);
  if (bytes === undefined) return undefined;
  try {
    return Chosen.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new WaldoError(
      "InvalidInput",
      `${chosenPath(root)} cannot be read as a choice of models: waldo model none removes it`,
      { cause },
    );
  }
}

export async function saveChosen(root: string, chosen: Chosen): Promise<void> {
  await fileArchive(root).write(FILE, new TextEncoder().encode(`${JSON.stringify(chosen, null, 2)}\n`));
}

/** Throws `InvalidInput` when the file cannot be removed. */
export async function removeChosen(root: string): Promise<void> {
  try {
    await rm(join(root, FILE), { force: true });
  } catch (cause) {
    throw new WaldoError("InvalidInput", `${chosenPath(root)} cannot be removed: remove it by hand`, { cause });
  }
}
