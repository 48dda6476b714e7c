/** `waldo handoff`: hands over a task of several steps, and shows the state of each task. */
import { setTimeout as sleep } from "node:timers/promises";
import { HandoffRequest, type HandoffState, UserId, WaldoError } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { NO_PLAN, startHandoff } from "@waldo/core/handoff/handoff";
import { handoffsOf } from "@waldo/core/handoff/standing";
import { livedDate } from "@waldo/core/health/ledger";
import { findProfile } from "@waldo/core/person/profile";
import { detectDanger } from "@waldo/core/safety/crisis/danger";
import { localTime } from "@waldo/core/time";
import { composeWorld } from "../compose.ts";
import { resumeHandoffs } from "../handoffs.ts";
import { openExisting } from "../home.ts";
import { momentIn } from "../home-clock.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { chooseModel } from "../models.ts";
import { shortId } from "../own/short-id.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { saidSince } from "./said-since.ts";
import { say } from "./say.ts";

/** The words for each state. */
const STANDS: Record<HandoffState, string> = {
  EXPLORE: "looking around",
  PLAN: "planning",
  WAIT: "waits for your tap",
  ACT: "being done",
  REPLAN: "planning again",
  EXPIRE: "expired",
  GIVE_UP: "no plan came of it",
  DONE: "done",
  DECLINED: "declined",
  EXPIRED: "expired",
  FAILED: "no plan came of it",
};

/** How many handoffs are listed. */
const SHOWN = 20;
/** How long this command waits for the work of another process, such as `waldo live`, and how often it looks. */
const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** Throws `InvalidInput` without a language model, for an empty task, and when no day has been imported yet. */
export async function handoff(
  words: readonly string[],
  options: MemoryOptions,
  settings: Settings,
  terminal: Terminal,
): Promise<void> {
  // Words about danger count as a message. Waldo answers them even without a language model.
  if (detectDanger(words.join(" "))) return say(words, options, settings, terminal);
  const userId = typed(UserId, options.user, "--user");
  const home = openExisting(options.home, terminal);
  try {
    const profile = await findProfile(home.store, userId);
    if (!profile)
      throw new WaldoError("InvalidInput", "nobody of that name has been taken in yet: run waldo day first");
    const now = await momentIn({ store: home.store, userId }, terminal);
    const clock = { now: () => now };
    const list = () => handoffsOf({ store: home.store, clock }, userId, SHOWN);
    if (words.length > 0) {
      const goal = typed(HandoffRequest.shape.goal, words.join(" ").trim(), "the task");
      if (!settings.models) throw new WaldoError("InvalidInput", NO_PLAN);
      const world = composeWorld(home, now, await chooseModel(settings, terminal), settings);
      await resumeHandoffs(world, userId);
      const messageId = digest(userId, now, goal).slice(0, 24);
      const id = await startHandoff(world, userId, { messageId, goal }, await livedDate(home.store, profile, now));
      const stands = async () => (await list()).find((one) => one.handoff.handoffId === id)?.standing;
      for (let waited = 0; waited < WAIT_MS; waited += LOOK_EVERY_MS) {
        await world.machines.idle();
        const state = (await stands())?.state;
        if (state !== undefined && !["EXPLORE", "PLAN", "REPLAN", "GIVE_UP"].includes(state)) break;
        await sleep(LOOK_EVERY_MS);
      }
      const standing = await stands();
      const said = await saidSince(home.store, userId, now);
      if (options.json) return terminal.print(JSON.stringify({ handoffId: id, ...standing, said }, null, 2));
      for (const text of said) terminal.print(text);
      if (standing?.waitsFor !== undefined)
        terminal.print(terminal.c.dim(`Approve it with: waldo taps do ${shortId(standing.waitsFor)}`));
      return;
    }
    const all = await list();
    if (options.json) {
      const items = all.map(({ handoff: { handoffId, goal, createdAt }, standing: { state, waitsFor } }) => ({
        ...{ handoffId, goal, state, createdAt },
        ...(waitsFor === undefined ? {} : { waitsFor }),
      }));
      return terminal.print(JSON.stringify(items, null, 2));
    }
    for (const { handoff: one, standing } of all) {
      const tap = standing.waitsFor === undefined ? "" : ` · waldo taps do ${shortId(standing.waitsFor)}`;
      const when = `${one.date} ${localTime(one.createdAt, profile.timeZone)}`;
      terminal.print(` ${terminal.c.dim(when)}  ${one.goal} ${terminal.c.dim(`· ${STANDS[standing.state]}${tap}`)}`);
    }
    if (all.length === 0) terminal.print("Nothing has been handed over.");
  } finally {
    home.store.close();
  }
}
