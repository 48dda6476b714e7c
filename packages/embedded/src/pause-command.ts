/** `waldo pause` and `waldo resume`: pause everything for a person, and continue. */
import { PAUSED_SINCE_UNKNOWN, UserId } from "@waldo/contracts";
import { findProfile } from "@waldo/core/person/profile";
import { pause, resume } from "@waldo/core/run/pause";
import { localDate, localTime } from "@waldo/core/time";
import { composeWorld } from "./compose.ts";
import { openExisting } from "./home.ts";
import { homeClock, momentIn } from "./home-clock.ts";
import { chooseModel } from "./models.ts";
import type { Settings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";
import { typed } from "./typed.ts";

type PauseOptions = { readonly user: string; readonly home: string; readonly json: boolean };

/** Pauses the person and says since when. */
export async function pauseAgent(options: PauseOptions, terminal: Terminal): Promise<void> {
  const { print } = terminal;
  const home = openExisting(options.home, terminal);
  try {
    const userId = typed(UserId, options.user, "--user");
    const clock = await homeClock({ store: home.store, userId });
    const pausedSince = await pause({ store: home.store, clock }, userId);
    const timeZone = (await findProfile(home.store, userId))?.timeZone ?? terminal.timeZone;
    if (options.json) return print(JSON.stringify({ pausedSince }));
    const since =
      pausedSince === PAUSED_SINCE_UNKNOWN
        ? "Paused; since when cannot be read."
        : `Paused since ${localDate(pausedSince, timeZone)} ${localTime(pausedSince, timeZone)}.`;
    print(`${since} Run waldo resume to lift the pause.`);
  } finally {
    home.store.close();
  }
}

/** Ends the pause, and completes the runs that waited. */
export async function resumeAgent(options: PauseOptions, settings: Settings, terminal: Terminal): Promise<void> {
  const { print } = terminal;
  const home = openExisting(options.home, terminal);
  try {
    const userId = typed(UserId, options.user, "--user");
    const now = await momentIn({ store: home.store, userId }, terminal);
    const world = composeWorld(home, now, await chooseModel(settings, terminal), settings);
    const wasPaused = await resume(world, userId);
    await world.machines.idle();
    if (options.json) return print(JSON.stringify({ wasPaused }));
    print(
      wasPaused
        ? "The pause is lifted. waldo inbox shows what was said since, waldo runs what was done."
        : "It was not paused.",
    );
  } finally {
    home.store.close();
  }
}
