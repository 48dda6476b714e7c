/** What a handler of a route gets and gives. */
import type { DoorErrorName, Profile, RouteName, Routes, UserId } from "@waldo/contracts";
import type * as z from "zod";
import { areReminderTimesOld } from "../cadence/reminder-times.ts";
import { digest } from "../digest.ts";
import type { SyncPorts } from "../health/take-sync.ts";
import type { Ports } from "../ports.ts";
import { findProfile } from "../profile.ts";

export type DoorPorts = Ports & {
  /** The key behind the tokens of taps. No model sees it. */
  readonly approvalKey: Uint8Array;
  /** Wakes the person's agent. The same name again is the same wake. */
  readonly startWake: SyncPorts["startWake"];
};

export type Call<N extends RouteName> = {
  readonly ports: DoorPorts;
  readonly userId: UserId;
  readonly params: z.output<Routes[N]["params"]>;
  readonly query: z.output<Routes[N]["query"]>;
  readonly body: z.output<Routes[N]["body"]>;
  /** The idempotency key. Empty where the route takes none. */
  readonly key: string;
  /** What the device says of its time zone, and how large its body was. */
  readonly device: { readonly zone: string; readonly bytes: number };
};

export type Handlers<Names extends RouteName = RouteName> = {
  readonly [N in Names]: (call: Call<N>) => Promise<z.input<Routes[N]["answer"]>>;
};

/**
 * Wakes the agent when a tap or a request changed what reminders there are: the door itself may not tell the scheduler.
 */
export async function wakeForReminders(ports: DoorPorts, userId: UserId): Promise<void> {
  if (!(await areReminderTimesOld(ports, userId))) return;
  const now = ports.clock.now();
  const wake = { userId, job: "remind", scheduledAt: new Date(now).toISOString() } as const;
  await ports.startWake(`remind-${digest(userId, now).slice(0, 32)}`, wake);
}

/** A request that is answered with an error of the contract. */
export class DoorRefusal extends Error {
  override readonly name = "DoorRefusal";
  readonly error: DoorErrorName;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  constructor(error: DoorErrorName, message: string, retryAfter?: number) {
    super(message);
    this.error = error;
    this.retryAfter = retryAfter;
  }
}

/** Returns the profile. Refuses with `NoProfile` for an account that has none. */
export async function profileOf({ ports, userId }: Pick<Call<RouteName>, "ports" | "userId">): Promise<Profile> {
  const profile = await findProfile(ports.store, userId);
  if (!profile)
    throw new DoorRefusal(
      "NoProfile",
      "this account has no profile yet: send time zone, wake and sleep time to PUT /v1/me",
    );
  return profile;
}
