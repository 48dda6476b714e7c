/**
 * Erases a person's connections to wearables: each is revoked at the vendor, and hooks no longer find the person. If
 * the person's key is lost, no token can be read, so the vendor is not told.
 */
import { Connection, isError, type Key, keys, LinkedUser, type UserId, VendorName } from "@waldo/contracts";
import { removeConnection } from "../connect/connect.ts";
import type { VendorPorts } from "../connect/ports.ts";
import { queryAll } from "../store/query-all.ts";
import type { OutsideStore } from "./erase.ts";

/** How often a vendor that answers with an error is called. The tokens are deleted in any case, with their row. */
const TRIES = 3;

export function connectionStore(ports: VendorPorts): OutsideStore {
  const { store } = ports;
  async function open(userId: UserId) {
    const found: { readonly vendor: VendorName; readonly vendorUser: string }[] = [];
    for await (const { key, body } of queryAll(store, keys.connection.all(userId))) {
      const vendor = VendorName.safeParse(keys.connection.parse(key.sk)?.[0]).data;
      const { schemaVersion: _, ...row } = body;
      const connection = Connection.safeParse(row).data;
      if (vendor && connection && connection.state !== "ended")
        found.push({ vendor, vendorUser: connection.vendorUser });
    }
    return found;
  }
  /**
   * Returns the rows that lead from a vendor's user to the person. They are found even when nothing can decrypt the
   * connections.
   */
  async function linksTo(userId: UserId): Promise<Key[]> {
    const found: Key[] = [];
    for (const vendor of VendorName.options)
      for await (const { key, body } of queryAll(store, keys.linkedUser.all(vendor)))
        if (body["userId"] === userId) found.push(key);
    return found;
  }
  const openOrLost = (userId: UserId) =>
    open(userId).catch((error: unknown) => {
      if (isError(error, "KeyLost")) return undefined;
      throw error;
    });
  return {
    left: async (userId) => ((await openOrLost(userId)) ?? (await linksTo(userId))).length,
    async erase(userId) {
      const found = await openOrLost(userId);
      if (!found) {
        const lost = await linksTo(userId);
        for (const key of lost) await store.transact([{ op: "delete", key }]);
        return lost.length;
      }
      for (const { vendor, vendorUser } of found) {
        for (let tries = 0; tries < TRIES; tries++) if (await isRevoked(ports, userId, vendor)) break;
        const link = keys.linkedUser(vendor, vendorUser);
        const row = await store.get(link);
        if (row && LinkedUser.parse({ userId: row.body["userId"] }).userId === userId)
          await store.transact([{ op: "delete", key: link }]);
      }
      return found.length;
    },
  };
}

/** Tells the vendor and returns true when it was told. A vendor without a client in this deployment cannot be told. */
async function isRevoked(ports: VendorPorts, userId: UserId, vendor: VendorName): Promise<boolean> {
  try {
    return (await removeConnection(ports, userId, vendor)).state === "none";
  } catch (error) {
    if (!isError(error, "InvalidInput")) throw error;
    return true;
  }
}
