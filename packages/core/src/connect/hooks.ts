// Takes a hook: it checks who sent it, writes down each thing it says, and only then answers the vendor. The work comes
// later (pull.ts), so a vendor never waits for it.
import { type HookChallenge, type Hooked, keys, LinkedUser, type PullRequest, VendorUser } from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Clock, Log, Store } from "../ports.ts";
import { commitIf, putNew } from "../store/cas.ts";
import { DAY_MS } from "../time.ts";
import type { Delivery, Vendor } from "./vendor.ts";

export type HookPorts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Has a connection read soon. */
  readonly soon: (request: PullRequest) => Promise<void>;
};

/** A hook that nobody read is worth nothing after this time: a poll has read the same days. */
const KEPT_MS = 2 * DAY_MS;

/**
 * Returns false, and writes nothing, when the vendor did not send this or sent it too long ago. A notice about a user
 * whom nobody here knows is accepted and ignored. The same hook again, while it waits, is one row. Throws what a store
 * throws; the vendor then sends the hook again.
 */
export async function takeHook(
  { store, clock, log, soon }: HookPorts,
  vendor: Vendor,
  secret: string,
  delivery: Delivery,
): Promise<boolean> {
  const now = clock.now();
  const notices = vendor.notices?.(delivery, secret, now);
  if (notices === undefined) {
    log("warn", "hook.refused", { vendor: vendor.name });
    return false;
  }
  for (const { vendorUser, event, object, isGone, dates } of notices) {
    if (!VendorUser.safeParse(vendorUser).success) continue;
    const link = await store.get(keys.linkedUser(vendor.name, vendorUser));
    if (!link) continue;
    const { userId } = LinkedUser.parse(link.body);
    const hooked: Hooked = {
      at: now,
      ...(object === undefined ? {} : { object }),
      ...(isGone ? { isGone } : {}),
      ...(dates === undefined ? {} : { dates: [...dates] }),
    };
    const key = keys.hooked(userId, vendor.name, digest(event).slice(0, 32));
    await commitIf(store, [{ ...putNew(key, hooked), expiresAt: now + KEPT_MS }]);
    // Also for a hook that waits already: the process that wrote it may have died before this call.
    await soon({ userId, vendor: vendor.name });
  }
  return true;
}

/** Returns what a vendor wants back when it asks whether the address of its hooks is ours, or undefined for anyone else. */
export function answerChallenge(
  { knowsToken }: Vendor,
  secret: string,
  { verification_token, challenge }: HookChallenge,
): Pick<HookChallenge, "challenge"> | undefined {
  return secret !== "" && knowsToken?.(verification_token, secret) ? { challenge } : undefined;
}
