/** The door without a network: the commands of this folder call the same routes as the page, in their own process. */
import { contextRoutes } from "@waldo/contexts/routes";
import { callRoute, DoorFailure, type Gets, type RouteName, type Sends, UserId, WaldoError } from "@waldo/contracts";
import { door } from "@waldo/core/door/door";
import type { DoorPorts } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/own";
import { findProfile } from "@waldo/core/person/profile";
import type { Bots } from "@waldo/core/telegram/link";
import { programLine } from "../agents/program-line.ts";
import { printCare } from "../chat/heed.ts";
import { saidSince } from "../chat/said-since.ts";
import { composeWorld } from "../compose.ts";
import type { World } from "../day/play.ts";
import { mirrorGoals } from "../goals/mirror.ts";
import { goalsPlace } from "../goals/place.ts";
import { type Home, openExisting, type Use } from "../home.ts";
import { momentIn } from "../home-clock.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { chooseModel } from "../models.ts";
import { offlineComposer } from "../offline-composer.ts";
import { approvalKey } from "../secret-file.ts";
import { settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";

export type OwnDoor = <N extends RouteName>(
  name: N,
  sends?: Partial<Sends<N>> & { readonly key?: string },
) => Promise<Gets<N>>;

/** `env` is needed when a tap carries out something outside this machine. */
export type OwnOptions = MemoryOptions & Use & { readonly env?: NodeJS.ProcessEnv };
/** Waits until all work has ended. Returns what Waldo has said since the command began. */
type Rest = () => Promise<readonly string[]>;

/**
 * Returns the ports of a door in its own process. The door starts no wake: a running waldo serve or waldo live notices
 * a changed profile at its next look.
 */
export function commandPorts(world: World, { paths }: Pick<Home, "paths">): DoorPorts {
  return {
    ...world,
    approvalKey: approvalKey(paths.root),
    startWake: async () => {},
    models: fixedModels(null),
    push: {},
  };
}

/** Opens the person's home, passes the door to the work, and closes it. A refusal is an `InvalidInput`. */
export async function withDoor(
  { env, ...options }: OwnOptions,
  terminal: Terminal,
  act: (call: OwnDoor, now: number, rest: Rest) => Promise<void>,
  bots?: Bots,
): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const home = openExisting(options.home, terminal, options);
  try {
    const now = await momentIn({ store: home.store, userId }, terminal);
    const settings = env ? await settingsOf(env, home.paths.root) : {};
    // If an action of a handoff fails, the handoff is planned again. No other tap needs a model.
    const model = env ? await chooseModel(settings, terminal) : offlineComposer();
    const world = composeWorld(home, now, model, settings);
    const ports = {
      ...commandPorts(world, home),
      agents: { connect: { command: programLine({ root: home.paths.root, userId }), keys: true } },
      ...(bots ? { bots } : {}),
    };
    const place = goalsPlace(home.paths.root, userId);
    const mirror = async () => {
      if (await findProfile(home.store, userId)) await mirrorGoals(world, userId, place);
    };
    await mirror();
    const app = door({ optIn: contextRoutes, who: () => userId, ports: () => ports, log: world.log });
    const rest = async () => {
      await world.machines.idle();
      return saidSince(home.store, userId, now);
    };
    await act((name, sends) => callRoute((request) => app.fetch(request), "http://waldo", name, sends), now, rest);
    await rest();
    await printCare(home.store, userId, now, terminal);
    await mirror();
  } catch (error) {
    throw error instanceof DoorFailure ? new WaldoError("InvalidInput", error.message) : error;
  } finally {
    home.store.close();
  }
}
