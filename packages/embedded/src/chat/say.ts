/** `waldo say`: one message to one's agent on this machine, and its answer. */
import { keys, Profile, UserId, WaldoError } from "@waldo/contracts";
import { outboxOf } from "@waldo/core/channels/outbox";
import { digest } from "@waldo/core/digest";
import { loadRun } from "@waldo/core/run/journal";
import { meteredMessage } from "@waldo/core/run/metered-work";
import { localDate } from "@waldo/core/time";
import { composeWorld } from "../compose.ts";
import { openHome } from "../home.ts";
import { clockAfter, type MemoryOptions, machineClock, withMemory } from "../memory/open-memory.ts";
import { chooseModel } from "../models.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";

const MOST_CHARS = 8000;

/** Throws `InvalidInput` for a message that is empty or too long, and where no day has been taken in yet. */
export async function say(
  words: readonly string[],
  options: MemoryOptions,
  settings: Settings,
  terminal: Terminal,
): Promise<void> {
  const text = words.join(" ").trim();
  if (text === "" || text.length > MOST_CHARS)
    throw new WaldoError("InvalidInput", `say something, in at most ${MOST_CHARS} characters`);
  // A played day may lie ahead of the machine's clock, and what is said comes after it.
  let now = machineClock.now();
  await withMemory(options, terminal, async (memory) => {
    now = (await clockAfter(memory, machineClock)).now();
    if (!(await memory.store.get(keys.profile(memory.userId))))
      throw new WaldoError("InvalidInput", "nobody of that name has been taken in yet: run waldo day first");
  });
  const home = openHome(options.home);
  try {
    const userId = UserId.parse(options.user);
    const profile = Profile.parse((await home.store.get(keys.profile(userId)))?.body);
    const world = composeWorld(home, now, await chooseModel(settings), settings);
    const messageId = digest(userId, now, text).slice(0, 24);
    const runId = await meteredMessage(world, userId, { messageId, text }, localDate(now, profile.zone));
    await world.machines.idle();
    const { header } = await loadRun(world.store, userId, runId);
    const rows = await outboxOf(world, userId, runId);
    const answers = rows
      .filter(({ channel }) => channel === "in_app")
      .map(({ message }) => ("text" in message ? message.text : ""));
    if (options.json) return terminal.print(JSON.stringify({ runId, state: header.state, answers }, null, 2));
    for (const answer of answers) terminal.print(answer);
    if (answers.length === 0) terminal.print(terminal.c.dim(`no answer; waldo run ${runId} says why`));
  } finally {
    home.store.close();
  }
}
