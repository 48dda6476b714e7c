import { randomBytes } from "node:crypto";
import { type PullRequest, VENDORS, VendorName } from "@waldo/contracts";
import type { HookPorts } from "@waldo/core/connect/hooks";
import type { ConnectPorts, ConnectSecrets, VendorPorts } from "@waldo/core/connect/ports";
import { vendorHttp } from "@waldo/core/connect/vendor-http";
import type { Log } from "@waldo/core/ports";
import * as z from "zod";
import { once } from "../once.ts";
import { asJson, clientConfig, clock, environment, text } from "./environment.ts";
import { healthStore } from "./health-store.ts";
import { secrets } from "./secrets.ts";

/**
 * The client ids of this deployment at the vendors. Their client secrets are in a separate secret, by the vendor's
 * name.
 */
const Clients = z.partialRecord(VendorName, z.string().min(1));
const ClientSecrets = z.record(z.string(), z.string());

const Hooks = z.object({ WEARABLE_SECRETS_ARN: text, PULL_QUEUE_URL: text });
const Wearables = Hooks.extend({
  WEARABLE_CLIENTS: asJson(Clients),
  SEAL_KEY_ARN: text,
  /** The address that replaces the address of every vendor, for tests. */
  WEARABLE_ROOT: z.url().optional(),
});
const Connect = Wearables.extend({ WEARABLE_RETURN: text });

const queue = once(async () => {
  const { pullQueue } = await import("../pull-queue.ts");
  return pullQueue(clientConfig(), environment(Hooks).PULL_QUEUE_URL);
});
/** Puts a connection into the queue to be read, at once or after `afterMs` milliseconds. */
export const soon = async (request: PullRequest, afterMs?: number): Promise<void> => (await queue())(request, afterMs);

async function clientSecrets(): Promise<Readonly<Record<string, string>>> {
  const stored = await secrets()(environment(Hooks).WEARABLE_SECRETS_ARN);
  return ClientSecrets.parse(JSON.parse(stored));
}

/**
 * Returns the client's secret at a vendor, with which the vendor signs its hooks. Returns an empty text when no
 * operator has stored the secret yet.
 */
export async function clientSecret(vendor: VendorName): Promise<string> {
  return (await clientSecrets())[vendor] ?? "";
}

async function connectSecrets(): Promise<ConnectSecrets> {
  const { WEARABLE_CLIENTS, SEAL_KEY_ARN } = environment(Wearables);
  const [key, known] = await Promise.all([secrets()(SEAL_KEY_ARN), clientSecrets()]);
  const clients: ConnectSecrets["clients"] = Object.fromEntries(
    VENDORS.flatMap((name) => {
      const [id, secret] = [WEARABLE_CLIENTS[name], known[name]];
      return id === undefined || secret === undefined ? [] : [[name, { id, secret }]];
    }),
  );
  return { tokenKey: Buffer.from(key), clients };
}

const outside = once(() => {
  const { WEARABLE_ROOT: through } = environment(Wearables);
  return vendorHttp({ fetch: (...asked) => fetch(...asked), through });
});

/** Returns the ports that every function that reaches tokens needs. */
export function vendorPorts(log: Log): VendorPorts {
  return { store: healthStore(log), clock, http: outside(), secrets: connectSecrets };
}

/** Returns the ports of the function by which people connect: their connections, and the key of tokens. */
export function connectPorts(log: Log): ConnectPorts {
  const { WEARABLE_CLIENTS, WEARABLE_RETURN } = environment(Connect);
  return {
    ...vendorPorts(log),
    offered: VENDORS.filter((name) => WEARABLE_CLIENTS[name] !== undefined),
    redirect: WEARABLE_RETURN,
    newSecret: () => randomBytes(16).toString("base64url"),
    soon,
  };
}

/**
 * Returns the ports of the hook: they find the person behind a vendor's user, and queue what is to be read. They reach
 * no token.
 */
export function hookPorts(log: Log): HookPorts {
  return { store: healthStore(log), clock, log, soon };
}
