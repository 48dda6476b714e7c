// The clients of this home at the vendors of wearables, in `wearables.json`. Only its owner can read the file, because
// it holds the secrets of the clients. An owner gets a client by registering an application in the vendor's dashboard.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { API_ROOT, VENDORS, VendorName, WaldoError } from "@waldo/contracts";
import * as z from "zod";
import { fileArchive } from "../file-archive.ts";
import { shownPath } from "../home.ts";

const SavedWearables = z.strictObject({
  clients: z
    .partialRecord(VendorName, z.strictObject({ id: z.string().min(1), secret: z.string().min(1) }))
    .default({}),
  /** The https address of a tunnel to `waldo serve`. */
  tunnel: z.url({ protocol: /^https$/ }).optional(),
});
type SavedWearables = z.infer<typeof SavedWearables>;

const FILE = "wearables.json";

/** Returns the saved clients. Throws `InvalidInput` when the file is not Waldo's. */
export function readWearables(root: string): SavedWearables {
  const file = join(root, FILE);
  try {
    return SavedWearables.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return SavedWearables.parse({});
    throw new WaldoError(
      "InvalidInput",
      `${shownPath(file)} cannot be read as a list of clients: mend it, or remove it`,
      {
        cause,
      },
    );
  }
}

export async function saveWearables(root: string, saved: SavedWearables): Promise<void> {
  await fileArchive(root).write(FILE, new TextEncoder().encode(`${JSON.stringify(saved, null, 2)}\n`));
}

/** Returns the address to which vendors send hooks, or undefined when no tunnel is set. */
export function hooksAddress({ tunnel }: SavedWearables): string | undefined {
  return tunnel === undefined ? undefined : `${new URL(tunnel).origin}${API_ROOT}/hooks`;
}

/** Returns the vendors at which this home has a client. */
export function knownVendors({ clients }: SavedWearables): VendorName[] {
  return VENDORS.filter((name) => clients[name] !== undefined);
}
