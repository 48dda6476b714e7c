/** The person's wearables: the way to the vendor and back, how each connection stands, and taking it back. */
import type { UserId, VendorName } from "@waldo/contracts";
import type { ConnectPorts } from "../connect/ports.ts";
import { VendorTrouble } from "../connect/vendor.ts";
import { countIngest } from "../health/allowance.ts";
import type { Clock, Store } from "../ports.ts";
import { DoorRefusal, type Handlers } from "./handlers.ts";

/** `wearables` is absent where no vendor knows this deployment. */
export type WearablePorts = { readonly store: Store; readonly clock: Clock; readonly wearables?: ConnectPorts };

/** It brings the vendors. Most requests of a door bring none. */
const connecting = () => import("../connect/connect.ts");
type Connecting = Awaited<ReturnType<typeof connecting>>;

export const wearableHandlers: Handlers<
  "wearables" | "beginWearable" | "finishWearable" | "removeWearable",
  WearablePorts
> = {
  wearables: async ({ ports: { wearables }, userId }) => ({
    items: wearables ? await (await connecting()).listConnections(wearables, userId) : [],
  }),
  beginWearable: ({ ports, userId, params: { vendor } }) =>
    asked(ports, userId, vendor, (core, own) => core.beginConnection(own, userId, vendor)),
  finishWearable: ({ ports, userId, params: { vendor }, body }) =>
    asked(ports, userId, vendor, (core, own) => core.finishConnection(own, userId, vendor, body)),
  removeWearable: ({ ports, userId, params: { vendor } }) =>
    asked(ports, userId, vendor, (core, own) => core.removeConnection(own, userId, vendor)),
};

/**
 * Does what is asked for one vendor. It counts towards what devices may send in a day, because the function that does it
 * reaches no row of the agent.
 */
async function asked<T>(
  { wearables }: WearablePorts,
  userId: UserId,
  vendor: VendorName,
  act: (core: Connecting, own: ConnectPorts) => Promise<T>,
): Promise<T> {
  if (!wearables?.offered.includes(vendor)) throw new DoorRefusal("NotFound", "this wearable cannot be connected here");
  const full = await countIngest(wearables, userId, { requests: 1, entries: 1 });
  if (full !== undefined) throw new DoorRefusal("TooMany", "this was asked too often today: ask again tomorrow", full);
  try {
    return await act(await connecting(), wearables);
  } catch (error) {
    if (!(error instanceof VendorTrouble)) throw error;
    if (error.trouble === "denied") throw new DoorRefusal("InvalidInput", "the vendor did not agree: begin again");
    throw new DoorRefusal("Unavailable", "the vendor did not answer as expected: try again in a moment", 60);
  }
}
