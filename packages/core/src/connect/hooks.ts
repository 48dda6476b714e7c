// Receives a hook of a vendor. It checks the sender, stores each notice, and only then answers. The work is done later
// (pull.ts), so a vendor never waits for it.
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
  /** Asks for a reading of the connection soon. */
  readonly soon: (request: PullRequest) => Promise<void>;
};

/** A hook that nobody has read is useless after this time, because a poll has read the same days. */
const KEPT_MS = 2 * DAY_MS;

/**
 * Returns false, and writes nothing, when the vendor did not send this hook, or sent it too long ago. A notice about an
 * unknown user is accepted and ignored. If the same hook comes again while it waits, it is still one row. Throws the
 * errors of the store; the vendor then sends the hook again.
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
    // This is also done for a hook that waits already: the process that stored it may have died before this call.
    await soon({ userId, vendor: vendor.name });
  }
  return true;
}

/**
 * Returns the answer that a vendor expects when it checks the address of our hooks. Returns undefined for anyone else.
 */
export function answerChallenge(
  { knowsToken }: Vendor,
  secret: string,
  { verification_token, challenge }: HookChallenge,
): Pick<HookChallenge, "challenge"> | undefined {
  return secret !== "" && knowsToken?.(verification_token, secret) ? { challenge } : undefined;
}
