/** What connecting wearables and reading their clouds needs from the world. */
import type { PullRequest, VendorName } from "@waldo/contracts";
import type { Clock, Log, StartWake, Store } from "../ports.ts";
import type { VendorClient, VendorHttp } from "./vendor.ts";

/** The key behind stored tokens, and the client of this deployment at each vendor. */
export type ConnectSecrets = {
  readonly tokenKey: Uint8Array;
  readonly clients: Readonly<Partial<Record<VendorName, VendorClient>>>;
};

export type VendorPorts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly http: VendorHttp;
  readonly secrets: () => Promise<ConnectSecrets>;
};

/** For the person who connects. */
export type ConnectPorts = VendorPorts & {
  /** The vendors that can be connected here. */
  readonly offered: readonly VendorName[];
  /** Where vendors send the browser back to, without the name of the vendor. It is registered with each of them. */
  readonly redirect: string;
  /** Returns 22 characters of base64url that nobody can guess. */
  readonly newSecret: () => string;
  /** Has a connection read soon. When the call is lost, the person's next wake has the connection read. */
  readonly soon: (request: PullRequest) => Promise<void>;
};

/** The ports of the code that reads the clouds. */
export type PullPorts = VendorPorts & {
  readonly startWake: StartWake;
  readonly log: Log;
  /** How long after a reading the latest days are read again, when no hook comes before. */
  readonly pollMs: number;
  /**
   * The address that vendors send hooks to, without the name of the vendor. Where it is absent, vendors cannot reach
   * this system.
   */
  readonly hooksAt?: string | undefined;
};
