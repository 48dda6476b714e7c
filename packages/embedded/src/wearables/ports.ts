/** Makes the ports that are needed to connect wearables on one machine. */
import { randomBytes } from "node:crypto";
import type { ConnectPorts, VendorPorts } from "@waldo/core/connect/ports";
import { vendorHttp } from "@waldo/core/connect/vendor-http";
import type { Clock, Store } from "@waldo/core/ports";
import { tokenKey } from "../secret-file.ts";
import { knownVendors, readWearables } from "./saved.ts";

export const returnAddress = (port: number) => `http://127.0.0.1:${port}/connected`;

type Here = { readonly root: string; readonly env: NodeJS.ProcessEnv };

/** Returns the ports that reach a vendor: with the clients of this home, and the key that seals its tokens. */
export function vendorPortsOf({ root, env }: Here, { store, clock }: { store: Store; clock: Clock }): VendorPorts {
  return {
    store,
    clock,
    // In a test the vendor is on loopback.
    http: vendorHttp({ fetch: (...asked) => fetch(...asked), through: env["WALDO_WEARABLE_ROOT"] }),
    // The file is read each time, so that a running server knows a client that was just saved.
    secrets: async () => ({ tokenKey: tokenKey(root), clients: readWearables(root).clients }),
  };
}

/** The same for a person who connects. `port` is the port of this machine to which the browser comes back. */
export function connectPortsOf(
  here: Here,
  ports: { readonly store: Store; readonly clock: Clock },
  { port, soon }: { readonly port: number; readonly soon: ConnectPorts["soon"] },
): ConnectPorts {
  return {
    ...vendorPortsOf(here, ports),
    get offered() {
      return knownVendors(readWearables(here.root));
    },
    redirect: returnAddress(port),
    newSecret: () => randomBytes(16).toString("base64url"),
    soon,
  };
}
