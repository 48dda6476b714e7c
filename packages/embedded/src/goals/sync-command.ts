/** `waldo sync`: synchronises the workspace with its git remote. */
import { UserId, WaldoError } from "@waldo/contracts";
import { clockAfter } from "@waldo/core/memory/claims/blocks";
import { composeWorld } from "../compose.ts";
import { openOwn, shownPath } from "../home.ts";
import { machineClock } from "../home-clock.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { offlineComposer } from "../offline-composer.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { syncedWords, syncWorkspace } from "./keeping.ts";
import { goalsPlace } from "./place.ts";

export type SyncOptions = MemoryOptions & { readonly push: boolean };

/** Throws `InvalidInput` with what git could not do. */
export async function syncCommand(options: SyncOptions, terminal: Terminal): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const home = openOwn(options.home);
  try {
    const now = (await clockAfter({ store: home.store, userId }, machineClock)).now();
    const world = composeWorld(home, now, offlineComposer());
    const place = goalsPlace(home.paths.root, userId);
    const synced = await syncWorkspace(world, userId, place, { push: options.push });
    await world.machines.idle();
    if (synced.is === "trouble") throw new WaldoError("InvalidInput", synced.why);
    if (options.json) return terminal.print(JSON.stringify(synced));
    terminal.print(syncedWords(synced, { folder: shownPath(place.folder) }));
  } finally {
    home.store.close();
  }
}
