/** `waldo say`: sends one message to the person's agent on this machine and prints the answer. */
import { plainText, UserId, WaldoError } from "@waldo/contracts";
import { outboxOf } from "@waldo/core/channels/outbox";
import { digest } from "@waldo/core/digest";
import { pausedSince } from "@waldo/core/paused";
import { findProfile } from "@waldo/core/profile";
import { loadRun } from "@waldo/core/run/journal";
import { receiveMessage } from "@waldo/core/run/receive";
import { localDate } from "@waldo/core/time";
import { composeWorld } from "../compose.ts";
import { openExisting } from "../home.ts";
import { clockAfter, type MemoryOptions, machineClock } from "../memory/open-memory.ts";
import { chooseModel } from "../models.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";

const MOST_CHARS = 8000;

/** Throws `InvalidInput` for a message that is empty or too long, and when no day has been taken in yet. */
export async function say(
  words: readonly string[],
  options: MemoryOptions,
  settings: Settings,
  terminal: Terminal,
): Promise<void> {
  const text = plainText(words.join(" ")).trim();
  if (text === "" || text.length > MOST_CHARS)
    throw new WaldoError("InvalidInput", `say something, in at most ${MOST_CHARS} characters`);
  const userId = typed(UserId, options.user, "--user");
  const home = openExisting(options.home, terminal);
  try {
    const profile = await findProfile(home.store, userId);
    if (!profile)
      throw new WaldoError("InvalidInput", "nobody of that name has been taken in yet: run waldo day first");
    // A played day may be ahead of the machine's clock. The message must come after that day.
    const now = (await clockAfter({ store: home.store, userId }, machineClock)).now();
    const world = composeWorld(home, now, await chooseModel(settings), settings);
    const messageId = digest(userId, now, text).slice(0, 24);
    const runId = await receiveMessage(world, userId, { messageId, text }, localDate(now, profile.timeZone));
    await world.machines.idle();
    const { header } = await loadRun(world.store, userId, runId);
    const rows = await outboxOf(world, userId, runId);
    const answers = rows
      .filter(({ channel }) => channel === "in_app")
      .map(({ message }) => ("text" in message ? message.text : ""));
    if (options.json) return terminal.print(JSON.stringify({ runId, state: header.state, answers }, null, 2));
    for (const answer of answers) terminal.print(answer);
    if (answers.length === 0 && (await pausedSince(world.store, userId)) !== undefined)
      return terminal.print("paused: your message waits. Run waldo resume to have it answered.");
    if (answers.length === 0) terminal.print(terminal.c.dim(`no answer; waldo run ${runId} says why`));
  } finally {
    home.store.close();
  }
}
