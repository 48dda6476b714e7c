/** The ports that the code needs to connect wearables and read their clouds. */
import type { PullRequest, VendorName } from "@waldo/contracts";
import type { Clock, Log, StartWake, Store } from "../ports.ts";
import type { VendorClient, VendorHttp } from "./vendor.ts";

/** The key that encrypts stored tokens, and this deployment's client at each vendor. */
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

/** The ports of the code that connects a wearable. */
export type ConnectPorts = VendorPorts & {
  /** The vendors that can be connected here. */
  readonly offered: readonly VendorName[];
  /** The address to which vendors send the browser back, without the vendor's name. It is registered with each vendor. */
  readonly redirect: string;
  /** Returns 22 characters of base64url that nobody can guess. */
  readonly newSecret: () => string;
  /** Asks for a reading of a connection soon. If the call is lost, the person's next wake asks for it. */
  readonly soon: (request: PullRequest) => Promise<void>;
};

/** The ports of the code that reads the clouds. */
export type PullPorts = VendorPorts & {
  readonly startWake: StartWake;
  readonly log: Log;
  /** The time after a reading at which the latest days are read again, unless a hook comes earlier. In milliseconds. */
  readonly pollMs: number;
  /**
   * The address to which vendors send hooks, without the vendor's name. If it is absent, vendors cannot reach this
   * system.
   */
  readonly hooksAt?: string | undefined;
};
