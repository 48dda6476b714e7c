/** `waldo privacy erase`: deletes a person everywhere on this machine, and prints the receipt. */
import { createInterface } from "node:readline/promises";
import { ERASE_PHRASE, type ErasureReceipt, UserId, WaldoError } from "@waldo/contracts";
import { flushDue } from "@waldo/core/channels/outbox";
import { personDigest } from "@waldo/core/digest";
import { type ErasurePorts, erasureTask, receiptOf } from "@waldo/core/privacy/erase";
import { composeWorld } from "../compose.ts";
import { openOwn, shownPath } from "../home.ts";
import { machineClock } from "../home-clock.ts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { offlineComposer } from "../offline-composer.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { erasurePorts, runErasure } from "./erasure.ts";
import { holdsAny, nobody } from "./present.ts";

export type EraseOptions = MemoryOptions & { readonly yes: boolean };

/** Erases the person. Without `--yes` it asks first. Throws `InvalidInput` when no person with that id is here. */
export async function eraseAll(
  options: EraseOptions,
  settings: Pick<Settings, "telegram">,
  terminal: Terminal,
): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const home = openOwn(options.home);
  try {
    const ports = erasurePorts(home);
    const before = await receipt(ports, userId);
    const isHere = await holdsAny(home, userId);
    if (before?.state !== "done" || isHere) {
      if (!before && !isHere) throw nobody(home, userId);
      if (!options.yes) await confirm(userId, shownPath(home.paths.root));
      const world = composeWorld(home, machineClock.now(), offlineComposer(), settings);
      await runErasure(userId, {
        step: (task) => erasureTask(ports, task),
        flush: () => flushDue(world, userId),
      });
    }
    const after = await receipt(ports, userId);
    if (after) terminal.print(options.json ? JSON.stringify(after, null, 2) : shown(after, userId).join("\n"));
  } finally {
    home.store.close();
  }
}

const receipt = ({ store }: ErasurePorts, userId: UserId) => receiptOf(store, personDigest(userId), []);

async function confirm(userId: UserId, root: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new WaldoError("InvalidInput", "nobody is here to confirm it: add --yes to erase without a question");
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const said = await asking.question(
      `Everything of ${userId} in ${root} will be deleted, and cannot be brought back.\nwaldo privacy export makes a copy. To go on, type: ${ERASE_PHRASE}\n> `,
    );
    if (said.trim() !== ERASE_PHRASE)
      throw new WaldoError("InvalidInput", "that is another phrase: nothing was deleted");
  } finally {
    asking.close();
  }
}

function shown(
  { receiptId, markedAt, endedAt = markedAt, finalAt = endedAt, removed }: ErasureReceipt,
  userId: UserId,
): string[] {
  return [
    `${userId} was erased. Receipt ${receiptId}`,
    `  began ${new Date(markedAt).toISOString()}, ended ${new Date(endedAt).toISOString()}, final since ${new Date(finalAt).toISOString()}`,
    ...Object.entries(removed).map(([store, count]) => `  ${String(count).padStart(7)}  ${store}`),
    "No write for this id is taken in this home any more. Another --user, or another --home, begins anew.",
    "What Waldo cannot delete: a chat with a bot on Telegram, copies that you made, backups of this disk.",
    `waldo privacy scan ${userId} looks for traces.`,
  ];
}
