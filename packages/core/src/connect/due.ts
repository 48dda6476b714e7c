/** Which connections of a person are to be read now. A wake asks this, and it reaches no token. */
import { type EpochMs, keys, PullDue, type UserId, VendorName } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

export async function duePulls(store: Store, userId: UserId, now: EpochMs): Promise<VendorName[]> {
  const due: VendorName[] = [];
  for await (const row of queryAll(store, keys.pullDue.all(userId))) {
    const vendor = VendorName.safeParse(keys.pullDue.parse(row.key.sk)?.[0]).data;
    if (vendor !== undefined && PullDue.parse(row.body).at <= now) due.push(vendor);
  }
  return due;
}
