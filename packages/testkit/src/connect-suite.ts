/**
 * The shared parts of the contract: worlds that end with their test, and functions that connect a person and read the
 * cloud.
 */
import type { EpochMs } from "@waldo/contracts";
import { FILL_DAYS } from "@waldo/core/connect/connect";
import { pull } from "@waldo/core/connect/pull";
import type { Store } from "@waldo/core/ports";
import { afterEach, expect } from "vitest";
import { type ConnectWorld, connectPerson, connectWorld, fillCloud, ME, settle } from "./connect-world.ts";
import type { WearableCloud } from "./wearable-cloud.ts";

export type ConnectContract = {
  readonly cloud: (now: () => EpochMs) => Promise<WearableCloud>;
  readonly store: () => Store;
  /** When false, the vendor accepts a refresh token more than once, so no token is ever lost. */
  readonly rotates?: boolean;
  /** When false, no hook of this vendor is accepted. */
  readonly hooks?: boolean;
  /**
   * The crash tests kill at every n-th call, and other tests play n times fewer interleavings. The default 1 kills at
   * every call. One vendor is enough for that, because the tested property belongs to connect/pull.ts. The tests of a
   * refresh depend on the vendor, so they always kill at every call.
   */
  readonly every?: number;
};

export type ConnectSuite = ReturnType<typeof connectSuite>;

/** Opens worlds for the tests of the enclosing file. */
export function connectSuite({ cloud, store }: ConnectContract) {
  const worlds: ConnectWorld[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.cloud.stop();
  });
  const open = async () => {
    const world = await connectWorld(cloud, store());
    worlds.push(world);
    return world;
  };
  /** A person who is connected and has been read to the end. */
  const connected = async (days = FILL_DAYS) => {
    const world = await open();
    fillCloud(world, days);
    await connectPerson(world);
    await settle(world);
    world.wakes.clear();
    world.cloud.asked.length = 0;
    return world;
  };
  const read = ({ ports, cloud: { vendor } }: ConnectWorld) => pull(ports, { userId: ME, vendor: vendor.name });
  const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ name: "InvalidInput" });
  /** Ends the last world, for a test that opens many. */
  const close = async () => {
    await worlds.pop()?.cloud.stop();
  };
  return { open, connected, read, refused, close };
}
