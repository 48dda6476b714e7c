/** A `waldo serve` of one made-up person in a home of its own, for the benches of the door. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { fixedModels } from "@waldo/core/door/own";
import { composeWorld } from "@waldo/embedded/compose";
import { openHome } from "@waldo/embedded/home";
import { offlineComposer } from "@waldo/embedded/offline-composer";
import { startServer } from "@waldo/embedded/serve/server";
import { PERSON } from "@waldo/testkit/synthetic-person";

/**
 * Starts the server on a free port. `cookie` belongs to a signed-in browser; `close` stops the server and removes its
 * home.
 */
export async function ownServer() {
  const root = mkdtempSync(join(tmpdir(), "waldo-bench-"));
  const { store, ...home } = openHome(root);
  const world = composeWorld({ store, ...home }, { now: () => Date.now(), set: () => {} }, offlineComposer());
  await store.transact([
    { op: "put", key: keys.profile("me"), body: PERSON },
    { op: "put", key: keys.timeZone("me"), body: { timeZone: PERSON.timeZone } },
  ]);
  const choices = { models: fixedModels(null), push: {} };
  const ports = { ...world, approvalKey: new Uint8Array(32), startWake: async () => {}, ...choices };
  const { origin, link, stop } = await startServer(ports, "me", 0, store);
  const entered = await fetch(await link(), { redirect: "manual" });
  return {
    ...{ store, machines: world.machines, origin },
    cookie: entered.headers.get("set-cookie")?.split(";")[0] ?? "",
    async close(): Promise<void> {
      await stop();
      store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
