/**
 * Keeps the hooks of a vendor coming. Some vendors send them only while a subscription lives, and it ends by itself. A
 * subscription is the deployment's and not a person's, so each reading may renew it, and no reading needs it.
 */
import type { EpochMs } from "@waldo/contracts";
import { DAY_MS, elapsed } from "../time.ts";
import { clientOf } from "./grip.ts";
import type { PullPorts } from "./ports.ts";
import { type Vendor, VendorTrouble } from "./vendor.ts";

/** The vendor is asked this long after it was last asked. Subscriptions live for weeks. */
const ASK_MS = DAY_MS;

/** Returns when the vendor was last asked with success. What it does not do now is tried by the next reading. */
export async function keepSubscribed(
  { http, clock, secrets, log, hooksAt }: PullPorts,
  vendor: Vendor,
  before: EpochMs | undefined,
): Promise<EpochMs | undefined> {
  const now = clock.now();
  if (hooksAt === undefined || vendor.subscribe === undefined || elapsed(before, now) < ASK_MS) return before;
  try {
    const client = clientOf(await secrets(), vendor);
    await vendor.subscribe({ http, client, now }, `${hooksAt}/${vendor.name}`);
    return now;
  } catch (error) {
    if (!(error instanceof VendorTrouble)) throw error;
    log("warn", "wearable.subscribe", { vendor: vendor.name, trouble: error.trouble });
    return before;
  }
}
